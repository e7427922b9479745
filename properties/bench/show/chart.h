// properties/bench/show/chart.h -- lines and bars as SVG.
//
// A page that needs nothing beside it cannot load a library that draws, and these few kinds of
// drawing need none. Both axes of lines may be logarithmic.
//
// Read next: properties/bench/show/page.h.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bench {

// Text as it stands in HTML and SVG.
std::string Escaped(std::string_view text);

struct Series {
  std::string name;
  std::vector<double> xs;
  std::vector<double> ys;  // as many
};

struct Axes {
  std::string x;
  std::string y;
  bool logarithmic = false;  // both
};

// One line for each series, with a legend. With logarithmic axes, points that are not above 0 are
// left out. Empty if no point is left.
std::string LinesDrawn(const Axes& axes, const std::vector<Series>& series);

struct Bar {
  std::string name;
  double median = 0;
  double least = 0;
  double most = 0;
  int colour = 0;  // a class of the page's style: bar0 to bar6
};

// Horizontal bars from 0, each with its spread as a line. Empty without bars.
std::string BarsDrawn(const std::string& unit, const std::vector<Bar>& bars);

}  // namespace bench
