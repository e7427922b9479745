// properties/bench/graph/graph_test.cc -- the graphs are the same everywhere and have their shape.

#include "properties/bench/graph/graph.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include "properties/bench/graph/generate.h"

namespace bench {
namespace {

using ::testing::HasSubstr;

// A number that every slot, shape and root of a graph changes.
std::uint64_t Sum(const Graph& graph) {
  std::uint64_t sum = 0;
  for (const auto* words : {&graph.shapes, &graph.targets, &graph.kept, &graph.dropped}) {
    for (const std::uint32_t word : *words) sum = (sum ^ word) * 0x100000001b3 + 1;
  }
  return sum;
}

std::string TemporaryFile(const std::string& name) {
  return (std::filesystem::temp_directory_path() / (name + std::to_string(getpid()))).string();
}

TEST(BenchGraph, IsTheSameInEveryRun) {
  EXPECT_EQ(Sum(RandomGraph(10'000)), Sum(RandomGraph(10'000)));
  // Numbers of an earlier run: with other graphs, results are not comparable with older ones.
  EXPECT_EQ(Sum(RandomGraph(10'000)), 17586525466067329988u);
  EXPECT_EQ(Sum(GameGraph(10'000)), 10656892029097938912u);
  EXPECT_EQ(Sum(ListGraph(10'000)), 9777163590573031066u);
  EXPECT_EQ(Sum(HalvesGraph(10'000)), 9930333767823770784u);
  EXPECT_EQ(Sum(FrameGraph(10'000)), 10623994736878266558u);
}

TEST(BenchGraph, RandomHasTwoReferencesAnObjectAndReachesAll) {
  const Graph graph = RandomGraph(20'000);
  EXPECT_EQ(graph.objects(), 20'000u);
  EXPECT_EQ(graph.kept.size(), 1024u);
  EXPECT_EQ(graph.Edges(), 20'000u + 20'000u - 1024u);
  EXPECT_EQ(graph.Bytes(), 20'000u * 96);
  EXPECT_EQ(CountReached(graph, false), 20'000u);
}

TEST(BenchGraph, GameHasOwnersWithFiftyChildrenEach) {
  const Graph graph = GameGraph(1'021'000);
  EXPECT_EQ(graph.objects(), 1'021'000u);
  EXPECT_EQ(graph.kept.size(), 20'000u);
  EXPECT_EQ(graph.Edges(), 3'000'000u);
  EXPECT_EQ(CountReached(graph, false), graph.objects());
}

TEST(BenchGraph, ListGoesThroughEveryObjectOnce) {
  const Graph graph = ListGraph(5'000);
  std::uint32_t length = 0;
  std::set<std::uint32_t> seen;
  for (std::uint32_t at = graph.kept.front() + 1; at != 0; at = graph.targets[at - 1]) {
    EXPECT_TRUE(seen.insert(at).second);
    ++length;
  }
  EXPECT_EQ(length, 5'000u);
}

TEST(BenchGraph, HalvesShareNoObject) {
  const Graph graph = HalvesGraph(10'000);
  EXPECT_EQ(CountReached(graph, true), 10'000u);
  const std::vector<bool> stays = Reached(graph, false);
  for (std::size_t i = 0; i < stays.size(); ++i) EXPECT_EQ(stays[i], i % 2 == 0) << i;
}

TEST(BenchGraph, FramesKeepEveryObjectWithoutTheFourthSlots) {
  Graph graph = FrameGraph(10'000);
  for (std::size_t slot = 3; slot < graph.targets.size(); slot += 4) graph.targets[slot] = 0;
  EXPECT_EQ(CountReached(graph, false), 10'000u);
}

TEST(BenchGraph, ComesBackFromItsFile) {
  const std::string file = TemporaryFile("bench-graph-");
  const Graph graph = HalvesGraph(4'000);
  WriteGraph(graph, file);
  EXPECT_EQ(ReadGraph(file), graph);
  std::filesystem::resize_file(file, 1'000);
  try {
    ReadGraph(file);
    ADD_FAILURE() << "half a file is a graph";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr(file));
  }
  std::ofstream(file) << "This is a letter, and not a graph at all.";
  EXPECT_THROW(ReadGraph(file), std::runtime_error);
  std::filesystem::remove(file);
  EXPECT_THROW(ReadGraph(file), std::runtime_error);
}

}  // namespace
}  // namespace bench
