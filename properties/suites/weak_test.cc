// properties/suites/weak_test.cc -- a weak reference answers its object or null, and never another.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "properties/suites/generators.h"
#include "properties/suites/trace_property.h"

namespace properties {
namespace {

using reference::Property;

RC_GTEST_PROP(Weak, AReadAnswersItsObjectOrNull, (const reference::Trace& trace)) {
  RequireNone({Property::kWeakAnswer}, trace);
}

// Many cycles with few indices: serials must change, and doomed objects must stay hidden.
RC_GTEST_PROP(Weak, NoIndexThatCameBackAnswersForTheOld, (std::uint64_t seed)) {
  const std::unique_ptr<reference::Subject> core = MakeCoreSubject();
  JudgeSession session(*core);
  for (std::uint64_t i = 0; i < 50; ++i) {
    reference::Trace trace;
    const DirectedOptions options{.profile = i % 2 ? Profile::kWeak : Profile::kChurn};
    const Verdict verdict = RunDirected(session, SeedOfCase(seed, i), options, trace);
    RequireNone({Property::kWeakAnswer}, trace, verdict, *core);
  }
}

}  // namespace
}  // namespace properties
