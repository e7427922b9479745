// fuzz/targets/text_round_trip_test.cc -- the target for text finds nothing wrong, whatever the
// text is.

#include "fuzz/targets/text_round_trip.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "reference/trace/trace_bytes.h"
#include "reference/trace/trace_printer.h"

namespace fuzz {
namespace {

RC_GTEST_PROP(TextRoundTrip, HoldsOfAnyText, (const std::string& text)) {
  RC_ASSERT(!RoundTripError(text));
  RC_ASSERT(!RoundTripError("tricolour trace 2\n" + text));
}

RC_GTEST_PROP(TextRoundTrip, HoldsOfEveryTraceThatBytesCanSay,
              (const std::vector<std::uint8_t>& bytes)) {
  RC_ASSERT(!RoundTripError(reference::PrintTrace(reference::DecodeTrace(bytes))));
}

}  // namespace
}  // namespace fuzz
