// properties/tool/commands/prove_report.cc -- groups of conditions as sections.

#include "properties/tool/commands/prove_report.h"

#include <fmt/format.h>

#include "properties/report/layout.h"
#include "properties/tool/reports/one_report.h"

namespace tool {
namespace {

using properties::Outcome;

void AddGroup(const std::string& locals, const properties::ProofGroup& group,
              properties::Report& report) {
  const Outcome outcome = group.broken > 0         ? Outcome::kDisagree
                          : group.inconclusive > 0 ? Outcome::kInconclusive
                                                   : Outcome::kAgree;
  properties::ReportSection& section = AddSection(
      report, "proof", group.sentence + " (" + group.heaps + ", locals " + locals + ")", outcome,
      fmt::format("{} proved, {} untouched, {} broken, {} not decided", group.proved,
                  group.untouched, group.broken, group.inconclusive));
  section.locals = locals;
  section.seconds = group.seconds;
  if (group.broken > 0) section.failed.push_back(section.name);
}

}  // namespace

int ReportProofs(const std::string& command, const std::vector<properties::ProofTable>& tables,
                 const properties::ProofCounts& counts, std::size_t cut_short, Format format) {
  properties::Report report = ReportOf(command, "the model");
  for (const properties::ProofTable& table : tables) {
    for (const properties::ProofGroup& group : table.groups) AddGroup(table.locals, group, report);
  }
  for (std::size_t i = 0; i < cut_short; ++i) {
    AddSection(report, "proof", fmt::format("a discipline that was cut short, {}", i + 1),
               Outcome::kInconclusive, "not tried to the end");
  }
  return Conclude(
      report,
      fmt::format("{} conditions, {} do not hold, {} were not decided",
                  properties::Grouped(counts.conditions), counts.broken, counts.inconclusive),
      format);
}

}  // namespace tool
