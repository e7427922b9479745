// reference/trace/trace_grammar.h -- which operands each verb takes, once, as a table.
//
// The parser, the printer, the byte decoder and the generators all have to know that a store takes
// a field and then a value. Written down four times, they would come to differ at the verb that was
// added last. So it is written down here, and they walk this table.
//
// Read next: reference/trace/trace_line.h (the table read), reference/trace/trace_printer.h (the
// table written).

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "reference/trace/trace.h"

namespace reference {

// A word after the verb, and the members of Operation that it stands for.
enum class Operand : std::uint8_t {
  kNone,
  kObject,       // a                object
  kField,        // a.0              object, field
  kValue,        // b | null         target
  kTargetField,  // b.1              target, target_field
  kOther,        // b                target
  kFieldCount,   // [N]              number; not written if it is the default
  kUnits,        // N                number
  kWeak,         // w0               number
  kOtherWeak,    // w0               other
  kReferencer,   // r0               number
  kYesNo,        // yes | no         flag
  kRaw,          // [raw]            flag
  kSeconds,      // N                number
};

inline constexpr std::size_t kOperandLimit = 3;
using OperandList = std::array<Operand, kOperandLimit>;

// The operands of each verb in the order they are written, in enumeration order of the verbs.
inline constexpr std::array<OperandList, kVerbCount> kGrammar = {{
    {Operand::kObject, Operand::kFieldCount},                 // create
    {Operand::kField, Operand::kValue},                       // store
    {Operand::kField, Operand::kTargetField},                 // move
    {Operand::kField, Operand::kTargetField},                 // swap
    {Operand::kObject},                                       // root
    {Operand::kObject},                                       // unroot
    {Operand::kObject},                                       // strong-take
    {Operand::kObject},                                       // strong-drop
    {Operand::kWeak, Operand::kObject},                       // weak-make
    {Operand::kWeak},                                         // weak-read
    {Operand::kWeak, Operand::kOtherWeak},                    // weak-copy
    {Operand::kReferencer, Operand::kObject, Operand::kRaw},  // referencer-hold
    {Operand::kReferencer},                                   // referencer-release
    {Operand::kObject, Operand::kYesNo},                      // ready
    {Operand::kObject},                                       // hold
    {Operand::kObject},                                       // drop
    {},                                                       // collect
    {},                                                       // start
    {Operand::kUnits},                                        // tick
    {Operand::kObject},                                       // expect alive
    {Operand::kObject},                                       // expect gone
    {Operand::kObject},                                       // keep
    {Operand::kObject},                                       // unkeep
    {Operand::kObject, Operand::kOther},                      // copy
    {Operand::kObject, Operand::kFieldCount},                 // reserve
    {Operand::kObject},                                       // complete
    {Operand::kObject, Operand::kOther},                      // append
    {Operand::kField},                                        // erase
    {Operand::kObject, Operand::kOther},                      // take
    {Operand::kField, Operand::kWeak},                        // resolve
    {Operand::kObject, Operand::kFieldCount},                 // create-named
    {Operand::kObject},                                       // find
    {},                                                       // enter
    {},                                                       // leave
    {},                                                       // try-collect
    {Operand::kSeconds},                                      // world
    {Operand::kObject, Operand::kFieldCount},                 // permanent
    {Operand::kObject, Operand::kTargetField},                // farewell
    {Operand::kObject},                                       // garbage
    {Operand::kObject, Operand::kOther},                      // outer
    {Operand::kReferencer, Operand::kObject},                 // referencer-protect
    {Operand::kObject},                                       // cluster
    {Operand::kObject, Operand::kOther},                      // cluster-add
    {Operand::kObject},                                       // dissolve
}};

constexpr std::span<const Operand> OperandsOf(Verb verb) {
  const OperandList& list = kGrammar[static_cast<std::size_t>(verb)];
  std::size_t count = 0;
  while (count < list.size() && list[count] != Operand::kNone) ++count;
  return {list.data(), count};
}

// The same operation with the members that its verb does not use at their defaults.
Operation WithUsedMembersOnly(const Operation& operation);

// Whether a line can say this operation: a known verb, every operand and the lane within the limits
// of trace.h, and every other member at its default.
bool IsWellFormed(const Operation& operation);

}  // namespace reference
