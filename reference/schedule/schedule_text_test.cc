// reference/schedule/schedule_text_test.cc -- runs of a scheduler are printed as they are parsed,
// and a mistake is named with its place.

#include "reference/schedule/schedule_text.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "reference/schedule/paper_settings.h"

namespace reference::schedule {
namespace {

std::string ErrorOf(const std::string& lines) {
  const auto parsed = Parse("tricolour schedule 1\n" + lines);
  const auto* error = std::get_if<ParseError>(&parsed);
  return error == nullptr ? "" : error->Text();
}

constexpr const char* kEveryForm =
    "tricolour schedule 1\nplay\ntick 60.125\nagain 0\nrequest\nrequest full\ndelay\nuntil 2.5\n"
    "unload\nkeep on\ncollect\ncollect full\ncollect keeping\ntry full keeping\nmap\n"
    "set trace.incremental on\nset trace.slice 0.019\nset schedule.interval -1\n"
    "set schedule.tries_before_forcing 3\nmemory 99\nlevels off\nserver on\nplayers off\n"
    "loading on\nsection on\nlive 1\ndrop 1\ngarbage 60\nasset 2\ncost 5\n"
    "at pre-collect request\nat clean-up try\nat complete request-full\nat started delay\n"
    "subscribe started\nunsubscribe clean-up\nslow 2\nready off\nset purge.grace 3\n";

TEST(ScheduleText, PrintsEveryFormAsItWasParsed) {
  const auto parsed = Parse(kEveryForm);
  const auto* error = std::get_if<ParseError>(&parsed);
  ASSERT_EQ(error, nullptr) << error->Text();
  EXPECT_EQ(Print(std::get<Trace>(parsed)), kEveryForm);
}

TEST(ScheduleText, HasEverySettingWithItsDefault) {
  for (const KeyEntry& entry : Keys()) {
    Trace trace;
    trace.operations.push_back({.verb = Verb::kSet,
                                .which = static_cast<std::uint8_t>(entry.key),
                                .number = entry.initial});
    EXPECT_EQ(std::get<Trace>(Parse(Print(trace))), trace) << entry.word;
    EXPECT_TRUE(Accepts(entry, entry.initial)) << entry.word;
    EXPECT_EQ(PaperSettings()[entry.key], entry.initial);
  }
}

TEST(ScheduleText, PassesOverBlanksAndComments) {
  const auto parsed = Parse("tricolour schedule 1  \r\n\n# a comment\n  tick\t1 # one second\n");
  EXPECT_EQ(std::get<Trace>(parsed).operations.size(), 1u);
}

TEST(ScheduleText, NamesThePlaceOfAMistakeWhatWasExpectedAndTheNearestWord) {
  EXPECT_EQ(ErrorOf("tick 1\ntikc 1\n"), "3:1: expected a verb, perhaps tick, found \"tikc\"");
  EXPECT_EQ(ErrorOf("xyzzy\n"), "2:1: expected a verb such as tick, found \"xyzzy\"");
  EXPECT_EQ(ErrorOf("tick\n"),
            "2:5: expected seconds of game time, in eighths, found the end of the line");
  EXPECT_EQ(ErrorOf("tick 0.1\n"), "2:6: expected seconds of game time, in eighths, found \"0.1\"");
  EXPECT_EQ(ErrorOf("set schedule.intervall 1\n"),
            "2:5: expected a setting of a scheduler, perhaps schedule.interval, found "
            "\"schedule.intervall\"");
  EXPECT_EQ(ErrorOf("set trace.slice 0.02\n"),
            "2:17: expected seconds, in whole milliseconds, from 0 to 0.019, found \"0.02\"");
  EXPECT_EQ(ErrorOf("set trace.incremental 2\n"), "2:23: expected on or off, found \"2\"");
  EXPECT_EQ(ErrorOf("request fully\n"), "2:9: expected the end of the line, found \"fully\"");
  EXPECT_EQ(ErrorOf("at started frob\n"), "2:12: expected a deed such as request, found \"frob\"");
  EXPECT_EQ(ErrorOf("live 0\n"), "2:6: expected a number of objects from 1 to 60, found \"0\"");
}

TEST(ScheduleText, TellsItsKindByTheFirstLine) {
  EXPECT_TRUE(IsSchedule("tricolour schedule 1\n"));
  EXPECT_FALSE(IsSchedule("tricolour trace 2\n"));
  const auto parsed = Parse("tricolour schedule 2\n");
  EXPECT_EQ(std::get<ParseError>(parsed).Text(),
            "1:20: expected a version that this program reads, 1, found \"2\"");
  EXPECT_EQ(std::get<ParseError>(Parse("")).Text(),
            "1:1: expected the first line to be \"tricolour schedule 1\", found nothing");
  EXPECT_EQ(std::get<ParseError>(Load("no such file")).file, "no such file");
}

}  // namespace
}  // namespace reference::schedule
