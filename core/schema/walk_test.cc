// core/schema/walk_test.cc -- a walk ends where there is no room for what comes next.
//
// Rows: S4.12, S4.13, S4.22.

#include "core/schema/walk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "core/schema/entries.h"

namespace gc {
namespace {

using testing::ElementsAre;

// Takes as many slots as there is room for.
struct Narrow {
  void Entry(const Word*) { entries += 1; }
  bool Room(std::uint64_t more) {
    asked.push_back(more);
    room -= static_cast<std::int64_t>(more);
    return room >= 0;
  }
  void Slot(const std::byte* at) { found.push_back(at); }
  void Call(ShowSlots, const void* field) { found.push_back(static_cast<const std::byte*>(field)); }
  std::int64_t room;
  std::vector<std::uint64_t> asked = {};
  std::vector<const std::byte*> found = {};
  int entries = 0;
};

// An object of words, of which some are pointers to its own.
struct Walked {
  std::array<std::uint64_t, 40> words = {};
  std::byte* At(std::int64_t byte) { return reinterpret_cast<std::byte*>(words.data()) + byte; }
  void PutRange(std::int64_t at, std::int64_t begin, std::int64_t end) {
    words[static_cast<std::size_t>(at / 8)] = reinterpret_cast<std::uintptr_t>(At(begin));
    words[static_cast<std::size_t>(at / 8) + 1] = reinterpret_cast<std::uintptr_t>(At(end));
  }
};

void ShowNone(void*, const SlotVisitor&) {}
void FirstOfIt(Entries& entries, std::int64_t at) { entries.Slots(at, 1); }
void FirstAndFive(Entries& entries, std::int64_t at) {
  entries.Slots(at, 1);
  entries.Slots(at + 8, 5);
}

// Each operation says how many slots follow, and none of them is shown if they are too many.
TEST(Walk, EndsBeforeWhatThereIsNoRoomFor) {
  struct Case {
    const char* what;
    void (*contribute)(Entries&);
    std::int64_t slots;
  };
  for (const auto& [what, contribute, slots] : {
           Case{"packed", [](Entries& e) { e.Slots(200, 3); }, 3},
           Case{"row", [](Entries& e) { e.Slots(200, 7); }, 7},
           Case{"trailing", [](Entries& e) { e.Trailing(200); }, 5},
           Case{"tagged", [](Entries& e) { e.Tagged(200); }, 1},
           Case{"range",
                [](Entries& e) {
                  e.Range(16, {8, &FirstOfIt, &ShowNone});
                },
                6},
           Case{"packed range",
                [](Entries& e) {
                  e.Range(16, {16, &FirstOfIt, &ShowNone});
                },
                3},
           Case{"struct range",
                [](Entries& e) {
                  e.Range(16, {48, &FirstAndFive, &ShowNone});
                },
                6},
       }) {
    Entries entries;
    entries.Slots(0, 1);
    contribute(entries);
    entries.Call(296, &ShowNone);
    entries.End();
    Walked object;
    object.PutRange(16, 200, 248);
    Narrow wide{.room = 1 + slots};
    EXPECT_TRUE(WalkWords(entries.words().data(), object.At(0), 5, wide)) << what;
    EXPECT_EQ(wide.found.size(), static_cast<std::size_t>(slots) + 2) << what;
    EXPECT_EQ(wide.found.back(), object.At(296)) << what << ", then the call";
    Narrow narrow{.room = slots};
    EXPECT_FALSE(WalkWords(entries.words().data(), object.At(0), 5, narrow)) << what;
    EXPECT_LT(narrow.found.size(), wide.found.size() - 1) << what;
  }
}

// A tagged slot takes its room whether it is one or not.
TEST(Walk, PassesOverASlotWhoseTagSaysThatItIsNone) {
  Entries entries;
  entries.Tagged(8);
  entries.Tagged(16);
  entries.End();
  Walked object;
  object.words[1] = 9;
  Narrow visitor{.room = 2};
  EXPECT_TRUE(WalkWords(entries.words().data(), object.At(0), 0, visitor));
  EXPECT_THAT(visitor.found, ElementsAre(object.At(16)));
  EXPECT_THAT(visitor.asked, ElementsAre(1u, 1u));
}

// The words of elements are no entries of the object itself.
TEST(Walk, TellsOfEachEntryOfTheObjectItself) {
  Entries entries;
  entries.Range(16, {48, &FirstAndFive, &ShowNone});
  entries.Range(32, {48, &FirstAndFive, &ShowNone});
  entries.Slots(0, 1);
  entries.End();
  Walked object;
  object.PutRange(16, 200, 296);
  object.PutRange(32, 200, 200);  // nothing is in it
  Narrow visitor{.room = 100};
  EXPECT_TRUE(WalkWords(entries.words().data(), object.At(0), 0, visitor));
  EXPECT_EQ(visitor.entries, 4) << "two ranges, a slot, and the end";
  EXPECT_THAT(visitor.asked, ElementsAre(1u, 5u, 1u, 5u, 1u));
  EXPECT_EQ(visitor.found.front(), object.At(200));
  EXPECT_EQ(visitor.found[6], object.At(248));
  EXPECT_EQ(visitor.found.back(), object.At(0));
}

}  // namespace
}  // namespace gc
