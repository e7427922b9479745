// properties/reflecting/judging/core_reflecting.cc -- core's descriptions, used beside a walk and
// tables on paper.

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/reflect/saving/saving.h"
#include "properties/reflecting/drawing.h"
#include "properties/reflecting/judging/comparison.h"
#include "properties/reflecting/judging/core_accessing.h"
#include "properties/reflecting/judging/core_converting.h"
#include "properties/reflecting/judging/core_describing.h"
#include "properties/reflecting/judging/core_editing.h"
#include "properties/reflecting/judging/core_parts.h"
#include "properties/reflecting/judging/core_reloading.h"
#include "properties/reflecting/judging/core_scarce.h"
#include "properties/reflecting/judging/core_spoiling.h"
#include "properties/reflecting/judging/kin/core_listed.h"
#include "properties/reflecting/judging/kin/core_schemas.h"
#include "properties/reflecting/judging/kin/core_succession.h"
#include "properties/reflecting/judging/kin/core_unsaved.h"
#include "properties/reflecting/sound.h"
#include "properties/reflecting/stage.h"
#include "properties/reflecting/turning.h"
#include "reference/reflecting/paper_versions.h"
#include "reference/reflecting/paper_walk.h"

namespace properties::reflecting {
namespace {

using gc::Encoding;
using reference::reflecting::kOutside;
using reference::reflecting::LinesOf;
using reference::reflecting::MembersOf;
using reference::reflecting::PaperLayout;
using reference::reflecting::PaperLine;
using reference::reflecting::PaperLoading;
using reference::reflecting::PaperMember;

// The document as its text says, and which object of the run each of its objects is.
struct Document {
  nlohmann::json json;
  std::vector<std::size_t> objects = {};
};

// A layout that changes nothing.
PaperLayout Unchanged(PaperLayout layout) {
  int first = 0;
  for (auto* const types : {&layout.structs, &layout.classes}) {
    for (auto& type : *types) {
      int own = types == &layout.classes ? first : 0;
      for (PaperMember& member : type.members) member.was = own++;
      if (types == &layout.classes) first = own;
    }
  }
  return layout;
}

// "a[*].b" stands for "a[7].b".
bool Matches(std::string_view pattern, std::string_view place) {
  while (!pattern.empty() && !place.empty()) {
    if (pattern.front() == '*') {
      pattern.remove_prefix(1);
      while (!place.empty() && place.front() >= '0' && place.front() <= '9') place.remove_prefix(1);
    } else if (pattern.front() != place.front()) {
      return false;
    } else {
      pattern.remove_prefix(1);
      place.remove_prefix(1);
    }
  }
  return pattern.empty() && place.empty();
}

class ReflectingJudge {
 public:
  ReflectingJudge(const ReflectingRun& run, ReflectingLie lie)
      : run_(run), lie_(lie), compare_(verdict_, lie) {}

  ReflectingVerdict Judge() {
    std::map<Encoding, std::string> saved;
    Document document;
    {
      Stage stage(run_.saved);
      const SoundAtTheEnd sound(stage.heap, verdict_);
      stage.Make(run_);
      CompareNew(stage);
      for (std::size_t i = 0; i < run_.objects.size(); ++i) {
        stage.Set(*ObjectOf(stage, i), TypeOf(i), run_.objects[i].values);
      }
      Compare(stage, stage.named, ValuesOf(run_), "set");
      for (const Encoding encoding : {Encoding::kJson, Encoding::kBinary}) {
        if (!Differs()) saved[encoding] = Save(stage, *ObjectOf(stage, 0), encoding);
      }
      if (!Differs()) document = Read(saved[Encoding::kJson]);
      if (!Differs()) CompareProperties(document);
      for (const auto& [encoding, bytes] : saved) {
        if (!Differs()) CompareCut(stage, bytes, encoding);
        if (!Differs()) CompareLoaded(stage, bytes, encoding);
      }
      if (!Differs()) JudgeSpoiling(run_, stage, saved[Encoding::kJson], verdict_);
      if (!Differs()) CompareLiving(stage);
    }
    for (const auto& [encoding, bytes] : saved) {
      if (!Differs()) CompareVersions(bytes, encoding, document);
    }
    if (!Differs()) JudgeEditing(run_, lie_, verdict_);
    if (!Differs()) JudgeReloading(run_, lie_, verdict_);
    const ReflectingRun turning = TurningOf(run_);
    if (!Differs()) JudgeReloading(turning, lie_, verdict_);
    if (!Differs()) JudgeConverting(turning, lie_, verdict_);
    if (!Differs()) JudgeAccessing(run_, lie_, verdict_);
    if (!Differs()) JudgeDescribing(run_, lie_, verdict_);
    if (!Differs()) JudgeScarcity(run_, lie_, verdict_);
    if (!Differs()) JudgeParts(run_, lie_, verdict_);
    if (!Differs()) JudgeSuccession(run_, lie_, verdict_);
    if (!Differs()) JudgeSchemas(run_.seed, lie_, verdict_);
    if (!Differs()) JudgeUnsaved(run_.seed, lie_, verdict_);
    if (!Differs()) JudgeReplacing(run_, lie_, verdict_);
    if (!Differs()) JudgeListed(run_.seed, lie_, verdict_);
    return verdict_;
  }

 private:
  using AllValues = std::vector<PaperValues>;

  bool Differs() const { return !verdict_.difference.empty(); }
  void Same(std::string_view what, std::string_view said, std::string_view should) {
    verdict_.Same(what, said, should);
  }
  bool Lies(ReflectingLie lie) const { return compare_.Lies(lie); }

  std::size_t TypeOf(std::size_t object) const { return run_.objects[object].type; }
  static gc::NamedObject* ObjectOf(const Stage& stage, std::size_t object) {
    return stage.named.At(static_cast<Name>(object + 1));
  }
  static std::string Called(std::size_t object) { return "object " + std::to_string(object + 1); }
  static AllValues ValuesOf(const ReflectingRun& run) {
    AllValues all;
    for (const RunObject& object : run.objects) all.push_back(object.values);
    return all;
  }

  // A new object has the values of the default object, in a heap of its own time.
  void CompareNew(Stage& stage) {
    for (std::size_t i = 0; i < run_.objects.size(); ++i) {
      PaperValues should = run_.saved.defaults[TypeOf(i)];
      if (Lies(ReflectingLie::kWrongCopy) && !should.empty()) should.back().number += 1;
      compare_.Values(run_.saved.layout, TypeOf(i),
                      stage.Get(*ObjectOf(stage, i), TypeOf(i), stage.named), should,
                      "new " + Called(i));
      compare_.Walk(stage, *ObjectOf(stage, i), TypeOf(i), run_.saved.defaults[TypeOf(i)],
                    stage.named, "new " + Called(i));
    }
  }

  // All objects of a set of names: their values, and what the collector is shown of them.
  void Compare(Stage& stage, const Named& names, const AllValues& values, const std::string& what) {
    for (std::size_t i = 0; i < run_.objects.size(); ++i) {
      const auto found = names.objects.find(static_cast<Name>(i + 1));
      Same(what + " " + Called(i), found != names.objects.end() ? "there" : "gone", "there");
      if (Differs()) return;
      const PaperLayout& layout = stage.version().layout;
      compare_.Values(layout, TypeOf(i), stage.Get(*found->second, TypeOf(i), names), values[i],
                      what + " " + Called(i));
      compare_.Walk(stage, *found->second, TypeOf(i), values[i], names, what + " " + Called(i));
    }
  }

  std::string Save(Stage& stage, gc::NamedObject& object, Encoding encoding) {
    std::string error = "an earlier call";
    const std::optional<std::string> bytes = gc::SaveObject(stage.heap, object, encoding, error);
    Same("saving", error, "");
    return bytes.value_or("");
  }

  Document Read(const std::string& bytes) {
    Document document{.json = nlohmann::json::parse(bytes)["objects"]};
    for (const nlohmann::json& entry : document.json) {
      for (std::size_t i = 0; i < run_.objects.size(); ++i) {
        if (entry["path"] == Stage::PathInside(run_, i)) document.objects.push_back(i);
      }
    }
    Same("saved objects", std::to_string(document.objects.size()),
         std::to_string(run_.objects.size()));
    return document;
  }

  // Only what differs is saved.
  void CompareProperties(const Document& document) {
    for (std::size_t at = 0; at < document.objects.size(); ++at) {
      const std::size_t i = document.objects[at];
      const std::vector<PaperMember> members = MembersOf(run_.saved.layout, TypeOf(i));
      for (std::size_t member = 0; member < members.size(); ++member) {
        const PaperValue& value = run_.objects[i].values[member];
        const PaperValue& usual = run_.saved.defaults[TypeOf(i)][member];
        bool should = !members[member].is_transient && !IsSame(value, usual);
        if (Lies(ReflectingLie::kSavesMore)) should = false;
        const bool said = document.json[at]["properties"].contains(members[member].name);
        Same(Called(i) + ", " + members[member].name, said ? "saved" : "not saved",
             should ? "saved" : "not saved");
      }
    }
  }

  void CompareLoaded(Stage& stage, const std::string& bytes, Encoding encoding) {
    const std::string name = encoding == Encoding::kJson ? "json" : "binary";
    gc::NamedObject* const first = Load(stage, bytes, encoding, name, nullptr);
    Same("loading " + name, first != nullptr ? "" : error_, "");
    if (Differs()) return;
    const PaperLayout same = Unchanged(run_.saved.layout);
    const PaperLoading loading(run_.saved.layout, same);
    AllValues values;
    for (std::size_t i = 0; i < run_.objects.size(); ++i) {
      const PaperValues& usual = run_.saved.defaults[TypeOf(i)];
      values.push_back(loading.Loaded(TypeOf(i), run_.objects[i].values, usual, usual));
      if (Lies(ReflectingLie::kWrongValue) && !values[i].empty()) values[i].back().number += 1;
    }
    Compare(stage, stage.Loaded(run_, *first), values, "loaded (" + name + ")");
    // A lazy reference is a path now, and may be what its default is.
    if (Differs() || values != ValuesOf(run_)) return;
    Same("saved again", Save(stage, *first, encoding), bytes);
  }

  // What is cut short is refused with a position, and nothing is made.
  void CompareCut(Stage& stage, const std::string& bytes, Encoding encoding) {
    const std::uint32_t before = stage.heap.ObjectCount();
    const std::size_t length = run_.seed % (bytes.size() - 1);
    const bool loads = Load(stage, bytes.substr(0, length), encoding, "cut", nullptr) != nullptr;
    Same("loading what is cut short", loads ? "loads" : error_.substr(0, 5), "byte ");
    Same("objects afterwards", std::to_string(stage.heap.ObjectCount()), std::to_string(before));
  }

  gc::NamedObject* Load(Stage& stage, const std::string& bytes, Encoding encoding,
                        const std::string& name, const gc::Redirects* redirects) {
    return gc::LoadObject(stage.heap, bytes, encoding, {.name = name},
                          {.redirects = redirects, .paths = &stage.paths}, error_);
  }

  // What the other version says: the values, or the place of an error.
  void CompareVersions(const std::string& bytes, Encoding encoding, const Document& document) {
    Stage stage(run_.loaded);
    const SoundAtTheEnd sound(stage.heap, verdict_);
    gc::Redirects redirects;
    redirects.properties.insert(run_.redirects.begin(), run_.redirects.end());
    const PaperLoading loading(run_.saved.layout, run_.loaded.layout);
    std::vector<std::string> errors;
    AllValues values(run_.objects.size());
    for (std::size_t at = 0; at < document.objects.size(); ++at) {
      const std::size_t i = document.objects[at];
      const PaperValues& usual = run_.saved.defaults[TypeOf(i)];
      const std::string where = "objects[" + std::to_string(at) + "].properties";
      std::ranges::copy(loading.Errors(TypeOf(i), run_.objects[i].values, usual, where),
                        std::back_inserter(errors));
      values[i] =
          loading.Loaded(TypeOf(i), run_.objects[i].values, usual, run_.loaded.defaults[TypeOf(i)]);
    }
    const std::uint32_t before = stage.heap.ObjectCount();
    gc::NamedObject* const first = Load(stage, bytes, encoding, "loaded", &redirects);
    Same("loading by another version", first != nullptr ? "loads" : "refuses: " + error_,
         errors.empty()     ? "loads"
         : first != nullptr ? "refuses"
                            : "refuses: " + error_);
    if (Differs()) return;
    if (first != nullptr) {
      return Compare(stage, stage.Loaded(run_, *first), values, "loaded by another version");
    }
    ComparePlace(errors);
    Same("objects after an error", std::to_string(stage.heap.ObjectCount()),
         std::to_string(before));
    for (std::size_t i = 0; i < run_.loaded.defaults.size(); ++i) {
      compare_.Values(run_.loaded.layout, i, stage.Get(stage.DefaultOf(i), i, stage.named),
                      run_.loaded.defaults[i], "default after an error");
    }
  }

  void ComparePlace(const std::vector<std::string>& errors) {
    const std::string place = error_.substr(0, error_.find(": "));
    const bool any_order = std::ranges::any_of(
        errors, [](const std::string& one) { return one.find('*') != std::string::npos; });
    std::string should = errors.front();
    for (const std::string& one : errors) {
      if (any_order && Matches(one, place)) should = place;
    }
    if (Lies(ReflectingLie::kWrongPlace)) should += "[0]";
    Same("place of the error", place, should);
  }

  // Of all objects only the first stays a root.
  void CompareLiving(Stage& stage) {
    std::map<Name, gc::WeakPtr<gc::NamedObject>> weak;
    for (const auto& [name, object] : stage.named.objects) {
      weak[name] = gc::WeakPtr<gc::NamedObject>(object);
      if (name != 1) stage.heap.RemoveRoot(object);
    }
    stage.heap.Collect();
    std::set<Name> living = Reachable();
    if (Lies(ReflectingLie::kDies)) living.erase(1);
    for (const auto& [name, pointer] : weak) {
      Same("object " + std::to_string(name) + " after a collection",
           pointer.IsValid() ? "lives" : "is gone", living.contains(name) ? "lives" : "is gone");
    }
  }

  // A class has its default object, which is no object of the run.
  std::set<Name> Reachable() const {
    std::set<Name> reached;
    std::vector<Name> next = {1};
    const auto follow = [&next](const PaperLayout& layout, std::size_t type,
                                const PaperValues& values) {
      for (const PaperLine& line : LinesOf(layout, type, values)) {
        next.insert(next.end(), line.slots.begin(), line.slots.end());
      }
    };
    for (std::size_t i = 0; i < run_.saved.defaults.size(); ++i) {
      follow(run_.saved.layout, i, run_.saved.defaults[i]);
    }
    while (!next.empty()) {
      const Name name = next.back();
      next.pop_back();
      if (name == 0 || !reached.insert(name).second || name >= kOutside) continue;
      const RunObject& object = run_.objects[name - 1];
      follow(run_.saved.layout, object.type, object.values);
      next.push_back(static_cast<Name>(object.outer + 1));
    }
    return reached;
  }

  const ReflectingRun& run_;
  const ReflectingLie lie_;
  ReflectingVerdict verdict_;
  Comparison compare_;
  std::string error_;
};

}  // namespace

ReflectingVerdict JudgeReflecting(const ReflectingRun& run, ReflectingLie lie) {
  return ReflectingJudge(run, lie).Judge();
}

}  // namespace properties::reflecting
