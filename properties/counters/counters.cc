// properties/counters/counters.cc -- counts events, and reads and writes the baseline.

#include "properties/counters/counters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "properties/corpus/corpus.h"
#include "properties/judge/judge.h"

namespace properties {

using reference::Event;
using reference::EventKind;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WorkCounts, applied, cycles, units, longest_cycle, scanned,
                                   barrier_hits, references, visited, freed)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CounterReason, date, why)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CounterBaseline, reasons, traces)

namespace {

constexpr auto kCounters = std::to_array<std::pair<const char*, std::uint64_t WorkCounts::*>>(
    {{"applied", &WorkCounts::applied},
     {"cycles", &WorkCounts::cycles},
     {"units", &WorkCounts::units},
     {"longest cycle", &WorkCounts::longest_cycle},
     {"scanned", &WorkCounts::scanned},
     {"barrier hits", &WorkCounts::barrier_hits},
     {"references", &WorkCounts::references},
     {"visited", &WorkCounts::visited},
     {"freed", &WorkCounts::freed}});

class Counter {
 public:
  void See(const Event& event) {
    if (reference::IsUnit(event.kind)) {
      ++counts_.units;
      ++of_cycle_;
    }
    if (event.kind == EventKind::kFlip) of_cycle_ = 1;
    counts_.scanned += event.kind == EventKind::kScan ? 1 : 0;
    counts_.visited += event.kind == EventKind::kGather ? 1 : 0;
    counts_.freed += event.kind == EventKind::kFree ? 1 : 0;
    counts_.barrier_hits += event.kind == EventKind::kBarrierList ? event.detail : 0;
    counts_.references += event.kind == EventKind::kInitialReferences ? event.detail : 0;
    if (event.kind != EventKind::kCycleEnd) return;
    ++counts_.cycles;
    counts_.longest_cycle = std::max(counts_.longest_cycle, of_cycle_);
    of_cycle_ = 0;
  }
  const WorkCounts& counts() const { return counts_; }

 private:
  WorkCounts counts_;
  std::uint64_t of_cycle_ = 0;
};

}  // namespace

std::string DifferenceOf(const WorkCounts& counted, const WorkCounts& expected) {
  std::string text;
  for (const auto& [name, member] : kCounters) {
    if (counted.*member == expected.*member) continue;
    text += fmt::format("{}{} {} instead of {}", text.empty() ? "" : ", ", name, counted.*member,
                        expected.*member);
  }
  return text;
}

std::variant<WorkCounts, std::string> CountWork(const reference::Trace& trace,
                                                reference::Subject& subject) {
  JudgeSession session(subject);
  session.Begin(trace.header);
  Counter counter;
  for (const reference::Operation& operation : trace.operations) {
    const bool goes_on = session.Step(operation);
    for (const Event& event : session.last_events()) counter.See(event);
    if (!goes_on) break;
  }
  const Verdict verdict = session.End();
  if (verdict.outcome == Outcome::kInconclusive) return verdict.inconclusive_because;
  if (const Finding* const finding = verdict.First()) return finding->message;
  WorkCounts counts = counter.counts();
  counts.applied = verdict.applied;
  return counts;
}

std::variant<CounterBaseline, std::string> ReadCounterBaseline(std::string_view text) {
  try {
    return nlohmann::json::parse(text).get<CounterBaseline>();
  } catch (const nlohmann::json::exception& error) {
    return std::string(error.what());
  }
}

std::string TextOf(const CounterBaseline& baseline) {
  return nlohmann::json(baseline).dump(1, ' ') + "\n";
}

std::map<std::string, reference::Trace> FixedTraces(const std::string& root) {
  std::map<std::string, reference::Trace> traces;
  for (const char* const folder : {"/properties/corpus", "/properties/counters/traces"}) {
    for (const CorpusEntry& entry : LoadCorpus(root + folder).entries) {
      if (entry.subject == "core") traces[entry.name] = entry.trace;
    }
  }
  return traces;
}

}  // namespace properties
