// properties/matrix/rule_words_test.cc -- the sentences of rules and faults are about things, and a
// rule that stands in two lists says the same in both.

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/faults.h"
#include "core/rules.h"
#include "model/threads/rules.h"

namespace properties {
namespace {

// A person is no subject of a sentence: what acts is a thread, a section, an object.
bool IsAboutAPerson(std::string_view sentence) {
  static const std::set<std::string> kPersons = {"who",      "whom",    "whoever", "nobody",
                                                 "somebody", "someone", "anybody", "anyone"};
  std::string word;
  for (const char letter : std::string(sentence) + " ") {
    if (letter >= 'a' && letter <= 'z') {
      word += letter;
    } else {
      if (kPersons.contains(word)) return true;
      word.clear();
    }
  }
  return false;
}

std::vector<std::string_view> Sentences() {
  std::vector<std::string_view> all;
  for (const gc::RuleEntry& rule : gc::kRules) {
    all.push_back(rule.sentence);
    all.push_back(rule.no_clause_because);
  }
  for (const gc::FaultEntry& fault : gc::kFaults) all.push_back(fault.sentence);
  for (const auto& rule : model::threads::kRules) all.push_back(rule.sentence);
  for (const auto& fault : model::threads::kFaults) all.push_back(fault.sentence);
  return all;
}

TEST(RuleWords, AreAboutThings) {
  for (const std::string_view sentence : Sentences()) {
    EXPECT_FALSE(IsAboutAPerson(sentence)) << sentence;
  }
}

TEST(RuleWords, APersonIsSeen) {
  EXPECT_TRUE(IsAboutAPerson("a section that ends wakes nobody"));
  EXPECT_TRUE(IsAboutAPerson("who waits, is woken"));
  EXPECT_FALSE(IsAboutAPerson("the whole of a section"));
}

TEST(RuleWords, EndWithoutAPointAndHaveNoDoubleSpace) {
  for (const std::string_view sentence : Sentences()) {
    EXPECT_FALSE(sentence.ends_with('.')) << sentence;
    EXPECT_EQ(sentence.find("  "), std::string_view::npos) << sentence;
  }
}

// The lock and marking by workers are protocols that the model of threads explores and core has.
// end-needs-empty and mark-once are rules of the wavefront, and the list of threads says what they
// mean there.
TEST(RuleWords, OfProtocolsBetweenThreadsAreTheSameInBothLists) {
  using gc::Rule;
  using Threads = model::threads::Rule;
  for (const auto& [ours, theirs] :
       {std::pair(Rule::kLockExcludes, Threads::kLockExcludes),
        std::pair(Rule::kHandOverPublishes, Threads::kHandOverPublishes),
        std::pair(Rule::kBusyBeforeQueue, Threads::kBusyBeforeQueue),
        std::pair(Rule::kDrainBeforeSuspend, Threads::kDrainBeforeSuspend)}) {
    EXPECT_EQ(gc::EntryOf(ours).name, model::threads::EntryOf(theirs).name);
    EXPECT_EQ(gc::EntryOf(ours).sentence, model::threads::EntryOf(theirs).sentence);
  }
}

// What the head of model/threads/rules.h says: these, and no others, are in both lists.
TEST(RuleWords, OnlySixRulesOfThreadsAreInCoresList) {
  std::set<std::string_view> both;
  for (const auto& rule : model::threads::kRules) {
    for (const gc::RuleEntry& entry : gc::kRules) {
      if (entry.name == rule.name) both.insert(rule.name);
    }
  }
  EXPECT_EQ(both, (std::set<std::string_view>{"lock-excludes", "end-needs-empty", "mark-once",
                                              "hand-over-publishes", "busy-before-queue",
                                              "drain-before-suspend"}));
}

}  // namespace
}  // namespace properties
