// core/inspect/verify/snapshot.cc -- colours from marks, grey from the lists.

#include "core/inspect/verify/snapshot.h"

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// A member of a cluster has its root's colour, except that its own mark says whether it is doomed.
Colour ColourOf(Index index, const Collector& collector) {
  const Table& table = collector.population.table;
  if (table[index].Occupant() == nullptr) return Colour::kNone;
  if (Marks::IsUnreachable(table.Mark(index))) return Colour::kDoomed;
  const MarkByte& colour = collector.population.colours.ColourOf(index);
  return collector.population.marks().IsWhite(colour) || Marks::IsUnreachable(colour)
             ? Colour::kWhite
             : Colour::kBlack;
}

// An object that waits in a list is grey; with a waiting cluster root, its whole cluster is.
void MakeGrey(const Collector& collector, Index index, std::vector<Colour>& colours) {
  colours[index] = Colour::kGrey;
  const ClusterLink link = collector.population.table.LinkOf(index);
  if (!IsRootLink(link)) return;
  for (const Index member : collector.clusters[RecordOf(link)].members) {
    colours[member] = Colour::kGrey;
  }
}

// What may have been left over for want of memory will be scanned again.
void MakeLeftOverGrey(const Collector& collector, std::vector<Colour>& colours) {
  for (Index index = 1; index < colours.size(); ++index) {
    if (colours[index] != Colour::kBlack || !collector.wavefront.MayBeLeftOver(index)) continue;
    if (!collector.population.colours.HasOwn(index)) continue;
    // What is pending construction is scanned when that is over, and what is disregarded never.
    const auto& flags = collector.population.table[index].flags;
    if (flags.Has(flag::kDisregarded) || flags.Has(flag::kPendingConstruction)) continue;
    MakeGrey(collector, index, colours);
  }
}

}  // namespace

void Take(const Heap& heap, Snapshot& into) {
  const Collector& collector = heap.collector();
  into.phase = collector.population.phase();
  into.initial_references_taken = collector.marker.InitialReferencesTaken();
  into.purge_pending = collector.purger.stage() != Stage::kNone;
  into.constructing.clear();
  for (const Object* object : collector.construction.pending()) {
    into.constructing.push_back(object->header().index);
  }
  into.colours.resize(collector.population.table.End());
  into.colours[kNoIndex] = Colour::kNone;
  for (const Index index : collector.population.table.Indices()) {
    into.colours[index] = ColourOf(index, collector);
  }
  const auto make_queued_grey = [&](const Object* object) {
    if (!collector.population.IsLive(*object)) return;
    MakeGrey(collector, object->header().index, into.colours);
  };
  for (const Object* object : collector.wavefront.work()) make_queued_grey(object);
  for (const Object* object : collector.wavefront.barrier()) make_queued_grey(object);
  collector.wavefront.ForEachShared(make_queued_grey);
  collector.wavefront.ForEachDeferred(
      [&](const Object& object) { MakeGrey(collector, object.header().index, into.colours); });
  if (into.phase == Phase::kMarking && collector.wavefront.HasLeftOver()) {
    MakeLeftOverGrey(collector, into.colours);
  }
}

}  // namespace GC_BUILD
}  // namespace gc
