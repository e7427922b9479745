// core/schedule/configuration_test.cc -- layers of texts, arguments of a program, and listeners.

#include "core/schedule/configuration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> SaidOfArguments(Configuration& configuration,
                                         std::vector<const char*> words) {
  words.insert(words.begin(), "game");
  std::vector<std::string> said;
  for (const SettingError& error :
       configuration.ReadArguments(static_cast<int>(words.size()), words.data())) {
    said.push_back(Text(error));
  }
  return said;
}

// S16.3
TEST(ConfigurationOfArguments, TakesBothFormsAndLeavesOthersAlone) {
  Configuration configuration;
  EXPECT_THAT(SaidOfArguments(configuration, {"--map=Hall", "--gc.trace.slice=0.002", "-windowed",
                                              "-gc:trace.incremental=on", "--gc"}),
              IsEmpty());
  EXPECT_EQ(configuration.values().trace_slice, 0.002);
  EXPECT_TRUE(configuration.values().trace_incremental);
  EXPECT_EQ(configuration.SourceOf(*FindSetting("trace.slice")),
            "argument 2 '--gc.trace.slice=0.002'");
  EXPECT_EQ(configuration.SourceOf(*FindSetting("trace.incremental")),
            "argument 4 '-gc:trace.incremental=on'");
  EXPECT_TRUE(Configuration::IsArgument("--gc.trace.slice=0.002"));
  EXPECT_TRUE(Configuration::IsArgument("-gc:trace.slice=0.002"));
  EXPECT_FALSE(Configuration::IsArgument("--gc"));
  EXPECT_FALSE(Configuration::IsArgument("--map=Hall"));
}

TEST(ConfigurationOfArguments, NamesEachArgumentThatIsWrongAndThenSetsNothing) {
  Configuration configuration;
  EXPECT_THAT(
      SaidOfArguments(configuration, {"--gc.trace.poll=1", "--gc.trace.slize=1", "-gc:trace.slice",
                                      "--gc.trace.delay=many", "--gc.trace.poll=2"}),
      ElementsAre("argument 2 '--gc.trace.slize=1': found 'trace.slize', expected a setting; the "
                  "nearest is 'trace.slice'",
                  "argument 3 '-gc:trace.slice': found nothing, expected = and a value",
                  "argument 4 '--gc.trace.delay=many': found 'many', expected a whole number from "
                  "0 to 1000000 (frames)",
                  "argument 5 '--gc.trace.poll=2': found 'trace.poll', expected a setting that was "
                  "not set above"));
  EXPECT_EQ(configuration.values(), Settings{});
}

TEST(ConfigurationOfArguments, AreRefusedForStartUpSettingsOnceTheseHaveBeenRead) {
  Configuration configuration;
  EXPECT_THAT(SaidOfArguments(configuration, {"--gc.table.max_objects=70000"}), IsEmpty());
  configuration.Freeze();
  EXPECT_THAT(SaidOfArguments(configuration, {"--gc.table.max_objects=80000"}),
              ElementsAre("argument 1 '--gc.table.max_objects=80000': found 'table.max_objects', "
                          "expected a setting that is not read at start-up only"));
}

// S13.7, S16.3: defaults, the file that ships, the project's file, arguments, what is typed later.
TEST(ConfigurationLayers, AStrongerOneWinsInWhateverOrderTheyAreRead) {
  const Setting& interval = *FindSetting("schedule.interval");
  Configuration configuration;
  EXPECT_THAT(SaidOfArguments(configuration, {"--gc.schedule.interval=3"}), IsEmpty());
  EXPECT_TRUE(configuration.Read("schedule.interval = 2", "project", Layer::kProject).empty());
  EXPECT_TRUE(
      configuration.Read("schedule.interval = 1\ntrace.delay = 1", "shipped", Layer::kShipped)
          .empty());
  EXPECT_EQ(configuration.values().interval, 3);
  EXPECT_EQ(configuration.SourceOf(interval), "argument 1 '--gc.schedule.interval=3'");
  EXPECT_EQ(configuration.SourceOf(*FindSetting("trace.delay")), "shipped:2");
  EXPECT_TRUE(configuration.Read("schedule.interval = 4", "console", Layer::kRunning).empty());
  EXPECT_EQ(configuration.values().interval, 4);

  Configuration other;
  EXPECT_TRUE(other.Read("schedule.interval = 1", "shipped", Layer::kShipped).empty());
  EXPECT_EQ(other.values().interval, 1);
  EXPECT_TRUE(other.Read("schedule.interval = 2", "project").empty());
  EXPECT_EQ(other.values().interval, 2);
  EXPECT_TRUE(other.Read("schedule.interval = 2.5", "project again").empty());
  EXPECT_EQ(other.values().interval, 2.5) << "in the same layer the later one counts";
}

// Notes at each call what the interval was.
struct Told {
  explicit Told(Configuration& to) : configuration(to) { to.AddListener(Listening()); }
  Configuration::Listener Listening() {
    return {.changed =
                [](void* self) {
                  Told& told = *static_cast<Told*>(self);
                  told.intervals.push_back(told.configuration.values().interval);
                },
            .context = this};
  }
  Configuration& configuration;
  std::vector<double> intervals;
};

TEST(ConfigurationListeners, AreToldOnceOfEachTextThatSetsAnything) {
  Configuration configuration;
  Told first(configuration);
  Told second(configuration);
  EXPECT_TRUE(configuration.Read("schedule.interval = 5\ntrace.delay = 1", "a").empty());
  EXPECT_FALSE(configuration.Read("schedule.interval = 6\nwrong = 1", "b").empty());
  EXPECT_TRUE(configuration.Read("# nothing", "c").empty());
  EXPECT_THAT(SaidOfArguments(configuration, {"--gc.schedule.interval=7"}), IsEmpty());
  EXPECT_TRUE(configuration.Read("schedule.interval = 8", "d").empty()) << "a weaker layer";
  EXPECT_THAT(first.intervals, ElementsAre(5, 7));
  EXPECT_THAT(second.intervals, ElementsAre(5, 7));
  configuration.RemoveListener(first.Listening());
  EXPECT_TRUE(configuration.Read("trace.delay = 2", "e", Layer::kRunning).empty());
  EXPECT_THAT(first.intervals, ElementsAre(5, 7));
  EXPECT_THAT(second.intervals, ElementsAre(5, 7, 7));
}

}  // namespace
}  // namespace gc
