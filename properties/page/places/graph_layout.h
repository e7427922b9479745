// properties/page/places/graph_layout.h -- the columns of a graph whose rows are known, by
// Graphviz.
//
// Graphviz's engine `dot` orders the nodes of each row so that few edges cross, and moves each near
// to what it has edges with. It is linked as a library, and its engine with it: no process is
// started, and no file of the machine says what there is. What is drawn depends on the graph and on
// the version of Graphviz alone.
//
// Graphviz has state of its own and is not made for threads. Nothing else in the program calls it,
// and here one call waits for another.

#pragma once

#include <cstddef>
#include <set>
#include <utility>
#include <vector>

namespace properties {

struct RowGraph {
  std::vector<int> rows;  // by node: its row; each part of the graph begins in row 0
  // From the upper row to the lower, and in one row from the lower number to the higher. What would
  // go in circles, dot reverses, and does not free what it takes for that.
  std::set<std::pair<std::size_t, std::size_t>> edges;
};

// The column of each node: in a row, at least 1 apart. Empty if Graphviz fails.
std::vector<double> ColumnsOf(const RowGraph& graph);

}  // namespace properties
