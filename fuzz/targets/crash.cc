// fuzz/targets/crash.cc -- decodes, judges, shrinks and names what a fuzzer left behind.

#include "fuzz/targets/crash.h"

#include <algorithm>

#include "reference/trace/trace_bytes.h"

namespace fuzz {
namespace {

// The fault of the set, if it has exactly one: an entry of the corpus shows one fault, or none.
std::optional<gc::Fault> OneFault(const gc::FaultSet& faults) {
  for (const gc::FaultEntry& entry : gc::kFaults) {
    if (faults == gc::FaultSet(entry.fault)) return entry.fault;
  }
  return std::nullopt;
}

}  // namespace

Crash CrashOf(std::span<const std::uint8_t> bytes, const std::string& name,
              const Settings& settings, reference::Subject& subject,
              const properties::ShrinkBudget& budget) {
  reference::Trace trace = reference::DecodeTrace(bytes);
  if (settings.locals) trace.header.locals = *settings.locals;
  // If there is a question behind each 16th operation only, nothing can be left out before one.
  properties::JudgeOptions judge = settings.judge;
  judge.survey_every = std::min<std::size_t>(judge.survey_every, 1);
  Crash crash{.entry = {.name = name,
                        .trace = trace,
                        .fault = OneFault(settings.faults),
                        .subject = settings.subject},
              .verdict = properties::Judge(trace, subject, judge),
              .operations_before = trace.operations.size()};
  if (crash.verdict.outcome != properties::Outcome::kDisagree) return crash;
  properties::ShrinkResult shrunk =
      properties::Shrink(trace, subject, crash.verdict, budget, judge);
  crash.entry.trace = std::move(shrunk.trace);
  crash.verdict = std::move(shrunk.verdict);
  crash.runs = shrunk.runs;
  crash.complete = shrunk.complete;
  return crash;
}

}  // namespace fuzz
