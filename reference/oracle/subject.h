// reference/oracle/subject.h -- what a collector must offer to be judged.
//
// A subject is a collector behind an adapter: it says what it promises, applies operations,
// publishes events, and can be looked at without being disturbed. Looking neither shades, nor
// holds, nor allocates serials; an adapter never uses the collector's own weak references for its
// name table.
//
// A subject is used by one thread at a time; several subjects may be used by several threads.
// Read next: properties/judge/judge.h.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/oracle/insides.h"
#include "reference/survey/survey.h"
#include "reference/trace/event.h"
#include "reference/trace/trace.h"

namespace reference {

struct Promises {
  VerbSet verbs;
  // Everything unreachable at the flip goes in that cycle. A conservative collector does not
  // promise it, and completeness is then not judged.
  bool exact = true;
  // Publishes every unit of work: progress, pause and completeness by the cycle are judged.
  bool units = false;
  // Begin-destroy, ready poll, finish-destroy, free, in that order: judged.
  bool staged_destruction = false;
  // Its units are those of the proved model: if asked, each is compared with it.
  bool modelled = false;
  // Observe() fills in colours: the tri-colour invariants are judged.
  bool colours = false;
  // Has several ways of doing the same, and takes one from the header's shape.
  bool shapes = false;
  // The settings of a heap that it has.
  SettingSet settings;
  // What a collection found dead is freed later, by operations of the mutator too. Such a subject
  // needs two collects or more until garbage is gone.
  bool lazy_sweep = false;
  // `collect` runs until garbage is gone: how many collects in a row that takes (1: at once).
  std::uint32_t collects_until_gone = 1;
  // So many objects at a time, and fields of one, are the most that it can have: a birth or an
  // append that would need more is skipped. 0: no limit of its own.
  std::uint32_t most_objects = 0;
  std::uint32_t most_fields = 0;
  // Its weak references may answer what is doomed, as long as that is not freed. The mutator makes
  // nothing of such an answer. If not, they answer null from the end of the trace on.
  bool weak_until_freed = false;
  // ObeyAll() changes what it does, so explanations try it: a broken rule is kept meanwhile, or, of
  // a subject with shapes, each store is done again by another function.
  bool obeys = false;
};

enum class Colour : std::uint8_t {
  kNone,    // no such object, or freed
  kWhite,   // not reached
  kGrey,    // reached, waits in a work list
  kBlack,   // reached and in no list; outside a cycle, every live object
  kDoomed,  // confirmed unreachable, not yet freed
};
inline constexpr std::array<std::string_view, 5> kColourWords = {"gone", "white", "grey", "BLACK",
                                                                 "DOOMED"};
constexpr std::string_view WordOf(Colour colour) {
  return kColourWords[static_cast<std::size_t>(colour)];
}

enum class Phase : std::uint8_t { kIdle, kMarking, kGathering, kUnknown };

// What can be seen of the collector's own state, by name. Filled in place, so that it can be
// reused.
struct Observation {
  Phase phase = Phase::kUnknown;
  bool initial_references_taken = false;  // in this trace
  bool purge_pending = false;
  std::vector<Colour>
      colours;  // indexed by name; shorter than the highest name if that was never made
};

// A clause of the collector's own verifier that does not hold, or a check of its own that failed.
struct Breach {
  std::string rule;     // the rule's name
  Name object = kNull;  // the object it was seen on, if it was one
  std::string detail;   // one sentence
};

// What an inspector of the collector has counted, in sums over all that is complete.
enum class Total : std::uint8_t {
  kRecords,     // one for each cycle, when its purge is over
  kStartUnits,  // these three in units
  kTraceUnits,
  kGatherUnits,
  kInitialReferences,  // objects that referencers and locals led to
  kBarrierObjects,     // objects that the mutator shaded
  kBarrierPasses,      // lists of these that were taken
  kScanned,
  kEndChecks,
  kDoomed,
  kBegun,
  kPolled,
  kNotReady,
  kFreed,
};
inline constexpr std::array<std::string_view, 14> kTotalWords = {"records",
                                                                 "units of starting",
                                                                 "units of marking",
                                                                 "units of gathering",
                                                                 "initial references",
                                                                 "objects that the barrier shaded",
                                                                 "barrier lists",
                                                                 "objects scanned",
                                                                 "end checks",
                                                                 "objects doomed",
                                                                 "objects begun",
                                                                 "objects polled",
                                                                 "objects that were not ready",
                                                                 "objects freed"};
using Totals = std::array<std::uint64_t, kTotalWords.size()>;

// What a listener of the collector's table was told: of births, of ends, and of such that cannot
// be, as of an index that has an object already.
struct Told {
  std::uint64_t births = 0;
  std::uint64_t ends = 0;
  std::uint64_t astray = 0;
};

// What the collector says of itself in numbers.
inline constexpr std::uint64_t kNotSaid = ~std::uint64_t{0};
struct Tally {
  std::uint64_t objects = kNotSaid;   // that exist, permanent ones too
  std::uint64_t indices = kNotSaid;   // that were ever given to objects that are not permanent
  std::uint64_t lent = 0;             // of them, those that lanes hold for births to come
  std::uint64_t bytes = 0;            // of all objects that exist, by its own count
  std::uint64_t bytes_given = 0;      // by which that count grew when these objects were made
  std::uint64_t clusters = kNotSaid;  // when nothing is pending
  std::optional<Totals> totals;       // none: the heap has no inspector
  std::optional<Told> told;           // none: the heap has no listener
  std::optional<Told> told_at_end;    // the same of the heap that was closed last
};

// What an operation came to.
struct Answer {
  enum class Kind : std::uint8_t {
    kDone,
    kRead,       // weak-read: `object` is what was answered, or kNull
    kRefused,    // a store into a permanent object: the field stays as it was; try-collect, and
                 // cluster and cluster-add: not now
    kStopped,    // a check of the subject's own failed and it does nothing more; see Verify()
    kExhausted,  // no memory, no room: the run ends without a verdict
    kFull,       // the bytes that it promises to do with are used: the run ends, and what was seen
                 // until then is its verdict
  };
  Kind kind = Kind::kDone;
  Name object = kNull;

  friend bool operator==(const Answer&, const Answer&) = default;
};

class Subject {
 public:
  virtual ~Subject() = default;

  virtual std::string_view name() const = 0;
  virtual const Promises& promises() const = 0;

  // Drops the heap, if there is one, and makes an empty one for a trace with this header.
  virtual void Reset(const TraceHeader& header) = 0;

  // Applies an operation that Oracle::Allows and promises().verbs has, and appends what was
  // published meanwhile. Expectations are never passed here.
  virtual Answer Apply(const Operation& operation, std::vector<Event>& events) = 0;

  // Whether the object's memory is still there, and if it is, what its fields hold: a name, kNull
  // or kDangling for each. `fields` is cleared first.
  virtual bool Peek(Name object, std::vector<Name>& fields) const = 0;

  // Colours and phase; only if promises().colours.
  virtual void Observe(Observation& observation) const { observation = {}; }

  // What only the collector knows of itself; false if it does not show that. Everything is filled
  // in place, so that it can be reused.
  virtual bool Inspect(Insides&) const { return false; }

  // What the collector says of itself in numbers; false if it says nothing.
  virtual bool Count(Tally&) const { return false; }

  // What the collector answers to questions about its whole heap, which `survey` is made for; false
  // if it cannot be asked, or not now. Asking changes nothing that a run could show.
  virtual bool Ask(Survey&) { return false; }

  // Drops the heap with whatever is pending, and makes an empty one like it; appends what its
  // objects said of their ends. False if the subject says nothing of that.
  virtual bool Close(std::vector<Event>&) { return false; }

  // The first broken clause of the subject's own verifier, if it has one.
  virtual std::optional<Breach> Verify() const { return std::nullopt; }

  // A fingerprint of the whole collector state, such that equal fingerprints behave alike for ever.
  // Empty if the subject cannot say; states are then never dropped as seen before.
  virtual std::optional<std::uint64_t> Fingerprint() const { return std::nullopt; }

  // A state of the subject that was noted.
  class Image {
   public:
    virtual ~Image() = default;
  };
  // Keep notes the state in `image`, which it makes if that is null or another subject's. Return
  // goes back to it; Reset makes it void, unless Keep is called again. False if the subject cannot
  // do that now: then the caller repeats the operations of the run.
  virtual bool Keep(std::unique_ptr<Image>&) { return false; }
  virtual bool Return(const Image&) { return false; }

  // Whether a rule of core has its counterpart in the subject: the rule's name. If not, an
  // explanation does not send its reader to look for it.
  virtual bool HasRule(std::string_view) const { return true; }
  // The name of the rule that the subject breaks on purpose, if that is one of its own which core
  // does not have: then it publishes kFaultCommitted with kOwnRule. Empty: none.
  virtual std::string OwnRuleBroken() const { return {}; }

  // How the last operation was done, where the subject knows several ways of doing it: "as a
  // closure", "by lua_rawset". For explanations; empty if there is nothing to add.
  virtual std::string HowDone() const { return {}; }

  // Faulty subjects: obey every rule from now on (true), or the faults given again (false). Lets an
  // explanation find the steps at which obeying would have saved the object.
  virtual void ObeyAll(bool) {}
};

}  // namespace reference
