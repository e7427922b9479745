// core/heap/first_names_test.cc -- what naming needs is made when it is first asked for. It cannot
// be done without, so where there is no memory for it the program ends, and says so.
//
// Rows: S3.1, S17.11.

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "core/testing/failing_memory.h"
#include "core/testing/named.h"

namespace gc {
namespace {

void AskForAll(Heap& heap) {
  Factory make(heap);
  ClassObject* const part = make.ClassOf<Part>();
  make.Derive(part, {.name = "Derived"});
  make.TransientPackage();
  std::fputs("there was enough", stderr);
  std::abort();
}

constexpr const char* kSaid =
    "must be memory and an index left.*Factory::New, class [A-Z][A-Za-z]*\n|there was enough";

TEST(FirstNamesDeathTest, LackMemoryAndSayForWhichClass) {
  if (!FailingMemory::kWorks) return;
  for (int from = 0; from < 60; ++from) {
    EXPECT_DEATH(
        {
          Heap heap;
          const FailingMemory memory(from, FailingMemory::kForEver);
          AskForAll(heap);
        },
        kSaid)
        << from;
  }
}

TEST(FirstNamesDeathTest, LackRoomForAnObjectAndSayForWhichClass) {
  for (std::size_t bytes = 0; bytes < 2500; bytes += 60) {
    EXPECT_DEATH(
        {
          Heap heap({.max_bytes = bytes});
          AskForAll(heap);
        },
        kSaid)
        << bytes;
  }
}

}  // namespace
}  // namespace gc
