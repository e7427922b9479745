// properties/report/formats/markdown_test.cc -- the comment on a pull request: short, whole,
// harmless.

#include "properties/report/formats/markdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "properties/report/report.h"

namespace properties {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

Report WithFailures(std::size_t failures, std::size_t bytes) {
  Report report;
  report.command = "./tricolour verify --seed 0x1";
  report.subject = "core";
  report.verdict = kDisagree;
  report.sentence = "core does not do what the oracle says";
  ReportSection section;
  section.group = "small heaps";
  section.status = kDisagree;
  section.traces = 1234;
  report.sections = {section};
  for (std::size_t i = 0; i < failures; ++i) {
    ReportFailure failure;
    failure.explanation.heading = "DISAGREE safety: <b> | `c` is lost";
    failure.trace = "tricolour trace 2\n# " + std::string(bytes, 'x') + "\n";
    failure.replay = "./tricolour replay out/1.trace";
    report.failures.push_back(failure);
  }
  return report;
}

std::size_t Count(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Markdown, BeginsWithTheVerdictAndEndsWithTheCommand) {
  const std::string text = MarkdownText(WithFailures(1, 10));
  EXPECT_THAT(text, StartsWith("## DISAGREE: core\n"));
  EXPECT_THAT(text, HasSubstr("| small heaps | 0 | 1 | 0 | 1,234 |"));
  EXPECT_THAT(text, HasSubstr("./tricolour replay out/1.trace"));
  EXPECT_TRUE(text.ends_with("./tricolour verify --seed 0x1\n```\n")) << text;
}

TEST(Markdown, FoldsEachFailureAwayAndClosesWhatItOpens) {
  const std::string text = MarkdownText(WithFailures(3, 10));
  EXPECT_EQ(Count(text, "<details><summary>"), 3u);
  EXPECT_EQ(Count(text, "</details>"), 3u);
  EXPECT_EQ(Count(text, "```") % 2, 0u);
}

// A heading holds words of a trace, and a trace may hold anything.
TEST(Markdown, TakesTheMeaningFromWhatItQuotes) {
  const std::string text = MarkdownText(WithFailures(1, 10));
  EXPECT_THAT(text, HasSubstr("<summary>DISAGREE safety: &lt;b> \\| \\`c\\` is lost</summary>"));
  Report report = WithFailures(1, 0);
  report.failures[0].trace = "```\n</details>\n";
  EXPECT_THAT(MarkdownText(report), HasSubstr("````\n```\n</details>\n````\n"));
}

// Failures with one cause are one block; those of which nobody asked are each their own.
TEST(Markdown, ShowsOneFailureOfEachCause) {
  Report report = WithFailures(5, 10);
  const std::uint64_t causes[] = {7, 0, 7, 9, 0};
  for (std::size_t i = 0; i < 5; ++i) {
    report.failures[i].cause = causes[i];
    report.failures[i].explanation.heading = "DISAGREE number " + std::to_string(i);
  }
  const std::string text = MarkdownText(report);
  EXPECT_EQ(Count(text, "<details>"), 4u);
  EXPECT_THAT(text, HasSubstr("<summary>DISAGREE number 0"));
  EXPECT_THAT(text, Not(HasSubstr("<summary>DISAGREE number 2")));
}

TEST(Markdown, LinksThePageInItsOwnFolder) {
  Report report = WithFailures(1, 10);
  EXPECT_THAT(MarkdownText(report), Not(HasSubstr("as a page]")));
  report.failures[0].page_file = "out/latest/1.html";
  EXPECT_THAT(MarkdownText(report), HasSubstr("\n[The run as a page](1.html), step by step\n"));
}

// Code hosts refuse a comment that is too long.
TEST(Markdown, LeavesOutWhatDoesNotFitAndSaysSo) {
  const std::string text = MarkdownText(WithFailures(9, 20'000));
  EXPECT_LE(text.size(), kCommentBytes);
  EXPECT_EQ(Count(text, "<details>"), 2u);
  EXPECT_THAT(text, HasSubstr("7 more kinds of failure did not fit"));
  EXPECT_THAT(MarkdownText(WithFailures(1, 10)), Not(HasSubstr("did not fit")));
}

}  // namespace
}  // namespace properties
