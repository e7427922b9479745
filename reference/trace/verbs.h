// reference/trace/verbs.h -- the table of verbs: what is to be known of each, in one line.
//
// Parser, printer, byte decoder, oracle, generators, shrinking and fuzzers all have to know of a
// verb which operands it takes, and what kind of thing it does. Written down in each of them, that
// would come to differ at the verb that was added last. So it is written down here, and they ask
// the table.
//
// The order of the verbs is the order of their numbers in the binary form: a new verb goes last.
//
// Read next: reference/trace/trace.h (an operation), reference/specification/how-to-add-a-verb.md.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace reference {

enum class Verb : std::uint8_t {
  // Since version 1.
  kCreate,             // create a [N]   a new object with N fields, all null (default 2)
  kStore,              // store a.0 b | null   the field takes the reference
  kMove,               // move a.0 b.1   a.0 takes what b.1 held; b.1 becomes null
  kSwap,               // swap a.0 b.1   the two fields exchange what they hold
  kRoot,               // root a   a flag, not a count
  kUnroot,             // unroot a
  kStrongTake,         // strong-take a   one more strong pointer to a
  kStrongDrop,         // strong-drop a   one fewer
  kWeakMake,           // weak-make w0 a   w0 now refers weakly to a
  kWeakRead,           // weak-read w0   answers the object, which can then be named, or null
  kWeakCopy,           // weak-copy w1 w0   w1 becomes a copy of w0
  kReferencerHold,     // referencer-hold r0 a [raw]   r0 registers if it has not, and reports a
  kReferencerRelease,  // referencer-release r0   r0 unregisters
  kReady,              // ready a yes | no   what a answers when it is asked whether it may finish
  kHold,               // hold a   a becomes a local that survives steps
  kDrop,               // drop a   that local ends
  kCollect,            // collect   finish what is pending, then one whole cycle
  kStart,              // start   begin a cycle: flip and roots
  kTick,               // tick N   N units of work at most
  kExpectAlive,        // expect alive a   a exists and is not gathered
  kExpectGone,         // expect gone a   a was destroyed and its memory given back
  // Since version 2.
  kKeep,      // keep a   a flag of the collector's own keeps a: a flag, not a count
  kUnkeep,    // unkeep a
  kCopy,      // copy b a   a new object b with a's fields, and what they hold now
  kReserve,   // reserve a [N]   a new object whose constructor runs: its N fields are there, null
  kComplete,  // complete a   that constructor has run
  // An object that was created with no fields is a container: its fields are its elements.
  kAppend,  // append a b   container a grows by a field at its end, which holds b
  kErase,   // erase a.0   that element is gone from its container; the later ones move down
  kTake,    // take a b   container a becomes what container b was, and b is empty
  // resolve a.0 w0   the field becomes a handle that means what w0 means, and is resolved at once:
  // it takes the object and answers it, or holds null and answers that
  kResolve,
  kCreateNamed,  // create-named a [N]   the same as create, and a is found by its name
  kFind,         // find a   answers a, or null if it is gone
  // Sections of other lanes, and collections that something else decides on.
  kEnter,  // @1 enter   lane 1 opens a section, perhaps inside another of its own
  kLeave,  // @1 leave   lane 1 ends the section that it opened last
  // try-collect   collect, unless a section is open: then it answers no, and does nothing
  kTryCollect,
  kFrame,      // frame N   a frame of a game, after N seconds: a scheduler does what is due
  kPermanent,  // permanent a [N]   a new object that is never collected
  // resurrect a b.0   an attempt at resurrection: when a begins to be destroyed, it stores itself
  // into b.0
  kResurrect,
  // garbage a   marks a: references to a do not count, and a scan clears those it comes to
  kGarbage,
  kOuter,  // outer a b   a has one more field, the last, which holds b for ever
  // referencer-protect r0 a   r0 registers if it has not, and reports a: garbage or not, a is kept
  kReferencerProtect,
  // Objects that live and die as one. Refused while a cycle is pending.
  kCluster,     // cluster a   a, and all that it leads to that may, become a cluster; a is its root
  kClusterAdd,  // cluster-add a b   the cluster whose root is a takes b in too
  kDissolve,    // dissolve a   what is with a in a cluster is not any more
  kRename,      // rename a   a is found by another name from now on, and by its old one no longer
  // purge N   N units at most of a gather or a purge that is pending, and none of marking
  kPurge,
  // abandon a w0   a new object that is given up before its constructor runs; w0 referred to it
  kAbandon,
  // finish-purge   the whole of a gather and a purge that are pending, and none of marking; then
  // each object that waits is asked once more
  kFinishPurge,
  kTrim,  // trim   memory that the collector keeps for later is given back
  // Flags of an author, which keep nothing by themselves, but in a cycle whose mask names them.
  kFlag,            // flag a   a has the flag
  kUnflag,          // unflag a
  kStartKeeping,    // start-keeping   start; what has the flag now is a root of this cycle
  kCollectKeeping,  // collect-keeping   collect; the same, and of what is completed first
  kIdentify,        // identify a   the identity of a is noted, by which a can be made again
  // recreate b a [N]   a is gone: a new object b with a's identity, which a's weak references mean
  // from now on; refused while another object has a's place
  kRecreate,
  kBeginByHand,  // begin a   a is told to begin its destruction now, and will not be told again
};
inline constexpr std::size_t kVerbCount = static_cast<std::size_t>(Verb::kBeginByHand) + 1;

// What a verb does, as far as most readers of a trace have to know.
enum class VerbKind : std::uint8_t {
  // The mutator's.
  kBirth,    // makes the object that it names
  kChange,   // changes a field, what holds an object, or what an object is
  kRelease,  // takes an object out of the root set; neither loads nor stores a reference
  kRead,     // asks for an object, and is answered that or null
  kSection,  // a lane opens or closes a section
  // The collector's.
  kStep,     // a step, which is done
  kRequest,  // a step that a scheduler or a lock decides on: it may come to nothing
  // Neither's: a claim of the trace's author, held against the oracle alone.
  kExpectation,
};

// A word after the verb, and the members of Operation that it stands for.
enum class Operand : std::uint8_t {
  kNone,
  kObject,       // a                object
  kField,        // a.0              object, field
  kValue,        // b | null         target
  kTargetField,  // b.1              target, target_field
  kOther,        // b                target
  kFieldCount,   // [N]              number; not written if it is the default
  kUnits,        // N                number
  kWeak,         // w0               number
  kOtherWeak,    // w0               other
  kReferencer,   // r0               number
  kYesNo,        // yes | no         flag
  kRaw,          // [raw]            flag
  kSeconds,      // N                number
};

inline constexpr std::size_t kOperandLimit = 3;
using OperandList = std::array<Operand, kOperandLimit>;

struct VerbEntry {
  Verb verb;
  std::string_view word;
  std::uint32_t since;   // the version of the text form that has it first
  OperandList operands;  // in the order they are written
  VerbKind kind;
  // How much a line with it asks of its reader, 0 the least. Shrinking prefers less; and among
  // equals, what is set up first goes first, so that collector steps gather towards the end, where
  // they merge.
  std::uint8_t effort;
  std::string_view old_word = {};  // the reader takes this word for it too, the printer never
};

inline constexpr std::array<VerbEntry, kVerbCount> kVerbs = [] {
  using enum Operand;
  using enum VerbKind;
  return std::to_array<VerbEntry>({
      {Verb::kCreate, "create", 1, {kObject, kFieldCount}, kBirth, 0},
      {Verb::kStore, "store", 1, {kField, kValue}, kChange, 2},
      {Verb::kMove, "move", 1, {kField, kTargetField}, kChange, 4},
      {Verb::kSwap, "swap", 1, {kField, kTargetField}, kChange, 5},
      {Verb::kRoot, "root", 1, {kObject}, kChange, 1},
      {Verb::kUnroot, "unroot", 1, {kObject}, kRelease, 2},
      {Verb::kStrongTake, "strong-take", 1, {kObject}, kChange, 3},
      {Verb::kStrongDrop, "strong-drop", 1, {kObject}, kRelease, 3},
      {Verb::kWeakMake, "weak-make", 1, {kWeak, kObject}, kChange, 4},
      {Verb::kWeakRead, "weak-read", 1, {kWeak}, kRead, 5},
      {Verb::kWeakCopy, "weak-copy", 1, {kWeak, kOtherWeak}, kChange, 6},
      {Verb::kReferencerHold, "referencer-hold", 1, {kReferencer, kObject, kRaw}, kChange, 5},
      {Verb::kReferencerRelease, "referencer-release", 1, {kReferencer}, kRelease, 5},
      {Verb::kReady, "ready", 1, {kObject, kYesNo}, kChange, 4},
      {Verb::kHold, "hold", 1, {kObject}, kChange, 4},
      {Verb::kDrop, "drop", 1, {kObject}, kRelease, 4},
      {Verb::kCollect, "collect", 1, {}, kStep, 9},
      {Verb::kStart, "start", 1, {}, kStep, 7},
      {Verb::kTick, "tick", 1, {kUnits}, kStep, 8},
      {Verb::kExpectAlive, "expect alive", 1, {kObject}, kExpectation, 20},
      {Verb::kExpectGone, "expect gone", 1, {kObject}, kExpectation, 20},
      {Verb::kKeep, "keep", 2, {kObject}, kChange, 3},
      {Verb::kUnkeep, "unkeep", 2, {kObject}, kRelease, 3},
      {Verb::kCopy, "copy", 2, {kObject, kOther}, kBirth, 6},
      {Verb::kReserve, "reserve", 2, {kObject, kFieldCount}, kBirth, 1},
      {Verb::kComplete, "complete", 2, {kObject}, kChange, 3},
      {Verb::kAppend, "append", 2, {kObject, kOther}, kChange, 2},
      {Verb::kErase, "erase", 2, {kField}, kChange, 3},
      {Verb::kTake, "take", 2, {kObject, kOther}, kChange, 4},
      {Verb::kResolve, "resolve", 2, {kField, kWeak}, kRead, 6},
      {Verb::kCreateNamed, "create-named", 2, {kObject, kFieldCount}, kBirth, 1},
      {Verb::kFind, "find", 2, {kObject}, kRead, 4},
      {Verb::kEnter, "enter", 2, {}, kSection, 3},
      {Verb::kLeave, "leave", 2, {}, kSection, 3},
      {Verb::kTryCollect, "try-collect", 2, {}, kRequest, 11},
      {Verb::kFrame, "frame", 2, {kSeconds}, kRequest, 10, "world"},
      {Verb::kPermanent, "permanent", 2, {kObject, kFieldCount}, kBirth, 2},
      {Verb::kResurrect, "resurrect", 2, {kObject, kTargetField}, kChange, 5, "farewell"},
      {Verb::kGarbage, "garbage", 2, {kObject}, kChange, 3},
      {Verb::kOuter, "outer", 2, {kObject, kOther}, kChange, 3},
      {Verb::kReferencerProtect, "referencer-protect", 2, {kReferencer, kObject}, kChange, 6},
      {Verb::kCluster, "cluster", 2, {kObject}, kChange, 3},
      {Verb::kClusterAdd, "cluster-add", 2, {kObject, kOther}, kChange, 4},
      {Verb::kDissolve, "dissolve", 2, {kObject}, kChange, 5},
      {Verb::kRename, "rename", 2, {kObject}, kChange, 3},
      {Verb::kPurge, "purge", 2, {kUnits}, kStep, 9},
      {Verb::kAbandon, "abandon", 2, {kObject, kWeak}, kBirth, 4},
      {Verb::kFinishPurge, "finish-purge", 2, {}, kStep, 10},
      {Verb::kTrim, "trim", 2, {}, kStep, 6},
      {Verb::kFlag, "flag", 2, {kObject}, kChange, 3},
      {Verb::kUnflag, "unflag", 2, {kObject}, kChange, 3},
      {Verb::kStartKeeping, "start-keeping", 2, {}, kStep, 8},
      {Verb::kCollectKeeping, "collect-keeping", 2, {}, kStep, 10},
      {Verb::kIdentify, "identify", 2, {kObject}, kChange, 4},
      {Verb::kRecreate, "recreate", 2, {kObject, kOther, kFieldCount}, kBirth, 6},
      {Verb::kBeginByHand, "begin", 2, {kObject}, kChange, 4},
  });
}();

constexpr bool VerbsStandInOrder() {
  for (std::size_t i = 0; i < kVerbs.size(); ++i) {
    if (static_cast<std::size_t>(kVerbs[i].verb) != i) return false;
  }
  return true;
}
static_assert(VerbsStandInOrder(), "kVerbs has one line for each verb, in enumeration order");

constexpr const VerbEntry& EntryOf(Verb verb) { return kVerbs[static_cast<std::size_t>(verb)]; }
constexpr std::string_view WordOf(Verb verb) { return EntryOf(verb).word; }
constexpr VerbKind KindOf(Verb verb) { return EntryOf(verb).kind; }

// The versions of the text form, and the first one that has a verb.
inline constexpr std::uint32_t kVersion = 2;
constexpr std::uint32_t VersionOf(Verb verb) { return EntryOf(verb).since; }

constexpr bool IsBirth(Verb verb) { return KindOf(verb) == VerbKind::kBirth; }
constexpr bool IsRead(Verb verb) { return KindOf(verb) == VerbKind::kRead; }
constexpr bool IsExpectation(Verb verb) { return KindOf(verb) == VerbKind::kExpectation; }
constexpr bool IsCollectorStep(Verb verb) {
  return KindOf(verb) == VerbKind::kStep || KindOf(verb) == VerbKind::kRequest;
}

constexpr std::span<const Operand> OperandsOf(Verb verb) {
  const OperandList& list = EntryOf(verb).operands;
  std::size_t count = 0;
  while (count < list.size() && list[count] != Operand::kNone) ++count;
  return {list.data(), count};
}
constexpr bool Takes(Verb verb, Operand operand) {
  for (const Operand one : OperandsOf(verb)) {
    if (one == operand) return true;
  }
  return false;
}

// A set of verbs, which is what a subject declares.
class VerbSet {
 public:
  static constexpr VerbSet All() {
    VerbSet set;
    for (const VerbEntry& entry : kVerbs) set.Add(entry.verb);
    return set;
  }
  static constexpr VerbSet Of(VerbKind kind) {
    VerbSet set;
    for (const VerbEntry& entry : kVerbs) {
      if (entry.kind == kind) set.Add(entry.verb);
    }
    return set;
  }
  constexpr VerbSet& Add(Verb verb) {
    bits_ |= std::uint64_t{1} << static_cast<unsigned>(verb);
    return *this;
  }
  constexpr VerbSet& Remove(Verb verb) {
    bits_ &= ~(std::uint64_t{1} << static_cast<unsigned>(verb));
    return *this;
  }
  constexpr VerbSet& Remove(VerbSet verbs) {
    bits_ &= ~verbs.bits_;
    return *this;
  }
  constexpr bool Has(Verb verb) const { return (bits_ >> static_cast<unsigned>(verb)) & 1u; }

 private:
  static_assert(kVerbCount <= 64);
  std::uint64_t bits_ = 0;
};

// The verbs of masks, identities and ends by hand, which no fault of the rule matrix is about.
inline constexpr VerbSet kOfIdentities = VerbSet()
                                             .Add(Verb::kFlag)
                                             .Add(Verb::kUnflag)
                                             .Add(Verb::kStartKeeping)
                                             .Add(Verb::kCollectKeeping)
                                             .Add(Verb::kIdentify)
                                             .Add(Verb::kRecreate)
                                             .Add(Verb::kBeginByHand);

}  // namespace reference
