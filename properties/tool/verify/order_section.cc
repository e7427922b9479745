#include "properties/tool/verify/order_section.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/orders/check.h"
#include "model/orders/weakening.h"
#include "properties/matrix/core_sources.h"
#include "properties/report/layout.h"
#include "properties/tool/process/output.h"
#include "properties/tool/verify/section_findings.h"

namespace tool {

using model::orders::ProtocolRow;
using properties::ReportSection;

ReportSection CheckOrders(const std::vector<model::orders::SourceFile>& files) {
  const auto began = SectionClock::now();
  ReportSection section = HeadOf("threads", kMemoryOrders, "");
  const std::vector<ProtocolRow> protocols =
      model::orders::ExploreProtocols(model::orders::OrdersIn(files));
  for (const ProtocolRow& row : protocols) section.states += row.states;
  section.tried = fmt::format("{} accesses in core's sources, {} protocols, {} states",
                              model::orders::CountAccesses(files), protocols.size(),
                              properties::Grouped(section.states));
  section.remarks = model::orders::DifferencesFrom(files);
  for (const ProtocolRow& row : protocols) {
    if (row.holds) continue;
    section.remarks.push_back(fmt::format(
        "protocol \"{}\": {} (drawn by `{} prove --threads`)", row.name,
        row.wrong.empty() ? "not every interleaving was tried" : row.wrong, ProgramName()));
  }
  section.status = section.remarks.empty() ? properties::kAgree : properties::kDisagree;
  if (!section.remarks.empty()) section.failed.emplace_back(kMemoryOrders);
  section.seconds = SecondsSince(began);
  return section;
}

std::vector<Section> OrderSections(const VerifyOptions& options) {
  if (options.choices.subject != "core") return {};
  const auto run = [](RunRecorder&) {
    return SectionResult{.section = CheckOrders(properties::CoreSources()), .failures = {}};
  };
  return {{.head = HeadOf("threads", kMemoryOrders, ""), .run = run, .silence_seconds = 120}};
}

}  // namespace tool
