// properties/bench/run/statistics.cc -- the sums.

#include "properties/bench/run/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace bench {

Spread SpreadOf(std::vector<double> samples) {
  std::ranges::sort(samples);
  const std::size_t middle = samples.size() / 2;
  const double median =
      samples.size() % 2 == 1 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2;
  return {median, samples.front(), samples.back()};
}

double Quantile(std::vector<double> samples, double share) {
  std::ranges::sort(samples);
  const double place = std::ceil(share * static_cast<double>(samples.size()));
  return samples[place < 1 ? 0 : static_cast<std::size_t>(place) - 1];
}

double Exponent(const std::vector<double>& sizes, const std::vector<double>& times) {
  double n = 0, x_sum = 0, y_sum = 0, xx_sum = 0, xy_sum = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (times[i] <= 0) continue;
    const double x = std::log(sizes[i]), y = std::log(times[i]);
    n += 1;
    x_sum += x;
    y_sum += y;
    xx_sum += x * x;
    xy_sum += x * y;
  }
  const double spread = n * xx_sum - x_sum * x_sum;
  return spread <= 0 ? 0 : (n * xy_sum - x_sum * y_sum) / spread;
}

double RatioTo(Kind kind, const Section& section, const Row& row, const std::string& measure) {
  const auto own = row.samples.find(measure);
  if (own == row.samples.end()) return 0;
  const Row* const best = Best(section, measure, [&](const Row& other) {
    return &other != &row && other.kind == kind && other.threads <= row.threads;
  });
  if (best == nullptr) return 0;
  const double other = SpreadOf(best->samples.at(measure)).median;
  return other <= 0 ? 0 : SpreadOf(own->second).median / other;
}

}  // namespace bench
