// model/threads/accesses.cc -- the accesses that protocols rely on.

#include "model/threads/accesses.h"

#include "model/threads/orders.h"

namespace model::threads {

namespace {

constexpr std::memory_order kRelaxed = std::memory_order_relaxed;
constexpr std::memory_order kAcquire = std::memory_order_acquire;
constexpr std::memory_order kRelease = std::memory_order_release;
constexpr std::memory_order kSequential = std::memory_order_seq_cst;

}  // namespace

constexpr std::array<Access, kAccessCount> kAccesses = {{
    // The lock (core/base/lock.h).
    {At::kAcquireWants, "base/lock.cc", "Lock::Acquire", "word_", "fetch_or", kRelaxed},
    {At::kAcquireTakes, "base/lock.cc", "Lock::Acquire", "word_", "compare_exchange_strong",
     kAcquire, kRelaxed},
    {At::kTryTakes, "base/lock.cc", "Lock::TryAcquire", "word_", "compare_exchange_strong",
     kAcquire, kRelaxed},
    {At::kReserveWants, "base/lock.cc", "Lock::Reserve", "word_", "fetch_or", kRelaxed},
    {At::kReserveWaits, "base/lock.cc", "Lock::Reserve", "word_", "load", kAcquire},
    {At::kTryReserves, "base/lock.cc", "Lock::TryReserve", "word_", "compare_exchange_strong",
     kAcquire, kRelaxed},
    {At::kAdmits, "base/lock.cc", "Lock::Admit", "word_", "fetch_sub", kRelease},
    {At::kEnters, "base/lock.cc", "Lock::Enter", "word_", "fetch_add", kAcquire},
    {At::kLooksAgain, "base/lock.cc", "Lock::EnterSlowly", "word_", "load", kAcquire},
    {At::kStepsBack, "base/lock.cc", "Lock::StepBack", "word_", "fetch_sub", kRelease},
    {At::kLeaves, "base/lock.cc", "Lock::Leave", "word_", "fetch_sub", kRelease},
    // The barrier list (core/base/shared_list.h).
    {At::kPushSeesTop, "base/shared_list.h", "SharedList::Push", "top_", "load", kAcquire},
    {At::kPushFills, "base/shared_list.h", "SharedList::Push", "fresh->taken", "store", kRelaxed},
    {At::kPushPutsOnTop, "base/shared_list.h", "SharedList::Push", "top_",
     "compare_exchange_strong", kRelease, kAcquire},
    {At::kPushTakesPlace, "base/shared_list.h", "SharedList::TryPlace", "chunk->taken", "fetch_add",
     kRelaxed},
    {At::kEmptySeesTop, "base/shared_list.h", "SharedList::Empty", "top_", "load", kRelaxed},
    {At::kEmptySeesTaken, "base/shared_list.h", "SharedList::Empty", "top->taken", "load",
     kRelaxed},
    {At::kTakeSeesTop, "base/shared_list.h", "SharedList::ForEach", "top_", "load", kRelaxed},
    {At::kTakeSeesTaken, "base/shared_list.h", "SharedList::ForEach", "chunk->taken", "load",
     kRelaxed},
    {At::kTakeKeepsTop, "base/shared_list.h", "SharedList::Take", "top_", "load", kRelaxed},
    {At::kTakeEmpties, "base/shared_list.h", "SharedList::Take", "top->taken", "store", kRelaxed},
    // The table of objects.
    {At::kTableNext, "object/table.cc", "Table::Acquire", "end_", "load", kRelaxed},
    {At::kTableGrows, "object/table.cc", "Table::Acquire", "end_", "store", kRelease},
    {At::kTableClaims, "object/table.cc", "Table::Claim", "end_", "store", kRelease},
    {At::kTableEnd, "object/table.h", "Table::End", "end_", "load", kAcquire},
    // An entry, in the plain layout.
    {At::kPublishes, "object/entry.h", "PlainEntry::Publish", "object", "store", kRelease},
    {At::kUnpublishes, "object/entry.h", "PlainEntry::Unpublish", "object", "store", kRelease},
    {At::kSeesOccupant, "object/entry.h", "PlainEntry::Occupant", "object", "load", kAcquire},
    {At::kFlagsStart, "object/flags.h", "Flags::Initialise", "word_", "store", kRelaxed},
    {At::kFlagsVacated, "object/flags.h", "Flags::Vacate", "word_", "store", kRelease},
    {At::kFlagsAsked, "object/flags.h", "Flags::Acquire", "word_", "load", kAcquire},
    {At::kFlagsFinish, "object/flags.h", "Flags::Finish", "word_", "fetch_and", kRelease},
    {At::kFlagsSeen, "object/flags.h", "Flags::Load", "word_", "load", kRelaxed},
    {At::kFlagsSet, "object/flags.h", "Flags::Set", "word_", "fetch_or", kRelaxed},
    {At::kFlagsCleared, "object/flags.h", "Flags::Clear", "word_", "fetch_and", kRelaxed},
    // A mark, in a header or in the map.
    {At::kMarkSeen, "object/mark.h", "MarkByte::Load", "Atomic()", "load", kRelaxed},
    {At::kMarkStored, "object/mark.h", "MarkByte::Store", "Atomic()", "store", kRelaxed},
    {At::kMarkReplaced, "object/mark.h", "MarkByte::Replace", "Atomic()", "compare_exchange_weak",
     kRelaxed, kRelaxed},
    // An entry, in the packed layout.
    {At::kPackedStart, "object/entry.h", "PackedWord::Initialise", "word_", "store", kRelaxed},
    {At::kPackedVacated, "object/entry.h", "PackedWord::Vacate", "word_", "store", kRelease},
    {At::kPackedMakesRoom, "object/entry.h", "PackedWord::Publish", "word_", "load", kRelaxed},
    {At::kPackedPublishes, "object/entry.h", "PackedWord::Publish", "word_", "store", kRelease},
    {At::kPackedKeepsFlags, "object/entry.h", "PackedWord::Unpublish", "word_", "load", kRelaxed},
    {At::kPackedUnpublishes, "object/entry.h", "PackedWord::Unpublish", "word_", "store", kRelease},
    {At::kPackedOccupant, "object/entry.h", "PackedWord::Occupant", "word_", "load", kAcquire},
    {At::kPackedAsked, "object/entry.h", "PackedWord::Acquire", "word_", "load", kAcquire},
    {At::kPackedFinish, "object/entry.h", "PackedWord::Finish", "word_", "fetch_and", kRelease},
    // Serials and weak references.
    {At::kSerialUndone, "population/population.cc", "Population::GiveUp", "EntryOf(object).serial",
     "store", kRelaxed},
    {At::kSerialRetires, "purge/purger.cc", "Leave", "entry.serial", "store", kRelaxed},
    {At::kSerialKnown, "population/serials.cc", "Serials::Of", "entry.serial", "load", kRelaxed},
    {At::kSerialGiven, "population/serials.cc", "Serials::Of", "entry.serial",
     "compare_exchange_strong", kRelaxed, kRelaxed},
    {At::kSerialRead, "collect/weak_references.cc", "WeakReference::Read", "entry.serial", "load",
     kRelaxed},
    {At::kSerialValid, "collect/weak_references.cc", "WeakReference::IsValid", "entry.serial",
     "load", kRelaxed},
    // The number of clusters, and the links.
    {At::kHasClusters, "population/colours.h", "Colours::HasClusters", "clusters_", "load",
     kAcquire},
    {At::kClusterAdds, "population/colours.h", "Colours::AddCluster", "clusters_", "fetch_add",
     kRelease},
    {At::kClusterRemoves, "population/colours.h", "Colours::RemoveCluster", "clusters_",
     "fetch_sub", kRelease},
    {At::kLinkRoot, "cluster/cluster_records.cc", "ClusterRecords::Join",
     "heap_.table.Cluster(index)", "store", kRelaxed},
    {At::kLinkMember,
     "cluster/cluster_records.cc",
     "ClusterRecords::Join",
     "heap_.table.Cluster(index)",
     "store",
     kRelaxed,
     {},
     1},
    {At::kLinkCut, "cluster/cluster_records.cc", "ClusterRecords::Leave",
     "heap_.table.Cluster(index)", "store", kRelaxed},
    {At::kLinkSeen, "object/table.h", "Table::LinkOf", "(this)->Cluster(index)", "load", kRelaxed},
    // How the barrier knows that a heap listens.
    {At::kListens, "object/listening.h", "Listening::Set", "heaps_listening", "fetch_add",
     kRelaxed},
    {At::kListensNoMore, "object/listening.h", "Listening::Set", "heaps_listening", "fetch_sub",
     kRelaxed},
    {At::kShadeAsks, "pointer/barrier.h", "Shade", "heaps_listening", "load", kRelaxed},
    {At::kStoredAsks, "pointer/barrier.h", "Stored", "heaps_listening", "load", kRelaxed},
    {At::kContainerAsks, "pointer/container.h", "Container::Entered", "heaps_listening", "load",
     kRelaxed},
    // The gather by workers.
    {At::kLateSeen, "collect/gatherer.cc", "Gatherer::PiecesTogether", "late", "load", kRelaxed},
    {At::kLateSaid, "collect/gatherer.cc", "Gatherer::PiecesTogether", "late", "store", kRelaxed},
    // Marking by workers.
    {At::kWaitBegins, "mark/parallel_marking.cc", "ParallelMarking::WorkUntilOver", "waiting_",
     "fetch_add", kRelaxed},
    {At::kWaitEnds, "mark/parallel_marking.cc", "ParallelMarking::WorkUntilOver", "waiting_",
     "fetch_sub", kRelaxed},
    {At::kWaitSeen, "mark/parallel_marking.cc", "ParallelMarking::WorkUntilOver", "waiting_",
     "load", kRelaxed},
    {At::kLateAmongWorkers, "mark/parallel_marking.cc", "ParallelMarking::WorkUntilOver", "late_",
     "store", kRelaxed},
    {At::kLateBeforeTaking, "mark/parallel_marking.cc", "ParallelMarking::WorkUntilOver", "late_",
     "load", kRelaxed},
    {At::kLateWhileScanning,
     "mark/parallel_marking.cc",
     "ParallelMarking::WorkUntilOver",
     "late_",
     "load",
     kRelaxed,
     {},
     1},
    // Strong counts.
    {At::kStrongAdds, "collect/root_set.cc", "RootSet::AddStrong", "entry.strong", "fetch_add",
     kRelaxed},
    {At::kStrongDrops, "collect/root_set.cc", "RootSet::DropStrong", "entry.strong", "fetch_sub",
     kRelaxed},
    {At::kStrongAsked, "collect/root_set.cc", "DropStrong", "heap.EntryOf(object).strong", "load",
     kSequential},
    {At::kStrongKeeps, "collect/root_set.h", "RootSet::IsKept", "entry.strong", "load", kRelaxed},
    // The first classes.
    {At::kNamesSeen, "population/population.h", "Population::names", "seen_names_", "load",
     kAcquire},
    {At::kNamesMade, "population/population.h", "Population::SetNames", "seen_names_", "store",
     kRelease},
    {At::kNamingSeen, "heap/classes.cc", "Factory::OpenNaming", "Naming::Of(heap).is_open", "load",
     kAcquire},
    {At::kNamingOpens, "heap/classes.cc", "Factory::OpenNaming", "naming.is_open", "store",
     kRelease},
    // The packed schema of a class.
    {At::kSchemaSeen, "assembly/assembled.h", "AssembledOf",
     "std::atomic_ref(type.learnt.assembled)", "load", kAcquire},
    {At::kSchemaSeenFlat, "assembly/assembled.h", "FlatOf",
     "std::atomic_ref(type.learnt.assembled)", "load", kAcquire},
    {At::kSchemaSeenAgain, "assembly/assembled.cc", "Assembly::Make", "published", "load",
     kRelaxed},
    {At::kSchemaPublished, "assembly/assembled.cc", "Assembly::Make", "published", "store",
     kRelease},
    // Locks that are held, and tasks that are waited for.
    {At::kLeavesLocked, "base/lock.cc", "Lock::Leave", "std::lock_guard hold(mutex_)", ""},
    {At::kAllocatesLocked, "collect/births.cc", "Births::Allocate", "TableLock lock(heap_.sharing)",
     ""},
    {At::kRegistersLocked, "collect/births.cc", "Births::RegisterWithCare",
     "TableLock lock(heap_.sharing)", ""},
    {At::kHandsOverLocked, "heap/roots.cc", "Heap::HandOver", "TableLock lock(heap.sharing)", ""},
    {At::kSerialLocked, "population/serials.cc", "Serials::Of", "TableLock lock(heap_.sharing)",
     ""},
    {At::kStrongTaken, "collect/root_set.cc", "TakeStrong", "TableLock lock(heap.sharing)", ""},
    {At::kStrongDropped, "collect/root_set.cc", "DropStrong", "TableLock lock(heap.sharing)", ""},
    {At::kShadesLocked, "cluster/marking.cc", "Clusters::ShadeRoot",
     "std::unique_lock hold = Hold()", ""},
    {At::kDissolvesLocked, "cluster/dissolving.cc", "Clusters::Dissolve",
     "std::unique_lock hold = Hold()", ""},
    {At::kSendsLocked, "purge/destroyer.cc", "Destroyer::SendHanded",
     "std::lock_guard lock(mutex_)", ""},
    {At::kWorksLocked, "purge/destroyer.cc", "Destroyer::Work", "std::unique_lock lock(mutex_)",
     ""},
    {At::kFreesLocked, "purge/destroyer.cc", "Destroyer::DestroyAll", "TableLock lock(sharing_)",
     ""},
    {At::kNotesEndLocked, "purge/destroyer.cc", "Destroyer::NoteEnd",
     "std::lock_guard lock(mutex_)", ""},
    {At::kNamingLocked, "heap/classes.cc", "Factory::OpenNaming",
     "FirstRequestLock lock(heap.sharing)", ""},
    {At::kSchemaLocked, "assembly/assembled.cc", "Assembly::Get", "std::lock_guard lock(mutex_)",
     ""},
    {At::kWorkLocked, "mark/parallel_marking.cc", "ParallelMarking::WorkUntilOver",
     "std::unique_lock lock(mutex_)", ""},
    {At::kShareLocked, "mark/parallel_marking.cc", "ParallelMarking::Share",
     "std::lock_guard lock(mutex_)", ""},
    {At::kForEachWaits, "base/workers.cc", "Workers::Together", "tbb::parallel_for(", ""},
    {At::kBothWaits, "base/workers.cc", "Workers::Together", "tbb::parallel_for(", ""},
    // What must stand in one order in the text, or must not be missing.
    {At::kVacatedLast, "population/population.cc", "Population::GiveUp",
     "serial.store( ... flags.Vacate()", ""},
    {At::kMarkedFirst, "collect/births.h", "Births::Enter", "flags.Initialise( ... Publish(object)",
     ""},
    {At::kSerialLast, "collect/weak_references.cc", "WeakReference::Read",
     "flags.Acquire() ... serial.load(", ""},
    {At::kValidLast, "collect/weak_references.cc", "WeakReference::IsValid",
     "flags.Acquire() ... serial.load(", ""},
    {At::kFoundAgain, "heap/objects.cc", "Heap::Found", "entry.Occupant() != object", ""},
    {At::kChosenAgain, "heap/selection.cc", "Chosen", "entry.Occupant() != object", ""},
    {At::kChunkFirst, "object/table.cc", "Table::Acquire", "MakeChunkFor(index) ... end_.store(",
     ""},
    {At::kColouredFirst, "cluster/dissolving.cc", "Clusters::DissolveFlagged",
     "LetMembersGo( ... records_->Remove(", ""},
    {At::kOpenedLast, "heap/classes.cc", "Factory::OpenNaming",
     "GiveDefaultObject( ... is_open.store(", ""},
    {At::kBusyUnderLock, "mark/parallel_marking.cc", "ParallelMarking::WorkUntilOver",
     "busy_ += 1 ... lock.unlock()", ""},
    {At::kIdleUnderLock, "mark/parallel_marking.cc", "ParallelMarking::WorkUntilOver",
     "lock.lock() ... busy_ -= 1", ""},
    {At::kGiveAllUnderLock, "mark/parallel_marking.cc", "ParallelMarking::WorkUntilOver",
     "lock.lock() ... GiveAll(worker)", ""},
    {At::kEndWakes, "mark/parallel_marking.cc", "ParallelMarking::WorkUntilOver",
     "more_.notify_all()", ""},
}};

namespace {

constexpr bool StandInOrder() {
  for (std::size_t i = 0; i < kAccessCount; ++i) {
    if (static_cast<std::size_t>(kAccesses[i].at) != i) return false;
  }
  return true;
}
static_assert(StandInOrder());

}  // namespace

Orders::Orders() {
  for (std::size_t i = 0; i < kAccessCount; ++i) {
    orders_[i] = {.order = kAccesses[i].order, .failure = kAccesses[i].failure};
  }
}

}  // namespace model::threads
