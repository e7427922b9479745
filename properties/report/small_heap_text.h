// properties/report/small_heap_text.h -- what Z3 found on a small heap: a table, and pictures of
// heaps as text.
//
// Read next: model/bounded/small_heap.h, properties/report/picture_page.h.

#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "model/bounded/small_heap.h"
#include "properties/report/style.h"

namespace model {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DrawnObject, name, colour, marks, fields)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DrawnHeap, phase, objects, notes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(DrawnRun, title, from_empty_heap, steps, heaps, broken)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SmallHeapRow, question, depth, conditions, broken, inconclusive,
                                   seconds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SmallHeap, rows, actions, impossible, pictures)

}  // namespace model

namespace properties {

// The head of the table, and the lines of one heap: size, question, depth, conditions, seconds,
// solver, verdict.
std::string SmallHeapHead(const Style& style);
std::string SmallHeapLines(int objects, int fields, const std::string& solver,
                           const model::SmallHeap& heap, const Style& style);

// The heaps of a run and the steps between them. An object or a note that the step changed has a
// star; objects that do not exist are left out.
std::string PictureText(const model::DrawnRun& run, const Style& style);

}  // namespace properties
