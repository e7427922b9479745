// fuzz/targets/judged.cc -- decodes, judges and reports.

#include "fuzz/targets/judged.h"

#include <fmt/format.h>

#include "reference/trace/trace_bytes.h"
#include "reference/trace/trace_printer.h"

namespace fuzz {

std::optional<std::string> Judged::Disagreement(std::span<const std::uint8_t> bytes) {
  reference::Trace trace = reference::DecodeTrace(bytes);
  if (settings_.locals) trace.header.locals = *settings_.locals;
  const properties::Verdict verdict = session_.Judge(trace, settings_.judge);
  if (verdict.outcome != properties::Outcome::kDisagree) return std::nullopt;
  return Report(trace, *verdict.First());
}

bool Judged::AgreesAlone(const reference::Trace& trace) const {
  const std::unique_ptr<reference::Subject> fresh = factory_();
  return properties::Judge(trace, *fresh, settings_.judge).outcome == properties::Outcome::kAgree;
}

std::string Judged::Report(const reference::Trace& trace,
                           const properties::Finding& finding) const {
  const std::string how = (settings_.subject == "core" ? "" : " --subject " + settings_.subject) +
                          (settings_.without.empty() ? "" : " --without " + settings_.without);
  const std::string_view checker =
      properties::kCheckerWords[static_cast<std::size_t>(finding.checker)];
  return fmt::format(
      "DISAGREE {}: {}\n"
      "  seen by {}, after operation {} of {}: {}\n"
      "{}{}"
      "  keep, shrunk: trace_of_bytes{} CRASH -o NAME.trace   (CRASH: the file named below)\n"
      "  replay:       tricolour replay{} NAME.trace\n",
      WordOf(finding.property), finding.message, checker, finding.step + 1, trace.operations.size(),
      PrintOperation(trace.operations[finding.step]),
      AgreesAlone(trace) ? "  judged alone it agrees: something of an earlier run was left over\n"
                         : "",
      PrintTrace(trace), how, how);
}

}  // namespace fuzz
