// core/inspect/search/chained.h -- which entries link a chain of doomed objects.
//
// Where no list had room for a doomed object, a link stands in its entry where others have their
// strong count (core/purge/doomed_chain.h). A tool that took it for a count would take the object
// for a root. So the chains are gone through once, before a walk over the entries.
//
// Read next: core/inspect/search/walk.h.

#pragma once

#include <cstdint>
#include <vector>

#include "core/base/build.h"
#include "core/base/index.h"

namespace gc {
inline namespace GC_BUILD {

class Collector;
class Table;

// It keeps its memory from one heap to the next, and takes none while no object is in a chain.
class ChainedIndices {
 public:
  ChainedIndices() = default;
  explicit ChainedIndices(const Collector& collector) { Take(collector); }

  void Take(const Collector& collector);
  bool Has(Index index) const { return index < chained_.size() && chained_[index] != 0; }
  // Whether a flag or a count keeps the object of an entry.
  bool Keeps(const Table& table, Index index) const;

 private:
  std::vector<std::uint8_t> chained_;  // by index; empty: there is no chain
};

}  // namespace GC_BUILD
}  // namespace gc
