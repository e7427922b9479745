// properties/search/exhaustive/kept_blocks_test.cc -- the image of a heap is put back into the
// blocks that it was taken from, or not at all.
//
// Seen as a crash of one run in a hundred with two threads: a heap had trimmed, and its block was
// the other thread's by then.

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "core/memory/block_source.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/trace/trace.h"

namespace properties {
namespace {

namespace op = reference::op;

// As many blocks as before do not mean the same ones: what is put back would be written into
// another heap, and this one would go on with what it has not.
TEST(KeptBlocks, MakeAnImageVoidWhereTheHeapHasOthersByNow) {
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
  void* const anothers = source.Take();  // the one that was given back
  apply(op::Create(1));
  EXPECT_FALSE(core->Return(*image));
  ASSERT_TRUE(core->Keep(later));
  apply(op::Collect());
  EXPECT_TRUE(core->Return(*later));
  core->Reset({});
  source.Give(anothers);
}

}  // namespace
}  // namespace properties
