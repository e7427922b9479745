// core/inspect/search/named_search.cc -- the table of searches, and the text of what they find.

#include "core/inspect/search/named_search.h"

#include <algorithm>
#include <array>

#include "core/inspect/search/reference_search.h"

namespace gc {
inline namespace GC_BUILD {
namespace {

constexpr std::string_view kNothing = "nothing\n";

bool IsNoStore(const Edge& edge) { return edge.kind != EdgeKind::kBarrier; }
bool IsNoReport(const Edge& edge) {
  return IsNoStore(edge) && edge.kind != EdgeKind::kReferencer && edge.kind != EdgeKind::kLocal;
}

std::string TextOfAll(const HeapGraph& graph, const Chains& found) {
  std::string text;
  for (const Chain& chain : found.chains) {
    if (!text.empty()) text += '\n';
    text += TextOf(graph, chain);
  }
  if (!found.complete) text += "\nand perhaps others\n";
  return text.empty() ? std::string(kNothing) : text;
}

std::string TextOfOne(const HeapGraph& graph, Chain chain) {
  if (chain.empty()) return std::string(kNothing);
  return TextOfAll(graph, {.chains = {std::move(chain)}});
}

std::string Shortest(const HeapGraph& graph, Index target) {
  return TextOfOne(graph, ShortestChain(graph, target, IsNoStore));
}

std::string Longest(const HeapGraph& graph, Index target) {
  return TextOfAll(graph, LongestChain(graph, target, {}, IsNoStore));
}

std::string Direct(const HeapGraph& graph, Index target) {
  std::string text;
  for (const Edge& edge : ReferencersOf(graph, target)) {
    text += (edge.IsRoot() ? "" : graph.NameOf(edge.holder) + ' ') + TextOf(edge) + '\n';
  }
  return text.empty() ? std::string(kNothing) : text;
}

std::string All(const HeapGraph& graph, Index target) {
  return TextOfAll(graph, AllChains(graph, target, {}, IsNoStore));
}

std::string WithoutReports(const HeapGraph& graph, Index target) {
  return TextOfOne(graph, ShortestChain(graph, target, IsNoReport));
}

constexpr std::array kSearches = {
    NamedSearch{"shortest", "a shortest chain to a root", Shortest},
    NamedSearch{"longest", "the longest chain that visits no object twice", Longest},
    NamedSearch{"direct", "every reference to the object itself, from unreachable holders too",
                Direct},
    NamedSearch{"all", "the first sixteen chains, shorter and longer", All},
    NamedSearch{"reflected", "a shortest chain without referencers and locals", WithoutReports},
};

}  // namespace

std::span<const NamedSearch> NamedSearches() { return kSearches; }

std::optional<std::string> Search(const HeapGraph& graph, Index target, std::string_view name) {
  const auto* const found = std::ranges::find(kSearches, name, &NamedSearch::name);
  if (found == kSearches.end()) return std::nullopt;
  return found->run(graph, target);
}

}  // namespace GC_BUILD
}  // namespace gc
