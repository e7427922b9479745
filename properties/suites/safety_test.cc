// properties/suites/safety_test.cc -- no object that the mutator can reach is ever freed or
// changed.
//
// A trace is a whole run: the mutator's operations and the collector's units in one sequence, so
// that an interleaving is data and shrinks like data. After each operation, every object that the
// oracle can reach must still be there in core, with the fields that it was given.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "properties/suites/generators.h"
#include "properties/suites/trace_property.h"

namespace properties {
namespace {

using reference::Property;

RC_GTEST_PROP(Safety, WhatTheMutatorCanReachIsNeverFreed, (const reference::Trace& trace)) {
  RequireNone({Property::kSafety}, trace);
}

RC_GTEST_PROP(Safety, NothingIsFreedThatAWavefrontHides,
              (std::uint64_t seed, reference::Locals locals)) {
  RequireNoneDirected({Property::kSafety}, seed, locals);
}

RC_GTEST_PROP(Safety, FieldsHoldWhatTheyWereGiven, (const reference::Trace& trace)) {
  RequireNone({Property::kFields}, trace);
}

}  // namespace
}  // namespace properties
