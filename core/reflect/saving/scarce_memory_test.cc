// core/reflect/saving/scarce_memory_test.cc -- that there is no memory for a document is an answer.
//
// Rows: S4.24.

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "core/testing/failing_operators.h"
#include "core/testing/saving.h"

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
