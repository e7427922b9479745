#include "properties/tool/verify/paper_sections.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "properties/base/own_path.h"
#include "properties/base/random.h"
#include "properties/configuration/configuration_run.h"
#include "properties/corpus/corpus.h"
#include "properties/corpus/corpus_folder.h"
#include "properties/crowds/crowds_run.h"
#include "properties/inspection/inspection_run.h"
#include "properties/memory/memory_run.h"
#include "properties/misuse/misuse_run.h"
#include "properties/naming/naming_run.h"
#include "properties/pointers/pointers_run.h"
#include "properties/reflecting/reflecting_run.h"
#include "properties/report/layout.h"
#include "properties/scarce/scarce_runs.h"
#include "properties/starting/starting_run.h"
#include "properties/tool/verify/section_findings.h"
#include "properties/verifying/verifying_run.h"
#include "properties/worlds/worlds_run.h"
#include "reference/trace/trace_printer.h"

namespace tool {
namespace {

using properties::ReportSection;

// The names have so many runs that the quick gate takes some three tenths of a second for them.
struct Names {
  static constexpr const char* kGroup = "names";
  static constexpr const char* kName = kNamesAndClasses;
  static constexpr std::uint64_t kQuickRuns = 2'000, kRuns = 20'000;
  static auto Draw(std::uint64_t seed) { return properties::naming::DrawNamingRun(seed); }
  static auto Judge(const auto& run) { return properties::naming::JudgeNaming(run); }
  static auto Shrunk(const auto& run) { return properties::naming::ShrunkNaming(run); }
};

// And the worlds two tenths.
struct Worlds {
  static constexpr const char* kGroup = "worlds";
  static constexpr const char* kName = kLevelsAndActors;
  static constexpr std::uint64_t kQuickRuns = 4'000, kRuns = 40'000;
  static auto Draw(std::uint64_t seed) { return properties::worlds::DrawWorldsRun(seed); }
  static auto Judge(const auto& run) { return properties::worlds::JudgeWorlds(run); }
  static auto Shrunk(const auto& run) { return properties::worlds::ShrunkWorlds(run); }
};

// And the settings a tenth.
struct Texts {
  static constexpr const char* kGroup = "settings";
  static constexpr const char* kName = kTextsOfSettings;
  static constexpr std::uint64_t kQuickRuns = 400, kRuns = 4'000;
  static auto Draw(std::uint64_t seed) {
    return properties::configuration::DrawConfigurationRun(seed);
  }
  static auto Judge(const auto& run) { return properties::configuration::JudgeConfiguration(run); }
  static auto Shrunk(const auto& run) {
    return properties::configuration::ShrunkConfiguration(run);
  }
};

// And the memory a quarter of a second.
struct Memory {
  static constexpr const char* kGroup = "memory";
  static constexpr const char* kName = kBlocksAndSlots;
  static constexpr std::uint64_t kQuickRuns = 100, kRuns = 1'000;
  static auto Draw(std::uint64_t seed) { return properties::memory::DrawMemoryRun(seed); }
  static auto Judge(const auto& run) { return properties::memory::JudgeMemory(run); }
  static auto Shrunk(const auto& run) { return properties::memory::ShrunkMemory(run); }
};

// And the crowds one second.
struct Crowds {
  static constexpr const char* kGroup = "crowds";
  static constexpr const char* kName = kThousandsOfObjects;
  static constexpr std::uint64_t kQuickRuns = 300, kRuns = 3'000;
  static auto Draw(std::uint64_t seed) { return properties::crowds::DrawCrowdRun(seed); }
  static auto Judge(const auto& run) { return properties::crowds::JudgeCrowd(run); }
  static auto Shrunk(const auto& run) { return properties::crowds::ShrunkCrowd(run); }
};

// And the layouts one second.
struct Layouts {
  static constexpr const char* kGroup = "reflection";
  static constexpr const char* kName = kLayoutsAndValues;
  static constexpr std::uint64_t kQuickRuns = 400, kRuns = 4'000;
  static auto Draw(std::uint64_t seed) { return properties::reflecting::DrawReflectingRun(seed); }
  static auto Judge(const auto& run) { return properties::reflecting::JudgeReflecting(run); }
  static auto Shrunk(const auto& run) { return properties::reflecting::ShrunkReflecting(run); }
};

// And the inspector a quarter of a second.
struct Inspection {
  static constexpr const char* kGroup = "inspection";
  static constexpr const char* kName = kGraphsAndRecords;
  static constexpr std::uint64_t kQuickRuns = 600, kRuns = 6'000;
  static auto Draw(std::uint64_t seed) { return properties::inspection::DrawInspectionRun(seed); }
  static auto Judge(const auto& run) { return properties::inspection::JudgeInspection(run); }
  static auto Shrunk(const auto& run) { return properties::inspection::ShrunkInspection(run); }
};

// And the pointers two tenths.
struct Pointers {
  static constexpr const char* kGroup = "pointers";
  static constexpr const char* kName = kPointersOfAllKinds;
  static constexpr std::uint64_t kQuickRuns = 2'000, kRuns = 20'000;
  static auto Draw(std::uint64_t seed) { return properties::pointers::DrawPointerRun(seed); }
  static auto Judge(const auto& run) { return properties::pointers::JudgePointers(run); }
  static auto Shrunk(const auto& run) { return properties::pointers::ShrunkPointers(run); }
};

// And the starts a tenth.
struct Starts {
  static constexpr const char* kGroup = "starts";
  static constexpr const char* kName = kStartsAndDecisions;
  static constexpr std::uint64_t kQuickRuns = 1'500, kRuns = 15'000;
  static auto Draw(std::uint64_t seed) { return properties::starting::DrawStartingRun(seed); }
  static auto Judge(const auto& run) { return properties::starting::JudgeStarting(run); }
  static auto Shrunk(const auto& run) { return properties::starting::ShrunkStarting(run); }
};

// And the modes of verification a tenth.
struct Modes {
  static constexpr const char* kGroup = "verification";
  static constexpr const char* kName = kModesOfVerification;
  static constexpr std::uint64_t kQuickRuns = 2'000, kRuns = 20'000;
  static auto Draw(std::uint64_t seed) { return properties::verifying::DrawVerifyingRun(seed); }
  static auto Judge(const auto& run) { return properties::verifying::JudgeVerifying(run); }
  static auto Shrunk(const auto& run) { return properties::verifying::ShrunkVerifying(run); }
};

// And the mistakes four tenths: each is made in a process of its own.
struct Mistakes {
  static constexpr const char* kGroup = "mistakes";
  static constexpr const char* kName = kMistakesOfCallers;
  static constexpr std::uint64_t kQuickRuns = 2, kRuns = 20;
  static auto Draw(std::uint64_t seed) { return properties::misuse::DrawMisuseRun(seed); }
  static auto Judge(const auto& run) { return properties::misuse::JudgeMisuse(run); }
  static auto Shrunk(const auto& run) { return properties::misuse::ShrunkMisuse(run); }
};

// What differs, and by which operations: few ones, if they differ as well.
template <class Table, class Run>
std::string RemarkOn(const Run& run, const std::string& difference) {
  const Run shrunk = Table::Shrunk(run);
  const std::string again = Table::Judge(shrunk).difference;
  if (!again.empty()) return again + ", by\n" + TextOf(shrunk);
  return difference + ", once, and not when it was tried again, by\n" + TextOf(run);
}

template <class Table>
SectionResult RunTable(ReportSection head, const VerifyOptions& options, RunRecorder& recorder) {
  const auto began = SectionClock::now();
  const std::uint64_t most = options.quick ? Table::kQuickRuns : Table::kRuns;
  std::uint64_t compared = 0;
  head.status = properties::kAgree;
  while (head.traces < most && head.status == properties::kAgree) {
    recorder.Beat();
    const auto run = Table::Draw(properties::SeedOfCase(options.seed, head.traces));
    const auto verdict = Table::Judge(run);
    ++head.traces;
    head.operations += verdict.applied;
    compared += verdict.compared;
    if (verdict.difference.empty()) continue;
    head.status = properties::kDisagree;
    head.failed.emplace_back(Table::kName);
    head.remarks.push_back(RemarkOn<Table>(run, verdict.difference));
  }
  head.tried =
      fmt::format("{} random runs, seed {:#x}: {} answers", properties::Grouped(head.traces),
                  options.seed, properties::Grouped(compared));
  head.seconds = SecondsSince(began);
  return {.section = std::move(head), .failures = {}};
}

template <class Table>
Section SectionOf(const VerifyOptions& options) {
  const ReportSection head = HeadOf(Table::kGroup, Table::kName, "");
  const auto run = [head, options](RunRecorder& recorder) {
    return RunTable<Table>(head, options, recorder);
  };
  return {.head = head, .run = run, .silence_seconds = 30};
}

using properties::ScarceRun;

// The most that are tried of a run's allocations; and runs of directed random.
struct ScarceEffort {
  std::uint64_t most;
  std::uint64_t directed;
};
constexpr ScarceEffort kQuickScarce{24, 20}, kWholeScarce{2000, 1000};
constexpr std::size_t kMostRemarks = 5;

class ScarceSection {
 public:
  ScarceSection(ReportSection head, const VerifyOptions& options, RunRecorder& recorder)
      : head_(std::move(head)), options_(options), recorder_(recorder) {}

  ReportSection Run() {
    const auto began = SectionClock::now();
    const ScarceEffort effort = options_.quick ? kQuickScarce : kWholeScarce;
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
          properties::JudgeScarce(run.trace, for_good, subject, most, turn_++);
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
  std::uint64_t turn_ = 0;  // so that other allocations fail in each kind of member of a trace
};

}  // namespace

std::vector<Section> PaperSections(const VerifyOptions& options) {
  if (options.choices.subject != "core") return {};
  return {
      SectionOf<Names>(options),      SectionOf<Worlds>(options),   SectionOf<Texts>(options),
      SectionOf<Memory>(options),     SectionOf<Layouts>(options),  SectionOf<Crowds>(options),
      SectionOf<Inspection>(options), SectionOf<Mistakes>(options), SectionOf<Pointers>(options),
      SectionOf<Starts>(options),     SectionOf<Modes>(options)};
}

std::vector<Section> ScarceSections(const VerifyOptions& options) {
  if (options.choices.subject != "core" || !properties::kScarceRunsWork) return {};
  const ReportSection head = HeadOf("resources", kFailingAllocations, "");
  const auto run = [head, options](RunRecorder& recorder) {
    return SectionResult{.section = ScarceSection(head, options, recorder).Run(), .failures = {}};
  };
  return {{.head = head, .run = run}};
}

}  // namespace tool
