// properties/tool/pages/source_excerpts.h -- the lines of the sources about a place that a page
// names.
//
// Read next: properties/page/page_links.h.

#pragma once

#include <string>
#include <vector>

#include "properties/page/page_links.h"

namespace tool {

// An excerpt for each place, "core/pointer/object_ptr.h:109", of which the sources beside this
// program have the line; without the sources, of none. Files outside of these sources are never
// read, whatever a place says.
std::vector<properties::SourceExcerpt> ExcerptsOf(const std::vector<std::string>& places);

}  // namespace tool
