// core/schema/entries_test.cc -- how entries are packed into words.
//
// Rows: S4.9, S4.12, S4.15, S4.17.

#include "core/schema/entries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/schema/walk.h"

namespace gc {
namespace {

using testing::ElementsAre;

void ShowNothing(void*, const SlotVisitor&) {}
void OneSlot(Entries& entries, std::int64_t at) { entries.Slots(at, 1); }
void NoSlot(Entries&, std::int64_t) {}

std::vector<Op> OpsOf(const Entries& entries) {
  std::vector<Op> ops;
  const std::vector<Word>& words = entries.words();
  for (std::size_t at = 0; at < words.size(); at += Word::LengthOf(words[at].op())) {
    ops.push_back(words[at].op());
  }
  return ops;
}

// Offsets of the slots that a walk finds; nothing is read.
std::byte* const kSomewhere = reinterpret_cast<std::byte*>(std::uintptr_t{1} << 40);
struct Offsets {
  void Entry(const Word*) {}
  bool Room(std::uint64_t) { return true; }
  void Slot(const std::byte* at) { found.push_back(at - kSomewhere); }
  void Call(ShowSlots, const void*) { calls += 1; }
  std::vector<std::ptrdiff_t> found = {};
  int calls = 0;
};
std::vector<std::ptrdiff_t> WalkedIn(const Entries& entries, std::uint32_t tail = 0) {
  Offsets offsets;
  WalkWords(entries.words().data(), kSomewhere, tail, offsets);
  return offsets.found;
}

// S4.15: the offsets of a packed word are as they were, from the least to the greatest.
TEST(Words, HoldFourOffsetsOfFifteenBits) {
  const std::int64_t offsets[] = {0, -Word::kReach, Word::kReach - 1, -1};
  const Word word = Word::Packed(offsets, 4);
  EXPECT_EQ(word.op(), Op::kFour);
  EXPECT_EQ(word.Packed<0>(), 0);
  EXPECT_EQ(word.Packed<1>(), -Word::kReach * 8);
  EXPECT_EQ(word.Packed<2>(), (Word::kReach - 1) * 8);
  EXPECT_EQ(word.Packed<3>(), -8);
  const Word wide = Word::Wide(Op::kStructRange, Word::kMostNumber, -5);
  EXPECT_EQ(wide.op(), Op::kStructRange);
  EXPECT_EQ(wide.number(), Word::kMostNumber);
  EXPECT_EQ(wide.Wide(), -40);
}

// S4.9, S4.15: plain slots are packed four in a word, wherever they stand; adjacent ones that would
// need more than a word are a row.
TEST(Entries, PackFourSlotsInAWord) {
  Entries entries;
  for (const std::int64_t at : {32, 48, 4000, -16, 56}) entries.Slots(at, 1);
  entries.Slots(800, 9);
  entries.Slots(104, 2);
  entries.End();
  EXPECT_THAT(OpsOf(entries), ElementsAre(Op::kFour, Op::kOne, Op::kRow, Op::kTwo, Op::kEnd));
  EXPECT_THAT(WalkedIn(entries), ElementsAre(32, 48, 4000, -16, 56, 800, 808, 816, 824, 832, 840,
                                             848, 856, 864, 104, 112));
  EXPECT_TRUE(entries.shape().is_flat);
  EXPECT_EQ(entries.shape().slots, 16u);
}

// S4.14, S4.15: what a packed offset does not reach has a word of its own.
TEST(Entries, ReachAsFarAsThereIsRoom) {
  Entries entries;
  const std::int64_t far = std::int64_t{1} << 33;
  entries.Slots(8, 1);
  entries.Slots(Word::kReach * 8 - 8, 1);
  entries.Slots(Word::kReach * 8 + 8, 1);
  entries.Slots(-far, 1);
  entries.Slots(far, 2);
  entries.End();
  EXPECT_THAT(OpsOf(entries), ElementsAre(Op::kTwo, Op::kRow, Op::kRow, Op::kRow, Op::kEnd));
  EXPECT_THAT(WalkedIn(entries),
              ElementsAre(8, Word::kReach * 8 - 8, Word::kReach * 8 + 8, -far, far, far + 8));
  EXPECT_TRUE(entries.shape().fits);
}

// S4.15: adjacent slots are packed only if a packed offset reaches the first and the last of them.
TEST(Entries, ReachToTheLastWordAndNoFurther) {
  constexpr std::int64_t kEnd = Word::kReach * 8;
  Entries entries;
  entries.Slots(kEnd - 8, 2);
  entries.Slots(-kEnd - 8, 2);
  entries.Slots(kEnd, 1);
  entries.Slots(-kEnd, 2);
  entries.Slots(kEnd - 24, 3);
  entries.End();
  EXPECT_THAT(OpsOf(entries),
              ElementsAre(Op::kRow, Op::kRow, Op::kRow, Op::kFour, Op::kOne, Op::kEnd));
  EXPECT_THAT(WalkedIn(entries), ElementsAre(kEnd - 8, kEnd, -kEnd - 8, -kEnd, kEnd, -kEnd,
                                             -kEnd + 8, kEnd - 24, kEnd - 16, kEnd - 8));
}

// S4.15: a slot that is not aligned is no slot.
TEST(Entries, RefuseWhatIsNotAligned) {
  Entries slot;
  slot.Slots(12, 1);
  EXPECT_FALSE(slot.shape().fits);
  Entries field;
  field.Call(4, &ShowNothing);
  EXPECT_FALSE(field.shape().fits);
}

// S4.15: as far as an offset of 32 bits reaches, in words of eight bytes.
TEST(Entries, FitUpToTheFarthestOffsetOfAWord) {
  constexpr std::int64_t kLeast = -(std::int64_t{1} << 31) * 8;
  for (const auto& [at, fits] : {std::pair{kLeast, true}, std::pair{kLeast - 8, false},
                                 std::pair{-kLeast - 8, true}, std::pair{-kLeast, false}}) {
    Entries entries;
    entries.Call(at, &ShowNothing);
    EXPECT_EQ(entries.shape().fits, fits) << at;
  }
}

// S4.12: the end is the last word and stands nowhere else; operands are no ends.
TEST(Entries, EndWithTheirLastWord) {
  Entries entries;
  entries.Slots(32, 1);
  entries.Call(64, nullptr);  // an operand of no bits
  entries.Row(800, 100, {16, &OneSlot, &ShowNothing});
  entries.End();
  std::vector<Word> words = entries.words();
  EXPECT_TRUE(IsWhole(words));
  for (std::size_t length = 0; length < words.size(); ++length) {
    EXPECT_FALSE(IsWhole({words.data(), length})) << length;
  }
  words.push_back(Word());
  EXPECT_FALSE(IsWhole(words));
  Entries nothing;
  nothing.End();
  EXPECT_THAT(OpsOf(nothing), ElementsAre(Op::kEnd));
}

// S4.9: what holds no slot has no entry.
TEST(Entries, SayNothingOfWhatHoldsNothing) {
  Entries entries;
  entries.Range(32, {24, &NoSlot, &ShowNothing});
  entries.Row(64, 100, {24, &NoSlot, &ShowNothing});
  entries.Row(64, 3, {24, &NoSlot, &ShowNothing});
  entries.When(96, 1, 88, &NoSlot);
  entries.End();
  EXPECT_THAT(OpsOf(entries), ElementsAre(Op::kEnd));
}

// S4.16, S4.17: rows are written out while they are short, and walked element by element if not.
TEST(Entries, WalkRowsOfElements) {
  const Entries::List two = [](Entries& entries, std::int64_t at) {
    entries.Slots(at, 1);
    entries.Slots(at + 16, 1);
  };
  for (const std::uint64_t count : {0u, 1u, 3u, 8u, 9u, 1000u}) {
    Entries entries;
    entries.Row(64, count, {24, two, &ShowNothing});
    entries.Slots(32, 1);
    entries.End();
    std::vector<std::ptrdiff_t> expected;
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto element = static_cast<std::ptrdiff_t>(64 + 24 * i);
      expected.insert(expected.end(), {element, element + 16});
    }
    expected.push_back(32);
    EXPECT_EQ(WalkedIn(entries), expected) << count;
  }
}

void Itself(Entries& entries, std::int64_t at) {
  entries.Slots(at, 1);
  entries.Range(at + 8, {32, &Itself, &ShowNothing});
}

// S4.17: a struct that contains a container of itself is cut there; a call shows the inner one.
TEST(Entries, CutWhatContainsItself) {
  Entries entries;
  entries.Range(0, {32, &Itself, &ShowNothing});
  entries.End();
  EXPECT_THAT(OpsOf(entries), ElementsAre(Op::kStructRange, Op::kEnd));
  const Word* const inner = entries.words()[1].To<const Word*>();
  EXPECT_EQ(inner[0].op(), Op::kOne);
  EXPECT_EQ(inner[1].op(), Op::kCall);
  EXPECT_TRUE(entries.shape().calls);
}

// S4.17: what is shown by a call is known of the whole, wherever in it the call is.
TEST(Entries, KnowOfACallAmongElementsOrInsideOfThem) {
  const Entries::List plain = [](Entries& entries, std::int64_t at) { entries.Slots(at, 6); };
  const Entries::List calling = [](Entries& entries, std::int64_t at) {
    entries.Call(at, &ShowNothing);
  };
  for (const bool before : {false, true}) {
    for (const bool inside : {false, true}) {
      for (const bool behind : {false, true}) {
        Entries entries;
        if (before) entries.Call(8, &ShowNothing);
        entries.Range(16, {48, inside ? calling : plain, &ShowNothing});
        if (behind) entries.Call(40, &ShowNothing);
        entries.End();
        EXPECT_EQ(entries.shape().calls, before || inside || behind) << before << inside << behind;
        EXPECT_FALSE(entries.shape().is_flat);
      }
    }
  }
}

template <int kDepth>
void Layers(Entries& entries, std::int64_t at) {
  entries.Slots(at, 1);
  entries.Slots(at + 8, 5);
  if constexpr (kDepth > 0)
    entries.Row(at + 48, 10, {48 + kDepth * 4000, &Layers<kDepth - 1>, &ShowNothing});
}

// S4.17, S4.22: structs are nested up to the depth of the walk's frames, and shown below that.
TEST(Entries, NestNoDeeperThanTheFramesGo) {
  for (const bool too_deep : {false, true}) {
    Entries entries;
    const Entries::List list = too_deep ? &Layers<kMostNested> : &Layers<kMostNested - 1>;
    entries.Row(0, 10, {1 << 16, list, &ShowNothing});
    entries.End();
    EXPECT_EQ(entries.shape().calls, too_deep);
  }
}

// S4.16: what stands alone is packed, before a row and behind it.
TEST(Entries, PackWhatStandsAloneNearARow) {
  constexpr int kRow = 30;
  Entries entries;
  entries.Slots(24, 1);
  for (int i = 0; i < kRow; ++i) entries.Slots(40 + 8 * i, 1);
  entries.Slots(400, 1);
  entries.Slots(480, 1);
  entries.End();
  std::vector<std::int64_t> expected = {24};
  for (int i = 0; i < kRow; ++i) expected.push_back(40 + 8 * i);
  expected.insert(expected.end(), {400, 480});
  EXPECT_THAT(WalkedIn(entries, 0), testing::ElementsAreArray(expected));
}

// S4.16: trailing slots are as many as the object has.
TEST(Entries, CountTrailingSlotsByTheObject) {
  Entries entries;
  entries.Trailing(40);
  entries.End();
  EXPECT_THAT(WalkedIn(entries, 0), ElementsAre());
  EXPECT_THAT(WalkedIn(entries, 3), ElementsAre(40, 48, 56));
  EXPECT_TRUE(entries.shape().is_flat && entries.shape().has_tail);
  Entries without;
  without.Slots(40, 1);
  without.End();
  EXPECT_FALSE(without.shape().has_tail);
}

// S4.15: a range is one of slots only if its elements are nothing else.
TEST(Entries, TellARangeOfSlotsFromOneOfStructsThatBeginWithASlot) {
  const auto ops = [](std::uint64_t bytes, void (*list)(Entries&, std::int64_t)) {
    Entries entries;
    entries.Range(16, {bytes, list, &ShowNothing});
    entries.End();
    return OpsOf(entries);
  };
  EXPECT_THAT(ops(8, &OneSlot), ElementsAre(Op::kRange, Op::kEnd));
  EXPECT_THAT(ops(16, &OneSlot), ElementsAre(Op::kPackedRange, Op::kEnd));
  EXPECT_THAT(ops(16, [](Entries& entries, std::int64_t at) { entries.Slots(at + 8, 1); }),
              ElementsAre(Op::kPackedRange, Op::kEnd));
  const auto slots = [](std::int64_t count) {
    static std::int64_t many;
    many = count;
    return [](Entries& entries, std::int64_t at) {
      for (std::int64_t i = 0; i < many; ++i) entries.Slots(at + 16 * i, 1);
    };
  };
  EXPECT_THAT(ops(96, slots(4)), ElementsAre(Op::kPackedRange, Op::kEnd));
  EXPECT_THAT(ops(96, slots(5)), ElementsAre(Op::kStructRange, Op::kEnd));
  EXPECT_THAT(ops(16, &NoSlot), ElementsAre(Op::kEnd));
}

// S4.15: each word remembers its line in 16 bits; a class with more of them is shown line by line.
TEST(Entries, DoNotFitIfAClassHasMoreLinesThanAWordRemembers) {
  for (const auto& [line, fits] : {std::pair{65'535u, true}, std::pair{65'536u, false}}) {
    Entries entries;
    entries.Line(line, true);
    entries.Slots(32, 1);
    entries.End();
    EXPECT_EQ(entries.shape().fits, fits) << line;
  }
}

// S4.15: nor if more words depend on a flag than one word can skip.
TEST(Entries, DoNotFitIfAFlagSkipsMoreWordsThanAWordCounts) {
  constexpr std::int64_t kMostSkipped = Word::kMostNumber >> 8;
  static std::int64_t rows;
  for (const bool fits : {true, false}) {
    rows = fits ? kMostSkipped : kMostSkipped + 1;
    Entries entries;
    entries.When(8, 1, 16, [](Entries& inner, std::int64_t at) {
      for (std::int64_t i = 0; i < rows; ++i) inner.Slots(at, 4);
    });
    entries.End();
    EXPECT_EQ(entries.shape().fits, fits);
    if (!fits) continue;
    const Word unless = entries.words().front();
    EXPECT_EQ(unless.number() >> 8, kMostSkipped) << "up to the end";
    EXPECT_EQ(unless.number() & 0xff, 1u);
    EXPECT_EQ(unless.Wide(), 8);
  }
}

// S4.15: an element of more bytes than a word can count is shown by a call.
TEST(Entries, CallForElementsOfMoreBytesThanAWordCounts) {
  constexpr std::uint64_t kMost = Word::kMostNumber / kSlotBytes * kSlotBytes;
  for (const std::uint64_t bytes : {kMost, kMost + kSlotBytes}) {
    Entries entries;
    entries.Range(24, {bytes, OneSlot, ShowNothing});
    entries.End();
    EXPECT_EQ(entries.shape().calls, bytes > kMost) << bytes;
    EXPECT_EQ(OpsOf(entries).front(), bytes > kMost ? Op::kCall : Op::kPackedRange) << bytes;
  }
}

// S4.15: what has more slots than a word can count fits no words.
TEST(Entries, DoNotFitIfARowHasMoreSlotsThanAWordCounts) {
  Entries most;
  most.Slots(0, Word::kMostNumber);
  most.End();
  EXPECT_TRUE(most.shape().fits);
  Entries more;
  more.Slots(0, Word::kMostNumber + 1ull);
  more.End();
  EXPECT_FALSE(more.shape().fits);
}

}  // namespace
}  // namespace gc
