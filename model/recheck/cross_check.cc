// model/recheck/cross_check.cc -- shares the questions among threads, each of which waits for cvc5.

#include "model/recheck/cross_check.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <thread>
#include <utility>

namespace model {

namespace {

SecondOpinion::Verdict Compare(Satisfiable expected, Satisfiable given) {
  if (given == Satisfiable::kUnknown) return SecondOpinion::Verdict::kInconclusive;
  return given == expected ? SecondOpinion::Verdict::kAgree : SecondOpinion::Verdict::kDisagree;
}

}  // namespace

std::string_view WordOf(SecondOpinion::Verdict verdict) {
  constexpr std::array<std::string_view, 3> kWords = {"agree", "disagree", "inconclusive"};
  return kWords[static_cast<std::size_t>(verdict)];
}

std::size_t CrossCheck::Count(SecondOpinion::Verdict verdict) const {
  return static_cast<std::size_t>(
      std::count_if(opinions.begin(), opinions.end(),
                    [verdict](const SecondOpinion& each) { return each.verdict == verdict; }));
}

bool CrossCheck::Agrees() const {
  return holds && written && Count(SecondOpinion::Verdict::kAgree) == opinions.size();
}

void ForEachInParallel(std::size_t count, unsigned threads,
                       const std::function<void(std::size_t)>& job) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) job(i);
  };
  std::vector<std::jthread> helpers;
  for (unsigned i = 1; i < threads; ++i) helpers.emplace_back(work);
  work();
}

CrossCheck AskAgain(const std::string& folder, const ProofOptions& options,
                    const std::function<void(std::size_t, std::size_t)>& on_answer) {
  CrossCheck check;
  Questions questions = WriteQuestions(folder, options);
  check.holds = questions.holds;
  check.written = questions.written;
  for (Question& question : questions.all) {
    if (question.file.empty()) {
      ++check.untouched;
    } else {
      check.opinions.push_back({.question = std::move(question), .answer = {}});
    }
  }
  std::mutex mutex;
  std::size_t answers = 0;
  ForEachInParallel(check.opinions.size(), options.jobs, [&](std::size_t i) {
    SecondOpinion& opinion = check.opinions[i];
    opinion.answer =
        AskSecondSolver(folder + "/" + opinion.question.file, opinion.question.expected);
    opinion.verdict = Compare(opinion.question.expected, opinion.answer.satisfiable);
    const std::lock_guard lock(mutex);
    ++answers;
    if (on_answer) on_answer(answers, check.opinions.size());
  });
  return check;
}

}  // namespace model
