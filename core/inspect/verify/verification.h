// core/inspect/verify/verification.h -- the shipped collector checks itself, if it is asked to.
//
// What the compiler cannot see, somebody will do: store a reference past the barrier, let an object
// that is never traced refer to one that is. The program then crashes later and elsewhere. These
// modes look for it where it happened, and name the holder, the field, the target and the way from
// a root. They cost what a whole trace costs, or more, and are off unless switched on.
//
//   unreachable   where a trace ends, everything is traced again from the roots, by a search that
//                 shares nothing with the marker and changes no bit: nothing doomed may be reached
//   assumptions   after each trace, or each full one, or by chance, the whole heap is held against
//                 the rules (core/inspect/verify/verifier.h), and who is disregarded against what
//                 it holds
//   referencers   no referencer may be, or be a part of, a managed object
//
// Read next: core/inspect/report/inspector.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/collect/event.h"
#include "core/heap/heap.h"
#include "core/inspect/search/edge.h"
#include "core/inspect/verify/verifier.h"

namespace gc {
inline namespace GC_BUILD {

struct VerificationOptions {
  bool unreachable = false;
  bool assumptions = false;
  bool assumptions_on_full = false;  // only where the cycle was begun by Collect
  double assumptions_chance = 0;     // of each cycle, 0 to 1
  bool referencers = false;
  std::uint64_t seed = 1;  // of the chance
};

struct Finding {
  const char* row = "";  // of the specification: "S20.1"
  Rule rule = Rule::kInsertionBarrier;
  const char* sentence = "";  // what should have been
  Edge edge;                  // holder, field and target, as far as there are any
  std::string text = {};      // all of it in words, with the way from a root
};
inline constexpr std::size_t kMostFindings = 10;

// S20.1: references to what is doomed or gone, from what a root reaches. Asked between two steps.
std::vector<Finding> FindReachableDoomed(const Heap& heap);
// S1.20, S20.3: references of the disregarded to what is neither disregarded nor a root.
std::vector<Finding> FindDisregardBreaches(const Heap& heap);
// S20.5: referencers that lie in the memory of an object.
std::vector<Finding> FindReferencersInObjects(const Heap& heap);
// S20.2: what the verifier finds, and the disregarded.
std::vector<Finding> FindBrokenAssumptions(const Heap& heap, Verifier& verifier);

// Whoever is told of findings. Without a function a finding stops the heap where faults are
// expected, and the program otherwise.
struct FindingSink {
  void (*report)(void* context, const Finding& finding) = nullptr;
  void* context = nullptr;
};

// Looks when the options say so.
class Verification {
 public:
  Verification(Heap& heap, const VerificationOptions& options, FindingSink sink)
      : heap_(heap), options_(options), sink_(sink), random_(options.seed) {}

  void OnEvent(const Event& event);
  void OnStep(Step step, bool begins);
  std::uint64_t Reported() const { return reported_; }

 private:
  void Report(const std::vector<Finding>& findings);
  bool AssumptionsAreDue();
  bool Chance();

  Heap& heap_;
  const VerificationOptions options_;
  const FindingSink sink_;
  Verifier verifier_;
  std::uint64_t random_;
  std::uint64_t reported_ = 0;
  std::uint32_t depth_ = 0;  // of steps
  bool full_ = false;
  bool trace_ended_ = false;  // in this step
};

}  // namespace GC_BUILD
}  // namespace gc
