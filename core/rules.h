// core/rules.h -- the rules of the collector, each by name and sentence, and the faults that break
// them.
//
// A rule is one sentence that the collector must obey. Its kebab-case name is the same in the code
// that upholds it (`Obeys(Rule::k..., Fault::k...)`), in the verifier's clause, in the model's
// axiom and in every report, so one search finds every place that has to do with it.
//
// A fault is one way to break a rule: `rule/variant`. The shipped library obeys every rule as a
// compile-time constant; the faulty build of the same sources is given a set of faults per heap,
// and each of them must be caught.
//
// Some words of the sentences. A *cycle* runs from flip to the end of its gather. A *batch* is the
// objects of one gather that were ready when they were polled; an object that was not leaves its
// batch for the waiting list, and later forms a batch with those that become ready with it. This
// reconciles finish-before-free with "a tick ends, and so does a collection, whoever is not ready";
// `waiting-lets-go` is the rule that makes it sound.
//
// This file needs nothing, and everything may include it.
// Read next: core/collect/cycle.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gc {

enum class Rule : std::uint8_t {
  // The wavefront.
  kInsertionBarrier,
  kMoveBarrier,
  kCopyBarrier,
  kContainerBarrier,
  kRootBarrier,
  kStrongBarrier,
  kReferencerBarrier,
  kWeakReadBarrier,
  kBirthColourIdle,
  kBirthColourMarking,
  kBirthColourGathering,
  kGreyIsQueued,
  kScanIsAtomic,
  kInitialReferencesAlways,
  kEndNeedsEmpty,
  kFlipPrecondition,
  // After the trace.
  kDoomedIsHidden,
  kUnreachableIsFinal,
  kGatherCoversRange,
  kFlipLeavesUnreachable,
  // Clusters.
  kClusterIsOne,
  kClusterMemberBarrier,
  kClusterOutward,
  kClusterStore,
  kClusterDissolveColour,
  kClusterDissolveIdle,
  kClusterNotInCycle,
  kClusterGather,
  // Garbage by decree.
  kGarbageIsNulled,
  kImmutableIsFollowed,
  kBarrierShadesGarbage,
  // Identity.
  kSerialMovesOn,
  kIndexAfterFree,
  kKeepFlagsAreRoots,
  kConstructionIsKept,
  // Destruction.
  kBeginFinishFree,
  kFinishBeforeFree,
  kWaitIsRevisited,
  kWaitingLetsGo,
};
inline constexpr std::size_t kRuleCount = 39;

struct RuleEntry {
  Rule rule;
  std::string_view name;
  std::string_view sentence;
  // Empty if core/inspect/verifier has a clause for it, else why a heap cannot show it.
  std::string_view no_clause_because;
};

inline constexpr std::array<RuleEntry, kRuleCount> kRules = {{
    {Rule::kInsertionBarrier, "insertion-barrier",
     "a reference constructed or assigned while a trace is pending shades its target", ""},
    {Rule::kMoveBarrier, "move-barrier",
     "move construction, move assignment and swap shade what they moved",
     "a moved reference looks like an assigned one; the clause of insertion-barrier sees both"},
    {Rule::kCopyBarrier, "copy-barrier",
     "copying default or template values into a new object goes through the barrier",
     "a copied reference looks like an assigned one; the clause of insertion-barrier sees both"},
    {Rule::kContainerBarrier, "container-barrier",
     "growing, shrinking or relocating a container of references between slices loses none of them",
     "a container that was handed over looks like one that was filled; the clause of "
     "insertion-barrier sees both"},
    {Rule::kRootBarrier, "root-barrier",
     "an object rooted while a trace is pending, or given a keep flag then, is shaded; removal "
     "mid-trace only floats",
     ""},
    {Rule::kStrongBarrier, "strong-barrier",
     "a strong count that leaves zero while a trace is pending shades the object", ""},
    {Rule::kReferencerBarrier, "referencer-barrier",
     "what an external referencer reports is shaded when it registers, and when a wrapper slot "
     "that "
     "it reports changes, while a trace is pending; raw reporters report again in the final pass",
     ""},
    {Rule::kWeakReadBarrier, "weak-read-barrier",
     "a weak read while a trace is pending shades what it yields",
     "a yielded reference is a local of the mutator, which the heap does not record"},
    {Rule::kBirthColourIdle, "birth-colour-idle",
     "a managed object born outside a cycle carries the current reachable bit, and only that one",
     ""},
    {Rule::kBirthColourMarking, "birth-colour-marking",
     "a managed object born while marking is born black",
     "a white object born in this cycle looks like a white object born before it"},
    {Rule::kBirthColourGathering, "birth-colour-gathering",
     "a managed object born while gathering is reachable and is not gathered", ""},
    {Rule::kGreyIsQueued, "grey-is-queued",
     "an object is grey if and only if it waits in exactly one work list", ""},
    {Rule::kScanIsAtomic, "scan-is-atomic",
     "a slice never ends inside an object, and keeps no slot address afterwards", ""},
    {Rule::kInitialReferencesAlways, "initial-references-always",
     "the first pass takes roots, referencers and the barrier's finds, all of them", ""},
    {Rule::kEndNeedsEmpty, "end-needs-empty",
     "a trace ends only when every work list and barrier list is empty and no initial-reference "
     "task is unfinished, seen in one check that also switches the barrier off",
     ""},
    {Rule::kFlipPrecondition, "flip-precondition",
     "when the meaning of the two bits is swapped, every managed object that is not unreachable "
     "reads reachable and no list holds anything",
     ""},
    {Rule::kDoomedIsHidden, "doomed-is-hidden",
     "from the trace's end, weak reads answer as if the doomed were gone",
     "what a read answers is not in the heap; the judge asks"},
    {Rule::kUnreachableIsFinal, "unreachable-is-final",
     "an object confirmed unreachable is never marked again", ""},
    {Rule::kGatherCoversRange, "gather-covers-range",
     "the gather visits every index that existed at the trace's end once, whatever is created or "
     "freed meanwhile",
     ""},
    {Rule::kFlipLeavesUnreachable, "flip-leaves-unreachable",
     "a new cycle that starts while a purge is pending leaves the unreachable untouched", ""},
    {Rule::kClusterIsOne, "cluster-is-one",
     "reaching any member of a cluster reaches its root, and the root carries every member", ""},
    {Rule::kClusterMemberBarrier, "cluster-member-barrier",
     "shading a member of a cluster activates its root, though the member has no white bit",
     "a member that was not shaded looks like an object that was not; the clause of "
     "insertion-barrier sees both"},
    {Rule::kClusterOutward, "cluster-outward",
     "activating a cluster reaches the clusters and the mutable objects that it refers to", ""},
    {Rule::kClusterStore, "cluster-store",
     "a store into a member of a cluster of what the cluster does not reach dissolves it", ""},
    {Rule::kClusterDissolveColour, "cluster-dissolve-colour",
     "on dissolving while marking, members take the root's colour, and a grey root leaves them "
     "grey",
     "dissolved, a member looks like any object; the clause of insertion-barrier sees what it "
     "refers to"},
    {Rule::kClusterDissolveIdle, "cluster-dissolve-idle",
     "on dissolving outside a cycle, members read reachable",
     "dissolved, a member looks like any object; the clause of birth-colour-idle sees its bit"},
    {Rule::kClusterNotInCycle, "cluster-not-in-cycle",
     "clusters are not created or grown while a trace or a gather is pending", ""},
    {Rule::kClusterGather, "cluster-gather",
     "an unreached root dooms its members and hides them at the same instant", ""},
    {Rule::kGarbageIsNulled, "garbage-is-nulled",
     "when elimination is on and the slot is not protected, a killable slot that holds an object "
     "marked garbage is cleared when it is scanned, not followed",
     ""},
    {Rule::kImmutableIsFollowed, "immutable-is-followed",
     "class and outer references are followed and never cleared, garbage or not", ""},
    {Rule::kBarrierShadesGarbage, "barrier-shades-garbage",
     "the barrier shades its target, garbage or not",
     "garbage that was stored looks like garbage that was neither cleared nor followed; the clause "
     "of garbage-is-nulled sees both"},
    {Rule::kSerialMovesOn, "serial-moves-on",
     "a reused index has a serial no weak reference ever held", ""},
    {Rule::kIndexAfterFree, "index-after-free", "an index is reused only after its object is freed",
     ""},
    {Rule::kKeepFlagsAreRoots, "keep-flags-are-roots",
     "an object with a keep flag, or a flag in the caller's mask, is a root of this cycle", ""},
    {Rule::kConstructionIsKept, "construction-is-kept",
     "an object under construction is kept and not scanned until its constructor has run", ""},
    {Rule::kBeginFinishFree, "begin-finish-free",
     "begin-destroy once, then finish-destroy once when ready, then the destructor, then the "
     "memory, for every doomed object",
     ""},
    {Rule::kFinishBeforeFree, "finish-before-free",
     "no memory of a batch is freed before every object of the batch has finished", ""},
    {Rule::kWaitIsRevisited, "wait-is-revisited",
     "an object that was not ready is asked again until it is", ""},
    {Rule::kWaitingLetsGo, "waiting-lets-go",
     "an object that leaves its batch for the waiting list lets go of its references, for what "
     "they "
     "name may be freed before it",
     ""},
}};

enum class Fault : std::uint8_t {
  kStoreWithoutShading,
  kMoveIsFree,
  kSwapIsFree,
  kBlockCopy,
  kTakeBitwise,
  kRootWithoutShading,
  kKeepWithoutShading,
  kCountWithoutShading,
  kRegisterWithoutShading,
  kSkipRawInFinalPass,
  kReadWithoutShading,
  kBornWithOtherBit,
  kBornWithNeitherBit,
  kBornWithBothBits,
  kBornWhiteWhileMarking,
  kBornWhiteWhileGathering,
  kShadeWithoutQueueing,
  kQueueTwice,
  kEndBetweenFields,
  kSkipReferencers,
  kLookAtOneList,
  kIgnoreUnfinishedTask,
  kBarrierOffLate,
  kIgnoreUnconstructed,
  kSwapWhileTracing,
  kSwapWhileGathering,
  kAnswerDoomed,
  kBarrierRevives,
  kSkipRecycledIndex,
  kSwapUnreachableToo,
  kMarkMemberOnly,
  kReturnEarly,
  kSkipOtherClusters,
  kSkipMutableObjects,
  kStoreSilently,
  kKeepStaleBits,
  kBlackenMembers,
  kKeepStaleBitIdle,
  kClusterInCycle,
  kJudgeByOwnBit,
  kNeitherClearNorFollow,
  kSkipImmutableGarbage,
  kSkipStoredGarbage,
  kKeepSerial,
  kWrapSerial,
  kReleaseAtBegin,
  kIgnoreOneFlag,
  kNeverLookAgain,
  kBeginTwice,
  kFinishTwice,
  kFinishBeforeBegin,
  kSkipBegin,
  kSkipFinish,
  kFreeEachAtOnce,
  kDropWaiting,
  kFreeUnready,
  kWaitingKeepsReferences,
};
inline constexpr std::size_t kFaultCount = 57;

struct FaultEntry {
  Fault fault;
  Rule rule;
  std::string_view variant;
  std::string_view sentence;
};

inline constexpr std::array<FaultEntry, kFaultCount> kFaults = {{
    {Fault::kStoreWithoutShading, Rule::kInsertionBarrier, "store-without-shading",
     "an assignment does not shade its target"},
    {Fault::kMoveIsFree, Rule::kMoveBarrier, "move-is-free", "a move does not shade what it moved"},
    {Fault::kSwapIsFree, Rule::kMoveBarrier, "swap-is-free", "a swap does not shade what it moved"},
    {Fault::kBlockCopy, Rule::kCopyBarrier, "block-copy",
     "a new object takes its template's references without shading them"},
    {Fault::kTakeBitwise, Rule::kContainerBarrier, "take-bitwise",
     "a container that is moved hands over its memory, and nothing inside is shaded"},
    {Fault::kRootWithoutShading, Rule::kRootBarrier, "root-without-shading",
     "rooting does not shade"},
    {Fault::kKeepWithoutShading, Rule::kRootBarrier, "keep-without-shading",
     "setting a keep flag does not shade"},
    {Fault::kCountWithoutShading, Rule::kStrongBarrier, "count-without-shading",
     "a strong count that leaves zero does not shade"},
    {Fault::kRegisterWithoutShading, Rule::kReferencerBarrier, "register-without-shading",
     "a referencer that registers does not shade what it reports"},
    {Fault::kSkipRawInFinalPass, Rule::kReferencerBarrier, "skip-raw-in-final-pass",
     "raw reporters do not report again at the end check"},
    {Fault::kReadWithoutShading, Rule::kWeakReadBarrier, "read-without-shading",
     "a weak read does not shade what it yields"},
    {Fault::kBornWithOtherBit, Rule::kBirthColourIdle, "other-bit",
     "born outside a cycle with the other bit"},
    {Fault::kBornWithNeitherBit, Rule::kBirthColourIdle, "neither-bit",
     "born outside a cycle with neither bit"},
    {Fault::kBornWithBothBits, Rule::kBirthColourIdle, "both-bits",
     "born outside a cycle with both bits"},
    {Fault::kBornWhiteWhileMarking, Rule::kBirthColourMarking, "born-white",
     "born white while marking"},
    {Fault::kBornWhiteWhileGathering, Rule::kBirthColourGathering, "born-white",
     "born white while gathering"},
    {Fault::kShadeWithoutQueueing, Rule::kGreyIsQueued, "shade-without-queueing",
     "what the barrier shades is marked but never queued"},
    {Fault::kQueueTwice, Rule::kGreyIsQueued, "queue-twice",
     "what the barrier shades is queued twice"},
    {Fault::kEndBetweenFields, Rule::kScanIsAtomic, "end-between-fields",
     "a slice ends between two fields of an object"},
    {Fault::kSkipReferencers, Rule::kInitialReferencesAlways, "skip-referencers",
     "referencers are skipped when the barrier list is not empty"},
    {Fault::kLookAtOneList, Rule::kEndNeedsEmpty, "look-at-one-list",
     "the end check does not look at the barrier list"},
    {Fault::kIgnoreUnfinishedTask, Rule::kEndNeedsEmpty, "ignore-unfinished-task",
     "the end check does not wait for the initial references"},
    {Fault::kBarrierOffLate, Rule::kEndNeedsEmpty, "barrier-off-late",
     "the barrier is switched off one unit after the check, and nobody looks again"},
    {Fault::kIgnoreUnconstructed, Rule::kEndNeedsEmpty, "ignore-unconstructed",
     "the end check does not wait for an object under construction"},
    {Fault::kSwapWhileTracing, Rule::kFlipPrecondition, "swap-while-tracing",
     "a start while a trace is pending flips again, with entries still listed"},
    {Fault::kSwapWhileGathering, Rule::kFlipPrecondition, "swap-while-gathering",
     "a start while a gather is pending flips with white objects not yet gathered"},
    {Fault::kAnswerDoomed, Rule::kDoomedIsHidden, "answer-doomed",
     "a weak read answers with a doomed object while gathering"},
    {Fault::kBarrierRevives, Rule::kUnreachableIsFinal, "barrier-revives",
     "a barrier marks an unreachable object while a trace is pending"},
    {Fault::kSkipRecycledIndex, Rule::kGatherCoversRange, "skip-recycled-index",
     "the gather skips an index that was ever recycled"},
    {Fault::kSwapUnreachableToo, Rule::kFlipLeavesUnreachable, "swap-them-too",
     "the flip turns the unreachable into maybe-unreachable as well"},
    {Fault::kMarkMemberOnly, Rule::kClusterIsOne, "mark-member-only",
     "a reference to a member marks the member, and not its root"},
    {Fault::kReturnEarly, Rule::kClusterMemberBarrier, "return-early",
     "the barrier does nothing for a member, which is not white by itself"},
    {Fault::kSkipOtherClusters, Rule::kClusterOutward, "skip-clusters",
     "activating a cluster does not reach the clusters that it refers to"},
    {Fault::kSkipMutableObjects, Rule::kClusterOutward, "skip-mutable-objects",
     "activating a cluster does not reach the mutable objects that it refers to"},
    {Fault::kStoreSilently, Rule::kClusterStore, "store-silently",
     "a store into a member leaves its cluster as it is"},
    {Fault::kKeepStaleBits, Rule::kClusterDissolveColour, "keep-stale-bits",
     "members dissolved while marking read as they did when they joined"},
    {Fault::kBlackenMembers, Rule::kClusterDissolveColour, "blacken",
     "members dissolved while marking are black, whatever the root is"},
    {Fault::kKeepStaleBitIdle, Rule::kClusterDissolveIdle, "keep-stale-bit",
     "members dissolved outside a cycle read as they did when they joined"},
    {Fault::kClusterInCycle, Rule::kClusterNotInCycle, "create-one",
     "a cluster is created or grown in the middle of a cycle"},
    {Fault::kJudgeByOwnBit, Rule::kClusterGather, "judge-by-own-bit",
     "the gather judges each member by its own bit, which is not white"},
    {Fault::kNeitherClearNorFollow, Rule::kGarbageIsNulled, "neither-clear-nor-follow",
     "a killable slot that holds garbage is neither cleared nor followed"},
    {Fault::kSkipImmutableGarbage, Rule::kImmutableIsFollowed, "skip-garbage",
     "an immutable reference to garbage is not followed"},
    {Fault::kSkipStoredGarbage, Rule::kBarrierShadesGarbage, "skip-garbage",
     "the barrier does not shade garbage"},
    {Fault::kKeepSerial, Rule::kSerialMovesOn, "keep-serial",
     "an index keeps its serial when it is released"},
    {Fault::kWrapSerial, Rule::kSerialMovesOn, "wrap-around", "serials wrap around after two"},
    {Fault::kReleaseAtBegin, Rule::kIndexAfterFree, "release-at-begin",
     "the index is released at begin-destroy"},
    {Fault::kIgnoreOneFlag, Rule::kKeepFlagsAreRoots, "ignore-one-flag",
     "the flip does not take what only the loading flag keeps for a root"},
    {Fault::kNeverLookAgain, Rule::kConstructionIsKept, "never-look-again",
     "an object is not looked at when its constructor has run"},
    {Fault::kBeginTwice, Rule::kBeginFinishFree, "begin-twice", "begin-destroy is called twice"},
    {Fault::kFinishTwice, Rule::kBeginFinishFree, "finish-twice", "finish-destroy is called twice"},
    {Fault::kFinishBeforeBegin, Rule::kBeginFinishFree, "out-of-order",
     "finish-destroy is called before begin-destroy"},
    {Fault::kSkipBegin, Rule::kBeginFinishFree, "skip-begin", "begin-destroy is not called"},
    {Fault::kSkipFinish, Rule::kBeginFinishFree, "skip-finish", "finish-destroy is not called"},
    {Fault::kFreeEachAtOnce, Rule::kFinishBeforeFree, "free-each-at-once",
     "each object is freed as soon as it has finished"},
    {Fault::kDropWaiting, Rule::kWaitIsRevisited, "drop-it",
     "an object that was not ready is never asked again"},
    {Fault::kFreeUnready, Rule::kWaitIsRevisited, "free-unready",
     "an object that was not ready is finished and freed all the same"},
    {Fault::kWaitingKeepsReferences, Rule::kWaitingLetsGo, "keep-references",
     "an object on the waiting list keeps its references"},
}};

// The entry of a rule or of a fault. The arrays above stand in enumeration order (asserted below).
constexpr const RuleEntry& EntryOf(Rule rule) { return kRules[static_cast<std::size_t>(rule)]; }
constexpr const FaultEntry& EntryOf(Fault fault) {
  return kFaults[static_cast<std::size_t>(fault)];
}

constexpr bool RulesStandInOrder() {
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    if (static_cast<std::size_t>(kRules[i].rule) != i) return false;
  }
  for (std::size_t i = 0; i < kFaultCount; ++i) {
    if (static_cast<std::size_t>(kFaults[i].fault) != i) return false;
  }
  return true;
}
static_assert(RulesStandInOrder());

// A set of faults, given to a heap of the faulty build. Empty: every rule is obeyed.
class FaultSet {
 public:
  constexpr FaultSet() = default;
  constexpr explicit FaultSet(Fault fault) { Add(fault); }
  static constexpr FaultSet Of(Rule rule) {
    FaultSet set;
    for (const FaultEntry& entry : kFaults) {
      if (entry.rule == rule) set.Add(entry.fault);
    }
    return set;
  }
  constexpr void Add(Fault fault) { Word(fault) |= Bit(fault); }
  constexpr bool Has(Fault fault) const { return (Word(fault) & Bit(fault)) != 0; }
  constexpr bool Empty() const { return *this == FaultSet(); }
  friend constexpr bool operator==(FaultSet, FaultSet) = default;

 private:
  static constexpr std::size_t kBits = 64;
  static constexpr std::size_t Number(Fault fault) { return static_cast<std::size_t>(fault); }
  static constexpr std::uint64_t Bit(Fault fault) {
    return std::uint64_t{1} << (Number(fault) % kBits);
  }
  constexpr std::uint64_t& Word(Fault fault) { return words_[Number(fault) / kBits]; }
  constexpr std::uint64_t Word(Fault fault) const { return words_[Number(fault) / kBits]; }
  std::array<std::uint64_t, (kFaultCount + kBits - 1) / kBits> words_ = {};
};

}  // namespace gc
