// reference/oracle/plain_collector.cc -- mark and sweep.

#include "reference/oracle/plain_collector.h"

#include <algorithm>

#include "reference/oracle/clusters.h"
#include "reference/oracle/heap.h"

namespace reference {

void PlainCollector::Mark(const Heap& heap, References references, std::vector<char>& marked) {
  marked.assign(heap.NameCount(), 0);
  frontier_.clear();
  const auto mark = [this, &marked](Name name) {
    if (marked[name]) return;
    marked[name] = 1;
    frontier_.push_back(name);
  };
  // A reference to garbage counts if it is one of those that are not cleared.
  const auto counts = [&heap, references](Name target, bool cleared) {
    return references == References::kAll || !heap[target].garbage || !cleared;
  };

  for (const Name name : heap.Present()) {
    if (heap[name].InRootSet()) mark(name);
  }
  for (std::size_t i = 0; i < heap.ReferencerCount(); ++i) {
    const auto [target, raw, protecting] = heap.ReferencerAt(i);
    if (target == kNull) continue;
    if (counts(target, heap.clears().code) || raw || protecting) mark(target);
  }

  while (!frontier_.empty()) {
    const Name name = frontier_.back();
    frontier_.pop_back();
    const Heap::Object& object = heap[name];
    for (std::size_t field = 0; field < object.fields.size(); ++field) {
      const Name target = object.fields[field];
      if (target == kNull) continue;
      if (counts(target, heap.clears().Of(object)) || object.IsOuter(field)) mark(target);
    }
    if (object.cluster == kNull) continue;
    ForEachInFate(heap, name, [&](Name fellow) {
      if (counts(fellow, heap.clears().Any())) mark(fellow);
    });
  }
}

std::vector<Name> Sweep(const Heap& heap, const std::vector<char>& marked) {
  std::vector<Name> swept;
  for (const Name name : heap.Present()) {
    if (heap[name].life == Life::kAlive && !marked[name]) swept.push_back(name);
  }
  return swept;
}

// The names that were met carry the number of the call, so that nothing has to be cleared first.
void PlainCollector::Close(const Heap& heap, Name from, std::vector<Name>& reached) {
  closed_in_.resize(std::max(closed_in_.size(), heap.NameCount()), 0);
  if (++closures_ == 0) {  // the number has come round
    std::fill(closed_in_.begin(), closed_in_.end(), 0);
    closures_ = 1;
  }
  closed_in_[from] = closures_;
  reached.assign(1, from);
  const auto reach = [&](Name target) {
    if (target == kNull || closed_in_[target] == closures_) return;
    closed_in_[target] = closures_;
    reached.push_back(target);
  };
  for (std::size_t head = 0; head < reached.size(); ++head) {
    const Heap::Object& object = heap[reached[head]];
    for (const Name target : object.fields) reach(target);
    if (object.cluster != kNull) ForEachInFate(heap, reached[head], reach);
  }
  std::sort(reached.begin(), reached.end());
}

}  // namespace reference
