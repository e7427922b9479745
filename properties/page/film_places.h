// properties/page/film_places.h -- where the objects of a film are drawn.
//
// If each step had a layout of its own, an object would jump from one step to the next, and what
// changed could not be seen for what moved. So there is one layout of a film: of all its objects,
// in all its runs, with all references that they ever have. What is held stands in the upper rows,
// and what it leads to below it; Graphviz says which is beside which (graph_layout.h). A place is
// used again once its object is freed, so that a long run of short-lived objects stays small.
//
// The layout depends on the film and on the version of Graphviz alone: the same run is drawn in the
// same way on every machine that has the same one.
//
// Read next: properties/page/film.h, properties/page/places/graph_layout.h.

#pragma once

#include <vector>

#include "properties/page/film.h"
#include "properties/page/places/graph_layout.h"

namespace properties {

inline constexpr int kWidestRow = 10;  // objects beside each other

// What says which place of a row is beside which; nothing, if it fails.
using Columns = std::vector<double> (*)(const RowGraph& graph);

// Sets the place of each object: columns and rows count from 0, and columns have quarters. If
// nothing is said of columns, objects stand in the order of their places.
void PlaceObjects(Film& film, Columns columns_of = &ColumnsOf);

}  // namespace properties
