// fuzz/targets/text_round_trip.h -- what must hold of the trace parser on every text.
//
// A text that is accepted, printed and parsed again gives the same trace. A text that is refused
// gets a place that exists and a reason that a terminal can show.
//
// Read next: reference/trace/trace_text.h.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fuzz {

// Says which of these promises the text breaks; empty if it breaks none.
std::optional<std::string> RoundTripError(std::string_view text);

}  // namespace fuzz
