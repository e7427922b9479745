#include "properties/tool/commands/explore_model.h"

#include <fmt/format.h>

#include <utility>

#include "model/explorer/explorer.h"
#include "properties/report/layout.h"
#include "properties/tool/command_line/choices.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/process/interrupt.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/progress.h"
#include "properties/tool/reports/one_report.h"
#include "reference/trace/trace_text.h"

namespace tool {
namespace {

using properties::AlphabetGroup;
using properties::Grouped;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

// The verbs of the alphabet's operations.
reference::VerbSet AllVerbsOf(const ModelHeap& heap, reference::Locals locals) {
  const properties::Alphabet alphabet =
      MakeAlphabet(heap.alphabet, {heap.objects, static_cast<std::uint32_t>(heap.fields)}, locals,
                   reference::VerbSet::All());
  reference::VerbSet verbs;
  for (const properties::AlphabetEntry& entry : alphabet.entries) {
    for (const reference::Operation& operation : entry) verbs.Add(operation.verb);
  }
  return verbs.Add(reference::Verb::kStart).Add(reference::Verb::kTick);
}

// The model has one thread, and nothing asks before it collects.
bool IsLeftOut(reference::VerbKind kind) {
  return kind == reference::VerbKind::kSection || kind == reference::VerbKind::kRequest;
}

// Those that the model has; it takes them one by one.
reference::VerbSet VerbsOf(const ModelHeap& heap, reference::Locals locals) {
  reference::VerbSet verbs = AllVerbsOf(heap, locals);
  verbs.Remove(reference::VerbSet::Of(reference::VerbKind::kSection));
  verbs.Remove(reference::VerbSet::Of(reference::VerbKind::kRequest));
  return verbs.Remove(reference::Verb::kCollect);  // the model takes a unit at a time
}

void CheckSize(const ModelHeap& heap) {
  if (heap.objects < 1 || heap.objects > model::kMaxEntries || heap.fields > model::kMaxFields) {
    throw UsageError(fmt::format("the model has heaps of 1 to {} objects with 0 to {} fields",
                                 model::kMaxEntries, model::kMaxFields));
  }
}

// What an alphabet has and the model has not is not tried, which is said.
void SayWhatIsLeftOut(const ModelHeap& heap, reference::Locals locals) {
  const reference::VerbSet verbs = AllVerbsOf(heap, locals);
  std::string left_out;
  for (const reference::VerbEntry& entry : reference::kVerbs) {
    if (!verbs.Has(entry.verb) || !IsLeftOut(reference::KindOf(entry.verb))) continue;
    left_out += (left_out.empty() ? "" : ", ") + std::string(entry.word);
  }
  if (left_out.empty()) return;
  Print("  not tried, since the model has one thread and no scheduler: {}\n", left_out);
}

// Of these alphabets nothing would be left that they are about.
void CheckAlphabet(const ModelHeap& heap) {
  if (heap.alphabet != AlphabetGroup::kSections && heap.alphabet != AlphabetGroup::kWorkers) return;
  throw UsageError(
      fmt::format("the model has one thread, and alphabet {} is about several: explore it on core, "
                  "without --model",
                  WordOf(heap.alphabet)));
}

std::string NameOf(const ModelHeap& heap) {
  return properties::SizeText(heap.objects, heap.fields) + ", " +
         std::string(WordOf(heap.alphabet));
}

std::string Line(const model::Exploration& at) {
  return fmt::format("{:>5} {:>14} {:>14} {:>9.1f} {:>12} {:>6}", at.depth, Grouped(at.states),
                     Grouped(at.steps), at.seconds,
                     Grouped(static_cast<std::uint64_t>(at.StatesPerSecond())),
                     (at.bytes + kMiB - 1) / kMiB);
}

constexpr const char* kHead = " depth         states          steps   seconds     states/s    MiB";

bool StatesMet(const ExploreModel& explore, const model::Exploration& end) {
  return explore.max_states > 0 && end.states >= explore.max_states;
}

// Why the search ended before it had tried what was asked; empty if it did try that.
std::string CutShort(const ExploreModel& explore, const model::Exploration& end) {
  if (end.witness || (end.exhausted && end.all_confirmed)) return "";
  if (Interrupted()) return "interrupted";
  if (end.memory_met) {
    return fmt::format("the ceiling of {} MiB was met after depth {}", explore.memory_mib,
                       end.depth);
  }
  if (!end.all_confirmed) return "there were too many findings to replay each of them";
  if (explore.max_depth > 0 && end.depth >= explore.max_depth) return "";
  if (StatesMet(explore, end)) {
    return fmt::format("the limit of {} states was met at depth {}", Grouped(explore.max_states),
                       end.depth);
  }
  return fmt::format("the search ended after depth {}", end.depth);
}

model::Exploration Search(const ExploreModel& explore, const ModelHeap& heap, bool lines) {
  model::ExploreOptions options;
  options.faults = explore.faults;
  options.locals = explore.locals;
  options.bounds = {
      .entries = heap.objects, .fields = heap.fields, .verbs = VerbsOf(heap, explore.locals)};
  options.max_states = explore.max_states > 0 ? explore.max_states : ~std::uint64_t{0};
  options.max_bytes = explore.memory_mib * kMiB;
  if (explore.max_depth > 0) options.max_depth = explore.max_depth;
  if (lines) {
    options.progress = [](const auto& at) { Print("  {:<37} {}\n", "", Line(at)); };
  }
  options.stop = [] { return Interrupted(); };
  return model::Explore(options);
}

// The text for a person, who gets nothing beside a machine's format.
template <typename... Args>
void Say(const ExploreModel& explore, fmt::format_string<Args...> format, Args&&... args) {
  if (explore.format == Format::kText) Print(format, std::forward<Args>(args)...);
}

void SayWitness(const ExploreModel& explore, const model::Exploration& end,
                properties::Report& report) {
  const std::string trace = reference::PrintTrace(end.witness->trace);
  Say(explore, "DISAGREE: {} operations and units show it: {}\n", end.witness->length,
      end.witness->violation.message);
  if (explore.format == Format::kText) PrintData(trace);
  properties::ReportFailure failure;
  failure.property = std::string(WordOf(end.witness->violation.property));
  failure.bucket = report.sections.back().name;
  failure.origin = "the shortest run of the model that shows it";
  failure.trace = trace;
  failure.operations = end.witness->trace.operations.size();
  failure.explanation.outcome = properties::Outcome::kDisagree;
  failure.explanation.heading =
      "DISAGREE " + failure.property + ": " + end.witness->violation.message;
  AddFailure(report, std::move(failure));
}

std::string InconclusiveText(const std::string& cut_short, bool memory, bool states) {
  return cut_short + "; nothing went wrong as far as was tried" +
         (memory   ? " (more with --memory, fewer states with --alphabet)"
          : states ? " (more with --states)"
                   : "");
}

std::string AgreeText(const ExploreModel& explore, bool exhausted) {
  if (exhausted) {
    return fmt::format("every state of {} was tried, and no run goes wrong",
                       explore.heaps.size() == 1 ? "this heap" : "each of these heaps");
  }
  return fmt::format(
      "no run of up to {} operations and units goes wrong; longer ones were not tried",
      explore.max_depth);
}

void Note(const ModelHeap& heap, const model::Exploration& end, const std::string& cut_short,
          properties::Report& report) {
  using properties::Outcome;
  properties::ReportSection& section = AddSection(
      report, "model", NameOf(heap), cut_short.empty() ? Outcome::kAgree : Outcome::kInconclusive,
      end.exhausted ? "every state"
                    : fmt::format("every run of {} operations and units", end.depth));
  section.states = end.states;
  section.operations = end.steps;
  section.seconds = end.seconds;
  if (!cut_short.empty()) section.remarks.push_back(cut_short);
}

}  // namespace

// 2 x 2 where the verbs of the group make too many states of three objects.
std::vector<ModelHeap> DefaultModelHeaps(reference::Locals locals) {
  using enum AlphabetGroup;
  std::vector<ModelHeap> heaps;
  for (const AlphabetGroup group : {kWavefront, kMoves, kContainers, kStrong, kKeep}) {
    heaps.push_back({group, 3, 1});
  }
  for (const AlphabetGroup group : {kWavefront, kCopies, kPermanent, kResurrections, kConstruction,
                                    kReferencers, kHandles, kNames, kWeak, kPurge, kClusters}) {
    heaps.push_back({group, 2, 2});
  }
  heaps.push_back({kGarbage, 2, 1});
  if (locals != reference::Locals::kDead) heaps.push_back({kLocals, 2, 2});
  return heaps;
}

int Run(const ExploreModel& explore) {
  for (const ModelHeap& heap : explore.heaps) {
    CheckSize(heap);
    CheckAlphabet(heap);
  }
  const bool one = explore.heaps.size() == 1;
  Say(explore,
      "every run of the model, locals {}; states that differ only in names of objects are one\n",
      WordOf(explore.locals));
  if (one && explore.format == Format::kText) {
    SayWhatIsLeftOut(explore.heaps.front(), explore.locals);
  }
  Say(explore, "  {:<37}{}\n", one ? NameOf(explore.heaps.front()) : "heap", kHead);
  CatchInterrupts();
  properties::Report report = ReportOf(explore.command, "the model");
  bool exhausted = true, memory = false, states = false;
  std::string cut_short;
  for (const ModelHeap& heap : explore.heaps) {
    const model::Exploration end = Search(explore, heap, one && explore.format == Format::kText);
    Say(explore, "  {:<37} {}  {}\n", one ? "in all" : NameOf(heap), Line(end),
        end.exhausted ? "every state"
        : end.witness ? "a witness"
                      : "NOT ALL");
    const std::string why = CutShort(explore, end);
    Note(heap, end, why, report);
    if (end.witness) {
      SayWitness(explore, end, report);
      return Conclude(report, "a run of the model goes wrong", explore.format);
    }
    exhausted = exhausted && end.exhausted;
    memory = memory || end.memory_met;
    states = states || (!end.exhausted && StatesMet(explore, end));
    if (cut_short.empty()) cut_short = why;
    if (Interrupted()) break;
  }
  const std::string sentence = cut_short.empty() ? AgreeText(explore, exhausted)
                                                 : InconclusiveText(cut_short, memory, states);
  Say(explore, "{}: {}\n", cut_short.empty() ? "AGREE" : "INCONCLUSIVE", sentence);
  return Conclude(report, sentence, explore.format);
}

}  // namespace tool
