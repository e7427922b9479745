// properties/inspection/searching_heap.h -- core's graph of a heap and the searches over it, beside
// those on paper.
//
// Where several chains would be right, core's is one of them if the paper says that it is a chain
// and that none is shorter. What is written of it is composed from that chain.
//
// Included by core_inspection.cc only.

#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "core/inspect/search/heap_graph.h"
#include "core/inspect/search/named_search.h"
#include "core/inspect/search/reference_search.h"
#include "properties/inspection/listening.h"

namespace properties::inspection {
namespace {

using paper::PaperChain;
using paper::PaperEdge;
using paper::PaperGraph;

PaperEdge OnPaper(const gc::Edge& edge) {
  static constexpr std::pair<gc::EdgeKind, paper::Via> kKindsOfEdges[] = {
      {gc::EdgeKind::kField, paper::Via::kField},
      {gc::EdgeKind::kCluster, paper::Via::kCluster},
      {gc::EdgeKind::kRootSet, paper::Via::kRootSet},
      {gc::EdgeKind::kKeepFlag, paper::Via::kKeepFlag},
      {gc::EdgeKind::kStrongCount, paper::Via::kStrongCount},
      {gc::EdgeKind::kMask, paper::Via::kMask},
      {gc::EdgeKind::kReferencer, paper::Via::kReferencer},
      {gc::EdgeKind::kLocal, paper::Via::kLocal},
      {gc::EdgeKind::kBarrier, paper::Via::kBarrier}};
  PaperEdge one{
      .name = edge.name, .cleared = edge.is_cleared, .holder = edge.holder, .target = edge.target};
  for (const auto& [kind, via] : kKindsOfEdges) {
    if (kind == edge.kind) one.via = via;
  }
  if (edge.is_element) one.element = edge.element;
  return one;
}

template <class Edges>
std::vector<PaperEdge> AllOnPaper(const Edges& edges) {
  std::vector<PaperEdge> all;
  for (const gc::Edge& edge : edges) all.push_back(OnPaper(edge));
  return all;
}

class SearchingHeap : protected InspectedHeap {
 protected:
  static constexpr std::size_t kMostChains = 60;

  explicit SearchingHeap(InspectionLie lie) : lie_(lie) {}

  bool Lies(InspectionLie lie) const { return lie_ == lie; }
  void Same(std::string_view what, const auto& said, const auto& should) {
    verdict_.Same(what, said, should);
  }
  void Holds(std::string_view what, bool does) { verdict_.Same(what, does, true); }
  void SameEdges(const std::string& what, const PaperGraph& graph, std::vector<PaperEdge> said,
                 const std::vector<PaperEdge>& should) {
    if (said == should) return Holds(what, true);
    const auto text = [&graph](const std::vector<PaperEdge>& edges) {
      std::string lines;
      for (const PaperEdge& edge : edges) {
        lines += graph.TextOf(edge) + " to " + graph.NameOf(edge.target) + "; ";
      }
      return lines;
    };
    Same(what, text(said), text(should));
    Holds(what, false);
  }

  // Clusters list each other in an order that is not promised: the paper takes over core's.
  void TakeOrder(const gc::HeapGraph& graph);
  void CompareGraph(const std::string& what, const gc::HeapGraph& said, const PaperGraph& should);
  // `number`: draws which bounds, filters and groups are tried.
  void CompareSearches(const gc::HeapGraph& graph, const PaperGraph& should, gc::Index target,
                       std::size_t number);
  // The same in the heap itself.
  void CompareLiveSearches(const PaperGraph& should, gc::Index target, std::size_t number);
  PaperChain Shortest(const std::string& what, const gc::Chain& chain, const PaperGraph& graph,
                      const paper::Wanted& wanted, const paper::Passes& passes);

  const InspectionLie lie_;
  InspectionVerdict verdict_;

 private:
  void CompareChains(const gc::HeapGraph& graph, const PaperGraph& should, gc::Index target,
                     std::size_t number);
  void CompareBounded(const gc::Chains& said, const std::vector<PaperChain>& all,
                      std::size_t chains);
  void CompareNamed(const gc::HeapGraph& graph, const PaperGraph& should, gc::Index target);
  void CompareNamedAll(const std::string& said, const PaperGraph& graph,
                       const std::vector<PaperChain>& all);
};

// One of three filters: none, no such field, no roots of a kind.
struct Filter {
  gc::EdgeFilter said = {};
  paper::Passes should = paper::All;
};
Filter FilterOf(std::size_t number) {
  if (number % 3 == 1) {
    return {[](const gc::Edge& edge) { return std::string_view(edge.name) != "left"; },
            [](const PaperEdge& edge) { return edge.name != "left"; }};
  }
  if (number % 3 == 2) {
    return {[](const gc::Edge& edge) { return edge.kind != gc::EdgeKind::kRootSet; },
            [](const PaperEdge& edge) { return edge.via != paper::Via::kRootSet; }};
  }
  return {};
}

void SearchingHeap::TakeOrder(const gc::HeapGraph& graph) {
  for (paper::PaperCluster& cluster : paper_.clusters.all()) {
    std::vector<int> order;
    for (const gc::Edge& edge : graph.EdgesOf(paper_.At(cluster.root).index)) {
      const bool refers =
          edge.kind == gc::EdgeKind::kCluster && edge.name == std::string("reference");
      if (refers) order.push_back(paper_.AtIndex(edge.target));
    }
    if (std::ranges::is_permutation(order, cluster.refers_to)) cluster.refers_to = order;
  }
}

void SearchingHeap::CompareGraph(const std::string& what, const gc::HeapGraph& said,
                                 const PaperGraph& should) {
  std::vector<PaperEdge> edges;
  std::size_t nodes = 0;
  for (gc::Index index = 1; index < said.End(); ++index) {
    for (const gc::Edge& edge : said.EdgesOf(index)) edges.push_back(OnPaper(edge));
    if (!said.Has(index)) continue;
    ++nodes;
    const auto at = should.nodes.find(index);
    if (at == should.nodes.end())
      return Holds(what + ": " + said.NameOf(index) + " is there", false);
    const gc::HeapGraph::Node& node = said[index];
    const std::string of = what + ": " + should.NameOf(index) + " is ";
    Same(of + "named", said.NameOf(index), should.NameOf(index));
    Same(of + "of this serial", node.serial, at->second.serial);
    Same(of + "of this age", node.age, at->second.age);
    Same(of + "doomed", node.doomed, at->second.doomed);
    Same(of + "kept", node.kept, at->second.kept);
    Same(of + "garbage", node.garbage, at->second.garbage);
    Holds(of + "not disregarded", !node.disregarded);
  }
  if (Lies(InspectionLie::kLosesEdge) && !edges.empty()) edges.pop_back();
  Same(what + ": objects", nodes, should.nodes.size());
  SameEdges(what + ": edges", should, edges, should.edges);
  SameEdges(what + ": roots", should, AllOnPaper(said.Roots()), should.roots);
}

// The chain on paper, if it is right.
PaperChain SearchingHeap::Shortest(const std::string& what, const gc::Chain& chain,
                                   const PaperGraph& graph, const paper::Wanted& wanted,
                                   const paper::Passes& passes) {
  PaperChain said = AllOnPaper(chain);
  if (Lies(InspectionLie::kLongChain) && !said.empty()) said.push_back(said.back());
  Same(what + ": its length", said.size(), graph.Distance(wanted, passes));
  if (said.empty()) return said;
  Holds(what + ": it is one", graph.IsChain(said, passes) && wanted(said.front().target));
  return said;
}

void SearchingHeap::CompareSearches(const gc::HeapGraph& graph, const PaperGraph& should,
                                    gc::Index target, std::size_t number) {
  const Filter filter = FilterOf(number);
  const auto is_target = [target](std::uint32_t index) { return index == target; };
  const gc::Chain chain = gc::ShortestChain(graph, target, filter.said);
  const PaperChain shortest = Shortest("shortest chain", chain, should, is_target, filter.should);
  if (!verdict_.difference.empty()) return;
  Same("text of a chain", gc::TextOf(graph, chain), should.TextOf(shortest));
  const auto group = [number](std::uint32_t index) { return index % 3 == number % 3; };
  Shortest("shortest chain to a group", gc::ShortestChainToAny(graph, group, filter.said), should,
           group, filter.should);
  SameEdges("referencers of " + should.NameOf(target), should,
            AllOnPaper(gc::ReferencersOf(graph, target)), should.ReferencersOf(target));
  SameEdges("references into a group", should, AllOnPaper(gc::ReferencesInto(graph, group)),
            should.Into(group));
  const gc::Edge* const from = gc::FirstFromOutside(chain, group);
  Same("first edge from outside is there", from != nullptr, !shortest.empty());
  if (from != nullptr) {
    SameEdges("first edge from outside", should, {OnPaper(*from)},
              {paper::FromOutside(shortest, group)});
  }
  // The barrier keeps an object only if nothing else does.
  const auto no_store = [](const gc::Edge& edge) { return edge.kind != gc::EdgeKind::kBarrier; };
  const auto none = [](const PaperEdge& edge) { return edge.via != paper::Via::kBarrier; };
  PaperChain why = Shortest("chain without the barrier", gc::ShortestChain(graph, target, no_store),
                            should, is_target, none);
  if (why.empty()) {
    why = Shortest("chain by the barrier", gc::ShortestChain(graph, target), should, is_target,
                   paper::All);
  }
  if (!verdict_.difference.empty()) return;
  Same("why it lives", gc::WhyAlive(graph, target), should.WhyAlive(target, why));
  CompareChains(graph, should, target, number);
  CompareNamed(graph, should, target);
}

void SearchingHeap::CompareLiveSearches(const PaperGraph& should, gc::Index target,
                                        std::size_t number) {
  const Filter filter = FilterOf(number / 3);
  const gc::Chain chain = gc::ShortestChain(heap_, target, filter.said);
  const PaperChain shortest = Shortest(
      "shortest chain in the heap", chain, should,
      [target](std::uint32_t index) { return index == target; }, filter.should);
  if (!verdict_.difference.empty()) return;
  Same("text of a chain in the heap", gc::TextOf(heap_, chain), should.TextOf(shortest));
  const auto group = [number](std::uint32_t index) { return index % 4 == number % 4; };
  Shortest("shortest chain to a group in the heap",
           gc::ShortestChainToAny(heap_, group, filter.said), should, group, filter.should);
  Same("name in the heap", gc::NameOf(heap_, target), should.NameOf(target));
  const int object = paper_.AtIndex(target);
  if (object == kNone) return;
  const gc::HeapGraph graph(heap_);
  Same("why it lives, asked of the heap", gc::WhyAlive(heap_, At(object).object),
       gc::WhyAlive(graph, target));
}

void SearchingHeap::CompareChains(const gc::HeapGraph& graph, const PaperGraph& should,
                                  gc::Index target, std::size_t number) {
  const Filter filter = FilterOf(number / 5);
  const auto all = should.Chains(target, filter.should, kMostChains);
  if (!all) return;
  const std::size_t most = number % 7, steps = number % 23;
  CompareBounded(gc::AllChains(graph, target, {.chains = most}, filter.said), *all, most);
  CompareBounded(gc::AllChains(graph, target, {}, filter.said), *all, 16);
  const gc::Chains few = gc::AllChains(graph, target, {.steps = steps}, filter.said);
  Holds("few chains need few steps", few.chains.size() <= steps);
  for (const gc::Chain& one : few.chains) {
    Holds("a chain of few steps is one", std::ranges::count(*all, AllOnPaper(one)) == 1);
    Holds("a chain of few steps is short", one.size() <= steps);
  }
  if (few.complete) Same("all chains in few steps", few.chains.size(), all->size());
  std::size_t longest = 0;
  for (const PaperChain& one : *all) longest = std::max(longest, one.size());
  const gc::Chains said = gc::LongestChain(graph, target, {}, filter.said);
  Holds("the longest chain is known", said.complete);
  Same("longest chains", said.chains.size(), std::size_t{longest != 0});
  if (longest == 0 || said.chains.empty()) return;
  Same("length of the longest chain", said.chains[0].size(), longest);
  Holds("the longest chain is one", std::ranges::count(*all, AllOnPaper(said.chains[0])) == 1);
}

void SearchingHeap::CompareBounded(const gc::Chains& said, const std::vector<PaperChain>& all,
                                   std::size_t chains) {
  Same("number of chains", said.chains.size(), std::min(chains, all.size()));
  Same("the chains are all", said.complete, all.size() <= chains);
  std::vector<PaperChain> seen;
  for (const gc::Chain& one : said.chains) {
    seen.push_back(AllOnPaper(one));
    Holds("a chain is one", std::ranges::count(all, seen.back()) == 1);
    Holds("a chain is listed once", std::ranges::count(seen, seen.back()) == 1);
  }
}

void SearchingHeap::CompareNamed(const gc::HeapGraph& graph, const PaperGraph& should,
                                 gc::Index target) {
  std::string direct;
  for (const PaperEdge& edge : should.ReferencersOf(target)) direct += should.TextOf(edge) + "\n";
  const std::string nothing = "nothing\n";
  Same("direct references", gc::Search(graph, target, "direct").value_or("no search"),
       direct.empty() ? nothing : direct);
  Holds("no search has another name", !gc::Search(graph, target, "shortest "));
  std::string names;
  for (const gc::NamedSearch& one : gc::NamedSearches()) names += std::string(one.name) + ' ';
  Same("searches that have a name", names, "shortest longest direct all reflected ");
  const auto no_store = [](const PaperEdge& edge) { return edge.via != paper::Via::kBarrier; };
  const auto no_report = [](const PaperEdge& edge) { return edge.via < paper::Via::kReferencer; };
  // The text is one of those of the shortest, or the longest.
  const auto is_one = [&](std::string_view name, const paper::Passes& passes, bool longest) {
    const auto all = should.Chains(target, passes, kMostChains);
    if (!all) return;
    const std::string said = gc::Search(graph, target, name).value_or("no search");
    if (all->empty()) return Same(std::string(name), said, nothing);
    std::size_t length = all->front().size();
    for (const PaperChain& one : *all) {
      length = longest ? std::max(length, one.size()) : std::min(length, one.size());
    }
    const auto fits = [&](const PaperChain& one) {
      return one.size() == length && should.TextOf(one) == said;
    };
    Holds("the search for the " + std::string(name) + " chain answers with one",
          std::ranges::any_of(*all, fits));
  };
  is_one("shortest", no_store, false);
  is_one("reflected", no_report, false);
  is_one("longest", no_store, true);
  if (const auto all = should.Chains(target, no_store, kMostChains)) {
    CompareNamedAll(gc::Search(graph, target, "all").value_or("no search"), should, *all);
  }
}

// Between two chains there is an empty line.
void SearchingHeap::CompareNamedAll(const std::string& said, const PaperGraph& graph,
                                    const std::vector<PaperChain>& all) {
  if (all.empty()) return Same("all chains by name", said, std::string("nothing\n"));
  std::vector<std::string> texts, should;
  for (std::size_t from = 0; from < said.size();) {
    const std::size_t end = std::min(said.find("\n\n", from), said.size() - 1);
    texts.push_back(said.substr(from, end + 1 - from));
    from = end + 2;
  }
  for (const PaperChain& one : all) should.push_back(graph.TextOf(one));
  if (all.size() > 16) {
    Same("there are others", texts.back(), std::string("and perhaps others\n"));
    texts.pop_back();
  }
  Same("chains in a text", texts.size(), std::min<std::size_t>(16, all.size()));
  for (const std::string& one : texts) {
    Holds("a chain in a text is one", std::ranges::count(should, one) != 0);
    Holds("a chain is written once",
          std::ranges::count(texts, one) == 1 || std::ranges::count(should, one) > 1);
  }
}

}  // namespace
}  // namespace properties::inspection
