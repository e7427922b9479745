#include "properties/reflecting/judging/core_editing.h"

#include <algorithm>
#include <utility>

#include "core/reflect/editing/duplicate.h"
#include "core/reflect/editing/replace_references.h"
#include "properties/base/random.h"
#include "properties/reflecting/sound.h"
#include "properties/subjects/core/list_memory.h"
#include "reference/reflecting/paper_edits.h"

namespace properties::reflecting {
namespace {

using reference::reflecting::kOutside;
using reference::reflecting::PaperReplacement;

class EditingJudge {
 public:
  EditingJudge(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict)
      : run_(run), verdict_(verdict), compare_(verdict, lie), stage_(run.saved) {}

  void Judge() {
    stage_.Make(run_);
    for (std::size_t i = 0; i < run_.objects.size(); ++i) {
      stage_.Set(*stage_.named.At(NameOf(i)), TypeOf(i), run_.objects[i].values);
    }
    gc::NamedObject* const copy = DuplicateInAMarking();
    if (copy == nullptr || Differs()) return;
    const Named copies = stage_.Loaded(run_, *copy);
    std::vector<PaperValues> values;
    for (std::size_t i = 0; i < run_.objects.size(); ++i) {
      values.push_back(reference::reflecting::Duplicated(
          run_.saved.layout, TypeOf(i), run_.objects[i].values, run_.saved.defaults[TypeOf(i)]));
    }
    if (compare_.Lies(ReflectingLie::kWrongDuplicate)) Falsify(values);
    Compare(copies, values, "duplicate of");
    for (std::size_t i = 1; i < run_.objects.size() && !Differs(); ++i) {
      CompareFlags(*copies.At(NameOf(i)), i, gc::object_flag::kNone);
    }
    std::vector<PaperValues> originals;
    for (const RunObject& object : run_.objects) originals.push_back(object.values);
    Compare(stage_.named, originals, "after a duplicate was made,");
    if (!Differs()) Replace(copies, values, originals);
  }

 private:
  static Name NameOf(std::size_t object) { return static_cast<Name>(object + 1); }
  std::size_t TypeOf(std::size_t object) const { return run_.objects[object].type; }
  bool Differs() const { return !verdict_.difference.empty(); }

  static void Falsify(std::vector<PaperValues>& values) {
    for (PaperValues& one : values) {
      if (!one.empty()) one.back().number += 1;
    }
  }

  gc::NamedObject* DuplicateInAMarking() {
    Random random(Mix(run_.seed + 7));
    stage_.heap.Start();
    stage_.heap.Tick(random.Below(40));
    std::string error;
    gc::NamedObject& original = *stage_.named.At(1);
    DescribeByFlags(random);
    gc::NamedObject* outer = nullptr;
    if (random.Chance(1, 2)) outer = stage_.factory.New<gc::Package>({.name = "Around"});
    const gc::ObjectFlags more = DescriptionBy(random);
    gc::NamedObject* const copy = gc::DuplicateObject(
        stage_.heap, original, {.outer = outer, .name = "copy", .flags = more}, error);
    verdict_.Same("duplicating", error, "");
    if (copy == nullptr) return nullptr;
    stage_.heap.AddRoot(copy);
    ComparePlace(*copy, outer, more);
    return copy;
  }
  // What an author says of an object, and a copy has too.
  static constexpr gc::ObjectFlags kDescribing =
      gc::object_flag::kPublic | gc::object_flag::kStandalone | gc::object_flag::kTransient;
  static gc::ObjectFlags DescriptionBy(Random& random) {
    constexpr gc::ObjectFlags kEach[] = {gc::object_flag::kNone, gc::object_flag::kPublic,
                                         gc::object_flag::kStandalone, gc::object_flag::kTransient};
    return kEach[random.Below(4)];
  }
  void DescribeByFlags(Random& random) {
    for (std::size_t i = 0; i < run_.objects.size(); ++i) {
      described_.push_back(DescriptionBy(random));
      stage_.heap.SetFlags(stage_.named.At(NameOf(i)),
                           described_.back() | gc::object_flag::kNeedsLoad);
    }
  }
  // The first copy stands where the plan says, and has its flags too.
  void ComparePlace(const gc::NamedObject& copy, const gc::NamedObject* outer,
                    gc::ObjectFlags more) {
    verdict_.Same("the name of a duplicate", copy.NameText(), "copy");
    const gc::NamedObject* const around =
        outer != nullptr ? outer : gc::Factory(stage_.heap).TransientPackage();
    verdict_.Same("a duplicate stands where the plan says", copy.outer() == around, true);
    CompareFlags(copy, 0, more);
  }
  void CompareFlags(const gc::Object& copy, std::size_t of, gc::ObjectFlags more) {
    const gc::ObjectFlags has = copy.header().flags.Load();
    verdict_.Same("flags that describe a duplicate", has & kDescribing, described_[of] | more);
    verdict_.Same("other flags of a duplicate", has & gc::object_flag::kNeedsLoad, 0);
  }

  void Compare(const Named& names, const std::vector<PaperValues>& values,
               const std::string& what) {
    for (std::size_t i = 0; i < run_.objects.size(); ++i) {
      const auto found = names.objects.find(NameOf(i));
      const std::string called = what + " object " + std::to_string(i + 1);
      verdict_.Same(called, found != names.objects.end() ? "there" : "gone", "there");
      if (Differs()) return;
      compare_.Values(run_.saved.layout, TypeOf(i), stage_.Get(*found->second, TypeOf(i), names),
                      values[i], called);
      compare_.Walk(stage_, *found->second, TypeOf(i), values[i], names, called);
    }
  }

  // One of the originals by another, which no copy refers to; or one outsider by the other, which
  // all refer to.
  void Replace(const Named& copies, std::vector<PaperValues> values,
               std::vector<PaperValues> originals) {
    Random random(Mix(run_.seed + 8));
    const Name objects = static_cast<Name>(run_.objects.size());
    PaperReplacement replacement{.from = kOutside, .to = kOutside + 1};
    const bool outside = random.Chance(1, 2);
    if (!outside) {
      replacement.from = 1 + random.Below(objects);
      replacement.to = 1 + random.Below(objects);
      replacement.fits = TypeOf(replacement.to - 1) >= TypeOf(replacement.from - 1);
    }
    const gc::Replaced replaced =
        Replace(*stage_.named.At(replacement.from), stage_.named.At(replacement.to), random);
    verdict_.Same("outers that stay", replaced.LeftFor(gc::WhyLeft::kImmutable),
                  ChildrenOf(replacement.from));
    std::vector<PaperValues> defaults = run_.saved.defaults;
    for (std::size_t i = 0; i < defaults.size(); ++i) Apply(replacement, i, defaults[i]);
    for (std::size_t i = 0; i < objects; ++i) {
      Apply(replacement, TypeOf(i), originals[i]);
      if (outside) Apply(replacement, TypeOf(i), values[i]);
    }
    if (compare_.Lies(ReflectingLie::kWrongReplacement)) Falsify(originals);
    Compare(stage_.named, originals, "after references were replaced,");
    Compare(copies, values, "after references were replaced, copy of");
    for (std::size_t i = 0; i < defaults.size(); ++i) {
      compare_.Values(run_.saved.layout, i, stage_.Get(stage_.DefaultOf(i), i, stage_.named),
                      defaults[i], "default after references were replaced");
    }
    stage_.heap.Collect();
  }
  // Where memory runs out in the midst of it, a second call goes on.
  gc::Replaced Replace(gc::Object& from, gc::Object* to, Random& random) {
    if (NoListMemory::kWorks && random.Chance(1, 2)) {
      const FailingAllocation failing(random.Below(10));
      const MayFail may;
      gc::Replaced replaced = gc::ReplaceReferences(stage_.heap, from, to);
      if (!replaced.ran_out) return replaced;
      verdict_.Same("replacing runs out of memory that there is", failing.failed(), true);
    }
    gc::Replaced replaced = gc::ReplaceReferences(stage_.heap, from, to);
    verdict_.Same("replacing runs out of memory that there is", replaced.ran_out, false);
    return replaced;
  }
  void Apply(const PaperReplacement& replacement, std::size_t type, PaperValues& values) const {
    values = reference::reflecting::Replaced(run_.saved.layout, type, values, replacement);
  }
  std::uint64_t ChildrenOf(Name name) const {
    std::uint64_t children = 0;
    for (std::size_t i = 1; i < run_.objects.size(); ++i) {
      children += NameOf(run_.objects[i].outer) == name;
    }
    return children;
  }

  const ReflectingRun& run_;
  ReflectingVerdict& verdict_;
  Comparison compare_;
  Stage stage_;
  std::vector<gc::ObjectFlags> described_;  // by object
  const SoundAtTheEnd sound_{stage_.heap, verdict_};
};

}  // namespace

void JudgeEditing(const ReflectingRun& run, ReflectingLie lie, ReflectingVerdict& verdict) {
  EditingJudge(run, lie, verdict).Judge();
}

}  // namespace properties::reflecting
