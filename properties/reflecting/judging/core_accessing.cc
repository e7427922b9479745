#include "properties/reflecting/judging/core_accessing.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/reflect/access.h"
#include "properties/reflecting/drawing.h"
#include "properties/reflecting/judging/comparison.h"
#include "properties/reflecting/sound.h"
#include "properties/reflecting/stage.h"
#include "properties/reflecting/turning.h"
#include "reference/reflecting/paper_paths.h"

namespace properties::reflecting {
namespace {

using reference::reflecting::kOutside;
using reference::reflecting::PaperLayout;
using reference::reflecting::PaperMember;
using reference::reflecting::PaperPlace;
using reference::reflecting::Shape;

constexpr int kAccesses = 40;
// Of an object that has no name, and so is of no class that most references lead to.
constexpr Name kNameless = 91;

class Nameless : public gc::Object {
 public:
  explicit Nameless(const gc::Birth& birth) : Object(birth) {}
  static const gc::Class kClass;
};
const gc::Class Nameless::kClass = gc::Describe<Nameless>("Nameless", {});

class AccessJudge {
 public:
  AccessJudge(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict)
      : run_(run),
        verdict_(verdict),
        compare_(verdict, lie),
        stage_(run.saved),
        random_(Mix(run.seed + 12)) {}

  void Judge() {
    stage_.Make(run_);
    for (std::size_t i = 0; i < run_.objects.size(); ++i) {
      stage_.Set(*At(i), run_.objects[i].type, run_.objects[i].values);
      values_.push_back(run_.objects[i].values);
    }
    nameless_ = stage_.heap.New<Nameless>();
    stage_.heap.AddRoot(nameless_);
    stage_.named.names[nameless_] = kNameless;
    stage_.heap.Start();
    stage_.heap.Tick(random_.Below(40));
    for (int i = 0; i < kAccesses && verdict_.difference.empty(); ++i) Access();
    for (std::size_t i = 0; i < values_.size() && verdict_.difference.empty(); ++i) {
      const std::string called = "after its members were set, object " + std::to_string(i + 1);
      const std::size_t type = run_.objects[i].type;
      compare_.Values(layout(), type, stage_.Get(*At(i), type, stage_.named), values_[i], called);
      compare_.Walk(stage_, *At(i), type, values_[i], stage_.named, called);
    }
    stage_.heap.Collect();
  }

 private:
  const PaperLayout& layout() const { return run_.saved.layout; }
  gc::NamedObject* At(std::size_t object) const {
    return stage_.named.At(static_cast<Name>(object + 1));
  }

  void Access() {
    const std::size_t object = random_.Below(static_cast<std::uint32_t>(values_.size()));
    const std::size_t type = run_.objects[object].type;
    const std::string path = DrawPath(type, values_[object]);
    PaperPlace place = PlaceOf(layout(), type, values_[object], path, &IsReadOnly);
    if (compare_.Lies(ReflectingLie::kWrongPath)) place.is_read_only = true;
    verdict_.applied += 1;
    Find(object, path, place);
    if (!verdict_.difference.empty()) return;
    switch (random_.Below(3)) {
      case 0:
        return Read(object, path, place);
      case 1:
        return Store(object, path, place);
      default:
        return Refer(object, path, place);
    }
  }

  // A path that leads to something, and with a chance one mistake in it.
  std::string DrawPath(std::size_t type, const PaperValues& values) {
    const std::vector<PaperMember> members = MembersOf(layout(), type);
    if (members.empty()) return "m1";
    const std::uint32_t first = random_.Below(static_cast<std::uint32_t>(members.size()));
    std::string path = members[first].name;
    Descend(*members[first].type, values[first], path);
    if (random_.Chance(1, 3)) Spoil(path);
    return path;
  }
  void Descend(const PaperType& type, const PaperValue& value, std::string& path) {
    if (value.parts.empty() || random_.Chance(1, 4)) return;
    const std::uint32_t part = random_.Below(static_cast<std::uint32_t>(value.parts.size()));
    if (type.shape == Shape::kStruct) {
      const PaperMember& member = layout().structs[type.number].members[part];
      path += '.' + member.name;
      Descend(*member.type, value.parts[part], path);
    } else if (type.shape == Shape::kArray || type.shape == Shape::kFixedArray) {
      path += '[' + std::to_string(part) + ']';
      Descend(*type.parts[0], value.parts[part], path);
    }
  }
  void Spoil(std::string& path) {
    constexpr std::array kTails = {".",
                                   "[",
                                   "[0]",
                                   "[0",
                                   "[2]",
                                   "[20]",
                                   "[-1]",
                                   "[ 1]",
                                   "[0]x",
                                   "[]",
                                   ".m1",
                                   "x",
                                   ".x.y",
                                   ".m1[0]",
                                   "]",
                                   "[18446744073709551616]",
                                   "[18446744073709551615]"};
    if (random_.Chance(1, 2)) {
      path += kTails[random_.Below(kTails.size())];
    } else if (random_.Chance(1, 3)) {
      path = random_.Chance(1, 2) ? "" : '.' + path;
    } else {
      path.erase(random_.Below(static_cast<std::uint32_t>(path.size())), 1);
    }
  }

  // A sentence in `error`, or none, and nothing else.
  void Same(std::string_view what, std::string_view error, std::string_view should) {
    verdict_.Same(what, error.empty() ? "done" : error, should.empty() ? "done" : should);
  }

  void Find(std::size_t object, const std::string& path, const PaperPlace& should) {
    std::string error;
    const gc::Place place = gc::FindValue(*At(object), path, error);
    Same("finding '" + path + "'", error, should.error);
    verdict_.Same("'" + path + "' is there", place.at != nullptr, should.type != nullptr);
    if (place.at == nullptr || should.type == nullptr) return;
    const TypeEntry& entry = EntryOf(*should.type);
    verdict_.Same("the type of '" + path + "'", place.type == entry.type, true);
    verdict_.Same("'" + path + "' is read-only", place.is_read_only, should.is_read_only);
    Holds(path, place.at, entry, should);
  }
  void Holds(const std::string& path, const void* at, const TypeEntry& entry,
             const PaperPlace& should) {
    PaperValue said = entry.get(static_cast<const std::byte*>(at), stage_.named);
    Sort(layout(), *entry.paper, said);
    verdict_.Same("the value of '" + path + "'", TextOf(said), TextOf(*should.value));
  }

  std::string Asked(const std::string& path, const PaperPlace& place, const TypeEntry& as) const {
    if (!place.error.empty() || place.type == as.paper) return place.error;
    return "'" + path + "' is " + DescriptionOf(layout(), *place.type) + ", not " +
           DescriptionOf(layout(), *as.paper);
  }
  // Mostly the type of the place.
  const TypeEntry& AskedFor(const PaperPlace& place) {
    if (place.type == nullptr || random_.Chance(1, 5)) return DrawType(random_, kLoose);
    return EntryOf(*place.type);
  }

  void Read(std::size_t object, const std::string& path, const PaperPlace& place) {
    const TypeEntry& as = AskedFor(place);
    const std::string should = Asked(path, place, as);
    std::string error;
    const void* const found = as.find(*At(object), path, error);
    Same("reading '" + path + "'", error, should);
    verdict_.Same("reading '" + path + "' yields a value", found != nullptr, should.empty());
    if (found != nullptr && should.empty()) Holds(path, found, as, place);
  }

  void Store(std::size_t object, const std::string& path, const PaperPlace& place) {
    const TypeEntry& as = AskedFor(place);
    if (as.store == nullptr) return;
    PaperValue value =
        DrawValue(random_, layout(), *as.paper, static_cast<Name>(run_.objects.size()));
    Sort(layout(), *as.paper, value);
    std::string should = Asked(path, place, as);
    if (should.empty() && place.is_read_only) should = "'" + path + "' is read-only";
    std::string error;
    const bool done = as.store(*At(object), path, value, stage_.named, error);
    Same("setting '" + path + "'", error, should);
    verdict_.Same("'" + path + "' is set", done, should.empty());
    if (should.empty()) Assign(object, *place.value, std::move(value));
  }

  void Refer(std::size_t object, const std::string& path, const PaperPlace& place) {
    const Name target = DrawTarget();
    std::string should = Referring(path, place, target);
    gc::Object* to = nameless_;
    if (target != kNameless) to = stage_.named.At(target);
    std::string error;
    const bool done = gc::SetReference(*At(object), path, to, error);
    Same("referring from '" + path + "' to " + std::to_string(target), error, should);
    verdict_.Same("'" + path + "' refers", done, should.empty());
    if (should.empty()) Assign(object, *place.value, {.number = target});
  }
  Name DrawTarget() {
    if (random_.Chance(1, 5)) return 0;
    if (random_.Chance(1, 5)) return kNameless;
    if (random_.Chance(1, 5)) return kOutside;
    return 1 + random_.Below(static_cast<std::uint32_t>(run_.objects.size()));
  }
  std::string Referring(const std::string& path, const PaperPlace& place, Name target) const {
    if (!place.error.empty()) return place.error;
    if (place.is_read_only) return "'" + path + "' is read-only";
    const PaperType& type = *place.type;
    const std::string is = "'" + path + "' is " + DescriptionOf(layout(), type);
    if (type.shape != Shape::kObject && type.shape != Shape::kWeak && type.shape != Shape::kLazy) {
      return is + ", which takes no object";
    }
    if (target == 0 || type.target.empty()) return "";
    if (target == kNameless) return is + ", and the object is of class Nameless";
    if (type.target == "Object") return "";
    const std::string of =
        target >= kOutside ? "Object" : layout().classes[run_.objects[target - 1].type].name;
    return is + ", and the object is of class " + of;
  }

  // Elements of a set in an array, and the like, stand in their order.
  void Assign(std::size_t object, PaperValue& place, PaperValue value) {
    place = std::move(value);
    const std::vector<PaperMember> members = MembersOf(layout(), run_.objects[object].type);
    for (std::size_t i = 0; i < members.size(); ++i) {
      Sort(layout(), *members[i].type, values_[object][i]);
    }
  }

  const ReflectingRun& run_;
  ReflectingVerdict& verdict_;
  Comparison compare_;
  Stage stage_;
  Random random_;
  std::vector<PaperValues> values_;
  Nameless* nameless_ = nullptr;
  const SoundAtTheEnd sound_{stage_.heap, verdict_};
};

}  // namespace

void JudgeAccessing(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict) {
  if (!run.objects.empty()) AccessJudge(run, lie, verdict).Judge();
}

}  // namespace properties::reflecting
