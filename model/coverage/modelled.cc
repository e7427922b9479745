// model/coverage/modelled.cc -- a row for each verb, and for each public call of a heap.

#include "model/coverage/modelled.h"

#include <array>

namespace model {

using reference::Verb;

std::span<const ModelledVerb> ModelledVerbs() {
  static constexpr std::string_view kUnits =
      "initial-references, barrier-list, scan, activate, activate-garbage, end-check-goes-on, "
      "end-check-ends, gather, begin, poll-ready, poll-not-ready, poll-waiting-ready, "
      "poll-waiting-not-ready, free, idle-tick";
  static constexpr std::string_view kPurgeUnits =
      "gather, begin, poll-ready, poll-not-ready, poll-waiting-ready, poll-waiting-not-ready, free";
  static constexpr std::string_view kSeveral = "it is a flip and the units after it, each a step";
  static constexpr std::string_view kNoChange = "it changes no heap";
  static constexpr auto kRows = std::to_array<ModelledVerb>({
      {Verb::kCreate, "create"},
      {Verb::kStore, "store, store-null, store-refused"},
      {Verb::kMove, "move"},
      {Verb::kSwap, "swap"},
      {Verb::kRoot, "root"},
      {Verb::kUnroot, "unroot"},
      {Verb::kStrongTake, "strong-take"},
      {Verb::kStrongDrop, "strong-drop"},
      {Verb::kWeakMake, "weak-make-first, weak-make-again"},
      {Verb::kWeakRead, "weak-read-object, weak-read-null"},
      {Verb::kWeakCopy, "weak-copy"},
      {Verb::kReferencerHold, "referencer-hold"},
      {Verb::kReferencerRelease, "referencer-release"},
      {Verb::kReady, "ready-yes, ready-no"},
      {Verb::kHold, "hold"},
      {Verb::kDrop, "drop"},
      {Verb::kCollect, "", kSeveral},
      {Verb::kStart, "flip"},
      {Verb::kTick, kUnits},
      {Verb::kExpectAlive, "", "it asks the oracle, and changes no heap"},
      {Verb::kExpectGone, "", "it asks the oracle, and changes no heap"},
      {Verb::kKeep, "keep"},
      {Verb::kUnkeep, "unkeep"},
      {Verb::kCopy, "copy"},
      {Verb::kReserve, "reserve"},
      {Verb::kComplete, "complete"},
      {Verb::kAppend, "append, append-relocating"},
      {Verb::kErase, "move, store-null"},
      {Verb::kTake, "take"},
      {Verb::kResolve, "resolve-object, resolve-null"},
      {Verb::kCreateNamed, "create-named"},
      {Verb::kFind, "find-object, find-null"},
      {Verb::kEnter, "", kNoChange},
      {Verb::kLeave, "", kNoChange},
      {Verb::kTryCollect, "", kSeveral},
      {Verb::kFrame, "", "it is what a scheduler decides: ticks, or none"},
      {Verb::kPermanent, "permanent"},
      {Verb::kResurrect, "resurrect",
       "without its fault the attempt is refused, and changes nothing"},
      {Verb::kGarbage, "mark-garbage"},
      {Verb::kOuter, "outer"},
      {Verb::kReferencerProtect, "referencer-protect"},
      {Verb::kCluster, "cluster-make, cluster-add"},
      {Verb::kClusterAdd, "cluster-add"},
      {Verb::kDissolve, "dissolve"},
      {Verb::kRename, "", "a state has no names: any object may be looked up by one"},
      {Verb::kPurge, kPurgeUnits},
      {Verb::kAbandon, "reserve, abandon"},
      {Verb::kFinishPurge, "", kSeveral},
      {Verb::kTrim, "idle-tick"},
      {Verb::kFlag, "flag"},
      {Verb::kUnflag, "unflag"},
      {Verb::kStartKeeping, "flip-masked"},
      {Verb::kCollectKeeping, "", kSeveral},
      {Verb::kIdentify, "", "a state has no identities"},
      {Verb::kRecreate, "create", "which index it has is not modelled"},
      {Verb::kBeginByHand, "begin-by-hand"},
  });
  return kRows;
}

std::span<const ModelledCall> ModelledCalls() {
  static constexpr std::string_view kTail = "trailing references are fields, as many as there are";
  static constexpr std::string_view kAsks = "it answers, and changes nothing";
  static constexpr std::string_view kFull =
      "the mutator does not wait for room: that memory suffices is assumed";
  static constexpr auto kRows = std::to_array<ModelledCall>({
      {"New", "create", ""},
      {"TryNew", "create", "", kFull},
      {"NewWithTail", "create", "", kTail},
      {"TryNewWithTail", "create", "", kTail},
      {"ReserveWithTail", "reserve", "", kTail},
      {"Complete", "complete", ""},
      {"Make", "create, permanent", "", "chosen indices and identities are not modelled"},
      {"TryMake", "create, permanent", "", "chosen indices and identities are not modelled"},
      {"NewFrom", "copy", ""},
      {"Store", "store", ""},
      {"AddRoot", "root", ""},
      {"RemoveRoot", "unroot", ""},
      {"IsRoot", "", "", kAsks},
      {"ShareUnder", "", "", "the lock is explored with its orders (model/orders)"},
      {"HandOver", "unkeep", "", "what another thread made has a keep flag until then"},
      {"Change", "", "", "options do not change in the model"},
      {"FindRawFields", "", "", kAsks},
      {"SetKeepFlags", "keep", ""},
      {"ClearKeepFlags", "unkeep", ""},
      {"SetFlags", "flag", "", "the model has one flag of an author"},
      {"ClearFlags", "unflag", "", "the model has one flag of an author"},
      {"MakeCluster", "cluster", "", "how clusters are chosen is not modelled"},
      {"AllocateCluster", "", "cluster-make"},
      {"AddToCluster", "cluster-add", ""},
      {"DissolveClusterOf", "dissolve", ""},
      {"ClusterRootOf", "", "load-of-cluster"},
      {"SetClusterOptions", "dissolve", "", "options do not change, and clusters end one by one"},
      {"MarkGarbage", "garbage", ""},
      {"ClearGarbage", "", "unmark-garbage", "the machine has no such step"},
      {"IdentityOf", "identify", "", "chosen indices and identities are not modelled"},
      {"Forget", "", "", "chosen indices and identities are not modelled"},
      {"CloseDisregardWindow", "", "", "each birth says whether it is permanent"},
      {"OpenDisregardWindow", "", "", "each birth says whether it is permanent"},
      {"ReuseIndices", "", "", "a free index is used before the table grows"},
      {"AddListener", "", "", "listeners and what they do are not modelled"},
      {"RemoveListener", "", "", "listeners and what they do are not modelled"},
      {"ForEachObject", "find", "", "an iteration is a look-up of each object"},
      {"Start", "start, start-keeping", "flip-asking, flip-masked-asking"},
      {"Tick", "tick", ""},
      {"TickUntil", "tick", "", "how many units a tick does is open in the model"},
      {"Collect", "collect, collect-keeping", "mask-more"},
      {"Purge", "purge", ""},
      {"PurgeUntil", "purge", "", "how many units a purge does is open in the model"},
      {"FinishPurge", "purge", "", "it asks the waiting objects again, as an idle tick does"},
      {"Trim", "", "", "no object moves, and a state has no memory"},
      {"BeginDestroy", "begin", ""},
      {"phase", "", "", kAsks},
      {"PurgePending", "", "", kAsks},
      {"ObjectCount", "", "", kAsks},
      {"Loaded", "hold", "", "under locals black every operand is loaded"},
      {"SetEventSink", "", "", "the events are what conformance compares"},
      {"failure", "", "", kAsks},
      {"ObeyAll", "", "", "it switches faults, which a model has from the start"},
      {"collector", "", "", kAsks},
  });
  return kRows;
}

}  // namespace model
