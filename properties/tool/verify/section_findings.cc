#include "properties/tool/verify/section_findings.h"

#include <fmt/format.h>

#include "properties/report/layout.h"

namespace tool {

double SecondsSince(SectionClock::time_point began) {
  return std::chrono::duration<double>(SectionClock::now() - began).count();
}

properties::ReportSection HeadOf(const std::string& group, const std::string& name,
                                 const std::string& locals) {
  properties::ReportSection head;
  head.group = group;
  head.name = name;
  head.locals = locals;
  for (const char c : group + "/" + name + (locals.empty() ? "" : "/" + locals)) {
    head.id += c == ' ' ? '-' : c;
  }
  return head;
}

void Count(const properties::SearchResult& search, const SectionFindings& findings,
           SectionClock::time_point began, const SectionResult& result,
           properties::ReportSection& section) {
  section.traces = search.traces;
  section.operations = search.operations;
  section.inconclusive = search.inconclusive;
  for (const reference::SettingEntry& entry : reference::kSettings) {
    for (std::size_t choice = 1; choice < entry.Values().size(); ++choice) {
      const std::uint64_t count =
          search.variants.values[static_cast<std::size_t>(entry.setting)][choice];
      if (count != 0)
        section.variants[fmt::format("{}={}", entry.word, entry.values[choice])] = count;
    }
  }
  section.seconds = SecondsSince(began);
  section.status = !result.failures.empty()  ? properties::kDisagree
                   : search.inconclusive > 0 ? properties::kInconclusive
                                             : properties::kAgree;
  RemarkOnNone(findings, section);
}

void RemarkOnNone(const SectionFindings& findings, properties::ReportSection& section) {
  if (findings.WhyNone().empty()) return;
  section.remarks.push_back(fmt::format("{} traces have no verdict; the first, because {}",
                                        properties::Grouped(section.inconclusive),
                                        findings.WhyNone()));
}

}  // namespace tool
