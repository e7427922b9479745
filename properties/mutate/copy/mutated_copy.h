// properties/mutate/copy/mutated_copy.h -- a copy of the project with the mutants that are to be
// tried, and its build.
//
// Every switch costs the compiler time and the collector speed: with all of them the copy took
// some fifty minutes to build where one with 150 took ten, and `verify` in it twice as long. So it
// has only those that are asked for.
//
// Some mistakes do not compile, and which ones only the compiler knows. So the sources are compiled
// again and again, and each time the sites at which it complains are left out. What was left out is
// written down beside the copy: the next time, the first go succeeds.
//
// Read next: properties/mutate/trial/processes.h.

#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "properties/mutate/copy/switches.h"

namespace properties::mutate {

// The number of each site's mutant, by its index. A number depends on nothing but the site's key,
// but for collisions: so a change of one file changes no other file of the copy.
std::vector<std::size_t> NumbersOf(const std::vector<Site>& sites);

// The mutants at which a compiler's messages point. Where an error points at none, and no other
// does, these are all of its file. Sets `unexplained` to the first error that points at none.
std::set<std::size_t> Blamed(const std::string& log, const std::map<std::string, Switched>& files,
                             std::string& unexplained);

// The text of a build file in which the program carries the sources below `root`, instead of those
// beside the build file. It reads memory orders there, so they must be as they were written.
std::string WithSourcesOf(const std::filesystem::path& root, std::string text);

// Chooses, by their indices, the sites that are to be tried: of all, or of all but those that did
// not compile.
using Choice = std::function<std::vector<std::size_t>(const std::function<bool(std::size_t)>&)>;

class MutatedCopy {
 public:
  // A copy below `work` of the project at `root`, whose files are `tree`.
  MutatedCopy(std::filesystem::path root, std::filesystem::path work, const tidy::Tree& tree,
              const std::vector<Site>& sites);

  // Builds these programs with the mutants that are chosen; where one of them does not compile, the
  // choice is made again without it. Returns false if they do not build, whatever is left out;
  // `why` says then what the compiler said.
  bool Build(const Choice& choice, const std::set<std::string>& programs, unsigned jobs,
             std::string& why);

  std::size_t NumberOf(std::size_t site) const { return numbers_[site]; }
  // Those that were chosen last; after Build, the copy has the mutant of each.
  const std::vector<std::size_t>& chosen() const { return chosen_; }
  // Whether the site can be a switch, and did compile as far as is known.
  bool MayHave(std::size_t site) const;
  std::filesystem::path Program(const std::string& name) const;

 private:
  void Choose(const Choice& choice);
  void Write();
  bool Compiles(const std::set<std::string>& programs, unsigned jobs);
  void LeaveOut(const std::set<std::size_t>& numbers);
  std::string Log() const;

  const std::filesystem::path root_;
  const std::filesystem::path work_;
  const tidy::Tree& tree_;
  const std::vector<Site>& sites_;
  std::vector<std::size_t> numbers_;
  std::map<std::size_t, std::size_t> by_number_;
  std::set<std::size_t> left_out_;   // numbers
  std::set<std::string> known_;      // keys of sites that did not compile some time
  std::vector<std::size_t> chosen_;  // indices
  std::map<std::string, Switched> files_;
};

}  // namespace properties::mutate
