// properties/suites/verifier_test.cc -- core's own verifier, and the colours it publishes, agree
// with the oracle's edges after every operation of a sound run.

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
