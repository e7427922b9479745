// reference/oracle/cycle.h -- the collector's side: what a step published, and whether it may be
// so.
//
// A step is judged by its events, in order. There are three stages: idle, marking (from a flip to
// the end check) and gathering (from there to the last index). No event says that a gather is over:
// it is when, after its first index, anything else of the cycle happens. The purge of an older
// cycle may run beside the marking, and is over before the gather's first index.
//
// Read next: reference/oracle/purge.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reference/oracle/heap.h"
#include "reference/oracle/purge.h"
#include "reference/oracle/subject.h"
#include "reference/oracle/violation.h"
#include "reference/trace/event.h"

namespace reference {

class Cycle {
 public:
  enum class Stage : std::uint8_t { kIdle, kMarking, kGathering };

  // What the run so far obliges the subject to, for each object.
  struct Note {
    std::uint32_t collects = 0;  // subjects without units: collects it has outlived, unreachable
    bool must_go = false;        // it was unreachable at the flip, and no read answered it since
    bool denied = false;         // a weak read answered null: it is doomed for ever
    bool promised = false;       // a read answered while gathering led to it
    bool scanned = false;        // since the flip
  };

  struct Ways {
    bool begins_at_once = false;  // to begin is no unit; a batch begins where its gather ends
    bool scans_again = false;     // grey objects have no list: what is marked may be scanned again
  };
  void Clear(const Ways& ways);

  // A step of the collector: each event changes the heap, or is a violation.
  Finding SeeStep(Heap& heap, const Promises& promises, const Operation& operation,
                  std::span<const Event> events);
  // The end of an object that is told of beside the mutator, by a lazy sweep.
  Finding SeeEnd(Heap& heap, const Promises& promises, const Event& event);
  // What the step that was seen owes as a whole.
  Finding EndStep(const Heap& heap, const Promises& promises, const Operation& operation);

  // What the mutator did. An object that is born half-made has to be scanned too.
  void Born(Name object, bool counts_as_work);
  // And it was made by another lane than the collector's.
  void BornInSection() { ++born_in_sections_; }
  void Denied(Name object) { notes_[object].denied = true; }
  // A read led to the object.
  void Read(Name object);
  // The mutator did something with the object, or with one that leads to it, while marking.
  void Touched(Name object) { notes_[object].must_go = false; }

  Stage stage() const { return stage_; }
  bool Marking() const { return stage_ == Stage::kMarking; }
  bool Gathering() const { return stage_ == Stage::kGathering; }
  // An index was visited since the end check.
  bool GatherBegun() const { return gather_begun_; }
  // Objects were gathered and are not freed, those that wait left out.
  bool PurgePending() const { return purge_.Batch() > 0 || purge_.Open(); }
  // Nothing is pending, and nothing waits to finish.
  bool IsSettled() const {
    return stage_ == Stage::kIdle && !PurgePending() && !purge_.AnyWaiting();
  }
  const Note& NoteOf(Name object) const { return notes_[object]; }
  const Purge& purge() const { return purge_; }

 private:
  void BeginStep();
  std::string MissingOfWholeCycle() const;
  Finding CheckSurvivors(const Heap& heap, const Promises& promises);
  Finding See(Heap& heap, const Promises& promises, const Event& event);
  Finding SeeDestruction(Heap& heap, const Promises& promises, const Event& event);
  Finding SeeFlip(Heap& heap);
  void KeepFlagged(Heap& heap);
  void LetFlaggedGo(Heap& heap);
  Finding SeeScan(Heap& heap, Name object);
  Finding SeeGather(Heap& heap, const Event& event);
  Finding SeeDissolved(Heap& heap, Name root);
  Finding EndGather(Heap& heap, bool exact);
  Finding EndPurge(Heap& heap, const Promises& promises);
  std::uint64_t Bound(const Heap& heap) const;

  std::vector<Note> notes_;  // by name
  Purge purge_;
  Ways ways_;
  Stage stage_ = Stage::kIdle;
  bool gather_begun_ = false;
  std::uint64_t units_ = 0;          // since the flip: flip, marking and gather
  std::uint64_t alive_at_flip_ = 0;  // and what was born half-made since
  std::uint64_t born_in_sections_ = 0;
  // Within a step:
  bool flipped_ = false;
  bool was_idle_ = false;
  bool was_purged_ = false;  // neither a gather nor a purge was pending
  bool cycle_ended_ = false;
  std::uint32_t step_units_ = 0;
  std::vector<Name> ended_together_;  // roots that kept garbage, dissolved with another
  std::vector<Name> masked_;          // in the root set by the mask of this cycle
  std::vector<Name> reached_;         // scratch
  bool keeps_ = false;                // the step has a mask
  std::vector<char> counting_;        // scratch: reached by references that count
  PlainCollector collector_;
};

}  // namespace reference
