// properties/explain/clusters.cc -- describes a cluster by its root, its members and what it keeps.

#include "properties/explain/clusters.h"

#include <algorithm>

#include "properties/explain/step_rows.h"

namespace properties {

using reference::kNull;
using reference::Name;
using reference::NameText;
using reference::Operation;
using reference::Verb;
using Cluster = reference::Heap::Cluster;

namespace {

bool IsOfClusters(gc::Rule rule) {
  return rule >= gc::Rule::kClusterIsOne && rule <= gc::Rule::kClusterGather;
}

std::string Listed(const std::vector<Name>& names) {
  std::vector<std::string> texts;
  for (const Name name : names) texts.push_back(NameText(name));
  return Joined(texts, " and ");
}

bool Has(const std::vector<Name>& names, Name name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const Cluster* ClusterThatKeeps(const reference::Heap& heap, Name lost) {
  for (const Cluster& cluster : heap.Clusters()) {
    if (Has(cluster.outside, lost)) return &cluster;
    if (heap.Born(lost) && Has(cluster.others, heap[lost].cluster)) return &cluster;
  }
  return nullptr;
}

// The cluster that a sentence should describe. If the broken rule is about what clusters keep, it
// is the one that keeps the lost object; else the one of an object that the step names; else the
// one of the lost object.
const Cluster* ClusterAbout(const reference::Heap& heap, const Operation& operation, Name lost,
                            bool outward) {
  const Cluster* const keeps = ClusterThatKeeps(heap, lost);
  if (outward && keeps != nullptr) return keeps;
  for (const Name name : {operation.object, operation.target, lost}) {
    for (const Cluster& cluster : heap.Clusters()) {
      if (name != kNull && Has(cluster.members, name)) return &cluster;
    }
  }
  if (keeps != nullptr) return keeps;
  return heap.Clusters().empty() ? nullptr : &heap.Clusters().front();
}

std::string Described(const Cluster& cluster) {
  const std::vector<Name> others(cluster.members.begin() + 1, cluster.members.end());
  std::string text = "The cluster has the root " + NameText(cluster.root);
  if (!others.empty()) {
    text += (others.size() == 1 ? " and the member " : " and the members ") + Listed(others);
  }
  std::vector<std::string> kept;
  if (!cluster.outside.empty()) kept.push_back(Listed(cluster.outside));
  if (!cluster.others.empty()) {
    kept.push_back((cluster.others.size() == 1 ? "the cluster of " : "the clusters of ") +
                   Listed(cluster.others));
  }
  if (kept.empty()) return text + "; it keeps nothing outside.";
  return text + "; outside it keeps " + Joined(kept, " and ") + ".";
}

// Says which object a store put into a member's field, or which member it put elsewhere; empty if
// the store was about neither.
Sentence StoreInto(const Cluster& cluster, Name holder, std::size_t field, std::size_t step,
                   const reference::Heap& after) {
  if (!after.Born(holder)) return {};
  const std::vector<Name>& fields = after[holder].fields;
  const Name value = field < fields.size() ? fields[field] : kNull;
  const bool into = Has(cluster.members, holder);
  if (value == kNull || (!into && !Has(cluster.members, value))) return {};
  const char* const member =
      holder == cluster.root ? ", a field of its root." : ", a field of its member.";
  return {" " + std::to_string(step + 1) + " stores " + (into ? "" : "its member ") +
              NameText(value) + " into " + NameText(holder) + "." + std::to_string(field) +
              (into ? member : "."),
          {HoldsAfter{holder, field, value, step}}};
}

Sentence StoreOf(const Cluster& cluster, const Operation& operation, std::size_t step,
                 const reference::Heap& after) {
  const Verb verb = operation.verb;
  if (verb == Verb::kStore || verb == Verb::kMove || verb == Verb::kResolve) {
    return StoreInto(cluster, operation.object, operation.field, step, after);
  }
  if (verb == Verb::kOuter) {
    return StoreInto(cluster, operation.object, after[operation.object].fields.size() - 1, step,
                     after);
  }
  if (verb != Verb::kSwap) return {};
  return StoreInto(cluster, operation.object, operation.field, step, after) +
         StoreInto(cluster, operation.target, operation.target_field, step, after);
}

}  // namespace

Sentence ClusterOfGuilt(const Case& run, const GuiltyStep& guilty) {
  if (!run.blame.rule || !IsOfClusters(*run.blame.rule)) return {};
  const Operation& operation = run.trace.operations[guilty.step];
  const reference::Heap& after = run.watched.steps[guilty.step].heap;
  const Name lost = run.finding.object;
  const bool outward = *run.blame.rule == gc::Rule::kClusterOutward;
  const Cluster* cluster =
      ClusterAbout(run.watched.Before(guilty.step).heap, operation, lost, outward);
  const bool before = cluster != nullptr;
  if (!before) cluster = ClusterAbout(after, operation, lost, outward);
  if (cluster == nullptr) return {};
  const Sentence described = {Described(*cluster),
                              {ClusterAt{cluster->root, cluster->members, cluster->outside,
                                         cluster->others, guilty.step, before}}};
  return described + StoreOf(*cluster, operation, guilty.step, after);
}

}  // namespace properties
