// properties/page/film_dot.h -- the heap after one step as a graph for Graphviz.
//
// Read next: properties/page/film.h.

#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "properties/page/film.h"

namespace properties {

// The step to draw if none is chosen, as an index into the film's steps: the one at which the
// failure is noticed, else the last.
std::size_t TellingStep(const Film& film);

// A digraph in the language of Graphviz, in an order that depends on the film alone: what holds
// objects, the objects in the order in which they are made, weak references, and references by
// holder and field. `step` is an index into the film's steps. What is lost, and the path to it, is
// drawn bold; colours are shapes and words too. Names and labels are quoted.
std::string DotOf(const Film& film, std::size_t step);

}  // namespace properties
