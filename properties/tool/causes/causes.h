// properties/tool/causes/causes.h -- which failures have one cause, and where to look for it.
//
// One deleted line makes a collector fail in ten ways, which blame seven rules. A reader needs the
// line. Three things are known: which rule each failure blames, and whether to make up for it saves
// the run (seen_breaches.h); which lines uphold a rule, since they name it; and, with git at hand,
// which lines were changed. So a cause is
//
//     the place that was changed      if only one was: before the change, all agreed
//     a file that upholds the rules   of several failures: what they have in common
//     a rule                          otherwise
//     what went wrong                 if no rule is blamed, whichever objects it befell
//
// Failures with one cause are told as one; each keeps its files.
//
// Read next: properties/tool/causes/upheld.h.

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "properties/report/report.h"
#include "properties/tool/causes/upheld.h"
#include "properties/tool/change/changed_lines.h"

namespace tool {

// What is known of the sources.
struct SourcesOfCore {
  std::function<Lines(const std::string& file)> text;
  std::function<std::vector<std::string>(gc::Rule)> sites;  // "core/collect/births.cc:190"
  std::vector<std::string> files;                           // of core
};
SourcesOfCore SourcesOnDisk(const std::string& root);

// Numbers the failures' causes from 1 on, the first failure's first, and fills in what the report
// says of suspected rules and of changed lines. A failure that names no place gets that of its
// rule.
void FindCauses(const SourcesOfCore& sources, const std::vector<ChangedPlace>& changes,
                properties::Report& report);
// The same for a subject of whose sources nothing is known: failures that blame the same are one.
void FindCausesOfStranger(properties::Report& report);

// One of the two: the first for core, with the sources at `root` and what was changed there since
// the commit `since`, or since HEAD if that is empty.
void FindCausesIn(const std::string& root, const std::string& since, properties::Report& report);

}  // namespace tool
