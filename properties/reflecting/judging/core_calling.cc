#include "properties/reflecting/judging/core_calling.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/reflect/call.h"
#include "properties/base/random.h"
#include "properties/reflecting/drawing.h"
#include "properties/reflecting/loose_functions.h"
#include "properties/reflecting/turning.h"

namespace properties::reflecting {
namespace {

using reference::reflecting::FindCalled;
using reference::reflecting::FindNamed;
using reference::reflecting::PaperCall;
using reference::reflecting::PaperFunction;
using reference::reflecting::PaperLayout;

constexpr int kCalls = 16;

class CallingJudge {
 public:
  CallingJudge(const ReflectingRun& run, Stage& stage, ReflectingVerdict& verdict)
      : run_(run), stage_(stage), verdict_(verdict), random_(Mix(run.seed + 13)) {}

  void Judge() {
    loose_notes = {};
    for (int i = 0; i < kCalls && verdict_.difference.empty(); ++i) {
      const std::size_t object = random_.Below(static_cast<std::uint32_t>(run_.objects.size()));
      call_ = {.type = run_.objects[object].type, .name = DrawFunctionName(random_)};
      gc::NamedObject& callee = *stage_.named.At(static_cast<Name>(object + 1));
      ++verdict_.applied;
      if (random_.Chance(1, 2)) {
        CallTyped(callee);
      } else {
        CallByFrame(callee);
      }
    }
  }

 private:
  const PaperLayout& layout() const { return run_.saved.layout; }
  std::string Called() const { return "a call of " + call_.name; }

  void Same(std::string_view error, std::string_view should) {
    verdict_.Same(Called(), error.empty() ? "done" : error, should.empty() ? "done" : should);
  }
  PaperValue DrawArgument(const TypeEntry& entry) {
    return DrawValue(random_, layout(), *entry.paper, static_cast<Name>(run_.objects.size()));
  }
  // What the paper's function does; of no function, nothing.
  PaperValue AnswerOf(const PaperFunction& function, const std::vector<PaperValue>& arguments) {
    return Answer(function.deed, arguments, noted_);
  }
  void CompareNotes(const gc::Object& callee) {
    verdict_.Same(Called() + ", of that object", loose_notes.object == &callee, true);
    verdict_.Same(Called() + ", what is noted", loose_notes.noted, noted_);
  }
  void Compare(const TypeEntry& result, PaperValue said, PaperValue should) {
    Sort(layout(), *result.paper, said);
    verdict_.Same(Called() + ", its result", TextOf(said), TextOf(should));
  }

  // Mostly with the types of the function that has the name.
  void CallTyped(gc::NamedObject& callee) {
    const PaperFunction* const there =
        FindNamed(layout(), run_.saved.functions, call_.type, call_.name);
    const std::size_t row = there != nullptr && random_.Chance(3, 4)
                                ? static_cast<std::size_t>(there->deed)
                                : random_.Below(reference::reflecting::kDeeds);
    const FunctionEntry& as = FunctionTable()[row];
    std::vector<PaperValue> arguments;
    for (const TypeEntry* const parameter : as.parameters) {
      call_.arguments.push_back(parameter->paper);
      arguments.push_back(DrawArgument(*parameter));
    }
    call_.result = as.result != nullptr ? as.result->paper : nullptr;
    std::string should;
    const PaperFunction* const found = FindCalled(layout(), run_.saved.functions, call_, should);
    loose_notes.object = nullptr;
    std::string error;
    const std::optional<PaperValue> answer =
        as.call(callee, call_.name, arguments, stage_.named, error);
    Same(error, should);
    verdict_.Same(Called() + " is done", answer.has_value(), found != nullptr);
    if (found == nullptr || !answer) return;
    const PaperValue expected = AnswerOf(*found, arguments);
    CompareNotes(callee);
    if (as.result != nullptr) Compare(*as.result, *answer, expected);
  }

  // A parameter less or more, or of another type; or another result.
  void Spoil(std::vector<const TypeEntry*>& types, const TypeEntry*& result) {
    switch (random_.Below(4)) {
      case 0:
        if (!types.empty()) types.pop_back();
        return;
      case 1:
        return types.push_back(&DrawType(random_, kLoose));
      case 2:
        if (!types.empty()) {
          types[random_.Below(static_cast<std::uint32_t>(types.size()))] =
              &DrawType(random_, kLoose);
        }
        return;
      default:
        result = &DrawType(random_, kLoose);
    }
  }

  void CallByFrame(gc::NamedObject& callee) {
    const PaperFunction* const there =
        FindNamed(layout(), run_.saved.functions, call_.type, call_.name);
    std::vector<const TypeEntry*> types;
    const TypeEntry* result = nullptr;
    if (there != nullptr) {
      const FunctionEntry& row = FunctionTable()[static_cast<std::size_t>(there->deed)];
      types = row.parameters;
      if (random_.Chance(1, 2)) result = row.result;
    }
    if (random_.Chance(1, 3)) Spoil(types, result);
    std::vector<const gc::ValueType*> asked;
    for (const TypeEntry* const type : types) {
      call_.arguments.push_back(type->paper);
      asked.push_back(type->type);
    }
    call_.result = result != nullptr ? result->paper : nullptr;
    std::string should;
    const PaperFunction* const found = FindCalled(layout(), run_.saved.functions, call_, should);
    std::string error;
    const gc::Function* const function = gc::FindCallable(
        callee, call_.name, asked, result != nullptr ? result->type : nullptr, error);
    Same(error, should);
    verdict_.Same(Called() + " is possible", function != nullptr, found != nullptr);
    if (found == nullptr || function == nullptr) return;
    verdict_.Same(Called() + ", what is said of it",
                  std::string(FindMetadata(function->metadata, "unit")),
                  SaidOf(call_.name, "unit"));
    Fill(callee, *function, *found);
  }

  // A frame begins with values that nobody has set, and is used twice.
  void Fill(gc::NamedObject& callee, const gc::Function& function, const PaperFunction& paper) {
    const FunctionEntry& row = FunctionTable()[static_cast<std::size_t>(paper.deed)];
    gc::CallFrame frame(function);
    std::vector<PaperValue> arguments;
    for (std::size_t i = 0; i < row.parameters.size(); ++i) {
      const gc::Parameter& parameter = function.parameters[i];
      verdict_.Same(Called() + ", a parameter", parameter.name, paper.names[i]);
      arguments.push_back(Zero(layout(), *row.parameters[i]->paper));
      Compare(*row.parameters[i], ValueAt(*row.parameters[i], frame.At(parameter)), arguments[i]);
    }
    for (int times = 0; times < 2 && verdict_.difference.empty(); ++times) {
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (random_.Chance(1, 3)) continue;
        arguments[i] = DrawArgument(*row.parameters[i]);
        row.parameters[i]->set(static_cast<std::byte*>(frame.At(function.parameters[i])),
                               arguments[i], stage_.named);
      }
      loose_notes.object = nullptr;
      frame.Invoke(callee);
      const PaperValue expected = AnswerOf(paper, arguments);
      CompareNotes(callee);
      verdict_.Same(Called() + " has a result", function.result.type != nullptr,
                    row.result != nullptr);
      if (row.result == nullptr || function.result.type == nullptr) continue;
      Compare(*row.result, ValueAt(*row.result, frame.At(function.result)), expected);
    }
  }
  PaperValue ValueAt(const TypeEntry& entry, const void* at) const {
    return entry.get(static_cast<const std::byte*>(at), stage_.named);
  }

  const ReflectingRun& run_;
  Stage& stage_;
  ReflectingVerdict& verdict_;
  Random random_;
  PaperCall call_;
  std::string noted_;
};

}  // namespace

void JudgeCalling(const ReflectingRun& run, Stage& stage, ReflectingVerdict& verdict) {
  if (!run.objects.empty()) CallingJudge(run, stage, verdict).Judge();
}

}  // namespace properties::reflecting
