#include "properties/tool/verify/conformance_sections.h"

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string>

#include "model/coverage/reach.h"
#include "model/coverage/step_class.h"
#include "model/explorer/reached_states.h"
#include "model/machine/state.h"
#include "properties/report/layout.h"
#include "properties/search/exhaustive/alphabets.h"
#include "properties/search/exhaustive/small_heaps.h"
#include "properties/tool/verify/section_findings.h"

namespace tool {
namespace {

using properties::AlphabetGroup;
using properties::AlphabetSize;
using properties::Grouped;
using properties::ReportSection;
using properties::SearchResult;
using reference::Locals;

// Fewer states of each heap are too few for steps that many others precede; more show little else.
constexpr std::size_t kExploredStates = 5'000;
// What the two disciplines without shading loads have in common, the model steps through in each:
// so many classes of steps are to be reached in both.
constexpr std::uint64_t kPartOfTheSame = 2;

// Says which classes of steps core's runs reached. With too few, the section is inconclusive.
void TellClasses(const model::StepClasses& reached, Locals locals, bool lists, SearchResult& sum,
                 ReportSection& head) {
  const model::Reach reach(model::ExploredClasses(locals, kExploredStates), reached);
  head.tried += "; " + reach.Text();
  if (!reach.IsEnough()) {
    ++sum.inconclusive;
    head.remarks.push_back(fmt::format("fewer than {} % of the explored classes were compared",
                                       model::Reach::kLeastPercent));
  }
  for (const std::string& each : lists ? reach.missed().Describe() : std::vector<std::string>()) {
    head.remarks.push_back("never compared: " + each);
  }
}

void Add(const SearchResult& more, SearchResult& sum) {
  sum.traces += more.traces;
  sum.operations += more.operations;
  sum.compared += more.compared;
  sum.inconclusive += more.inconclusive;
}

// The alphabets for a discipline whose heaps fit into the model, which has no workers.
std::vector<AlphabetGroup> ConformanceAlphabets(Locals locals) {
  std::vector<AlphabetGroup> alphabets;
  for (std::size_t i = 0; i < properties::kAlphabetGroupCount; ++i) {
    const auto group = static_cast<AlphabetGroup>(i);
    const AlphabetSize size = properties::DefaultSize(group);
    if (group == AlphabetGroup::kLocals && locals == Locals::kDead) continue;
    if (HasWorkers(group)) continue;
    if (size.objects <= model::kMaxEntries && size.fields <= model::kMaxFields) {
      alphabets.push_back(group);
    }
  }
  return alphabets;
}

SectionResult RunConformance(ReportSection head, Locals locals, const VerifyOptions& options,
                             std::uint64_t traces, RunRecorder& recorder) {
  const auto began = SectionClock::now();
  const properties::SubjectFactory factory = [&] {
    return recorder.Recorded(MakeSubject(options.choices.subject, {}));
  };
  SectionFindings findings(factory());
  SearchResult sum;
  model::StepClasses reached;
  const std::vector<AlphabetGroup> alphabets = ConformanceAlphabets(locals);
  for (const AlphabetGroup group : alphabets) {
    properties::SmallHeapOptions explore;
    explore.alphabet =
        MakeAlphabet(group, properties::DefaultSize(group), locals, factory()->promises().verbs);
    explore.search.max_traces = TracesOf(options, group, locals, traces, kPartOfTheSame);
    explore.search.judge = {.conformance = true, .classes = &reached};
    explore.search.until = {};
    explore.search.on_finding = [&](const properties::Catch& caught) {
      return findings.Take(caught);
    };
    Add(properties::ExploreSmallHeaps(factory, explore).search, sum);
    if (findings.Full()) break;
  }
  SectionResult result;
  const auto origin = [&](const properties::Catch& caught) {
    return fmt::format("trace {} of small heaps held against the model (locals {})",
                       Grouped(caught.traces), head.locals);
  };
  findings.Give(head.id, origin, result);
  head.tried = fmt::format("{} alphabets: {} units and operations, each allowed by the model",
                           alphabets.size(), Grouped(sum.compared));
  TellClasses(reached, locals, options.unreached, sum, head);
  if (!result.failures.empty()) {
    head.tried =
        fmt::format("{} units and operations compared with the model", Grouped(sum.compared));
  }
  Count(sum, findings, began, result, head);
  result.section = std::move(head);
  return result;
}

}  // namespace

std::vector<Section> ConformanceSections(const VerifyOptions& options) {
  return ConformanceSections(options, EffortOf(options).conformance_traces);
}

std::vector<Section> ConformanceSections(const VerifyOptions& options, std::uint64_t traces) {
  std::vector<Section> sections;
  if (options.choices.subject != "core") return sections;
  for (const Locals locals : options.choices.Disciplines()) {
    const ReportSection head = HeadOf("conformance", "small heaps", std::string(WordOf(locals)));
    const auto run = [=](RunRecorder& recorder) {
      return RunConformance(head, locals, options, traces, recorder);
    };
    sections.push_back({.head = head, .run = run, .silence_seconds = 120});
  }
  return sections;
}

}  // namespace tool
