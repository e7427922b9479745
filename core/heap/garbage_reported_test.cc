// core/heap/garbage_reported_test.cc -- a slot that a referencer reports and that holds garbage is
// cleared like a field, unless it is protected or reported by value.
//
// Label: threads.

#include <gtest/gtest.h>

#include <array>
#include <span>

#include "core/inspect/verify/verifier.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

// Reports two fields, of which it protects the second, and a plain pointer.
class Guard : public Referencer {
 public:
  explicit Guard(Heap& heap, Kind kind = Kind::kWrapper) : Referencer(heap, kind, "watcher") {
    Register();
  }
  void Report(Reporter& to) const override {
    to(open);
    to.Protect(true);
    to(protected_slot);
    to.Protect(false);
    to(std::span<const ObjectPtr<Node>>(many));
    if (kind() == Kind::kRaw) to.Raw(raw);
  }
  ObjectPtr<Node> open;
  ObjectPtr<Node> protected_slot;
  std::array<ObjectPtr<Node>, 2> many;
  Node* raw = nullptr;
};

class GarbageReported : public testing::TestWithParam<Referencer::Kind> {};
INSTANTIATE_TEST_SUITE_P(Kinds, GarbageReported,
                         testing::Values(Referencer::Kind::kWrapper, Referencer::Kind::kStable,
                                         Referencer::Kind::kRaw));

// S6.10, S6.12: a reported slot is cleared like a field, unless its reporter protects it.
TEST_P(GarbageReported, ProtectedItStaysAndIsKept) {
  Heap heap;
  Guard watcher(heap, GetParam());
  watcher.open = heap.New<Node>('o');
  watcher.protected_slot = heap.New<Node>('p');
  watcher.many = {heap.New<Node>('1'), heap.New<Node>('2')};
  for (Node* const one :
       {watcher.open.Get(), watcher.protected_slot.Get(), watcher.many[1].Get()}) {
    heap.MarkGarbage(one);
  }
  heap.Collect();
  EXPECT_EQ(watcher.open, nullptr);
  ASSERT_NE(watcher.protected_slot, nullptr);
  EXPECT_NE(watcher.many[0], nullptr) << "of the others nothing is changed";
  EXPECT_EQ(watcher.many[1], nullptr);
  EXPECT_EQ(heap.ObjectCount(), 2u);
  EXPECT_EQ(watcher.protected_slot->name, 'p');
}

// S9.7: a plain pointer is reported by value. It cannot be cleared, so what it holds is kept, by
// the first pass of marking and by the last.
TEST(GarbageReportedByValue, IsKept) {
  Heap heap;
  Verifier verifier;
  Guard watcher(heap, Referencer::Kind::kRaw);
  watcher.raw = heap.New<Node>('x');
  heap.MarkGarbage(watcher.raw);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
  Node* const late = heap.New<Node>('l');
  heap.Start();
  heap.Tick(1);
  heap.MarkGarbage(late);
  watcher.raw = late;
  heap.Tick(kUnlimited);
  EXPECT_EQ(verifier.Verify(heap), std::nullopt);
  EXPECT_EQ(watcher.raw->name, 'l');
}

// S6.8: slots are also cleared if referencers are asked beside the flip, and the garbage in them is
// not marked.
TEST(GarbageReportedBesideTheFlip, IsClearedAsWell) {
  Heap heap({.workers = 2});
  Guard watcher(heap);
  watcher.open = heap.New<Node>('o');
  watcher.protected_slot = heap.New<Node>('p');
  heap.MarkGarbage(watcher.open.Get());
  heap.MarkGarbage(watcher.protected_slot.Get());
  heap.Collect();
  EXPECT_EQ(watcher.open, nullptr);
  EXPECT_NE(watcher.protected_slot, nullptr);
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

// S9.20: with elimination off, garbage in a reported slot is kept.
TEST(GarbageReportedOff, IsKeptWithoutElimination) {
  Heap heap({.eliminate = Origins::Only(Origin::kScript)});
  Guard watcher(heap);
  watcher.open = heap.New<Node>('o');
  heap.MarkGarbage(watcher.open.Get());
  heap.Collect();
  EXPECT_NE(watcher.open, nullptr);
}

}  // namespace
}  // namespace gc
