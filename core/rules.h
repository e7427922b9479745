// core/rules.h -- the rules of the collector, each by name and sentence.
//
// A rule is one sentence that the collector must obey. Its name is the same everywhere: with
// hyphens in prose, traces and reports (insertion-barrier), and as an enumerator in code
// (kInsertionBarrier), where it is upheld (`Obeys(Rule::k..., Fault::k...)`), verified, and proved.
// So a search for the two finds every place that has to do with it.
//
// Words of the sentences: *while a trace is pending* means while marking, from the flip to the end
// check. A *cycle* runs from the flip to the end of its gather. A *batch* is the objects of one
// gather that were ready when they were polled. An object that was not ready leaves its batch for
// the waiting list, and later forms a batch with those that become ready with it; so
// finish-before-free makes no tick wait for an object that is not ready, and waiting-lets-go makes
// that sound.
//
// disregarded-is-deep and destroy-leaks-nothing are upheld only where a store names its holder
// (core/heap/checked_store.cc). This file needs nothing, and every file may include it.
//
// Read next: core/faults.h, core/collect/cycle.cc.

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
  kHandleBarrier,
  kBirthColourIdle,
  kBirthColourMarking,
  kBirthColourGathering,
  kGreyIsQueued,
  kScanIsAtomic,
  kSchemaIsWhole,
  kInitialReferencesAlways,
  kEndNeedsEmpty,
  kFlipPrecondition,
  kMarkOnce,
  // After marking.
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
  // Explicitly marked garbage.
  kGarbageIsNulled,
  kImmutableIsFollowed,
  kBarrierShadesGarbage,
  // Identity.
  kSerialMovesOn,
  kIndexAfterFree,
  kDisregardedIsDeep,
  kKeepFlagsAreRoots,
  kConstructionIsKept,
  // Destruction.
  kBeginFinishFree,
  kFinishBeforeFree,
  kWaitIsRevisited,
  kWaitingLetsGo,
  kDestroyLeaksNothing,
  // Threads.
  kLockExcludes,
  kHandOverPublishes,
  kBusyBeforeQueue,
  kDrainBeforeSuspend,
};
inline constexpr std::size_t kRuleCount = 48;

struct RuleEntry {
  Rule rule;
  std::string_view name;
  std::string_view sentence;
  // Empty if the verifier (core/inspect/verify) has a clause for the rule; else why a heap cannot
  // show a breach.
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
     "that it reports changes, while a trace is pending; raw reporters, and locals that are to be "
     "rescanned, report again in the final pass",
     ""},
    {Rule::kWeakReadBarrier, "weak-read-barrier",
     "a weak read while a trace is pending shades what it yields",
     "a yielded reference is a local of the mutator, which the heap does not record"},
    {Rule::kHandleBarrier, "handle-barrier",
     "a lazily resolved handle shades what it resolves to while a trace is pending",
     "a resolved handle looks like an assigned reference; the clause of insertion-barrier sees "
     "both"},
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
    {Rule::kSchemaIsWhole, "schema-is-whole",
     "the packed words of a class lead marking to every slot of its objects: those of the class "
     "above, its own, and those that it got when it changed",
     "a slot that marking was not led to looks like one that was stored to without shading; the "
     "clause of insertion-barrier sees both"},
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
    {Rule::kMarkOnce, "mark-once",
     "marking acts only on a managed, maybe-unreachable entry, clears one bit and sets the other",
     ""},
    {Rule::kDoomedIsHidden, "doomed-is-hidden",
     "from the trace's end, weak reads and look-ups by name answer as if the doomed were gone",
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
    {Rule::kDisregardedIsDeep, "disregarded-is-deep",
     "a disregarded object refers only to disregarded or rooted objects", ""},
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
     "they name may be freed before it",
     ""},
    {Rule::kDestroyLeaksNothing, "destroy-leaks-nothing",
     "a destroy callback stores no doomed object where a live one can see it", ""},
    {Rule::kLockExcludes, "lock-excludes",
     "no mutator section of another thread overlaps a collector slice",
     "a heap records no sections, and between two slices it looks the same"},
    {Rule::kHandOverPublishes, "hand-over-publishes",
     "what is pushed on a shared list is visible to the thread that pops it (release/acquire); the "
     "mark itself may be relaxed",
     "an object that was lost between two workers looks like one that was queued nowhere; the "
     "clause of insertion-barrier sees what it refers to"},
    {Rule::kBusyBeforeQueue, "busy-before-queue",
     "termination reads the busy count before it reads the queue",
     "what a worker has when marking ends looks like an object that was queued nowhere; the clause "
     "of insertion-barrier sees what it refers to"},
    {Rule::kDrainBeforeSuspend, "drain-before-suspend",
     "every batch of found references is handled before a slice ends",
     "a batch that was left looks like objects that were queued nowhere; the clause of "
     "insertion-barrier sees what they refer to"},
}};

// The entry of a rule. The array stands in enumeration order.
constexpr const RuleEntry& EntryOf(Rule rule) { return kRules[static_cast<std::size_t>(rule)]; }

consteval bool RulesStandInOrder() {
  for (std::size_t i = 0; i < kRuleCount; ++i) {
    if (static_cast<std::size_t>(kRules[i].rule) != i) return false;
  }
  return true;
}
static_assert(RulesStandInOrder());

}  // namespace gc
