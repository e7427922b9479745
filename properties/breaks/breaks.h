// properties/breaks/breaks.h -- breaks of the specification: changes of the code that tests must
// notice.
//
// A row of the specification names its tests, but a name is no proof: the test may not look at what
// the row promises. So each row has at least one break: a change in one place of the code, after
// which the row no longer holds. Once the break is switched on, the row's tests must fail. The
// breaks of a page are in a file of their own:
//
//     break S11.1 pieces-joined-in-another-order
//     file core/collect/gatherer.cc
//     from
//       for (Piece& piece : pieces) Append(piece);
//     to
//       if (BREAK) std::reverse(pieces.begin(), pieces.end());
//       for (Piece& piece : pieces) Append(piece);
//     end
//
// Words of this format are at the beginning of a line, and lines of code are indented. `BREAK` is
// true while this break is switched on. A break may belong to several rows ("S11.1, S9.3"). A line
// `tests Suite.Test, ...` names tests to run instead of the rows' tests.
//
// Read next: properties/breaks/rewriting.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "properties/tidy/tree.h"

namespace properties::breaks {

using tidy::File;
using tidy::Finding;
using tidy::Tree;

struct Break {
  std::vector<std::string> rows;   // "S11.1"; never empty
  std::string name;                // words joined by "-"
  std::string page;                // the path of the file that has the break,
  std::size_t line = 0;            // and the line there, from 1
  std::string file;                // the file that it changes, from the root of the project
  std::vector<std::string> tests;  // "Suite.Test"; empty: the tests of its rows
  std::vector<std::string> from;   // whole lines, as they are written
  std::vector<std::string> to;
};

// The number that switches a break on at run time; never 0. It depends only on the rows and the
// name, so a new break does not change what is compiled for the others.
std::uint32_t NumberOf(const Break& broken);

// The breaks of one file. A break that cannot be read is left out and added to `findings`.
std::vector<Break> ParseBreaks(const File& page, std::vector<Finding>& findings);

// Every file of breaks below `root`, sorted by path.
Tree ReadPages(const std::string& root);

}  // namespace properties::breaks
