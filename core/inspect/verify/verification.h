// core/inspect/verify/verification.h -- modes in which the shipped collector checks itself.
//
// Some mistakes of a program pass the compiler: it stores a reference past the barrier, or lets a
// disregarded object refer to a managed one. The program then crashes later and elsewhere. These
// modes find the mistake where it was made, and name the holder, the field, the target and the
// chain from a root. They cost as much as a whole marking or more, and are off by default.
//
//   unreachable   after marking, a second search from the roots, which shares nothing with the
//                 marker and changes no bit: it must reach no doomed object
//   assumptions   after each marking, after each full one, or by chance: the whole heap is checked
//                 against the rules (core/inspect/verify/verifier.h), and the references of
//                 disregarded objects are checked
//   referencers   no referencer may be a managed object, or a part of one
//
// Read next: core/inspect/report/inspector.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/heap/heap.h"
#include "core/inspect/search/edge.h"
#include "core/inspect/verify/verifier.h"
#include "core/population/event.h"

namespace gc {
inline namespace GC_BUILD {

struct VerificationOptions {
  bool unreachable = false;
  bool assumptions = false;
  bool assumptions_on_full = false;  // only for cycles that Collect began
  double assumptions_chance = 0;     // the chance of each cycle, 0 to 1
  bool referencers = false;
  std::uint64_t seed = 1;  // of the random numbers
};

struct Finding {
  Rule rule = Rule::kInsertionBarrier;
  const char* sentence = "";  // what the rule requires
  Edge edge;                  // holder, field and target, as far as they exist
  std::string text = {};      // all of the above in words, with the chain from a root
};
inline constexpr std::size_t kMostFindings = 10;

// S20.1: references from reachable objects to doomed or freed ones. Call between steps.
std::vector<Finding> FindReachableDoomed(const Heap& heap);
// S1.20, S20.3: references of disregarded objects to objects that may be freed.
std::vector<Finding> FindDisregardBreaches(const Heap& heap);
// S20.5: referencers that lie in the memory of an object.
std::vector<Finding> FindReferencersInObjects(const Heap& heap);
// S20.2: the findings of the verifier, and those of FindDisregardBreaches.
std::vector<Finding> FindBrokenAssumptions(const Heap& heap, Verifier& verifier);

// Receives findings. Without a function, a finding stops the heap in the faulty build, and aborts
// otherwise.
struct FindingSink {
  void (*report)(void* context, const Finding& finding) = nullptr;
  void* context = nullptr;
};

// Runs the modes at the moments that the options name.
class Verification {
 public:
  Verification(Heap& heap, const VerificationOptions& options, FindingSink sink)
      : heap_(heap), options_(options), sink_(sink), random_(options.seed) {}

  // From the next event on; the random numbers go on.
  void SetOptions(const VerificationOptions& options) { options_ = options; }

  void OnEvent(const Event& event);
  void OnStep(Step step, bool begins);
  std::uint64_t Reported() const { return reported_; }

 private:
  void Report(const std::vector<Finding>& findings);
  bool AssumptionsAreDue();
  bool Chance();

  Heap& heap_;
  VerificationOptions options_;
  const FindingSink sink_;
  Verifier verifier_;
  std::uint64_t random_;
  std::uint64_t reported_ = 0;
  std::uint32_t depth_ = 0;  // of nested steps
  bool full_ = false;
  bool trace_ended_ = false;  // marking ended in this step
};

}  // namespace GC_BUILD
}  // namespace gc
