// core/reflect/saving/scarce_memory_test.cc -- that there is no memory for a document is an answer.
//
// The operators are those of core/collect/allocation_test.cc, which is another program.
//
// Rows: S4.24.

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <optional>
#include <string>

#include "core/testing/failing_memory.h"
#include "core/testing/saving.h"

#if GC_COUNTS_ALLOCATIONS
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  void* const memory = gc::FailingMemory::Fails() ? nullptr : std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
#endif

namespace gc {
namespace {

using ScarceSaving = Saving;

// The library allocates while it destroys what it has; so only the first ones fail.
TEST_F(ScarceSaving, WithoutMemoryThereIsNoDocument) {
  if (!FailingMemory::kWorks) return;  // the sanitizer has operators of its own
  Fill(*all, make);
  for (int from = 0; from < 2; ++from) {
    std::optional<std::string> bytes;
    error = "before";
    {
      const FailingMemory none(from, 1);
      bytes = SaveObject(heap, *all, Encoding::kJson, error);
    }
    EXPECT_EQ(bytes, std::nullopt);
    EXPECT_EQ(error, "out of memory");
  }
}

TEST_F(ScarceSaving, WithoutMemoryNothingIsLoaded) {
  if (!FailingMemory::kWorks) return;
  const std::string bytes = SaveAs(*all);
  const std::uint32_t before = heap.ObjectCount();
  const NamedObject* loaded = nullptr;
  {
    const FailingMemory none(0, 1);
    loaded = LoadObject(heap, bytes, Encoding::kJson, {}, {}, error);
  }
  EXPECT_EQ(loaded, nullptr);
  EXPECT_EQ(error, "out of memory");
  EXPECT_EQ(heap.ObjectCount(), before);
}

}  // namespace
}  // namespace gc
