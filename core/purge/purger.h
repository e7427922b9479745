// core/purge/purger.h -- doomed objects are ended in stages.
//
// An object may need time, or other doomed objects, to let go of what it has. So first every object
// of the batch begins (begin-destroy), and may still look at the others. Then each is asked whether
// it is ready, and if so finishes (finish-destroy); from then on it may touch no other object. When
// all were asked, those that finished are freed. An object that was not ready goes to the waiting
// list, lets go of its references, since what they name may be freed first, and is asked again in
// every later purge, and in idle ticks.
//
// Freeing needs neither the class nor the outer object, which may be gone by then: what it needs
// was noted at begin-destroy. The entry is unpublished and its serial retired before the destructor
// runs; the index can be taken again when the memory is gone.
//
// The lists may have no room (core/purge/doomed_chain.h). What is chained goes through the same
// stages with the others, behind what is listed. Only what freeing needs is not noted before: it is
// read from the object and its class when its turn comes.
//
// Owns the doomed objects of a purge, by stage, and the destroyer, which runs destructors beside
// the mutator. Calls the population, the memory and the callbacks of classes. Thread rules: in a
// step; the destroyer's worker takes the table lock for what it changes.
//
// Upholds: begin-finish-free, finish-before-free, wait-is-revisited, waiting-lets-go,
// index-after-free, serial-moves-on. What a callback stores, core/heap/checked_store.cc guards.
// Read next: core/purge/destroyer.h.

#pragma once

#include <cstddef>
#include <memory>

#include "core/base/deadline.h"
#include "core/base/paged_list.h"
#include "core/base/work.h"
#include "core/population/phase.h"
#include "core/population/population.h"
#include "core/purge/destroyer.h"
#include "core/purge/doomed.h"
#include "core/purge/doomed_chain.h"
#include "core/purge/unready.h"

namespace gc {
inline namespace GC_BUILD {

enum class Stage : std::uint8_t { kNone, kBegin, kPoll, kFree };

class Purger {
 public:
  // A std::bad_alloc if there is no memory for the first page of the list.
  Purger(Population& heap, ObjectMemory& memory);
  Purger(const Purger&) = delete;
  Purger& operator=(const Purger&) = delete;

  // `begin_in_slices`: each begin-destroy is a unit; else all run in the step that ends the gather.
  // `shuffle`: see HeapOptions::shuffle_purge.
  void Open(bool begin_in_slices, std::uint64_t shuffle) {
    begin_in_slices_ = begin_in_slices;
    shuffle_ = shuffle;
  }
  // Whether a destroyer runs destructors on a worker thread, from here on. What it was handed
  // before it destroys in any case.
  void SetHelped(bool helped);

  // Takes the doomed objects of a gather. Objects on the waiting list are polled after them.
  void Begin(PagedList<Doomed>& gathered, DoomedChain& chained);
  // Begins a round in which the objects of the waiting list are asked once more.
  void BeginRound();
  // Goes over to the next stage where one is done. True, once, if that was the last.
  bool IsOver();

  Unit NextUnit() const;
  // The units: up to `budget` of them, one at least; each returns how many.
  Work BeginSome(Work budget);
  Work PollSome(Work budget);
  Work FreeSome(Work budget);

  // Send passes the objects that were handed over to the worker; Wait waits until all of them are
  // freed.
  void Send();
  void Wait();
  // Waits for the destroyer, and works without one from here on.
  void Close() {
    destroyer_.reset();
    helped_ = false;
  }
  // Ends every object of the heap, whatever its roots, and waits for none to be ready.
  void EndAll();
  // Calls an object's begin-destroy on behalf of the user, before any purge; the entry notes it, so
  // it is not repeated.
  void BeginByHand(Object& object);

  Stage stage() const { return stage_; }
  bool Pending() const { return stage_ != Stage::kNone; }
  // The batch is begun first and then polled; from position next() on, that is still to be done.
  // The objects that were ready have finished; those from position freed() on are not freed yet.
  FirstOf<Doomed> batch() const { return {batch_, stage_ == Stage::kFree ? 0 : batch_.size()}; }
  std::size_t next() const { return next_; }
  FirstOf<Doomed> finished() const { return {batch_, finished_}; }
  std::size_t freed() const { return freed_; }
  // The number of objects that there is room for.
  std::size_t capacity() const { return batch_.capacity() + waiting_.capacity(); }
  // Objects that were not ready, and are asked again.
  const PagedList<Doomed>& waiting() const { return waiting_; }
  // The same for which the lists had no room.
  const DoomedChains& chained() const { return chained_; }
  Unready Unfinished() const;

  void Recycle();
  // Gives back the memory that the lists have too much.
  void Trim();

 private:
  void BeginOne(Doomed& doomed);
  bool PollOne(const Doomed& doomed);
  void FreeOne(const Doomed& doomed, TableHold& hold);
  void Finished(std::size_t at);
  bool Owns(const Doomed& doomed);
  void CallBegin(Object& object, Entry& entry);
  void CallFinish(Object& object, Entry& entry);
  void LetGo(Object& object);
  bool IsPermanent(const Object& object) const;
  void FinishAll();
  void Destroy(Object& object);

  Population& heap_;
  ObjectMemory& memory_;
  std::unique_ptr<Destroyer> destroyer_;  // null: it never helped
  bool helped_ = false;                   // false: the thread that takes the step works alone
  bool begin_in_slices_ = true;
  std::uint64_t shuffle_ = 0;

  Stage stage_ = Stage::kNone;
  std::size_t next_ = 0;
  std::size_t freed_ = 0;
  // What is to be begun, and then asked. What finished moves to the front, over what was asked;
  // when all were asked, only that is left.
  PagedList<Doomed> batch_;
  std::size_t finished_ = 0;
  bool all_quiet_ = true;  // every object of the batch that has begun is always ready
  PagedList<Doomed> waiting_;
  DoomedChains chained_;
};

// Whether a purge is to ask objects again that were not ready.
inline bool HasWaiting(const Purger& purger) {
  return !purger.waiting().empty() || !purger.chained().waiting.empty();
}

}  // namespace GC_BUILD
}  // namespace gc
