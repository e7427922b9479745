#include "properties/reflecting/judging/core_spoiling.h"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/reflect/registry.h"
#include "core/reflect/saving/saving.h"
#include "properties/base/random.h"
#include "properties/reflecting/judging/mistake.h"

namespace properties::reflecting {
namespace {

using nlohmann::json;
using reference::reflecting::PaperLayout;
using reference::reflecting::PaperMember;

constexpr int kMistakes = 8;

class SpoilingJudge {
 public:
  SpoilingJudge(const ReflectingRun& run, Stage& stage, const std::string& saved,
                ReflectingVerdict& verdict)
      : run_(run),
        stage_(stage),
        verdict_(verdict),
        saved_(json::parse(saved)),
        random_(Mix(run.seed + 15)) {}

  void Judge() {
    for (int i = 0; i < kMistakes && verdict_.difference.empty(); ++i) {
      document_ = saved_;
      ++verdict_.applied;
      switch (random_.Below(6)) {
        case 0:
          Expect(SpoilHead());
          break;
        case 1:
        case 2:
          Expect(SpoilObject());
          break;
        default:
          Expect(SpoilProperty());
      }
    }
    if (verdict_.difference.empty()) TakeName();
    if (verdict_.difference.empty()) Redirect();
    if (verdict_.difference.empty()) SpoilText();
    if (verdict_.difference.empty()) SpoilPart();
  }

 private:
  const PaperLayout& layout() const { return run_.saved.layout; }

  // Refused with a sentence, and nothing is made; or loaded, if there is none.
  void Expect(const std::string& should) {
    const bool is_json = random_.Chance(1, 2);
    const std::string shown = document_.dump();
    std::string bytes = shown;
    if (!is_json) {
      bytes.clear();
      json::to_msgpack(document_, bytes);
    }
    Load(bytes, is_json ? gc::Encoding::kJson : gc::Encoding::kBinary, "spoilt", should, {});
  }
  gc::NamedObject* Load(const std::string& bytes, gc::Encoding encoding, std::string_view name,
                        const std::string& should, const gc::Redirects& redirects) {
    const std::uint32_t before = stage_.heap.ObjectCount();
    std::string error = "an earlier call";
    gc::NamedObject* const loaded =
        gc::LoadObject(stage_.heap, bytes, encoding, {.name = name},
                       {.redirects = &redirects, .paths = &stage_.paths}, error);
    verdict_.Same("loading " + document_.dump(), error.empty() ? "done" : error,
                  should.empty() ? "done" : should);
    verdict_.Same("it is loaded", loaded != nullptr, should.empty());
    if (loaded == nullptr) {
      verdict_.Same("objects after a mistake", stage_.heap.ObjectCount(), before);
    } else if (name == "spoilt") {
      stage_.factory.Rename(*loaded, {.name = "loaded" + std::to_string(++loaded_)});
    }
    return loaded;
  }

  std::string SpoilHead() {
    switch (random_.Below(5)) {
      case 0:
        document_ = json::array({1});
        return "document: expected an object, found array";
      case 1:
        document_["format"] = random_.Chance(1, 2) ? json("other") : json(5);
        return "format: expected \"tricolour-objects\"";
      case 2:
        document_["version"] = 2;
        return "version: expected 1";
      case 3:
        document_.erase("objects");
        return "objects: expected an array of at least one object, found null";
      default:
        document_["objects"] = json::array();
        return "objects: expected an array of at least one object, found array";
    }
  }

  std::string SpoilObject() {
    const std::size_t at = random_.Below(static_cast<std::uint32_t>(document_["objects"].size()));
    json& entry = document_["objects"][at];
    const std::string where = "objects[" + std::to_string(at) + ']';
    switch (random_.Below(5)) {
      case 0:
        entry = 5;
        return where + ": expected an object, found number";
      case 1:
        entry.erase(random_.Chance(1, 2) ? "path" : "class");
        return where + (entry.contains("path") ? ".class" : ".path") +
               ": expected a string, found null";
      case 2:
        entry["properties"] = json::array();
        if (random_.Chance(1, 2)) entry.erase("properties");
        return where + ".properties: expected an object, found " +
               (entry.contains("properties") ? "array" : "null");
      case 3:
        return SpoilClass(entry, where + ".class: ");
      default:
        return SpoilPath(entry, at, where + ".path: ");
    }
  }
  std::string SpoilClass(json& entry, const std::string& where) {
    if (random_.Chance(1, 3)) {
      entry["class"] = "/Script/Loose.None";
      return where + "there is no class /Script/Loose.None";
    }
    const std::string path = random_.Chance(1, 2) ? "/Script/Parts.Sheet" : "/Script/Parts.Plain";
    entry["class"] = path;
    return where + path + " is no class of objects with a name";
  }
  std::string SpoilPath(json& entry, std::size_t at, const std::string& where) {
    if (at == 0) {
      entry["path"] = random_.Chance(1, 2) ? "./o1" : "o0";
      return where + "the first object must have the path \"./\"";
    }
    switch (random_.Below(6)) {
      case 0:
        entry["path"] = "./";
        return where + "./ is there twice";
      case 1:
        entry["path"] = "name";
        return where + "expected \"./\" and a name";
      case 2:
        entry["path"] = ".//name";
        return where + ".//name has a slash too many";
      case 3:
        entry["path"] = "./none/name";
        return where + "its outer ./none is not there";
      case 4:
        entry["path"] = "./none/";
        return where + "'' is no name";
      default:
        entry["path"] = document_["objects"][random_.Below(static_cast<std::uint32_t>(at))]["path"];
        return where + entry["path"].get<std::string>() + " is there twice";
    }
  }

  // Of the class that the object has; what is transient is not even looked at.
  std::string SpoilProperty() {
    const std::size_t at = random_.Below(static_cast<std::uint32_t>(document_["objects"].size()));
    json& entry = document_["objects"][at];
    const std::string where = "objects[" + std::to_string(at) + "].properties.";
    const std::string path = entry["class"];
    const std::size_t type = static_cast<std::size_t>(path.back() - '0');
    const std::vector<PaperMember> members = MembersOf(layout(), type);
    if (members.empty() || random_.Chance(1, 10)) {
      entry["properties"]["none"] = 5;
      return where + "none: " + path + " has no such property";
    }
    const PaperMember& member = members[random_.Below(static_cast<std::uint32_t>(members.size()))];
    Mistake mistake = DrawMistake(random_, layout(), *member.type, where + member.name);
    entry["properties"][member.name] = std::move(mistake.value);
    return member.is_transient ? "" : mistake.error;
  }

  void TakeName() {
    document_ = saved_;
    Load(saved_.dump(), gc::Encoding::kJson, "o0", "the name o0 is taken", {});
    Load(saved_.dump(), gc::Encoding::kJson, "a/b", "'a/b' is no name: it contains a slash", {});
  }

  static void ReplaceAll(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
      text.replace(at, from.size(), to);
      at += to.size();
    }
  }
  // The same text is saved of both, but for the order of what has none.
  void Redirect() {
    document_ = saved_;
    std::string moved = saved_.dump();
    gc::Redirects redirects;
    for (std::size_t i = 0; i < layout().classes.size(); ++i) {
      const std::string name = layout().classes[i].name;
      redirects.classes["/Script/Old." + name] = "/Script/Loose." + name;
    }
    ReplaceAll(moved, "/Script/Loose.", "/Script/Old.");
    redirects.objects["Transient/was0"] = "Transient/out0";
    ReplaceAll(moved, "Transient/out0", "Transient/was0");
    gc::NamedObject* const usual = Load(saved_.dump(), gc::Encoding::kJson, "usual", "", {});
    gc::NamedObject* const other = Load(moved, gc::Encoding::kJson, "moved", "", redirects);
    if (usual == nullptr || other == nullptr) return;
    verdict_.Same("what has moved is saved alike", Saved(*other), Saved(*usual));
  }
  std::size_t Saved(gc::NamedObject& object) {
    std::string error;
    return gc::SaveObject(stage_.heap, object, gc::Encoding::kJson, error).value_or("").size();
  }

  // The binary encoding can say what is no text.
  void SpoilText() {
    document_ = saved_;
    json& first = document_["objects"][0];
    std::string place = "objects[0]";
    if (random_.Chance(1, 2)) {
      first["properties"]["BAD"] = 5;  // nothing in it is bad but its name
      place += ".properties";
    } else {
      first["text"] = json::array({1, "BAD"});
      place += ".text[1]";
    }
    std::string bytes;
    json::to_msgpack(document_, bytes);
    ReplaceAll(bytes, "BAD", "\xFF\xFE\xFD");
    document_ = bytes.size();
    Load(bytes, gc::Encoding::kBinary, "spoilt", place + ": a text is not UTF-8", {});
  }

  // A part is of another class than the one that its outer makes.
  void SpoilPart() {
    const auto whole = [](const char* path) {
      return json{{"path", path}, {"class", "/Script/Parts.Whole"}, {"properties", json::object()}};
    };
    // Its default object is looked into, so it is made before.
    stage_.factory.ClassOf(*gc::FindReflection("/Script/Parts.Whole")->type);
    document_ = saved_;
    document_["objects"] = {whole("./"), whole("./left")};
    Expect("objects[1].path: its outer makes a part of this name, of class Leaf");
  }

  const ReflectingRun& run_;
  Stage& stage_;
  ReflectingVerdict& verdict_;
  const json saved_;
  json document_;
  Random random_;
  int loaded_ = 0;
};

}  // namespace

void JudgeSpoiling(const ReflectingRun& run, Stage& stage, const std::string& saved,
                   ReflectingVerdict& verdict) {
  SpoilingJudge(run, stage, saved, verdict).Judge();
}

}  // namespace properties::reflecting
