// properties/mutate/outcome.h -- how all mutants fared, as text, JSON and JUnit.
//
// Read next: properties/mutate/mutate_main.cc.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "properties/mutate/sites/site.h"
#include "properties/mutate/trial/stages.h"
#include "properties/tidy/tree.h"

namespace properties::mutate {

// One mutant that was tried.
struct Outcome {
  const Site* site = nullptr;
  std::size_t number = 0;            // TRICOLOUR_MUTANT=number switches it on; 0: it is no switch
  std::vector<StageEnd> stages;      // those that ran, in their order
  std::vector<std::string> reached;  // the unit tests that ran through it
  std::string argument;              // why nothing can notice it; empty if that is not claimed

  // The first stage that noticed; null if none did.
  const StageEnd* Noticed() const;
  Fate fate() const;
  double seconds() const;
};

// What a run is about.
struct MutationRun {
  std::size_t sites = 0;      // that were asked for,
  std::size_t not_built = 0;  // of which so many do not compile,
  std::size_t by_itself = 0;  // and so many can be no switch
  std::size_t chosen = 0;     // to be tried
  std::uint64_t seed = 0;
  double seconds = 0;  // that it took
  std::vector<Outcome> outcomes;
};

// A mutant as a diff of the lines that it changes, without their context.
std::string DiffOf(const Site& site, const tidy::Tree& tree);

// A mutant that was not noticed, with its diff and the tests that ran through it.
std::string SurvivorText(const Outcome& outcome, const tidy::Tree& tree);
// Tables by folder, by operator and by what noticed, and the result.
std::string SummaryText(const MutationRun& run);

std::string JsonOf(const MutationRun& run, const tidy::Tree& tree);
std::string JUnitOf(const MutationRun& run, const tidy::Tree& tree);

}  // namespace properties::mutate
