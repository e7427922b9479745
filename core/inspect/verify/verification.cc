#include "core/inspect/verify/verification.h"

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

void Verification::OnEvent(const Event& event) {
  if (event.kind != EventKind::kEndCheck || event.flag == 0) return;
  trace_ended_ = true;
  if (options_.unreachable) Report(FindReachableDoomed(heap_));
}

// The whole heap is inspected between two steps, where no work is half done.
void Verification::OnStep(Step step, bool begins) {
  if (begins) {
    if (depth_++ == 0) full_ = step == Step::kCollect;
    return;
  }
  if (--depth_ != 0 || !trace_ended_) return;
  trace_ended_ = false;
  if (AssumptionsAreDue()) Report(FindBrokenAssumptions(heap_, verifier_));
  if (options_.referencers) Report(FindReferencersInObjects(heap_));
}

// A random number is drawn for each cycle, whatever the other options say, so that the options do
// not change which cycles are chosen.
bool Verification::AssumptionsAreDue() {
  const bool drawn = Chance();
  return drawn || options_.assumptions || (options_.assumptions_on_full && full_);
}

bool Verification::Chance() {
  random_ = random_ * 6364136223846793005u + 1442695040888963407u;
  const double between_0_and_1 = static_cast<double>(random_ >> 11) * 0x1p-53;
  return between_0_and_1 < options_.assumptions_chance;
}

void Verification::Report(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) {
    reported_ += 1;
    if (sink_.report != nullptr) {
      sink_.report(sink_.context, finding);
    } else if constexpr (kFaulty) {
      heap_.collector().population.Fail(
          {.rule = finding.rule, .index = finding.edge.target, .sentence = finding.sentence});
    } else {
      Abort(Misuse{.rule = finding.rule,
                   .sentence = finding.sentence,
                   .where = GC_HERE,
                   .what = finding.text.c_str()});
    }
  }
}

}  // namespace GC_BUILD
}  // namespace gc
