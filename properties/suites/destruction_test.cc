// properties/suites/destruction_test.cc -- all objects of a batch begin destruction before any
// finishes, and all finish before any is freed; each stage comes once, and an unready object waits.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "properties/suites/generators.h"
#include "properties/suites/trace_property.h"

namespace properties {
namespace {

using reference::Property;

RC_GTEST_PROP(Destruction, GoesInOrderAndOnceForEachObject, (const reference::Trace& trace)) {
  RequireNone({Property::kOrder}, trace);
}

RC_GTEST_PROP(Destruction, GoesInOrderThoughCyclesStartOnTopOfIt, (std::uint64_t seed)) {
  const std::unique_ptr<reference::Subject> core = MakeCoreSubject();
  JudgeSession session(*core);
  for (std::uint64_t i = 0; i < 50; ++i) {
    reference::Trace trace;
    const DirectedOptions options{.profile = Profile::kPurge};
    const Verdict verdict = RunDirected(session, SeedOfCase(seed, i), options, trace);
    RequireNone({Property::kOrder, Property::kProgress}, trace, verdict, *core);
  }
}

}  // namespace
}  // namespace properties
