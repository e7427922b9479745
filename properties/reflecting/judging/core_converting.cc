#include "properties/reflecting/judging/core_converting.h"

#include <memory>
#include <new>
#include <string>
#include <vector>

#include "core/reflect/editing/value_conversion.h"
#include "properties/reflecting/drawing.h"
#include "properties/reflecting/sound.h"
#include "properties/reflecting/stage.h"
#include "properties/reflecting/turning.h"
#include "reference/reflecting/paper_conversion.h"

namespace properties::reflecting {
namespace {

using reference::reflecting::kOutside;
using reference::reflecting::PaperConversion;
using reference::reflecting::PaperLayout;
using reference::reflecting::Shape;

constexpr int kConversions = 40;

// A value of a type of the table, in memory of its own.
class LooseValue {
 public:
  explicit LooseValue(const TypeEntry& entry)
      : entry_(entry), bytes_(static_cast<std::byte*>(::operator new(entry.size, kAlignment))) {
    entry_.construct(at());
  }
  ~LooseValue() { entry_.destroy(at()); }
  LooseValue(const LooseValue&) = delete;
  LooseValue& operator=(const LooseValue&) = delete;
  std::byte* at() const { return bytes_.get(); }

 private:
  static constexpr std::align_val_t kAlignment{16};
  struct Release {
    void operator()(std::byte* bytes) const { ::operator delete(bytes, kAlignment); }
  };
  const TypeEntry& entry_;
  std::unique_ptr<std::byte, Release> bytes_;
};

class ConvertingJudge {
 public:
  ConvertingJudge(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict)
      : run_(run), lie_(lie), verdict_(verdict), stage_(run.saved) {}

  void Judge() {
    stage_.Make(run_);
    for (const Name name : {kReplacement, kReplacement + 1}) {
      stage_.named.Add(name, *stage_.factory.New<gc::NamedObject>());
    }
    for (int i = 0; i < kConversions && verdict_.difference.empty(); ++i) {
      Random random(SeedOfCase(run_.seed, static_cast<std::uint64_t>(30'000 + i)));
      const TypeEntry& from = DrawFrom(random);
      const TypeEntry& to = DrawRelative(random, *from.paper, kLoose);
      JudgeOne(random, from, to);
    }
  }

 private:
  // Half the time any; else a number, a real one, or a set of objects, of which two may become one.
  static const TypeEntry& DrawFrom(Random& random) {
    const std::uint32_t drawn = random.Below(10);
    while (true) {
      const TypeEntry& entry = DrawType(random, kLoose);
      const Shape shape = entry.paper->shape;
      const bool is_set = shape == Shape::kSet && entry.paper->parts[0]->shape == Shape::kObject;
      if (drawn > 4 || (drawn == 4 && is_set)) return entry;
      if ((drawn < 2 && shape == Shape::kInteger) || (drawn < 4 && shape == Shape::kReal)) {
        return entry;
      }
    }
  }

  PaperValue Drawn(Random& random, const TypeEntry& entry) {
    PaperValue value =
        DrawValue(random, run_.saved.layout, *entry.paper, static_cast<Name>(run_.objects.size()));
    // A number that no enumerator has.
    if (entry.paper->shape == Shape::kMood && random.Chance(1, 4)) value.number = 77;
    Sort(run_.saved.layout, *entry.paper, value);
    return value;
  }

  // What took the place of something is met nowhere else; but in a set two may become one.
  void JudgeOne(Random& random, const TypeEntry& from, const TypeEntry& to) {
    const PaperLayout& layout = run_.saved.layout;
    PaperConversion paper{.layout = layout, .knows_paths = random.Chance(3, 4)};
    const PaperValue was = Drawn(random, from);
    PaperValue is = Drawn(random, to);
    if (random.Chance(1, 2)) {
      const bool may_meet = from.paper->shape == Shape::kSet;
      paper.instead[kOutside] = may_meet ? kOutside + 1 : kReplacement + 1;
      paper.instead[1] = kReplacement;
    }
    const std::string what =
        TextOf(*from.paper) + ' ' + TextOf(was) + " into " + TextOf(*to.paper) + ' ' + TextOf(is);
    const LooseValue old(from);
    const LooseValue now(to);
    from.set(old.at(), was, stage_.named);
    to.set(now.at(), is, stage_.named);
    gc::ObjectMap instead;
    for (const auto& [one, other] : paper.instead) {
      instead[stage_.named.At(one)] = stage_.named.At(other);
    }
    const gc::ValueConversion conversion(instead, paper.knows_paths ? &stage_.paths : nullptr);
    const std::size_t left_out = conversion.Convert(*to.type, now.at(), *from.type, old.at());
    std::size_t should = paper.Convert(*to.paper, is, *from.paper, was);
    if (lie_ == ReflectingLie::kWrongConversion) should += 1;
    PaperValue said = to.get(now.at(), stage_.named);
    Sort(layout, *to.paper, said);
    Sort(layout, *to.paper, is);
    ++verdict_.applied;
    verdict_.Same(what + ": parts without a place", left_out, should);
    verdict_.Same(what, TextOf(said), TextOf(is));
  }

  static constexpr Name kReplacement = 90;
  const ReflectingRun& run_;
  const ReflectingLie lie_;
  ReflectingVerdict& verdict_;
  Stage stage_;
  const SoundAtTheEnd sound_{stage_.heap, verdict_};
};

}  // namespace

void JudgeConverting(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict) {
  ConvertingJudge(run, lie, verdict).Judge();
}

}  // namespace properties::reflecting
