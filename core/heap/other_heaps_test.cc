// core/heap/other_heaps_test.cc -- a weak reference of a dropped heap is never mistaken for one of
// the next heap.
//
// The machinery of a dropped heap serves the next one: at the same address, with the same indices.
// So the serials go on where the last heap stopped. Reading such a reference is misuse all the
// same: with an address sanitizer no machinery serves twice, and the sanitizer reports the read.
//
// Rows: S1.14; the rule serial-moves-on.

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "core/inspect/verify/fingerprint.h"
#include "core/inspect/verify/verifier.h"
#include "core/memory/memory.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

// S1.14
TEST(NextHeap, AnswersNoWeakReferenceOfTheLastOne) {
  if (kAddressesWatched) return;
  std::vector<WeakPtr<Node>> old;
  for (int round = 0; round < 50; ++round) {
    Heap heap;
    for (int i = 0; i < 3; ++i) {
      Node* const node = heap.New<Node>('n');
      for (const WeakPtr<Node>& weak : old) {
        ASSERT_EQ(weak.Get(), nullptr) << round;
        ASSERT_FALSE(weak.IsValid());
      }
      const WeakPtr<Node> own(node);
      for (const WeakPtr<Node>& weak : old) {
        ASSERT_EQ(weak.Get(), nullptr) << round;
        ASSERT_NE(weak, own);
      }
    }
    for (Index index = 1; index <= 3; ++index) {
      old.emplace_back(static_cast<Node*>(heap.collector().population.table[index].Occupant()));
    }
  }
}

// S1.14: more heaps at once than the pool keeps, so that machinery is freed and made again.
TEST(NextHeap, AnswersNoneThoughTheMachineryWasFreedInBetween) {
  std::vector<WeakPtr<Node>> old;
  for (int round = 0; round < 4; ++round) {
    std::vector<std::unique_ptr<Heap>> heaps;
    std::vector<WeakPtr<Node>> fresh;
    for (int i = 0; i < 80; ++i) {
      Heap& heap = *heaps.emplace_back(std::make_unique<Heap>());
      fresh.emplace_back(heap.New<Node>('n'));
      for (const WeakPtr<Node>& weak : old) ASSERT_NE(weak, fresh.back());
    }
    old.insert(old.end(), fresh.begin(), fresh.end());
  }
}

// S1.14: an index beyond those of the next heap is no index of it.
TEST(NextHeap, AnswersNoWeakReferenceToAnIndexThatItDoesNotHave) {
  if (kAddressesWatched) return;
  WeakPtr<Node> far;
  {
    Heap heap;
    for (std::uint32_t i = 0; i <= kChunkEntries; ++i) far = heap.New<Node>('n');
  }
  Heap heap;
  heap.New<Node>('n');
  EXPECT_EQ(far.Get(), nullptr);
  EXPECT_FALSE(far.IsValid());
}

// S1.14: nor is the one right behind its last, though its table ends with a chunk.
TEST(NextHeap, AnswersNoWeakReferenceToTheIndexBehindItsLastChunk) {
  if (kAddressesWatched) return;
  WeakPtr<Node> far;
  {
    Heap heap;
    while (far.IsNull() || far.Get()->header().index != kChunkEntries) far = heap.New<Node>('n');
  }
  Heap heap;
  while (heap.collector().population.table.End() != kChunkEntries) heap.New<Node>('n');
  EXPECT_EQ(far.Get(), nullptr);
  EXPECT_FALSE(far.IsValid());
}

// S1.14, S1.8: a heap whose serials were used up serves no further heap.
TEST(NextHeap, HasSerialsThoughTheLastOneUsedThemUp) {
  for (int round = 0; round < 3; ++round) {
    Heap heap;
    const Identity late{.index = 1, .serial = ~Serial{0} - 1};
    EXPECT_NE(heap.TryMake<Node>({.identity = &late}, 'n'), nullptr);
    EXPECT_NE(WeakPtr<Node>(heap.New<Node>('m')).Get(), nullptr);
  }
}

// S1.8: the serial of an object that came from elsewhere, below those that this heap gives.
TEST(NextHeap, TakesAnIdentityThatItNeverGave) {
  Identity saved;
  {
    Heap heap;
    saved = heap.IdentityOf(heap.New<Node>('a'), 7);
  }
  Heap heap;
  heap.IdentityOf(heap.New<Node>('b'));
  saved.index = 40;
  Node* const again = heap.TryMake<Node>({.identity = &saved}, 'a');
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(heap.IdentityOf(again, 7), saved);
  Identity wrong = saved;
  wrong.index = 41;
  EXPECT_EQ(heap.TryMake<Node>({.identity = &wrong}, 'x'), nullptr) << "the serial is in use";
  heap.Forget(saved);
  EXPECT_EQ(heap.TryMake<Node>({.identity = &wrong}, 'x'), nullptr) << "and was another object's";
  heap.Collect();
  EXPECT_EQ(heap.TryMake<Node>({.identity = &saved}, 'x'), nullptr) << "and is forgotten";
  EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
}

// What a heap shows does not depend on the heaps before it.
TEST(NextHeap, HasTheFingerprintOfAFirstOne) {
  const auto print = [] {
    Heap heap;
    Node* const root = heap.New<Node>('r');
    heap.AddRoot(root);
    const WeakPtr<Node> weak(root);
    Hasher hasher;
    AddState(heap, hasher);
    AddWeak(heap, weak, hasher);
    return hasher.Value();
  };
  const auto first = print();
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(print() == first);
}

}  // namespace
}  // namespace gc
