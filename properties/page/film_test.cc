// properties/page/film_test.cc -- a film shows what the judge saw, at every step.

#include "properties/page/film.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "properties/base/fault_names.h"
#include "properties/explain/seen/watch.h"
#include "properties/page/film_dot.h"
#include "properties/subjects/core/core_subject.h"
#include "properties/subjects/toy/toy_subject.h"
#include "reference/trace/trace_printer.h"
#include "reference/trace/trace_text.h"

namespace properties {
namespace {

using reference::Colour;
using reference::Life;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

reference::Trace TraceFrom(const std::string& lines) {
  return std::get<reference::Trace>(reference::ParseTrace("tricolour trace 2\n" + lines));
}

// The run of the README: a store into a black object is not shaded.
const std::string kLosingRun =
    "create a 0\nreferencer-hold r0 a\nstart\ncreate b 1\nstore b.0 a\nreferencer-hold r0 b\n"
    "tick 3\n";

std::unique_ptr<reference::Subject> Without(const char* rule) {
  return MakeFaultyCoreSubject(gc::FaultSet(*FaultNamed(rule)));
}

Film FilmOfRun(const reference::Trace& trace, reference::Subject& subject,
               const FilmLimits& limits = {}) {
  return FilmOf(trace, subject, Explain(trace, subject), limits);
}

// What every object is after each step.
std::vector<std::vector<FilmedObject>> Unrolled(const FilmRun& run, std::size_t objects) {
  std::vector<std::vector<FilmedObject>> all;
  std::vector<FilmedObject> now(objects);
  for (const FilmStep& step : run.steps) {
    for (const FilmChange& change : step.changes) {
      now[static_cast<std::size_t>(change.object)] = change.after;
    }
    all.push_back(now);
  }
  return all;
}

TEST(Film, ShowsTheColoursAndEdgesThatTheJudgeSaw) {
  const reference::Trace trace = TraceFrom(
      "create a 2\nroot a\ncreate b 1\nstore a.0 b\nweak-make w0 b\nstart\ntick 1\nhold b\n"
      "store a.0 null\ntick 2\nstrong-take b\ndrop b\ncollect\nstrong-drop b\ncollect\n");
  const auto subject = MakeCoreSubject();
  const Film film = FilmOfRun(trace, *subject);
  const Watched watched = Watch(trace, *subject, {}, trace.operations.size());
  ASSERT_THAT(film.run.steps, SizeIs(trace.operations.size()));
  const auto states = Unrolled(film.run, film.objects.size());
  int colours = 0, edges = 0;
  for (std::size_t step = 0; step < states.size(); ++step) {
    const Sight& sight = watched.steps[step];
    EXPECT_EQ(film.run.steps[step].phase, sight.after.phase) << step;
    for (std::size_t i = 0; i < film.objects.size(); ++i) {
      const auto name = static_cast<reference::Name>(i);  // they are made in order
      ASSERT_EQ(film.objects[i].name, reference::PrintName(name));
      const FilmedObject& shown = states[step][i];
      EXPECT_EQ(shown.colour, ColourIn(sight.after, name)) << step << " " << i;
      EXPECT_EQ(shown.life, sight.heap.At(name).life) << step << " " << i;
      if (shown.life != Life::kAlive) continue;
      ++colours;
      const auto& fields = sight.heap[name].fields;
      ASSERT_EQ(shown.fields.size(), fields.size());
      for (std::size_t field = 0; field < fields.size(); ++field) {
        edges += shown.fields[field] >= 0 ? 1 : 0;
        EXPECT_EQ(shown.fields[field], fields[field] == reference::kNull
                                           ? FilmedObject::kNothing
                                           : static_cast<int>(fields[field]));
      }
    }
  }
  EXPECT_GT(colours, 20);
  EXPECT_GT(edges, 3);
  EXPECT_THAT(states[1][0].held_by, ElementsAre("root"));
  EXPECT_THAT(states[2][1].held_by, ElementsAre(kInHand)) << "and it is unreachable";
  EXPECT_FALSE(states[2][1].reachable);
  EXPECT_THAT(states[4][1].weak_by, ElementsAre("w0"));
  EXPECT_EQ(states.back()[1].life, Life::kFreed);
}

TEST(Film, MarksTheStepsAndShowsThePathToTheLostObject) {
  const reference::Trace trace = TraceFrom(kLosingRun);
  const auto subject = Without("insertion-barrier/store-without-shading");
  const Film film = FilmOfRun(trace, *subject);
  ASSERT_THAT(film.run.steps, SizeIs(7));
  const auto mark = [&](std::size_t number) { return film.run.steps[number - 1].row.mark; };
  EXPECT_EQ(mark(4), Mark::kNone);
  EXPECT_EQ(mark(5), Mark::kGuilty);
  EXPECT_EQ(mark(6), Mark::kGuilty);
  EXPECT_EQ(mark(7), Mark::kLoss);
  ASSERT_GE(film.lost, 0);
  EXPECT_EQ(film.objects[static_cast<std::size_t>(film.lost)].name, "a");
  ASSERT_THAT(film.path, SizeIs(2)) << "b leads to a";
  EXPECT_EQ(film.objects[static_cast<std::size_t>(film.path[0])].name, "b");
  EXPECT_EQ(film.path[1], film.lost);
  const auto states = Unrolled(film.run, film.objects.size());
  EXPECT_EQ(states[6][static_cast<std::size_t>(film.lost)].colour, Colour::kDoomed);
}

TEST(Film, ShowsAsWellTheRunInWhichTheRuleIsObeyed) {
  const reference::Trace trace = TraceFrom(kLosingRun);
  const auto subject = Without("insertion-barrier/store-without-shading");
  const Film film = FilmOfRun(trace, *subject);
  ASSERT_TRUE(film.otherwise);
  EXPECT_THAT(film.otherwise->steps, ElementsAre(4u));
  EXPECT_THAT(film.otherwise->what, HasSubstr("every rule obeyed at 5"));
  ASSERT_THAT(film.otherwise->run.steps, SizeIs(7)) << "as far as the run beside it";
  const auto here = Unrolled(film.run, film.objects.size());
  const auto there = Unrolled(film.otherwise->run, film.objects.size());
  const auto a = static_cast<std::size_t>(film.lost);
  EXPECT_EQ(here[3][a], there[3][a]) << "nothing is different before step 5";
  EXPECT_EQ(here[4][a].colour, Colour::kWhite);
  EXPECT_EQ(there[4][a].colour, Colour::kGrey);
  EXPECT_EQ(there[6][a].colour, Colour::kBlack);
}

// A collector that does not say where it broke a rule, and has none to obey: as after an edit by
// hand.
class EditedByHand final : public reference::Subject {
 public:
  explicit EditedByHand(std::unique_ptr<reference::Subject> broken) : broken_(std::move(broken)) {}
  std::string_view name() const override { return "edited"; }
  const reference::Promises& promises() const override { return broken_->promises(); }
  void Reset(const reference::TraceHeader& header) override { broken_->Reset(header); }
  reference::Answer Apply(const reference::Operation& operation,
                          std::vector<reference::Event>& events) override {
    const reference::Answer answer = broken_->Apply(operation, events);
    std::erase_if(events, [](const reference::Event& event) {
      return event.kind == reference::EventKind::kFaultCommitted;
    });
    return answer;
  }
  bool Peek(reference::Name object, std::vector<reference::Name>& fields) const override {
    return broken_->Peek(object, fields);
  }
  void Observe(reference::Observation& observation) const override {
    broken_->Observe(observation);
  }

 private:
  std::unique_ptr<reference::Subject> broken_;
};

TEST(Film, OfACollectorThatWasEditedByHandShowsTheRunInWhichTheObjectIsShaded) {
  const reference::Trace trace = TraceFrom(kLosingRun);
  EditedByHand subject(Without("insertion-barrier/store-without-shading"));
  const Film film = FilmOfRun(trace, subject);
  EXPECT_EQ(film.run.steps[4].row.mark, Mark::kGuilty) << "the invariant says so";
  ASSERT_TRUE(film.otherwise);
  EXPECT_THAT(film.otherwise->what, HasSubstr("a held by a strong pointer for a moment"));
  EXPECT_EQ(film.otherwise->verdict, "AGREE");
  const auto there = Unrolled(film.otherwise->run, film.objects.size());
  EXPECT_EQ(there[4][static_cast<std::size_t>(film.lost)].colour, Colour::kGrey);
}

// Here a strong pointer does not shade either.
TEST(Film, ShowsNoOtherRunUnlessThatAgrees) {
  gc::FaultSet faults(*FaultNamed("insertion-barrier/store-without-shading"));
  faults.Add(*FaultNamed("strong-barrier/count-without-shading"));
  EditedByHand subject(MakeFaultyCoreSubject(faults));
  const Film film = FilmOfRun(TraceFrom(kLosingRun), subject);
  EXPECT_EQ(film.run.steps[4].row.mark, Mark::kGuilty);
  EXPECT_FALSE(film.otherwise);
}

TEST(Film, OfASubjectWithoutColoursSaysSo) {
  for (const bool colours : {true, false}) {
    ToySubject toy({}, colours);
    const Film film = FilmOfRun(TraceFrom("create a 1\nroot a\ncreate b 0\nstore a.0 b\n"), toy);
    EXPECT_EQ(film.colours, colours);
    EXPECT_THAT(Unrolled(film.run, 2).back()[0].fields, ElementsAre(1));
  }
}

TEST(Film, OfALongRunShowsTheLastStepsBeforeTheFinding) {
  std::string lines = "create c 0\nroot c\n";
  for (int i = 0; i < 300; ++i) lines += "collect\n";
  const reference::Trace trace = TraceFrom(lines + kLosingRun + "tick 9\n");
  const auto subject = Without("insertion-barrier/store-without-shading");
  const Film film = FilmOfRun(trace, *subject, {.steps = 20, .objects = 400});
  EXPECT_EQ(film.run.first, 310u - 20);
  ASSERT_THAT(film.run.steps, SizeIs(20));
  EXPECT_EQ(film.run.steps.back().row.number, 310u);
  EXPECT_EQ(film.run.steps.back().row.mark, Mark::kLoss);
  const auto first = Unrolled(film.run, film.objects.size()).front();
  EXPECT_TRUE(std::ranges::any_of(first, [](const FilmedObject& object) {
    return object.life == Life::kAlive;
  })) << "what was made before is there from the first step on";
}

TEST(Film, OfALargeHeapSaysThatItHasNoRoom) {
  std::string lines;
  for (int i = 26; i < 90; ++i) lines += "create o" + std::to_string(i) + " 1\n";
  lines += "store o26.0 o80\n";
  const auto subject = MakeCoreSubject();
  const Film film = FilmOfRun(TraceFrom(lines), *subject, {.steps = 5000, .objects = 10});
  EXPECT_THAT(film.objects, SizeIs(10));
  EXPECT_FALSE(film.room);
  EXPECT_THAT(Unrolled(film.run, 10).back()[0].fields, ElementsAre(FilmedObject::kNotDrawn));
}

TEST(Film, OfATraceWithoutOperationsIsEmpty) {
  const auto subject = MakeCoreSubject();
  EXPECT_THAT(FilmOfRun(TraceFrom(""), *subject).run.steps, IsEmpty());
}

TEST(FilmDot, DrawsTheHeapOfTheFailingStep) {
  const reference::Trace trace = TraceFrom(kLosingRun);
  const auto subject = Without("insertion-barrier/store-without-shading");
  const Film film = FilmOfRun(trace, *subject);
  EXPECT_EQ(TellingStep(film), 6u);
  EXPECT_EQ(DotOf(film, 6), R"(digraph heap {
  label="after 7 tick 3: reachable: referencer -> b.0 -> a";
  labelloc=t;
  node [fontname="monospace"];
  edge [fontname="monospace"];
  "r0 of b" [label="r0", shape=plaintext];
  "r0 of b" -> "b";
  "a" [label="a\ndoomed", shape=octagon, style=dashed, color=red, penwidth=3];
  "b" [label="b\nblack", shape=box, style=filled, fillcolor=black, fontcolor=white];
  "b" -> "a" [label=".0", color=red, penwidth=3];
}
)");
  EXPECT_THAT(DotOf(film, 2), HasSubstr("\"a\" [label=\"a\\nwhite\", shape=circle"));
  EXPECT_THAT(DotOf(film, 3), HasSubstr("\"in hand of b\" -> \"b\";"));
}

TEST(FilmDot, QuotesWhateverStandsInALabel) {
  Film film = FilmOf(std::vector<StepRow>{{.number = 1, .operation = "x\" ]; \\ y\nz"}});
  EXPECT_THAT(DotOf(film, 0), HasSubstr("label=\"after 1 x\\\" ]; \\\\ y\\nz\";"));
}

}  // namespace
}  // namespace properties
