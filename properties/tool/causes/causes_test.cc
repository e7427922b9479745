// properties/tool/causes/causes_test.cc -- failures with one cause are one, and the line that was
// changed comes first.

#include "properties/tool/causes/causes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "properties/report/suspects_text.h"

namespace tool {
namespace {

using gc::Rule;
using properties::Report;
using properties::ReportFailure;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

// Sources of three files.
SourcesOfCore Sources() {
  static const std::map<std::string, Lines> files = {
      {"core/barrier.cc",
       {"// core/barrier.cc -- shades.", "// Upholds: grey-is-queued; the rule of each caller.", "",
        "void Shade(Object& target, Upholds why) {", "  Queue(target);", "}"}},
      {"core/births.cc",
       {"// core/births.cc -- makes objects.", "// Upholds: birth-colour-marking,",
        "// birth-colour-idle.", "", "Rule::kBirthColourMarking"}},
      {"core/weak.cc", {"// core/weak.cc -- reads.", "", "Shade({Rule::kWeakReadBarrier});"}}};
  SourcesOfCore sources;
  sources.text = [](const std::string& file) {
    return files.contains(file) ? files.at(file) : Lines();
  };
  sources.sites = [](Rule rule) {
    std::vector<std::string> sites;
    for (const auto& [file, lines] : files) {
      for (std::size_t i = 0; i < lines.size(); ++i) {
        if (rule == Rule::kWeakReadBarrier &&
            lines[i].find("kWeakReadBarrier") != std::string::npos)
          sites.push_back(file + ":" + std::to_string(i + 1));
      }
    }
    return sites;
  };
  for (const auto& [file, lines] : files) sources.files.push_back(file);
  return sources;
}

ReportFailure Failure(const std::string& rule, bool saves) {
  ReportFailure failure;
  failure.property = "safety";
  failure.bucket = "safety, marking, after tick";
  if (!rule.empty()) failure.explanation.suspects = {{rule, saves}};
  failure.explanation.rows = {{.mark = properties::Mark::kGuilty, .number = 1}};
  return failure;
}

Report Failures(const std::vector<std::string>& rules) {
  Report report;
  for (const std::string& rule : rules) report.failures.push_back(Failure(rule, false));
  return report;
}

std::vector<std::uint64_t> Causes(const Report& report) {
  std::vector<std::uint64_t> causes;
  for (const ReportFailure& failure : report.failures) causes.push_back(failure.cause);
  return causes;
}

std::vector<std::string> Suspected(const Report& report) {
  std::vector<std::string> rules;
  for (const auto& suspect : report.suspects) rules.push_back(suspect.rule);
  return rules;
}

TEST(Causes, AreOneIfOnePlaceWasChanged) {
  Report report = Failures({"insertion-barrier", "cluster-store", "", "weak-read-barrier"});
  FindCauses(Sources(), {{"core/weak.cc", 3, {"-  x();"}}}, report);
  EXPECT_THAT(Causes(report), ElementsAre(1, 1, 1, 1));
}

// Root, move and weak read go through one barrier; the birth does not.
TEST(Causes, AreWhatTheFailingRulesHaveInCommon) {
  Report report = Failures({"root-barrier", "birth-colour-marking", "move-barrier",
                            "weak-read-barrier", "root-barrier"});
  FindCauses(Sources(), {}, report);
  EXPECT_THAT(Causes(report), ElementsAre(1, 2, 1, 1, 1));
}

TEST(Causes, AreTheRulesIfTheseHaveNothingInCommon) {
  Report report = Failures({"cluster-store", "birth-colour-marking", "cluster-store", ""});
  FindCauses(Sources(), {}, report);
  EXPECT_THAT(Causes(report), ElementsAre(1, 2, 1, 3));
}

TEST(Causes, OfAStrangerAreWhatItsFailuresBlame) {
  Report report = Failures({"", "", ""});
  report.failures[0].explanation.blame = "LOST BY A STORE (f)";
  report.failures[1].explanation.blame = "LOST BY A STORE (g)";
  report.failures[2].explanation.blame = "LOST BY A STORE (f)";
  FindCausesOfStranger(report);
  EXPECT_THAT(Causes(report), ElementsAre(1, 2, 1));
}

// Where nothing is blamed, two failures are told apart by what went wrong, and not by the objects.
TEST(Causes, WithoutBlameAreWhatWentWrong) {
  Report report = Failures({"", "", "", "", "", ""});
  const char* const headings[] = {
      "DISAGREE safety: a reachable object was freed: root -> d.0 -> b",
      "DISAGREE fields: a.0 holds freed memory and was given null",
      "DISAGREE safety: a reachable object was freed: local -> o31",
      "DISAGREE fields: o40.1 holds freed memory and was given null",
      "DISAGREE safety: a reachable object was gathered: root -> b",
      "DISAGREE fields: a.0 holds null and was given b",
  };
  for (std::size_t i = 0; i < std::size(headings); ++i) {
    report.failures[i].explanation.heading = headings[i];
    report.failures[i].bucket = "bucket " + std::to_string(i);
  }
  FindCausesOfStranger(report);
  EXPECT_THAT(Causes(report), ElementsAre(1, 2, 1, 2, 3, 4));
}

TEST(Suspects, AreRankedByWhatSavesMost) {
  Report report;
  report.failures = {Failure("cluster-store", false), Failure("cluster-store", false),
                     Failure("weak-read-barrier", true)};
  FindCauses(Sources(), {}, report);
  EXPECT_THAT(Suspected(report), ElementsAre("weak-read-barrier", "cluster-store"));
  EXPECT_EQ(report.suspects[0].saved, 1u);
  EXPECT_EQ(report.suspects[1].failures, 2u);
  EXPECT_THAT(report.suspects[0].sites, ElementsAre("core/weak.cc:3"));
}

// What a change touches comes before what saves most; the change that names a rule before others.
TEST(Suspects, ThatAChangeTouchesComeFirst) {
  Report report;
  report.failures = {Failure("cluster-store", true), Failure("birth-colour-idle", false)};
  FindCauses(Sources(),
             {{"core/weak.cc", 3, {"+  y();"}},
              {"core/births.cc", 5, {"-  Obeys(Rule::kBirthColourIdle);"}}},
             report);
  EXPECT_THAT(Suspected(report), ElementsAre("birth-colour-idle", "cluster-store"));
  ASSERT_EQ(report.changes.size(), 2u);
  EXPECT_EQ(report.changes[0].place, "core/births.cc:5");
  EXPECT_EQ(report.changes[0].concern, "upholds birth-colour-idle");
  EXPECT_EQ(report.changes[1].concern,
            "beside what upholds weak-read-barrier, which no failure blames");
}

// The line that was deleted is the place of the failure; without a change, the rule's first site
// is.
TEST(Suspects, GiveAFailureItsPlace) {
  Report report = Failures({"weak-read-barrier"});
  FindCauses(Sources(), {{"core/weak.cc", 2, {"-  Shade({Rule::kWeakReadBarrier});"}}}, report);
  EXPECT_EQ(report.failures[0].explanation.rows[0].where, "core/weak.cc:2");
  report = Failures({"cluster-store"});
  FindCauses(Sources(), {{"core/weak.cc", 2, {"-  x();"}}}, report);
  EXPECT_EQ(report.failures[0].explanation.rows[0].where, "core/weak.cc:2");
  report = Failures({"weak-read-barrier"});
  FindCauses(Sources(), {}, report);
  EXPECT_EQ(report.failures[0].explanation.rows[0].where, "core/weak.cc:3");
  report.failures[0].explanation.rows[0].where = "core/said.cc:1";
  FindCauses(Sources(), {}, report);
  EXPECT_EQ(report.failures[0].explanation.rows[0].where, "core/said.cc:1");
}

TEST(Nearness, IsOfTheChangedLinesThenOfThoseNearThenOfTheFile) {
  const SourcesOfCore sources = Sources();
  const Lines weak = sources.text("core/weak.cc");
  EXPECT_EQ(
      NearnessOf({"core/weak.cc", 3, {"-Rule::kWeakReadBarrier"}}, weak, Rule::kWeakReadBarrier),
      Nearness::kLine);
  EXPECT_EQ(NearnessOf({"core/weak.cc", 1, {"-x"}}, weak, Rule::kWeakReadBarrier), Nearness::kNear);
  EXPECT_EQ(NearnessOf({"core/weak.cc", 1, {"-x"}}, weak, Rule::kClusterStore), Nearness::kNone);
  const Lines births = sources.text("core/births.cc");
  EXPECT_EQ(NearnessOf({"core/births.cc", 4, {"-x"}}, births, Rule::kBirthColourIdle),
            Nearness::kFile);
  Lines far = births;
  far.insert(far.end(), 40, "");
  EXPECT_EQ(NearnessOf({"core/births.cc", 40, {"-x"}}, far, Rule::kBirthColourMarking),
            Nearness::kFile);
  // A barrier that its caller names upholds each barrier, and nothing else.
  const Lines barrier = sources.text("core/barrier.cc");
  EXPECT_EQ(NearnessOf({"core/barrier.cc", 5, {"-x"}}, barrier, Rule::kMoveBarrier),
            Nearness::kNear);
  EXPECT_EQ(NearnessOf({"core/barrier.cc", 5, {"-x"}}, barrier, Rule::kGreyIsQueued),
            Nearness::kFile);
  EXPECT_EQ(NearnessOf({"core/barrier.cc", 5, {"-x"}}, barrier, Rule::kBirthColourIdle),
            Nearness::kNone);
}

// The real sources: the head of the file in which a store is shaded knows what it upholds.
TEST(Nearness, IsKnownOfTheSourcesOfCore) {
  const SourcesOfCore sources = SourcesOnDisk(TRICOLOUR_SOURCE_DIR);
  EXPECT_GT(sources.files.size(), 100u);
  EXPECT_TRUE(UpheldByHead(sources.text("core/pointer/barrier.h")).contains(Rule::kMoveBarrier));
  EXPECT_TRUE(UpheldByHead(sources.text("core/collect/barrier.cc")).contains(Rule::kStrongBarrier));
  EXPECT_FALSE(UpheldByHead(sources.text("core/collect/births.cc")).contains(Rule::kMoveBarrier));
}

// Ten failures of one cause are told as one, on a screen of 40 lines.
TEST(FailuresText, TellsACauseOnceAndFitsOnAScreen) {
  Report report = Failures(std::vector<std::string>(10, "insertion-barrier"));
  for (std::size_t i = 0; i < report.failures.size(); ++i) {
    ReportFailure& failure = report.failures[i];
    failure.explanation.heading = "DISAGREE number " + std::to_string(i + 1);
    failure.text_file = "out/" + std::to_string(i + 1) + ".txt";
    failure.explanation.rows.assign(12, {.number = 1, .operation = "tick 1"});
  }
  FindCauses(Sources(), {{"core/barrier.cc", 5, {"-  Queue(target);", "-a", "-b", "-c", "-d"}}},
             report);
  const properties::Style style(false, 100);
  const std::string text = FailuresText(report, false, style) + SuspectsText(report, style);
  EXPECT_THAT(text, HasSubstr("DISAGREE number 1\n"));
  EXPECT_THAT(text, Not(HasSubstr("DISAGREE number 2")));
  EXPECT_THAT(text, HasSubstr("9 more failures of this cause: 2.txt, 3.txt"));
  EXPECT_THAT(text, HasSubstr("changed: core/barrier.cc:5, beside what upholds insertion-barrier"));
  EXPECT_THAT(text, HasSubstr("      -  Queue(target);\n"));
  EXPECT_THAT(text, HasSubstr("... (5 lines)"));
  EXPECT_THAT(text, HasSubstr("insertion-barrier: blamed by 10 of 10"));
  EXPECT_LE(std::ranges::count(text, '\n'), 36);  // and four of the verdict
  EXPECT_EQ(properties::CausesOf(report), 1u);
  EXPECT_THAT(FailuresText(report, true, style), HasSubstr("DISAGREE number 2"));
}

}  // namespace
}  // namespace tool
