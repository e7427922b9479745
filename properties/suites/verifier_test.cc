// properties/suites/verifier_test.cc -- after every operation of a sound run, core's own verifier
// finds nothing, and its colours agree with the oracle's edges.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "properties/suites/generators.h"
#include "properties/suites/trace_property.h"

namespace properties {
namespace {

using reference::Property;

RC_GTEST_PROP(Verifier, Agrees, (const reference::Trace& trace)) {
  RequireNone({Property::kVerifier, Property::kSelfCheck}, trace);
}

RC_GTEST_PROP(Verifier, AgreesWhereTheWavefrontIsAttacked,
              (std::uint64_t seed, reference::Locals locals)) {
  RequireNoneDirected({Property::kVerifier, Property::kSelfCheck}, seed, locals);
}

RC_GTEST_PROP(Tricolour, NoBlackObjectRefersToAWhiteOne,
              (std::uint64_t seed, reference::Locals locals)) {
  RequireNoneDirected({Property::kTricolour}, seed, locals);
}

}  // namespace
}  // namespace properties
