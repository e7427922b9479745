// core/inspect/verify/verifier.cc -- the clauses of the wavefront.
//
// The verifier upholds no rule; it checks the rules that other code upholds.
//
// Read next: core/inspect/verify/verifier_purge.cc.

#include "core/inspect/verify/verifier.h"

#include <span>

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

const Object* OccupantOf(const Heap& heap, Index index) {
  const Table& table = heap.collector().population.table;
  return index != kNoIndex && index < table.End() ? table[index].Occupant() : nullptr;
}

// What was freed has no index.
bool Verifier::Breach(Rule rule, Index index, const char* sentence) {
  if (index == AddressMap::kAbsent) index = kNoIndex;
  breach_ = {.rule = rule, .index = index, .sentence = sentence, .where = GC_HERE};
  edge_ = {};
  return true;
}

// Notes the reference that a breach is about.
bool Verifier::At(const Edge& edge, bool breached) {
  if (breached) edge_ = edge;
  return breached;
}

std::optional<Failure> Verifier::Verify(const Heap& heap) {
  collector_ = &heap.collector();
  heap_ = &collector_->population;
  Prepare();
  const bool breached = CheckLists() || CheckTrace() || CheckPurge() || CheckConstruction() ||
                        CheckReferencers() || CheckClusters() || CheckEntries();
  return breached ? std::optional(breach_) : std::nullopt;
}

void Verifier::Prepare() {
  const Table& table = heap_->table;
  indices_.Clear();
  const Index end = table.End();
  listed_.assign(end, 0);
  chained_.Take(*collector_);
  unreachable_ = 0;
  pending_ = 0;
  doomed_ = 0;
  for (Index index = 1; index < end; ++index) {
    const Entry& entry = table[index];
    const Object* const object = entry.Occupant();
    if (object == nullptr) continue;
    indices_.Insert(object, index);
    const FlagWord flags = entry.flags.Load();
    unreachable_ += Marks::IsUnreachable(table.Mark(index));
    pending_ += (flags & flag::kPendingConstruction) != 0;
  }
}

bool Verifier::CheckLists() {
  if (heap_->phase() != Phase::kMarking && collector_->wavefront.HasLeftOver()) {
    return Breach(Rule::kEndNeedsEmpty, kNoIndex,
                  "an object that no list had room for was not scanned, and no trace is pending");
  }
  bool breached =
      CheckList(collector_->wavefront.work()) || CheckList(collector_->wavefront.barrier());
  collector_->wavefront.ForEachShared(
      [&](const Object* object) { breached = breached || CheckQueued(object); });
  return breached || CheckDeferred();
}

// What a store left to be shaded soon is white, and counts as grey.
bool Verifier::CheckDeferred() {
  const std::span<Object* const> stored = collector_->wavefront.stored().Items();
  if (!stored.empty() && heap_->phase() != Phase::kMarking) {
    return Breach(Rule::kEndNeedsEmpty, indices_.Find(stored.front()),
                  "an object is to be shaded soon, and no trace is pending");
  }
  for (const Object* object : stored) {
    const Index index = indices_.Find(object);
    if (index == AddressMap::kAbsent) {
      return Breach(Rule::kGreyIsQueued, kNoIndex, "a freed object is to be shaded soon");
    }
    if (heap_->IsWhite(index)) listed_[index] = 1;
  }
  return false;
}

bool Verifier::CheckList(const PagedList<Object*>& list) {
  for (const Object* object : list) {
    if (CheckQueued(object)) return true;
  }
  return false;
}

bool Verifier::CheckQueued(const Object* object) {
  const Index index = indices_.Find(object);
  if (heap_->phase() != Phase::kMarking) {
    return Breach(Rule::kEndNeedsEmpty, index,
                  "an object waits to be scanned, and no trace is pending");
  }
  if (index == AddressMap::kAbsent) {
    return Breach(Rule::kGreyIsQueued, kNoIndex, "a freed object waits to be scanned");
  }
  const MarkByte& own = heap_->table.Mark(index);
  if (IsMemberLink(heap_->table.LinkOf(index))) {
    return Breach(Rule::kClusterNotInCycle, index,
                  "a member of a cluster waits to be scanned by itself");
  }
  if (listed_[index]++ != 0) {
    return Breach(Rule::kGreyIsQueued, index, "an object waits twice to be scanned");
  }
  if (heap_->marks().IsWhite(own)) {
    return Breach(Rule::kFlipPrecondition, index,
                  "an object that waits to be scanned is white: a flip came in between");
  }
  if (!heap_->marks().IsReachable(own)) {
    return Breach(Rule::kGreyIsQueued, index, "an object that waits to be scanned is unmarked");
  }
  return false;
}

bool Verifier::CheckTrace() {
  const Marker& marker = collector_->marker;
  if (marker.scanner().scanning() != nullptr) {
    return Breach(Rule::kScanIsAtomic, indices_.Find(marker.scanner().scanning()),
                  "a slice ended between two fields of an object");
  }
  const bool gather_pending = collector_->gatherer.next() != collector_->gatherer.end();
  if (heap_->phase() == Phase::kMarking &&
      (gather_pending || !collector_->gatherer.gathered().empty())) {
    return Breach(Rule::kFlipPrecondition, kNoIndex, "a trace is pending, and so is a gather");
  }
  if (heap_->phase() == Phase::kGathering && !marker.InitialReferencesTaken()) {
    return Breach(Rule::kEndNeedsEmpty, kNoIndex,
                  "a trace ended, and the initial references were never taken");
  }
  return false;
}

bool Verifier::CheckReferencers() {
  struct Context {
    Verifier& verifier;
    const Referencer* referencer;
    bool breached;
  } context{*this, collector_->outside.FirstReferencer(), false};
  Reporter check(
      [](void* to, Object* target) {
        Context& at = *static_cast<Context*>(to);
        at.breached = at.breached || at.verifier.CheckReported(*at.referencer, target);
      },
      &context);
  for (; context.referencer != nullptr; context.referencer = context.referencer->Next()) {
    context.referencer->Report(check);
  }
  return context.breached;
}

// A raw referencer may report a white object until it is asked again before marking ends.
bool Verifier::CheckReported(const Referencer& referencer, const Object* target) {
  const Index index = indices_.Find(target);
  if (index == AddressMap::kAbsent || Marks::IsUnreachable(heap_->colours.ColourOf(index))) {
    return Breach(Rule::kReferencerBarrier, index,
                  "a referencer reports an object that is doomed or freed");
  }
  if (!IsWhite(index)) return false;
  if (heap_->phase() != Phase::kMarking) {
    return Breach(Rule::kReferencerBarrier, index,
                  "a referencer reports a white object, and the trace has ended");
  }
  const bool since_the_flip = referencer.since() == collector_->marker.flips();
  if (referencer.kind() == Referencer::Kind::kRaw ||
      (!collector_->marker.InitialReferencesTaken() && !since_the_flip)) {
    return false;
  }
  return since_the_flip
             ? Breach(Rule::kReferencerBarrier, index,
                      "a referencer that registered in this trace reports a white object")
             : Breach(Rule::kInitialReferencesAlways, index,
                      "the initial references were taken, and a referencer reports a white object");
}

bool Verifier::CheckEntries() {
  const Table& table = heap_->table;
  for (const Index index : table.Indices()) {
    const Entry& entry = table[index];
    if (CheckIdentity(index, entry)) return true;
    if (entry.Occupant() == nullptr) continue;
    if (CheckCopies(index, entry) || CheckColour(index, entry) || CheckRoot(index, entry) ||
        CheckGarbage(index, entry) || CheckEdges(index, entry)) {
      return true;
    }
  }
  return CheckFree();
}

// The header says what the map and the entry say. Of a doomed object it need not: the gather writes
// the map alone.
bool Verifier::CheckCopies(Index index, const Entry& entry) {
  const MarkBits map = heap_->table.Mark(index).Load();
  if ((map & mark::kUnreachable) != 0) return false;
  const MarkBits header = entry.Occupant()->header().mark.Load();
  if ((header & ~(mark::kGarbage | mark::kClusterRoot)) != map) {
    return Breach(Rule::kMarkOnce, index, "the header of an object and the map differ in its mark");
  }
  if (((header & mark::kGarbage) != 0) != entry.flags.Has(flag::kGarbage)) {
    return Breach(Rule::kGarbageIsNulled, index,
                  "an object is marked garbage in its entry or in its mark, and not in both");
  }
  return ((header & mark::kClusterRoot) != 0) != entry.flags.Has(flag::kClusterRoot) &&
         Breach(Rule::kClusterIsOne, index,
                "an object is a cluster's root in its entry or in its mark, and not in both");
}

bool Verifier::CheckColour(Index index, const Entry& entry) {
  const MarkByte& colour = heap_->colours.ColourOf(index);
  const bool white = heap_->marks().IsWhite(colour);
  const int bits = white + heap_->marks().IsReachable(colour) + Marks::IsUnreachable(colour);
  if (entry.flags.Has(flag::kDisregarded)) {  // mark-once: marking acts on managed objects only
    return bits != 0 && Breach(Rule::kMarkOnce, index, "a disregarded object was marked");
  }
  if (bits != 1) {
    return Breach(Rule::kBirthColourIdle, index,
                  "an object has both reachability bits, or none of the three");
  }
  const Gatherer& gather = collector_->gatherer;
  if (&colour != &heap_->table.Mark(index) && Marks::IsUnreachable(colour) &&
      index < gather.next()) {
    return Breach(Rule::kClusterGather, index,
                  "the gather has been at a member of a doomed root, and it is not doomed");
  }
  if (!white || heap_->phase() == Phase::kMarking) return false;
  if (heap_->phase() == Phase::kGathering && index >= gather.end()) {
    return Breach(Rule::kBirthColourGathering, index, "an object born while gathering is white");
  }
  if (heap_->phase() == Phase::kIdle && index >= gather.end()) {
    return Breach(Rule::kBirthColourIdle, index, "an object born outside a cycle is white");
  }
  if (index >= gather.next() && heap_->phase() == Phase::kGathering) return false;
  return Breach(Rule::kGatherCoversRange, index,
                "the gather has been at an index, and its object is white");
}

bool Verifier::CheckRoot(Index index, const Entry& entry) {
  const bool rooted = entry.flags.Has(flag::kRoot);
  const bool flagged = entry.flags.Has(flag::kKeep);
  const bool counted = !chained_.Has(index) && entry.strong.load(std::memory_order_relaxed) != 0;
  if (!rooted && !flagged && !counted) return false;
  const Rule rule = rooted    ? Rule::kRootBarrier
                    : flagged ? Rule::kKeepFlagsAreRoots
                              : Rule::kStrongBarrier;
  if (!collector_->roots.Has(index)) {
    return Breach(rule, index, "a root, or a counted object, is not among those the flip greys");
  }
  if (heap_->marks().IsReachable(heap_->colours.ColourOf(index))) return false;
  if (entry.flags.Has(flag::kDisregarded)) return false;
  return Breach(rule, index, "a root, or a counted object, is not marked");
}

// Whether the object, or the root of its cluster, waits to be scanned.
bool Verifier::Waits(Index index) const {
  const ClusterLink link = heap_->table.LinkOf(index);
  const Index own = IsMemberLink(link) ? RootOf(link) : index;
  return listed_[own] != 0 || collector_->wavefront.MayBeLeftOver(own);
}

// Whether the object is white, and is not to be shaded soon. A list never has a white one.
bool Verifier::IsWhite(Index index) const { return heap_->IsWhite(index) && listed_[index] == 0; }

bool Verifier::CheckEdges(Index index, const Entry& entry) {
  if (entry.flags.Has(flag::kPendingConstruction)) return false;  // it has no slots yet
  bool breached = false;
  Object& holder = *entry.Occupant();
  for (const Reference& line : holder.header().type->references) {
    ForEachSlotOf(line, holder, [&](const ObjectSlot& slot) {
      if (slot.Raw() == nullptr || breached) return;
      const Index target = indices_.Find(slot.Raw());
      if (!CheckEdge(index, entry, target, line)) return;
      breached = At({.holder = index,
                     .target = target == AddressMap::kAbsent ? kNoIndex : target,
                     .name = line.name},
                    true);
    });
  }
  return breached;
}

// S2.11: both copies of the flag agree, and no disregarded object is marked garbage.
bool Verifier::CheckGarbage(Index index, const Entry& entry) {
  const bool garbage = entry.flags.Has(flag::kGarbage);
  if (garbage != entry.Occupant()->header().flags.Has(object_flag::kMirroredGarbage)) {
    return Breach(Rule::kGarbageIsNulled, index,
                  "an object is marked garbage in its entry or in itself, and not in both");
  }
  return garbage && entry.flags.Has(flag::kDisregarded) &&
         Breach(Rule::kGarbageIsNulled, index, "an object that is never collected is garbage");
}

// The rule whose breach explains an edge to a white object. If the object is garbage, the slot
// should have been cleared, or followed if it is immutable.
Rule Verifier::RuleOf(const Entry& target, const Reference& line) {
  if (!target.flags.Has(flag::kGarbage)) return Rule::kInsertionBarrier;
  return line.immutable ? Rule::kImmutableIsFollowed : Rule::kGarbageIsNulled;
}

// Also checks move-barrier: in the heap, a moved reference looks like an assigned one.
bool Verifier::CheckEdge(Index from, const Entry& entry, Index to, const Reference& line) {
  if (entry.flags.Has(flag::kFinished)) return false;  // it uses no reference any more
  const bool doomed = Marks::IsUnreachable(heap_->colours.ColourOf(from));
  if (to == AddressMap::kAbsent) {
    if (entry.flags.Has(flag::kDisregarded)) {
      return Breach(Rule::kDisregardedIsDeep, from, "a disregarded object refers to freed memory");
    }
    return doomed ? Breach(Rule::kWaitingLetsGo, from,
                           "a doomed object that has not finished refers to freed memory")
                  : Breach(Rule::kInsertionBarrier, from, "a live object refers to freed memory");
  }
  if (doomed) return false;
  const Entry& there = heap_->table[to];
  // disregarded-is-deep: marking does not come to the target by this reference.
  if (entry.flags.Has(flag::kDisregarded)) {
    return !there.flags.Has(flag::kDisregarded) && !chained_.Keeps(heap_->table, to) &&
           Breach(Rule::kDisregardedIsDeep, from,
                  "a disregarded object refers to one that is neither disregarded nor rooted");
  }
  const bool gathering = heap_->phase() == Phase::kGathering;
  const bool white = heap_->IsWhite(from);
  if (Marks::IsUnreachable(heap_->colours.ColourOf(to)) && !(gathering && white)) {
    if (there.flags.Has(flag::kBegun)) {
      return Breach(Rule::kDestroyLeaksNothing, from,
                    "a live object refers to a doomed one whose end has begun");
    }
    return Breach(RuleOf(there, line), from, "a live object refers to a doomed one");
  }
  if (white || Waits(from) || !IsWhite(to)) return false;
  return Breach(RuleOf(there, line), from, "a black object refers to a white one");
}

}  // namespace GC_BUILD
}  // namespace gc
