#include "core/inspect/report/leaks.h"

#include <memory>

#include "core/collect/collector.h"
#include "core/heap/named_object.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

bool IsOuter(const Edge& edge) { return edge.name == NamedSchema::kNamed[1].name; }

Leak LeakOf(const HeapGraph& graph, const Chain& chain, const ObjectFilter& group) {
  Leak leak{.index = chain.front().target,
            .chain = chain,
            .from_outside = group ? *FirstFromOutside(chain, group) : chain.front()};
  leak.text = "should be gone: " + TextOf(graph, chain);
  if (!leak.from_outside.IsRoot()) {
    leak.text += "  from outside: " + graph.NameOf(leak.from_outside.holder) + ' ' +
                 TextOf(leak.from_outside) + '\n';
  }
  return leak;
}

}  // namespace

ObjectFilter IsOrIsInside(const HeapGraph& graph, Index outer) {
  const auto inside = std::make_shared<std::vector<bool>>(graph.End());
  std::vector<std::vector<Index>> inner(graph.End());
  for (const Edge& edge : graph.Edges()) {
    if (IsOuter(edge)) inner[edge.target].push_back(edge.holder);
  }
  std::vector<Index> found{outer};
  while (!found.empty()) {
    const Index index = found.back();
    found.pop_back();
    if ((*inside)[index]) continue;
    (*inside)[index] = true;
    found.insert(found.end(), inner[index].begin(), inner[index].end());
  }
  return [inside](Index index) { return static_cast<bool>((*inside)[index]); };
}

std::vector<Leak> FindLeaks(const Heap& heap, std::span<const WeakReference> gone,
                            const ObjectFilter& group) {
  const HeapGraph graph(heap);
  std::vector<Leak> leaks;
  for (const WeakReference& one : gone) {
    if (!one.IsValid(IfGarbage::kThere)) continue;
    const Chain chain = ShortestChain(graph, one.index());
    if (!chain.empty()) leaks.push_back(LeakOf(graph, chain, group));
  }
  return leaks;
}

std::vector<Leak> FindLeakInside(const Heap& heap, const WeakReference& outer) {
  if (!outer.IsValid(IfGarbage::kThere)) return {};
  const HeapGraph graph(heap);
  const ObjectFilter inside = IsOrIsInside(graph, outer.index());
  const Chain chain = ShortestChainToAny(graph, inside);
  if (chain.empty()) return {};
  return {LeakOf(graph, chain, inside)};
}

void ExpectNoLeak(std::span<const Leak> leaks) {
  if (leaks.empty()) return;
  Abort(Misuse{.sentence = "what was left behind must be gone after a collection",
               .where = GC_HERE,
               .what = leaks.front().text.c_str()});
}

}  // namespace GC_BUILD
}  // namespace gc
