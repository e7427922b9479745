// model/explorer/shortest_witness.cc -- searches each heap twice: in any order, then in order.

#include "model/explorer/shortest_witness.h"

#include <algorithm>

namespace model {

using reference::EventKind;

namespace {

ExploreOptions OptionsFor(const ShortestWitness& of, const ShortestOptions& options,
                          const Bounds& bounds) {
  ExploreOptions explore;
  explore.faults = gc::FaultSet(of.fault);
  explore.locals = of.locals;
  explore.bounds = bounds;
  const bool large = bounds.entries * bounds.fields > 4 || bounds.entries > 3;
  explore.max_states = large ? options.max_states_large : options.max_states;
  explore.accept = options.accept;
  return explore;
}

void TakeWitness(ShortestWitness& shortest, const Exploration& exploration) {
  const auto& witness = exploration.witness;
  if (!witness) return;
  if (shortest.witness && shortest.witness->length <= witness->length) return;
  shortest.witness = witness;
}

// What the other search has seen of the heap, if it was as deep as this one would be: there was no
// witness in an earlier heap that would have ended it sooner, and no limit ended it.
const Exploration* Searched(const ShortestOptions& options, std::size_t heap) {
  if (options.searched == nullptr || heap >= options.searched->heaps.size()) return nullptr;
  for (std::size_t before = 0; before < heap; ++before) {
    if (options.searched->heaps[before].exploration.first_finding > 0) return nullptr;
  }
  const Exploration& search = options.searched->heaps[heap].exploration;
  const bool whole = search.exhausted || search.witness;
  return whole && search.states < options.max_states ? &search : nullptr;
}

// Once a finding is known, a further heap is asked only for an earlier one.
void SearchInAnyOrder(ShortestWitness& shortest, const ShortestOptions& options,
                      ShortestWitness::Heap& heap) {
  ExploreOptions explore = OptionsFor(shortest, options, heap.bounds);
  if (shortest.first_finding > 0) explore.max_depth = shortest.first_finding - 1;
  const Exploration* const searched = Searched(options, shortest.heaps.size() - 1);
  heap.any_order = searched != nullptr ? *searched : Explore(explore);
  const Exploration& found = heap.any_order;
  if (found.first_finding == 0) return;
  shortest.first_finding = found.first_finding;
  shortest.first_units = found.first_units;
  shortest.found_in = heap.bounds;
  TakeWitness(shortest, found);
}

// Nothing is searched where no shorter witness can be.
void SearchInOrder(ShortestWitness& shortest, const ShortestOptions& options,
                   ShortestWitness::Heap& heap) {
  const bool none = heap.any_order.exhausted && heap.any_order.first_finding == 0;
  if (shortest.first_finding == 0 || none) return;
  if (shortest.witness && shortest.witness->length <= shortest.first_finding) return;
  ExploreOptions explore = OptionsFor(shortest, options, heap.bounds);
  explore.indices_in_order = true;
  if (shortest.witness) explore.max_depth = shortest.witness->length - 1;
  heap.in_order = Explore(explore);
  const std::size_t first = heap.in_order.first_finding;
  if (first > 0 && (shortest.first_in_order == 0 || first < shortest.first_in_order)) {
    shortest.first_in_order = first;
  }
  TakeWitness(shortest, heap.in_order);
}

// Whether the search saw all runs up to this length, or all there are.
bool Reaches(const Exploration& search, std::size_t length) {
  return search.exhausted || search.witness || search.depth >= length;
}

std::string Units(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " unit" : " units");
}

}  // namespace

std::vector<Bounds> ShortestHeaps(gc::Fault fault, reference::Locals locals, bool large) {
  std::vector<Bounds> heaps = CounterexampleHeaps(fault, locals);
  if (!large) return heaps;
  Bounds more = heaps.front();
  more.entries = 3;
  more.fields = 2;
  heaps.push_back(more);
  if (more.verbs.Has(reference::Verb::kCluster)) {
    more.entries = 4;
    more.fields = 1;
    heaps.push_back(more);
  }
  return heaps;
}

// A fault without a finding in the small heaps is not searched for in the large ones: that would
// take all of their states.
ShortestWitness FindShortest(gc::Fault fault, reference::Locals locals,
                             const ShortestOptions& options) {
  ShortestWitness shortest{.fault = fault, .locals = locals};
  const std::size_t small = CounterexampleHeaps(fault, locals).size();
  for (const Bounds& bounds : ShortestHeaps(fault, locals, options.large)) {
    if (shortest.heaps.size() >= small && shortest.first_finding == 0) break;
    shortest.heaps.push_back({.bounds = bounds, .any_order = {}, .in_order = {}});
    SearchInAnyOrder(shortest, options, shortest.heaps.back());
  }
  for (ShortestWitness::Heap& heap : shortest.heaps) SearchInOrder(shortest, options, heap);
  return shortest;
}

bool ShortestWitness::Complete() const {
  return std::all_of(heaps.begin(), heaps.end(), [this](const Heap& heap) {
    if (first_finding == 0) return heap.any_order.exhausted;
    if (!witness || !Reaches(heap.any_order, first_finding - 1)) return false;
    if (witness->length == first_finding || heap.any_order.exhausted) return true;
    return Reaches(heap.in_order, witness->length - 1) && heap.in_order.all_confirmed;
  });
}

std::string WhyLonger(const ShortestWitness& shortest) {
  if (!shortest.witness || shortest.witness->length <= shortest.first_finding) return "";
  const Witness& witness = *shortest.witness;
  std::string why;
  const auto add = [&why](const std::string& part) { why += (why.empty() ? "" : "; ") + part; };
  std::size_t counted = 0;
  for (std::size_t i = 0; witness.shown_after > 0 && i < reference::kEventWords.size(); ++i) {
    const auto kind = static_cast<EventKind>(i);
    const std::size_t mine = witness.units.Of(kind), first = shortest.first_units.Of(kind);
    if (mine <= first) continue;
    counted += mine - first;
    add(Units(mine - first) + " of " + std::string(WordOf(kind)) + " more" +
        (kind == EventKind::kGather ? ", since indices are visited in order" : ""));
  }
  const std::size_t shown = witness.shown_after == 0 ? witness.length : witness.shown_after;
  if (shown > shortest.first_finding + counted) {
    const std::size_t more = shown - shortest.first_finding - counted;
    add(std::to_string(more) + (more == 1 ? " operation" : " operations") + " more");
  }
  if (witness.length > shown) {
    add("the oracle sees it " + Units(witness.length - shown) + " after the machine");
  }
  return why;
}

}  // namespace model
