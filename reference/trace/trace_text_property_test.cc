// reference/trace/trace_text_property_test.cc -- properties of every trace and of every text.
//
// A trace that is printed parses back to itself. Layout carries no meaning. Any text gives either a
// trace or an error at a place inside the text.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "reference/testing/arbitrary_trace.h"
#include "reference/trace/trace_grammar.h"
#include "reference/trace/trace_text.h"

namespace reference {
namespace {

// Draws one of the texts.
std::string AnyOf(std::vector<std::string> texts) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::elementOf(std::move(texts)));
}
std::size_t AnyBelow(std::size_t limit) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(0, limit));
}
char AnyByte() {
  const std::string_view telling("\0\n\r\t #@.\"\x7f\xc3\xff", 12);
  return AnyBelow(2) == 0 ? telling[AnyBelow(telling.size())] : static_cast<char>(AnyBelow(256));
}

// The text with the same words and another layout.
std::string Untidy(std::string_view tidy) {
  std::string untidy = AnyOf({"", "\xEF\xBB\xBF"});
  bool first_line = true;
  for (const char byte : tidy) {
    if (byte == ' ' && !first_line) {
      untidy += AnyOf({" ", "\t", "  ", " \t "});
    } else if (byte == '\n') {
      if (!first_line) untidy += AnyOf({"", " ", "#", "# a caf\xC3\xA9 \"", " \t# tick 1"});
      untidy += AnyOf({"\n", "\r\n"});
      untidy += AnyOf({"", "", "\n", "# a line\r\n", "\t\n  "});
      first_line = false;
    } else {
      untidy += byte;
    }
  }
  return untidy;
}

// The text with a few bytes changed, put in, cut out, or copied elsewhere.
std::string Mutated(std::string text) {
  for (std::size_t count = 1 + AnyBelow(4); count > 0; --count) {
    const std::size_t at = AnyBelow(text.size() + 1);
    const std::size_t length = AnyBelow(std::min<std::size_t>(text.size() - at, 20) + 1);
    switch (AnyBelow(4)) {
      case 0:
        text.replace(at, std::min<std::size_t>(length, 1), 1, AnyByte());
        break;
      case 1:
        text.insert(at, 1, AnyByte());
        break;
      case 2:
        text.erase(at, length);
        break;
      default:
        text.insert(AnyBelow(text.size() + 1), std::string(text, at, length));
    }
  }
  return text;
}

// The lines of a text, without the bytes that end them.
std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool LiesInside(const ParseError& error, std::string_view text) {
  const std::vector<std::string_view> lines = LinesOf(text);
  if (error.line < 1 || error.line > lines.size() + 1 || error.column < 1) return false;
  if (error.line > lines.size()) return error.column == 1;
  return error.column <= lines[error.line - 1].size() + 1;
}

bool IsPrintable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
}

// Checks that the text gives a trace that prints and parses, or an error inside the text.
void AssertTraceOrError(const std::string& text) {
  const std::variant<Trace, ParseError> result = ParseTrace(text);
  if (const auto* const error = std::get_if<ParseError>(&result)) {
    RC_LOG() << error->Text() << '\n';
    RC_ASSERT(LiesInside(*error, text));
    RC_ASSERT(IsPrintable(error->Text()));
    RC_ASSERT(error->Text().size() < 250u);
    return;
  }
  const Trace& trace = std::get<Trace>(result);
  RC_ASSERT(std::all_of(trace.operations.begin(), trace.operations.end(), IsWellFormed));
  RC_ASSERT(ParseTrace(PrintTrace(trace)) == result);
}

RC_GTEST_PROP(TraceText, WhatIsPrintedParsesBackToItself, (const Trace& trace)) {
  const auto result = ParseTrace(PrintTrace(trace));
  RC_ASSERT(std::holds_alternative<Trace>(result));
  RC_ASSERT(std::get<Trace>(result) == trace);
}

RC_GTEST_PROP(TraceText, LayoutCarriesNoMeaning, ()) {
  const Trace trace = *TraceOf(ArbitraryOperation(), 12);
  const std::string text = Untidy(PrintTrace(trace));
  RC_LOG() << text;
  const auto result = ParseTrace(text);
  RC_ASSERT(std::holds_alternative<Trace>(result));
  RC_ASSERT(std::get<Trace>(result) == trace);
}

RC_GTEST_PROP(TraceText, AMutatedTextIsATraceOrAnErrorInsideTheText, ()) {
  const std::string text = PrintTrace(*TraceOf(ArbitraryOperation(), 8));
  for (int i = 0; i < 10; ++i) AssertTraceOrError(Mutated(text));
}

RC_GTEST_PROP(TraceText, RandomBytesAreATraceOrAnErrorInsideTheText, ()) {
  std::string text = AnyOf({"", "tricolour trace 2\n", "tricolour trace 1\ncreate "});
  for (std::size_t count = AnyBelow(200); count > 0; --count) text += AnyByte();
  AssertTraceOrError(text);
}

// Random operands are at a limit now and then. Here all operands are at their limits at once.
Operation Lowest(Verb verb) {
  const std::uint32_t number = Takes(verb, Operand::kUnits) ? 1 : 0;
  return WithUsedMembersOnly({.verb = verb, .object = 0, .target = 0, .number = number});
}

Operation Highest(Verb verb) {
  const bool counts_fields = Takes(verb, Operand::kFieldCount);
  const std::uint32_t number = counts_fields ? kFieldLimit : kSlotLimit - 1;
  return WithUsedMembersOnly({.verb = verb,
                              .lane = kLaneLimit - 1,
                              .flag = 1,
                              .field = kFieldLimit - 1,
                              .target_field = kFieldLimit - 1,
                              .object = kNameLimit - 1,
                              .target = kNameLimit - 1,
                              .number = Takes(verb, Operand::kUnits) ? kTickLimit : number,
                              .other = kSlotLimit - 1});
}

TEST(TraceText, EveryVerbParsesBackAtBothEndsOfItsLimits) {
  Trace trace;
  for (const VerbEntry& entry : kVerbs) {
    trace.operations.push_back(Lowest(entry.verb));
    trace.operations.push_back(Highest(entry.verb));
  }
  for (const Operation& operation : trace.operations) {
    EXPECT_TRUE(IsWellFormed(operation)) << PrintOperation(operation);
  }
  const auto result = ParseTrace(PrintTrace(trace));
  ASSERT_TRUE(std::holds_alternative<Trace>(result)) << std::get<ParseError>(result).Text();
  EXPECT_EQ(std::get<Trace>(result), trace);
}

}  // namespace
}  // namespace reference
