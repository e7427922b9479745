// core/purge/doomed_chain_test.cc -- doomed objects that no list has room for are linked through
// their entries.

#include "core/purge/doomed_chain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::ElementsAre;

class Chains : public testing::Test {
 protected:
  Index Made() { return heap.New<Node>('n')->header().index; }
  std::vector<Index> In(const DoomedChain& chain) {
    std::vector<Index> indices;
    chain.ForEach(table, [&](Index index) { indices.push_back(index); });
    return indices;
  }
  // What was in the entries is put back: the heap knows nothing of the chains.
  void Empty(DoomedChain& chain) {
    while (!chain.empty()) chain.Pop(table);
  }
  Heap heap;
  Table& table = heap.collector().population.table;
};

TEST_F(Chains, AppendedToAnotherAreOfBothLengths) {
  DoomedChain chain, other;
  for (int i = 0; i < 3; ++i) chain.Append(table, Made());
  for (int i = 0; i < 2; ++i) other.Append(table, Made());
  chain.Append(table, other);
  EXPECT_EQ(chain.size(), 5u);
  EXPECT_THAT(In(chain), ElementsAre(1, 2, 3, 4, 5));
  EXPECT_EQ(chain.last(), 5u);
  EXPECT_EQ(other.size(), 0u);
  EXPECT_TRUE(other.empty());
  other.Append(table, Made());
  chain.Append(table, other);
  EXPECT_EQ(chain.size(), 6u);
  EXPECT_EQ(chain.Pop(table), 1u);
  EXPECT_EQ(chain.size(), 5u);
  Empty(chain);
  EXPECT_EQ(chain.size(), 0u);
}

// The word of the link may have any number left in it; the last one of a chain has none behind it.
TEST_F(Chains, EndBehindTheLastWhateverItsEntryHad) {
  DoomedChain chain;
  for (int i = 0; i < 3; ++i) {
    const Index index = Made();
    table[index].strong.store(1, std::memory_order_relaxed);
    chain.Append(table, index);
    ASSERT_EQ(DoomedChain::Behind(table, index), kNoIndex);
  }
  EXPECT_THAT(In(chain), ElementsAre(1, 2, 3));
  Empty(chain);
  EXPECT_EQ(chain.last(), kNoIndex);
}

}  // namespace
}  // namespace gc
