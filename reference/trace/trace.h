// reference/trace/trace.h -- a run as data: mutator operations and collector steps in one sequence.
//
// A failure of an incremental collector is an interleaving. Written as a sequence of operations,
// with collector steps counted in units of work and never in milliseconds, it prints, parses back
// to itself, shrinks, diffs and replays.
//
//     tricolour trace 2
//     locals dead
//     create a 2          # a has the fields a.0 and a.1
//     root a
//     create b 1
//     store a.0 b
//     start               # the flip: a is grey, b is white
//     tick 2              # two units: initial references, scan a
//     @1 enter            # lane 1, another thread, opens a section; lane 0 is not written
//     @1 store b.0 null
//     @1 leave
//
// Lane 0 is the collector's thread, and the game's; another lane does what it does in a section,
// and no waiting step of the collector begins while one is open. What another lane makes is kept
// until `unkeep`: it is handed over then.
//
// Traces are total: an operation that the mutator could not do is skipped, for the subject and the
// oracle by the same rule (Oracle::Allows), so that any line may be dropped and any bytes decode to
// a trace.
//
// Text form, version 2. One operation a line; `#` starts a comment; blank lines are skipped. The
// first line is `tricolour trace 2`; a line `locals dead|rescanned|black` may follow (default
// dead), then a line `shape N` (default 0), and then a line `heap workers=2 ...`
// (reference/variant/variant.h) with the settings that are not the usual ones. Objects are the
// letters a to z for the names 0 to 25 and oN for the name N from 26 on; weak references are wN,
// external referencers rN; fields are object.N. Version 1 had the verbs up to `expect gone`, and no
// `heap` line. Its traces still read, and print as what they were; a later verb in one of them is
// an error.
//
// Read next: reference/trace/verbs.h (all verbs), reference/oracle/oracle.h (what a trace means),
// reference/trace/trace_text.h (parser and printer).

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "reference/trace/verbs.h"      // IWYU pragma: export
#include "reference/variant/variant.h"  // IWYU pragma: export

namespace reference {

// An object's name in a trace. Names are never reused: a second `create a` is skipped for ever.
using Name = std::uint32_t;
inline constexpr Name kNull = 0xFFFFFFFFu;      // the null reference
inline constexpr Name kDangling = 0xFFFFFFFEu;  // seen by peeking only: a reference to freed memory
inline constexpr Name kNameLimit = 1u << 24;    // names are below this
inline constexpr std::uint32_t kFieldLimit = 64;       // fields of an object: 0 to 64
inline constexpr std::uint32_t kSlotLimit = 1u << 16;  // weak references, referencers: below this
inline constexpr std::uint32_t kTickLimit = 1u << 30;  // units of one tick: 1 to this
inline constexpr std::uint32_t kLaneLimit = 64;
inline constexpr std::uint32_t kNestLimit = 16;           // sections of a lane, one in the other
inline constexpr std::uint32_t kSecondsLimit = 1u << 16;  // seconds before a frame: below this
inline constexpr std::uint32_t kDefaultFields = 2;
inline constexpr std::uint32_t kPermanentLimit = 4;  // permanent objects of one trace

// One line of a trace. Which members a verb uses stands beside it; the rest keep their defaults, so
// that operations compare equal exactly when their lines do.
struct Operation {
  Verb verb = Verb::kTick;
  std::uint8_t lane = 0;
  std::uint8_t flag = 0;           // ready: 1 for yes; referencer-hold: 1 for raw
  std::uint16_t field = 0;         // store, move, swap, erase, resolve: that of `object`
  std::uint16_t target_field = 0;  // move, swap, resurrect: the field of `target`
  Name object = kNull;             // every verb with an object
  // store: the value, or kNull; copy: the template; move, swap, append, take, resurrect, outer,
  // cluster-add: the other
  Name target = kNull;
  // create*, reserve, permanent: fields; tick: units; frame: seconds; weak-*: wN; referencer-*: rN
  std::uint32_t number = 0;
  std::uint32_t other = 0;  // weak-copy: the source
  friend bool operator==(const Operation&, const Operation&) = default;
};

// What raw references held by the mutator may do (core/rules.h, the disciplines of the rule
// matrix).
//   dead       they die at every collector step: the game thread's discipline
//   rescanned  `hold` makes one that survives, and is scanned again when the trace ends
//   black      the same, but every load and weak read shades what it yields, and no local is
//              scanned again
enum class Locals : std::uint8_t { kDead, kRescanned, kBlack };
inline constexpr std::array<std::string_view, 3> kLocalsWords = {"dead", "rescanned", "black"};
constexpr std::string_view WordOf(Locals locals) {
  return kLocalsWords[static_cast<std::size_t>(locals)];
}

struct TraceHeader {
  std::uint32_t version = kVersion;
  Locals locals = Locals::kDead;
  // Which of its ways of doing the same a subject uses, if it has several (Promises::shapes): a
  // run in another shape is another run.
  std::uint32_t shape = 0;
  // The options of the heap, as far as the subject has them (Promises::settings).
  Variant heap;
  friend bool operator==(const TraceHeader&, const TraceHeader&) = default;
};

struct Trace {
  TraceHeader header;
  std::vector<Operation> operations;
  friend bool operator==(const Trace&, const Trace&) = default;
};

// The shortest ways to write an operation down, for tests, generators and witnesses.
namespace op {
constexpr Operation Create(Name a, std::uint32_t fields = kDefaultFields) {
  return {.verb = Verb::kCreate, .object = a, .number = fields};
}
constexpr Operation Copy(Name b, Name a) { return {.verb = Verb::kCopy, .object = b, .target = a}; }
constexpr Operation Store(Name a, std::uint16_t field, Name value) {
  return {.verb = Verb::kStore, .field = field, .object = a, .target = value};
}
constexpr Operation Move(Name a, std::uint16_t field, Name from, std::uint16_t from_field) {
  return {
      .verb = Verb::kMove, .field = field, .target_field = from_field, .object = a, .target = from};
}
constexpr Operation Swap(Name a, std::uint16_t field, Name b, std::uint16_t b_field) {
  return {.verb = Verb::kSwap, .field = field, .target_field = b_field, .object = a, .target = b};
}
constexpr Operation Root(Name a) { return {.verb = Verb::kRoot, .object = a}; }
constexpr Operation Unroot(Name a) { return {.verb = Verb::kUnroot, .object = a}; }
constexpr Operation Keep(Name a) { return {.verb = Verb::kKeep, .object = a}; }
constexpr Operation Unkeep(Name a) { return {.verb = Verb::kUnkeep, .object = a}; }
constexpr Operation Reserve(Name a, std::uint32_t fields = kDefaultFields) {
  return {.verb = Verb::kReserve, .object = a, .number = fields};
}
constexpr Operation Complete(Name a) { return {.verb = Verb::kComplete, .object = a}; }
constexpr Operation Append(Name a, Name b) {
  return {.verb = Verb::kAppend, .object = a, .target = b};
}
constexpr Operation Erase(Name a, std::uint16_t element) {
  return {.verb = Verb::kErase, .field = element, .object = a};
}
constexpr Operation Take(Name a, Name b) { return {.verb = Verb::kTake, .object = a, .target = b}; }
constexpr Operation Permanent(Name a, std::uint32_t fields = kDefaultFields) {
  return {.verb = Verb::kPermanent, .object = a, .number = fields};
}
constexpr Operation Resurrect(Name a, Name b, std::uint16_t field) {
  return {.verb = Verb::kResurrect, .target_field = field, .object = a, .target = b};
}
constexpr Operation Garbage(Name a) { return {.verb = Verb::kGarbage, .object = a}; }
constexpr Operation Outer(Name a, Name b) {
  return {.verb = Verb::kOuter, .object = a, .target = b};
}
constexpr Operation Cluster(Name a) { return {.verb = Verb::kCluster, .object = a}; }
constexpr Operation ClusterAdd(Name a, Name b) {
  return {.verb = Verb::kClusterAdd, .object = a, .target = b};
}
constexpr Operation Dissolve(Name a) { return {.verb = Verb::kDissolve, .object = a}; }
constexpr Operation ReferencerProtect(std::uint32_t r, Name a) {
  return {.verb = Verb::kReferencerProtect, .object = a, .number = r};
}
constexpr Operation StrongTake(Name a) { return {.verb = Verb::kStrongTake, .object = a}; }
constexpr Operation StrongDrop(Name a) { return {.verb = Verb::kStrongDrop, .object = a}; }
constexpr Operation WeakMake(std::uint32_t w, Name a) {
  return {.verb = Verb::kWeakMake, .object = a, .number = w};
}
constexpr Operation WeakRead(std::uint32_t w) { return {.verb = Verb::kWeakRead, .number = w}; }
constexpr Operation WeakCopy(std::uint32_t to, std::uint32_t from) {
  return {.verb = Verb::kWeakCopy, .number = to, .other = from};
}
constexpr Operation Resolve(Name a, std::uint16_t field, std::uint32_t w) {
  return {.verb = Verb::kResolve, .field = field, .object = a, .number = w};
}
constexpr Operation CreateNamed(Name a, std::uint32_t fields = kDefaultFields) {
  return {.verb = Verb::kCreateNamed, .object = a, .number = fields};
}
constexpr Operation Purge(std::uint32_t units = 1) {
  return {.verb = Verb::kPurge, .number = units};
}
constexpr Operation FinishPurge() { return {.verb = Verb::kFinishPurge}; }
constexpr Operation Trim() { return {.verb = Verb::kTrim}; }
constexpr Operation Flag(Name a) { return {.verb = Verb::kFlag, .object = a}; }
constexpr Operation Unflag(Name a) { return {.verb = Verb::kUnflag, .object = a}; }
constexpr Operation StartKeeping() { return {.verb = Verb::kStartKeeping}; }
constexpr Operation CollectKeeping() { return {.verb = Verb::kCollectKeeping}; }
constexpr Operation Identify(Name a) { return {.verb = Verb::kIdentify, .object = a}; }
constexpr Operation Recreate(Name b, Name a, std::uint32_t fields = kDefaultFields) {
  return {.verb = Verb::kRecreate, .object = b, .target = a, .number = fields};
}
constexpr Operation BeginByHand(Name a) { return {.verb = Verb::kBeginByHand, .object = a}; }
constexpr Operation Abandon(Name a, std::uint32_t weak) {
  return {.verb = Verb::kAbandon, .object = a, .number = weak};
}
constexpr Operation Rename(Name a) { return {.verb = Verb::kRename, .object = a}; }
constexpr Operation Find(Name a) { return {.verb = Verb::kFind, .object = a}; }
constexpr Operation ReferencerHold(std::uint32_t r, Name a, bool raw = false) {
  return {.verb = Verb::kReferencerHold,
          .flag = static_cast<std::uint8_t>(raw),
          .object = a,
          .number = r};
}
constexpr Operation ReferencerRelease(std::uint32_t r) {
  return {.verb = Verb::kReferencerRelease, .number = r};
}
constexpr Operation Ready(Name a, bool yes) {
  return {.verb = Verb::kReady, .flag = static_cast<std::uint8_t>(yes), .object = a};
}
constexpr Operation Hold(Name a) { return {.verb = Verb::kHold, .object = a}; }
constexpr Operation Drop(Name a) { return {.verb = Verb::kDrop, .object = a}; }
constexpr Operation Collect() { return {.verb = Verb::kCollect}; }
constexpr Operation Start() { return {.verb = Verb::kStart}; }
constexpr Operation Tick(std::uint32_t units = 1) { return {.verb = Verb::kTick, .number = units}; }
constexpr Operation Enter(std::uint8_t lane) { return {.verb = Verb::kEnter, .lane = lane}; }
constexpr Operation Leave(std::uint8_t lane) { return {.verb = Verb::kLeave, .lane = lane}; }
constexpr Operation TryCollect() { return {.verb = Verb::kTryCollect}; }
constexpr Operation Frame(std::uint32_t seconds) {
  return {.verb = Verb::kFrame, .number = seconds};
}
constexpr Operation OnLane(std::uint8_t lane, Operation operation) {
  operation.lane = lane;
  return operation;
}
constexpr Operation ExpectAlive(Name a) { return {.verb = Verb::kExpectAlive, .object = a}; }
constexpr Operation ExpectGone(Name a) { return {.verb = Verb::kExpectGone, .object = a}; }
}  // namespace op

}  // namespace reference
