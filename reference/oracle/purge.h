// reference/oracle/purge.h -- the order in which the objects of a batch are destroyed.
//
// What a gather found is a batch. In a batch all objects begin their destruction before any
// finishes, and all finish before any is freed, each once. An object that is not ready to finish
// leaves its batch and waits; it is asked again by every later purge, and finishes in a batch of
// its own.
//
// Read next: reference/oracle/cycle.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "reference/oracle/heap.h"
#include "reference/oracle/violation.h"
#include "reference/trace/event.h"

namespace reference {

class Purge {
 public:
  void Clear();
  void Born(Name object);

  // A step of the collector begins.
  void BeginStep();
  // The object is in the batch; `begun`: it was told by hand to begin.
  void Gathered(bool begun);
  // What the subject published of an object that is born. `staged`: the subject publishes all
  // stages; otherwise only what must not be destroyed at all is held against it.
  Finding SeePoll(const Heap& heap, const Event& event);
  Finding SeeBegan(Heap& heap, bool staged, Name object);
  Finding SeeFinished(Heap& heap, bool staged, Name object);
  Finding SeeFreed(Heap& heap, bool staged, Name object);
  // The purge is over: what was ready is gone. What waits is in no batch.
  Finding End(const Heap& heap, bool staged);
  // Everything that waits was asked in this step, which the sentence calls `step`.
  Finding CheckWaiting(const char* step) const;

  // Objects of the batch that are neither freed nor waiting.
  std::uint32_t Batch() const { return batch_; }
  // Those of them that have not begun.
  std::uint32_t Unbegun() const { return unbegun_; }
  // A purge or a round of polls has begun and not ended.
  bool Open() const { return open_; }
  // One of the batch has finished.
  bool Finishing() const { return finishing_; }
  bool IsWaiting(Name object) const { return notes_[object].waiting; }
  bool AnyWaiting() const;
  std::size_t WaitingBeforeStep() const { return waiting_before_; }

 private:
  struct Note {
    bool waiting = false;  // it left its batch for the waiting list
    bool polled = false;   // in this step
  };
  std::vector<Note> notes_;    // by name
  std::vector<Name> waiting_;  // includes some that wait no longer
  std::size_t waiting_before_ = 0;
  std::uint32_t batch_ = 0;
  std::uint32_t unbegun_ = 0;     // of the batch
  std::uint32_t unfinished_ = 0;  // of the batch
  bool finishing_ = false;
  bool open_ = false;
};

// Nothing that is reachable is destroyed, in any stage; `what` happened to the object.
Finding MustNotDestroy(const Heap& heap, Name object, const char* what);

}  // namespace reference
