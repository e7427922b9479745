// properties/page/trace_picture.h -- the part of a page in which the run is drawn: buttons, slider,
// lanes, the heap of the current step, and what its shapes mean.
//
// Read next: properties/page/assets/player.js.

#pragma once

#include <string>

#include "properties/page/film.h"

namespace properties {

// Empty places for the script to draw in, which is hidden if no script runs.
std::string PictureMarkup(const Film& film);

}  // namespace properties
