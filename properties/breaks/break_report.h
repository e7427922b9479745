// properties/breaks/break_report.h -- what became of the breaks, for machines.
//
// A person reads the breaks that nothing noticed. A script that watches over them wants to know of
// each, and which test noticed it, from one run to the next.
//
// Read next: properties/breaks/trials.h.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace properties::breaks {

// A break, tried for one row.
struct TriedBreak {
  std::string row;   // "S11.1"
  std::string name;  // of the break
  std::string page;  // where the break stands, and from which line on
  std::size_t line = 0;
  std::string file;  // what it breaks, and where
  std::size_t file_line = 0;
  bool noticed = false;
  std::string by;                  // the test that noticed it; empty: none
  std::string how;                 // "fails", "dies" or "does not end"
  double seconds = 0;              // of that test
  std::vector<std::string> tests;  // that were run
};

struct BreakReport {
  std::vector<TriedBreak> breaks;
  std::vector<std::string> failing;  // tests that fail without a break, and were left out
  std::string verdict;               // "agree", "disagree" or "broken baseline"
  int exit_code = 0;
  double seconds = 0;
};

// The report as JSON, indented, with an end of line and the version of its schema. Within a version
// members may be added, but none is renamed or removed.
std::string JsonText(const BreakReport& report);

}  // namespace properties::breaks
