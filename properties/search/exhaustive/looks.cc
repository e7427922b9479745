#include "properties/search/exhaustive/looks.h"

#include <algorithm>
#include <vector>

#include "properties/base/random.h"

namespace properties {

namespace {

class Sum {
 public:
  void Add(std::uint64_t value) { sum_ = Mix(sum_ ^ Mix(value + 1)); }
  template <class List>
  void AddAll(const List& list) {
    for (const auto value : list) Add(static_cast<std::uint64_t>(value));
    Add(~std::uint64_t{1});
  }
  std::uint64_t Value() const { return sum_; }

 private:
  std::uint64_t sum_ = 0;
};

// In the order of their roots: which record a cluster has is nothing that shows.
void AddClusters(std::vector<reference::Heap::Cluster>& clusters, Sum& sum) {
  std::ranges::sort(clusters, {}, &reference::Heap::Cluster::root);
  for (const reference::Heap::Cluster& cluster : clusters) {
    sum.Add(cluster.root);
    sum.AddAll(cluster.members);
    sum.AddAll(cluster.outside);
    sum.AddAll(cluster.others);
  }
}

}  // namespace

std::uint64_t LookOf(const reference::Subject& subject) {
  Sum sum;
  reference::Observation seen;
  subject.Observe(seen);
  const bool marking = seen.phase == reference::Phase::kMarking;
  sum.Add(static_cast<std::uint64_t>(seen.phase));
  sum.Add((marking && seen.initial_references_taken ? 2u : 0u) + seen.purge_pending);
  // Of a name without an object it makes no difference whether it was ever given.
  for (std::size_t name = 0; name < seen.colours.size(); ++name) {
    if (seen.colours[name] == reference::Colour::kNone) continue;
    sum.Add(name * 8 + static_cast<std::size_t>(seen.colours[name]));
  }
  reference::Insides insides;
  if (!subject.Inspect(insides)) return sum.Value();
  for (std::size_t name = 0; name < insides.objects.size(); ++name) {
    const reference::Insides::Object& object = insides.objects[name];
    if (object.index == 0) continue;
    sum.Add(name << 32 | object.index);
    sum.Add(object.in_work * 512u + object.in_shaded * 2u + object.unasked);
  }
  sum.Add(insides.first);
  sum.Add(insides.end);
  sum.AddAll(insides.unvisited);
  AddClusters(insides.clusters, sum);
  return sum.Value();
}

std::optional<Looks::Place> Looks::Add(std::uint64_t fingerprint, std::uint64_t look, Place place) {
  const auto [seen, is_new] = seen_.try_emplace(fingerprint, Seen{look, place});
  if (is_new || seen->second.look == look) return std::nullopt;
  return seen->second.place;
}

}  // namespace properties
