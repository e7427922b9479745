// core/collect/collector.h -- the whole state of one heap, and the leaves that work on it.
//
// The state is here in one piece, because everything that decides what the collector does next must
// be visible to whoever checks it (core/inspect). The leaves neither choose what is next nor know
// of phases that are not theirs; the choice is one switch, in cycle.cc.
//
//     birth.cc      an object comes into the heap            roots.cc   what is live by decree
//     barrier.cc    the mutator shades                       weak.cc    weak references are read
//     marker.cc     flip, initial references, scan, end check
//     gather.cc     the white become unreachable             purge.cc   and are ended in stages
//     sharing.h     several threads use it                   workers.h  several threads help it
//     construction.cc  what has a base and no more yet      garbage.cc  what is marked garbage
//
// Lists. An object is grey if and only if it waits in `work` or `barrier`. An object is doomed if
// and only if it is in one of the purge's lists, or, before the gather has come to it, white after
// the end of the trace.
//
// Read next: core/collect/cycle.cc.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/check.h"
#include "core/base/deadline.h"
#include "core/base/obeys.h"
#include "core/base/work.h"
#include "core/base/workers.h"
#include "core/cluster/clusters.h"
#include "core/collect/destroyer.h"
#include "core/collect/doomed.h"
#include "core/collect/event.h"
#include "core/collect/sharing.h"
#include "core/collect/state.h"
#include "core/heap/heap.h"
#include "core/heap/naming.h"
#include "core/memory/memory.h"
#include "core/object/index_set.h"
#include "core/object/mark.h"
#include "core/object/table.h"
#include "core/pointer/barrier.h"
#include "core/pointer/referencer.h"
#include "core/pointer/weak_ptr.h"

namespace gc {
inline namespace GC_BUILD {

struct Collector {
  // A clean one for a new heap; and back.
  static std::unique_ptr<Collector> Open(const HeapOptions& options);
  static void Close(std::unique_ptr<Collector> collector);
  void ShareUnder(Lock* lock);

  // Rules. With a place: to be asked when breaking the rule has an effect, which is then published.
  bool Obeys(Rule rule, Fault fault) const { return rules.Obeys(rule, fault); }
  bool Obeys(Rule rule, Fault fault, const char* where) {
    if (rules.Obeys(rule, fault)) return true;
    Publish({.kind = EventKind::kFaultCommitted,
             .flag = static_cast<std::uint8_t>(fault),
             .where = where});
    return false;
  }
#if TRICOLOUR_FAULTY
  bool Fail(const Failure& failure);
#else
  [[noreturn]] bool Fail(const Failure& failure);
#endif
  bool Stopped() const { return kFaulty && failure.has_value(); }

  void Publish(const Event& event) {
    if (sink.publish != nullptr) sink.publish(sink.context, event);
  }

  // An object that is in this heap's table, and not freed memory or somebody else's.
  bool IsLive(const Object& object) const {
    const Header& header = object.header();
    return header.owner == this && header.index != kNoIndex &&
           table[header.index].Occupant() == &object;
  }
  Entry& EntryOf(const Object& object) { return table[object.header().index]; }
  // The entry that has an object's colour: its own, or that of its cluster's root.
  const Entry& ColourOf(const Entry& entry) const {
    return clusters.Any() ? ColourInCluster(entry) : entry;
  }
  bool IsWhite(const Entry& entry) const { return marks.IsWhite(ColourOf(entry)); }
  // From the end of a trace, what it did not reach counts as gone.
  bool IsHidden(const Entry& entry) const {
    const Entry& colour = ColourOf(entry);
    return Marks::IsUnreachable(colour) || (phase != Phase::kMarking && marks.IsWhite(colour));
  }
  // Will be destroyed, whether the gather has come to it or not.
  bool IsDoomed(const Entry& entry) const {
    const Entry& colour = ColourOf(entry);
    return Marks::IsUnreachable(colour) || (phase == Phase::kGathering && marks.IsWhite(colour));
  }

  // What mutators of other threads shaded waits with the rest; only in a step.
  void TakeShared();
  // The same before the step, for whoever looks.
  std::vector<Object*> SharedGrey() const;

  // White becomes reachable; true for whoever did it. mark-once: anything else stays as it is, and
  // a disregarded object is never enrolled.
  bool Mark(Entry& entry) {
    if (marks.TryMark(entry)) return true;
    if (!kFaulty || !MarkWouldEnrol(entry)) return false;
    Obeys(Rule::kMarkOnce, Fault::kMarkDisregarded, GC_HERE);
    entry.flags.Set(marks.Reachable());
    return true;
  }
  // The fault.
  bool MarkWouldEnrol(const Entry& entry) const {
    return entry.flags.Has(flag::kDisregarded) && !entry.flags.Has(flag::kReachability) &&
           !Obeys(Rule::kMarkOnce, Fault::kMarkDisregarded);
  }

  // Whether the flip takes an object as a root.
  static bool IsKept(const Entry& entry) {
    return entry.flags.Has(flag::kRoot | flag::kKeep) ||
           entry.strong.load(std::memory_order_relaxed) != 0;
  }

  // birth.cc
  void* Allocate(const Class& type, const BirthOptions& options, Index& index);
  void NoticeRawFields(const Class& type);
  void CheckMayTraceInSlices() const;
  void Register(Object& object);
  void Unpublish(Object& object);
  void EndAll();

  // construction.cc
  void BeginConstruction(Object& object);
  void FinishConstruction(Object& object);
  void Complete(Object& object);
  void AbandonConstruction(Object& object);
  bool IsConstructing();
  void KeepConstructing();
  void Unname(Object& object);
  bool MayMake(const Class& type, const NamedObject* outer);
  bool Refuse(Misuse why, Rule rule, const Class& type, const NamedObject* outer);

  // barrier.cc
  void Barrier(Object& target, Upholds why);
  void ShadeForMutator(Object& target);
  void Loaded(Object& object);
  void Listen();

  // cluster_making.cc
  std::uint32_t MakeCluster(Object& root);
  bool AllocateCluster(Object& root);
  bool AddToCluster(Object& root, Object& object);
  Object* ClusterRootOf(const Object& object) const;

  // cluster_trace.cc
  const Entry& ColourInCluster(const Entry& entry) const;
  void BeginClusterCycle();
  void ReachFound(Object& target);
  void ActivateClusterOf(Object& root);
  bool ShadeClustered(Object& target, Upholds why);
  bool DoomMember(Index index);
  void BuryClusters();

  // cluster_dissolving.cc
  bool DissolveClusterOf(Object& object);
  void NoteStore(const void* slot, Object& target);
  void DissolveFlagged();

  // roots.cc
  void AddRoot(Object& object);
  void RemoveRoot(Object& object);
  void HandOver(Object& object);
  void TakeStrong(Object& object);
  void DropStrong(Object& object);

  // checked_store.cc
  std::optional<Failure> Forbids(Object& holder, Object* target);

  // keep.cc
  void MarkRoots();
  void MarkMasked();
  void SetKeep(Object& object, FlagWord flags);
  void ClearKeep(Object& object, FlagWord flags);
  void SetFlags(Object& object, ObjectFlags flags);
  void ClearFlags(Object& object, ObjectFlags flags);

  // capacity.cc
  bool OpenDisregard();
  std::uint32_t CloseDisregard();
  std::optional<CapacityNotice> NoticeOf(bool made);
  void Say(const CapacityNotice& notice) const;
  void SayWhyFull();

  // identity.cc
  Identity IdentityOf(Object& object, std::uint64_t remote);
  bool ClaimIdentity(const Identity& identity);
  Object* Found(Index index);

  // weak.cc
  Serial SerialOf(const Object& object);
  Object* ReadWeak(Index index, Serial serial, IfGarbage if_garbage);

  // garbage.cc
  void MarkGarbage(Object& object);
  void ClearGarbage(Object& object);
  // Of what a slot holds. Whoever follows a reference has read this word anyhow.
  bool IsGarbage(const Object& target) { return EntryOf(target).flags.Has(flag::kGarbage); }
  bool Clears(ObjectSlot& slot, const Reference& line);
  bool ClearsReported(ObjectSlot& slot);
  void NoticeGarbage(const Object& target);

  // marker.cc
  void Flip();
  void TakeInitialReferences();
  void TakeBarrierList();
  Work ScanSome(Work budget);
  void CheckEnd();

  // gather.cc
  Work GatherSome(Work budget);
  bool GatherOne(Index index, std::vector<Doomed>& into);

  // purge.cc
  void BeginPurge();
  bool PurgeIsOver();
  void BeginNext();
  void PollNext();
  void FreeNext();
  void FreeMemory(const Doomed& doomed);
  void BeginByHand(Object& object);

  // purge_call.cc
  bool Purge(Work budget);
  bool PurgeUntil(const Deadline& until);
  Unready FinishPurge(const Deadline& grace);

  // cycle.cc
  bool Start(ObjectFlags root_mask = object_flag::kNone);
  Work Tick(Work budget);
  Work TickUntil(const Deadline& until);
  void Collect(ObjectFlags root_mask = object_flag::kNone);
  void BeginStep();
  bool Pending() const { return phase != Phase::kIdle || purge.stage != Stage::kNone; }
  Unit NextUnit();

  RuleSwitch rules;
  EventSink sink;
  std::optional<Failure> failure;
  Locals locals = Locals::kDead;
  bool asking = false;  // referencers are being asked
  bool raw_allowed = false;
  const Class* raw_class = nullptr;  // the first that has fields without the barrier
  CallCount calling;                 // constructors and callbacks of the user that are running
  std::uint32_t stepping = 0;        // steps of the collector that run: nobody may make an object
  std::uint32_t object_count = 0;
  bool begin_in_slices = true;
  Origins eliminate = Origins::All();

  Sharing sharing;
  std::unique_ptr<Workers> workers;      // null: the caller works alone
  std::unique_ptr<Destroyer> destroyer;  // the same
  Deadline deadline;                     // of the step that runs

  Table table;
  ObjectMemory memory;
  Marks marks;
  Serial last_serial = 0;

  IndexSet kept;                          // rooted, strong-counted, or with a keep flag
  IndexSet authored;                      // with flags of the author; also of some that are gone
  ObjectFlags mask = object_flag::kNone;  // of the call that started the trace, or completes it
  std::vector<Object*> constructing;      // pending construction: kept, and in no list
  std::unique_ptr<Naming> naming;         // null: no object has a name
  std::vector<TableListener*> listeners;
  IdentityBook identities;
  DisregardState disregard;
  Capacity capacity;
  Referencer* first_referencer = nullptr;
  Referencer* last_referencer = nullptr;
  LocalReference* first_local = nullptr;
  LocalReference* last_local = nullptr;

  Phase phase = Phase::kIdle;
  bool listening = false;  // is counted in heaps_listening
  std::uint64_t flips = 0;
  Work units = 0;  // since the last flip
  TraceState trace;
  std::vector<Object*> work;     // grey: found by the collector, the next one to scan last
  std::vector<Object*> barrier;  // grey: shaded by the mutator
  GatherState gather;
  PurgeState purge;
  Clusters clusters;

 private:
  void Recycle();
  void FlipAndAsk();
  Work GatherTogether();
  void EndGather();
  void AdvanceGather();
  void JoinGather(const std::vector<GatherState::Range>& before,
                  std::vector<std::vector<Doomed>>& found);
  bool PurgeOrGatherPending() const {
    return phase == Phase::kGathering || purge.stage != Stage::kNone;
  }
  Index AcquireIndex(const BirthOptions& options);
  FlagWord BirthColour();
  void ForgetConstruction(Object& object);
  void ForgetInLists(const Object& object);
  FlagWord Granted(Object& object);
  void Tell(void (TableListener::*what)(const Object&, Index) noexcept, const Object& object);
  void ShadeFound(Object& target);
  bool MayClusterNow();
  bool IsInCycleForClusters();
  bool IsClusterable(const Object& object) const;
  bool MayBeMember(Object& object);
  bool MayBeClusterRoot(Object& object);
  std::vector<Index> WalkCluster(Object& root);
  ClusterId Establish(Object& root);
  void Join(ClusterId id, Object& object);
  void ListOutward(ClusterId id, Object& object);
  void SettleLists(ClusterId id);
  ClusterId ClusterOf(Index index) const;
  std::unique_lock<std::mutex> LockClusters() const;
  void MarkReachedThrough(ClusterId id, Index index);
  void Activate(ClusterId id, Index taken = kNoIndex);
  void ReachOutward(ClusterId id);
  bool RefersToGarbage(const Cluster& cluster);
  void DissolveReached(Index taken);
  bool IsListed(ClusterId id, const Object& target) const;
  void FlagForDissolving(ClusterId id);
  void RequestDissolving(ClusterId id);
  void RefuseWhileWalking();
  void LetMembersGo(const Cluster& cluster);
  void Leave(Index index);
  void Forget(ClusterId id);
  void ShadeOrClear(ObjectSlot& slot, const Reference& line);
  Work ScanOne(Work budget);
  Work ScanBetweenFields(Object& object, Work budget);
  void AskReferencers();
  void AskLocals();
  void AskRawAgain();
  void NoticeUnfinishedTask();
  void EndTrace();
  void CallBegin(Doomed& doomed);
  void CallFinish(Doomed& doomed);
  void LetGo(Doomed& doomed);
  bool Owns(const Doomed& doomed);
  Unit NextMarkingUnit();
  Unit NextPurgeUnit();
  Work Do(Unit unit, Work budget);
  enum class Only : std::uint8_t { kAll, kPurge };
  Work Run(Work budget, Only only = Only::kAll);
  bool Settle();
};

}  // namespace GC_BUILD
}  // namespace gc
