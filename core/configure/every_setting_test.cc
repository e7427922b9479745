// core/configure/every_setting_test.cc -- no setting without its default in a test, and a test of
// what a change of it does.
//
// A setting that nothing reads, or whose change does nothing, looks like any other. So this table
// names for each key the default that the specification gives it, and the test that changes it and
// watches the heap. A setting that is added without a line here fails, as does a line whose test is
// gone.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/schedule/configuration.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Expected {
  std::string_view key;
  std::string_view value;  // by default
  std::string_view shown_by;
};

constexpr Expected kExpected[] = {
    {"trace.incremental", "off", "SettingAtWork.TraceIncrementalMarksInSlices"},
    {"trace.slice", "0.005", "SettingAtWork.TraceSliceIsTheLengthOfASlice"},
    {"trace.poll", "128", "SettingAtWork.TracePollIsTheNumberOfUnitsBetweenTwoLooksAtTheClock"},
    {"trace.delay", "0", "SettingAtWork.TraceDelayPutsOffTheNextSlice"},
    {"trace.continuous", "off", "SettingAtWork.TraceContinuousBeginsTheNextCycleAtOnce"},
    {"trace.parallel", "on", "SettingAtWork.TraceParallelLetsWorkersHelp"},
    {"trace.task_objects", "20", "SettingAtWork.TraceTaskObjectsIsTheFewestThatAWorkerIsGiven"},
    {"gather.incremental", "off", "SettingAtWork.GatherIncrementalGathersInSlices"},
    {"gather.slice", "0", "SettingAtWork.GatherSliceIsTheLengthOfAGatherSliceOrThatOfMarking"},
    {"purge.begin_incremental", "on",
     "SettingAtWork.PurgeBeginIncrementalLeavesBeginDestroyToSlices"},
    {"purge.begin_poll", "10",
     "SettingAtWork.PurgeBeginPollIsTheNumberOfBeginDestroysBetweenTwoLooks"},
    {"purge.slice", "0.002", "SettingAtWork.PurgeSliceIsTheLengthOfAPurgeSlice"},
    {"purge.poll", "1", "SettingAtWork.PurgePollIsTheNumberOfFinishesAndFreesBetweenTwoLooks"},
    {"purge.off_thread", "on", "SettingAtWork.PurgeOffThreadDestroysOnAWorkerWhatAllowsIt"},
    {"purge.grace", "40", "SettingAtWork.PurgeGraceIsHowLongAFullPurgeWaits"},
    {"purge.culprits", "10", "SettingAtWork.PurgeCulpritsIsHowManyThatWereNotReadyAreNamed"},
    {"schedule.interval", "60", "SettingAtWork.ScheduleIntervalIsTheTimeBetweenTwoTimedCycles"},
    {"schedule.idle_server_factor", "10",
     "SettingAtWork.ScheduleIdleServerFactorMakesTheIntervalLonger"},
    {"schedule.tries_before_forcing", "10",
     "SettingAtWork.ScheduleTriesBeforeForcingIsHowManyTriesMayFail"},
    {"schedule.collect_while_loading", "off",
     "SettingAtWork.ScheduleCollectWhileLoadingDoesNotWaitForTheLoader"},
    {"schedule.flush_loading_first", "off",
     "SettingAtWork.ScheduleFlushLoadingFirstFinishesLoadingBeforeItCollects"},
    {"schedule.collect_on_level_unload", "off",
     "SettingAtWork.ScheduleCollectOnLevelUnloadRequestsAFullCollection"},
    {"low_memory.threshold", "0", "SettingAtWork.LowMemoryThresholdIsWhereMemoryBeginsToBeLow"},
    {"low_memory.interval", "30",
     "SettingAtWork.LowMemoryIntervalCountsWhenMemoryIsLowAndIsNeverLonger"},
    {"low_memory.level_interval", "15",
     "SettingAtWork.LowMemoryLevelIntervalCountsWhileLevelsWait"},
    {"low_memory.purge_slice", "0.002",
     "SettingAtWork.LowMemoryPurgeSliceIsTheLengthOfAPurgeSliceThen"},
    {"table.max_objects", "2097152", "SettingAtWork.TableMaxObjectsIsTheCapacity"},
    {"table.max_objects_in_editor", "25165824",
     "SettingAtWork.TableMaxObjectsInEditorIsTheCapacityOfAnEditor"},
    {"table.disregarded", "0", "SettingAtWork.TableDisregardedIsHowManyAreNeverCollected"},
    {"table.disregard_on_servers", "on",
     "SettingAtWork.TableDisregardOnServersIsForDedicatedServers"},
    {"table.permanent_bytes", "0", "SettingAtWork.TablePermanentBytesIsTheSizeOfThePool"},
    {"table.preallocate", "off", "SettingAtWork.TablePreallocateMakesAllChunksInOneBlock"},
    {"cluster.create", "on", "SettingAtWork.ClusterCreateMakesClustersAndOffDissolvesThem"},
    {"cluster.min_objects", "5", "SettingAtWork.ClusterMinObjectsIsTheSmallestCluster"},
    {"cluster.assets", "off", "SettingAtWork.ClusterAssetsLetsAssetsBeRoots"},
    {"cluster.actors", "off", "SettingAtWork.ClusterActorsLetsActorsBeRoots"},
    {"cluster.scripts", "off", "SettingAtWork.ClusterScriptsLetsScriptClassesBeRoots"},
    {"garbage.eliminate", "on", "SettingAtWork.GarbageEliminateClearsReferencesToGarbage"},
    {"garbage.track", "off", "SettingAtWork.GarbageTrackReportsWhatHoldsGarbage"},
    {"verify.unreachable", "off", "SettingAtWork.VerifyUnreachableSearchesAgainBeforeTheGather"},
    {"verify.assumptions", "off", "SettingAtWork.VerifyAssumptionsChecksAfterEachTrace"},
    {"verify.assumptions_on_full", "off",
     "SettingAtWork.VerifyAssumptionsOnFullChecksInFullCollectionsOnly"},
    {"verify.chance", "0", "SettingAtWork.VerifyChanceChecksInSuchAShareOfAllCycles"},
    {"verify.referencers", "off", "SettingAtWork.VerifyReferencersNamesThoseInManagedObjects"},
    {"verify.raw_members", "allow", "SettingAtWork.VerifyRawMembersDecidesOnMarkingInSlices"},
    {"debug.names_in_trace", "off",
     "SettingAtWork.DebugNamesInTraceNamesHolderAndFieldOfABadReference"},
    {"debug.every_frames", "0", "SettingAtWork.DebugEveryFramesCollectsFullyEachSoManyFrames"},
    {"debug.force_every_frame", "off",
     "SettingAtWork.DebugForceEveryFrameCollectsFullyInEachAndWaits"},
    {"debug.stress_loading", "off",
     "SettingAtWork.DebugStressLoadingCollectsFullyWhileSomethingIsLoaded"},
    {"report.cycles", "off", "SettingAtWork.ReportCyclesLogsEachCycle"},
    {"report.counts_at_limit", "off",
     "SettingAtWork.ReportCountsAtLimitNamesTheClassesOfAFullTable"},
    {"report.graph_limit", "0.004", "SettingAtWork.ReportGraphLimitGivesUpAGraphThatTakesTooLong"},
    {"history.size", "0", "SettingAtWork.HistorySizeIsHowManyCyclesAreRemembered"},
};

// What is wrong with such a table, given the settings and the tests that there are.
std::vector<std::string> WrongWith(std::span<const Expected> table, std::span<const Setting> all,
                                   const std::set<std::string>& tests) {
  std::vector<std::string> wrong;
  const auto say = [&](std::string_view key, const std::string& what) {
    wrong.push_back(std::string(key) + what);
  };
  std::set<std::string_view> keys;
  for (const Expected& line : table) {
    const Setting* const setting = FindSetting(line.key);
    if (!keys.insert(line.key).second) say(line.key, " stands in the table twice");
    if (setting == nullptr) {
      say(line.key, " is no setting any more");
    } else if (ValueText(*setting, Settings{}) != line.value) {
      say(line.key, " is " + ValueText(*setting, Settings{}) + " by default");
    }
    if (!tests.contains(std::string(line.shown_by))) say(line.key, " has no test of its effect");
  }
  for (const Setting& setting : all) {
    if (!keys.contains(setting.key)) say(setting.key, " is not in the table");
    if (setting.read_by.empty()) say(setting.key, " is read by nothing");
  }
  return wrong;
}

std::set<std::string> TestsOfThisProgram() {
  std::set<std::string> names;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const testing::TestSuite& suite = *all.GetTestSuite(i);
    for (int j = 0; j < suite.total_test_count(); ++j) {
      names.insert(std::string(suite.name()) + '.' + suite.GetTestInfo(j)->name());
    }
  }
  return names;
}

// S16.3
TEST(EverySetting, HasItsDefaultAndATestOfWhatAChangeDoes) {
  EXPECT_THAT(WrongWith(kExpected, AllSettings(), TestsOfThisProgram()), IsEmpty());
}

TEST(EverySetting, IsMissedIfItHasNoLineOrNoReaderAndSoIsATestThatIsGone) {
  const Setting settings[] = {{.key = "trace.slice",
                               .member = &Settings::trace_slice,
                               .unit = "s",
                               .least = 0,
                               .most = 1,
                               .when = When::kAnyTime,
                               .read_by = "core/schedule",
                               .meaning = "",
                               .engine_name = ""},
                              {.key = "trace.poll",
                               .member = &Settings::trace_poll,
                               .unit = "",
                               .least = 0,
                               .most = 1,
                               .when = When::kAnyTime,
                               .read_by = "",
                               .meaning = "",
                               .engine_name = ""}};
  const Expected lines[] = {{"trace.slice", "7", "Suite.Gone"},
                            {"trace.slice", "0.005", "Suite.There"},
                            {"trace.old", "1", "Suite.There"}};
  EXPECT_THAT(
      WrongWith(lines, settings, {"Suite.There"}),
      ElementsAre("trace.slice is 0.005 by default", "trace.slice has no test of its effect",
                  "trace.slice stands in the table twice", "trace.old is no setting any more",
                  "trace.poll is not in the table", "trace.poll is read by nothing"));
}

}  // namespace
}  // namespace gc
