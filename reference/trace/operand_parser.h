// reference/trace/operand_parser.h -- one word after a verb, read as what the verb takes there.
//
// Every operand has one spelling only: no leading zeros, no letters by number, nothing past a
// limit. Hence two texts that differ in their words are different traces.
//
// Read next: reference/trace/trace_line.h.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "reference/trace/parse_error.h"
#include "reference/trace/trace.h"
#include "reference/trace/trace_grammar.h"
#include "reference/trace/words.h"

namespace reference {

// Reads an operand into its members of the operation and steps behind it. The optional ones may be
// missing.
std::optional<ParseError> ParseOperand(Operand operand, Words& words, Operation& operation);

// The number that all of the digits make, if they have no leading zero and it is within the bounds.
std::optional<std::uint32_t> NumberBetween(std::uint32_t least, std::uint32_t most,
                                           std::string_view digits);

// Whether this is digits only, and at least one.
bool IsDigits(std::string_view text);

}  // namespace reference
