#include "properties/tool/verify/scarce_section.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "properties/base/own_path.h"
#include "properties/base/random.h"
#include "properties/corpus/corpus.h"
#include "properties/corpus/corpus_folder.h"
#include "properties/report/layout.h"
#include "properties/scarce/scarce_runs.h"
#include "properties/tool/verify/section_findings.h"
#include "reference/trace/trace_printer.h"

namespace tool {
namespace {

using properties::ReportSection;
using properties::ScarceRun;

// The most that are tried of a run's allocations; and runs of directed random.
struct Effort {
  std::uint64_t most;
  std::uint64_t directed;
};
constexpr Effort kQuick{10, 30}, kWhole{2000, 3000};
constexpr std::size_t kMostRemarks = 5;

class ScarceSection {
 public:
  ScarceSection(ReportSection head, const VerifyOptions& options, RunRecorder& recorder)
      : head_(std::move(head)), options_(options), recorder_(recorder) {}

  ReportSection Run() {
    const auto began = SectionClock::now();
    const Effort effort = options_.quick ? kQuick : kWhole;
    head_.status = properties::kAgree;
    constexpr const char* kCorpus = "properties/corpus";
    const std::string none = properties::WhyNoCorpus(TRICOLOUR_SOURCE_DIR, kCorpus);
    if (!none.empty()) head_.remarks = {none};
    const std::vector<ScarceRun> of_corpus = properties::ScarceRunsOf(
        properties::LoadCorpus(properties::CorpusFolder(TRICOLOUR_SOURCE_DIR, kCorpus)));
    for (const ScarceRun& run : of_corpus) Try(run, effort.most);
    for (std::uint64_t i = 0; i < effort.directed; ++i) {
      Try(properties::DirectedScarceRun(properties::SeedOfCase(options_.seed, i)), effort.most);
    }
    head_.tried = fmt::format("{} runs of the corpus and {} of directed random, seed {:#x}",
                              properties::Grouped(of_corpus.size()),
                              properties::Grouped(effort.directed), options_.seed);
    head_.seconds = SecondsSince(began);
    return std::move(head_);
  }

 private:
  void Try(const ScarceRun& run, std::uint64_t most) {
    for (const bool for_good : {false, true}) {
      const auto subject = [this] { return recorder_.Recorded(MakeSubject("core", {})); };
      const properties::ScarceVerdict verdict =
          properties::JudgeScarce(run.trace, for_good, subject, most);
      head_.traces += verdict.runs;
      head_.operations += verdict.operations;
      if (verdict.difference.empty()) continue;
      head_.status = properties::kDisagree;
      head_.failed = {kFailingAllocations};
      if (head_.remarks.size() >= kMostRemarks) return;
      head_.remarks.push_back(run.name + ", " + verdict.difference + ", in\n" +
                              reference::PrintTrace(run.trace));
    }
  }

  ReportSection head_;
  const VerifyOptions& options_;
  RunRecorder& recorder_;
};

}  // namespace

std::vector<Section> ScarceSections(const VerifyOptions& options) {
  if (options.choices.subject != "core" || !properties::kScarceRunsWork) return {};
  const ReportSection head = HeadOf("resources", kFailingAllocations, "");
  const auto run = [head, options](RunRecorder& recorder) {
    return SectionResult{.section = ScarceSection(head, options, recorder).Run(), .failures = {}};
  };
  return {{.head = head, .run = run}};
}

}  // namespace tool
