// properties/suites/completeness_test.cc -- every unreachable object is freed, in bounded work.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "properties/suites/generators.h"
#include "properties/suites/trace_property.h"

namespace properties {
namespace {

using reference::Property;

RC_GTEST_PROP(Completeness, WhatWasUnreachableAtTheFlipGoesInThatCycle,
              (const reference::Trace& trace)) {
  RequireNone({Property::kCompleteness}, trace);
}

RC_GTEST_PROP(Completeness, NoGarbageStaysThatAWavefrontHides,
              (std::uint64_t seed, reference::Locals locals)) {
  RequireNoneDirected({Property::kCompleteness}, seed, locals);
}

RC_GTEST_PROP(Progress, ATickDoesAUnitWhileWorkIsLeftAndCyclesEnd,
              (const reference::Trace& trace)) {
  RequireNone({Property::kProgress}, trace);
}

RC_GTEST_PROP(Pause, ATickDoesNoMoreThanItsBudget, (const reference::Trace& trace)) {
  RequireNone({Property::kPause}, trace);
}

}  // namespace
}  // namespace properties
