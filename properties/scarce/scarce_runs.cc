#include "properties/scarce/scarce_runs.h"

#include <algorithm>
#include <utility>

#include "properties/base/random.h"
#include "properties/judge/judge.h"
#include "properties/search/directed/directed.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/variant/members.h"

namespace properties {
namespace {

using reference::Setting;

void DropClaims(reference::Trace& trace) {
  std::erase_if(trace.operations, [](const reference::Operation& operation) {
    return reference::IsExpectation(operation.verb);
  });
}
// Where a heap has little room as well, it is not known which of the two refuses.
bool HasRoom(const reference::Trace& trace) {
  return trace.header.heap.Number(Setting::kRoom) == 0;
}

constexpr JudgeOptions kGoesOn{.goes_on_without_memory = true};

std::uint64_t CountAllocations(const reference::Trace& trace, reference::Subject& subject) {
  const FailingAllocation none(~std::uint64_t{0});
  Judge(trace, subject, kGoesOn);
  return none.seen();
}

}  // namespace

bool CanShowItsFault(const CorpusEntry& entry) {
  return kScarceRunsWork || entry.trace.header.heap.Value(Setting::kLists) != "none";
}

std::vector<ScarceRun> ScarceRunsOf(const Corpus& corpus) {
  std::vector<ScarceRun> runs;
  for (const CorpusEntry& entry : corpus.entries) {
    if (entry.subject != "core" || !HasRoom(entry.trace)) continue;
    ScarceRun run{entry.name, entry.trace};
    DropClaims(run.trace);
    runs.push_back(run);
    const auto workers = reference::EntryOf(Setting::kHands).Values();
    for (std::uint8_t hands = 1; hands < workers.size(); ++hands) {
      ScarceRun other = run;
      other.name += " with " + std::string(workers[hands]) + " workers";
      other.trace.header.heap.Choose(Setting::kHands, hands);
      runs.push_back(std::move(other));
    }
    for (std::uint8_t kind = 1; kind <= reference::kMemberKinds; ++kind) {
      ScarceRun other = run;
      other.name += " with members " + std::to_string(kind);
      other.trace.header.heap.Choose(Setting::kMembers, kind);
      runs.push_back(std::move(other));
    }
  }
  return runs;
}

ScarceRun DirectedScarceRun(std::uint64_t seed) {
  ScarceRun run{.name = "directed random", .trace = {}};
  const std::unique_ptr<reference::Subject> core = MakeCoreSubject();
  JudgeSession session(*core);
  RunDirected(session, seed, {.max_operations = 60, .max_objects = 20}, run.trace);
  run.trace.header.heap.Choose(Setting::kRoom, 0);
  DropClaims(run.trace);
  return run;
}

namespace {

// A run in which an allocation fails; whether it came to that one.
bool FailsAt(std::uint64_t number, const reference::Trace& trace, bool for_good,
             reference::Subject& subject, ScarceVerdict& verdict) {
  const FailingAllocation failing(number, for_good);
  const Verdict once = Judge(trace, subject, kGoesOn);
  ++verdict.runs;
  verdict.last = number;
  verdict.operations += once.applied;
  if (once.outcome != Outcome::kAgree) {
    verdict.difference = "allocation " + std::to_string(number) +
                         (for_good ? " and all behind it: " : ": ") +
                         (once.First() ? once.First()->message : "inconclusive");
  }
  return failing.failed();
}

}  // namespace

// What is allocated once in the life of a process, such as a class's words, may be among the first
// allocations of a run: these fail before they are counted.
ScarceVerdict JudgeScarce(const reference::Trace& trace, bool for_good,
                          const std::function<std::unique_ptr<reference::Subject>()>& subject,
                          std::uint64_t most, std::uint64_t turn) {
  ScarceVerdict verdict;
  const auto more = [&] { return verdict.runs < most && verdict.difference.empty(); };
  const std::uint64_t first = std::min<std::uint64_t>(most, 3);
  for (std::uint64_t number = 0; number < first && more(); ++number) {
    if (!FailsAt(number, trace, for_good, *subject(), verdict)) return verdict;
  }
  if (!more()) return verdict;
  const std::uint64_t all = CountAllocations(trace, *subject());
  const std::uint64_t left = all > first ? all - first : 0;
  const std::uint64_t tried = std::min(left, most - first);
  const std::uint64_t ahead = left == 0 ? 0 : SeedOfCase(turn, 0) % left;
  for (std::uint64_t i = 0; i < tried && more(); ++i) {
    FailsAt(first + (i * left + ahead) / tried, trace, for_good, *subject(), verdict);
  }
  return verdict;
}

}  // namespace properties
