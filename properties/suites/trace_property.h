// properties/suites/trace_property.h -- what a test does with a trace that breaks a promise.
//
// A seed is no use to the reader of a failure, since it means something only to the same generator.
// So a failing trace is shrunk, printed, and kept in a file that `tricolour replay` reads. And
// since a run may crash before it can report, each trace is written to the file before it is run.
//
// Needs RapidCheck: for tests only. Read next: properties/suites/safety_test.cc.

#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <memory>
#include <string>

#include "properties/base/random.h"
#include "properties/judge/judge.h"
#include "properties/search/directed/directed.h"
#include "properties/shrink/shrink.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace_printer.h"

namespace properties {

// The file of the trace that a test is running, or has failed with.
inline std::string TraceFileOf(const char* what) {
  const testing::TestInfo* const test = testing::UnitTest::GetInstance()->current_test_info();
  return testing::TempDir() + test->test_suite_name() + "." + test->name() + "." + what + ".trace";
}

inline void Keep(const reference::Trace& trace, const std::string& file) {
  std::ofstream(file) << reference::PrintTrace(trace);
}

// Fails the RapidCheck property if the verdict's finding is about one of these properties.
inline void RequireNone(std::initializer_list<reference::Property> properties,
                        const reference::Trace& trace, const Verdict& verdict,
                        reference::Subject& subject) {
  const Finding* const finding = verdict.First();
  if (finding == nullptr) {
    RC_ASSERT(verdict.outcome == Outcome::kAgree);
    return;
  }
  if (std::count(properties.begin(), properties.end(), finding->property) == 0) return;
  const ShrinkResult shrunk = Shrink(trace, subject, verdict);
  const std::string file = TraceFileOf("failed");
  Keep(shrunk.trace, file);
  RC_FAIL(shrunk.verdict.First()->message + "\n" + reference::PrintTrace(shrunk.trace) +
          "replay: tricolour replay " + file);
}

// Judges one trace on the sound core.
inline void RequireNone(std::initializer_list<reference::Property> properties,
                        const reference::Trace& trace) {
  const std::unique_ptr<reference::Subject> core = MakeCoreSubject();
  const std::string running = TraceFileOf("running");
  Keep(trace, running);
  RequireNone(properties, trace, Judge(trace, *core), *core);
  std::remove(running.c_str());
}

// Judges some directed runs on the sound core.
inline void RequireNoneDirected(std::initializer_list<reference::Property> properties,
                                std::uint64_t seed, reference::Locals locals) {
  constexpr std::uint64_t kRuns = 50;
  const std::unique_ptr<reference::Subject> core = MakeCoreSubject();
  JudgeSession session(*core);
  for (std::uint64_t i = 0; i < kRuns; ++i) {
    reference::Trace trace;
    const Verdict verdict = RunDirected(session, SeedOfCase(seed, i), {.locals = locals}, trace);
    RequireNone(properties, trace, verdict, *core);
  }
}

}  // namespace properties
