// reference/oracle/heap_path.cc -- how an object is reached, for those who are to believe that it
// is.
//
// Read next: reference/oracle/oracle.h.

#include "reference/oracle/heap.h"

namespace reference {

namespace {

constexpr std::size_t kByCluster = ~std::size_t{0};  // in place of a field: they are one

}  // namespace

std::string Heap::PathTo(Name name) const {
  struct Step {
    Name from = kNull;
    std::size_t field = kByCluster;
    bool reached = false;
  };
  std::vector<Step> steps(count_);
  std::vector<Name> queue;
  for (Name root = 0; root < count_; ++root) {
    if (!Born(root) || !InRootSet(root)) continue;
    steps[root].reached = true;
    queue.push_back(root);
  }
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const std::vector<Name>& fields = objects_[queue[head]].fields;
    for (std::size_t field = 0; field < fields.size(); ++field) {
      if (fields[field] == kNull || steps[fields[field]].reached) continue;
      steps[fields[field]] = {queue[head], field, true};
      queue.push_back(fields[field]);
    }
    if (objects_[queue[head]].cluster == kNull) continue;
    const Name from = queue[head];
    EachInFate(from, [&](Name fellow) {
      if (steps[fellow].reached) return;
      steps[fellow] = {from, kByCluster, true};
      queue.push_back(fellow);
    });
  }
  if (name >= count_ || !steps[name].reached) return {};
  std::string path = NameText(name);
  Name first = name;
  for (; steps[first].from != kNull; first = steps[first].from) {
    const Step& step = steps[first];
    const bool by_field = step.field != kByCluster;
    path = NameText(step.from) + (by_field ? "." + std::to_string(step.field) + " -> " : " => ") +
           path;
  }
  const Object& object = objects_[first];
  const char* holder = object.permanent      ? "permanent"
                       : object.root         ? "root"
                       : object.kept         ? "keep flag"
                       : object.constructing ? "constructor"
                       : object.strong > 0   ? "strong"
                       : object.held         ? "local"
                                             : "referencer";
  return std::string(holder) + " -> " + path;
}

}  // namespace reference
