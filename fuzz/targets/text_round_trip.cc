// fuzz/targets/text_round_trip.cc -- parses, prints and parses again.

#include "fuzz/targets/text_round_trip.h"

#include <algorithm>
#include <variant>

#include "reference/trace/trace_grammar.h"
#include "reference/trace/trace_text.h"

namespace fuzz {
namespace {

using reference::ParseError;
using reference::Trace;

std::optional<std::string> WrongInRefusal(std::string_view text, const ParseError& error) {
  const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
  if (error.line < 1 || error.line > lines) return "an error on a line that is not there";
  if (error.column < 1 || error.column > text.size() + 1) return "an error in no column";
  if (error.expected.empty() || error.found.empty()) return "an error that does not say why";
  const bool printable =
      std::ranges::all_of(error.Text(), [](char c) { return c >= ' ' && c <= '~'; });
  if (!printable) return "an error that a terminal might not show";
  return std::nullopt;
}

std::optional<std::string> WrongInTrace(const Trace& trace) {
  if (!std::ranges::all_of(trace.operations, reference::IsWellFormed)) {
    return "an operation was read that no line can say";
  }
  const std::string printed = reference::PrintTrace(trace);
  const auto again = reference::ParseTrace(printed);
  if (const ParseError* const error = std::get_if<ParseError>(&again)) {
    return "what was printed cannot be read: " + error->Text() + "\n" + printed;
  }
  if (std::get<Trace>(again) != trace) return "what was printed reads as another trace\n" + printed;
  return std::nullopt;
}

}  // namespace

std::optional<std::string> RoundTripError(std::string_view text) {
  const auto parsed = reference::ParseTrace(text);
  const ParseError* const error = std::get_if<ParseError>(&parsed);
  std::optional<std::string> wrong =
      error != nullptr ? WrongInRefusal(text, *error) : WrongInTrace(std::get<Trace>(parsed));
  if (!wrong) return std::nullopt;
  return "DISAGREE text: " + *wrong + "\n  the text: " + reference::Quoted(text) +
         "\n  keep: copy the file named below to fuzz/regressions/text/NAME" +
         "\n  replay: fuzz_replay text CRASH\n";
}

}  // namespace fuzz
