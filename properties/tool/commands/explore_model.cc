#include "properties/tool/commands/explore_model.h"

#include <fmt/format.h>

#include "model/explorer/explorer.h"
#include "properties/report/layout.h"
#include "properties/tool/command_line/choices.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/process/interrupt.h"
#include "properties/tool/process/output.h"
#include "properties/tool/process/progress.h"
#include "reference/trace/trace_text.h"

namespace tool {
namespace {

using properties::Grouped;

// The verbs of the alphabet's operations; the model takes them one by one.
reference::VerbSet VerbsOf(const ExploreModel& explore) {
  const properties::Alphabet alphabet =
      MakeAlphabet(explore.alphabet, {explore.objects, static_cast<std::uint32_t>(explore.fields)},
                   explore.locals, reference::VerbSet::All());
  reference::VerbSet verbs;
  for (const properties::AlphabetEntry& entry : alphabet.entries) {
    for (const reference::Operation& operation : entry) verbs.Add(operation.verb);
  }
  verbs.Add(reference::Verb::kStart).Add(reference::Verb::kTick);
  verbs.Remove(reference::VerbSet::Of(reference::VerbKind::kSection));  // the model has one thread
  verbs.Remove(reference::VerbSet::Of(reference::VerbKind::kRequest));
  return verbs.Remove(reference::Verb::kCollect);  // the model takes a unit at a time
}

void CheckSize(const ExploreModel& explore) {
  if (explore.objects < 1 || explore.objects > model::kMaxEntries ||
      explore.fields > model::kMaxFields) {
    throw UsageError(fmt::format("the model has heaps of 1 to {} objects with 0 to {} fields",
                                 model::kMaxEntries, model::kMaxFields));
  }
}

std::string Line(const model::Exploration& at) {
  return fmt::format("  {:>5} {:>14} {:>14} {:>9.1f} {:>12}\n", at.depth, Grouped(at.states),
                     Grouped(at.steps), at.seconds,
                     Grouped(static_cast<std::uint64_t>(at.StatesPerSecond())));
}

int Verdict(const model::Exploration& end) {
  if (end.witness) {
    Print("DISAGREE: {} operations and units show it: {}\n{}", end.witness->length,
          end.witness->violation.message, reference::PrintTrace(end.witness->trace));
    return kExitDisagree;
  }
  if (Interrupted()) {
    Print("INCONCLUSIVE: interrupted\n");
    return kExitInconclusive;
  }
  Print(end.exhausted ? "AGREE: every state of this heap was tried, and no run goes wrong\n"
                      : "AGREE: nothing goes wrong as far as this was tried\n");
  return kExitAgree;
}

}  // namespace

int Run(const ExploreModel& explore) {
  CheckSize(explore);
  model::ExploreOptions options;
  options.faults = explore.faults;
  options.locals = explore.locals;
  options.bounds = {
      .entries = explore.objects, .fields = explore.fields, .verbs = VerbsOf(explore)};
  options.max_states = explore.max_states;
  if (explore.max_depth > 0) options.max_depth = explore.max_depth;
  options.progress = [](const model::Exploration& at) { Print("{}", Line(at)); };
  options.stop = [] { return Interrupted(); };
  Print(
      "every run of the model: {} objects x {} fields, alphabet {}, locals {}; states that differ\n"
      "only in the names of objects are one\n",
      explore.objects, explore.fields, WordOf(explore.alphabet), WordOf(explore.locals));
  Print("  {:>5} {:>14} {:>14} {:>9} {:>12}\n", "depth", "states", "steps", "seconds", "states/s");
  CatchInterrupts();
  const model::Exploration end = model::Explore(options);
  Print("  in all{}", Line(end).substr(7));
  return Verdict(end);
}

}  // namespace tool
