#include "properties/tool/verify/naming_section.h"

#include <fmt/format.h>

#include "properties/base/random.h"
#include "properties/naming/naming_run.h"
#include "properties/report/layout.h"
#include "properties/tool/verify/section_findings.h"

namespace tool {
namespace {

using properties::ReportSection;
using properties::naming::NamingRun;
using properties::naming::NamingVerdict;

// So many that the quick gate takes some four tenths of a second for them.
constexpr std::uint64_t kQuickRuns = 3'000;
constexpr std::uint64_t kRuns = 100'000;

std::string ShrunkAndTold(const NamingRun& run) {
  const NamingRun shrunk = ShrunkNaming(run);
  return JudgeNaming(shrunk).difference + ", by\n" + TextOf(shrunk);
}

SectionResult RunNames(ReportSection head, const VerifyOptions& options, RunRecorder& recorder) {
  const auto began = SectionClock::now();
  const std::uint64_t most = options.quick ? kQuickRuns : kRuns;
  std::uint64_t compared = 0;
  head.status = properties::kAgree;
  while (head.traces < most && head.status == properties::kAgree) {
    recorder.Beat();
    const NamingRun run =
        properties::naming::DrawNamingRun(properties::SeedOfCase(options.seed, head.traces));
    const NamingVerdict verdict = JudgeNaming(run);
    ++head.traces;
    head.operations += verdict.applied;
    compared += verdict.compared;
    if (verdict.difference.empty()) continue;
    head.status = properties::kDisagree;
    head.failed.emplace_back(kNamesAndClasses);
    head.remarks.push_back(ShrunkAndTold(run));
  }
  head.tried =
      fmt::format("{} random runs, seed {:#x}: {} answers", properties::Grouped(head.traces),
                  options.seed, properties::Grouped(compared));
  head.seconds = SecondsSince(began);
  return {.section = std::move(head), .failures = {}};
}

}  // namespace

std::vector<Section> NamingSections(const VerifyOptions& options) {
  if (options.choices.subject != "core") return {};
  const ReportSection head = HeadOf("names", kNamesAndClasses, "");
  const auto run = [head, options](RunRecorder& recorder) {
    return RunNames(head, options, recorder);
  };
  return {{.head = head, .run = run, .silence_seconds = 30}};
}

}  // namespace tool
