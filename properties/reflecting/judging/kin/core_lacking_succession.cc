#include "properties/reflecting/judging/kin/core_lacking_succession.h"

#include <cstdint>
#include <string>
#include <vector>

#include "core/collect/collector.h"
#include "core/reflect/editing/reload.h"
#include "properties/base/random.h"
#include "properties/reflecting/judging/kin/kin.h"
#include "properties/subjects/core/list_memory.h"

namespace properties::reflecting {
namespace {

using gc::NamedObject;

constexpr int kMostLacks = 4;

class LackingSuccessionJudge {
 public:
  LackingSuccessionJudge(const ReflectingRun& run, ReflectingVerdict& verdict)
      : verdict_(verdict), random_(Mix(run.seed + 43)), all_(Mix(run.seed + 44)) {}

  // Later and later allocations fail, until one does not come.
  void Judge() {
    all_.Draw();
    for (const auto& [from, to] : all_.DrawChanges().becomes) {
      changes_.push_back({all_.classes[from], all_.classes[to]});
    }
    all_.heap.Collect();
    const std::uint32_t before = all_.heap.ObjectCount();
    std::uint64_t number = random_.Below(30);
    for (int tries = 0; tries < kMostLacks; ++tries, number += 1 + random_.Below(60)) {
      std::string error;
      if (!Lacks(number, error)) return;
      ++verdict_.applied;
      if (error != "out of memory") return CompareHalfDone(error);
      CompareUndone(before);
      if (!verdict_.difference.empty()) return;
    }
  }

 private:
  // False if the classes have changed all the same.
  bool Lacks(std::uint64_t number, std::string& error) {
    const FailingAllocation failing(number, /*for_good=*/random_.Chance(1, 2));
    const MayFail may;
    return !gc::Reload(all_.heap, changes_, nullptr, error).has_value();
  }

  // Every sign leads where it led, and nothing is left of what was made, though it had what keeps
  // an old object.
  void CompareUndone(std::uint32_t before) {
    for (std::size_t i = 0; i < all_.drawn.size(); ++i) {
      const DrawnKin& one = all_.drawn[i];
      if (all_.kin[i].is_garbage) continue;
      verdict_.Same("what a sign leads to after a change that lacks memory",
                    one.sign->to == one.object, true);
    }
    all_.heap.Collect();
    verdict_.Same("objects after a change that lacks memory", all_.heap.ObjectCount(), before);
    all_.heap.Start();
    all_.heap.Tick(random_.Below(60));
  }

  // Some references lead to successors already, so these stay.
  void CompareHalfDone(const std::string& error) {
    verdict_.Same("a change that lacks memory", error,
                  "out of memory; some references lead to successors already");
    for (std::size_t i = 0; i < all_.drawn.size(); ++i) {
      const NamedObject* const to = all_.drawn[i].sign->to.Get();
      if (all_.kin[i].is_garbage) continue;
      verdict_.Same("what a sign leads to is there after a change that was not undone",
                    to != nullptr && !to->header().flags.Has(gc::object_flag::kMirroredGarbage),
                    true);
    }
  }

  ReflectingVerdict& verdict_;
  Random random_;
  Kinfolk all_;
  std::vector<gc::ReloadedClass> changes_;
  const SoundAtTheEnd sound_{all_.heap, verdict_};
};

}  // namespace

void JudgeLackingSuccession(const ReflectingRun& run, ReflectingVerdict& verdict) {
  if (NoListMemory::kWorks) LackingSuccessionJudge(run, verdict).Judge();
}

}  // namespace properties::reflecting
