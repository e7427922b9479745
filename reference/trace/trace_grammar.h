// reference/trace/trace_grammar.h -- whether a line can say an operation, by the operands of its
// verb.
//
// Read next: reference/trace/verbs.h (the table), reference/trace/trace_line.h (the table read),
// reference/trace/trace_printer.h (the table written).

#pragma once

#include "reference/trace/trace.h"

namespace reference {

// The same operation with the members that its verb does not use at their defaults.
Operation WithUsedMembersOnly(const Operation& operation);

// Whether a line can say this operation: a known verb, every operand and the lane within the limits
// of trace.h, and every other member at its default.
bool IsWellFormed(const Operation& operation);

}  // namespace reference
