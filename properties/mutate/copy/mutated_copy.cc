// properties/mutate/copy/mutated_copy.cc -- writes the copy, compiles it, and leaves out what
// fails.

#include "properties/mutate/copy/mutated_copy.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <optional>
#include <regex>
#include <string_view>

#include "properties/breaks/copy.h"
#include "properties/mutate/sites/operators.h"
#include "properties/tidy/tree.h"

namespace properties::mutate {

namespace {

namespace fs = std::filesystem;
using tidy::ReadText;

// So often what fails is left out. It takes a few goes, since an error may hide another.
constexpr int kMostGoes = 25;

// A place that the compiler names, and whether it says there that something is wrong.
struct Place {
  std::string file;
  std::size_t line = 0;
  std::size_t column = 0;
  bool is_error = false;
};

// FILE:3:14: error: ...; the file from the project's root.
std::optional<Place> PlaceIn(const std::string& line) {
  static const std::regex form(R"(^([^ :]+):(\d+):(\d+): *(.*)$)");
  std::smatch match;
  if (!std::regex_match(line, match, form)) return std::nullopt;
  const std::string path = match[1], said = match[4];
  const std::size_t core = path.rfind("/core/");
  return Place{.file = core == path.npos ? path : path.substr(core + 1),
               .line = std::stoul(match[2]),
               .column = std::stoul(match[3]),
               .is_error = said.starts_with("error:") || said.starts_with("fatal error:")};
}

std::size_t MutantAt(const Place& place, const std::map<std::string, Switched>& files) {
  const auto file = files.find(place.file);
  return file == files.end() ? 0 : file->second.At(place.line, place.column);
}

constexpr const char* kBuildFile = "properties/CMakeLists.txt";

}  // namespace

std::string WithSourcesOf(const fs::path& root, std::string text) {
  constexpr std::string_view kRoot = "-DROOT=${PROJECT_SOURCE_DIR}";
  const std::size_t at = text.find(kRoot);
  return at == text.npos ? text : text.replace(at, kRoot.size(), "-DROOT=" + root.string());
}

std::vector<std::size_t> NumbersOf(const std::vector<Site>& sites) {
  std::vector<std::size_t> numbers;
  std::vector<bool> taken(kMostMutants);
  taken[0] = true;
  for (const Site& site : sites) {
    std::string text = site.file + " | " + site.function + " | " + std::string(NameOf(site.made)) +
                       " | " + site.was + " | " + site.becomes;
    if (site.occurrence != 0) text += " | " + std::to_string(site.occurrence + 1);
    std::uint32_t hash = 2166136261u;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    std::size_t number = (hash ^ (hash >> 16)) % kMostMutants;
    while (taken[number]) number = (number + 1) % kMostMutants;
    taken[number] = true;
    numbers.push_back(number);
  }
  return numbers;
}

std::set<std::size_t> Blamed(const std::string& log, const std::map<std::string, Switched>& files,
                             std::string& unexplained) {
  unexplained.clear();
  std::set<std::size_t> blamed;
  std::vector<Place> before;  // "required from here", which precedes its error
  std::string open;           // an error that points at no mutant yet: what follows may
  for (const std::string_view view : tidy::Lines(log)) {
    const std::string line(view);
    const std::optional<Place> place = PlaceIn(line);
    if (!place) continue;
    if (!place->is_error) {
      const std::size_t number = MutantAt(*place, files);
      if (!open.empty() && number != 0) {
        blamed.insert(number);
        open.clear();
      }
      before.push_back(*place);
      continue;
    }
    if (unexplained.empty()) unexplained = open;
    open.clear();
    std::size_t number = MutantAt(*place, files);
    for (const Place& other : before) {
      if (number == 0 && !files.contains(place->file)) number = MutantAt(other, files);
    }
    before.clear();
    if (number != 0) {
      blamed.insert(number);
    } else if (files.contains(place->file) && !files.at(place->file).InLine(place->line).empty()) {
      for (const std::size_t one : files.at(place->file).InLine(place->line)) blamed.insert(one);
    } else {
      open = line;
    }
  }
  if (unexplained.empty()) unexplained = open;
  const std::optional<Place> place = PlaceIn(unexplained);
  if (blamed.empty() && place && files.contains(place->file)) {
    return files.at(place->file).All();
  }
  return blamed;
}

MutatedCopy::MutatedCopy(fs::path root, fs::path work, const tidy::Tree& tree,
                         const std::vector<Site>& sites)
    : root_(std::move(root)),
      work_(std::move(work)),
      tree_(tree),
      sites_(sites),
      numbers_(NumbersOf(sites)) {
  for (std::size_t index = 0; index < sites.size(); ++index) by_number_[numbers_[index]] = index;
  const std::string known = ReadText(work_ / "left_out");
  for (const std::string_view key : tidy::Lines(known)) known_.emplace(key);
  for (std::size_t index = 0; index < sites.size(); ++index) {
    if (known_.contains(sites[index].Key())) left_out_.insert(numbers_[index]);
  }
}

bool MutatedCopy::MayHave(std::size_t site) const {
  return !sites_[site].by_itself && !left_out_.contains(numbers_[site]);
}

std::string MutatedCopy::Log() const { return ReadText(work_ / "build.log"); }

// Sites that cross others cannot be written, and are left out: then the choice is made again.
void MutatedCopy::Choose(const Choice& choice) {
  const auto may_have = [this](std::size_t site) { return MayHave(site); };
  for (std::size_t left_out = left_out_.size() + 1; left_out != left_out_.size();) {
    left_out = left_out_.size();
    chosen_ = choice(may_have);
    std::map<std::string, std::vector<Numbered>> by_file;
    for (const std::size_t index : std::set<std::size_t>(chosen_.begin(), chosen_.end())) {
      by_file[sites_[index].file].push_back({numbers_[index], &sites_[index]});
    }
    files_.clear();
    for (const auto& [path, sites] : by_file) {
      const auto file = std::ranges::find(tree_, path, &tidy::File::path);
      const Switched& switched = files_.emplace(path, Switched(*file, sites)).first->second;
      left_out_.insert(switched.left_out().begin(), switched.left_out().end());
    }
  }
}

void MutatedCopy::Write() {
  tidy::Tree changed = {{kSwitchHeaderFile, kSwitchHeader}};
  for (const auto& [name, file] : kTestPrograms) {
    changed.push_back({file, std::string(kSwitchInclude) + kReachedTest});
  }
  changed.push_back({kBuildFile, WithSourcesOf(root_, ReadText(root_ / kBuildFile))});
  for (const auto& [path, switched] : files_) changed.push_back({path, switched.text()});
  breaks::WriteCopy(root_, work_ / "tree", changed);
}

bool MutatedCopy::Compiles(const std::set<std::string>& programs, unsigned jobs) {
  const breaks::CopyBuild build{
      .jobs = jobs, .flags = "-w -fmax-errors=0", .goes_on = true, .is_quiet = true};
  // What is wrong in the collector itself is sooner seen without what is built on it.
  return breaks::BuildCopy(work_, {"tricolour_core"}, build) &&
         breaks::BuildCopy(work_, programs, build);
}

bool MutatedCopy::Build(const Choice& choice, const std::set<std::string>& programs, unsigned jobs,
                        std::string& why) {
  fs::create_directories(work_);
  for (int go = 0; go < kMostGoes; ++go) {
    Choose(choice);
    Write();
    if (Compiles(programs, jobs)) return true;
    std::string unexplained;
    const std::set<std::size_t> blamed = Blamed(Log(), files_, unexplained);
    if (blamed.empty()) {
      why = unexplained.empty() ? Log().substr(0, 4000) : unexplained;
      return false;
    }
    LeaveOut(blamed);
  }
  why = "each time something else does not compile";
  return false;
}

void MutatedCopy::LeaveOut(const std::set<std::size_t>& numbers) {
  std::ofstream out(work_ / "left_out", std::ios::app);
  for (const std::size_t number : numbers) {
    left_out_.insert(number);
    out << sites_[by_number_.at(number)].Key() << '\n';
  }
}

fs::path MutatedCopy::Program(const std::string& name) const {
  return breaks::ProgramFile(work_, name);
}

}  // namespace properties::mutate
