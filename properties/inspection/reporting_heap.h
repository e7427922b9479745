// properties/inspection/reporting_heap.h -- core's reports on a heap beside those on paper:
// classes, clusters, leaks, and what holds garbage.
//
// Included by core_inspection.cc only.

#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/inspect/report/class_counts.h"
#include "core/inspect/report/cluster_report.h"
#include "core/inspect/report/garbage_holders.h"
#include "core/inspect/report/leaks.h"
#include "properties/inspection/searching_heap.h"

namespace properties::inspection {
namespace {

std::vector<paper::PaperCount> OnPaper(const std::vector<gc::ClassCount>& counts) {
  std::vector<paper::PaperCount> on_paper;
  for (const gc::ClassCount& count : counts) {
    on_paper.push_back({count.type->name, count.objects, count.doomed, count.bytes});
  }
  return on_paper;
}

class ReportingHeap : protected SearchingHeap {
 protected:
  using SearchingHeap::SearchingHeap;

  void CompareClasses(const std::string& what, std::vector<gc::ClassCount> said,
                      const std::vector<paper::PaperCount>& should) {
    if (Lies(InspectionLie::kMiscounts) && !said.empty()) ++said[0].objects;
    if (OnPaper(said) == should) return Holds(what, true);
    Same(what, gc::TextOf(said), TextOf(should, 20));
    Holds(what, false);
  }
  void CompareClusters();
  void CompareLeaks(const PaperGraph& graph, gc::Index target, std::size_t number);
  void CompareHolders(std::vector<gc::Finding> said, const PaperGraph& graph,
                      gc::TrackGarbage track);

 private:
  void CompareLeak(const gc::Leak& leak, const PaperGraph& graph, const paper::Wanted& wanted,
                   const paper::Wanted& group);
  void CompareHolder(const gc::Finding& finding, const PaperGraph& graph);
};

void ReportingHeap::CompareClusters() {
  const paper::PaperClusterCounts& should = paper_.clusters.counts();
  const gc::ClusterCounts counts = gc::ClusterCountsOf(heap_);
  Same("clusters made", counts.made, should.made);
  Same("clusters that died", counts.died, should.died);
  Same("clusters dissolved", counts.dissolved, should.dissolved);
  Same("clusters stored into", counts.stored_into, should.stored_into);
  std::vector<paper::PaperCluster> all = paper_.clusters.all();
  std::ranges::sort(all, {}, [this](const auto& one) { return paper_.At(one.root).index; });
  const std::vector<gc::ClusterFigures> said = gc::ClustersOf(heap_);
  Same("clusters", said.size(), all.size());
  if (said.size() != all.size()) return;
  const auto some = [](std::size_t count, std::string what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    gc::ClusterFigures one = said[i];
    one.scans_saved += Lies(InspectionLie::kSavesMore);
    const std::uint32_t root = paper_.At(all[i].root).index;
    const paper::PaperFigures of = paper_.clusters.FiguresOf(paper_, all[i]);
    const std::string which = "cluster of " + std::to_string(root) + ": ";
    Same(which + "root", one.root, root);
    Same(which + "objects", one.objects, of.objects);
    Same(which + "bytes", one.bytes, of.bytes);
    Same(which + "clusters", one.clusters, of.clusters);
    Same(which + "mutable objects", one.mutables, of.mutables);
    Same(which + "open objects", one.open, of.open);
    Same(which + "scans saved", one.scans_saved, of.scans_saved);
    Same(which + "references saved", one.references_saved, of.references_saved);
    gc::Index through = gc::kNoIndex;
    for (const gc::Cluster& record : heap_.collector().clusters.records()) {
      if (record.root != root) continue;
      const bool now = record.reached_in == heap_.collector().clusters.cycle();
      through = now ? record.reached_through : gc::kNoIndex;
    }
    Same(which + "reached through", one.reached_through, through);
    const auto name = [this](std::uint32_t index) {
      return std::string(paper_.At(paper_.AtIndex(index)).type->name) + " " + std::to_string(index);
    };
    std::string text = name(root) + ": " + some(of.objects, "object") + ", " +
                       some(of.bytes, "byte") + "; refers to " + some(of.clusters, "cluster") +
                       " and " + some(of.mutables, "object") + "; saves " +
                       some(of.scans_saved, "scan") + " and " +
                       some(of.references_saved, "reference");
    if (through != gc::kNoIndex) text += "; reached through " + name(through);
    Same(which + "text", gc::TextOf(heap_, said[i]), text);
  }
}

void ReportingHeap::CompareLeak(const gc::Leak& leak, const PaperGraph& graph,
                                const paper::Wanted& wanted, const paper::Wanted& group) {
  const PaperChain chain = Shortest("chain of a leak", leak.chain, graph, wanted, paper::All);
  if (!verdict_.difference.empty() || chain.empty()) return;
  Same("index of a leak", leak.index, chain.front().target);
  const PaperEdge from = group ? paper::FromOutside(chain, group) : chain.front();
  SameEdges("how a leak is held from outside", graph, {OnPaper(leak.from_outside)}, {from});
  Same("text of a leak", leak.text, graph.LeakText(chain, from));
}

void ReportingHeap::CompareLeaks(const PaperGraph& graph, gc::Index target, std::size_t number) {
  std::vector<gc::WeakReference> gone;
  std::vector<std::uint32_t> leaking;
  const std::vector<std::uint32_t> reached = graph.Reached(paper::All);
  for (int object = 0; object < paper_.Size(); ++object) {
    if (At(object).weak.IsNull()) continue;
    gone.push_back(At(object).weak);
    const paper::PaperObject& one = paper_.At(object);
    const bool is_there = !one.gone && !one.doomed;
    if (is_there && std::ranges::count(reached, one.index) != 0) leaking.push_back(one.index);
  }
  const bool grouped = number % 2 == 0;
  const auto group = [number](std::uint32_t index) { return index % 3 == number % 3; };
  std::vector<gc::Leak> leaks =
      gc::FindLeaks(heap_, gone, grouped ? gc::ObjectFilter(group) : gc::ObjectFilter());
  if (Lies(InspectionLie::kHidesLeak) && !leaks.empty()) leaks.pop_back();
  Same("leaks", leaks.size(), leaking.size());
  for (std::size_t i = 0; i < leaks.size() && i < leaking.size(); ++i) {
    const auto is_it = [index = leaking[i]](std::uint32_t other) { return other == index; };
    CompareLeak(leaks[i], graph, is_it, grouped ? paper::Wanted(group) : paper::Wanted());
  }
  if (!graph.Has(target)) return;
  const std::vector<std::uint32_t> inside = graph.Inside(target, kOuter);
  const auto is_inside = [&inside](std::uint32_t index) {
    return std::ranges::count(inside, index) != 0;
  };
  const gc::HeapGraph drawn(heap_);
  const gc::ObjectFilter said = gc::IsOrIsInside(drawn, target);
  for (const auto& [index, node] : graph.nodes) {
    Same(graph.NameOf(index) + " is inside " + graph.NameOf(target), said(index), is_inside(index));
  }
  const gc::WeakReference& outer = At(paper_.AtIndex(target)).weak;
  if (outer.IsNull()) return;
  const std::vector<gc::Leak> one = gc::FindLeakInside(heap_, outer);
  const bool leaks_there =
      !graph.nodes.at(target).doomed && graph.Distance(is_inside, paper::All) != 0;
  Same("leak inside " + graph.NameOf(target), one.size(), std::size_t{leaks_there});
  if (!one.empty()) CompareLeak(one[0], graph, is_inside, is_inside);
}

// Of the search for what holds garbage it is known which edges it finds; the chain that it writes
// is a shortest one, over all edges.
void ReportingHeap::CompareHolder(const gc::Finding& finding, const PaperGraph& graph) {
  const PaperEdge edge = OnPaper(finding.edge);
  Same("rule of a holder", std::string(gc::EntryOf(finding.rule).name),
       std::string("garbage-is-nulled"));
  Same("sentence of a holder", finding.sentence,
       std::string("what is marked garbage is still referred to"));
  const std::string head = "garbage-is-nulled: what is marked garbage is still referred to\n";
  if (edge.IsRoot()) return Same("holder", finding.text, head + graph.TextOf(PaperChain{edge}));
  const auto is_holder = [&edge](std::uint32_t index) { return index == edge.holder; };
  const std::size_t length = graph.Distance(is_holder, paper::All, true);
  const auto chains = graph.Chains(edge.holder, paper::All, kMostChains, true);
  if (!chains) return;
  const auto fits = [&](PaperChain chain) {
    if (chain.size() != length) return false;
    chain.insert(chain.begin(), edge);
    return finding.text == head + graph.TextOf(chain);
  };
  Holds("text of a holder: " + finding.text, std::ranges::any_of(*chains, fits));
}

void ReportingHeap::CompareHolders(std::vector<gc::Finding> said, const PaperGraph& graph,
                                   gc::TrackGarbage track) {
  if (Lies(InspectionLie::kHidesHolder) && !said.empty()) said.pop_back();
  std::vector<PaperEdge> edges;
  const std::vector<std::uint32_t> reached = graph.Reached(paper::All, true);
  for (const PaperEdge& edge : graph.Both()) {
    const bool found = edge.IsRoot() || std::ranges::count(reached, edge.holder) != 0;
    if (edge.target != 0 && graph.nodes.at(edge.target).garbage && found) edges.push_back(edge);
  }
  if (track == gc::TrackGarbage::kOff) edges.clear();
  // A property is told once, whichever of its edges is met first.
  const auto property = [&graph](const PaperEdge& edge) {
    const std::string type(edge.IsRoot() ? "" : graph.nodes.at(edge.holder).type);
    return type + " " + std::to_string(static_cast<int>(edge.via)) + " " + std::string(edge.name);
  };
  std::vector<std::string> properties, told;
  for (const PaperEdge& edge : edges) properties.push_back(property(edge));
  for (const gc::Finding& finding : said) {
    Holds("a holder is one", std::ranges::count(edges, OnPaper(finding.edge)) == 1);
    if (!verdict_.difference.empty()) return;
    told.push_back(property(OnPaper(finding.edge)));
    CompareHolder(finding, graph);
  }
  std::ranges::sort(properties);
  if (track == gc::TrackGarbage::kSampled) {
    properties.erase(std::unique(properties.begin(), properties.end()), properties.end());
  }
  std::ranges::sort(told);
  Same("holders of garbage", told.size(), properties.size());
  Holds("each holder of garbage is told", told == properties);
}

}  // namespace
}  // namespace properties::inspection
