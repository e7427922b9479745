// properties/tool/causes/upheld.h -- which rules have to do with a place in the sources.
//
// The code that upholds a rule names it, and the head of a file lists the rules that it upholds. So
// the sources say how near a line is to a rule. A place that carries out the barrier of whatever
// calls it names no rule of its own: it takes `Upholds`, and counts for every barrier.
//
// Read next: properties/tool/causes/causes.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "core/rules.h"
#include "properties/tool/change/changed_lines.h"

namespace tool {

// How near a place is to what upholds a rule; the nearest last.
enum class Nearness : std::uint8_t {
  kNone,  // nothing of it is known
  kFile,  // the head of the file says that it upholds the rule
  kNear,  // a line close by upholds it
  kLine,  // the changed lines themselves name it
};

// A file of core, as lines.
using Lines = std::vector<std::string>;
Lines LinesOfFile(const std::string& path);

// The rules that the head of a file says it upholds.
std::set<gc::Rule> UpheldByHead(const Lines& file);

// How near the place is to the rule. `file` is the text of the place's file.
Nearness NearnessOf(const ChangedPlace& place, const Lines& file, gc::Rule rule);

}  // namespace tool
