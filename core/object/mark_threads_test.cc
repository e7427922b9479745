// core/object/mark_threads_test.cc -- of several threads that mark an object one is told that it
// did.
//
// Label: threads.

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <cstddef>
#include <thread>
#include <vector>

#include "core/object/mark.h"

namespace gc {
namespace {

// mark-once: each thread marks all bytes in every round, and the colours change between two rounds.
TEST(MarksOfThreads, AreEachMadeByOneThread) {
  constexpr int kMarkers = 4;
  constexpr int kFlips = 40;
  constexpr std::size_t kBytesToMark = 20'000;
  std::vector<MarkByte> bytes(kBytesToMark, MarkByte(mark::kB | mark::kGarbage));
  std::atomic<std::size_t> made = 0;
  std::barrier together(kMarkers);
  {
    std::vector<std::jthread> markers;
    for (int i = 0; i < kMarkers; ++i) {
      markers.emplace_back([&] {
        Marks marks;
        for (int flips = 0; flips < kFlips; ++flips) {
          together.arrive_and_wait();
          std::size_t mine = 0;
          for (MarkByte& byte : bytes) mine += marks.TryMark(byte) ? 1 : 0;
          made += mine;
          together.arrive_and_wait();
          marks.Flip();
        }
      });
    }
  }
  EXPECT_EQ(made, kFlips * kBytesToMark);
  const Marks last;  // an even number of flips
  for (const MarkByte& byte : bytes) ASSERT_EQ(byte.Load(), last.White() | mark::kGarbage);
}

}  // namespace
}  // namespace gc
