#include "reference/inspection/paper_graph.h"

#include <algorithm>

namespace reference::inspection {

namespace {

bool Holds(const PaperEdge& edge, const Passes& passes, bool cleared) {
  return edge.target != 0 && (cleared || !edge.cleared) && passes(edge);
}

// How many edges lead to each object that a root reaches: rounds over all edges, until one changes
// nothing.
std::map<std::uint32_t, std::size_t> Lengths(const PaperGraph& graph, const Passes& passes,
                                             bool cleared) {
  std::map<std::uint32_t, std::size_t> lengths;
  for (const PaperEdge& root : graph.roots) {
    if (Holds(root, passes, cleared)) lengths[root.target] = 1;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const PaperEdge& edge : graph.edges) {
      if (!Holds(edge, passes, cleared) || lengths.count(edge.holder) == 0) continue;
      const std::size_t length = lengths[edge.holder] + 1;
      if (lengths.count(edge.target) != 0 && lengths[edge.target] <= length) continue;
      lengths[edge.target] = length;
      changed = true;
    }
  }
  return lengths;
}

class ChainList {
 public:
  ChainList(const PaperGraph& graph, const Passes& passes, std::size_t most, bool cleared)
      : all_(graph.Both()), passes_(passes), most_(most), cleared_(cleared) {}

  // Goes back from the object, over each edge to it, never twice through one object.
  bool Back(std::uint32_t object) {
    on_chain_.push_back(object);
    for (const PaperEdge& edge : all_) {
      if (edge.target != object || !Holds(edge, passes_, cleared_)) continue;
      if (!edge.IsRoot() && std::ranges::count(on_chain_, edge.holder) != 0) continue;
      if (++tried_ > 20 * most_) return false;
      chain_.push_back(edge);
      if (edge.IsRoot()) {
        found.push_back(chain_);
      } else if (!Back(edge.holder)) {
        return false;
      }
      chain_.pop_back();
      if (found.size() > most_) return false;
    }
    on_chain_.pop_back();
    return true;
  }

  std::vector<PaperChain> found;

 private:
  const std::vector<PaperEdge> all_;
  const Passes& passes_;
  const std::size_t most_;
  const bool cleared_;
  std::size_t tried_ = 0;
  PaperChain chain_;
  std::vector<std::uint32_t> on_chain_;
};

}  // namespace

std::vector<PaperEdge> PaperGraph::Both() const {
  std::vector<PaperEdge> both = roots;
  both.insert(both.end(), edges.begin(), edges.end());
  return both;
}

std::vector<std::uint32_t> PaperGraph::Reached(const Passes& passes, bool cleared) const {
  std::vector<std::uint32_t> reached;
  for (const auto& [index, length] : Lengths(*this, passes, cleared)) reached.push_back(index);
  return reached;
}

std::size_t PaperGraph::Distance(const Wanted& wanted, const Passes& passes, bool cleared) const {
  std::size_t least = 0;
  for (const auto& [index, length] : Lengths(*this, passes, cleared)) {
    if (wanted(index) && (least == 0 || length < least)) least = length;
  }
  return least;
}

bool PaperGraph::IsChain(const PaperChain& chain, const Passes& passes, bool cleared) const {
  std::vector<std::uint32_t> visited;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const PaperEdge& edge = chain[i];
    const std::vector<PaperEdge>& all = edge.IsRoot() ? roots : edges;
    if (std::ranges::count(all, edge) == 0 || !Holds(edge, passes, cleared)) return false;
    if (i > 0 && edge.target != chain[i - 1].holder) return false;
    if (edge.IsRoot() != (i + 1 == chain.size())) return false;
    if (std::ranges::count(visited, edge.target) != 0) return false;
    visited.push_back(edge.target);
  }
  return !chain.empty();
}

std::optional<std::vector<PaperChain>> PaperGraph::Chains(std::uint32_t target,
                                                          const Passes& passes, std::size_t most,
                                                          bool cleared) const {
  ChainList list(*this, passes, most, cleared);
  if (!list.Back(target)) return std::nullopt;
  return list.found;
}

std::vector<PaperEdge> PaperGraph::ReferencersOf(std::uint32_t target) const {
  return Into([target](std::uint32_t index) { return index == target; }, true);
}

std::vector<PaperEdge> PaperGraph::Into(const Wanted& inside, bool own) const {
  std::vector<PaperEdge> found;
  for (const PaperEdge& edge : Both()) {
    if (edge.target == 0 || !inside(edge.target)) continue;
    if (own || edge.IsRoot() || !inside(edge.holder)) found.push_back(edge);
  }
  return found;
}

std::vector<std::uint32_t> PaperGraph::Inside(std::uint32_t outer,
                                              std::string_view outer_field) const {
  std::vector<std::uint32_t> inside{outer};
  for (bool changed = true; changed;) {
    changed = false;
    for (const PaperEdge& edge : edges) {
      const bool is_in = std::ranges::count(inside, edge.holder) != 0;
      if (edge.via != Via::kField || edge.name != outer_field || is_in) continue;
      if (std::ranges::count(inside, edge.target) == 0) continue;
      inside.push_back(edge.holder);
      changed = true;
    }
  }
  return inside;
}

std::string PaperGraph::NameOf(std::uint32_t index) const {
  const auto at = nodes.find(index);
  const std::string number = std::to_string(index);
  return at == nodes.end() ? "nothing at " + number : std::string(at->second.type) + " " + number;
}

std::string WordsOf(const PaperEdge& edge) {
  const std::string number = edge.element ? std::to_string(*edge.element) : "";
  const std::string name(edge.name);
  std::string words = "barrier";
  if (edge.via == Via::kField) words = "." + name + (edge.element ? "[" + number + "]" : "");
  if (edge.via == Via::kCluster) words = "cluster " + name + (edge.element ? " " + number : "");
  if (edge.via == Via::kRootSet) words = "root set";
  if (edge.via == Via::kKeepFlag) words = "keep flag " + name;
  if (edge.via == Via::kStrongCount) words = "strong count " + number;
  if (edge.via == Via::kMask) words = "mask of the caller";
  if (edge.via == Via::kReferencer) words = "referencer " + name + ", reference " + number;
  if (edge.via == Via::kLocal) words = "local " + number;
  return edge.cleared ? words + ", which marking clears" : words;
}

std::string PaperGraph::TextOf(const PaperEdge& edge) const {
  return edge.IsRoot() ? WordsOf(edge) : NameOf(edge.holder) + " " + WordsOf(edge);
}

std::string PaperGraph::TextOf(const PaperChain& chain) const {
  if (chain.empty()) return "";
  std::string text = NameOf(chain.front().target) + "\n";
  for (const PaperEdge& edge : chain) text += "  <- " + TextOf(edge) + "\n";
  return text;
}

std::string PaperGraph::WhyAlive(std::uint32_t target, const PaperChain& chain) const {
  const std::string name = NameOf(target);
  const auto at = nodes.find(target);
  if (at == nodes.end()) return name + "\n";
  if (at->second.doomed) return name + " is not alive: it is being destroyed\n";
  if (chain.empty()) return name + ": no root reaches it, and the next whole cycle frees it\n";
  const std::vector<PaperEdge> all = ReferencersOf(target);
  std::string text = TextOf(chain);
  if (all.size() == 1 && chain.front().via == Via::kKeepFlag) {
    const std::uint32_t age = at->second.age;
    text += "  alive only because of this flag";
    text += age == 0 ? "\n" : ", for " + std::to_string(age) + " cycles\n";
  }
  for (const PaperEdge& edge : all) {
    if (edge != chain.front()) text += "  also " + TextOf(edge) + "\n";
  }
  return text;
}

std::string PaperGraph::LeakText(const PaperChain& chain, const PaperEdge& from) const {
  const std::string text = "should be gone: " + TextOf(chain);
  return from.IsRoot() ? text : text + "  from outside: " + TextOf(from) + "\n";
}

PaperEdge FromOutside(const PaperChain& chain, const Wanted& group) {
  return *std::ranges::find_if(
      chain, [&group](const PaperEdge& edge) { return edge.IsRoot() || !group(edge.holder); });
}

}  // namespace reference::inspection
