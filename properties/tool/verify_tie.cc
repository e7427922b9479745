#include "properties/tool/verify_tie.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "model/machine/state.h"
#include "properties/menus.h"
#include "properties/report/text.h"
#include "properties/small_heaps.h"
#include "properties/tool/section_findings.h"

namespace tool {
namespace {

using properties::Grouped;
using properties::MenuGroup;
using properties::MenuSize;
using properties::ReportSection;
using properties::SearchResult;
using reference::Locals;

constexpr properties::JudgeOptions kTied = {.tie = true};

void Add(const SearchResult& more, SearchResult& sum) {
  sum.traces += more.traces;
  sum.operations += more.operations;
  sum.tied += more.tied;
  sum.inconclusive += more.inconclusive;
}

// The menus of a discipline whose heaps the model can hold.
std::vector<MenuGroup> TiedMenus(Locals locals) {
  std::vector<MenuGroup> menus;
  for (std::size_t i = 0; i < properties::kMenuGroupCount; ++i) {
    const auto group = static_cast<MenuGroup>(i);
    const MenuSize size = properties::DefaultSize(group);
    if (group == MenuGroup::kLocals && locals == Locals::kDead) continue;
    if (size.objects <= model::kMaxEntries && size.fields <= model::kMaxFields) {
      menus.push_back(group);
    }
  }
  return menus;
}

SectionResult RunTie(ReportSection head, Locals locals, const VerifyOptions& options,
                     FlightRecorder& recorder) {
  const auto began = SectionClock::now();
  const properties::SubjectFactory factory = [&] {
    return recorder.Recorded(MakeSubject(options.choices.subject, {}));
  };
  SectionFindings findings(factory());
  SearchResult sum;
  const std::vector<MenuGroup> menus = TiedMenus(locals);
  for (const MenuGroup group : menus) {
    properties::SmallHeapOptions explore;
    explore.menu =
        MakeMenu(group, properties::DefaultSize(group), locals, factory()->promises().verbs);
    explore.search.max_traces = TracesFor(group, EffortOf(options).tie_traces);
    explore.search.judge = kTied;
    explore.search.until = {};
    explore.search.on_finding = [&](const properties::Catch& caught) {
      return findings.Take(caught);
    };
    Add(properties::ExploreSmallHeaps(factory, explore).search, sum);
    if (findings.Full()) break;
  }
  SectionResult result;
  const auto origin = [&](const properties::Catch& caught) {
    return fmt::format("trace {} of small heaps tied to the model (locals {})",
                       Grouped(caught.traces), head.locals);
  };
  findings.Give(head.id, origin, result);
  head.tried = fmt::format("{} menus: {} units and operations, each allowed by the model",
                           menus.size(), Grouped(sum.tied));
  if (!result.failures.empty()) {
    head.tried = fmt::format("{} units and operations compared with the model", Grouped(sum.tied));
  }
  Count(sum, began, result, head);
  result.section = std::move(head);
  return result;
}

}  // namespace

std::vector<Section> TieSections(const VerifyOptions& options) {
  std::vector<Section> sections;
  if (options.choices.subject != "core") return sections;
  for (const Locals locals : options.choices.Disciplines()) {
    const ReportSection head = HeadOf("tie", "small heaps", std::string(WordOf(locals)));
    sections.push_back(
        {head, [=](FlightRecorder& recorder) { return RunTie(head, locals, options, recorder); }});
  }
  return sections;
}

}  // namespace tool
