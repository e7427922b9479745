// properties/page/trace_page_test.cc -- the page of a trace is whole, says what was found, and
// shows whatever it is given as text.

#include "properties/page/trace_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>

#include "core/rules.h"
#include "properties/base/fault_names.h"
#include "properties/page/markup_reader.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kLosingTrace =
    "tricolour trace 2\ncreate a 0\nreferencer-hold r0 a\nstart\ncreate b 1\nstore b.0 a\n"
    "referencer-hold r0 b\ntick 3\n";

TracePageContent ContentOf(const std::string& text, const std::string& fault) {
  const auto trace = std::get<reference::Trace>(reference::ParseTrace(text));
  const gc::FaultSet faults = fault.empty() ? gc::FaultSet() : gc::FaultSet(*FaultNamed(fault));
  const auto subject = MakeFaultyCoreSubject(faults);
  TracePageContent content;
  content.explanation = Explain(trace, *subject);
  content.film = FilmOf(trace, *subject, content.explanation);
  content.subject = "core";
  content.trace = text;
  return content;
}

TracePageContent Losing() {
  return ContentOf(kLosingTrace, "insertion-barrier/store-without-shading");
}

// The data that the script reads.
nlohmann::json DataIn(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"film\">";
  const std::size_t at = page.find(begin) + begin.size();
  return nlohmann::json::parse(page.substr(at, page.find("</script>", at) - at));
}

TEST(TracePage, IsWellFormedAndWholeByItself) {
  TracePageContent content = Losing();
  content.sources = {{"core/a.h:2", 1, 2, {"int a;", "template <class T>", "T b;"}}};
  const MarkupReader read(TracePage(content));
  EXPECT_EQ(read.error, "");
  for (const std::string& link : read.links) {
    EXPECT_TRUE(link.starts_with("#") || link == "data:,") << link;
    if (!link.starts_with("#")) continue;
    EXPECT_TRUE(read.ids.contains(link.substr(1))) << link;
  }
  for (const char* const tag : {"img", "iframe", "object", "embed", "audio", "video"}) {
    EXPECT_THAT(read.tags, Not(Contains(tag)));
  }
}

// An address that a browser would fetch would stand in the script or the style.
TEST(TracePage, NamesNoAddressButThatOfDrawings) {
  std::string page = TracePage(Losing());
  const std::string drawings = "http://www.w3.org/2000/svg";
  const std::size_t at = page.find(drawings);
  ASSERT_NE(at, page.npos);
  page.erase(at, drawings.size());
  for (const char* const part :
       {"://", "@import", "url(\"", "fetch(", "XMLHttpRequest", "innerHTML", "eval("}) {
    EXPECT_THAT(page, Not(HasSubstr(part)));
  }
}

TEST(TracePage, SaysFirstWhatWentWrongThenShowsItThenTheSteps) {
  const std::string page = TracePage(Losing());
  std::size_t last = 0;
  for (const char* const part :
       {"DISAGREE</span> safety: a reachable object was gathered: referencer -&gt; b.0 -&gt; a",
        "MISSED BARRIER (<a href=\"#rule-insertion-barrier\">", "id=\"picture\"", "id=\"lanes\"",
        "id=\"graph\"", "id=\"otherwise-graph\"", "id=\"steps\"", "<h2>Why</h2>",
        "b is black after 4", "<h2>What would have saved it</h2>", "A barrier at 5 saves it.",
        "id=\"rule-insertion-barrier\""}) {
    const std::size_t at = page.find(part, last);
    EXPECT_NE(at, page.npos) << part;
    last = std::min(at, page.size());
  }
}

TEST(TracePage, HasEachStepInItsDataAndInTheTableForReadersWithoutAScript) {
  const TracePageContent content = Losing();
  const std::string page = TracePage(content);
  const nlohmann::json data = DataIn(page);
  const auto& steps = data.at("run").at("steps");
  ASSERT_EQ(steps.size(), 7u);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(steps[i].at("number"), i + 1);
    EXPECT_EQ(steps[i].at("operation"), content.explanation.rows[i].operation);
    EXPECT_THAT(page, HasSubstr("<td class=\"number\">" + std::to_string(i + 1) + "</td>"));
  }
  EXPECT_EQ(steps[4].at("mark"), "guilty");
  EXPECT_EQ(steps[6].at("mark"), "loss");
  EXPECT_EQ(data.at("begin"), 7) << "it begins where the failure is noticed";
  EXPECT_EQ(data.at("objects").size(), 2u);
  EXPECT_EQ(data.at("path").size(), 2u);
  EXPECT_EQ(data.at("otherwise").at("verdict"), "AGREE");
}

TEST(TracePage, LeadsFromAStepToItsRuleItsSentenceAndTheLine) {
  TracePageContent content = Losing();
  const std::vector<std::string> places = PlacesIn(content.explanation);
  ASSERT_EQ(places.size(), 1u) << "the place of the guilty store";
  EXPECT_THAT(places[0], HasSubstr("core/pointer/object_ptr.h:"));
  content.sources = {{places[0], 7, 8, {"before", "GUILTY <T>", "behind"}}};
  const std::string page = TracePage(content);
  const nlohmann::json data = DataIn(page);
  ASSERT_EQ(data.at("rules").size(), 1u);
  EXPECT_EQ(data.at("rules")[0].at("steps"), nlohmann::json({5}));
  EXPECT_EQ(data.at("places")[0].at("id"), "source-1");
  EXPECT_THAT(page, HasSubstr(std::string(gc::EntryOf(gc::Rule::kInsertionBarrier).sentence)));
  EXPECT_THAT(page, HasSubstr("Upheld at <a href=\"#source-1\">" + places[0] + "</a>"));
  EXPECT_THAT(page, HasSubstr("<div class=\"at\"><span class=\"line\">8</span>GUILTY &lt;T&gt;"));
}

TEST(TracePage, ShowsHostileTextAsText) {
  const std::string hostile = "</script><script>alert('\"')</script><!-- ]]> & \xFF";
  TracePageContent content = Losing();
  content.subject = content.origin = content.replay = content.trace = hostile;
  content.explanation.heading += hostile;
  content.explanation.blame += hostile;
  content.explanation.why.push_back(hostile);
  content.explanation.saves.push_back(hostile);
  content.sources = {{hostile, 1, 1, {hostile}}};
  for (FilmStep& step : content.film.run.steps) {
    step.did = step.row.note = step.row.where = step.row.lane = step.row.operation = hostile;
  }
  content.film.objects[0].name = hostile;
  ASSERT_TRUE(content.film.otherwise);
  content.film.otherwise->what = hostile;
  const std::string page = TracePage(content);
  const MarkupReader read(page);
  EXPECT_EQ(read.error, "");
  EXPECT_EQ(std::ranges::count(read.tags, "script"), 2) << "the data and the page's own";
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(std::string(DataIn(page).at("objects")[0].at("name")),
              HasSubstr("</script><script>"));
}

TEST(TracePage, OfARunThatAgreesBeginsWithItsFirstStep) {
  const std::string page = TracePage(ContentOf(kLosingTrace, ""));
  EXPECT_EQ(MarkupReader(page).error, "");
  EXPECT_THAT(page, HasSubstr("AGREE</span> the subject does what the oracle says"));
  EXPECT_EQ(DataIn(page).at("begin"), 1);
  EXPECT_TRUE(DataIn(page).at("otherwise").is_null());
  EXPECT_THAT(page, Not(HasSubstr("id=\"rules\"")));
}

// A run of a scheduler, or of a subject that dies, has steps that were not seen.
TEST(TracePage, OfStepsWithoutPicturesIsWhole) {
  TracePageContent content = Losing();
  content.film = FilmOf(content.explanation.rows);
  const MarkupReader read(TracePage(content));
  EXPECT_EQ(read.error, "");
  EXPECT_FALSE(read.ids.contains("graph"));
  EXPECT_TRUE(read.ids.contains("lanes"));
  content.film = {};
  EXPECT_EQ(MarkupReader(TracePage(content)).error, "");
}

TEST(TracePage, SaysHowManyOperationsAreNotReached) {
  const std::string page = TracePage(
      ContentOf(kLosingTrace + "collect\ncollect\n", "insertion-barrier/store-without-shading"));
  EXPECT_THAT(page, HasSubstr("2 more operations are not reached"));
}

TEST(PageLinks, FindPlacesOnceAndRulesAsWholeWords) {
  Explanation explanation;
  explanation.blame = "MISSED BARRIER (weak-read-barrier)";
  explanation.why = {"Upheld at core/heap/a.cc:12, or at core/heap/a.cc:12 and model/b.h:3."};
  explanation.rows = {{.mark = Mark::kGuilty, .number = 4, .where = "core/c.h:9"},
                      {.mark = Mark::kNone, .number = 5, .where = "core/d.h:9"}};
  EXPECT_THAT(PlacesIn(explanation), ElementsAre("core/c.h:9", "core/heap/a.cc:12", "model/b.h:3"));
  const std::vector<NamedRule> rules = RulesIn(explanation);
  ASSERT_EQ(rules.size(), 1u) << "and not the rule root-barrier or any other";
  EXPECT_EQ(rules[0].name, "weak-read-barrier");
  EXPECT_THAT(rules[0].steps, ElementsAre(4u));
  EXPECT_EQ(LinkedHtml("weak-read-barriers <weak-read-barrier>", rules, {}),
            "weak-read-barriers &lt;<a href=\"#rule-weak-read-barrier\">weak-read-barrier</a>&gt;");
}

}  // namespace
}  // namespace properties
