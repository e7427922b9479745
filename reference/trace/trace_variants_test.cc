// reference/trace/trace_variants_test.cc -- the line `heap` of a header, as text and as bytes.

#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "reference/trace/trace_bytes.h"
#include "reference/trace/trace_text.h"

namespace reference {
namespace {

using Bytes = std::vector<std::uint8_t>;

Trace Parse(std::string_view text) {
  const auto result = ParseTrace(text);
  const auto* const error = std::get_if<ParseError>(&result);
  EXPECT_EQ(error, nullptr) << error->Text();
  return error == nullptr ? std::get<Trace>(result) : Trace{};
}

std::string ErrorOf(std::string_view lines) {
  const auto result = ParseTrace(std::string("tricolour trace 2\n").append(lines));
  const auto* const error = std::get_if<ParseError>(&result);
  return error == nullptr ? "" : error->Text();
}

TEST(TraceVariants, AHeaderWithoutThemHasTheUsualHeap) {
  const Trace trace = Parse("tricolour trace 2\ncreate a\n");
  EXPECT_TRUE(trace.header.heap.IsUsual());
  EXPECT_EQ(PrintTrace(trace), "tricolour trace 2\nlocals dead\ncreate a\n");
}

TEST(TraceVariants, EveryValueOfEverySettingPrintsAndParses) {
  for (const SettingEntry& entry : kSettings) {
    for (std::uint8_t choice = 1; choice < entry.Values().size(); ++choice) {
      const Trace trace{.header = {.shape = 3, .heap = With(entry.setting, choice)},
                        .operations = {op::Tick()}};
      const std::string line =
          std::string("heap ").append(entry.word).append("=").append(entry.values[choice]);
      EXPECT_EQ(PrintTrace(trace),
                "tricolour trace 2\nlocals dead\nshape 3\n" + line + "\ntick 1\n");
      EXPECT_EQ(Parse(PrintTrace(trace)), trace);
    }
  }
}

TEST(TraceVariants, OnlyWhatIsNotUsualIsPrintedInTheOrderOfTheTable) {
  const Trace trace =
      Parse("tricolour trace 2\nlocals black\nheap reuse=no table=chunks workers=4");
  EXPECT_EQ(PrintHeader(trace.header),
            "tricolour trace 2\nlocals black\nheap workers=4 reuse=no\n");
}

TEST(TraceVariants, AreOrderedWithTheUsualHeapFirst) {
  const Variant two = kTwoHands, four = With(Setting::kHands, 2);
  EXPECT_LT(Variant(), With(Setting::kLock, 1));
  EXPECT_LT(With(Setting::kLock, 1), two);
  EXPECT_LT(two, four);
  EXPECT_EQ(two.Number(Setting::kHands), 2u);
  EXPECT_EQ(With(Setting::kClusters, 3).Number(Setting::kClusters), 0u) << "none is no number";
}

TEST(TraceVariants, ASubjectHasOnlyTheSettingsThatItDeclares) {
  Variant both = kTwoHands;
  both.Choose(Setting::kReuse, 1);
  EXPECT_EQ(both.Of(SettingSet::All()), both);
  EXPECT_EQ(both.Of(SettingSet::All().Remove(Setting::kHands)), With(Setting::kReuse, 1));
  EXPECT_TRUE(both.Of(SettingSet()).IsUsual());
}

TEST(TraceVariants, AnErrorHasItsPlaceAndSaysWhatWouldBeRight) {
  EXPECT_EQ(ErrorOf("heap"),
            "2:5: expected a setting such as workers=2, found the end of the text");
  EXPECT_EQ(ErrorOf("heap worker=2"),
            "2:6: expected a setting, perhaps workers, found \"worker=2\"");
  EXPECT_EQ(ErrorOf("heap workers=3"),
            "2:6: expected workers=1, workers=2 or workers=4, found \"workers=3\"");
  EXPECT_EQ(ErrorOf("heap reuse"), "2:6: expected reuse=yes or reuse=no, found \"reuse\"");
  EXPECT_EQ(ErrorOf("heap reuse=no lock=late reuse=no"),
            "2:25: expected each setting once, found \"reuse=no\"");
  EXPECT_EQ(ErrorOf("tick 1\nheap reuse=no"),
            "3:1: expected an operation (heap stands before the first one, after shape), found "
            "\"heap\"");
  EXPECT_EQ(ErrorOf("heap 17"),
            "2:6: expected a setting of the heap: workers table indices reuse objects permanent "
            "begin eliminate clusters order naming lock inspector lists stores callbacks listener "
            "beside room members classes, found \"17\"");
}

TEST(TraceVariants, CameWithVersion2) {
  const auto result = ParseTrace("tricolour trace 1\nheap reuse=no\n");
  EXPECT_EQ(std::get<ParseError>(result).Text(),
            "2:1: expected a line of version 1 (heap came with version 2), found \"heap\"");
}

TEST(TraceVariants, BytesHaveEachSettingByItself) {
  std::set<Variant> seen;
  for (unsigned byte = 0; byte < 256; ++byte) {
    const Trace trace = DecodeTrace(Bytes{static_cast<std::uint8_t>(byte)});
    seen.insert(trace.header.heap);
    EXPECT_EQ(DecodeTrace(EncodeTrace(trace).value()), trace);
  }
  for (const SettingEntry& entry : kSettings) {
    for (std::uint8_t choice = 0; choice < entry.Values().size(); ++choice) {
      EXPECT_TRUE(seen.contains(With(entry.setting, choice))) << entry.word;
    }
  }
}

TEST(TraceVariants, BytesHaveNoTwoSettingsAtOnce) {
  Variant both = kTwoHands;
  both.Choose(Setting::kReuse, 1);
  EXPECT_FALSE(EncodeTrace({.header = {.heap = both}}));
}

TEST(TraceVariants, BytesHaveEachSettingWithLanes) {
  for (const SettingEntry& entry : kSettings) {
    for (std::uint8_t choice = 0; choice < entry.Values().size(); ++choice) {
      for (std::uint8_t lane = 1; lane <= 3; ++lane) {
        const Trace trace{.header = {.heap = With(entry.setting, choice)},
                          .operations = {op::Enter(lane)}};
        const auto bytes = EncodeTrace(trace);
        ASSERT_TRUE(bytes) << entry.word;
        EXPECT_EQ(DecodeTrace(*bytes), trace);
      }
    }
  }
}

// The corpora of fuzzers are bytes, so the meaning of bytes must never change.
TEST(TraceVariants, TheirBytesAreFixed) {
  EXPECT_EQ(DecodeTrace(Bytes{1 << 2 | 2}).header,
            (TraceHeader{.locals = Locals::kBlack, .heap = kTwoHands}));
  EXPECT_EQ(DecodeTrace(Bytes{5 << 2}).header.heap, With(Setting::kReuse, 1));
  EXPECT_EQ(DecodeTrace(Bytes{18 << 2}).header.heap, With(Setting::kLock, 1));
  EXPECT_EQ(DecodeTrace(Bytes{20 << 2}).header.heap, With(Setting::kLists, 1));
  EXPECT_EQ(DecodeTrace(Bytes{42 << 2}).header.heap, With(Setting::kLock, 1));
  EXPECT_EQ(DecodeTrace(Bytes{59 << 2}).header.heap, kTwoHands);
}

}  // namespace
}  // namespace reference
