// model/readme_test.cc -- the page of this room names the invariants, claims and lemmas that there
// are.
//
// The page is what a reader trusts, and a name in it that no formula has looks like a proof. A
// range such as "T1–T3" names every number between.

#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "model/assumptions/assumptions.h"
#include "model/claims/claims.h"
#include "model/claims/progress.h"
#include "model/proof/invariants.h"
#include "model/proof/prover.h"

namespace model {
namespace {

using reference::Locals;
using Names = std::set<std::string>;

constexpr Locals kEachDiscipline[] = {Locals::kDead, Locals::kRescanned, Locals::kBlack};

std::string Page() {
  std::ifstream file(std::string(TRICOLOUR_SOURCE_DIR) + "/model/README.md");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// "D1–D5 D7" names D1 to D5, and D7.
Names NamesIn(const std::string& cell) {
  const std::string dash = "–";
  Names names;
  std::istringstream words(cell);
  for (std::string word; words >> word;) {
    const std::size_t at = word.find(dash);
    if (at == std::string::npos) {
      names.insert(word);
      continue;
    }
    const int first = std::stoi(word.substr(1, at - 1));
    const int last = std::stoi(word.substr(at + dash.size() + 1));
    for (int i = first; i <= last; ++i) names.insert(word.substr(0, 1) + std::to_string(i));
  }
  return names;
}

// The names in a column, counted from 0, of the table whose head is given.
Names NamesInColumn(std::size_t column, const std::string& page, const std::string& head) {
  Names names;
  std::istringstream lines(page.substr(page.find(head)));
  std::string line;
  std::getline(lines, line);
  std::getline(lines, line);
  while (std::getline(lines, line) && line.starts_with("| ")) {
    std::size_t begin = 2;
    for (std::size_t i = 0; i < column; ++i) begin = line.find(" | ", begin) + 3;
    names.merge(NamesIn(line.substr(begin, line.find(" | ", begin) - begin)));
  }
  return names;
}

Names NamesOfInvariants() {
  Names names;
  for (const Locals locals : kEachDiscipline) {
    for (const InvariantName& invariant : InvariantNames(locals)) names.insert(invariant.name);
  }
  return names;
}

TEST(ReadmeOfTheModel, NamesTheInvariantsThatThereAre) {
  EXPECT_EQ(NamesInColumn(0, Page(), "| | invariant | in words |"), NamesOfInvariants());
}

TEST(ReadmeOfTheModel, NamesTheLemmasThatThereAre) {
  z3::context context;
  UnboundedLogic logic(context);
  const System system(logic, {}, Locals::kDead);
  const std::size_t count = ProgressLemmas(system).size();
  EXPECT_NE(Page().find("G1 to G" + std::to_string(count)), std::string::npos);
}

TEST(ReadmeOfTheModel, NamesTheClaimsThatThereAre) {
  z3::context context;
  UnboundedLogic logic(context);
  const System system(logic, {}, Locals::kDead);
  const Relations before = system.Restrict(SymbolicState(logic, ""));
  Names names;
  for (const Claim& claim : ClaimsOfState(system, before)) names.insert(claim.name);
  for (const Action& action : system.actions()) {
    Terms parameters;
    for (const Sort sort : action.parameters) {
      parameters.push_back(logic.Parameter(sort, "p" + std::to_string(parameters.size())));
    }
    const After after = action.take(before, parameters);
    for (const Claim& claim : ClaimsOfStep(system, {action, parameters, before, after})) {
      names.insert(claim.name);
    }
  }
  EXPECT_EQ(NamesInColumn(1, Page(), "| theorem | conditions | what they say |"), names);
}

// A line of the table of assumptions.
std::string LineOf(const AssumptionEntry& entry) {
  const std::string shown = entry.test.empty() ? "nothing: " + std::string(entry.no_test_because)
                                               : std::string(entry.test);
  return "| " + std::string(entry.name) + (entry.of_guard ? " (guard)" : "") + " | " +
         std::string(entry.sentence) + " | " + shown + " |\n";
}

TEST(ReadmeOfTheModel, HasTheTableOfAssumptionsAsItIs) {
  const std::string head = "| name | what the mutator does | shown by |\n|---|---|---|\n";
  std::string table;
  for (const AssumptionEntry& entry : Assumptions()) table += LineOf(entry);
  const std::string page = Page();
  const std::size_t at = page.find(head);
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(page.substr(at + head.size(), table.size() + 1), table + "\n");
}

// "kNamesDieAtSteps".
std::string EnumeratorOf(std::string_view name) {
  std::string text = "k";
  bool upper = true;
  for (const char letter : name) {
    if (letter != '-') text += upper ? static_cast<char>(std::toupper(letter)) : letter;
    upper = letter == '-';
  }
  return text;
}

// All sources of a folder of the project, one after the other.
std::string SourcesOf(const std::string& folder, const std::string& ending) {
  namespace fs = std::filesystem;
  const fs::path root = fs::path(TRICOLOUR_SOURCE_DIR);
  std::string text;
  for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
    if (!entry.path().string().ends_with(ending)) continue;
    std::ifstream file(entry.path());
    std::stringstream some;
    some << file.rdbuf();
    text += some.str();
  }
  return text;
}

TEST(AssumptionsOfTheModel, AreNamedInTheGuardsThatStandOnThem) {
  const std::string actions = SourcesOf("model/proof", ".cc") + SourcesOf("model/proof", ".h");
  for (const AssumptionEntry& entry : Assumptions()) {
    const std::string use = "Assumed(Assumption::" + EnumeratorOf(entry.name) + ",";
    EXPECT_EQ(actions.find(use) != std::string::npos, entry.of_guard) << entry.name;
  }
}

TEST(AssumptionsOfTheModel, AreShownByTestsOfCoreOrSayWhyNot) {
  const std::string tests = SourcesOf("core", "_test.cc");
  for (const AssumptionEntry& entry : Assumptions()) {
    EXPECT_NE(entry.test.empty(), entry.no_test_because.empty()) << entry.name;
    const std::size_t dot = entry.test.find('.');
    if (entry.test.empty()) continue;
    const std::string written = std::string(entry.test.substr(0, dot)) + ", " +
                                std::string(entry.test.substr(dot + 1)) + ")";
    EXPECT_NE(tests.find("(" + written), std::string::npos) << entry.test;
  }
}

TEST(AssumptionsOfTheModel, StandInTheOrderOfTheirEnumeration) {
  for (std::size_t i = 0; i < kAssumptionCount; ++i) {
    EXPECT_EQ(static_cast<std::size_t>(Assumptions()[i].assumption), i);
  }
}

TEST(ReadmeOfTheModel, ARangeNamesEveryNumberBetween) {
  EXPECT_EQ(NamesIn("D1–D3 D7 I2r"), (Names{"D1", "D2", "D3", "D7", "I2r"}));
}

}  // namespace
}  // namespace model
