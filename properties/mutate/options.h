// properties/mutate/options.h -- what the command `mutate` is asked for, and how it ends.
//
// Read next: properties/mutate/mutate_main.cc.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "properties/mutate/stranger.h"

namespace CLI {
class App;
}

namespace properties::mutate {

// The numbers mean what they mean for the program `tricolour`.
inline constexpr int kAllNoticed = 0, kOneSurvives = 1, kBadInput = 2, kCutShort = 3, kBaseline = 4,
                     kInternal = 70;

struct Options {
  std::size_t sample = 0;  // 0: all
  std::uint64_t seed = 1;
  std::string since;
  std::vector<std::string> files;
  std::vector<std::string> operators;
  std::string survivors;  // a results.jsonl; empty: all sites
  std::string stages = "unit,verify";
  bool all_stages = false;
  bool fresh = false;
  bool list = false;
  bool build_only = false;
  bool unreached = false;
  unsigned jobs = 2;
  std::string format = "text";
  std::string out = "out/mutate";
  // Of a collector that is not ours.
  StrangerBuild stranger;
};

// The command line, into `options`, which outlives the app.
void AddOptions(CLI::App& app, Options& options);

}  // namespace properties::mutate
