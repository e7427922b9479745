// properties/base/private_memory_test.cc -- bytes that are put back are what they were, and nothing
// else changes.

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

class PrivateMemoryTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!PrivateMemory::kWorks) GTEST_SKIP() << "the allocator of this build is watched";
    memory.emplace();
    ASSERT_TRUE(memory->IsOpen());
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
  const PrivateMemory::Use use(&*memory);
  const auto inside = std::make_unique<std::string>(1000, 'b');
  EXPECT_TRUE(memory->Owns(inside.get()));
  EXPECT_TRUE(memory->Owns(inside->data()));
  EXPECT_FALSE(memory->Owns(before.get()));
  before.reset();  // what lies elsewhere goes back to where it came from
  {
    const PrivateMemory::Use outside(nullptr);
    EXPECT_FALSE(memory->Owns(std::make_unique<int>(3).get()));
  }
  bool owned = true;
  {
    const PrivateMemory::Use outside(nullptr);
    std::thread([&] { owned = memory->Owns(std::make_unique<int>(4).get()); }).join();
  }
  EXPECT_FALSE(owned);
  PrivateMemory other;
  const PrivateMemory::Use inner(&other);
  const auto there = std::make_unique<int>(5);
  EXPECT_TRUE(other.Owns(there.get()));
  EXPECT_FALSE(memory->Owns(there.get()));
}

TEST_F(PrivateMemoryTest, UsesFreedPlacesAgain) {
  const PrivateMemory::Use use(&*memory);
  for (const std::size_t bytes : {1u, 16u, 17u, 512u, 513u, 5000u, 32768u}) {
    std::free(std::malloc(bytes));
    const std::size_t used = memory->used();
    for (int i = 0; i < 1000; ++i) {
      void* const place = std::malloc(bytes);
      ASSERT_TRUE(memory->Owns(place));
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(place) % 16, 0u);
      std::memset(place, i, bytes);
      std::free(place);
    }
    EXPECT_EQ(memory->used(), used) << bytes;
  }
}

TEST_F(PrivateMemoryTest, AlignsAndGrows) {
  const PrivateMemory::Use use(&*memory);
  for (const std::size_t alignment : {16u, 64u, 4096u}) {
    for (const std::size_t bytes : {8u, 3000u, 100'000u}) {
      void* const place =
          std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
      EXPECT_TRUE(memory->Owns(place));
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(place) % alignment, 0u);
      std::memset(place, 1, bytes);
      std::free(place);
    }
  }
  char* text = static_cast<char*>(std::malloc(8));
  for (std::size_t bytes = 8; bytes <= 64 * 1024; bytes *= 2) {
    std::memset(text, 'z', bytes);
    text = static_cast<char*>(std::realloc(text, 2 * bytes));
    ASSERT_NE(text, nullptr);
    EXPECT_EQ(std::count(text, text + bytes, 'z'), static_cast<std::ptrdiff_t>(bytes));
  }
  std::free(text);
}

// A large place is not copied, so what was in it would be seen by the next one.
TEST_F(PrivateMemoryTest, GivesLargeZeroesAfterItWasPutBack) {
  std::vector<std::byte> copy;
  memory->Keep(copy);
  for (int round = 0; round < 3; ++round) {
    const PrivateMemory::Use use(&*memory);
    constexpr std::size_t kBytes = 1'000'000;
    char* const large = static_cast<char*>(std::calloc(kBytes, 1));
    EXPECT_TRUE(memory->Owns(large));
    EXPECT_EQ(std::count(large, large + kBytes, 0), static_cast<std::ptrdiff_t>(kBytes)) << round;
    std::memset(large, 7, kBytes);
    char* const small = static_cast<char*>(std::calloc(100, 1));
    EXPECT_EQ(std::count(small, small + 100, 0), 100);
    std::memset(small, 7, 100);
    memory->PutBack(copy);
  }
}

TEST_F(PrivateMemoryTest, SaysWhenSomethingLiesElsewhereForWantOfRoom) {
  std::vector<void*> places;
  {
    const PrivateMemory::Use use(&*memory);
    std::free(std::malloc(1000));
    EXPECT_FALSE(memory->Overflowed());
    void* const huge = std::malloc(std::size_t{1} << 27);
    EXPECT_NE(huge, nullptr);
    EXPECT_FALSE(memory->Owns(huge));
    std::free(huge);
  }
  EXPECT_TRUE(memory->Overflowed());
}

TEST_F(PrivateMemoryTest, IsGivenBackForTheNext) {
  for (int i = 0; i < 200; ++i) {
    PrivateMemory one;
    ASSERT_TRUE(one.IsOpen());
    const PrivateMemory::Use use(&one);
    char* const fresh = static_cast<char*>(std::calloc(50'000, 1));
    ASSERT_TRUE(one.Owns(fresh));
    EXPECT_EQ(*std::max_element(fresh, fresh + 50'000), 0);
    std::memset(fresh, 1, 50'000);
  }
  std::vector<std::unique_ptr<PrivateMemory>> many;
  for (int i = 0; i < 70; ++i) many.push_back(std::make_unique<PrivateMemory>());
  EXPECT_FALSE(many.back()->IsOpen()) << "there are addresses for sixty-four";
  many.clear();
  EXPECT_TRUE(PrivateMemory().IsOpen());
}

}  // namespace
}  // namespace properties
