// properties/matrix/generator_history_test.cc -- directed random catches every fault as fast as it
// once did.

#include "properties/matrix/generator_history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TRICOLOUR_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TRICOLOUR_SANITIZED
#endif
#endif

namespace properties {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

GeneratorHistory Read() {
  std::ifstream file(TRICOLOUR_SOURCE_DIR "/properties/matrix/generator_history.json");
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  auto read = ReadGeneratorHistory(text);
  const auto* wrong = std::get_if<std::string>(&read);
  EXPECT_EQ(wrong, nullptr) << *wrong;
  return wrong == nullptr ? std::get<GeneratorHistory>(std::move(read)) : GeneratorHistory();
}

std::string Wrong(std::string_view text) {
  const auto read = ReadGeneratorHistory(text);
  const auto* wrong = std::get_if<std::string>(&read);
  return wrong == nullptr ? "" : *wrong;
}

#ifndef TRICOLOUR_SANITIZED  // it would show the same, and is slow
// The factors leave room for luck, since a change of core also changes what is drawn.
TEST(GeneratorHistory, IsNotMadeWorse) {
  const GeneratorHistory history = Read();
  ASSERT_FALSE(history.entries.empty());
  const GeneratorEntry& last = history.entries.back();
  EXPECT_EQ(last.traces.size(), gc::kFaultCount) << "a fault has no line";
  GeneratorEntry now;
  for (const auto& [fault, traces] : last.traces) {
    if (traces) now.traces[fault] = TracesUntilCaught(fault, history);
  }
  const GeneratorChange change = Compare(last, now, 8);
  EXPECT_THAT(change.lost, IsEmpty());
  EXPECT_THAT(change.slower, IsEmpty());
  EXPECT_LT(change.ratio, 1.5) << "directed random needs more traces than it did";
}
#endif

TEST(GeneratorHistory, TellsWhatWasLostAndWhatIsSlower) {
  GeneratorEntry earlier, later;
  earlier.traces = {{gc::Fault::kStoreWithoutShading, 10},
                    {gc::Fault::kMoveIsFree, 10},
                    {gc::Fault::kSwapIsFree, 10},
                    {gc::Fault::kBlockCopy, std::nullopt}};
  later.traces = {{gc::Fault::kStoreWithoutShading, 1000},
                  {gc::Fault::kMoveIsFree, 10},
                  {gc::Fault::kSwapIsFree, std::nullopt},
                  {gc::Fault::kBlockCopy, 5}};
  const GeneratorChange change = Compare(earlier, later, 8);
  EXPECT_EQ(change.faults, 2u);
  EXPECT_DOUBLE_EQ(change.ratio, 10);
  EXPECT_THAT(change.lost, ElementsAre("move-barrier/swap-is-free"));
  EXPECT_THAT(change.slower,
              ElementsAre("insertion-barrier/store-without-shading: 1000 traces, 10 before"));
}

TEST(GeneratorHistory, PrintsAnEntryThatItReads) {
  GeneratorEntry entry{.date = "2026-11-22", .change = "a \"change\"", .traces = {}};
  entry.traces = {{gc::Fault::kStoreWithoutShading, 10}, {gc::Fault::kBlockCopy, std::nullopt}};
  const auto read = ReadGeneratorHistory("{ \"cap\": 9, \"seeds\": 3, \"entries\": [\n" +
                                         EntryText(entry) + "] }");
  ASSERT_TRUE(std::holds_alternative<GeneratorHistory>(read)) << std::get<std::string>(read);
  const GeneratorHistory& history = std::get<GeneratorHistory>(read);
  ASSERT_EQ(history.entries.size(), 1u);
  EXPECT_EQ(history.entries[0].change, entry.change);
  EXPECT_EQ(history.entries[0].traces, entry.traces);
}

TEST(GeneratorHistory, SaysWhatIsWrongWithAFile) {
  EXPECT_THAT(Wrong("{}"), HasSubstr("cap"));
  EXPECT_THAT(Wrong(R"({"cap": 1, "seeds": 0, "entries": []})"), HasSubstr("at least 1"));
  EXPECT_EQ(Wrong(R"({"cap": 1, "seeds": 1, "entries": [
                   {"date": "", "change": "", "faults": {"no-rule/none": 1}}]})"),
            "no fault: no-rule/none");
}

}  // namespace
}  // namespace properties
