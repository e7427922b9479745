#include "model/conformance/insides_check.h"

#include <algorithm>

namespace model {

using reference::EventKind;
using reference::Insides;
using reference::Name;
using reference::NameText;

namespace {

using Cluster = reference::Heap::Cluster;

std::vector<Name> Sorted(std::vector<Name> names) {
  std::sort(names.begin(), names.end());
  return names;
}

bool SameNames(const std::vector<Name>& one, const std::vector<Name>& other) {
  return Sorted(one) == Sorted(other);
}

const Cluster* Find(const std::vector<Cluster>& clusters, Name root) {
  const auto found = std::ranges::find(clusters, root, &Cluster::root);
  return found == clusters.end() ? nullptr : &*found;
}

// In words, the list in which two clusters of one root differ; null if in none.
const char* Difference(const Cluster& one, const Cluster& other) {
  if (!SameNames(one.members, other.members)) return "set of members";
  if (!SameNames(one.outside, other.outside)) return "list of objects in no cluster";
  if (!SameNames(one.others, other.others)) return "list of other clusters";
  return nullptr;
}

std::string Index(std::uint32_t index) { return "index " + std::to_string(index); }

}  // namespace

void InsidesCheck::Reset() {
  pending_ = false;
  visited_.clear();
  twice_.reset();
}

void InsidesCheck::Note(const reference::Event& event, const reference::Subject& subject) {
  if (event.kind == EventKind::kEndCheck) {
    visited_.clear();
    twice_.reset();
    pending_ = event.flag != 0 && subject.Inspect(seen_);
    first_ = seen_.first;
    end_ = seen_.end;
  }
  if (event.kind == EventKind::kFlip) pending_ = false;
  if (event.kind == EventKind::kGather && !visited_.insert(event.detail).second) {
    twice_ = event.detail;
  }
}

InsidesCheck::Refusal InsidesCheck::Check(const reference::Operation& operation,
                                          const Insides& before, const Insides& after,
                                          bool gathering, const reference::Oracle& oracle) {
  if (Refusal refusal = CheckRange(after, gathering)) return refusal;
  if (Refusal refusal = CheckSerials(operation, before, after)) return refusal;
  return CheckClusters(after, oracle);
}

// What is left to visit is the range without what was visited, index by index.
InsidesCheck::Refusal InsidesCheck::CheckRange(const Insides& after, bool gathering) {
  if (twice_) return InsidesRefusal{Index(*twice_) + " was visited twice by one gather"};
  const bool ended = pending_ && !gathering;
  for (std::uint32_t index = first_; pending_ && index < end_; ++index) {
    const bool left = std::ranges::binary_search(after.unvisited, index);
    const bool visited = visited_.contains(index);
    if (left && visited) {
      return InsidesRefusal{Index(index) + " was visited and is to be visited again"};
    }
    if (left || visited) continue;
    return InsidesRefusal{Index(index) + (ended ? " was not visited by the gather that ended"
                                                : " is left out by the gather")};
  }
  if (ended) pending_ = false;
  if (!after.unvisited.empty() && (!gathering || after.unvisited.back() >= end_)) {
    return InsidesRefusal{Index(after.unvisited.back()) + " is in no range that is gathered"};
  }
  return std::nullopt;
}

// A serial is given by `weak-make` and `identify`, to an object that has none, and is higher than
// all before. The
// object of an `abandon` had one, and took it with it.
InsidesCheck::Refusal InsidesCheck::CheckSerials(const reference::Operation& operation,
                                                 const Insides& before, const Insides& after) {
  if (!after.stale.empty()) {
    return InsidesRefusal{Index(after.stale.front()) + " has a serial and no object"};
  }
  std::uint32_t last = before.last_serial;
  if (operation.verb == reference::Verb::kAbandon) ++last;
  for (Name name = 0; name < after.objects.size(); ++name) {
    const Insides::Object& now = after.objects[name];
    if (now.index == 0) continue;
    const bool is_old = name < before.objects.size() && before.objects[name].index != 0;
    std::uint32_t expected = is_old ? before.objects[name].serial : 0;
    const bool asked = (operation.verb == reference::Verb::kWeakMake ||
                        operation.verb == reference::Verb::kIdentify) &&
                       operation.object == name;
    if (asked && expected == 0) expected = ++last;
    // What is made again has the serial that it had.
    const bool again = operation.verb == reference::Verb::kRecreate && operation.object == name;
    if (again && !is_old && now.serial != 0 && now.serial <= last) expected = now.serial;
    if (now.serial == expected) continue;
    return InsidesRefusal{NameText(name) + " has serial " + std::to_string(now.serial) +
                              " and should have " + std::to_string(expected),
                          name};
  }
  if (after.last_serial == last) return std::nullopt;
  return InsidesRefusal{"serial " + std::to_string(after.last_serial) +
                        " was given, and no weak reference was made"};
}

InsidesCheck::Refusal InsidesCheck::CheckClusters(const Insides& after,
                                                  const reference::Oracle& oracle) {
  const std::vector<Cluster>& meant = oracle.Clusters();
  for (const Cluster& cluster : meant) {
    const Cluster* const shown = Find(after.clusters, cluster.root);
    const std::string of = "the cluster of " + NameText(cluster.root);
    if (shown == nullptr) return InsidesRefusal{of + " is not there", cluster.root};
    if (const char* const list = Difference(cluster, *shown)) {
      return InsidesRefusal{of + " has another " + list + " than it should", cluster.root};
    }
  }
  for (const Cluster& shown : after.clusters) {
    if (Find(meant, shown.root) != nullptr) continue;
    return InsidesRefusal{"there should be no cluster of " + NameText(shown.root), shown.root};
  }
  return std::nullopt;
}

}  // namespace model
