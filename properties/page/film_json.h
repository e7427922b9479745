// properties/page/film_json.h -- a film as JSON, as the script of the page reads it.
//
// Read next: properties/page/assets/film.js.

#pragma once

#include <nlohmann/json_fwd.hpp>

#include "properties/page/film.h"

namespace properties {

nlohmann::json JsonOf(const Film& film);

}  // namespace properties
