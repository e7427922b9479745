// model/coverage/modelled_test.cc -- nothing that a mutator can do has been forgotten: each verb
// and each public call of a heap is modelled, or says why not.

#include "model/coverage/modelled.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "model/machine/machine.h"
#include "model/proof/system.h"

namespace model {
namespace {

using reference::Locals;
using reference::Verb;
using Words = std::vector<std::string>;

std::string TextOf(const std::string& path) {
  std::ifstream file(std::string(TRICOLOUR_SOURCE_DIR) + "/" + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

Words Split(std::string_view list) {
  Words words;
  std::stringstream rest{std::string(list)};
  for (std::string word; std::getline(rest >> std::ws, word, ',');) words.push_back(word);
  return words;
}

// The actions of a system with every discipline and fault that adds some, by name; and whether no
// line of a trace says the action.
std::map<std::string, bool> AllActions() {
  std::map<std::string, bool> actions;
  const auto add = [&](const System& system) {
    for (const Action& action : system.actions()) actions.emplace(action.name, action.unspoken);
  };
  for (const Locals locals : {Locals::kDead, Locals::kRescanned, Locals::kBlack}) {
    for (const gc::FaultSet faults : {gc::FaultSet{}, gc::FaultSet(gc::Fault::kLetItLeak)}) {
      z3::context context;
      BoundedLogic small(context, {2, 1, 1, 3, 2});
      add(System(small, faults, locals));
      UnboundedLogic any(context);
      add(System(any, faults, locals));
    }
  }
  return actions;
}

TEST(Modelled, EveryVerbHasARowInTheirOrder) {
  ASSERT_EQ(ModelledVerbs().size(), reference::kVerbs.size());
  for (std::size_t i = 0; i < ModelledVerbs().size(); ++i) {
    const ModelledVerb& row = ModelledVerbs()[i];
    EXPECT_EQ(row.verb, reference::kVerbs[i].verb) << reference::kVerbs[i].word;
    EXPECT_FALSE(row.actions.empty() && row.because.empty()) << reference::kVerbs[i].word;
  }
}

// A state in which each verb does something, and a step of it.
Outcome Applied(Verb verb, bool& changed) {
  bool refused = false;
  Outcome outcome;
  // Marking: two white objects, the first refers to the second, and a weak reference to it; or
  // idle, where the first one is kept, rooted, counted, held and in a cluster.
  for (const Phase phase : {Phase::kMarking, Phase::kIdle}) {
    State state{.exists = 3, .used = 3, .named = 3};
    (phase == Phase::kIdle ? state.reachable : state.maybe) = 3;
    state.phase = phase;
    state.field[0][0] = 1;
    const Machine machine(gc::FaultSet(gc::Fault::kLetItLeak), Locals::kRescanned);
    if (verb == Verb::kUnroot) state.root = 1;
    if (verb == Verb::kUnkeep) state.kept = 1;
    if (verb == Verb::kUnflag) state.authored = 1;
    if (verb == Verb::kStrongDrop) state.strong = 1;
    if (verb == Verb::kDrop) state.held = 1;
    if (verb == Verb::kComplete) state.constructing = 1;
    if (verb == Verb::kReferencerRelease) state.wrapper = 1;
    if (verb == Verb::kErase) state.container = 1;
    if (verb == Verb::kDissolve || verb == Verb::kClusterAdd) {
      state.clustered = 1;
      state.link[0] = 0;
    }
    if (reference::IsRead(verb) || verb == Verb::kWeakCopy || verb == Verb::kAbandon) {
      state.weak[0] = 2;
      state.weak_serial[0] = 1;
      state.weak_true[0] = true;
      SetSerial(state, 1, 1);
    }
    Step step{.verb = verb, .object = 0, .target = 1, .slot = 0, .other_slot = 0};
    if (reference::IsBirth(verb) && verb != Verb::kAbandon) step.object = 2, step.target = 0;
    if (verb == Verb::kWeakCopy) step.slot = 1;
    if (verb == Verb::kTick || verb == Verb::kPurge) {
      state.phase = Phase::kGathering;
      state.unvisited = 3;
      step.unit = reference::EventKind::kGather;
    }
    if (verb == Verb::kStore) step.target = 0;
    if (verb == Verb::kMove || verb == Verb::kSwap) {
      step.object = 1;
      step.target = 0;
    }
    if (verb == Verb::kTake) std::swap(step.object, step.target);
    if (verb == Verb::kOuter || verb == Verb::kAppend) step.field = 1;
    const State before = state;
    outcome = machine.Apply(state, step);
    changed |= !(before == state);
    refused |= outcome.refused;
  }
  return outcome;
}

// The machine does something for exactly the verbs that have actions.
TEST(Modelled, TheMachineAppliesExactlyTheVerbsThatHaveActions) {
  for (const ModelledVerb& row : ModelledVerbs()) {
    bool changed = false;
    const Outcome outcome = Applied(row.verb, changed);
    const std::string word(reference::WordOf(row.verb));
    EXPECT_EQ(!row.actions.empty(), outcome.declared && changed) << word;
  }
}

// Of the actions that a trace can say, each stands for a verb; but for those that a fault adds to a
// unit, and those by which a heap of any size learns names.
TEST(Modelled, EveryActionOfATraceStandsForAVerb) {
  std::set<std::string> named = {"end-check-decides", "load-root", "load", "load-of-cluster"};
  const std::map<std::string, bool> actions = AllActions();
  for (const ModelledVerb& row : ModelledVerbs()) {
    for (const std::string& action : Split(row.actions)) {
      EXPECT_TRUE(actions.count(action)) << action;
      named.insert(action);
    }
  }
  for (const auto& [action, unspoken] : actions) {
    EXPECT_TRUE(unspoken || named.count(action)) << action << " is the action of no verb";
  }
}

// The names of the public functions of a class, in the order of their first declaration.
Words PublicCalls(std::string text, const std::string& name) {
  const std::size_t begin = text.find("\nclass " + name + " {");
  const std::size_t end = text.find("\n private:", begin);
  if (begin == std::string::npos || end == std::string::npos) return {};
  text = std::regex_replace(text.substr(begin, end - begin), std::regex("//[^\n]*"), "");
  // A declaration of a member begins two columns in, and its name is before the first bracket.
  static const std::regex kCall(R"(\n  (?! )[^\n(;={}]*?([A-Za-z_]\w*)\()");
  Words calls;
  for (std::sregex_iterator at(text.begin(), text.end(), kCall), none; at != none; ++at) {
    const std::string call = (*at)[1];
    if (call == name || std::ranges::find(calls, call) != calls.end()) continue;
    calls.push_back(call);
  }
  return calls;
}

TEST(Modelled, EveryPublicCallOfAHeapHasARowInTheirOrder) {
  Words rows;
  for (const ModelledCall& row : ModelledCalls()) rows.emplace_back(row.call);
  const Words calls = PublicCalls(TextOf("core/heap/heap.h"), "Heap");
  EXPECT_FALSE(calls.empty());
  const auto [call, row] = std::ranges::mismatch(calls, rows);
  EXPECT_TRUE(call == calls.end()) << *call << " has no row at its place";
  EXPECT_TRUE(row == rows.end()) << *row << " is not a call of a heap at this place";
}

TEST(Modelled, ACallThatIsNewIsFound) {
  const std::string text =
      "\nclass Heap {\n public:\n  explicit Heap(int);\n  // Old(here)\n  void New(\n      int);\n"
      "  template <class T>\n  T* Other(T t) {\n    return Inner(t);\n  }\n\n private:\n  void "
      "P();\n";
  EXPECT_EQ(PublicCalls(text, "Heap"), (Words{"New", "Other"}));
}

TEST(Modelled, ACallNamesVerbsAndActionsThatThereAreOrSaysWhyNot) {
  const std::map<std::string, bool> actions = AllActions();
  std::set<std::string> words;
  for (const reference::VerbEntry& entry : reference::kVerbs) words.emplace(entry.word);
  for (const ModelledCall& row : ModelledCalls()) {
    EXPECT_FALSE(row.verbs.empty() && row.actions.empty() && row.because.empty()) << row.call;
    for (const std::string& verb : Split(row.verbs)) EXPECT_TRUE(words.count(verb)) << row.call;
    for (const std::string& action : Split(row.actions)) {
      EXPECT_TRUE(actions.count(action)) << row.call << " " << action;
    }
  }
}

std::string Either(std::string_view what, std::string_view because) {
  if (because.empty()) return std::string(what);
  return what.empty() ? "nothing: " + std::string(because)
                      : std::string(what) + " (" + std::string(because) + ")";
}

TEST(Modelled, ThePageHasBothTables) {
  std::string verbs = "| verb | modelled by the actions |\n|---|---|\n";
  for (const ModelledVerb& row : ModelledVerbs()) {
    verbs += "| " + std::string(reference::WordOf(row.verb)) + " | " +
             Either(row.actions, row.because) + " |\n";
  }
  std::string calls = "| call | as the verbs | by the actions |\n|---|---|---|\n";
  for (const ModelledCall& row : ModelledCalls()) {
    const bool by_verb = !row.verbs.empty();
    calls += "| " + std::string(row.call) + " | " +
             (by_verb ? Either(row.verbs, row.because) : std::string()) + " | " +
             (by_verb ? std::string(row.actions) : Either(row.actions, row.because)) + " |\n";
  }
  const std::string page = TextOf("model/coverage/modelled.md");
  EXPECT_NE(page.find("\n\n" + verbs + "\n"), std::string::npos) << verbs;
  EXPECT_TRUE(page.ends_with("\n\n" + calls)) << calls;
}

}  // namespace
}  // namespace model
