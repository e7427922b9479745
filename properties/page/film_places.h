// properties/page/film_places.h -- where the objects of a film are drawn.
//
// If each step had a layout of its own, an object would jump from one step to the next, and what
// changed could not be seen for what moved. So there is one layout of a film: of all its objects,
// in all its runs, with all references that they ever have. What is held stands in the upper rows,
// and what it leads to below it; an object takes the column nearest to what refers to it. A place
// is used again once its object is freed, so that a long run of short-lived objects stays small.
//
// The layout depends on the film alone: the same run is drawn in the same way on every machine.
//
// Read next: properties/page/film.h.

#pragma once

#include "properties/page/film.h"

namespace properties {

inline constexpr int kWidestRow = 10;  // objects beside each other

// Sets the place of each object: columns and rows count from 0, and have halves.
void PlaceObjects(Film& film);

}  // namespace properties
