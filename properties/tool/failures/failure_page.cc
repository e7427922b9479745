// properties/tool/failures/failure_page.cc -- films what was shrunk and explained before.

#include "properties/tool/failures/failure_page.h"

#include <optional>
#include <variant>

#include "properties/tool/pages/filmed_trace.h"
#include "reference/trace/trace_text.h"

namespace tool {
namespace {

std::string NameOf(const Choices& choices) {
  return choices.subject + (choices.without.empty() ? "" : " without " + choices.without);
}

// The trace, if it is one of a heap.
std::optional<reference::Trace> HeapTraceOf(const std::string& text) {
  auto parsed = reference::ParseTrace(text);
  auto* const trace = std::get_if<reference::Trace>(&parsed);
  if (trace == nullptr || trace->operations.empty()) return std::nullopt;
  return std::move(*trace);
}

}  // namespace

std::string PageOf(const properties::ReportFailure& failure, const Choices& choices) {
  const std::optional<reference::Trace> trace = HeapTraceOf(failure.trace);
  if (trace) {
    const gc::FaultSet faults = choices.OneFault();
    const auto filmed = FilmTrace({.trace = *trace,
                                   .factory = [&] { return MakeSubject(choices.subject, faults); },
                                   .conformance = choices.without.empty(),
                                   .subject = NameOf(choices),
                                   .origin = failure.origin,
                                   .replay = failure.replay,
                                   .known = failure.explanation,
                                   .dot_step = std::nullopt});
    if (filmed) return filmed->page;
  }
  return PageOfRows(failure.explanation, NameOf(choices), failure.origin, failure.replay,
                    failure.trace);
}

}  // namespace tool
