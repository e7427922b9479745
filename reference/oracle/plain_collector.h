// reference/oracle/plain_collector.h -- a collector: mark from the roots, sweep the rest.
//
// THIS IS WRITTEN TO BE BELIEVED, NOT TO BE FAST. The world stands still while it runs: it has no
// colours, no phases, no barrier and no budget, and it shares no code with core/. What it keeps, an
// incremental collector has to keep; what it frees, an incremental collector has to free soon.
//
// Checked by: heap_test.cc, against transitive closure on every heap of up to 4 objects x 2 fields.
// Read next: reference/oracle/heap.h (what it walks), reference/oracle/oracle.h (what an
// incremental collector may do otherwise).

#pragma once

#include <cstdint>
#include <vector>

#include "reference/trace/trace.h"

namespace reference {

class Heap;

// Which references are followed: all, or those that count. A reference to an object that is
// explicitly marked garbage does not count, unless it is an outer, or a referencer holds it raw or
// protects it.
enum class References : std::uint8_t { kAll, kThatCount };

class PlainCollector {
 public:
  PlainCollector() = default;
  // A collector has nothing but memory for its next call, so there is nothing to copy.
  PlainCollector(const PlainCollector&) {}
  PlainCollector& operator=(const PlainCollector&) { return *this; }

  // Marks what can be reached from the root set: for each name 1 or 0.
  void Mark(const Heap& heap, References references, std::vector<char>& marked);

  // Everything that `from` leads to, itself included, in the order of names.
  void Close(const Heap& heap, Name from, std::vector<Name>& reached);

 private:
  std::vector<Name> frontier_;            // marked, and their fields not yet looked at
  std::vector<std::uint32_t> closed_in_;  // by name: the last call of Close that met it
  std::uint32_t closures_ = 0;            // calls of Close
};

// Sweeps: the objects that live and are not marked, in the order of names. A collector that stops
// the world would free them now.
std::vector<Name> Sweep(const Heap& heap, const std::vector<char>& marked);

}  // namespace reference
