// core/inspect/search/chained.cc -- goes through the chains of a collector once.

#include "core/inspect/search/chained.h"

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

void ChainedIndices::Take(const Collector& collector) {
  const Table& table = collector.population.table;
  const DoomedChains& chains = collector.purger.chained();
  chained_.clear();
  for (const DoomedChain* const chain :
       {&collector.gatherer.chained(), &chains.batch, &chains.finished, &chains.waiting}) {
    if (!chain->empty()) chained_.resize(table.End());
    chain->ForEach(table, [this](Index index) { chained_[index] = 1; });
  }
}

bool ChainedIndices::Keeps(const Table& table, Index index) const {
  const Entry& entry = table[index];
  return entry.flags.Has(flag::kRoot | flag::kKeep) || (!Has(index) && RootSet::IsKept(entry));
}

}  // namespace GC_BUILD
}  // namespace gc
