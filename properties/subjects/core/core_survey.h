// properties/subjects/core/core_survey.h -- what core answers to questions about its whole heap.
//
// Every visit and search that core offers is called here, and its answers are given by the names of
// a trace. Nothing is made in the heap, and no serial is given: a weak reference that is asked
// about is one that the mutator has.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "core/collect/collector.h"
#include "core/gc.h"
#include "core/heap/selection.h"
#include "core/inspect/report/class_counts.h"
#include "core/inspect/report/cluster_report.h"
#include "core/inspect/report/garbage_holders.h"
#include "core/inspect/report/leaks.h"
#include "core/inspect/search/heap_graph.h"
#include "core/inspect/search/reference_search.h"
#include "core/inspect/verify/unlisted.h"
#include "core/inspect/verify/verification.h"
#include "core/pointer/validity.h"
#include "properties/subjects/core/core_driver.h"
#include "reference/survey/survey.h"

namespace properties {
namespace {

class SurveyView {
 public:
  // A table of more indices than this is not walked: few objects have many free indices before
  // them.
  static constexpr gc::Index kMostIndices = 4096;
  // Chains are counted in heaps of so many objects.
  static constexpr std::size_t kFewObjects = 6;

  SurveyView(gc::Heap& heap, const Driver& driver) : heap_(heap), driver_(driver), graph_(heap) {}

  static bool CanBeTaken(const gc::Heap& heap) {
    return heap.collector().population.table.End() <= kMostIndices;
  }

  void Show(reference::Survey& into) {
    into = {};
    for (const reference::Name name : driver_.Present()) into.objects.push_back(AnswersOf(name));
    if (heap_.phase() != gc::Phase::kMarking) Visit(into);
    CountClasses(into);
    for (const gc::Edge& edge : graph_.Edges()) {
      into.with_clusters = into.with_clusters || edge.kind == gc::EdgeKind::kCluster;
    }
    into.garbage_holders = GarbageHolders();
    for (const gc::Leak& leak : gc::FindLeaks(heap_, driver_.Weaks())) {
      into.leaks.push_back(NameAt(leak.index));
    }
    if (!heap_.collector().Pending()) ShowClusters(into);
    into.breaches = Breaches();
    // A cluster that is not there is not dissolved, and without garbage none was followed.
    for (const Survey::Object& one : into.objects) {
      if (one.doomed || one.cluster != reference::kNull) continue;
      into.breaches += heap_.DissolveClusterOf(driver_.Find(one.name));
    }
    if (!driver_.HasMarkedGarbage()) into.breaches += gc::TraceFollowedGarbage(heap_);
  }

 private:
  using Name = reference::Name;
  using Survey = reference::Survey;

  Name NameAt(gc::Index index) const {
    const gc::Object* const object = gc::OccupantOf(heap_, index);
    return object != nullptr ? JudgedAs(*object).name : reference::kDangling;
  }

  Survey::Object AnswersOf(Name name) const {
    const gc::Object* const object = driver_.Find(name);
    const gc::Index index = object->header().index;
    const gc::HeapGraph::Node& node = graph_[index];
    Survey::Object answers{.name = name,
                           .valid = gc::IsValid(object),
                           .doomed = node.doomed,
                           .garbage = node.garbage && gc::IsGarbage(object),
                           .root = heap_.IsRoot(object),
                           .kept = node.kept};
    if (const gc::Object* const root = heap_.ClusterRootOf(object)) {
      answers.cluster = JudgedAs(*root).name;
    }
    for (const gc::Edge& edge : gc::ReferencersOf(graph_, index)) {
      if (edge.kind == gc::EdgeKind::kCluster || edge.kind == gc::EdgeKind::kMask) continue;
      answers.references.push_back(
          {.holder = edge.IsRoot() ? reference::kNull : NameAt(edge.holder),
           .cleared = edge.is_cleared});
    }
    answers.chain = LengthOf(gc::ShortestChain(graph_, index));
    answers.in_place = LengthOf(gc::ShortestChain(heap_, index));
    if (driver_.Present().size() <= kFewObjects) CountChains(index, answers);
    return answers;
  }
  static std::uint32_t LengthOf(const gc::Chain& chain) {
    return static_cast<std::uint32_t>(chain.size());
  }

  void CountChains(gc::Index index, Survey::Object& answers) const {
    constexpr gc::SearchBounds kBounds{.chains = 256};
    const gc::Chains all = gc::AllChains(graph_, index, kBounds);
    const gc::Chains longest = gc::LongestChain(graph_, index, kBounds);
    if (!all.complete || !longest.complete) return;
    answers.chains = static_cast<std::uint32_t>(all.chains.size());
    answers.longest = longest.chains.empty() ? 0 : LengthOf(longest.chains.front());
  }

  // A visit is a read of all that it shows. So it is made only while reading shades nothing.
  void Visit(Survey& into) {
    using Shows = Survey::Visit;
    into.visits_made = true;
    heap_.ForEachObject([&](gc::Object& object) { See(object, Shows::kAll, into); });
    Select({}, Shows::kValid, into);
    const bool held = driver_.plain().HasMembers();
    Select({.type = held ? &JudgedHolder::kClass : &JudgedContainer::kClass}, Shows::kContainers,
           into);
    Select({.type = &JudgedNamed::kClass, .derived = gc::Lookup::Derived::kExcluded}, Shows::kNamed,
           into);
    Select({.entry_with = gc::flag::kRoot, .garbage = true}, Shows::kRoots, into);
    Select({.entry_without = gc::flag::kRoot | gc::flag::kKeep, .garbage = true}, Shows::kUnkept,
           into);
    gc::ForEachSelectedTogether(heap_, {.garbage = true}, [&](gc::Object& object) {
      const std::lock_guard lock(together_);
      into.visited[static_cast<std::size_t>(Shows::kTogether)].push_back(JudgedAs(object).name);
    });
  }
  void Select(const gc::Selection& which, Survey::Visit visit, Survey& into) {
    last_ = 0;
    gc::ForEachSelected(heap_, which, [&](gc::Object& object) { See(object, visit, into); });
  }
  void See(const gc::Object& object, Survey::Visit visit, Survey& into) {
    into.visits_ascend = into.visits_ascend && object.header().index > last_;
    last_ = object.header().index;
    into.visited[static_cast<std::size_t>(visit)].push_back(JudgedAs(object).name);
  }

  void CountClasses(Survey& into) const {
    for (const gc::ClassCount& count : gc::CountClasses(heap_)) {
      const std::size_t kind = KindOf(count.type);
      if (kind == into.of_class.size()) continue;
      into.of_class[kind] += count.objects;
      into.bytes += count.bytes;
      into.doomed += count.doomed;
    }
  }

  // 3: the heap has made it for itself.
  static std::size_t KindOf(const gc::Class* type) {
    const auto describes = [type](const gc::Class* one) {
      return one->describes == type->describes;
    };
    static const std::vector<const gc::Class*> plain = PlainClasses();
    static const std::vector<const gc::Class*> containers = ContainerClasses();
    if (std::ranges::any_of(containers, describes)) return 1;
    if (describes(&JudgedNamed::kClass)) return 2;
    return std::ranges::any_of(plain, describes) ? 0 : 3;
  }

  void ShowClusters(Survey& into) const {
    const auto number = [](std::size_t count) { return static_cast<std::uint32_t>(count); };
    for (const gc::ClusterFigures& one : gc::ClustersOf(heap_)) {
      into.clusters.push_back({.root = NameAt(one.root),
                               .objects = number(one.objects),
                               .outside = number(one.mutables),
                               .others = number(one.clusters),
                               .open = number(one.open),
                               .scans_saved = number(one.scans_saved),
                               .references_saved = number(one.references_saved)});
    }
  }

  std::uint32_t GarbageHolders() const {
    std::uint32_t holders = 0;
    for (const gc::Finding& finding : gc::FindGarbageHolders(heap_, gc::TrackGarbage::kAll)) {
      holders += !finding.edge.is_cleared && finding.edge.kind != gc::EdgeKind::kCluster;
    }
    return holders;
  }

  std::uint32_t Breaches() const {
    return static_cast<std::uint32_t>(
        gc::FindReachableDoomed(heap_).size() + gc::FindDisregardBreaches(heap_).size() +
        gc::FindReferencersInObjects(heap_).size() + gc::FindUnlistedHolders(heap_).size());
  }

  gc::Heap& heap_;
  const Driver& driver_;
  const gc::HeapGraph graph_;
  gc::Index last_ = 0;
  std::mutex together_;
};

}  // namespace
}  // namespace properties
