// properties/mutate/trial/trials.h -- tries many mutants, several at a time, and keeps what was
// found.
//
// A run of hours may be interrupted. So each result is written down at once, with a fingerprint of
// all sources; a later run of the same sources goes on where this one ended.
//
// Read next: properties/mutate/outcome.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "properties/mutate/sites/site.h"
#include "properties/mutate/trial/stages.h"
#include "properties/tidy/tree.h"

namespace properties::mutate {

// Differs, but for a coincidence, for trees with different texts.
std::string FingerprintOf(const tidy::Tree& tree);

// The results of earlier runs, in a file with a line of JSON for each.
class Results {
 public:
  // Reads those that were found with this fingerprint. Without `resumed`, none.
  Results(std::filesystem::path file, std::string fingerprint, bool resumed);

  std::optional<StageEnd> Find(const std::string& key, const std::string& stage) const;
  // Writes it down. May be called by several threads at a time.
  void Add(const std::string& key, const StageEnd& end);

 private:
  const std::filesystem::path file_;
  const std::string fingerprint_;
  mutable std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, StageEnd> found_;  // by key and stage
};

// The keys of those that were tried in a run that wrote this file and that none of `stages`
// ("unit,verify") noticed. It does not matter of which sources: tests are written until what they
// missed is noticed.
std::set<std::string> SurvivorsIn(const std::filesystem::path& file, const std::string& stages);

// One mutant to be tried.
struct Trial {
  std::size_t site = 0;    // an index, for the caller
  std::size_t number = 0;  // of the mutant
  std::string key;         // of the site
};

struct TrialOptions {
  unsigned jobs = 1;             // at a time
  bool all_stages = false;       // even if one has noticed
  std::filesystem::path folder;  // for the processes
  std::function<bool()> stop;    // if it returns true, no further one is begun
};

// Tries each with the stages in turn, and calls `on_end` with what they said, one call at a time.
void TryAll(const std::vector<Trial>& trials, const std::vector<const Stage*>& stages,
            const TrialOptions& options, Results& results,
            const std::function<void(const Trial&, const std::vector<StageEnd>&)>& on_end);

// The `count` sites that a seed chooses: those whose keys have the smallest hash, the smallest
// first. So a change of the code changes few of them, and the first of them are a smaller sample.
std::vector<std::size_t> Sample(const std::vector<Site>& sites,
                                const std::vector<std::size_t>& among, std::size_t count,
                                std::uint64_t seed);

// The lines that a diff without context (`git diff -U0`) adds or changes, by file.
std::map<std::string, std::vector<std::pair<std::size_t, std::size_t>>> ChangedLines(
    const std::string& diff);

}  // namespace properties::mutate
