// reference/trace/trace_printer.cc -- walks the table of operands and writes each as a word.

#include "reference/trace/trace_printer.h"

#include <charconv>
#include <cstdint>

#include "reference/trace/trace_grammar.h"

namespace reference {
namespace {

void AppendNumber(std::uint32_t number, std::string& text) {
  char digits[10];
  const std::to_chars_result result = std::to_chars(digits, digits + sizeof digits, number);
  text.append(digits, result.ptr);
}

void AppendField(Name object, std::uint32_t field, std::string& text) {
  AppendName(object, text);
  text += '.';
  AppendNumber(field, text);
}

void AppendSlot(char letter, std::uint32_t slot, std::string& text) {
  text += letter;
  AppendNumber(slot, text);
}

bool IsWritten(Operand operand, const Operation& operation) {
  if (operand == Operand::kFieldCount) return operation.number != kDefaultFields;
  if (operand == Operand::kRaw) return operation.flag != 0;
  return true;
}

void AppendOperand(Operand operand, const Operation& operation, std::string& text) {
  switch (operand) {
    case Operand::kNone:
      return;
    case Operand::kObject:
      return AppendName(operation.object, text);
    case Operand::kField:
      return AppendField(operation.object, operation.field, text);
    case Operand::kValue:
    case Operand::kOther:
      return AppendName(operation.target, text);
    case Operand::kTargetField:
      return AppendField(operation.target, operation.target_field, text);
    case Operand::kFieldCount:
    case Operand::kUnits:
      return AppendNumber(operation.number, text);
    case Operand::kWeak:
      return AppendSlot('w', operation.number, text);
    case Operand::kOtherWeak:
      return AppendSlot('w', operation.other, text);
    case Operand::kReferencer:
      return AppendSlot('r', operation.number, text);
    case Operand::kYesNo:
      text += operation.flag != 0 ? "yes" : "no";
      return;
    case Operand::kRaw:
      text += "raw";
      return;
    case Operand::kSeconds:
      return AppendNumber(operation.number, text);
  }
}

}  // namespace

void AppendName(Name name, std::string& text) {
  if (name < 26) {
    text += static_cast<char>('a' + name);
  } else if (name == kNull) {
    text += "null";
  } else if (name == kDangling) {
    text += "dangling";
  } else {
    AppendSlot('o', name, text);
  }
}

void AppendOperation(const Operation& operation, std::string& text) {
  if (operation.lane != 0) {
    AppendSlot('@', operation.lane, text);
    text += ' ';
  }
  text += WordOf(operation.verb);
  for (const Operand operand : OperandsOf(operation.verb)) {
    if (!IsWritten(operand, operation)) continue;
    text += ' ';
    AppendOperand(operand, operation, text);
  }
}

std::string PrintName(Name name) {
  std::string text;
  AppendName(name, text);
  return text;
}

std::string PrintOperation(const Operation& operation) {
  std::string text;
  AppendOperation(operation, text);
  return text;
}

std::string PrintVariant(const Variant& variant) {
  std::string text = "heap";
  for (const SettingEntry& entry : kSettings) {
    if (variant.Choice(entry.setting) == 0) continue;
    text.append(" ").append(entry.word).append("=").append(variant.Value(entry.setting));
  }
  return text;
}

std::string PrintHeader(const TraceHeader& header) {
  std::string text = "tricolour trace ";
  AppendNumber(header.version, text);
  text += "\nlocals ";
  text += WordOf(header.locals);
  text += '\n';
  if (header.shape != 0) {
    text += "shape ";
    AppendNumber(header.shape, text);
    text += '\n';
  }
  if (!header.heap.IsUsual()) text += PrintVariant(header.heap) + '\n';
  return text;
}

std::string PrintTrace(const Trace& trace) {
  std::string text = PrintHeader(trace.header);
  for (const Operation& operation : trace.operations) {
    AppendOperation(operation, text);
    text += '\n';
  }
  return text;
}

}  // namespace reference
