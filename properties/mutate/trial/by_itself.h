// properties/mutate/trial/by_itself.h -- mutants that can be no switch, each built by itself.
//
// What the compiler computes knows no switch: a constant in a header, a memory order. Such a
// mistake is written as plain text into a copy of the project, and the programs that try it are
// built anew, which takes minutes where a header changes. The copy stays for the next one, so what
// is the same is compiled once.
//
//     stage unit     write, build; all tests of core, as nothing says which of them reach the site
//     stage verify   write and build, unless that is done; `verify --quick`, which reads the memory
//                    orders of the sources that it was built from
//
// Read next: properties/mutate/mutate_main.cc.

#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "properties/mutate/sites/site.h"
#include "properties/mutate/trial/stages.h"
#include "properties/tidy/tree.h"

namespace properties::mutate {

// A copy of the project with one mistake at a time. Mutant number N is site N - 1; 0 is none.
class CopyOfOne {
 public:
  // A copy below `work` of the project at `root`, whose files are `tree`; these outlive it.
  CopyOfOne(std::filesystem::path root, std::filesystem::path work, const tidy::Tree& tree,
            const std::vector<Site>& sites, std::set<std::string> programs, unsigned jobs);

  // Writes the mutant and builds the programs with it, if that is not what was built last. False
  // if they do not build.
  bool Make(std::size_t number);
  std::filesystem::path Program(const std::string& name) const;
  // What the compiler said of the copy without a mistake.
  std::string Log() const;

 private:
  const std::filesystem::path root_, work_;
  const tidy::Tree& tree_;
  const std::vector<Site>& sites_;
  const std::set<std::string> programs_;
  const unsigned jobs_;
  std::size_t made_ = static_cast<std::size_t>(-1);
  bool is_built_ = false;
};

// Both stages try one mutant after the other, on one thread.
class UnitStageByItself : public Stage {
 public:
  explicit UnitStageByItself(CopyOfOne& copy) : copy_(copy) {}

  // Runs all programs of tests without a mistake. False if one of them fails; `why` says then
  // which.
  bool Measure(const std::filesystem::path& folder, std::string& why);
  std::string name() const override { return "unit"; }
  StageEnd Try(std::size_t number, const std::filesystem::path& folder) const override;

 private:
  CopyOfOne& copy_;
  std::map<std::string, double> usual_seconds_;  // by program
};

class VerifyStageByItself : public Stage {
 public:
  VerifyStageByItself(CopyOfOne& copy, std::uint64_t seed) : copy_(copy), seed_(seed) {}

  bool Measure(const std::filesystem::path& folder, std::string& why);
  std::string name() const override { return "verify"; }
  StageEnd Try(std::size_t number, const std::filesystem::path& folder) const override;

 private:
  CopyOfOne& copy_;
  const std::uint64_t seed_;
  double usual_seconds_ = 60;
};

}  // namespace properties::mutate
