// fuzz/targets/text_round_trip.h -- what must hold of the trace parser on any text at all.
//
// What is read, printed and read again is the same; what is not read is refused with a place that
// exists and a reason that a terminal can show.
//
// Read next: reference/trace/trace_text.h.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fuzz {

// What is wrong with how the text was read or refused; empty if nothing is.
std::optional<std::string> RoundTripError(std::string_view text);

}  // namespace fuzz
