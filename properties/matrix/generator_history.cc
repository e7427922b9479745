// properties/matrix/generator_history.cc -- reads the entries, and measures one anew.

#include "properties/matrix/generator_history.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "properties/base/fault_names.h"
#include "properties/matrix/redundancy.h"
#include "properties/search/directed/directed.h"
#include "properties/subjects/core/core_subject.h"

namespace properties {
namespace {

using nlohmann::json;
using reference::Locals;

GeneratorEntry EntryOf(const json& one) {
  GeneratorEntry entry{.date = one.at("date").get<std::string>(),
                       .change = one.at("change").get<std::string>(),
                       .traces = {}};
  for (const auto& [name, traces] : one.at("faults").items()) {
    const std::optional<gc::Fault> fault = FaultNamed(name);
    if (!fault) throw std::runtime_error("no fault: " + name);
    entry.traces[*fault] =
        traces.is_null() ? std::nullopt : std::optional(traces.get<std::uint64_t>());
  }
  return entry;
}

GeneratorHistory HistoryOf(const json& whole) {
  GeneratorHistory history{.cap = whole.at("cap").get<std::uint64_t>(),
                           .seeds = whole.at("seeds").get<unsigned>(),
                           .entries = {}};
  if (history.seeds == 0) throw std::runtime_error("seeds: expected at least 1");
  for (const json& one : whole.at("entries")) history.entries.push_back(EntryOf(one));
  return history;
}

// The traces of one seed until any checker catches the fault; empty if none does.
std::optional<std::uint64_t> TracesOf(gc::Fault fault, std::uint64_t seed, std::uint64_t cap) {
  const SubjectFactory factory = [fault] { return MakeFaultyCoreSubject(gc::FaultSet(fault)); };
  DirectedOptions directed;
  directed.locals = DisciplineOf(fault);
  SearchOptions search;
  search.max_traces = cap;
  const SearchResult found = SearchDirected(factory, seed, directed, search);
  const Catch* const first = found.First();
  return first == nullptr ? std::nullopt : std::optional(first->traces);
}

}  // namespace

std::variant<GeneratorHistory, std::string> ReadGeneratorHistory(std::string_view text) {
  try {
    return HistoryOf(json::parse(text));
  } catch (const std::exception& wrong) {
    return std::string(wrong.what());
  }
}

std::string EntryText(const GeneratorEntry& entry) {
  std::string text = fmt::format("    {{\"date\": {}, \"change\": {}, \"faults\": {{\n",
                                 json(entry.date).dump(), json(entry.change).dump());
  for (auto at = entry.traces.begin(); at != entry.traces.end(); ++at) {
    text += fmt::format("      \"{}\": {}{}\n", NameOf(at->first),
                        at->second ? std::to_string(*at->second) : "null",
                        std::next(at) == entry.traces.end() ? "" : ",");
  }
  return text + "    }}\n";
}

Locals DisciplineOf(gc::Fault fault) {
  for (const Locals locals : {Locals::kDead, Locals::kRescanned, Locals::kBlack}) {
    if (!RedundancyOf(fault, locals)) return locals;
  }
  return Locals::kDead;
}

std::optional<std::uint64_t> TracesUntilCaught(gc::Fault fault, const GeneratorHistory& how) {
  const std::uint64_t never = how.cap + 1;
  std::vector<std::uint64_t> traces;
  for (unsigned seed = 1; seed <= how.seeds; ++seed) {
    traces.push_back(TracesOf(fault, seed, how.cap).value_or(never));
    // What most seeds have missed is not looked for any longer.
    const auto missed = std::ranges::count(traces, never);
    if (2 * static_cast<unsigned>(missed) > how.seeds) return std::nullopt;
  }
  std::ranges::sort(traces);
  return traces[traces.size() / 2];
}

GeneratorChange Compare(const GeneratorEntry& earlier, const GeneratorEntry& later, double factor) {
  GeneratorChange change;
  double logarithms = 0;
  for (const auto& [fault, before] : earlier.traces) {
    const auto after = later.traces.find(fault);
    if (!before || after == later.traces.end()) continue;
    if (!after->second) {
      change.lost.push_back(NameOf(fault));
      continue;
    }
    const double ratio = static_cast<double>(*after->second) / static_cast<double>(*before);
    logarithms += std::log(ratio);
    change.faults += 1;
    if (ratio > factor) {
      change.slower.push_back(
          fmt::format("{}: {} traces, {} before", NameOf(fault), *after->second, *before));
    }
  }
  if (change.faults > 0) change.ratio = std::exp(logarithms / static_cast<double>(change.faults));
  return change;
}

}  // namespace properties
