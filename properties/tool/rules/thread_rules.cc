#include "properties/tool/rules/thread_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "core/faults.h"
#include "properties/matrix/thread_rows.h"
#include "properties/report/json.h"
#include "properties/report/layout.h"
#include "properties/report/thread_text.h"
#include "properties/tool/process/output.h"
#include "properties/tool/rules/rule_sites.h"

namespace tool {

namespace threads = model::threads;
using properties::Style;
using properties::ThreadRow;

namespace {

bool CoreHas(std::string_view rule) {
  return std::ranges::any_of(gc::kRules,
                             [rule](const gc::RuleEntry& entry) { return entry.name == rule; });
}

}  // namespace

Task ThreadRulesTask() {
  return {"rules of the threads",
          [](RunRecorder&) { return properties::Packed(properties::ComputeThreadRows()); }, 1, 120};
}

std::vector<ThreadRow> TakeThreadRows(const TaskEnd& end) {
  if (end.how == TaskEnd::How::kDone) {
    return properties::Unpacked<std::vector<ThreadRow>>(end.text);
  }
  ThrowAgain(end);
  return {};
}

void SayThreadNames(const Style& style) {
  for (const threads::RuleEntry& rule : threads::kRules) {
    if (CoreHas(rule.name)) continue;
    Print("{}", style.Bold(rule.name) + " (threads)\n" +
                    style.Wrapped(std::string(rule.sentence) + ".", 4));
    for (const threads::FaultEntry& fault : threads::kFaults) {
      if (fault.rule == rule.rule) Print("    /{:<24} {}\n", fault.variant, fault.sentence);
    }
  }
}

std::vector<ThreadRow> SayThreadRule(const std::vector<threads::Fault>& faults,
                                     const Style& style) {
  const threads::RuleEntry& rule = threads::EntryOf(threads::EntryOf(faults.front()).rule);
  Print("{}", style.Bold(rule.name) + " (threads)\n" +
                  style.Wrapped(std::string(rule.sentence) + ".", 2));
  Print("{}",
        style.Wrapped(
            "The verifier has no clause for it, and no trace shows what follows: it takes two "
            "threads at once. So its protocol is a machine, and every interleaving is tried.",
            2));
  const std::vector<std::string> sites = SitesThatUphold(rule.name);
  if (!sites.empty()) Print("  upheld at {}\n", fmt::join(sites, ", "));
  const std::vector<ThreadRow> rows = properties::ComputeThreadRows(faults);
  for (const ThreadRow& row : rows) Print("\n{}", ThreadRuleText(row, style));
  return rows;
}

bool AllShown(const std::vector<ThreadRow>& rows) {
  return std::ranges::all_of(rows, [](const ThreadRow& row) { return row.status == "shown"; });
}

}  // namespace tool
