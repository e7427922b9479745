// reference/oracle/oracle.h -- what a collector owes its mutator, said as plainly as we can.
//
// THE ORACLE IS WRITTEN TO BE BELIEVED. It is a heap of names and edges and a set of roots; it has
// no colours, barriers or budgets, and shares no code with any collector. It decides two things:
//
//   Allows(operation)       whether the mutator could do this at all; if not, everybody skips it
//   Apply(operation, ...)   what the operation means, and whether what the subject answered and
//                           published is permitted
//
// Where the specification leaves room, the oracle names the permitted answers and adopts the one
// that the subject gave; hence one oracle for each subject and run.
//
// What it holds a subject to:
//   safety        nothing reachable or held is gathered, begun, finished or freed
//   fields        (compared by the judge, from Reachable() and Fields())
//   completeness  what was unreachable at the flip, and not in the closure of a read answered
//   between
//                 flip and end check, is gathered in this cycle, and freed by the end of its purge
//                 if it was ready; for a subject without units, gone after enough collects
//   weak-answer   a weak read answers its object if that is reachable; if not, the object or null;
//                 null is for ever, and what an answer led to is not gathered in this cycle; after
//                 the end check what must go in this cycle is answered with null only
//   order         in a batch all begin before any finish before any free, each once
//   progress      a tick does a unit while work is left; a cycle ends within a bound; no object is
//                 scanned twice in a cycle
//   pause         a tick does no more units than its budget
//
// What the mutator can name: what was reachable at the last collector step, or was created or
// weakly read since, with what these led to when read. Cutting an edge does not unname before the
// next step.
//
// An object whose constructor runs (`reserve` to `complete`):
//   - it is held, like a root, and the mutator may do with it whatever it may do with any object:
//     whatever is done to it or with it is its constructor's work, which has `this`;
//   - nobody else finds it: a weak read answers null, which denies nothing, and after `complete`
//   the
//     object;
//   - no trace ends before it was looked at, so a tick may do nothing while one is pending; a whole
//     cycle cannot be asked for: `collect` is skipped until the last constructor has run (`start`
//     and `tick` are not).
//
// A permanent object:
//   - is live by decree, and so is what it refers to: it is never collected, and its collector may
//     never look at it;
//   - takes a reference by `store` alone. To what is permanent itself, a root, or has a keep flag
//     or a strong count, that must succeed; to anything else the subject may refuse it, and the
//     field stays as it was. What it takes it must keep;
//   - keeps nothing that it was not let have: the mutator does not take its last root, keep flag or
//     strong count from an object to which a permanent one refers (`unroot` is skipped then, and so
//     on).
//
// An object with last words (`farewell a b.0`) tries to store itself into b.0 when it is told to
// begin its destruction, if b is there and has that field. It is doomed, so that must come to
// nothing: b, if it is alive, has the fields that it was given.
// An object marked garbage (`garbage`): references to it do not count. That is to say:
//   - a field that holds it when its holder is scanned is null from then on, and not a moment
//     before; a wrapper referencer lets go of it when the initial references are taken. Who holds
//     it when is published, so nothing is left to choose, and nothing to adopt;
//   - what can only be reached by references that do not count must go in a cycle, if that was so
//     at its flip, unless the mutator did something with it before the end check: what is stored
//     behind the wavefront stays until the next cycle;
//   - an outer is never null and counts, and so does what a raw referencer has by value; so do
//     roots, keep flags, strong counts, locals;
//   - a weak read of it answers null, which denies nothing. A rooted object is not marked.
//
// Some details that the sentences above leave open, and how they are decided here:
//   - a read answered while gathering promises that what it led to is not gathered in that cycle; a
//     read answered while marking promises nothing beyond the next step, for a local that dies at
//     the step is no root (a collector that shades what is read keeps it all the same);
//   - an object that the mutator can still name is answered by a weak read, reachable or not;
//   - a mutator operation publishes no unit and destroys nothing; a tick stops at the end of a
//   cycle;
//   - lanes are threads that take turns. No step of the collector falls in a section, so a worker's
//   raw references, which die with its section, live no longer than the game thread's: names die at
//   steps, and whatever names them, on whichever lane, nothing was freed since;
//   - while a section is open a step that would wait for it is skipped for everybody; a try answers
//   no and is no step, and so is a frame of a world that has nothing pending to go on with;
//   - a flip inside a cycle does not discharge it: what had to go still has to, by the next end.
//
// Files: heap (names and edges), oracle (the mutator's side), oracle_reads (what it is answered),
// oracle_events (the collector's side), oracle_names (what can be named), oracle_sections (whose
// turn it is).
// Checked by: oracle_test.cc.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/oracle/heap.h"
#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace reference {

// The properties that a run can violate. The last four are the judge's other checkers.
enum class Property : std::uint8_t {
  kSafety,
  kFields,
  kCompleteness,
  kWeakAnswer,
  kOrder,
  kProgress,
  kPause,
  kExpectation,
  kTricolour,
  kVerifier,
  kSelfCheck,
  kSimulation,
  kClusters,
};
inline constexpr std::array<std::string_view, 13> kPropertyWords = {
    "safety",      "fields",     "completeness", "weak-answer", "order",      "progress", "pause",
    "expectation", "tri-colour", "verifier",     "self-check",  "simulation", "clusters"};
constexpr std::string_view WordOf(Property property) {
  return kPropertyWords[static_cast<std::size_t>(property)];
}

// A property that does not hold, the object it was seen on, and one sentence.
struct Violation {
  Property property = Property::kSafety;
  Name object = kNull;
  std::string message;
};

class Oracle {
 public:
  // Forgets everything and starts a run of a subject with these promises.
  // Above so many names, reachability is kept up to date instead of walked.
  void Reset(const TraceHeader& header, const Promises& promises,
             std::size_t plain_up_to = Heap::kPlainUpTo);

  // Whether the mutator could do this now.
  bool Allows(const Operation& operation) const;

  // Applies an allowed operation (expectations included) and what the subject said of it. Returns
  // the first violation. After one, the oracle's state is no longer meaningful.
  std::optional<Violation> Apply(const Operation& operation, const Answer& answer,
                                 std::span<const Event> events);

  // The heap of names and edges; Reachable() and PathTo() are asked of it.
  const Heap& heap() const { return heap_; }
  const std::vector<char>& Reachable() const { return heap_.Reachable(); }
  bool IsReachable(Name object) const { return heap_.Born(object) && heap_.IsReachable(object); }
  std::string PathTo(Name object) const { return heap_.PathTo(object); }

  // What the judge, generators and explanations want to know.
  std::size_t NameCount() const { return heap_.NameCount(); }  // names are below this
  bool Exists(Name object) const {                             // created and not freed
    return heap_.Born(object) && heap_[object].life != Life::kFreed;
  }
  Life LifeOf(Name object) const { return heap_.Born(object) ? heap_[object].life : Life::kUnborn; }
  const std::vector<Name>& Fields(Name object) const { return heap_[object].fields; }
  bool CanName(Name object) const;
  bool IsRoot(Name object) const { return heap_.Born(object) && heap_[object].root; }
  bool IsKept(Name object) const { return heap_.Born(object) && heap_[object].kept; }
  bool IsConstructing(Name object) const {
    return heap_.Born(object) && heap_[object].constructing;
  }
  bool IsGarbage(Name object) const { return heap_.Born(object) && heap_[object].garbage; }
  bool HasOuter(Name object) const { return heap_.Born(object) && heap_[object].has_outer; }
  std::size_t GarbageCount() const { return heap_.GarbageCount(); }
  bool IsContainer(Name object) const { return heap_.Born(object) && heap_[object].container; }
  bool IsNamed(Name object) const { return heap_.Born(object) && heap_[object].named; }
  bool IsPermanent(Name object) const { return heap_.Born(object) && heap_[object].permanent; }
  // What a permanent object may refer to: permanent itself, or kept by a decree that lasts.
  bool MayBeHeldForEver(Name object) const;
  // The field into which the object will try to store itself, kNull and 0 if there is none.
  struct LastWords {
    Name holder = kNull;
    std::uint16_t field = 0;
  };
  LastWords LastWordsOf(Name object) const {
    return heap_.Born(object) ? notes_[object].last_words : LastWords();
  }
  std::uint32_t StrongCount(Name object) const {
    return heap_.Born(object) ? heap_[object].strong : 0;
  }
  bool IsHeld(Name object) const { return heap_.Born(object) && heap_[object].held; }
  bool IsReady(Name object) const { return heap_.Born(object) && heap_[object].ready; }
  bool IsWaiting(Name object) const { return heap_.Born(object) && notes_[object].waiting; }
  // The referent of wN, kNull if it was never made. It may be dead.
  Name WeakTarget(std::uint32_t weak) const { return weak < weak_count_ ? weaks_[weak] : kNull; }
  std::size_t WeakCount() const { return weak_count_; }
  // What rN reports, kNull if it is not registered.
  Name ReferencerTarget(std::uint32_t referencer) const {
    return referencer < heap_.ReferencerCount() ? heap_.ReferencerAt(referencer).target : kNull;
  }
  bool ReferencerIsRaw(std::uint32_t referencer) const {
    return referencer < heap_.ReferencerCount() && heap_.ReferencerAt(referencer).raw;
  }
  // The root of the cluster that it is in, or kNull.
  Name ClusterOf(Name object) const { return heap_.Born(object) ? heap_[object].cluster : kNull; }
  const std::vector<Heap::Cluster>& Clusters() const { return heap_.Clusters(); }
  // Whether a referencer is none yet, or is of that kind.
  bool ReferencerMay(std::uint32_t referencer, Heap::Referencer kind) const {
    const Name target = ReferencerTarget(referencer);
    kind.target = target;
    return target == kNull || heap_.ReferencerAt(referencer) == kind;
  }
  std::size_t ReferencerCount() const { return heap_.ReferencerCount(); }
  Locals locals() const { return header_.locals; }
  // Sections that the lane has open, one in the other; whether any lane has one.
  std::uint32_t SectionsOf(std::uint8_t lane) const { return sections_[lane]; }
  bool SectionIsOpen() const { return lanes_inside_ > 0; }
  // Between a flip and the end check; between the end check and the end of the gather.
  bool Marking() const { return stage_ == Stage::kMarking; }
  bool Gathering() const { return stage_ == Stage::kGathering; }
  // Objects were gathered and are not freed, those that wait left out.
  bool PurgePending() const { return batch_ > 0 || purge_open_; }

  // A fingerprint of everything that decides what the oracle will permit from now on.
  std::uint64_t Fingerprint() const;

 private:
  enum class Stage : std::uint8_t { kIdle, kMarking, kGathering };

  // What the run so far obliges the subject to, for each object.
  struct Notes {
    std::uint64_t nameable_since = 0;  // the step count at which it was created or read; 0: never
    std::uint32_t collects = 0;  // subjects without units: collects it has outlived, unreachable
    bool nameable = false;       // it was reachable at the last step
    bool must_go = false;        // it was unreachable at the flip, and no read answered it since
    bool denied = false;         // a weak read answered null: it is doomed for ever
    bool promised = false;       // a read answered while gathering led to it
    bool scanned = false;        // in this trace
    bool waiting = false;        // it left its batch for the waiting list
    bool polled = false;         // in this step
    LastWords last_words;
  };

  using Finding = std::optional<Violation>;

  // Lanes and their sections (oracle_sections.cc).
  bool AllowsLane(const Operation& operation) const;
  bool IsSettled() const;
  void EnterOrLeave(const Operation& operation);
  Finding Ask(const Operation& operation, const Answer& answer, std::span<const Event> events);

  // The mutator's side (oracle.cc).
  bool NamesField(Name object, std::uint32_t field) const;
  bool MayLeaveRootSet(Name object) const;
  Finding StoreIntoPermanent(const Operation& operation, const Answer& answer);
  bool MayChangeField(Name object, std::uint32_t field) const;
  void Mutate(const Operation& operation);
  void Touch(const Operation& operation);
  void Touch(Name object);
  Finding ReadValid(Name target, const Answer& answer);
  Finding Read(Name target, const Answer& answer);
  Finding ReadUnreachable(Name target, const Answer& answer);
  Finding Expect(const Operation& operation) const;

  // Clusters (oracle_clusters.cc).
  bool AllowsCluster(const Operation& operation) const;
  Finding Join(const Operation& operation, const Answer& answer);
  void NoteStore(Name holder, Name value);
  void Yield(Name target);  // what a read answered is nameable, with what it leads to
  void LearnNames() const;
  void KeepNames(bool was_large);

  // The collector's side (oracle_events.cc).
  Finding Step(const Operation& operation, std::span<const Event> events);
  void BeforeStep();
  Finding AfterStep(const Operation& operation, std::uint32_t units, bool cycle_ended);
  Finding CheckWaiting(const char* step) const;
  Finding See(const Event& event);
  Finding SeeFlip();
  Finding SeeScan(Name object);
  void ClearGarbageIn(Name object);
  void ClearReportedGarbage();
  Finding SeeDissolved(Name root);
  Finding SeeGather(const Event& event);
  Finding SeePoll(const Event& event);
  Finding SeeBegan(Name object);
  Finding SeeFinished(Name object);
  Finding SeeFreed(Name object);
  Finding EndGather();
  Finding EndPurge();
  Finding CheckSurvivors();
  Finding MustNotDestroy(Name object, const char* what) const;
  std::uint64_t CycleBound() const;

  TraceHeader header_;
  Promises promises_;
  Heap heap_;
  mutable std::vector<Notes> notes_;
  std::array<std::uint8_t, kLaneLimit> sections_ = {};  // open, by lane
  std::uint32_t lanes_inside_ = 0;                      // with one open
  std::vector<Name> weaks_;
  std::size_t weak_count_ = 0;
  Stage stage_ = Stage::kIdle;
  std::uint64_t steps_ = 1;          // collector steps so far, plus one
  mutable bool names_known_ = true;  // Notes::nameable is up to date
  bool gather_begun_ = false;        // an index was visited since the end check
  std::uint32_t batch_ = 0;          // objects gathered, neither freed nor waiting
  std::uint32_t unbegun_ = 0;        // of these: not begun
  std::uint32_t unfinished_ = 0;     // of these: not finished
  bool finishing_ = false;           // one of the batch has finished
  bool purge_open_ = false;          // a purge or a round of polls has begun and not ended
  std::vector<Name> waiting_;        // includes some that wait no longer
  std::uint64_t cycle_units_ = 0;    // since the flip: flip, trace and gather
  std::uint64_t alive_at_flip_ = 0;  // and what was reserved since: it is scanned too
  // Within a step:
  bool flipped_ = false;
  bool was_idle_ = false;
  std::size_t waiting_before_ = 0;
  std::vector<Name> ended_together_;  // roots that kept garbage, dissolved with another
  std::vector<Name> scratch_;
};

}  // namespace reference
