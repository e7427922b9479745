// reference/oracle/oracle.h -- what an incremental collector owes its mutator.
//
// The plain collector (plain_collector.h) says what lives. An incremental collector works while the
// mutator does, so it may keep some objects longer, and answer some reads in two ways. The oracle
// is the contract about that. It holds a subject to these properties:
//
//   safety        nothing reachable or held is gathered, begun, finished or freed
//   fields        every object has the fields that it was given (compared by the judge)
//   completeness  what was unreachable at the flip, and not in the closure of a read answered
//                 between flip and end check, is gathered in this cycle, and freed by the end of
//                 its purge if it was ready; with a subject that does not publish its units, it is
//                 gone after enough collects
//   weak-answer   a weak read of a reachable object answers the object; of another one, the object
//                 or null. Null is for ever; what an answer led to is not gathered in this cycle.
//                 After the end check, what must go in this cycle is answered with null only. A
//                 subject may promise less: then a doomed object may be answered until it is freed
//   order         in a batch all begin before any finishes before any is freed, each once
//   progress      a tick does a unit while work is left; a cycle ends within a bound; no object is
//                 scanned twice in a cycle
//   pause         a tick does no more units than its budget
//
// Where that leaves the subject a choice, the oracle names the permitted answers and adopts the one
// that was given; hence one oracle for each subject and run. Two calls decide everything:
//
//   Allows(operation)       whether the mutator could do this at all; if not, it is skipped for the
//                           subject and the oracle alike
//   Apply(operation, ...)   what the operation means, and whether what the subject answered and
//                           published is permitted
//
// What an operation means where the sentences above leave it open:
//
//   names         The mutator can name what was reachable at the last step of the collector, and
//                 what was made or read since, with all that these led to when they were read.
//   reads         A read answered while gathering promises that what it led to is not gathered in
//                 that cycle. A read answered while marking promises nothing beyond the next step,
//                 for a local that dies at the step is no root.
//   steps         A mutator operation publishes no unit and destroys nothing, but for what a lazy
//                 sweep had found dead before. A tick stops at the
//                 end of a cycle. A flip inside a cycle does not discharge it: what had to go still
//                 has to, by the next end.
//   construction  (`reserve` to `complete`) The object is in the root set, and the mutator may do
//                 with it what it may do with any object. Nothing else finds it: a weak read
//                 answers null, which denies nothing, and the object after `complete`. Marking does
//                 not end before it was scanned, so that a tick may do nothing while a constructor
//                 runs, and `collect` is skipped.
//   abandoned     (`abandon a w0`) The object was reserved, and is gone at once: the weak reference
//                 that was made meanwhile answers null for ever, whatever is born after it.
//   purge         (`purge N`) A step like a tick, of gathering and purging alone: a marking that is
//                 pending stays as it is, and the batch of an older cycle ends beside it.
//   finish-purge  The same to its end, with a budget of any size: nothing that was gathered is
//   left,
//                 but for what waits, and all of that was asked.
//   flag          A flag of an author keeps nothing. What has one when `start-keeping` begins a
//                 cycle is in the root set until that cycle's gather is over, whether or not the
//                 flag goes; what gets one later is not. `collect-keeping` does the same for a
//                 marking that is pending, and then for its own cycle.
//   identity      (`identify a`, `recreate b a`) When a is freed, b may be made with its identity.
//                 All weak references that meant a mean b from then on, and have never been
//                 answered with null for ever. The subject may refuse only if an object that was
//                 born since a went, and is there, can have its place.
//   begin         By hand an object begins its destruction while it is alive, once; a purge does
//                 not repeat it. It is not found by its name any more, joins no cluster, and is
//                 otherwise what it was.
//   trim          A step that does no unit: it takes memory from the collector and from no object.
//   permanent     The object is in the root set for ever, and a collector may never look at it. It
//                 takes a reference by `store` alone. What is permanent itself, a root, or has a
//                 keep flag or a strong count must be taken; anything else the subject may refuse,
//                 and the field stays as it was. While a permanent object refers to an object, the
//                 last root, keep flag or strong count of that object does not go.
//   resurrection  (`resurrect a b.0`) When a is told to begin its destruction it tries to store
//                 itself into b.0. It is doomed, so that nothing may come of that: b, if it is
//                 alive, has the fields that it was given.
//   garbage       An object that is explicitly marked. References to it do not count: a field that
//                 holds it is null once its holder was scanned, and not before; a wrapper
//                 referencer lets go of it when the initial references are taken. Both are
//                 published, so that nothing is left to adopt. What only such references reach must
//                 go in a cycle, if that was so at its flip and the mutator did nothing with it
//                 before the end check. An outer always counts, and so do a raw or a protecting
//                 referencer, roots, keep flags, strong counts and locals. A weak read of it
//                 answers null, which denies nothing. A root is not marked.
//   heap          Of the settings in the header, the oracle knows what can be noticed. eliminate:
//   of
//                 references to garbage only some are cleared, and the others count. begin=at-once:
//                 the whole batch begins in the step that ends its gather, and that is no unit.
//                 clusters: there is no cluster of fewer objects. lists=none: an object may be
//                 scanned again in its cycle. callbacks=none: `ready` is skipped, since objects
//                 are not asked. room: what is doomed ends before a birth is refused
//                 (oracle_reads.cc). All others change how the collector works, and nothing that
//                 it owes.
//   lanes         See sections.h. A try-collect that finds a section open answers no and is no
//                 step, nor is a frame that has nothing pending to go on with.
//
// Read next: allows.cc (what the mutator could do), oracle.cc (what it means), oracle_reads.cc
// (what it is answered), cycle.h (the collector's side). Checked by: oracle_test.cc.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reference/oracle/cycle.h"
#include "reference/oracle/heap.h"
#include "reference/oracle/names.h"
#include "reference/oracle/path.h"
#include "reference/oracle/sections.h"
#include "reference/oracle/subject.h"
#include "reference/oracle/violation.h"
#include "reference/trace/trace.h"

namespace reference {

class Oracle {
 public:
  // Forgets everything and starts a run of a subject with these promises. Above so many names,
  // reachability is kept up to date instead of walked.
  void Reset(const TraceHeader& header, const Promises& promises,
             std::size_t plain_up_to = Heap::kPlainUpTo);

  // Whether the mutator could do this now.
  bool Allows(const Operation& operation) const;

  // Applies an allowed operation (expectations included) and what the subject said of it. Returns
  // the first violation; after one, the oracle's state has no meaning any more.
  Finding Apply(const Operation& operation, const Answer& answer, std::span<const Event> events);

  // What an object is: heap().At(name). Of a name that was never made it is an unborn object.
  const Heap& heap() const { return heap_; }
  const std::vector<char>& Reachable() const { return heap_.Reachable(); }
  bool IsReachable(Name object) const { return heap_.Born(object) && heap_.IsReachable(object); }
  std::string PathTo(Name object) const { return reference::PathTo(heap_, object); }
  std::size_t NameCount() const { return heap_.NameCount(); }  // names are below this
  Life LifeOf(Name object) const { return heap_.At(object).life; }
  bool Exists(Name object) const {  // created and not freed
    return heap_.Born(object) && LifeOf(object) != Life::kFreed;
  }
  const std::vector<Name>& Fields(Name object) const { return heap_[object].fields; }
  const std::vector<Heap::Cluster>& Clusters() const { return heap_.Clusters(); }

  bool CanName(Name object) const { return names_.CanName(heap_, object); }
  // The referent of wN, kNull if it was never made. It may be dead.
  Name WeakTarget(std::uint32_t weak) const { return weak < weaks_.size() ? weaks_[weak] : kNull; }
  // The object that has this identity now, freed ones left out; kNull if there is none.
  Name LastOf(Name identity) const;
  std::size_t WeakCount() const { return weaks_.size(); }
  // What rN reports, kNull if it is not registered.
  Name ReferencerTarget(std::uint32_t referencer) const {
    return referencer < heap_.ReferencerCount() ? heap_.ReferencerAt(referencer).target : kNull;
  }
  std::size_t ReferencerCount() const { return heap_.ReferencerCount(); }

  Locals locals() const { return header_.locals; }
  const Promises& promises() const { return promises_; }  // of the subject of this run
  const Variant& variant() const { return header_.heap; }
  // Sections that the lane has open, one in the other; whether any lane has one.
  std::uint32_t SectionsOf(std::uint8_t lane) const { return sections_.Of(lane); }
  bool SectionIsOpen() const { return sections_.AnyOpen(); }

  // Between a flip and the end check; between the end check and the end of the gather.
  bool Marking() const { return cycle_.Marking(); }
  bool Gathering() const { return cycle_.Gathering(); }
  // Objects were gathered and are not freed, those that wait left out.
  bool PurgePending() const { return cycle_.PurgePending(); }
  bool IsWaiting(Name object) const {
    return heap_.Born(object) && cycle_.purge().IsWaiting(object);
  }
  // Nothing is pending, and nothing waits to finish.
  bool IsSettled() const { return cycle_.IsSettled(); }

  // A fingerprint of everything that decides what the oracle will permit from now on.
  std::uint64_t Fingerprint() const;

 private:
  // The mutator's changes (oracle.cc).
  Finding Change(const Operation& operation, const Answer& answer);
  Finding StoreIntoPermanent(const Operation& operation, const Answer& answer);
  Finding Join(const Operation& operation, const Answer& answer);
  Finding RefuseIdentity(const Operation& operation);
  Finding Begun(Name object, std::span<const Event> events) const;
  void Mutate(const Operation& operation);
  void ChangeHeap(const Operation& operation);
  void Bear(const Operation& operation);
  void Identify(Name object, Name identity);
  void TouchBy(const Operation& operation);

  // What the mutator is answered (oracle_reads.cc).
  Finding Answered(const Operation& operation, const Answer& answer);
  bool MayStillAnswer(Name target, const Answer& answer) const;
  Finding Found(Name target, const Answer& answer);
  Finding ReadValid(Name target, const Answer& answer);
  Finding Read(Name target, const Answer& answer);
  Finding ReadUnreachable(Name target, const Answer& answer);
  void Yield(Name target);
  Finding BearInRoom(const Operation& operation, const Answer& answer,
                     std::span<const Event> events);
  Finding MakeRoom(const Operation& operation, std::span<const Event> events);
  bool MayBearInRoom(const Operation& operation) const;
  std::uint32_t Room() const { return header_.heap.Number(Setting::kRoom); }  // 0: ample

  // The collector's steps.
  Finding Step(const Operation& operation, std::span<const Event> events);
  Finding Ask(const Operation& operation, const Answer& answer, std::span<const Event> events);

  TraceHeader header_;
  Promises promises_;
  Heap heap_;
  Names names_;
  Sections sections_;
  std::vector<Name> weaks_;  // by number: the referent
  Cycle cycle_;
  std::vector<Name> scratch_;
};

}  // namespace reference
