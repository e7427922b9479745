// core/inspect/verify/fingerprint.cc -- adds to a hash all that affects the future, and nothing
// else.

#include "core/inspect/verify/fingerprint.h"

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <type_traits>

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// Marks the end of a list, so that lists of different lengths differ.
constexpr std::uint64_t kEnd = ~std::uint64_t{0};

// Adds the numbers that each(add) gives to `add`, and where they end.
template <class Each>
void AddList(Hasher& hasher, const Each& each) {
  each([&hasher](std::uint64_t one) { hasher.Add(one); });
  hasher.Add(kEnd);
}

template <class List>
void AddObjects(const List& list, Hasher& hasher) {
  AddList(hasher, [&list](const auto& add) {
    for (const Object* object : list) add(object->header().index);
  });
}

// With the room that is left, if a few stores fill it: then what is to be shaded is queued.
void AddDeferred(const Wavefront& wavefront, Hasher& hasher) {
  constexpr std::size_t kMuch = 8;
  wavefront.ForEachDeferred([&hasher](const Object& object) { hasher.Add(object.header().index); });
  const StoreBuffer& stored = wavefront.stored();
  hasher.Add(kEnd - (stored.IsOpen() ? std::min(stored.Room(), kMuch) : kMuch));
}

// From which index on objects are scanned again, if one was left over for want of memory.
void AddLeftOver(const Collector& collector, Hasher& hasher) {
  const Wavefront& wavefront = collector.wavefront;
  if (!wavefront.HasLeftOver()) return hasher.Add(kEnd);
  Index from = collector.population.table.End();
  while (from > 1 && wavefront.MayBeLeftOver(from - 1)) --from;
  hasher.Add(from);
}

template <class List>
void AddDoomed(const List& list, std::size_t from, Hasher& hasher) {
  AddList(hasher, [&list, from](const auto& add) {
    for (std::size_t i = from; i < list.size(); ++i) {
      add(list[i].index);
      add(list[i].index_released);
    }
  });
}

// With a fault in serials, a stale weak reference may become current again.
bool SerialsMatter(const Collector& collector) {
  return !collector.population.Obeys(Rule::kSerialMovesOn, Fault::kKeepSerial) ||
         !collector.population.Obeys(Rule::kSerialMovesOn, Fault::kWrapSerial);
}

// Counted from the first serial of the heap, because the heaps before it have no effect.
Serial SerialIn(const Collector& collector, const Entry& entry) {
  return collector.serials.Ordinal(entry.serial.load(std::memory_order_relaxed));
}

// What affects the future under the faults of this heap, so that the rules are asked once and not
// for each entry.
struct Matters {
  explicit Matters(const Collector& collector) : serials(SerialsMatter(collector)) {
    if (!collector.population.Obeys(Rule::kGatherCoversRange, Fault::kSkipRecycledIndex)) {
      flags |= flag::kRecycled;
    }
  }
  const bool serials;
  FlagWord flags = flag::kRoot | flag::kBegun | flag::kFinished | flag::kKeep |
                   flag::kPendingConstruction | flag::kDisregarded | flag::kReachableInCluster |
                   flag::kGarbage;
};

// The flag that a cluster was reached through the object, if it is that of an earlier cycle.
FlagWord ForgottenAt(const Collector& collector, Index index) {
  const ClusterRecords& records = collector.clusters.records();
  if (records.empty() || collector.population.table.LinkOf(index) == 0) return 0;
  const Cluster& cluster = records[records.ClusterOf(index)];
  return cluster.HasForgotten(index, collector.clusters.cycle()) ? flag::kReachableInCluster : 0;
}

// Each is hashed as one word, which is faster than to hash its parts.
struct EntryState {
  std::uint32_t strong;
  FlagWord flags;
};
static_assert(std::has_unique_object_representations_v<EntryState>);
// The last says what the clusters say too; it fills the word.
struct EntryColour {
  bool reachable, white, unreachable, in_a_cluster;
};

static_assert(std::has_unique_object_representations_v<EntryColour>);

void AddEntry(const Collector& collector, Index index, const Matters& matters, Hasher& hasher) {
  const Population& heap = collector.population;
  const Entry& entry = heap.table[index];
  const MarkByte& own = heap.table.Mark(index);
  const EntryState state{
      .strong = entry.strong.load(std::memory_order_relaxed),
      .flags = entry.flags.Load() & matters.flags & ~ForgottenAt(collector, index)};
  hasher.Add(std::bit_cast<std::uint64_t>(state));
  const EntryColour colour{.reachable = heap.marks().IsReachable(own),
                           .white = heap.marks().IsWhite(own),
                           .unreachable = Marks::IsUnreachable(own),
                           .in_a_cluster = heap.table.LinkOf(index) != 0};
  hasher.Add(std::bit_cast<std::uint32_t>(colour));
  if (matters.serials) hasher.Add(SerialIn(collector, entry));
}

// The targets of a finished object may be freed already, and are never read again.
void AddEdges(Object& object, const Entry& entry, Hasher& hasher) {
  if (entry.flags.Has(flag::kFinished)) return;
  ForEachSlot(object, [&hasher](const ObjectSlot& slot) {
    hasher.Add(slot.Raw() == nullptr ? kEnd : slot.Raw()->header().index);
  });
}

// Identifies a cluster by its root, because the number of its record has no effect. The root says
// which members it has.
void AddCluster(const Collector& collector, Index index, Hasher& hasher) {
  const ClusterLink link = collector.population.table.LinkOf(index);
  if (!IsRootLink(link)) return;
  const Cluster& cluster = collector.clusters[RecordOf(link)];
  for (const std::vector<Index>* const list : {&cluster.members, &cluster.mutables}) {
    AddList(hasher, [list](const auto& add) { std::ranges::for_each(*list, add); });
  }
  for (const ClusterId other : cluster.refers_to) hasher.Add(collector.clusters[other].root);
  hasher.Add(cluster.IsActivated(collector.clusters.cycle()));
  hasher.Add(cluster.needs_dissolving);
  const bool stale =
      !collector.population.Obeys(Rule::kClusterDissolveColour, Fault::kKeepStaleBits) ||
      !collector.population.Obeys(Rule::kClusterDissolveIdle, Fault::kKeepStaleBitIdle);
  if (stale) hasher.Add(cluster.joined_with == collector.population.marks().Reachable());
}

void AddTable(const Collector& collector, const Matters& matters, Hasher& hasher) {
  for (const Index index : collector.population.table.Indices()) {
    const Entry& entry = collector.population.table[index];
    Object* const object = entry.Occupant();
    if (object == nullptr) {
      hasher.Add(matters.serials ? SerialIn(collector, entry) : kEnd);
      continue;
    }
    AddEntry(collector, index, matters, hasher);
    AddEdges(*object, entry, hasher);
    if (collector.population.colours.HasClusters()) AddCluster(collector, index, hasher);
  }
  const TableLock lock(collector.population.sharing);
  AddList(hasher, [&](const auto& add) { collector.population.table.Free().ForEach(add); });
}

void AddOutside(const Collector& collector, Hasher& hasher) {
  Reporter reporter(
      [](void* to, Object* target) { static_cast<Hasher*>(to)->Add(target->header().index); },
      &hasher);
  for (const Referencer* one = collector.outside.FirstReferencer(); one != nullptr;
       one = one->Next()) {
    hasher.Add(static_cast<std::uint64_t>(one->kind()));
    one->Report(reporter);
  }
  hasher.Add(kEnd);
  AddList(hasher, [&](const auto& add) {
    for (const LocalReference* one = collector.outside.FirstLocal(); one != nullptr;
         one = one->Next()) {
      add(one->Raw() == nullptr ? kEnd : one->Raw()->header().index);
    }
  });
}

void AddPurge(const Collector& collector, Hasher& hasher) {
  const Purger& purge = collector.purger;
  // What was polled is in another list by now.
  const std::size_t from = purge.stage() == Stage::kPoll ? purge.next() : 0;
  hasher.Add(static_cast<std::uint64_t>(purge.stage()));
  if (purge.stage() == Stage::kBegin) hasher.Add(purge.next());
  AddDoomed(collector.gatherer.gathered(), 0, hasher);
  AddDoomed(purge.batch(), from, hasher);
  AddDoomed(purge.finished(), purge.freed(), hasher);
  AddDoomed(purge.waiting(), 0, hasher);
  for (const DoomedChain* chain : {&collector.gatherer.chained(), &purge.chained().batch,
                                   &purge.chained().finished, &purge.chained().waiting}) {
    AddList(hasher, [&](const auto& add) { chain->ForEach(collector.population.table, add); });
  }
}

// What of a cycle is neither in a list nor in the table.
struct CycleState {
  Index end;  // of the table
  Phase phase;
  // Of marking.
  bool initial_references_taken, ran_dry, end_decided;
};

static_assert(std::has_unique_object_representations_v<CycleState>);

CycleState CycleStateOf(const Collector& collector) {
  const Phase phase = collector.population.phase();
  const bool marking = phase == Phase::kMarking;
  const Marker& marker = collector.marker;
  return {.end = collector.population.table.End(),
          .phase = phase,
          .initial_references_taken = marking && marker.InitialReferencesTaken(),
          .ran_dry = marking && marker.RanDry(),
          .end_decided = marking && marker.EndDecided()};
}

}  // namespace

void AddState(const Heap& heap, Hasher& hasher) {
  const Collector& collector = heap.collector();
  const Matters matters(collector);
  const Marker& marker = collector.marker;
  hasher.Add(std::bit_cast<std::uint64_t>(CycleStateOf(collector)));
  const bool gathering = collector.population.phase() == Phase::kGathering;
  hasher.Add(gathering ? collector.gatherer.next() : kEnd);
  hasher.Add(gathering ? collector.gatherer.end() : kEnd);
  AddObjects(collector.wavefront.work(), hasher);
  AddObjects(collector.wavefront.barrier(), hasher);
  AddList(hasher, [&](const auto& add) {
    collector.wavefront.ForEachShared(
        [&add](const Object* object) { add(object->header().index); });
  });
  AddDeferred(collector.wavefront, hasher);
  AddLeftOver(collector, hasher);
  if (marker.WasReported()) AddObjects(marker.reported(), hasher);
  AddPurge(collector, hasher);
  AddTable(collector, matters, hasher);
  AddOutside(collector, hasher);
  if (matters.serials) hasher.Add(collector.serials.Ordinal(collector.serials.Last()));
}

void AddWeak(const Heap& heap, const WeakReference& weak, Hasher& hasher) {
  if (SerialsMatter(heap.collector())) {
    const Serial serial = heap.collector().serials.Ordinal(weak.serial());
    hasher.Add(std::uint64_t{serial} << 32 | weak.index());
    return;
  }
  if (weak.IsNull()) return hasher.Add(kEnd);
  const Entry& entry = heap.collector().population.table[weak.index()];
  const bool current =
      entry.Occupant() != nullptr && entry.serial.load(std::memory_order_relaxed) == weak.serial();
  hasher.Add(current ? weak.index() : kEnd - 1);
}

}  // namespace GC_BUILD
}  // namespace gc
