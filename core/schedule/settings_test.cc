// core/schedule/settings_test.cc -- the one table of settings, and the text that sets them.

#include "core/schedule/settings.h"

#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <set>
#include <string>

#include "core/schedule/configuration.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The mistakes that the configuration reports for a text of settings.
std::vector<std::string> SaidOf(Configuration& configuration, std::string_view text) {
  std::vector<std::string> said;
  for (const SettingError& error : configuration.Read(text, "gc.cfg")) said.push_back(Text(error));
  return said;
}
std::vector<std::string> SaidOf(std::string_view text) {
  Configuration configuration;
  return SaidOf(configuration, text);
}

double NumberOf(const Setting& setting, const Settings& values) {
  return std::visit([&](auto member) { return static_cast<double>(values.*member); },
                    setting.member);
}

// S16.3
TEST(Settings, AreOneTableOfDistinctKeysWithDefaultsInRange) {
  std::set<std::string_view> keys;
  for (const Setting& setting : AllSettings()) {
    EXPECT_TRUE(keys.insert(setting.key).second) << setting.key << " is in the table twice";
    EXPECT_EQ(FindSetting(setting.key), &setting);
    EXPECT_FALSE(setting.meaning.empty()) << setting.key;
    EXPECT_GE(NumberOf(setting, Settings{}), setting.least) << setting.key;
    EXPECT_LE(NumberOf(setting, Settings{}), setting.most) << setting.key;
  }
}

// Keys of the table are three or more edits apart, so one wrong letter leaves no doubt.
TEST(Settings, TheNearestKeyIsTheOneWithOneLetterWrong) {
  for (const Setting& setting : AllSettings()) {
    const std::string key(setting.key);
    EXPECT_EQ(NearestKey(key), key);
    for (std::size_t at = 0; at < key.size(); ++at) {
      std::string missing = key, extra = key, wrong = key;
      missing.erase(at, 1);
      extra.insert(at, 1, 'q');
      wrong[at] = 'q';
      EXPECT_EQ(NearestKey(missing), key) << missing;
      EXPECT_EQ(NearestKey(extra), key) << extra;
      EXPECT_EQ(NearestKey(wrong), key) << wrong;
    }
  }
}

// A letter added, removed or replaced costs the same. Each of these would be nearer to
// another key if one of the three cost more, or if letters were compared with their neighbours.
TEST(Settings, TheNearestKeyIsTheOneWithTheFewestEdits) {
  EXPECT_EQ(NearestKey("cluster.max_actors"), "cluster.actors") << "four to remove";
  EXPECT_EQ(NearestKey("p.poll"), "purge.poll") << "four to add; trace.poll has one to replace too";
  EXPECT_EQ(NearestKey("purge.preallocate"), "table.preallocate") << "four to replace";
  EXPECT_EQ(NearestKey("low_memory.slice"), "low_memory.purge_slice");
  EXPECT_EQ(NearestKey("force_every_frame"), "debug.force_every_frame");
}

// Each row of the table belongs to a member of its own, so setting one value changes no other.
TEST(Settings, EachRowSetsItsOwnMember) {
  for (const Setting& setting : AllSettings()) {
    Configuration configuration;
    const bool word = setting.unit.empty();
    const double number = NumberOf(setting, Settings{});
    std::string other =
        number == setting.least ? std::to_string(setting.most) : std::to_string(setting.least);
    if (word)
      other =
          setting.choices.empty() ? (number == 0 ? "on" : "off") : std::string(setting.choices[1]);
    const std::string key(setting.key);
    EXPECT_THAT(SaidOf(configuration, key + " = " + other), IsEmpty());
    for (const Setting& any : AllSettings()) {
      EXPECT_EQ(NumberOf(any, configuration.values()) != NumberOf(any, Settings{}),
                any.key == setting.key)
          << setting.key << " changes " << any.key;
    }
  }
}

// S13.7, A3
TEST(Settings, TheIntervalIsSixtySecondsUnlessAFileSaysSomethingElse) {
  Configuration configuration;
  EXPECT_EQ(configuration.values().interval, 60);
  EXPECT_THAT(SaidOf(configuration, "schedule.interval = 61.1"), IsEmpty());
  EXPECT_EQ(configuration.values().interval, 61.1);
}

// The defaults that the specification names.
TEST(Settings, HaveTheDefaultsOfTheSpecification) {
  const Settings values;
  EXPECT_FALSE(values.trace_incremental);
  EXPECT_EQ(values.trace_slice, 0.005);
  EXPECT_FALSE(values.gather_incremental);
  EXPECT_TRUE(values.begin_incremental);
  EXPECT_EQ(values.purge_slice, 0.002);
  EXPECT_EQ(values.idle_server_factor, 10);
  EXPECT_EQ(values.low_memory_interval, 30);
  EXPECT_EQ(values.low_memory_level_interval, 15);
  EXPECT_EQ(values.max_objects, 2u * 1024 * 1024);
  EXPECT_EQ(values.max_objects_in_editor, 25'165'824u);
  EXPECT_EQ(values.tries_before_forcing, 10u);
  EXPECT_EQ(values.purge_grace, 40);
  EXPECT_EQ(values.purge_culprits, 10u);
}

TEST(Configuration, ReadsLinesWithCommentsAndBlanks) {
  Configuration configuration;
  EXPECT_THAT(SaidOf(configuration,
                     "# servers\n\n  trace.incremental=on # sliced\r\n"
                     "trace.slice = 2e-3\nverify.raw_members = refuse"),
              IsEmpty());
  EXPECT_TRUE(configuration.values().trace_incremental);
  EXPECT_EQ(configuration.values().trace_slice, 0.002);
  EXPECT_EQ(configuration.values().raw_members, 2u);
}

TEST(Configuration, RefusesAKeyThatDoesNotExistAndNamesTheNearest) {
  EXPECT_THAT(SaidOf("\n  trace.slize = 1"),
              ElementsAre("gc.cfg:2:3: found 'trace.slize', expected a setting; the nearest is "
                          "'trace.slice'"));
  EXPECT_THAT(SaidOf("gc.slice = 1"), ElementsAre(HasSubstr("the nearest is 'trace.slice'")))
      << "what is missing in front counts as well as what is missing behind";
}

TEST(Configuration, RefusesAValueOutOfRangeAndSaysTheRange) {
  EXPECT_THAT(SaidOf("verify.chance = 1.5"),
              ElementsAre("gc.cfg:1:17: found '1.5', expected a number from 0 to 1 (of 1)"));
  EXPECT_THAT(SaidOf("trace.slice = -1"), ElementsAre(HasSubstr("a number from 0 to 10 (s)")));
  EXPECT_THAT(SaidOf("trace.slice = nan"), ElementsAre(HasSubstr("found 'nan'")));
}

TEST(Configuration, RefusesAValueOfTheWrongKind) {
  EXPECT_THAT(SaidOf("trace.incremental = maybe"),
              ElementsAre("gc.cfg:1:21: found 'maybe', expected on or off"));
  EXPECT_THAT(SaidOf("schedule.tries_before_forcing = 2.5"), ElementsAre(HasSubstr("whole")));
  EXPECT_THAT(SaidOf("schedule.interval = 60s"), ElementsAre(HasSubstr("found '60s'")));
  EXPECT_THAT(SaidOf("garbage.track = some"),
              ElementsAre(HasSubstr("expected one of off all sampled")));
}

TEST(Configuration, RefusesALineWithoutAValue) {
  EXPECT_THAT(SaidOf("trace.slice"),
              ElementsAre("gc.cfg:1:12: found nothing, expected = and a value"));
  EXPECT_THAT(SaidOf("trace.slice ="), ElementsAre(HasSubstr("gc.cfg:1:14: found nothing")));
}

TEST(Configuration, RefusesASettingThatIsSetTwice) {
  EXPECT_THAT(SaidOf("trace.slice = 1\ntrace.slice = 2"),
              ElementsAre(HasSubstr("gc.cfg:2:1: found 'trace.slice'")));
}

TEST(Configuration, ReportsEveryMistakeAndThenSetsNothing) {
  Configuration configuration;
  EXPECT_EQ(SaidOf(configuration, "trace.slice = 1\nwrong = 1\ntrace.poll = 0").size(), 2u);
  EXPECT_EQ(configuration.values(), Settings{});
}

// S16.3, A22
TEST(Configuration, SaysOfEachValueWhereItCameFrom) {
  Configuration configuration;
  SaidOf(configuration, "\ntrace.slice = 1");
  EXPECT_EQ(configuration.SourceOf(*FindSetting("trace.slice")), "gc.cfg:2");
  EXPECT_EQ(configuration.SourceOf(*FindSetting("trace.poll")), "default");
}

// S16.3, A22
TEST(Configuration, PrintsEffectiveValuesAsATextThatGivesThemAgain) {
  Configuration configuration;
  SaidOf(configuration, "trace.slice = 0.0021\ngarbage.track = sampled\ntrace.incremental = on");
  const std::string printed = configuration.Print();
  EXPECT_THAT(printed, HasSubstr("# soft limit of a slice of marking; 0: none\n"
                                 "# a number from 0 to 10 (s); default 0.005\n"
                                 "trace.slice = 0.0021  # gc.cfg:1\n"));
  EXPECT_THAT(printed, HasSubstr("read at start-up\ntable.max_objects = 2097152"));
  Configuration again;
  EXPECT_THAT(SaidOf(again, printed), IsEmpty());
  EXPECT_EQ(again.values(), configuration.values());
}

// S16.3: however small or large a value is, and however many digits it has.
TEST(Configuration, PrintsAnyNumberInAsManyLettersAsItTakes) {
  Configuration configuration;
  EXPECT_THAT(SaidOf(configuration,
                     "trace.slice = 1e-300\ngather.slice = 0.1234567890123456\n"
                     "purge.slice = 1.2345678901234567e-100\nschedule.interval = 123456.5\n"
                     "schedule.idle_server_factor = 1000000\ntable.permanent_bytes = 4294967295"),
              IsEmpty());
  const std::string printed = configuration.Print();
  EXPECT_THAT(printed, HasSubstr("\nschedule.interval = 123456.5  #"));
  EXPECT_THAT(printed, HasSubstr("\nschedule.idle_server_factor = 1000000  #"));
  EXPECT_THAT(printed, HasSubstr("\ntable.permanent_bytes = 4294967295  #"));
  Configuration again;
  EXPECT_THAT(SaidOf(again, printed), IsEmpty());
  EXPECT_EQ(again.values(), configuration.values());
}

// S16.1
TEST(Configuration, RefusesStartUpSettingsOnceTheyHaveBeenRead) {
  Configuration configuration;
  EXPECT_THAT(SaidOf(configuration, "table.max_objects = 70000"), IsEmpty());
  configuration.Freeze();
  EXPECT_THAT(SaidOf(configuration, "table.max_objects = 80000"),
              ElementsAre(HasSubstr("not read at start-up only")));
  EXPECT_EQ(configuration.values().max_objects, 70000u);
  EXPECT_THAT(SaidOf(configuration, "trace.slice = 1"), IsEmpty()) << "switches stay free";
}

TEST(Configuration, ReadsAFileAndSaysSoIfItCannot) {
  const std::string path =
      testing::TempDir() + "tricolour_settings_test." + std::to_string(getpid()) + ".cfg";
  std::ofstream(path) << "trace.slice = 0.5\nwrong = 1\n";
  Configuration configuration;
  EXPECT_THAT(configuration.ReadFile(path), ElementsAre(testing::Field(&SettingError::line, 2)));
  std::ofstream(path) << "";
  EXPECT_THAT(configuration.ReadFile(path), IsEmpty());
  std::remove(path.c_str());
  const std::vector<SettingError> errors = configuration.ReadFile(path);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(Text(errors[0]), path + ": found nothing, expected a file that can be read");
}

}  // namespace
}  // namespace gc
