// properties/base/private_memory_test.cc -- bytes that are put back are what they were, and nothing
// else changes.
//
// Label: threads.

#include "properties/base/private_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace properties {
namespace {

#if !TRICOLOUR_PRIVATE_MEMORY

TEST(PrivateMemoryTest, IsNotOpenWhereTheAllocatorIsWatched) {
  static_assert(!PrivateMemory::kWorks);
  PrivateMemory memory;
  EXPECT_FALSE(memory.IsOpen());
  const PrivateMemory::Use use(&memory);
  EXPECT_FALSE(memory.Owns(std::make_unique<int>(1).get()));
}

#else

class PrivateMemoryTest : public testing::Test {
 protected:
  void SetUp() override {
    memory.emplace();
    ASSERT_TRUE(memory->IsOpen());
  }

  // Does the work in the memory, and answers what it does.
  template <typename Work>
  auto At(const Work& work) {
    const PrivateMemory::Use use(&*memory);
    return work();
  }

  std::optional<PrivateMemory> memory;
};

using Book = std::map<int, std::string>;

Book* NewBook() {
  Book* const book = new Book;
  for (int i = 0; i < 50; ++i) (*book)[i] = std::string(static_cast<std::size_t>(i), 'x');
  return book;
}

TEST_F(PrivateMemoryTest, IsPutBackAsItWasAsOftenAsOneLikes) {
  std::vector<std::byte> copy;
  Book* book = nullptr;
  {
    const PrivateMemory::Use use(&*memory);
    book = NewBook();
  }
  EXPECT_TRUE(memory->Owns(book));
  memory->Keep(copy);
  const Book before = *book;
  const std::size_t used = memory->used();
  for (int round = 0; round < 100; ++round) {
    {
      const PrivateMemory::Use use(&*memory);
      for (int i = round % 50; i < 50; ++i) book->erase(i);
      for (int i = 100; i < 200 + round; ++i) (*book)[i] = std::string(300, 'y');
    }
    EXPECT_NE(*book, before);
    EXPECT_GT(memory->used(), used);
    memory->PutBack(copy);
    ASSERT_EQ(*book, before) << round;
    EXPECT_EQ(memory->used(), used) << "what came later is forgotten";
  }
}

TEST_F(PrivateMemoryTest, TakesOnlyWhatIsAllocatedInAUseAndOnItsThread) {
  auto before = std::make_unique<std::string>(1000, 'a');
  PrivateMemory other;
  std::unique_ptr<std::string> inside, outside, there;
  bool in_a_thread = true;
  {
    const PrivateMemory::Use use(&*memory);
    inside = std::make_unique<std::string>(1000, 'b');
    before.reset();  // what lies elsewhere goes back to where it came from
    {
      const PrivateMemory::Use inner(nullptr);
      outside = std::make_unique<std::string>(1000, 'c');
      std::thread([&] { in_a_thread = memory->Owns(std::make_unique<int>(4).get()); }).join();
    }
    const PrivateMemory::Use inner(&other);
    there = std::make_unique<std::string>(1000, 'd');
  }
  EXPECT_TRUE(memory->Owns(inside.get()));
  EXPECT_TRUE(memory->Owns(inside->data()));
  EXPECT_FALSE(memory->Owns(outside.get()));
  EXPECT_FALSE(memory->Owns(there.get()));
  EXPECT_TRUE(other.Owns(there.get()));
  EXPECT_FALSE(in_a_thread);
  EXPECT_FALSE(memory->Owns(std::make_unique<int>(5).get()));
}

TEST_F(PrivateMemoryTest, UsesFreedPlacesAgain) {
  for (const std::size_t bytes : {1u, 16u, 17u, 512u, 513u, 5000u, 30'000u}) {
    void* const first = At([&] { return std::malloc(bytes); });
    std::free(first);
    const std::size_t used = memory->used();
    for (int i = 0; i < 1000; ++i) {
      void* const place = At([&] { return std::malloc(bytes); });
      ASSERT_EQ(place, first);
      std::memset(place, i, bytes);
      std::free(place);
    }
    EXPECT_EQ(memory->used(), used) << bytes;
    EXPECT_TRUE(memory->Owns(first));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % 16, 0u);
  }
}

TEST_F(PrivateMemoryTest, AlignsAndGrows) {
  for (const std::size_t alignment : {16u, 64u, 4096u}) {
    for (const std::size_t bytes : {4096u, 8192u, 102'400u}) {
      void* const place = At([&] { return std::aligned_alloc(alignment, bytes); });
      EXPECT_TRUE(memory->Owns(place));
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(place) % alignment, 0u);
      std::memset(place, 1, bytes);
      std::free(place);
    }
  }
  char* text = At([] { return static_cast<char*>(std::malloc(8)); });
  for (std::size_t bytes = 8; bytes <= 64 * 1024; bytes *= 2) {
    std::memset(text, 'z', bytes);
    text = At([&] { return static_cast<char*>(std::realloc(text, 2 * bytes)); });
    ASSERT_TRUE(memory->Owns(text));
    EXPECT_EQ(std::count(text, text + bytes, 'z'), static_cast<std::ptrdiff_t>(bytes));
  }
  std::free(text);
}

// A large place is not copied, so what was in it would be seen by the next one.
TEST_F(PrivateMemoryTest, GivesZeroesAfterItWasPutBack) {
  std::vector<std::byte> copy;
  memory->Keep(copy);
  for (int round = 0; round < 3; ++round) {
    for (const std::size_t bytes : {100u, 20'000u, 1'000'000u}) {
      char* const place = At([&] { return static_cast<char*>(std::calloc(bytes, 1)); });
      EXPECT_TRUE(memory->Owns(place));
      EXPECT_EQ(std::count(place, place + bytes, 0), static_cast<std::ptrdiff_t>(bytes)) << round;
      std::memset(place, 7, bytes);
    }
    memory->PutBack(copy);
  }
}

TEST_F(PrivateMemoryTest, SaysWhenSomethingLiesElsewhereForWantOfRoom) {
  std::free(At([] { return std::malloc(1000); }));
  EXPECT_FALSE(memory->Overflowed());
  void* const huge = At([] { return std::malloc(std::size_t{1} << 27); });
  EXPECT_NE(huge, nullptr);
  EXPECT_FALSE(memory->Owns(huge));
  EXPECT_TRUE(memory->Overflowed());
  std::free(huge);
}

TEST_F(PrivateMemoryTest, IsGivenBackForTheNext) {
  for (int i = 0; i < 200; ++i) {
    memory.emplace();
    ASSERT_TRUE(memory->IsOpen());
    char* const fresh = At([] { return static_cast<char*>(std::calloc(50'000, 1)); });
    ASSERT_TRUE(memory->Owns(fresh));
    EXPECT_EQ(*std::max_element(fresh, fresh + 50'000), 0);
    std::memset(fresh, 1, 50'000);
  }
  std::vector<std::unique_ptr<PrivateMemory>> many;
  for (int i = 0; i < 70; ++i) many.push_back(std::make_unique<PrivateMemory>());
  EXPECT_FALSE(many.back()->IsOpen()) << "there are addresses for sixty-four";
  many.clear();
  EXPECT_TRUE(PrivateMemory().IsOpen());
}

#endif

}  // namespace
}  // namespace properties
