// model/recheck/cross_check.h -- compares what two solvers say of every condition.
//
// Read next: certificate.h.

#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "model/recheck/question_files.h"

namespace model {

// What the second solver says of one condition that Z3 was asked about.
struct SecondOpinion {
  enum class Verdict : std::uint8_t { kAgree, kDisagree, kInconclusive };
  Question question;
  SolverAnswer answer;
  Verdict verdict = Verdict::kInconclusive;
};
std::string_view WordOf(SecondOpinion::Verdict verdict);

struct CrossCheck {
  std::vector<SecondOpinion> opinions;  // of each condition that has a file, in order
  std::size_t untouched = 0;            // conditions that no solver is asked about
  bool holds = false;                   // whether Z3 proved every condition
  bool written = true;                  // whether every file could be written
  std::size_t Count(SecondOpinion::Verdict verdict) const;
  // Whether both solvers say of all conditions that they hold.
  bool Agrees() const;
};

// Writes the questions of a machine into a folder that exists, and asks the second solver about
// each in a process of its own; options.jobs of them run at a time. `on_answer` is called after
// each, by one thread at a time, with the number of answers so far and of all questions.
CrossCheck AskAgain(const std::string& folder, const ProofOptions& options,
                    const std::function<void(std::size_t, std::size_t)>& on_answer = {});

// Calls `job` with each number below `count`, from as many threads as given.
void ForEachInParallel(std::size_t count, unsigned threads,
                       const std::function<void(std::size_t)>& job);

}  // namespace model
