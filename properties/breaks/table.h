// properties/breaks/table.h -- rows, their breaks, and the tests that must notice them.
//
// Read next: properties/breaks/trials.h.

#pragma once

#include <string>
#include <vector>

#include "properties/breaks/breaks.h"
#include "properties/tidy/spec_rows.h"

namespace properties::breaks {

// One break, and the tests of one row that must notice it.
struct Trial {
  std::size_t broken = 0;  // its index among the breaks
  std::string row;
  std::vector<std::string> tests;
};

// The mistakes in the table of breaks: rows that do not exist or are not built, tests (of rows too)
// that no source has, and names that occur twice.
std::vector<Finding> FaultsOfBreaks(const std::vector<Break>& breaks,
                                    const std::vector<tidy::SpecRow>& rows, const Tree& sources);

// Rows that are built but have no break, each as a finding on its line.
std::vector<Finding> RowsWithoutBreaks(const std::vector<tidy::SpecRow>& rows,
                                       const std::vector<Break>& breaks);

// The trials of these rows ("S11.1") and pages ("S11"); all trials if none is named. A word that is
// neither a row nor a page is added to `unknown`.
std::vector<Trial> TrialsOf(const std::vector<Break>& breaks,
                            const std::vector<tidy::SpecRow>& rows,
                            const std::vector<std::string>& named,
                            std::vector<std::string>& unknown);

// The test program that has the tests of this file, such as "core_test".
std::string ProgramOf(const std::string& path);

}  // namespace properties::breaks
