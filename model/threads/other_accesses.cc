// model/threads/other_accesses.cc -- the accesses on which no other thread relies, and why.

#include "model/threads/accesses.h"

namespace model::threads {

namespace {

constexpr std::memory_order kRelaxed = std::memory_order_relaxed;
constexpr std::memory_order kAcquire = std::memory_order_acquire;
constexpr std::memory_order kRelease = std::memory_order_release;

constexpr std::string_view kFault =
    "it is there only in the faulty build, in which one thread runs at a time";
constexpr std::string_view kOwnBit =
    "only the collector's thread sets and clears the bits, and it relies only on its own; to any "
    "other thread it is an answer that may be out of date at once";
constexpr std::string_view kEnds =
    "it finds a misuse; what tells the thread that destroys the lock that no other uses it orders "
    "the two, so relaxed would do";
constexpr std::string_view kOwnBlock =
    "a thread that has an object of the block was given it in a way that orders it behind the "
    "birth, and so behind this word; a later word of another block says nothing of this one";
constexpr std::string_view kFigure = "it is an answer that may be out of date at once";
constexpr std::string_view kLifetime =
    "the heap is being opened, recycled or dropped, when no other thread uses it; what hands the "
    "heap to another thread orders the two";
constexpr std::string_view kInSlice =
    "it stands in a slice, which excludes the sections of all other threads";
constexpr std::string_view kUnpublished =
    "the entry is not published; publishing it orders the write, and a stale reader compares the "
    "serial last";
constexpr std::string_view kFreeIndex =
    "the index is free, and its place is written and read under the table lock; what it says is "
    "believed only if the list agrees";
constexpr std::string_view kChained =
    "the object is doomed, so no thread counts it; it stands in a step, and a worker that gathers "
    "chains the entries of its own piece";
constexpr std::string_view kWords =
    "words for a message; a pointer to a constant, whole at any time";
constexpr std::string_view kFreedAt =
    "a stale weak reference can meet only a heap in the memory of its own, and that memory was "
    "freed after the write and allocated before the read, which orders the two";
constexpr std::string_view kInspects =
    "an inspection runs in a slice, or in a heap that no other thread uses meanwhile";
constexpr std::string_view kSameAnswer =
    "every thread computes the same answer from constants, so it matters to none which wrote it";
constexpr std::string_view kPackedTwin =
    "it does to the packed word what Flags does to the plain one, in the same order";
constexpr std::string_view kOneThread =
    "one thread uses the heap; a shared one takes the other branch";
constexpr std::string_view kAuthor =
    "flags of the author's: each is one bit of its own, and what it says of the object reaches "
    "another thread as the object does";
constexpr std::string_view kLoan =
    "each takes what its own change took away; the list that it counts is written under the table "
    "lock, and read by the thread that wrote it or under that lock";
constexpr std::string_view kSpecial =
    "garbage, or the root of a cluster: it is set under what excludes the marker, which alone goes "
    "by it";
constexpr std::string_view kGranules =
    "a granule is entered by what excludes all stores, and what lets them go on orders the two; "
    "that one is left too late to be seen costs a look-up";
constexpr std::string_view kBefore =
    "the workers do not run yet; the call that starts them orders the two";
constexpr std::string_view kNumbers =
    "it gives each task out once, and what the tasks write is ordered by the call that waits for "
    "them";
constexpr std::string_view kFailure =
    "a thread that does not see it yet asks oneTBB for a thread once more, and orders nothing by "
    "it";
constexpr std::string_view kUnwalked =
    "lines change while nothing is walked, and what ends that orders the two; what assembles anew "
    "holds the mutex";
constexpr std::string_view kCount =
    "each change is whole, and the sum may be out of date at once; a thread that needs it exact "
    "excludes those that change it, which orders them";
constexpr std::string_view kHolder =
    "a thread reads its own number only if it wrote it, and the mutex lets no other write in "
    "between";
constexpr std::string_view kMisuse =
    "it finds a misuse, two threads in a heap without a lock, and must order nothing";

}  // namespace

constexpr std::array<OtherAccess, kOtherCount> kOthers = {{
    {"assembly/assembled.h", "Assembled::form", "form_", "load", kRelaxed, kUnwalked},
    {"assembly/assembled.cc", "Assembly::MarkStale", "found->second.schema->form_", "store",
     kRelaxed, kUnwalked},
    {"assembly/assembled.cc", "Assembly::MarkStale", "one->form_", "store", kRelaxed, kUnwalked},
    {"base/guarded.h", "Mutex::unlock", "holder_", "store", kRelaxed, kHolder},
    {"base/guarded.h", "Mutex::NoteHeld", "holder_", "store", kRelaxed, kHolder},
    {"base/guarded.h", "Mutex::IsHeld", "holder_", "load", kRelaxed, kHolder},
    {"base/lock.cc", "Lock::~Lock", "word_", "load", kAcquire, kEnds},
    {"base/lock.h", "Lock::Overrun", "word_", "fetch_or", kRelaxed, kFault},
    {"base/lock.h", "Lock::IsLocked", "word_", "load", kRelaxed, kOwnBit},
    {"base/lock.h", "Lock::IsWanted", "word_", "load", kRelaxed, kOwnBit},
    {"base/lock.h", "Lock::Sections", "word_", "load", kRelaxed, kFigure},
    {"base/striped_counter.h", "StripedCounter::Add", "parts_[OwnPart()].number", "fetch_add",
     kRelaxed, kCount},
    {"base/striped_counter.h", "StripedCounter::AddAlone", "first", "load", kRelaxed, kOneThread},
    {"base/striped_counter.h", "StripedCounter::AddAlone", "first", "store", kRelaxed, kOneThread},
    {"base/striped_counter.h", "StripedCounter::Sum", "part.number", "load", kRelaxed, kCount},
    {"base/striped_counter.h", "StripedCounter::Clear", "part.number", "store", kRelaxed,
     kLifetime},
    {"base/striped_counter.h", "StripedCounter::OwnPart", "threads", "fetch_add", kRelaxed,
     kNumbers},
    {"base/workers.cc", "FirstException::Of", "was_", "exchange", kRelaxed, kNumbers},
    {"base/workers.cc", "FirstException::Was", "was_", "load", kRelaxed, kNumbers},
    {"base/workers.h", "Workers::HaveFailed", "threads_have_failed", "load", kRelaxed, kFailure},
    {"base/workers.h", "Workers::NoteFailure", "threads_have_failed", "store", kRelaxed, kFailure},
    {"base/workers.cc", "Workers::ForEach", "next", "fetch_add", kRelaxed, kNumbers},
    {"base/workers.cc", "Workers::ForEach", "next", "store", kRelaxed, kNumbers},
    {"base/workers.cc", "Workers::Both", "was_beside", "exchange", kRelaxed, kNumbers},
    {"base/shared_list.h", "SharedList::~SharedList", "top_", "load", kRelaxed, kLifetime},
    {"cluster/cluster_maker.cc", "ClusterMaker::Make", "heap_.table.Cluster(index)", "store",
     kRelaxed, kInSlice},
    {"cluster/cluster_maker.cc", "ClusterMaker::Walk", "heap_.table.Cluster(found.back())", "store",
     kRelaxed, kInSlice},
    {"collect/births.h", "Births::Enter", "entry.strong", "store", kRelaxed, kUnpublished},
    {"collect/births.h", "Births::tried", "tried_", "load", kRelaxed, kWords},
    {"collect/births.h", "Births::Tried", "tried_", "store", kRelaxed, kWords},
    {"collect/collector.cc", "MustBeDroppable", "heap.EntryOf(object).strong", "load", kRelaxed,
     kLifetime},
    {"collect/root_set.cc", "RootSet::Ignores", "entry.strong", "load", kRelaxed, kInSlice},
    {"inspect/search/heap_graph.cc", "HeapGraph::Take", "table[index].serial", "load", kRelaxed,
     kInspects},
    {"inspect/search/walk.h", "ForEachRootKindOf", "entry.strong", "load", kRelaxed, kInspects},
    {"inspect/verify/fingerprint.cc", "SerialIn", "entry.serial", "load", kRelaxed, kInspects},
    {"inspect/verify/fingerprint.cc", "AddEntry", "entry.strong", "load", kRelaxed, kInspects},
    {"inspect/verify/fingerprint.cc", "AddWeak", "entry.serial", "load", kRelaxed, kInspects},
    {"inspect/verify/verifier.cc", "Verifier::CheckRoot", "entry.strong", "load", kRelaxed,
     kInspects},
    {"inspect/verify/verifier_purge.cc", "Verifier::CheckIdentity", "entry.serial", "load",
     kRelaxed, kInspects},
    {"object/class.h", "Class::IsKnownToBeBarriered", "std::atomic_ref(learnt.raw_fields)", "load",
     kRelaxed, kSameAnswer},
    {"object/class.h", "Class::HasRawFields", "known", "load", kRelaxed, kSameAnswer},
    {"object/class.h", "Class::HasRawFields", "known", "store", kRelaxed, kSameAnswer},
    {"object/class.h", "Class::HasRawFields", "std::atomic_ref(learnt.entry_flags)", "store",
     kRelaxed, kSameAnswer},
    {"object/class.h", "Class::EntryFlags", "std::atomic_ref(learnt.entry_flags)", "load", kRelaxed,
     kSameAnswer},
    {"object/entry.h", "PackedWord::Load", "word_", "load", kRelaxed, kPackedTwin},
    {"object/entry.h", "PackedWord::Set", "word_", "fetch_or", kRelaxed, kPackedTwin},
    {"object/entry.h", "PackedWord::SetAlone", "word_", "load", kRelaxed, kOneThread},
    {"object/entry.h", "PackedWord::SetAlone", "word_", "store", kRelaxed, kOneThread},
    {"object/entry.h", "PackedWord::Clear", "word_", "fetch_and", kRelaxed, kPackedTwin},
    {"object/entry.h", "PackedWord::FinishAlone", "word_", "load", kRelaxed, kOneThread},
    {"object/entry.h", "PackedWord::FinishAlone", "word_", "store", kRelaxed, kOneThread},
    {"object/flags.h", "Flags::FinishAlone", "word_", "store", kRelaxed, kOneThread},
    {"object/flags.h", "Flags::SetAlone", "word_", "store", kRelaxed, kOneThread},
    {"object/store_buffer.h", "BufferOfBlock::Find", "PlaceOf(at)", "load", kRelaxed, kOwnBlock},
    {"object/store_buffer.h", "BufferOfBlock::Enter", "PlaceOf(Number(block))", "store", kRelaxed,
     kOwnBlock},
    {"object/store_buffer.h", "BufferOfBlock::Leave", "PlaceOf(Number(block))",
     "compare_exchange_strong", kRelaxed, kOwnBlock, kRelaxed},
    {"object/mark.h", "MarkByte::Clear", "Atomic()", "fetch_and", kRelaxed, kSpecial},
    {"object/mark.h", "MarkByte::Set", "Atomic()", "fetch_or", kRelaxed, kSpecial},
    {"mark/marking_by_turns.cc", "ParallelMarking::WorkByTurns", "late_", "load", kRelaxed, kFault},
    {"mark/marking_by_turns.cc", "ParallelMarking::TakeTurn", "late_", "store", kRelaxed, kFault},
    {"mark/marking_by_turns.cc", "ParallelMarking::TakeTurn", "late_", "load", kRelaxed, kFault},
    {"mark/marking_by_turns.cc", "ParallelMarking::IsOver", "late_", "load", kRelaxed, kFault},
    {"mark/parallel_marking.cc", "ParallelMarking::Run", "late_", "store", kRelaxed, kBefore},
    {"memory/birth_loan.h", "BirthLoan::Left", "left_", "load", kRelaxed, kLoan},
    {"memory/birth_loan.h", "BirthLoan::TakeIndex", "left_", "load", kRelaxed, kLoan},
    {"memory/birth_loan.h", "BirthLoan::TakeIndex", "left_", "compare_exchange_weak", kRelaxed,
     kLoan, kRelaxed},
    {"memory/birth_loan.h", "BirthLoan::Fill", "left_", "store", kRelaxed, kLoan},
    {"memory/birth_loan.h", "BirthLoan::Reclaim", "left_", "exchange", kRelaxed, kLoan},
    {"object/object_flags.h", "ObjectFlagWord::operator=", "word_", "store", kRelaxed,
     kUnpublished},
    {"object/object_flags.h", "ObjectFlagWord::Load", "word_", "load", kRelaxed, kAuthor},
    {"object/object_flags.h", "ObjectFlagWord::Set", "word_", "fetch_or", kRelaxed, kAuthor},
    {"object/object_flags.h", "ObjectFlagWord::Clear", "word_", "fetch_and", kRelaxed, kAuthor},
    {"object/object_flags.h", "ObjectFlagWord::SetAlone", "word_", "store", kRelaxed, kInSlice},
    {"object/table.cc", "Empty", "entry.serial", "store", kRelaxed, kLifetime},
    {"object/table.cc", "Empty", "entry.strong", "store", kRelaxed, kLifetime},
    {"object/table.cc", "Table::Claim", "entry.strong", "load", kRelaxed, kFreeIndex},
    {"object/table.cc", "Table::Spill", "entry.strong", "store", kRelaxed, kFreeIndex},
    {"object/table.cc", "Table::TakeSpilled", "entry.strong", "load", kRelaxed, kFreeIndex},
    {"object/table.h", "Table::NotePlace", "entry.strong", "store", kRelaxed, kFreeIndex},
    {"object/table.cc", "Table::Open", "end_", "store", kRelaxed, kLifetime},
    {"object/table.cc", "Table::Recycle", "Cluster(index)", "store", kRelaxed, kLifetime},
    {"object/table.cc", "Table::Recycle", "end_", "store", kRelaxed, kLifetime},
    {"pointer/clustered_granules.h", "ClusteredGranules::MayHold", "CountOf(at>>kGranuleBits)",
     "load", kRelaxed, kGranules},
    {"pointer/clustered_granules.h", "ClusteredGranules::ForEach", "count", "load", kRelaxed,
     kGranules},
    {"pointer/clustered_granules.h", "ClusteredGranules::ForEach", "count", "compare_exchange_weak",
     kRelaxed, kGranules, kRelaxed},
    {"population/activity.h", "Activity::Claim", "user_", "compare_exchange_strong", kRelaxed,
     kMisuse, kRelaxed},
    {"population/activity.h", "Activity::Disclaim", "user_", "store", kRelaxed, kMisuse},
    {"population/colours.h", "Colours::ClusterCount", "clusters_", "load", kRelaxed, kInspects},
    {"population/colours.h", "Colours::ForgetClusters", "clusters_", "store", kRelease, kLifetime},
    {"population/serials.cc", "Serials::Serials", "freed_at", "load", kRelaxed, kFreedAt},
    {"population/serials.cc", "Serials::~Serials", "freed_at", "load", kRelaxed, kFreedAt},
    {"population/serials.cc", "Serials::~Serials", "freed_at", "compare_exchange_weak", kRelaxed,
     kFreedAt, kRelaxed},
    {"population/serials.cc", "Serials::Claim", "table[identity.index].serial", "store", kRelaxed,
     kUnpublished},
    {"population/serials.cc", "Serials::TakeBackClaim", "heap_.table[identity.index].serial",
     "store", kRelaxed, kUnpublished},
    {"purge/doomed_chain.h", "DoomedChain::Behind", "entry.strong", "load", kRelaxed, kChained},
    {"purge/doomed_chain.h", "DoomedChain::Note", "entry.strong", "store", kRelaxed, kChained},
    {"purge/plain_sweep.cc", "PlainSweep::Free", "entry.serial", "load", kRelaxed, kInSlice},
    {"purge/plain_sweep.cc", "PlainSweep::Free", "entry.serial", "store", kRelaxed, kOneThread},
    {"purge/purger.cc", "Leave", "entry.serial", "load", kRelaxed, kInSlice},
    {"reflect/editing/reload.cc", "Reloading::KeepAsTheOld", "entry.strong", "load", kRelaxed,
     kInspects},
    {"schedule/slice.cc", "MarkingWatch::IsOverNow", "last_of_workers_", "exchange", kRelaxed,
     kFigure},
    {"schedule/slice.cc", "MarkingWatch::WorkersLook", "watch.last_of_workers_", "load", kRelaxed,
     kFigure},
    {"schedule/slice.cc", "MarkingWatch::WorkersLook", "watch.last_of_workers_",
     "compare_exchange_weak", kRelaxed, kFigure, kRelaxed},
    {"schedule/slice_lock.cc", "SliceLock::NoteNames", "names_locked_", "store", kRelaxed, kFigure},
    {"schedule/slice_lock.cc", "SliceLock::Held::Held", "lock_.collecting_", "store", kRelaxed,
     kFigure},
    {"schedule/slice_lock.cc", "SliceLock::Held::~Held", "lock_.collecting_", "store", kRelaxed,
     kFigure},
    {"schedule/slice_lock.cc", "SliceLock::Held::~Held", "lock_.names_locked_", "store", kRelaxed,
     kFigure},
    {"schedule/slice_lock.h", "SliceLock::IsCollecting", "collecting_", "load", kRelaxed, kFigure},
    {"schedule/slice_lock.h", "SliceLock::NamesAreLocked", "names_locked_", "load", kRelaxed,
     kFigure},
}};

}  // namespace model::threads
