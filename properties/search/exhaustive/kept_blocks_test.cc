// properties/search/exhaustive/kept_blocks_test.cc -- the image of a heap is made of the blocks
// that the heap has then.
//
// Seen as a crash of one run in seventy with two threads: a heap had trimmed, its block was the
// other thread's by then, and the next image was made of that block.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "core/memory/block_source.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace.h"

namespace properties {
namespace {

namespace op = reference::op;

// As many blocks as before a trim do not mean the same ones. One that is another heap's by now is
// neither read nor written.
TEST(KeptBlocks, AreTheOnesThatTheHeapHasThen) {
  const std::unique_ptr<reference::Subject> core = MakeCoreSubject();
  std::unique_ptr<reference::Subject::Image> image, later;
  std::vector<reference::Event> events;
  const auto apply = [&](const reference::Operation& one) { core->Apply(one, events); };
  core->Keep(image);
  core->Reset({});
  apply(op::Create(0));
  if (!core->Keep(image)) return;  // a sanitizer watches the memory
  apply(op::Collect());
  apply(op::Trim());
  gc::BlockSource& source = gc::BlockSource::Shared();
  std::byte* const anothers = static_cast<std::byte*>(source.Take());  // that was given back
  std::fill_n(anothers, gc::kBlockBytes, std::byte{0xAB});
  apply(op::Create(1));
  EXPECT_FALSE(core->Return(*image));
  ASSERT_TRUE(core->Keep(later));
  std::fill_n(anothers, gc::kBlockBytes, std::byte{0xCD});
  std::vector<reference::Name> fields;
  for (int times = 0; times < 2; ++times) {
    apply(op::Collect());
    EXPECT_FALSE(core->Peek(1, fields));
    ASSERT_TRUE(core->Return(*later));
    EXPECT_TRUE(core->Peek(1, fields));
  }
  EXPECT_EQ(std::count(anothers, anothers + gc::kBlockBytes, std::byte{0xCD}),
            static_cast<std::ptrdiff_t>(gc::kBlockBytes));
  core->Reset({});
  source.Give(anothers);
}

}  // namespace
}  // namespace properties
