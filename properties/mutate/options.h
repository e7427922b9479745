// properties/mutate/options.h -- what the command `mutate` is asked for, and how it ends.
//
// Read next: properties/mutate/mutate_main.cc.

#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "properties/mutate/sites/site.h"
#include "properties/mutate/stranger.h"

namespace CLI {
class App;
}

namespace properties::mutate {

// The numbers mean what they mean for the program `tricolour`.
inline constexpr int kAllNoticed = 0, kOneSurvives = 1, kBadInput = 2, kCutShort = 3, kBaseline = 4,
                     kInternal = 70;

// Which sites are meant: those that meet all of it.
struct Selection {
  std::string since;                   // in lines that differ from this revision
  std::vector<std::string> files;      // in files whose paths begin so
  std::vector<std::string> operators;  // of these kinds
  std::string survivors;               // not noticed, as this results.jsonl says
};

// Whether its file, its operator and what is known of it are as asked for; `survivors` are those of
// the file of that name.
bool IsAskedFor(const Site& site, const Selection& asked, const std::set<std::string>& survivors);

// Reads that file, if one is named. False if none of `stages` let anything through in it: then it
// has said so.
bool ReadSurvivors(const Selection& asked, const std::string& stages,
                   std::set<std::string>& survivors);

struct Options {
  std::size_t sample = 0;  // 0: all
  std::uint64_t seed = 1;
  Selection among;
  std::string stages = "unit,verify";
  bool all_stages = false;
  bool fresh = false;
  bool list = false;
  bool build_only = false;
  bool by_itself = false;
  bool unreached = false;
  unsigned jobs = 2;
  std::string format = "text";
  std::string out = "out/mutate";
  // Of a collector that is not ours.
  StrangerBuild stranger;
};

// The indices of the sites that the options ask for, of this project: what differs from a revision
// is written below `work`. False if they ask for what is not there: then it has said so.
bool SelectSites(const std::vector<Site>& sites, const Options& options,
                 const std::filesystem::path& work, std::vector<std::size_t>& among);

// The command line, into `options`, which outlives the app.
void AddOptions(CLI::App& app, Options& options);

}  // namespace properties::mutate
