// properties/judge/questions_test.cc -- each answer of a survey is held against the oracle: one
// that is wrong is found, and named.

#include "properties/judge/questions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "properties/judge/cluster_questions.h"
#include "properties/judge/judge.h"
#include "properties/subjects/core/core_subject.h"

namespace properties {
namespace {

using reference::Operation;
using reference::Survey;
using ::testing::HasSubstr;
namespace op = reference::op;

// a is a root, a.0 -> b, b.0 -> c and a.1 -> c; d is garbage, and r0 reports it raw; a.1 of it
// is a container; what is named stands alone; w0 refers to c.
class Questioned : public testing::Test {
 protected:
  Questioned() : subject_(MakeCoreSubject()), session_(*subject_) {
    session_.Begin({}, {.survey_every = 0});
    Do({op::Create(0, 2), op::Root(0), op::Create(1, 2), op::Store(0, 0, 1), op::Create(2, 2),
        op::Store(1, 0, 2), op::Store(0, 1, 2), op::Create(3, 1), op::ReferencerHold(0, 3, true),
        op::Garbage(3), op::Create(4, 0), op::Store(1, 1, 4), op::CreateNamed(5), op::Keep(5),
        op::WeakMake(0, 2)});
    EXPECT_TRUE(subject_->Ask(survey_));
  }
  void Do(const std::vector<Operation>& operations) {
    for (const Operation& operation : operations) EXPECT_TRUE(session_.Step(operation));
    EXPECT_EQ(session_.so_far().skipped, 0u);
  }
  std::string Wrong() const {
    reference::Tally tally;
    subject_->Count(tally);
    const reference::Finding finding = CheckSurvey(survey_, session_.oracle(), tally.bytes_given);
    return finding ? std::string(WordOf(finding->property)) + ": " + finding->message : "";
  }
  // What is said of the survey with this change, which is taken back.
  std::string With(const std::function<void(Survey&)>& change) {
    const Survey right = survey_;
    change(survey_);
    const std::string wrong = Wrong();
    survey_ = right;
    return wrong;
  }
  static Survey::Object& Of(Survey& survey, reference::Name name) {
    return *std::find_if(survey.objects.begin(), survey.objects.end(),
                         [name](const Survey::Object& one) { return one.name == name; });
  }

  std::unique_ptr<reference::Subject> subject_;
  JudgeSession session_;
  Survey survey_;
};

TEST_F(Questioned, CoreAnswersAsTheOracleDoes) {
  EXPECT_EQ(Wrong(), "");
  EXPECT_TRUE(survey_.visits_made);
  EXPECT_EQ(Of(survey_, 2).chain, 2u);
  EXPECT_EQ(Of(survey_, 2).longest, 3u);
  EXPECT_EQ(Of(survey_, 2).chains, 2u);
  EXPECT_EQ(survey_.garbage_holders, 1u);
  EXPECT_EQ(survey_.leaks.size(), 1u);
}

// a with b and with c, a container, whose elements are open; d, which stands alone, is kept by it.
TEST(QuestionedClusters, EachFigureThatIsWrongIsFound) {
  const auto subject = MakeCoreSubject();
  JudgeSession session(*subject);
  session.Begin({}, {.survey_every = 0});
  for (const Operation& operation :
       {op::Create(0, 2), op::Root(0), op::Create(1, 2), op::Store(0, 0, 1), op::Create(2, 0),
        op::Store(0, 1, 2), op::Create(3, 0), op::Keep(3), op::Store(1, 0, 3), op::Cluster(0)}) {
    EXPECT_TRUE(session.Step(operation));
  }
  EXPECT_EQ(session.so_far().skipped, 0u);
  Survey survey;
  ASSERT_TRUE(subject->Ask(survey));
  ASSERT_EQ(survey.clusters.size(), 1u);
  const Survey::Cluster right = survey.clusters[0];
  EXPECT_EQ(right, (Survey::Cluster{.root = 0,
                                    .objects = 3,
                                    .outside = 1,
                                    .others = 0,
                                    .open = 1,
                                    .scans_saved = 1,
                                    .references_saved = 2}));
  const auto wrong = [&](const std::vector<Survey::Cluster>& said) {
    const reference::Finding finding = CheckClusters(said, session.oracle());
    return finding ? finding->message : "";
  };
  EXPECT_EQ(wrong({right}), "");
  EXPECT_THAT(wrong({}), HasSubstr("says: none; and there are: a with objects 3"));
  EXPECT_THAT(wrong({right, right}), HasSubstr("a with objects 3"));
  for (std::uint32_t Survey::Cluster::*const figure :
       {&Survey::Cluster::objects, &Survey::Cluster::outside, &Survey::Cluster::others,
        &Survey::Cluster::open, &Survey::Cluster::scans_saved,
        &Survey::Cluster::references_saved}) {
    Survey::Cluster said = right;
    ++(said.*figure);
    EXPECT_NE(wrong({said}), "");
  }
  Survey::Cluster strange = right;
  strange.root = 9;
  EXPECT_THAT(wrong({strange}), HasSubstr("what was never made"));
}

TEST_F(Questioned, AVisitThatLeavesOneOutIsFound) {
  for (std::size_t visit = 0; visit < Survey::kVisits; ++visit) {
    ASSERT_FALSE(survey_.visited[visit].empty()) << visit;
    EXPECT_THAT(With([visit](Survey& survey) { survey.visited[visit].pop_back(); }),
                HasSubstr("0 times, and should once"));
    EXPECT_THAT(With([visit](Survey& survey) {
                  survey.visited[visit].push_back(survey.visited[visit].front());
                }),
                HasSubstr("2 times, and should once"));
  }
  EXPECT_THAT(With([](Survey& survey) { survey.visits_ascend = false; }),
              HasSubstr("leaves the order of indices"));
}

TEST_F(Questioned, AVisitThatShowsTooMuchIsFound) {
  using Visit = Survey::Visit;
  for (const auto& [visit, name] :
       {std::pair{Visit::kValid, 3}, std::pair{Visit::kContainers, 0}, std::pair{Visit::kNamed, 4},
        std::pair{Visit::kRoots, 1}, std::pair{Visit::kUnkept, 5}}) {
    EXPECT_THAT(With([=](Survey& survey) {
                  survey.visited[static_cast<std::size_t>(visit)].push_back(
                      static_cast<reference::Name>(name));
                }),
                HasSubstr("1 time, and should not"));
  }
}

TEST_F(Questioned, AWrongNumberIsFound) {
  EXPECT_THAT(With([](Survey& survey) { ++survey.of_class[0]; }), HasSubstr("5 plain objects"));
  EXPECT_THAT(With([](Survey& survey) { --survey.of_class[1]; }), HasSubstr("0 containers"));
  EXPECT_THAT(With([](Survey& survey) { --survey.of_class[2]; }), HasSubstr("0 named objects"));
  EXPECT_THAT(With([](Survey& survey) { survey.bytes += 8; }), HasSubstr("bytes"));
  EXPECT_THAT(With([](Survey& survey) { ++survey.doomed; }), HasSubstr("1 are doomed"));
  EXPECT_THAT(With([](Survey& survey) { survey.objects.pop_back(); }),
              HasSubstr("there are 6 objects"));
  EXPECT_THAT(With([](Survey& survey) { ++survey.breaches; }), HasSubstr("1 breach"));
  EXPECT_THAT(With([](Survey& survey) { survey.unseen = "a white root"; }),
              HasSubstr("verifier does not see a white root"));
  EXPECT_THAT(With([](Survey& survey) { ++survey.garbage_holders; }),
              HasSubstr("2 references to garbage"));
  EXPECT_THAT(With([](Survey& survey) { survey.leaks.clear(); }), HasSubstr("search for leaks"));
}

TEST_F(Questioned, AWrongAnswerAboutAnObjectIsFound) {
  const auto with = [this](const std::function<void(Survey::Object&)>& change) {
    return With([&](Survey& survey) { change(Of(survey, 2)); });
  };
  using Object = Survey::Object;
  EXPECT_THAT(with([](Object& c) { c.valid = false; }), HasSubstr("not to be valid"));
  EXPECT_THAT(with([](Object& c) { c.doomed = true; }), HasSubstr("said to be doomed"));
  EXPECT_THAT(with([](Object& c) { c.garbage = true; }), HasSubstr("said to be garbage"));
  EXPECT_THAT(with([](Object& c) { c.root = true; }), HasSubstr("a root, not kept"));
  EXPECT_THAT(with([](Object& c) { c.kept = true; }), HasSubstr("no root, kept"));
  EXPECT_THAT(with([](Object& c) { c.cluster = 0; }), HasSubstr("in the cluster of a"));
  EXPECT_THAT(with([](Object& c) { c.chain = 3; }), HasSubstr("said to have 3 edges, and has 2"));
  EXPECT_THAT(with([](Object& c) { c.in_place = 0; }), HasSubstr("said to have 0 edges"));
  EXPECT_THAT(with([](Object& c) { c.longest = 2; }), HasSubstr("2 chains of 2 edges at most"));
  EXPECT_THAT(with([](Object& c) { c.chains = 3; }), HasSubstr("3 chains"));
  EXPECT_THAT(with([](Object& c) { c.references.pop_back(); }), HasSubstr("said to be held by"));
  EXPECT_THAT(with([](Object& c) { c.references.front().cleared = true; }),
              HasSubstr("(to be cleared)"));
}

// The judge asks behind each operation, so a wrong answer ends the run there.
TEST_F(Questioned, TheJudgeAsksAsOftenAsItIsTold) {
  class Miscounting final : public reference::Subject {
   public:
    std::string_view name() const override { return "miscounting"; }
    const reference::Promises& promises() const override { return core_->promises(); }
    void Reset(const reference::TraceHeader& header) override { core_->Reset(header); }
    reference::Answer Apply(const Operation& operation,
                            std::vector<reference::Event>& events) override {
      return core_->Apply(operation, events);
    }
    bool Peek(reference::Name name, std::vector<reference::Name>& fields) const override {
      return core_->Peek(name, fields);
    }
    bool Count(reference::Tally& tally) const override { return core_->Count(tally); }
    bool Ask(Survey& survey) override {
      ++asked;
      if (!core_->Ask(survey)) return false;
      survey.of_class[0] += lies;
      return true;
    }
    int asked = 0;
    bool lies = false;

   private:
    std::unique_ptr<reference::Subject> core_ = MakeCoreSubject();
  };
  Miscounting subject;
  JudgeSession session(subject);
  const reference::Trace trace{
      .operations = {op::Create(0), op::Root(0), op::Create(1), op::Store(0, 0, 1), op::Collect()}};
  JudgeOptions options{.invariant = false, .verifier = false};
  EXPECT_EQ(session.Judge(trace, options).outcome, Outcome::kAgree);
  EXPECT_EQ(subject.asked, 5);
  options.survey_every = 2;
  EXPECT_EQ(session.Judge(trace, options).outcome, Outcome::kAgree);
  EXPECT_EQ(subject.asked, 8);
  options.survey_every = 0;
  subject.lies = true;
  EXPECT_EQ(session.Judge(trace, options).outcome, Outcome::kAgree);
  EXPECT_EQ(subject.asked, 8);
  options.survey_every = 1;
  const Verdict verdict = session.Judge(trace, options);
  ASSERT_NE(verdict.First(), nullptr);
  EXPECT_EQ(verdict.First()->property, reference::Property::kSurvey);
  EXPECT_EQ(verdict.First()->step, 0u);
}

}  // namespace
}  // namespace properties
