// core/collect/marker.cc -- flip, initial references, end check.
//
// Upholds: flip-precondition, mark-once, flip-leaves-unreachable, initial-references-always,
// scan-is-atomic, referencer-barrier, end-needs-empty.
// Read next: core/mark/scanner.cc.

#include "core/collect/marker.h"

#include <array>
#include <cstddef>
#include <utility>

#include "core/base/room.h"
#include "core/population/use.h"

namespace gc {
inline namespace GC_BUILD {

// Marks and queues a root that the flip found; no other thread marks meanwhile.
void Marker::FoundRoot(Object& target) {
  if (!scanner_.IsFoundLive(target) || clusters_.Reach(target)) return;
  if (heap_.MarkAlone(target)) wavefront_.Requeue(target);
}

void Marker::FoundReported(Object& target) {
  elimination_.Notice(target);
  scanner_.Found(target);
}

void Marker::Reset() {
  initial_references_taken_ = false;
  ran_dry_ = false;
  end_decided_ = false;
  scanner_.Reset();
  if constexpr (kFaulty) reported_.clear();  // with a fault a trace ends before they are taken
  was_reported_ = false;
}

void Marker::Begin() {
  if constexpr (kUseChecked) from_.roots.CheckDisregarded();
  Reset();
  elimination_.TakeOverChoice();
  const bool beside = heap_.sharing.workers() != nullptr && from_.outside.FirstReferencer();
  return beside ? FlipAndAsk() : Flip();
}

// The flip exchanges two bits and leaves the third, unreachable, alone: the objects of a purge that
// is pending are no part of the new cycle. Listeners hear of the flip before they hear of any
// cluster that is dissolved with it.
void Marker::Flip() {
  {
    const TableLock lock(heap_.sharing);  // S8.1
    heap_.colours.Flip();
  }
  if constexpr (kFaulty) {
    for (const Index index : heap_.table.Indices()) {
      Object* const object = heap_.table[index].Occupant();
      if (object != nullptr && Marks::IsUnreachable(heap_.table.Mark(index)) &&
          !heap_.Obeys(Rule::kFlipLeavesUnreachable, Fault::kSwapUnreachableToo, GC_HERE)) {
        heap_.Give(*object, heap_.marks().White());
      }
    }
  }
  flips_ += 1;
  elimination_.BeginCycle();
  heap_.colours.Enter(Phase::kMarking);
  clusters_.BeginCycle();
  from_.construction.KeepAll();
  TakeRoots();
  heap_.Publish({.kind = EventKind::kFlip});
  clusters_.DissolveReached();
}

// Roots lie anywhere in memory, so each is asked for some roots before its turn.
void Marker::TakeRoots() {
  constexpr std::size_t kAhead = 16;
  std::array<Object*, kAhead> asked{};
  std::size_t next = 0;
  const auto turn = [&](Object* root) {
    if (Object* const due = std::exchange(asked[next++ % kAhead], root)) FoundRoot(*due);
  };
  const auto take = [&turn](Object& root) {
    __builtin_prefetch(&root.header().mark, 1);
    turn(&root);
  };
  from_.roots.ForEachKept(take);
  from_.roots.ForEachMasked(take);
  for (std::size_t i = 0; i < kAhead; ++i) turn(nullptr);
}

// Asks the referencers on another thread while this one flips and greys the roots: referencers only
// read their slots, and the flip only writes marks. What they report is kept until the initial
// references are taken; until then nothing can be freed. If there is no memory to keep it, they are
// asked once more then.
void Marker::FlipAndAsk() {
  was_reported_ = true;
  Reporter hold(
      [](void* context, Object* target) {
        Marker& self = *static_cast<Marker*>(context);
        self.was_reported_ = self.was_reported_ && TryPush(self.reported_, target);
      },
      this,
      {[](void* elimination, ObjectSlot& slot) {
         return static_cast<Elimination*>(elimination)->ClearsReported(slot);
       },
       &elimination_});
  heap_.sharing.workers()->Both([this] { Flip(); }, [&] { from_.outside.Ask(hold); });
  if (!was_reported_) reported_.clear();
}

void Marker::MarkMasked() {
  from_.roots.ForEachMasked([this](Object& root) { scanner_.Found(root); });
}

// Takes all of them, even if the barrier list is not empty: the two hold different references
// (initial-references-always).
void Marker::TakeInitialReferences() {
  initial_references_taken_ = true;
  const std::size_t before = wavefront_.work().size();
  if (was_reported_) {
    for (Object* const target : reported_) FoundReported(*target);
    reported_.clear();
  } else {
    AskReferencers();
  }
  AskLocals();
  heap_.Publish({.kind = EventKind::kInitialReferences,
                 .detail = static_cast<std::uint32_t>(wavefront_.work().size() - before)});
}

void Marker::AskReferencers() {
  Reporter shade(
      [](void* context, Object* target) {
        Marker& self = *static_cast<Marker*>(context);
        if (!self.wavefront_.barrier().empty() &&
            !self.heap_.Obeys(Rule::kInitialReferencesAlways, Fault::kSkipReferencers, GC_HERE)) {
          return;
        }
        self.FoundReported(*target);
      },
      this,
      {[](void* elimination, ObjectSlot& slot) {
         return static_cast<Elimination*>(elimination)->ClearsReported(slot);
       },
       &elimination_});
  from_.outside.Ask(shade);
}

void Marker::AskLocals() {
  from_.outside.ForEachLocal([this](Object& target) { scanner_.Found(target); });
}

void Marker::AskLocalsAgain() {
  from_.outside.ForEachLocal([this](Object& target) {
    if (heap_.IsLive(target) && heap_.IsWhite(target.header().index) &&
        !heap_.Obeys(Rule::kReferencerBarrier, Fault::kSkipLocalsInFinalPass, GC_HERE)) {
      return;
    }
    scanner_.Found(target);
  });
}

void Marker::AskRawAgain() {
  Reporter shade(
      [](void* context, Object* target) {
        Marker& self = *static_cast<Marker*>(context);
        Population& heap = self.heap_;
        if (heap.IsLive(*target) && heap.IsWhite(target->header().index) &&
            !heap.Obeys(Rule::kReferencerBarrier, Fault::kSkipRawInFinalPass, GC_HERE)) {
          return;
        }
        self.scanner_.Found(*target);
      },
      this);
  from_.outside.AskRaw(shade);
}

Unit Marker::NextUnit() {
  if (end_decided_) return Unit::kEndCheck;
  if (!initial_references_taken_ &&
      (ran_dry_ || heap_.Obeys(Rule::kEndNeedsEmpty, Fault::kIgnoreUnfinishedTask))) {
    return Unit::kInitialReferences;
  }
  if (!wavefront_.work().empty()) return Unit::kScan;
  ran_dry_ = true;
  if (!wavefront_.barrier().empty() &&
      heap_.Obeys(Rule::kEndNeedsEmpty, Fault::kLookAtOneList, GC_HERE)) {
    return Unit::kBarrierList;
  }
  if (wavefront_.HasLeftOver()) return Unit::kScan;
  // An object that is pending construction was not scanned, so marking does not end
  // (construction-is-kept).
  if (!from_.construction.pending().empty() &&
      heap_.Obeys(Rule::kEndNeedsEmpty, Fault::kIgnoreUnconstructed, GC_HERE)) {
    return Unit::kNone;
  }
  return Unit::kEndCheck;
}

// The fault ignore-unfinished-task: marking ends though the initial references were never taken.
// The breach is published if one of them is white.
void Marker::NoticeUnfinishedTask() {
  if constexpr (kFaulty) {
    if (initial_references_taken_) return;
    Reporter notice(
        [](void* context, Object* target) {
          Population& heap = static_cast<Marker*>(context)->heap_;
          if (!heap.IsLive(*target) || !heap.IsWhite(target->header().index)) return;
          heap.Obeys(Rule::kEndNeedsEmpty, Fault::kIgnoreUnfinishedTask, GC_HERE);
        },
        this);
    from_.outside.Ask(notice);
    from_.outside.ForEachLocal([&notice](Object& target) { notice.Raw(&target); });
  }
}

bool Marker::CheckEnd() {
  if (end_decided_) {
    if (!wavefront_.barrier().empty()) {
      heap_.Obeys(Rule::kEndNeedsEmpty, Fault::kBarrierOffLate, GC_HERE);
    }
    return true;
  }
  AskRawAgain();
  if (from_.outside.discipline() == Locals::kRescanned) AskLocalsAgain();
  // Here every strongly reachable object is marked; if nothing new was found, all are black.
  const bool empty = wavefront_.work().empty() && !wavefront_.HasLeftOver();
  end_decided_ = empty && !heap_.Obeys(Rule::kEndNeedsEmpty, Fault::kBarrierOffLate);
  if (empty && !end_decided_) return true;
  heap_.Publish({.kind = EventKind::kEndCheck, .flag = 0});
  return false;
}

void Marker::EndWithFaults() {
  NoticeUnfinishedTask();
  scanner_.Reset();
}

void Marker::Forget(const Object& object) {
  const TableLock lock(heap_.sharing);
  std::erase(reported_, &object);
}

}  // namespace GC_BUILD
}  // namespace gc
