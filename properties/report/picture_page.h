// properties/report/picture_page.h -- a run of small heaps as a page: every heap is drawn, with the
// step that leads to it.
//
// Read next: model/bounded/heap_picture.h.

#pragma once

#include <string>
#include <vector>

#include "model/bounded/heap_picture.h"

namespace properties {

// A whole page in HTML, which needs nothing beside it. `heading` says of what heaps it is; `replay`
// is the command that makes the page again.
std::string PicturePage(const std::vector<model::DrawnRun>& runs, const std::string& heading,
                        const std::string& replay);

}  // namespace properties
