// properties/mutate/trial/stages.h -- tries one mutant: the unit tests that reach it, then the
// judge.
//
//     unit    the tests of core, and of what core/reflect saves, that run through the site, the
//             quickest first
//     verify  `tricolour verify --quick --first`: corpus, small heaps, directed random, rules
//
// The first stage that notices ends the trial, unless it is to be known what each notices alone.
//
// Read next: properties/mutate/trial/trials.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "properties/mutate/copy/switches.h"
#include "properties/mutate/trial/processes.h"
#include "properties/mutate/trial/tests_of_core.h"

namespace properties::mutate {

// How a mutant fared. Only the last three were not noticed.
enum class Fate { kKilled, kCrashed, kHung, kSurvived, kUnreached, kNotBuilt };
inline constexpr const char* kFateNames[] = {"killed",   "crashed",   "hung",
                                             "survived", "unreached", "not-built"};
inline bool IsNoticed(Fate fate) { return fate <= Fate::kHung; }

// Whether "unit,verify" has this stage.
inline bool Lists(const std::string& stages, const std::string& name) {
  return ("," + stages + ",").find("," + name + ",") != std::string::npos;
}

struct StageEnd {
  std::string stage;  // "unit", "verify"
  Fate fate = Fate::kSurvived;
  std::string by;      // what noticed: a test, or a section and what it said
  double seconds = 0;  // of a processor
};

// A stage of the trial. All functions may be called by several threads at a time.
class Stage {
 public:
  virtual ~Stage() = default;
  virtual std::string name() const = 0;
  // Runs it with this mutant, in a folder of its own.
  virtual StageEnd Try(std::size_t number, const std::filesystem::path& folder) const = 0;
};

// A program of unit tests, and what each of them reaches.
struct Suite {
  std::filesystem::path program;
  Reach reach;
};

class UnitStage : public Stage {
 public:
  explicit UnitStage(std::vector<Suite> suites) : suites_(std::move(suites)) {}

  // Runs all tests of a program once, and notes what they reach. Empty if it did not get to its
  // end; `why` says then why.
  static std::optional<Reach> Measure(const std::filesystem::path& program,
                                      const std::filesystem::path& folder, std::string& why);

  std::string name() const override { return "unit"; }
  StageEnd Try(std::size_t number, const std::filesystem::path& folder) const override;
  // Of all programs, those that reach the mutant.
  std::vector<const UnitTest*> Reaching(std::size_t number) const;

 private:
  const std::vector<Suite> suites_;
};

class VerifyStage : public Stage {
 public:
  VerifyStage(std::filesystem::path program, std::uint64_t seed)
      : program_(std::move(program)), seed_(seed) {}

  // Runs without a mutant and remembers how long that takes, and what it reaches. False if that
  // does not agree; `why` says then what it said.
  bool Measure(const std::filesystem::path& folder, std::string& why);

  std::string name() const override { return "verify"; }
  bool Reaches(std::size_t number) const { return reached_.at(number) == kReachedByte; }
  // A mutant that no run reaches is not tried.
  StageEnd Try(std::size_t number, const std::filesystem::path& folder) const override;

 private:
  // `variable` is set in the environment.
  Ended Run(const std::string& variable, const std::string& value,
            const std::filesystem::path& folder, double seconds) const;

  const std::filesystem::path program_;
  const std::uint64_t seed_;
  double usual_seconds_ = 60;
  std::string reached_;  // a byte for each number
};

// The run of `verify --quick` that tries a mutant, and what it says, from what it left in its
// folder.
Command QuickVerify(const std::filesystem::path& program, std::uint64_t seed,
                    const std::filesystem::path& folder, double seconds);
StageEnd EndOfVerify(const Ended& ended, const std::filesystem::path& folder);
// How a process fared: what exits with 0 has noticed nothing.
Fate FateOf(const Ended& ended);
// What noticed, from the log of a program of tests: the test that failed or did not end.
std::string NoticedByTest(const std::string& log);
// The same from the report of `verify`.
std::string NoticedByVerify(const std::string& report);

}  // namespace properties::mutate
