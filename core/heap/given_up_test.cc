// core/heap/given_up_test.cc -- what is given up before its constructor runs is in no list any
// more.
//
// Label: threads.

#include <gtest/gtest.h>

#include <cstdint>

#include "core/heap/factory.h"
#include "core/pointer/referencer.h"
#include "core/testing/named.h"

namespace gc {
namespace {

struct Reports : Referencer {
  explicit Reports(Heap& heap) : Referencer(heap, Kind::kWrapper, "reports") { Register(); }
  ~Reports() override { Unregister(); }
  void Report(Reporter& to) const override { to(slot); }
  ObjectPtr<Object> slot;
};

//     flip                a referencer is asked beside it, and reports r, which is reserved
//     the mutator         the referencer lets go of r; r is given up, and its memory is freed
//     initial references  what was reported is taken: r must not be among it
TEST(GivenUp, IsNotTakenThoughAReferencerHadReportedItAtTheFlip) {
  Workshop shop({.workers = 2, .task_objects = 1});
  shop.heap.Collect();
  std::uint32_t taken = 0;
  bool asked = false;
  struct Seen {
    std::uint32_t& taken;
    bool& asked;
  } seen{taken, asked};
  shop.heap.SetEventSink({.publish =
                              [](void* context, const Event& event) {
                                Seen& to = *static_cast<Seen*>(context);
                                if (event.kind != EventKind::kInitialReferences) return;
                                to.taken = event.detail;
                                to.asked = true;
                              },
                          .context = &seen});
  Reports referencer(shop.heap);
  {
    Reserved<Thing> given_up = shop.make.Reserve<Thing>({.name = "given-up"});
    referencer.slot = given_up.object();
    shop.heap.Start();
    ASSERT_EQ(shop.heap.collector().marker.reported().size(), 1u);
    referencer.slot = nullptr;
  }
  EXPECT_TRUE(shop.heap.collector().marker.reported().empty());
  while (shop.heap.phase() == Phase::kMarking) shop.heap.Tick(1);
  EXPECT_TRUE(asked);
  EXPECT_EQ(taken, 0u);
  shop.heap.SetEventSink({});
}

}  // namespace
}  // namespace gc
