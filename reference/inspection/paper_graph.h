// reference/inspection/paper_graph.h -- what refers to what, on paper, and what can be asked of
// that.
//
// Core answers why an object lives by searches that are made to be fast: from all roots at once,
// without a list of what refers to what, and with edges that are found by a second look. Here is
// the same as lists of edges that are read again and again until nothing changes. Where many chains
// would be right it is only said whether a chain is one, and how long the shortest is.
//
// Read next: reference/inspection/paper_heap.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace reference::inspection {

// What an edge is; behind kCluster are kinds of roots.
enum class Via : std::uint8_t {
  kField,
  kCluster,
  kRootSet,
  kKeepFlag,
  kStrongCount,
  kMask,
  kReferencer,
  kLocal,
  kBarrier,
};

struct PaperEdge {
  Via via = Via::kField;
  std::string_view name = {};
  std::optional<std::uint32_t> element = std::nullopt;
  bool cleared = false;      // marking clears it when it comes to it
  std::uint32_t holder = 0;  // 0: a root
  std::uint32_t target = 0;  // 0: it leads nowhere

  bool IsRoot() const { return via > Via::kCluster; }
  friend bool operator==(const PaperEdge&, const PaperEdge&) = default;
};
using PaperChain = std::vector<PaperEdge>;  // from the object back to a root

struct PaperNode {
  std::string_view type;
  std::uint32_t serial = 0;
  std::uint32_t age = 0;
  bool doomed = false;
  bool kept = false;
  bool garbage = false;
  friend bool operator==(const PaperNode&, const PaperNode&) = default;
};

using Passes = std::function<bool(const PaperEdge&)>;
using Wanted = std::function<bool(std::uint32_t index)>;
inline bool All(const PaperEdge&) { return true; }

struct PaperGraph {
  std::map<std::uint32_t, PaperNode> nodes;  // by index
  std::vector<PaperEdge> edges;              // by the indices of their holders
  std::vector<PaperEdge> roots;

  bool Has(std::uint32_t index) const { return nodes.count(index) != 0; }
  std::vector<PaperEdge> Both() const;  // roots first

  // Objects that a root reaches; `cleared`: by edges that marking clears, too.
  std::vector<std::uint32_t> Reached(const Passes& passes, bool cleared = false) const;
  // The number of edges of a shortest chain to one of the wanted; 0: there is none.
  std::size_t Distance(const Wanted& wanted, const Passes& passes, bool cleared = false) const;
  bool IsChain(const PaperChain& chain, const Passes& passes, bool cleared = false) const;
  // Each chain that visits no object twice; nothing if there are more than `most`.
  std::optional<std::vector<PaperChain>> Chains(std::uint32_t target, const Passes& passes,
                                                std::size_t most, bool cleared = false) const;

  std::vector<PaperEdge> ReferencersOf(std::uint32_t target) const;
  // Edges to objects of a group; `own`: those from inside, too.
  std::vector<PaperEdge> Into(const Wanted& inside, bool own = false) const;
  // The object, and all whose outer is one of these.
  std::vector<std::uint32_t> Inside(std::uint32_t outer, std::string_view outer_field) const;

  std::string NameOf(std::uint32_t index) const;
  std::string TextOf(const PaperEdge& edge) const;  // with its holder
  std::string TextOf(const PaperChain& chain) const;
  // `chain`: the one that is shown; empty: there is none.
  std::string WhyAlive(std::uint32_t target, const PaperChain& chain) const;
  // What is said of an object that should be gone, if `chain` holds it and `from` enters its group.
  std::string LeakText(const PaperChain& chain, const PaperEdge& from) const;
};

// The edge alone: ".left", "root set".
std::string WordsOf(const PaperEdge& edge);
// The first edge of the chain that does not come from one of the group.
PaperEdge FromOutside(const PaperChain& chain, const Wanted& group);

}  // namespace reference::inspection
