// properties/mutate/stranger.h -- the same small mistakes in a collector that is not ours.
//
// Of another collector there are sources, a command that builds it, and a library that `verify` can
// judge. Its build system is not known, so no switch is put into its sources: each mutant is
// written as plain text into a copy of the tree, built by the command, judged, and taken back. A
// copy is built from where it was, so a build system that compiles what has changed compiles one
// file for each mutant.
//
//     tree of the collector  ──copy──▶  one file changed  ──command──▶  library  ──▶  verify
//
// Mistakes that need help from a header of ours to be switched (swapped arguments, removed locks)
// are left out.
//
// Read next: properties/mutate/trial/trials.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "properties/mutate/sites/site.h"
#include "properties/mutate/trial/stages.h"
#include "properties/tidy/tree.h"

namespace properties::mutate {

// The sources in C and C++ below a folder, in the order of their paths.
tidy::Tree SourcesBelow(const std::filesystem::path& folder);
// The sites of all of them that can be written as plain text.
std::vector<Site> SitesOfStranger(const tidy::Tree& tree);
struct StrangerBuild {
  std::filesystem::path tree;     // of the collector
  std::string command;            // builds it; run by a shell in a copy of the tree
  std::filesystem::path subject;  // what `verify --subject` is given, from the root of the tree
  std::filesystem::path judge;    // the program `tricolour`
  std::uint64_t seed = 1;
};

// Builds a mutant and judges it. Mutant number N is site N - 1; 0 is none.
class StrangerStage : public Stage {
 public:
  // `tree` and `sites` must outlive the stage.
  StrangerStage(StrangerBuild build, const tidy::Tree& tree, const std::vector<Site>& sites)
      : build_(std::move(build)), tree_(tree), sites_(sites) {}

  // Builds and judges the collector as it is. False if that does not agree; `why` says why.
  bool Measure(const std::filesystem::path& folder, std::string& why);

  std::string name() const override { return "verify"; }
  StageEnd Try(std::size_t number, const std::filesystem::path& folder) const override;

 private:
  Ended BuildIn(const std::filesystem::path& copy, const std::filesystem::path& folder) const;
  Ended JudgeIn(const std::filesystem::path& copy, const std::filesystem::path& folder,
                double seconds) const;

  const StrangerBuild build_;
  const tidy::Tree& tree_;
  const std::vector<Site>& sites_;
  double usual_seconds_ = 60;
};

}  // namespace properties::mutate
