#include "properties/tool/commands/prove_small.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "model/bounded/cvc5.h"
#include "model/bounded/small_heap.h"
#include "model/explorer/counterexample_search.h"
#include "properties/report/json.h"
#include "properties/report/layout.h"
#include "properties/report/picture_page.h"
#include "properties/report/small_heap_text.h"
#include "properties/tool/command_line/exit_codes.h"
#include "properties/tool/failures/failure_files.h"
#include "properties/tool/process/interrupt.h"
#include "properties/tool/process/progress.h"
#include "properties/tool/process/screen.h"
#include "properties/tool/process/worker.h"

namespace tool {
namespace {

using model::SmallHeap;
using model::Solver;
using properties::Style;

constexpr double kSolverSilenceSeconds = 3600;  // a solver may think for long

// Reads "3" or "1-4".
std::pair<int, int> RangeOf(const std::string& text, const char* option, int most) {
  const auto refuse = [&] {
    throw UsageError(
        fmt::format("{} takes a number from 1 to {}, or a range such as 1-{}, not \"{}\"", option,
                    most, most, text));
  };
  const auto number = [&](std::string_view part) {
    int value = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (error != std::errc() || end != part.data() + part.size() || value < 1 || value > most) {
      refuse();
    }
    return value;
  };
  const std::size_t dash = text.find('-');
  const int from = number(std::string_view(text).substr(0, dash));
  const int to = dash == std::string::npos ? from : number(std::string_view(text).substr(dash + 1));
  if (from > to) refuse();
  return {from, to};
}

std::vector<Solver> SolversOf(const ProveSmall& prove) {
  if (prove.solver == "cvc5" && !model::HasCvc5()) {
    throw UsageError("cvc5 is not on the path; --solver z3 needs no other program");
  }
  if (prove.solver == "z3") return {Solver::kZ3};
  if (prove.solver == "cvc5") return {Solver::kCvc5};
  if (model::HasCvc5()) return {Solver::kZ3, Solver::kCvc5};
  return {Solver::kZ3};
}

// One size, asked of one solver.
struct Question {
  int objects = 1;
  int fields = 1;
  Solver solver = Solver::kZ3;
  const char* SolverName() const { return solver == Solver::kZ3 ? "z3" : "cvc5"; }
};

std::vector<Question> QuestionsOf(const ProveSmall& prove) {
  const auto objects = RangeOf(prove.objects, "--objects", model::kMostObjects);
  const auto fields = RangeOf(prove.fields, "--fields", model::kMostFieldsOfSmallHeap);
  const std::vector<Solver> solvers = SolversOf(prove);
  std::vector<Question> questions;
  for (int object = objects.first; object <= objects.second; ++object) {
    for (int field = fields.first; field <= fields.second; ++field) {
      for (const Solver solver : solvers) questions.push_back({object, field, solver});
    }
  }
  return questions;
}

Task TaskFor(const ProveSmall& prove, const Question& question, gc::FaultSet faults,
             unsigned jobs) {
  model::SmallHeapOptions options;
  options.objects = question.objects;
  options.fields = question.fields;
  options.depth = prove.depth;
  options.locals = prove.choices.Disciplines().front();
  options.faults = faults;
  options.solver = question.solver;
  options.jobs = jobs;
  return {fmt::format("{} x {}, {}", question.objects, question.fields, question.SolverName()),
          [options](RunRecorder&) { return properties::Packed(model::ProveSmallHeap(options)); }, 1,
          kSolverSilenceSeconds};
}

// What was found so far.
struct Found {
  std::size_t broken = 0, undecided = 0;
  std::vector<model::DrawnRun> pictures;  // of the smallest heap that has one
  std::string pictures_of;
  nlohmann::json heaps = nlohmann::json::array();
};

void TakeHeap(const Question& question, const TaskEnd& end, bool text, Found& found) {
  ThrowAgain(end);
  if (end.how != TaskEnd::How::kDone) {
    ++found.undecided;
    if (text) {
      Print("  {:<9} not decided ({})\n", fmt::format("{} x {}", question.objects, question.fields),
            end.text.empty() ? "interrupted" : end.text);
    }
    return;
  }
  const auto heap = properties::Unpacked<SmallHeap>(end.text);
  if (text) {
    Print("{}", SmallHeapLines(question.objects, question.fields, question.SolverName(), heap,
                               ScreenStyle()));
  }
  found.heaps.push_back({{"objects", question.objects},
                         {"fields", question.fields},
                         {"solver", question.SolverName()},
                         {"result", heap}});
  found.broken += heap.Holds() || heap.Inconclusive() ? 0 : 1;
  found.undecided += heap.Inconclusive() ? 1 : 0;
  if (!found.pictures.empty() || heap.pictures.empty()) return;
  found.pictures = heap.pictures;
  found.pictures_of = properties::SizeText(static_cast<std::uint64_t>(question.objects),
                                           static_cast<std::uint64_t>(question.fields));
}

std::string PageCommandOf(const ProveSmall& prove) {
  return fmt::format("{} prove --objects {} --fields {} --depth {}{}", ProgramName(), prove.objects,
                     prove.fields, prove.depth, prove.choices.Text());
}

void ShowPictures(const ProveSmall& prove, const Found& found) {
  if (found.pictures.empty()) {
    if (!prove.page.empty()) Complain("nothing is broken, so {} is not written", prove.page);
    return;
  }
  if (prove.format == Format::kText) {
    for (const model::DrawnRun& run : found.pictures) {
      Print("\n{}: {}", found.pictures_of, PictureText(run, ScreenStyle()));
    }
    Print("\n");
  }
  if (prove.page.empty()) return;
  const std::string heading =
      fmt::format("What breaks on {}, locals {}{}", found.pictures_of,
                  WordOf(prove.choices.Disciplines().front()),
                  prove.choices.without.empty() ? "" : ", without " + prove.choices.without);
  WriteFile(prove.page, properties::PicturePage(found.pictures, heading, PageCommandOf(prove)));
  if (prove.format == Format::kText) Print("the page is in {}\n", prove.page);
}

int SayVerdictOn(const ProveSmall& prove, const Found& found) {
  const Style style = ScreenStyle();
  const bool text = prove.format == Format::kText;
  if (found.broken > 0) {
    if (text) Print("{}: an invariant or an obligation breaks\n", style.Bad("DISAGREE"));
    return kExitDisagree;
  }
  if (found.undecided > 0) {
    if (text) Print("{}: not everything was decided\n", style.Odd("INCONCLUSIVE"));
    return kExitInconclusive;
  }
  if (text) {
    Print("{}: every step keeps every invariant, and so does every run of up to {} steps\n",
          style.Good("PROVED"), prove.depth);
  }
  return kExitAgree;
}

// The formulas have no threads, so that without such a rule they are the same, and all would hold.
void RefuseWhatIsAssumed(const Choices& choices) {
  if (choices.without.empty() || !model::IsAssumed(choices.Faults().front())) return;
  throw UsageError(fmt::format(
      "the formulas of small heaps take {} for granted: it is about threads, and they have none "
      "(`{} prove --threads` asks about threads)",
      choices.without, ProgramName()));
}

}  // namespace

int Run(const ProveSmall& prove) {
  const gc::FaultSet faults = prove.choices.OneFault();
  RefuseWhatIsAssumed(prove.choices);
  const std::vector<Question> questions = QuestionsOf(prove);
  const bool text = prove.format == Format::kText;
  std::vector<Task> tasks;
  for (const Question& question : questions) {
    tasks.push_back(TaskFor(prove, question, faults, questions.size() == 1 ? prove.jobs : 1));
  }
  if (text) {
    const std::string without =
        prove.choices.without.empty() ? "" : ", without " + prove.choices.without;
    Print("small heaps, locals {}{}\n{}", WordOf(prove.choices.Disciplines().front()), without,
          properties::SmallHeapHead(ScreenStyle()));
  }
  CatchInterrupts();
  Found found;
  Progress progress;
  TaskHooks hooks;
  hooks.stop = [] { return Interrupted(); };
  hooks.on_idle = [&](std::uint64_t, std::size_t ended) {
    progress.Show(ended, tasks.size(), tasks[std::min(ended, tasks.size() - 1)].name);
  };
  hooks.on_end = [&](std::size_t index, const TaskEnd& end) {
    progress.Clear();
    TakeHeap(questions[index], end, text, found);
  };
  RunTasks(tasks, {.jobs = prove.jobs}, hooks);
  ShowPictures(prove, found);
  if (!text) {
    PrintData(
        nlohmann::json{{"schema", properties::kReportSchema}, {"heaps", found.heaps}}.dump(2) +
        "\n");
  }
  return SayVerdictOn(prove, found);
}

}  // namespace tool
