// properties/tool/pages/filmed_trace_test.cc -- a subject that dies of its trace has a page too.

#include "properties/tool/pages/filmed_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <vector>

#include "properties/tool/pages/source_excerpts.h"

namespace tool {
namespace {

namespace op = reference::op;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// Keeps all objects, and dies when c is made.
class DiesWithC final : public reference::Subject {
 public:
  explicit DiesWithC(bool at_once) : at_once_(at_once) {
    promises_.verbs = reference::VerbSet::All();
  }
  std::string_view name() const override { return "mortal"; }
  const reference::Promises& promises() const override { return promises_; }
  void Reset(const reference::TraceHeader&) override {}
  reference::Answer Apply(const reference::Operation& operation,
                          std::vector<reference::Event>&) override {
    if (at_once_ || operation.object == 2) std::quick_exit(3);
    return {};
  }
  bool Peek(reference::Name, std::vector<reference::Name>& fields) const override {
    return fields.assign(1, reference::kNull), true;
  }

 private:
  reference::Promises promises_;
  const bool at_once_;
};

FilmRequest Fatal(bool at_once) {
  FilmRequest request;
  request.trace.operations = {op::Create(0, 1), op::Create(1, 1), op::Create(2, 1)};
  request.factory = [at_once] { return std::make_unique<DiesWithC>(at_once); };
  request.subject = "mortal";
  return request;
}

// What is known of the death, as `explain` would have found it.
properties::Explanation Known() {
  properties::Explanation known;
  known.outcome = properties::Outcome::kDisagree;
  known.heading = "DISAGREE crash: the subject ended its process with exit status 3";
  known.rows = {{.number = 1, .operation = "create a 1"},
                {.number = 2, .operation = "create b 1"},
                {.mark = properties::Mark::kLoss, .number = 3, .operation = "create c 1"}};
  return known;
}

TEST(FilmedTrace, OfADeathHasToBeExplainedFirst) { EXPECT_FALSE(FilmTrace(Fatal(false))); }

TEST(FilmedTrace, OfADeathShowsTheStepsBeforeIt) {
  FilmRequest request = Fatal(false);
  request.known = Known();
  const auto filmed = FilmTrace(request);
  ASSERT_TRUE(filmed);
  EXPECT_THAT(filmed->page, HasSubstr("crash: the subject ended its process"));
  EXPECT_THAT(filmed->page, HasSubstr("id=\"graph\"")) << "of the steps that did end";
  EXPECT_THAT(filmed->page, HasSubstr("create c 1"));
  EXPECT_THAT(filmed->page, HasSubstr("\"seen\":false")) << "and not of the last";
  EXPECT_EQ(filmed->last, 3u);
}

TEST(FilmedTrace, OfASubjectThatNeverLivesHasItsRows) {
  FilmRequest request = Fatal(true);
  request.known = Known();
  const auto filmed = FilmTrace(request);
  ASSERT_TRUE(filmed);
  EXPECT_THAT(filmed->page, testing::Not(HasSubstr("id=\"graph\"")));
  EXPECT_THAT(filmed->page, HasSubstr("create c 1"));
}

TEST(SourceExcerpts, ShowTheLinesAboutAPlaceOfTheseSources) {
  const auto excerpts = ExcerptsOf({"core/rules.h:1", "core/rules.h:12"});
  ASSERT_THAT(excerpts, SizeIs(2));
  EXPECT_EQ(excerpts[0].first, 1u);
  EXPECT_THAT(excerpts[0].lines.front(), HasSubstr("// core/rules.h -- "));
  EXPECT_EQ(excerpts[1].first, 5u);
  EXPECT_EQ(excerpts[1].line, 12u);
  EXPECT_THAT(excerpts[1].lines, SizeIs(15));
}

TEST(SourceExcerpts, ReadNothingElse) {
  EXPECT_THAT(ExcerptsOf({"/etc/passwd:1", "../../../../../../../etc/passwd:1",
                          "core/../../../../../../etc/passwd:1", "core/rules.h:999999",
                          "core/rules.h", "core/rules.h:0", "core/no_such.h:1", ":1", ""}),
              IsEmpty());
}

}  // namespace
}  // namespace tool
