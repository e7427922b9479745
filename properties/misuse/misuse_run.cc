#include "properties/misuse/misuse_run.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <system_error>
#include <utility>

#include "properties/misuse/given_calls.h"
#include "properties/misuse/misuse.h"

namespace properties::misuse {
namespace {

// A mistake, as a process to be run and as what is said of it.
struct Case {
  std::string name;
  std::optional<Refusal> refusal;  // nothing: it is none
  std::function<void()> act;
};

const std::vector<Misuse>& Special() {
  static const std::vector<Misuse> all = [] {
    std::vector<Misuse> made = ClassMisuses();
    for (auto* const more :
         {&ObjectMisuses, &HeapMisuses, &StepMisuses, &VerifiedMisuses, &ThreadMisuses,
          &NameMisuses, &MemoryMisuses, &GameMisuses, &EditingMisuses}) {
      for (Misuse& one : more()) made.push_back(std::move(one));
    }
    return made;
  }();
  return all;
}

std::size_t GivenCases() { return GivenCallCount() * kGivens; }

// Nothing if it cannot be tried at that time.
std::optional<Case> CaseOf(const MisuseOperation& operation) {
  std::size_t number = operation.number % MistakeCount();
  if (number < GivenCases()) {
    const std::size_t call = number / kGivens;
    const Given given = static_cast<Given>(number % kGivens);
    const When when = static_cast<When>(operation.when % kWhens);
    if (!CanBeTried(call, given, when)) return std::nullopt;
    return Case{std::string(NameOfCall(call)) + " of " + kGivenWords[number % kGivens] + " " +
                    kWhenWords[operation.when % kWhens],
                RefusalOf(call, given, when), [=] { Try(call, given, when); }};
  }
  number -= GivenCases();
  const Misuse& one = Special()[number / 2];
  if (number % 2 != 0) {
    if (one.right == nullptr) return std::nullopt;
    return Case{"not so: " + one.name, std::nullopt, one.right};
  }
  if (one.wrong == nullptr) return std::nullopt;
  return Case{one.name, one.refusal, one.wrong};
}

// How a process ended that did something, and what it printed to stderr.
struct End {
  bool aborted = false;
  std::string how;  // "exit 0", "signal 6"
  std::string text;
};

// A mistake that is not refused may hang.
constexpr unsigned kSeconds = 20;

End RunApart(const std::function<void()>& act) {
  int ends[2];
  if (pipe(ends) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  std::fflush(nullptr);
  const pid_t process = fork();
  if (process < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (process == 0) {
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    std::signal(SIGABRT, SIG_DFL);
    alarm(kSeconds);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    act();
    _exit(0);
  }
  close(ends[1]);
  End end;
  char some[4096];
  for (ssize_t size; (size = read(ends[0], some, sizeof some)) != 0;) {
    if (size > 0) end.text.append(some, static_cast<std::size_t>(size));
    if (size < 0 && errno != EINTR) break;
  }
  close(ends[0]);
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  end.aborted = WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
  end.how = WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                                : "exit " + std::to_string(WEXITSTATUS(status));
  return end;
}

// The name of the rule that the last line names; empty if it names none.
std::string RuleIn(const std::string& text) {
  const std::size_t at = text.rfind("gc: rule ");
  if (at == text.npos) return "";
  const std::size_t from = at + std::string_view("gc: rule ").size();
  return text.substr(from, text.find(':', from) - from);
}

// The first of the words that does not follow the others in the text; empty: all do.
std::string Missing(const std::string& text, const std::vector<std::string>& words) {
  std::size_t at = 0;
  for (const std::string& word : words) {
    at = text.find(word, at);
    if (at == text.npos) return word;
    at += word.size();
  }
  return "";
}

End Told(End end, MisuseLie lie, bool is_wrong) {
  const std::size_t rule = end.text.rfind("gc: rule ");
  if (lie == MisuseLie::kNamesNoRule && rule != end.text.npos) end.text.erase(rule);
  if (lie == MisuseLie::kNamesOther) std::ranges::replace(end.text, '2', '7');
  if (lie == MisuseLie::kGoesOn && is_wrong) end = {false, "exit 0", ""};
  if (lie == MisuseLie::kRefusesRight && !is_wrong) end = {true, "signal 6", "gc: no"};
  return end;
}

void Compare(const Case& one, const End& end, MisuseVerdict& verdict) {
  if (!one.refusal) {
    verdict.Same("what is no mistake (" + one.name + ")", end.how + ": " + end.text, "exit 0: ");
    return;
  }
  verdict.Same("the end of a program in which " + one.name,
               end.aborted ? "an abort" : end.how + " " + end.text, "an abort");
  verdict.Same("the rule of it that " + one.name, RuleIn(end.text), std::string(one.refusal->rule));
  const std::string missing = Missing(end.text, one.refusal->words);
  verdict.Same("what is said of it that " + one.name, missing.empty() ? "all of it" : end.text,
               missing.empty() ? "all of it" : missing);
}

}  // namespace

std::size_t MistakeCount() { return GivenCases() + 2 * Special().size(); }

MisuseRun DrawMisuseRun(std::uint64_t seed) {
  Random random(seed);
  MisuseRun run(MistakeCount());
  for (std::size_t i = 0; i < run.size(); ++i) {
    run[i] = {.number = static_cast<std::uint16_t>(i),
              .when = static_cast<std::uint8_t>(random.Below(kWhens))};
  }
  for (std::size_t i = run.size(); i > 1; --i) {
    std::swap(run[i - 1], run[random.Below(static_cast<std::uint32_t>(i))]);
  }
  return run;
}

MisuseVerdict JudgeMisuse(const MisuseRun& run, MisuseLie lie) {
  MisuseVerdict verdict;
  for (const MisuseOperation& operation : run) {
    const std::optional<Case> one = CaseOf(operation);
    if (one) {
      ++verdict.applied;
      Compare(*one, Told(RunApart(one->act), lie, one->refusal.has_value()), verdict);
    }
    if (!verdict.difference.empty()) break;
    ++verdict.step;
  }
  return verdict;
}

MisuseRun ShrunkMisuse(MisuseRun run, MisuseLie lie) {
  const std::size_t step = JudgeMisuse(run, lie).step;
  if (step < run.size()) {
    const MisuseRun alone = {run[step]};
    if (!JudgeMisuse(alone, lie).difference.empty()) return alone;
  }
  return Shortened(std::move(run), [lie](const MisuseRun& shorter) {
    return !JudgeMisuse(shorter, lie).difference.empty();
  });
}

std::string TextOf(const MisuseRun& run) {
  std::string text;
  for (const MisuseOperation& operation : run) {
    if (const std::optional<Case> one = CaseOf(operation)) text += one->name + '\n';
  }
  return text;
}

}  // namespace properties::misuse
