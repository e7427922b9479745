// properties/mutate/trial/trials.cc -- threads that take one mutant after the other.

#include "properties/mutate/trial/trials.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <thread>

namespace properties::mutate {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::uint64_t kBasis = 14695981039346656037u;

std::uint64_t Hash(std::string_view text, std::uint64_t hash) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return hash;
}

// Spreads what differs in few bits.
std::uint64_t Mixed(std::uint64_t hash) {
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
  return hash ^ (hash >> 31);
}

Fate FateNamed(const std::string& name) {
  const auto found = std::ranges::find(kFateNames, name);
  return found == std::end(kFateNames) ? Fate::kNotBuilt
                                       : static_cast<Fate>(found - std::begin(kFateNames));
}

// Calls `take` with each result in a file.
void ForEachResult(const fs::path& file, const std::function<void(const json&)>& take) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const json read = json::parse(line, nullptr, false);  // the last line may be half of one
    if (!read.is_object() || !read.contains("key") || !read["key"].is_string()) continue;
    take(read);
  }
}

std::vector<StageEnd> Try(const Trial& trial, const std::vector<const Stage*>& stages,
                          const TrialOptions& options, const fs::path& folder, Results& results) {
  std::vector<StageEnd> ends;
  for (const Stage* const stage : stages) {
    std::optional<StageEnd> end = results.Find(trial.key, stage->name());
    if (!end) {
      end = stage->Try(trial.number, folder);
      results.Add(trial.key, *end);
    }
    ends.push_back(*end);
    if (IsNoticed(end->fate) && !options.all_stages) break;
  }
  return ends;
}

}  // namespace

std::string FingerprintOf(const tidy::Tree& tree) {
  std::uint64_t hash = kBasis;
  for (const tidy::File& file : tree) hash = Hash(file.text, Hash(file.path, hash) + 1) + 1;
  return std::to_string(hash);
}

Results::Results(fs::path file, std::string fingerprint, bool resumed)
    : file_(std::move(file)), fingerprint_(std::move(fingerprint)) {
  if (!resumed) return;
  ForEachResult(file_, [&](const json& read) {
    if (read.value("fingerprint", "") != fingerprint_) return;
    const std::string stage = read.value("stage", "");
    found_[{read.value("key", ""), stage}] = {stage, FateNamed(read.value("fate", "")),
                                              read.value("by", ""), read.value("seconds", 0.0)};
  });
}

std::optional<StageEnd> Results::Find(const std::string& key, const std::string& stage) const {
  const std::lock_guard lock(mutex_);
  const auto found = found_.find({key, stage});
  return found == found_.end() ? std::nullopt : std::optional(found->second);
}

void Results::Add(const std::string& key, const StageEnd& end) {
  const json line = {{"key", key},
                     {"stage", end.stage},
                     {"fate", kFateNames[static_cast<std::size_t>(end.fate)]},
                     {"by", end.by},
                     {"seconds", end.seconds},
                     {"fingerprint", fingerprint_}};
  const std::lock_guard lock(mutex_);
  found_[{key, end.stage}] = end;
  std::ofstream(file_, std::ios::app)
      << line.dump(-1, ' ', false, json::error_handler_t::replace) << '\n';
}

std::set<std::string> SurvivorsIn(const fs::path& file, const std::string& stages) {
  std::set<std::string> tried, noticed;
  ForEachResult(file, [&](const json& read) {
    const std::string key = read.value("key", "");
    if (!Lists(stages, read.value("stage", ""))) return;
    if (FateNamed(read.value("fate", "")) == Fate::kNotBuilt) return;
    tried.insert(key);
    if (IsNoticed(FateNamed(read.value("fate", "")))) noticed.insert(key);
  });
  std::erase_if(tried, [&](const std::string& key) { return noticed.contains(key); });
  return tried;
}

void TryAll(const std::vector<Trial>& trials, const std::vector<const Stage*>& stages,
            const TrialOptions& options, Results& results,
            const std::function<void(const Trial&, const std::vector<StageEnd>&)>& on_end) {
  std::atomic<std::size_t> next{0};
  std::mutex telling;
  std::vector<std::thread> threads;
  for (unsigned job = 0; job < std::max(1u, options.jobs); ++job) {
    threads.emplace_back([&, folder = options.folder / std::to_string(job)] {
      while (!options.stop || !options.stop()) {
        const std::size_t index = next.fetch_add(1);
        if (index >= trials.size()) return;
        const std::vector<StageEnd> ends = Try(trials[index], stages, options, folder, results);
        const std::lock_guard lock(telling);
        on_end(trials[index], ends);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

std::vector<std::size_t> Sample(const std::vector<Site>& sites,
                                const std::vector<std::size_t>& among, std::size_t count,
                                std::uint64_t seed) {
  std::vector<std::pair<std::uint64_t, std::size_t>> ranked;
  for (const std::size_t index : among) {
    ranked.emplace_back(Mixed(Hash(sites[index].Key(), kBasis) ^ Mixed(seed)), index);
  }
  std::ranges::sort(ranked);
  ranked.resize(std::min(count, ranked.size()));
  std::vector<std::size_t> chosen;
  for (const auto& [hash, index] : ranked) chosen.push_back(index);
  return chosen;
}

std::map<std::string, std::vector<std::pair<std::size_t, std::size_t>>> ChangedLines(
    const std::string& diff) {
  static const std::regex hunk(R"(^@@ -\S+ \+(\d+)(?:,(\d+))? @@.*$)");
  std::map<std::string, std::vector<std::pair<std::size_t, std::size_t>>> changed;
  std::string file;
  for (const std::string_view view : tidy::Lines(diff)) {
    const std::string line(view);
    std::smatch match;
    if (line.starts_with("+++ b/")) file = line.substr(6);
    if (line.starts_with("+++ /dev/null")) file.clear();
    if (file.empty() || !std::regex_match(line, match, hunk)) continue;
    const std::size_t first = std::stoul(match[1]);
    const std::size_t count = match[2].matched ? std::stoul(match[2]) : 1;
    if (count > 0) changed[file].emplace_back(first, first + count - 1);
  }
  return changed;
}

}  // namespace properties::mutate
