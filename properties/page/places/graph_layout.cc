// properties/page/places/graph_layout.cc -- hands the graph to Graphviz, and reads where its nodes
// are.
//
// What Graphviz's headers define for all who include them stays in this file, which is compiled by
// itself.

#include "properties/page/places/graph_layout.h"

#include <graphviz/gvc.h>

#include <array>
#include <memory>
#include <mutex>
#include <string>

// The engines that come with dot, as the library that has them calls them.
extern "C" gvplugin_library_t gvplugin_dot_layout_LTX_library;

namespace properties {
namespace {

// A column is an inch: the node and what is left free beside it.
constexpr double kColumn = 72;

// Functions of Graphviz take texts that they could change.
void Declare(Agraph_t& graph, int kind, std::string name, std::string value) {
  agattr(&graph, kind, name.data(), value.data());
}

std::unique_ptr<Agraph_t, decltype(&agclose)> GraphFor() {
  std::string name = "places";
  std::unique_ptr<Agraph_t, decltype(&agclose)> graph(
      agopen(name.data(), Agstrictdirected, nullptr), &agclose);
  if (!graph) return graph;
  Declare(*graph, AGRAPH, "splines", "none");  // the page draws references by itself
  Declare(*graph, AGRAPH, "nodesep", "0.25");
  Declare(*graph, AGNODE, "label", "");
  Declare(*graph, AGNODE, "fixedsize", "true");
  Declare(*graph, AGNODE, "width", "0.75");
  Declare(*graph, AGNODE, "height", "0.5");
  Declare(*graph, AGEDGE, "minlen", "1");
  Declare(*graph, AGEDGE, "weight", "1");
  return graph;
}

void Join(Agraph_t& graph, Agnode_t* from, Agnode_t* to, int rows_apart, const char* weight) {
  Agedge_t* const edge = agedge(&graph, from, to, nullptr, 1);
  std::string minlen = "minlen", weight_word = "weight", value = weight;
  agset(edge, minlen.data(), std::to_string(rows_apart).data());
  agset(edge, weight_word.data(), value.data());
}

// The nodes in order. Each edge is as long as its rows are apart, so dot takes the rows as they
// are. All hang from one node above them: of several parts, dot frees what it notes of the last
// alone. None has a name, for dot orders names by where they are in memory.
std::vector<Agnode_t*> Fill(Agraph_t& into, const RowGraph& graph) {
  Agnode_t* const above = agnode(&into, nullptr, 1);
  std::vector<Agnode_t*> nodes;
  for (const int row : graph.rows) {
    nodes.push_back(agnode(&into, nullptr, 1));
    if (row == 0) Join(into, above, nodes.back(), 1, "0");
  }
  for (const auto& [from, to] : graph.edges) {
    Join(into, nodes[from], nodes[to], graph.rows[to] - graph.rows[from], "1");
  }
  return nodes;
}

int SayNothing(char* /*message*/) { return 0; }

}  // namespace

std::vector<double> ColumnsOf(const RowGraph& graph) {
  static std::mutex one_at_a_time;
  const std::scoped_lock lock(one_at_a_time);
  static const std::array<lt_symlist_t, 2> kBuiltIn = {
      {{"gvplugin_dot_layout_LTX_library", &gvplugin_dot_layout_LTX_library}, {nullptr, nullptr}}};
  agseterrf(&SayNothing);  // who calls is told by what is returned
  const std::unique_ptr<GVC_t, decltype(&gvFreeContext)> context(
      gvContextPlugins(kBuiltIn.data(), 0), &gvFreeContext);
  const auto drawn = GraphFor();
  if (!context || !drawn) return {};
  const std::vector<Agnode_t*> nodes = Fill(*drawn, graph);
  if (gvLayout(context.get(), drawn.get(), "dot") != 0) return {};
  std::vector<double> columns;
  for (Agnode_t* const node : nodes) columns.push_back(ND_coord(node).x / kColumn);
  gvFreeLayout(context.get(), drawn.get());
  return columns;
}

}  // namespace properties
