// model/bounded/small_heap.h -- Z3 checks the tri-colour and barrier invariants on a small heap.
//
// Two questions are asked of a heap of so many objects with so many fields:
//
//   one step    from every heap that keeps the invariants, does every action keep them, and do what
//               the oracle asks? (`Prove` with these sizes)
//   runs        from the empty heap, do all runs of up to so many steps keep them? This needs no
//               faith in the invariants being the right ones: a run is a run.
//
// When one is broken, the answer is a picture: the heap, the step, and the heap after it. Of the
// many heaps that show it, one is drawn from which nothing can be left out.
//
// Read next: heap_picture.h, unrolling.h.

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/fault_set.h"
#include "core/rules.h"
#include "model/bounded/heap_picture.h"
#include "reference/trace/trace.h"

namespace model {

enum class Solver : std::uint8_t { kZ3, kCvc5 };

struct SmallHeapOptions {
  int objects = 3;        // 1 to kMostObjects
  int fields = 2;         // 1 to kMostFieldsOfSmallHeap
  std::size_t depth = 4;  // steps of the runs from the empty heap; 0: only single steps
  reference::Locals locals = reference::Locals::kDead;
  gc::FaultSet faults;
  Solver solver = Solver::kZ3;
  unsigned jobs = 2;
  unsigned timeout_ms = 60'000;  // for each question
  // Called before each question, with what it is about: "runs of 3 steps".
  std::function<void(const std::string&)> progress = {};
};
inline constexpr int kMostObjects = 6;
inline constexpr int kMostFieldsOfSmallHeap = 4;

// The result of one of the two questions.
struct SmallHeapRow {
  std::string question;        // "one step", or "runs"
  std::size_t depth = 0;       // of the runs: the steps that were decided
  std::size_t conditions = 0;  // asked of the solver, or decided without one
  std::size_t broken = 0;
  std::size_t inconclusive = 0;
  double seconds = 0;
};

struct SmallHeap {
  std::vector<SmallHeapRow> rows;
  std::size_t actions = 0;         // of the machine
  std::size_t impossible = 0;      // those that no heap of this size allows; counted by Z3 only
  std::vector<DrawnRun> pictures;  // of the first broken condition, and of the shortest broken run
  bool Holds() const;
  bool Inconclusive() const;
};

SmallHeap ProveSmallHeap(const SmallHeapOptions& options);

// The picture of a condition that is broken, by its action and claim (Condition); empty if Z3
// proves it or runs out of time.
DrawnRun DrawBroken(const SmallHeapOptions& options, const std::string& action,
                    const std::string& claim);

}  // namespace model
