// core/collect/at_hand_base_test.cc -- an object whose base Object is not the first one is made of
// what is at hand like any other.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>

#include "core/inspect/verify/verifier.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

struct LeadingPart {
  std::array<std::uint64_t, 5> words = {1, 2, 3, 4, 5};
};
struct Trailer : LeadingPart, Object {
  explicit Trailer(const Birth& birth) : Object(birth) {}
  ObjectPtr<Object> slot;
  std::uint64_t word = 6;
  static const Class kClass;
};
const Reference kTrailerReferences[] = {Reference::To(&Trailer::slot, "slot")};
const Class Trailer::kClass = Describe<Trailer>("Trailer", kTrailerReferences);

// S17.9
TEST(AtHandBehindAnotherBase, AnObjectIsFoundByItsIndexAndIsWhole) {
  Heap heap;
  for (int i = 0; i < 9; ++i) heap.New<Trailer>();
  heap.Collect();
  Trailer* kept = nullptr;
  for (int i = 0; i < 9; ++i) {
    Trailer* const made = heap.New<Trailer>();
    ASSERT_NE(static_cast<void*>(made), static_cast<void*>(static_cast<Object*>(made)));
    ASSERT_LE(made->header().index, 9u) << "one that was released";
    EXPECT_EQ(heap.collector().population.table[made->header().index].Occupant(), made);
    EXPECT_EQ(made->words, LeadingPart().words);
    EXPECT_EQ(made->word, 6u);
    EXPECT_EQ(made->slot, nullptr);
    EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
    made->slot = kept;
    if (i < 3) kept = made;
  }
  heap.AddRoot(kept);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 3u);
}

}  // namespace
}  // namespace gc
