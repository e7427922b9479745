// properties/coverage/situations.cc -- the table of situations.

#include "properties/coverage/situations.h"

#include <algorithm>
#include <initializer_list>

namespace properties {
namespace {

using reference::Answer;
using reference::EventKind;
using reference::kNull;
using reference::Verb;
using reference::VerbSet;
using M = const Moment&;

constexpr VerbSet At(std::initializer_list<Verb> verbs) {
  VerbSet set;
  for (const Verb verb : verbs) set.Add(verb);
  return set;
}
constexpr VerbSet Steps() {
  VerbSet set = VerbSet::Of(reference::VerbKind::kStep);
  return set.Add(Verb::kTryCollect).Add(Verb::kFrame);
}
constexpr VerbSet Births() { return VerbSet::Of(reference::VerbKind::kBirth); }

constexpr VerbSet kStore = At({Verb::kStore});
constexpr VerbSet kMoves = At({Verb::kMove, Verb::kSwap});
constexpr VerbSet kReads = At({Verb::kWeakRead, Verb::kResolve, Verb::kFind});
constexpr VerbSet kSteps = Steps();

bool Answered(M m) {
  return m.did.answer.kind == Answer::Kind::kRead && m.did.answer.object != kNull;
}
bool AnsweredNull(M m) {
  return m.did.answer.kind == Answer::Kind::kRead && m.did.answer.object == kNull;
}
bool Refused(M m) { return m.did.answer.kind == Answer::Kind::kRefused; }

// Of a store: the field is given another object, or loses what it held.
bool Gives(M m) { return m.target.name != kNull; }
bool BlackTakesWhite(M m) { return m.Marking() && m.object.Black() && m.target.White(); }
bool Cuts(M m) { return m.operation.target == kNull; }

bool ReportsLate(M m) { return m.Marking() && m.pending.initial_references && m.object.White(); }
bool NothingIsPublished(M m) {
  return std::ranges::all_of(m.did.events, [](std::uint32_t count) { return count == 0; });
}

constexpr auto kSituations = std::to_array<Situation>({
    // Stores.
    {"black-takes-white", "a black object takes a white one while marking", kStore,
     [](M m) { return BlackTakesWhite(m); }},
    {"grey-takes-white", "a grey object takes a white one while marking", kStore,
     [](M m) { return m.Marking() && m.object.Grey() && m.target.White(); }},
    {"white-takes-white", "a white object takes a white one while marking", kStore,
     [](M m) { return m.Marking() && m.object.White() && m.target.White(); }},
    {"white-takes-black", "a white object takes a black one while marking", kStore,
     [](M m) { return m.Marking() && m.object.White() && m.target.Black(); }},
    {"black-takes-grey", "a black object takes a grey one while marking", kStore,
     [](M m) { return m.Marking() && m.object.Black() && m.target.Grey(); }},
    {"grey-loses-white", "a field of a grey object is cleared that held a white one", kStore,
     [](M m) { return m.Marking() && m.object.Grey() && m.old.White() && Cuts(m); }},
    {"white-loses-white", "a field of a white object is cleared that held a white one", kStore,
     [](M m) { return m.Marking() && m.object.White() && m.old.White() && Cuts(m); }},
    {"black-changes-its-value-for-white", "a black object takes a white one where it held another",
     kStore,
     [](M m) { return BlackTakesWhite(m) && m.old.name != kNull; }},
    {"takes-itself", "an object takes itself while marking", kStore,
     [](M m) { return m.Marking() && Gives(m) && m.object.name == m.target.name; }},
    {"store-in-the-gather", "a field is given an object while gathering", kStore,
     [](M m) { return m.Gathering() && Gives(m); }},
    {"store-beside-a-purge", "a field is given an object while a purge is pending", kStore,
     [](M m) { return m.when == When::kPurging && Gives(m); }},
    {"store-beside-an-older-purge",
     "a black object takes a white one while the purge of an older cycle is pending", kStore,
     [](M m) {
       return m.when == When::kMarkingPurging && m.object.Black() && m.target.White();
     }},
    {"store-before-the-referencers",
     "a black object takes a white one before the initial references are taken", kStore,
     [](M m) {
       return m.Marking() && !m.pending.initial_references && m.object.Black() && m.target.White();
     }},
    {"store-after-the-referencers",
     "a black object takes a white one after the initial references were taken", kStore,
     [](M m) {
       return m.Marking() && m.pending.initial_references && m.object.Black() && m.target.White();
     }},
    {"unfinished-takes-white", "an object under construction takes a white one while marking",
     kStore, [](M m) { return m.Marking() && m.object.is.constructing && m.target.White(); }},
    {"permanent-takes", "a permanent object takes one while marking", kStore,
     [](M m) { return m.Marking() && m.object.is.permanent && Gives(m) && !Refused(m); }},
    {"permanent-refuses", "a permanent object refuses what is no root", kStore, Refused},
    {"black-container-takes-white", "a black container is given a white element",
     At({Verb::kAppend}),
     [](M m) { return BlackTakesWhite(m); }},
    {"white-element-is-erased", "a container that is not black loses a white element",
     At({Verb::kErase}),
     [](M m) { return m.Marking() && !m.object.Black() && m.old.White(); }},
    {"black-container-takes-another", "a black container takes another that has white elements",
     At({Verb::kTake}),
     [](M m) { return m.Marking() && m.object.Black() && m.takes_white > 0; }},
    {"white-moves-into-black", "a field of a black object takes a white one from another field",
     kMoves, [](M m) { return m.Marking() && m.object.Black() && m.other.White(); }},
    {"white-moves-out-of-grey", "a white object is moved from a grey one", kMoves,
     [](M m) { return m.Marking() && m.target.Grey() && m.other.White(); }},
    {"whites-change-places", "two fields exchange two white objects", At({Verb::kSwap}),
     [](M m) { return m.Marking() && m.old.White() && m.other.White(); }},
    {"black-and-white-change-places",
     "a black object gives what it held for a white one", At({Verb::kSwap}),
     [](M m) { return m.Marking() && m.object.Black() && m.old.name != kNull && m.other.White(); }},
    {"a-move-in-the-gather", "a field takes from another while gathering", kMoves,
     [](M m) { return m.Gathering() && m.other.name != kNull; }},
    {"white-becomes-an-outer", "an object is given a white outer while marking", At({Verb::kOuter}),
     [](M m) { return m.Marking() && m.target.White(); }},

    // Births.
    {"birth-while-marking", "an object is made while marking", At({Verb::kCreate}),
     [](M m) { return m.Marking(); }},
    {"birth-in-the-gather", "an object is made while gathering", At({Verb::kCreate}),
     [](M m) { return m.Gathering(); }},
    {"birth-beside-a-purge", "an object is made while a purge is pending", At({Verb::kCreate}),
     [](M m) { return m.when == When::kPurging; }},
    {"copy-of-what-holds-white", "an object is copied that holds a white one", At({Verb::kCopy}),
     [](M m) { return m.Marking() && m.takes_white > 0; }},
    {"copy-in-the-gather", "an object is copied while gathering", At({Verb::kCopy}),
     [](M m) { return m.Gathering(); }},
    {"named-birth-in-a-cycle", "an object with a name is made while a cycle is pending",
     At({Verb::kCreateNamed}), [](M m) { return m.Marking() || m.Gathering(); }},
    {"permanent-birth-in-a-cycle", "a permanent object is made while a cycle is pending",
     At({Verb::kPermanent}), [](M m) { return m.Marking() || m.Gathering(); }},
    {"constructor-begins-while-marking", "a constructor begins while marking", At({Verb::kReserve}),
     [](M m) { return m.Marking(); }},
    {"constructor-begins-in-the-gather", "a constructor begins while gathering",
     At({Verb::kReserve}), [](M m) { return m.Gathering(); }},
    {"constructor-ends-while-marking", "a constructor ends while marking", At({Verb::kComplete}),
     [](M m) { return m.Marking(); }},
    {"constructor-ends-later", "a constructor ends in another phase than marking, in a cycle",
     At({Verb::kComplete}), [](M m) { return m.Gathering(); }},
    {"unfinished-holds-white", "a constructor ends whose object holds a white one",
     At({Verb::kComplete}), [](M m) { return m.Marking() && m.holds_white > 0; }},
    {"step-beside-a-constructor", "a step of marking is taken while a constructor runs",
     At({Verb::kTick}), [](M m) { return m.Marking() && m.pending.constructing; }},
    {"abandoned-in-a-cycle", "an object is given up before it is made, in a cycle",
     At({Verb::kAbandon}), [](M m) { return m.Marking() || m.Gathering(); }},
    {"birth-on-another-lane", "another thread makes an object while a cycle is pending", Births(),
     [](M m) { return m.operation.lane > 0 && (m.Marking() || m.Gathering()); }},

    // What holds an object.
    {"white-becomes-a-root", "a white object becomes a root", At({Verb::kRoot}),
     [](M m) { return m.Marking() && m.object.White(); }},
    {"root-in-the-gather", "an object becomes a root while gathering", At({Verb::kRoot}),
     [](M m) { return m.Gathering(); }},
    {"root-ends-while-marking", "an object is no root any more while marking", At({Verb::kUnroot}),
     [](M m) { return m.Marking(); }},
    {"white-is-counted", "a strong pointer to a white object is made", At({Verb::kStrongTake}),
     [](M m) { return m.Marking() && m.object.White(); }},
    {"last-count-goes", "the last strong pointer to an object goes while marking",
     At({Verb::kStrongDrop}), [](M m) { return m.Marking() && m.object.is.strong == 1; }},
    {"white-is-kept", "a white object is given a keep flag", At({Verb::kKeep}),
     [](M m) { return m.Marking() && m.object.White(); }},
    {"keep-ends-while-marking", "a keep flag goes while marking", At({Verb::kUnkeep}),
     [](M m) { return m.Marking(); }},
    {"white-is-reported", "a referencer reports a white object before it was asked",
     At({Verb::kReferencerHold}),
     [](M m) { return m.Marking() && !m.pending.initial_references && m.object.White(); }},
    {"white-is-reported-late", "a referencer reports a white object after all were asked",
     At({Verb::kReferencerHold}),
     [](M m) {
       return ReportsLate(m) && m.operation.flag == 0;
     }},
    {"white-is-held-raw-late", "a raw referencer holds a white object after all were asked",
     At({Verb::kReferencerHold}),
     [](M m) {
       return ReportsLate(m) && m.operation.flag == 1;
     }},
    {"white-is-protected", "a referencer protects a white object", At({Verb::kReferencerProtect}),
     [](M m) { return m.Marking() && m.object.White(); }},
    {"referencer-goes-while-marking", "a referencer unregisters while marking",
     At({Verb::kReferencerRelease}), [](M m) { return m.Marking(); }},
    {"white-local-is-held", "a local that survives steps takes a white object", At({Verb::kHold}),
     [](M m) { return m.Marking() && m.object.White(); }},
    {"local-ends-while-marking", "a local that survives steps ends while marking",
     At({Verb::kDrop}), [](M m) { return m.Marking(); }},

    // Reads.
    {"white-is-read", "a weak reference to a white object is read", kReads,
     [](M m) { return m.Marking() && m.target.White() && Answered(m); }},
    {"read-in-the-gather", "a weak reference is read while gathering, and answers", kReads,
     [](M m) { return m.Gathering() && Answered(m); }},
    {"doomed-is-denied", "a weak reference to a doomed object answers null", kReads,
     [](M m) { return m.target.Doomed() && AnsweredNull(m); }},
    {"doomed-is-denied-in-the-gather",
     "a weak reference to an object that is doomed already answers null while gathering", kReads,
     [](M m) { return m.Gathering() && m.target.Doomed() && AnsweredNull(m); }},
    {"gone-is-denied", "a weak reference to a freed object answers null", At({Verb::kWeakRead}),
     [](M m) { return m.target.Gone() && AnsweredNull(m); }},
    {"gone-is-not-found", "an object is looked up by the name that it had", At({Verb::kFind}),
     [](M m) { return m.object.Gone() && AnsweredNull(m); }},
    {"white-is-found", "a white object is found by its name", At({Verb::kFind}),
     [](M m) { return m.Marking() && m.object.White() && Answered(m); }},
    {"doomed-is-not-found", "a doomed object is looked up by its name", At({Verb::kFind}),
     [](M m) { return m.object.Doomed() && AnsweredNull(m); }},
    {"found-in-the-gather", "an object is found by its name while gathering", At({Verb::kFind}),
     [](M m) { return m.Gathering() && Answered(m); }},
    {"garbage-is-denied", "a weak reference to marked garbage answers null", At({Verb::kWeakRead}),
     [](M m) { return m.target.is.garbage && !m.target.Gone() && AnsweredNull(m); }},
    {"unfinished-is-denied", "a weak reference to an object under construction answers null",
     At({Verb::kWeakRead}), [](M m) { return m.target.is.constructing && AnsweredNull(m); }},
    {"handle-to-white", "a handle is resolved in a black object and yields a white one",
     At({Verb::kResolve}),
     [](M m) { return BlackTakesWhite(m) && Answered(m); }},
    {"handle-to-doomed", "a handle to a doomed object is resolved", At({Verb::kResolve}),
     [](M m) { return m.target.Doomed() && AnsweredNull(m); }},
    {"weak-to-white", "a weak reference to a white object is made", At({Verb::kWeakMake}),
     [](M m) { return m.Marking() && m.object.White(); }},
    {"renamed-white", "a white object is given another name", At({Verb::kRename}),
     [](M m) { return m.Marking() && m.object.White(); }},
    {"renamed-in-the-gather", "an object is given another name while gathering",
     At({Verb::kRename}), [](M m) { return m.Gathering(); }},

    // Cycles.
    {"flip-beside-a-purge", "a cycle begins while the purge of another is pending", kSteps,
     [](M m) { return m.when == When::kPurging && m.Saw(EventKind::kFlip); }},
    {"flip-beside-waiting-objects", "a cycle begins while objects wait to be ready", kSteps,
     [](M m) { return m.pending.waiting && m.Saw(EventKind::kFlip); }},
    {"flip-beside-a-constructor", "a cycle begins while a constructor runs", kSteps,
     [](M m) { return m.pending.constructing && m.Saw(EventKind::kFlip); }},
    {"barrier-list-is-taken", "two objects or more are taken from the barrier's list",
     kSteps, [](M m) { return m.did.barrier_taken > 1; }},
    {"end-is-refused", "an end check finds something still to be scanned", kSteps,
     [](M m) { return m.did.failed_ends > 0; }},
    {"marking-waits-for-a-constructor", "a tick does nothing, because a constructor runs",
     At({Verb::kTick}),
     [](M m) { return m.Marking() && m.pending.constructing && NothingIsPublished(m); }},
    {"one-unit-of-marking", "a tick of one unit marks, and marking goes on", At({Verb::kTick}),
     [](M m) {
       return m.operation.number == 1 && m.Marking() && m.Saw(EventKind::kScan) &&
              (m.after == When::kMarking || m.after == When::kMarkingPurging);
     }},
    {"gather-in-pieces", "a tick ends in the middle of a gather", At({Verb::kTick}),
     [](M m) {
       return m.Gathering() && (m.after == When::kGathering || m.after == When::kGatheringPurging);
     }},
    {"gather-of-both", "a step of gathering finds objects that live and objects that are doomed",
     kSteps, [](M m) { return m.did.doomed > 0 && m.did.passed > 0; }},
    {"collect-in-a-cycle", "a whole collection is asked for while another is pending",
     At({Verb::kCollect}), [](M m) { return m.Marking() || m.Gathering(); }},
    {"start-in-a-cycle", "a cycle is to begin while another is pending", At({Verb::kStart}),
     [](M m) { return m.Marking() || m.Gathering(); }},
    {"a-whole-cycle-in-a-tick", "a tick takes a cycle from marking to its end", At({Verb::kTick}),
     [](M m) { return m.Marking() && m.Saw(EventKind::kCycleEnd); }},
    {"nothing-lives", "a cycle ends in which every object that was looked at was doomed", kSteps,
     [](M m) { return m.did.doomed > 1 && m.did.passed == 0 && m.Saw(EventKind::kCycleEnd); }},

    // Deaths.
    {"not-ready-yet", "an object says that it is not ready to finish", kSteps,
     [](M m) { return m.did.unready > 0; }},
    {"ready-at-last", "an object that waits says that it is ready", At({Verb::kReady}),
     [](M m) { return m.pending.waiting && m.operation.flag == 1 && m.object.Doomed(); }},
    {"waits-through-a-cycle", "a cycle ends while an object still waits to be ready", kSteps,
     [](M m) { return m.pending.waiting && m.Saw(EventKind::kCycleEnd) && m.did.unready > 0; }},
    {"purge-in-pieces", "a tick begins or frees an object, and the purge goes on",
     At({Verb::kTick}),
     [](M m) { return m.Saw(EventKind::kBegin) && m.after == When::kPurging; }},
    {"purge-beside-a-marking", "the purge of an older cycle goes on while marking",
     At({Verb::kPurge}),
     [](M m) { return m.when == When::kMarkingPurging && m.Saw(EventKind::kPoll); }},
    {"purge-of-a-gather", "a gather is gone on with beside marking's own steps",
     At({Verb::kPurge}), [](M m) { return m.Gathering() && m.Saw(EventKind::kGather); }},
    {"tries-to-return", "an object tries to store itself when its destruction begins", kSteps,
     [](M m) { return m.did.resurrected; }},
    {"dies-in-company", "three objects or more are freed in a step", kSteps,
     [](M m) { return m.Of(EventKind::kFreed) > 2; }},
    {"older-batch-ends-in-the-gather", "an older batch goes on while gathering", kSteps,
     [](M m) { return m.when == When::kGatheringPurging && m.Saw(EventKind::kFreed); }},

    // Clusters.
    {"cluster-is-made", "a cluster of two objects or more is made", At({Verb::kCluster}),
     [](M m) { return m.clusters_after > m.clusters; }},
    {"cluster-refused-in-a-cycle", "a cluster is refused since a cycle is pending",
     At({Verb::kCluster, Verb::kClusterAdd}),
     [](M m) { return (m.Marking() || m.Gathering()) && Refused(m); }},
    {"cluster-grows", "a cluster takes an object in", At({Verb::kClusterAdd}),
     [](M m) { return !Refused(m) && m.object.IsClusterRoot(); }},
    {"member-takes", "a member of a cluster takes an object while marking", kStore,
     [](M m) { return m.Marking() && m.object.InCluster() && Gives(m); }},
    {"member-takes-white", "a member of a black cluster takes a white object", kStore,
     [](M m) { return BlackTakesWhite(m) && m.object.InCluster(); }},
    {"member-takes-while-idle", "a member of a cluster takes an object outside of a cycle", kStore,
     [](M m) { return m.when == When::kIdle && m.object.InCluster() && Gives(m); }},
    {"black-takes-a-member", "a black object takes a white member of a cluster", kStore,
     [](M m) {
       return BlackTakesWhite(m) && m.target.InCluster();
     }},
    {"dissolve-white", "a cluster is dissolved whose root is white", At({Verb::kDissolve}),
     [](M m) { return m.Marking() && m.object.InCluster() && m.object.White(); }},
    {"dissolve-grey", "a cluster is dissolved whose root is grey", At({Verb::kDissolve}),
     [](M m) { return m.Marking() && m.object.InCluster() && m.object.Grey(); }},
    {"dissolve-black", "a cluster is dissolved whose root is black", At({Verb::kDissolve}),
     [](M m) { return m.Marking() && m.object.InCluster() && m.object.Black(); }},
    {"dissolve-in-the-gather", "a cluster is dissolved while gathering", At({Verb::kDissolve}),
     [](M m) { return m.Gathering() && m.object.InCluster(); }},
    {"dissolved-by-marking", "marking dissolves a cluster that refers to garbage", kSteps,
     [](M m) { return m.Saw(EventKind::kDissolved); }},
    {"root-of-a-cluster-dies", "a cluster goes as a whole", kSteps,
     [](M m) { return m.clusters_after < m.clusters && m.Of(EventKind::kFreed) > 1; }},
    {"a-member-is-rooted", "a white object in a cluster becomes a root", At({Verb::kRoot}),
     [](M m) { return m.Marking() && m.object.White() && m.object.InCluster(); }},
    {"a-member-is-read", "a weak reference to a white member of a cluster is read", kReads,
     [](M m) { return m.Marking() && m.target.White() && m.target.InCluster() && Answered(m); }},

    // Marked garbage.
    {"white-becomes-garbage", "a white object is marked garbage while marking",
     At({Verb::kGarbage}), [](M m) { return m.Marking() && m.object.White(); }},
    {"black-becomes-garbage", "a black object is marked garbage while marking",
     At({Verb::kGarbage}), [](M m) { return m.Marking() && m.object.Black(); }},
    {"member-becomes-garbage", "a member of a cluster is marked garbage", At({Verb::kGarbage}),
     [](M m) { return m.object.InCluster(); }},
    {"black-takes-garbage", "a black object takes marked garbage", kStore,
     [](M m) { return m.Marking() && m.object.Black() && m.target.is.garbage; }},
    {"garbage-takes-white", "marked garbage takes a white object", kStore,
     [](M m) { return m.Marking() && m.object.is.garbage && m.target.White(); }},
    {"garbage-is-protected", "a referencer protects marked garbage",
     At({Verb::kReferencerProtect}), [](M m) { return m.object.is.garbage; }},

    // Lanes.
    {"section-while-marking", "another thread opens a section while marking", At({Verb::kEnter}),
     [](M m) { return m.Marking(); }},
    {"section-in-a-section", "a section is opened inside another", At({Verb::kEnter}),
     [](M m) { return m.pending.section; }},
    {"step-waits-for-a-section", "a step is asked for while a section is open, and waits",
     kSteps, [](M m) { return m.pending.section; }},
    {"collection-is-refused", "a collection is not begun since a section is open",
     At({Verb::kTryCollect}), Refused},
    {"black-takes-white-on-a-lane", "another thread stores a white object into a black one", kStore,
     [](M m) {
       return m.operation.lane > 0 && BlackTakesWhite(m);
     }},
    {"handed-over", "what another thread made is handed over in a cycle", At({Verb::kUnkeep}),
     [](M m) { return m.operation.lane > 0 && (m.Marking() || m.Gathering()); }},
    {"frame-begins-a-cycle", "a scheduler begins a cycle by itself", At({Verb::kFrame}),
     [](M m) { return m.Saw(EventKind::kFlip); }},
    {"frame-goes-on", "a scheduler goes on with a cycle", At({Verb::kFrame}),
     [](M m) { return m.Marking() && m.Saw(EventKind::kScan); }},
});

}  // namespace

std::span<const Situation> Situations() { return kSituations; }

}  // namespace properties
