// reference/testing/arbitrary_trace.h -- lets RapidCheck make any well-formed trace.
//
// These traces are for tests of the two forms of a trace, text and bytes. They have all verbs,
// lanes and limits, also in operations that no mutator could do. Only tests include this.
//
// Read next: reference/trace/trace_grammar.h.

#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <utility>
#include <vector>

#include "reference/trace/trace.h"
#include "reference/trace/trace_grammar.h"
#include "reference/trace/trace_printer.h"

namespace reference {

inline void showValue(const Operation& operation, std::ostream& out) {
  out << PrintOperation(operation);
}
inline void showValue(const Trace& trace, std::ostream& out) { out << '\n' << PrintTrace(trace); }

// The limits below which operands are drawn.
struct OperandLimits {
  std::uint32_t lanes = kLaneLimit;
  std::uint32_t names = kNameLimit;
  std::uint32_t fields = kFieldLimit;  // of a store, move or swap
  std::uint32_t slots = kSlotLimit;
  std::uint32_t units = kTickLimit;
  std::uint32_t seconds = kSecondsLimit;
};

// Any number below `limit`, and often one at the ends: 0, a little more, or the last.
inline rc::Gen<std::uint32_t> Below(std::uint32_t limit) {
  return rc::gen::resize(
      rc::kNominalSize,
      rc::gen::oneOf(rc::gen::just(0u), rc::gen::just(limit - 1),
                     rc::gen::inRange(0u, std::min(limit, 32u)), rc::gen::inRange(0u, limit)));
}

// Draws the members that belong to an operand. To be called while RapidCheck generates a value.
inline void DrawOperand(Operand operand, const OperandLimits& limits, Operation& operation) {
  switch (operand) {
    case Operand::kNone:
      return;
    case Operand::kField:
      operation.field = static_cast<std::uint16_t>(*Below(limits.fields));
      [[fallthrough]];
    case Operand::kObject:
      operation.object = *Below(limits.names);
      return;
    case Operand::kTargetField:
      operation.target_field = static_cast<std::uint16_t>(*Below(limits.fields));
      operation.target = *Below(limits.names);
      return;
    case Operand::kValue:
      operation.target = *rc::gen::oneOf(rc::gen::just(kNull), Below(limits.names));
      return;
    case Operand::kOther:
      operation.target = *Below(limits.names);
      return;
    case Operand::kFieldCount:
      operation.number = *Below(kFieldLimit + 1);
      return;
    case Operand::kUnits:
      operation.number = 1 + *Below(limits.units);
      return;
    case Operand::kWeak:
    case Operand::kReferencer:
      operation.number = *Below(limits.slots);
      return;
    case Operand::kOtherWeak:
      operation.other = *Below(limits.slots);
      return;
    case Operand::kYesNo:
    case Operand::kRaw:
      operation.flag = static_cast<std::uint8_t>(*Below(2));
      return;
    case Operand::kSeconds:
      operation.number = *Below(limits.seconds);
      return;
  }
}

// A well-formed operation with one of the first `verbs` verbs.
inline rc::Gen<Operation> ArbitraryOperation(const OperandLimits& limits = {},
                                             std::size_t verbs = kVerbCount) {
  return rc::gen::exec([=] {
    Operation operation{.verb = static_cast<Verb>(*rc::gen::inRange<std::size_t>(0, verbs))};
    operation.lane = static_cast<std::uint8_t>(*Below(limits.lanes));
    for (const Operand operand : OperandsOf(operation.verb)) {
      DrawOperand(operand, limits, operation);
    }
    return operation;
  });
}

// A trace of at most `most` such operations.
inline rc::Gen<Trace> TraceOf(rc::Gen<Operation> operation, int most = 100) {
  const auto locals = rc::gen::map(rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0u, 3u)),
                                   [](unsigned i) { return static_cast<Locals>(i); });
  const auto operations =
      rc::gen::resize(most, rc::gen::container<std::vector<Operation>>(std::move(operation)));
  return rc::gen::apply(
      [](Locals header, std::vector<Operation> list) {
        return Trace{.header = {.locals = header}, .operations = std::move(list)};
      },
      locals, operations);
}

}  // namespace reference

namespace rc {

template <>
struct Arbitrary<reference::Trace> {
  static Gen<reference::Trace> arbitrary() {
    return reference::TraceOf(reference::ArbitraryOperation());
  }
};

}  // namespace rc
