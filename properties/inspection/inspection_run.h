// properties/inspection/inspection_run.h -- what core says of its heap and its work, held against
// a heap on paper.
//
// A judged heap is asked which objects live. Why they live, what a cycle cost, what a log says of
// it and what a history keeps is judged by runs of their own: a heap of a few objects with fields,
// roots, counts, garbage and clusters is collected in pieces, under an inspector that is made anew
// and configured meanwhile, and whose clock moves by known times. After each operation the graph,
// the log, records, pictures and searches are compared.
//
// An operation that cannot be done is skipped for both, so that any operation may be left out when
// a run is made shorter. Numbers go round: each names one of those that there are.
//
// Read next: reference/inspection/paper_heap.h, properties/inspection/core_inspection.cc.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "properties/base/paper_run.h"

namespace properties::inspection {

enum class InspectionVerb : std::uint8_t {
  kMake,       // class, slots behind it, a number: the first of four roots it
  kLink,       // object, slot, object
  kUnlink,     // object, slot
  kPut,        // object with a list, object: one more slot
  kRoot,       // object: or no longer
  kKeep,       // object, flag: or no longer
  kTake,       // object: one more count
  kDrop,       // a count
  kGarbage,    // object
  kTakeBack,   // object: it is garbage no longer
  kWeak,       // object
  kReport,     // referencer, slot, object
  kHold,       // object, by a local
  kLetGo,      // local
  kFlag,       // object: or no longer; a cycle may keep what is flagged
  kUnready,    // object: or no longer
  kCluster,    // root
  kDissolve,   // object
  kEliminate,  // an even number: references to garbage are cleared
  kStart,      // an even number: it keeps what is flagged
  kTick,       // units
  kPurge,      // units
  kCollect,
  kWait,       // microseconds
  kInspect,    // records and graphs, memory of graphs, a bit for each option
  kConfigure,  // length, a bit for each setting
};
inline constexpr std::size_t kInspectionVerbs = 26;
inline constexpr std::array<std::string_view, kInspectionVerbs> kInspectionWords = {
    "make",      "link",  "unlink", "put",   "root",    "keep", "take",    "drop",     "garbage",
    "take-back", "weak",  "report", "hold",  "let-go",  "flag", "unready", "cluster",  "dissolve",
    "eliminate", "start", "tick",   "purge", "collect", "wait", "inspect", "configure"};

struct InspectionOperation {
  InspectionVerb verb = InspectionVerb::kCollect;
  std::array<std::uint8_t, 3> numbers{};
};
using InspectionRun = std::vector<InspectionOperation>;

using InspectionVerdict = PaperVerdict;

// For tests: what the subject answers wrong, to see that it is noticed.
enum class InspectionLie : std::uint8_t {
  kNone,
  kLosesEdge,     // the last edge of a graph
  kMiscounts,     // one more object of the first class
  kSaysTwice,     // the log has its last line twice
  kForgetsCycle,  // the oldest record
  kIsLate,        // a record ends a nanosecond late
  kForgetsGraph,  // the oldest picture
  kSavesMore,     // a cluster saves one more scan
  kLongChain,     // a shortest chain has its root twice
  kHidesLeak,     // the last one
  kHidesHolder,   // of garbage, the last one
};
inline constexpr std::size_t kInspectionLies = 11;

InspectionRun DrawInspectionRun(std::uint64_t seed);
InspectionVerdict JudgeInspection(const InspectionRun& run,
                                  InspectionLie lie = InspectionLie::kNone);
// What that is made of: over the build that ships; and for every other run over the one that checks
// itself (AndWithChecks).
InspectionVerdict JudgeShipped(const InspectionRun& run, InspectionLie lie);
InspectionVerdict JudgeChecked(const InspectionRun& run, InspectionLie lie);
// The same difference with as few operations as leaving some out gives.
InspectionRun ShrunkInspection(InspectionRun run, InspectionLie lie = InspectionLie::kNone);
std::string TextOf(const InspectionRun& run);

}  // namespace properties::inspection
