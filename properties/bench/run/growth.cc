// properties/bench/run/growth.cc -- asks, fits, and judges what grows too fast.

#include "properties/bench/run/growth.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

#include "properties/bench/run/statistics.h"
#include "properties/bench/serve/serve.h"
#include "properties/bench/subjects/growth.h"

namespace bench {
namespace {

constexpr int kTimes = 2;
// An exponent that is measured on a machine with other work differs by so much from the true one.
constexpr double kSlack = 0.4;
// Times below this are a few cache misses, and say nothing about growth.
constexpr double kTooShort = 0.02;
// Bytes of memory for each object, with the graph's arrays and what the limit reads.
constexpr std::uint64_t kBytesAnObject = 400;

// The least time of each measure, over a few tries. Empty, if the subject failed.
Measures Least(const Starter& start, std::uint32_t size, double silence_seconds) {
  Measures least;
  for (int time = 0; time < kTimes; ++time) {
    const std::optional<std::string> answer =
        start()->Ask(fmt::format("grow {}", size), silence_seconds);
    const std::optional<Measures> measures = answer ? MeasuresOf(*answer) : std::nullopt;
    if (!measures) return {};
    for (const auto& [name, values] : *measures) {
      const auto [known, is_new] = least.insert({name, values});
      if (!is_new) known->second.front() = std::min(known->second.front(), values.front());
    }
  }
  return least;
}

void Add(Growth& growth, std::uint32_t size, const Measures& measures, const char* name) {
  const auto found = measures.find(name);
  if (found == measures.end()) return;
  growth.sizes.push_back(size);
  growth.milliseconds.push_back(found->second.front());
}

}  // namespace

std::vector<std::uint32_t> GrowthSizes(std::uint32_t most, std::uint64_t free_bytes) {
  std::vector<std::uint32_t> sizes;
  for (const std::uint32_t size :
       {10'000u, 40'000u, 100'000u, 400'000u, 1'000'000u, 4'000'000u, 16'000'000u}) {
    if (size <= most && size * kBytesAnObject <= free_bytes) sizes.push_back(size);
  }
  return sizes;
}

std::uint64_t FreeMemory() {
  return static_cast<std::uint64_t>(sysconf(_SC_AVPHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void Fit(Growth& growth, double exponent_of_work, double memory) {
  growth.exponent = Exponent(growth.sizes, growth.milliseconds);
  growth.allowed = exponent_of_work * memory;
  const bool long_enough = !growth.milliseconds.empty() && growth.milliseconds.back() >= kTooShort;
  growth.too_fast = long_enough && growth.exponent > growth.allowed + kSlack;
}

std::vector<Growth> RunGrowth(const std::vector<std::uint32_t>& sizes, const Starter& parts,
                              const Starter& limit, double silence_seconds,
                              const RoundHooks& hooks) {
  Growth reads{.what = "reads", .sentence = "the limit: each object and each mark read once"};
  std::vector<Growth> all;
  for (const GrowingPart& part : kGrowingParts) {
    all.push_back({.what = part.measure, .sentence = part.sentence});
  }
  for (const std::uint32_t size : sizes) {
    if (hooks.stop && hooks.stop()) break;
    if (hooks.on_step) hooks.on_step(fmt::format("growth: {} objects", size));
    Add(reads, size, Least(limit, size, silence_seconds), "reads");
    const Measures measures = Least(parts, size, silence_seconds);
    for (Growth& growth : all) Add(growth, size, measures, growth.what.c_str());
  }
  Fit(reads, 1, 1);
  const double memory = std::max(1.0, reads.exponent);
  std::size_t which = 0;
  for (Growth& growth : all) Fit(growth, kGrowingParts[which++].exponent, memory);
  reads.too_fast = false;
  all.push_back(reads);
  return all;
}

}  // namespace bench
