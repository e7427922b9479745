// core/purge/purger.h -- the doomed are ended in stages.
//
// An object may need other doomed objects, or time, to let go of what it has. So first all begin:
// each may still look at the others. Then each is asked whether it is ready, and if so finishes; it
// may touch no other object any more. Only when all were asked are those that finished freed. An
// object that was not ready is not waited for: it goes to the waiting list, lets go of its
// references (what they name may be freed before it), and is asked again in every later purge, and
// in idle ticks.
//
// Freeing needs neither class nor outer object, which may be gone by then: what it needs was noted
// at the beginning. The entry is unpublished and its serial retired before the destructor runs; the
// index can be taken again when the memory is gone.
//
// Owns the doomed objects of a purge, by stage, and the destroyer, which runs destructors beside
// the mutator. Calls the population, the memory and the callbacks of classes. Thread rules: in a
// step; what the destroyer does, it does on its own thread, under the table lock.
//
// Upholds: begin-finish-free, finish-before-free, wait-is-revisited, waiting-lets-go,
// index-after-free, serial-moves-on. What a callback stores, core/heap/checked_store.cc guards.
// Read next: core/purge/destroyer.h.

#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/base/deadline.h"
#include "core/population/phase.h"
#include "core/population/population.h"
#include "core/purge/destroyer.h"
#include "core/purge/doomed.h"
#include "core/purge/unready.h"

namespace gc {
inline namespace GC_BUILD {

enum class Stage : std::uint8_t { kNone, kBegin, kPoll, kFree };

class Purger {
 public:
  Purger(Population& heap, ObjectMemory& memory) : heap_(heap), memory_(memory) {}
  Purger(const Purger&) = delete;
  Purger& operator=(const Purger&) = delete;

  // `begin_in_slices`: or all begin at once. `helped`: by a destroyer.
  void Open(bool begin_in_slices, bool helped);

  // Takes the doomed of a gather. Those that wait already are asked with them, behind them.
  void Begin(std::vector<Doomed>& gathered);
  // A round of those that wait.
  void BeginRound();
  // Goes over to the next stage where one is done. True if that was the last, once.
  bool IsOver();

  Unit NextUnit() const;
  // The units.
  void BeginNext();
  void PollNext();
  void FreeNext();

  // Sends to the destroyer what it was handed; and waits until all of that is gone.
  void Send();
  void Wait();
  // No destroyer from here on, and all that it was handed is gone.
  void Close() { destroyer_.reset(); }
  // Every object of the heap is doomed, and none is waited for.
  void EndAll();
  // The user begins an object's end before the collector does; its entry remembers.
  void BeginByHand(Object& object);

  Stage stage() const { return stage_; }
  bool Pending() const { return stage_ != Stage::kNone; }
  // The batch is begun and then polled; from `next` on that is still to be done. Those that were
  // ready have finished, and are freed when all have been polled; from `freed` on they are there.
  const std::vector<Doomed>& batch() const { return batch_; }
  std::size_t next() const { return next_; }
  const std::vector<Doomed>& finished() const { return finished_; }
  std::size_t freed() const { return freed_; }
  // Were not ready, and are asked again.
  const std::vector<Doomed>& waiting() const { return waiting_; }
  Unready Unfinished() const;

  void Recycle();

 private:
  bool Owns(const Doomed& doomed);
  void CallBegin(Object& object);
  void CallFinish(Object& object);
  void LetGo(Object& object);

  Population& heap_;
  ObjectMemory& memory_;
  std::unique_ptr<Destroyer> destroyer_;  // null: the thread that takes the step works alone
  bool begin_in_slices_ = true;

  Stage stage_ = Stage::kNone;
  std::size_t next_ = 0;
  std::size_t freed_ = 0;
  std::vector<Doomed> batch_;
  std::vector<Doomed> finished_;
  std::vector<Doomed> waiting_;
};

}  // namespace GC_BUILD
}  // namespace gc
