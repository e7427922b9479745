// reference/oracle/path.cc -- the shortest path, by breadth-first search from the root set.

#include "reference/oracle/path.h"

#include <cstddef>
#include <vector>

#include "reference/oracle/clusters.h"

namespace reference {
namespace {

constexpr std::size_t kByCluster = ~std::size_t{0};  // in place of a field: the two are one

const char* HolderOf(const Heap::Object& object) {
  return object.permanent      ? "permanent"
         : object.root         ? "root"
         : object.kept         ? "keep flag"
         : object.constructing ? "constructor"
         : object.strong > 0   ? "strong"
         : object.held         ? "local"
         : object.masked       ? "mask"
                               : "referencer";
}

}  // namespace

bool InRootSet(const Heap& heap, Name name) {
  if (heap[name].InRootSet()) return true;
  for (std::size_t i = 0; i < heap.ReferencerCount(); ++i) {
    if (heap.ReferencerAt(i).target == name) return true;
  }
  return false;
}

std::string PathTo(const Heap& heap, Name name) {
  struct Step {
    Name from = kNull;
    std::size_t field = kByCluster;
    bool reached = false;
  };
  std::vector<Step> steps(heap.NameCount());
  std::vector<Name> queue;
  for (Name root = 0; root < heap.NameCount(); ++root) {
    if (!heap.Born(root) || !InRootSet(heap, root)) continue;
    steps[root].reached = true;
    queue.push_back(root);
  }
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const Name from = queue[head];
    const std::vector<Name>& fields = heap[from].fields;
    for (std::size_t field = 0; field < fields.size(); ++field) {
      if (fields[field] == kNull || steps[fields[field]].reached) continue;
      steps[fields[field]] = {from, field, true};
      queue.push_back(fields[field]);
    }
    if (heap[from].cluster == kNull) continue;
    ForEachInFate(heap, from, [&](Name fellow) {
      if (steps[fellow].reached) return;
      steps[fellow] = {from, kByCluster, true};
      queue.push_back(fellow);
    });
  }
  if (name >= heap.NameCount() || !steps[name].reached) return {};
  std::string path = NameText(name);
  Name first = name;
  for (; steps[first].from != kNull; first = steps[first].from) {
    const Step& step = steps[first];
    const bool by_field = step.field != kByCluster;
    path = NameText(step.from) + (by_field ? "." + std::to_string(step.field) + " -> " : " => ") +
           path;
  }
  return std::string(HolderOf(heap[first])) + " -> " + path;
}

}  // namespace reference
