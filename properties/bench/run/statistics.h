// properties/bench/run/statistics.h -- medians, shares, and how fast a time grows.
//
// Read next: properties/bench/show/table.h.

#pragma once

#include <vector>

#include "properties/bench/run/results.h"

namespace bench {

struct Spread {
  double median = 0;
  double least = 0;
  double most = 0;
};
// Of at least one sample. The median of an even number is the mean of the two in the middle.
Spread SpreadOf(std::vector<double> samples);
// The sample below which a share of the others lie: 0.5 is the lower middle one, 1 the greatest.
double Quantile(std::vector<double> samples, double share);

// The exponent e of time = c * size^e, by least squares over the logarithms. Needs two sizes; times
// of 0 or less are left out.
double Exponent(const std::vector<double>& sizes, const std::vector<double>& times);

// The row whose median of a measure is the best, among those that satisfy `counts` and are not
// void; null if there is none.
template <class Counts>
const Row* Best(const Section& section, const std::string& measure, const Counts& counts) {
  const Row* best = nullptr;
  double least = 0;
  for (const Row& row : section.rows) {
    const auto samples = row.samples.find(measure);
    if (!row.why_void.empty() || samples == row.samples.end() || !counts(row)) continue;
    const double median = SpreadOf(samples->second).median;
    if (best != nullptr && median >= least) continue;
    best = &row;
    least = median;
  }
  return best;
}

// How much longer a row takes than the best other one of a kind that has no more threads; 0 if
// there is none.
double RatioTo(Kind kind, const Section& section, const Row& row, const std::string& measure);

}  // namespace bench
