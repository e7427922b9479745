// core/mark/mark_batch_test.cc -- batches of every size, with everything that can be in one. S9.8

#include "core/mark/mark_batch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/inspect/verify/verifier.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

// Its references are behind the object, as many as it is made with.
struct Rack : Object {
  explicit Rack(const Birth& birth) : Object(birth) {}
  ObjectSlot* cells() { return reinterpret_cast<ObjectSlot*>(this + 1); }
  static const Class kClass;
};
const Reference kRackReferences[] = {Reference::Trailing<Rack>("cells")};
const Class Rack::kClass = Describe<Rack>("Rack", kRackReferences);

// A class whose two lines name the same slot, as one that lists its base's lines again.
struct Twice : Object {
  explicit Twice(const Birth& birth) : Object(birth) {}
  ObjectPtr<Object> to;
  static const Class kClass;
};
const Reference kTwiceReferences[] = {Reference::To(&Twice::to, "to"),
                                      Reference::To(&Twice::to, "again")};
const Class Twice::kClass = Describe<Twice>("Twice", kTwiceReferences);

ObjectPtr<Object>& CellOf(Rack& rack, std::uint32_t cell) {
  return *static_cast<ObjectPtr<Object>*>(rack.cells() + cell);
}

class ScanLog {
 public:
  explicit ScanLog(Heap& heap) {
    heap.SetEventSink({.publish =
                           [](void* self, const Event& event) {
                             if (event.kind != EventKind::kScan) return;
                             static_cast<ScanLog*>(self)->objects.push_back(event.object);
                           },
                       .context = this});
  }
  std::vector<const Object*> objects;
};

// S9.8, S9.25: from no object to more than two batches, in slices of one batch and of parts of one.
TEST(MarkBatches, OfEveryLengthMarkWhatIsReachable) {
  for (const std::size_t count : {0u, 1u, 2u, 127u, 128u, 129u, 255u, 256u, 257u, 300u}) {
    for (const Work slice : {Work{1}, Work{100}, Work{128}, kUnlimited}) {
      Heap heap;
      std::vector<Node*> nodes;
      for (std::size_t i = 0; i < count; ++i) {
        nodes.push_back(heap.New<Node>('n'));
        heap.AddRoot(nodes.back());
        nodes.back()->left = heap.New<Node>('l');
        nodes.back()->right = nodes[i / 2]->left.Get();
        heap.New<Node>('x');
      }
      const ScanLog scanned(heap);
      heap.Start();
      while (heap.phase() == Phase::kMarking) {
        ASSERT_LE(heap.Tick(slice), slice);
        ASSERT_EQ(Verifier().Verify(heap), std::nullopt);
      }
      const std::set<const Object*> each(scanned.objects.begin(), scanned.objects.end());
      EXPECT_EQ(each.size(), 2 * count);
      EXPECT_EQ(scanned.objects.size(), each.size()) << "none was scanned twice";
      heap.Collect();
      EXPECT_EQ(heap.ObjectCount(), 2 * count);
    }
  }
}

// S9.8, S9.25: slots that fill a batch, exceed it, or are too many for any.
TEST(MarkBatches, HoldSlotsOfEveryNumber) {
  constexpr std::uint32_t kSlots = MarkBatch::kSlots;
  for (const std::uint32_t cells :
       {0u, 1u, 7u, 500u, kSlots - 1, kSlots, kSlots + 1, 2 * kSlots, 2 * kSlots + 1}) {
    Heap heap;
    std::size_t reachable = 0;
    for (int racks = 0; racks < 5; ++racks) {
      Rack* const rack = heap.NewWithTail<Rack>(cells);
      heap.AddRoot(rack);
      reachable += 1;
      for (std::uint32_t cell = 0; cell < cells; cell += 3) {
        CellOf(*rack, cell) = heap.New<Node>('c');
        reachable += 1;
      }
      heap.New<Node>('x');
    }
    heap.Collect();
    EXPECT_EQ(heap.ObjectCount(), reachable) << cells;
    EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
  }
}

// Vectors and structs of its own, one inside of the other.
struct Line {
  using Contributor = Line;
  ObjectPtr<Node> first;
  Vector<Node> rest;
  void VisitReferences(const SlotVisitor& visit) {
    visit(first);
    visit(rest);
  }
  static void ContributeReferences(Entries& entries, std::int64_t at) {
    ContributeMember(&Line::first, entries, at);
    ContributeMember(&Line::rest, entries, at);
  }
};
struct Sheaf : Object {
  explicit Sheaf(const Birth& birth) : Object(birth) {}
  ObjectPtr<Node> one;
  Vector<Node> items;
  Container<std::vector<Line>> lines;
  static const Class kClass;
};
const Reference kSheafReferences[] = {Reference::To(&Sheaf::one, "one"),
                                      Reference::To(&Sheaf::items, "items"),
                                      Reference::To(&Sheaf::lines, "lines")};
const Class Sheaf::kClass = Describe<Sheaf>("Sheaf", kSheafReferences);

// S9.25, S9.2, S4.16: what vectors and structs have is loaded with their object, if there is room,
// and weighs what it is.
TEST(MarkBatches, HoldWhatIsInVectorsOfEveryLength) {
  constexpr std::uint32_t kSlots = MarkBatch::kSlots;
  for (const std::uint32_t length :
       {0u, 1u, 7u, 500u, kSlots - 3, kSlots - 2, kSlots - 1, kSlots, 3 * kSlots}) {
    for (const Work slice : {Work{1}, kUnlimited}) {
      Heap heap;
      std::size_t reachable = 0;
      for (int sheaves = 0; sheaves < 5; ++sheaves) {
        Sheaf* const sheaf = heap.New<Sheaf>();
        heap.AddRoot(sheaf);
        sheaf->items.resize(length);
        for (std::uint32_t i = 0; i < length; i += 3) {
          sheaf->items.Edit([&](auto& items) { items[i] = heap.New<Node>('i'); });
          reachable += 1;
        }
        sheaf->lines.resize(1);
        sheaf->lines.Edit([&](auto& lines) { lines[0].rest.push_back(heap.New<Node>('r')); });
        reachable += 2;
        heap.New<Node>('x');
        EXPECT_EQ(WeightOf(*sheaf), 1 + 1 + length + 1 + 1);
      }
      heap.Start();
      while (heap.phase() == Phase::kMarking) heap.Tick(slice);
      heap.Tick(kUnlimited);
      EXPECT_EQ(heap.ObjectCount(), reachable) << length;
      EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
    }
  }
}

// S9.10, S4.18: a slot in a vector that leads to garbage is cleared, and said to be of its line.
TEST(MarkBatches, ClearWhatLeadsToGarbageInAVector) {
  Heap heap;
  Sheaf* const sheaf = heap.New<Sheaf>();
  heap.AddRoot(sheaf);
  sheaf->items.push_back(heap.New<Node>('k'));
  sheaf->items.push_back(heap.New<Node>('g'));
  sheaf->lines.resize(2);
  Node* const inner = heap.New<Node>('g');
  sheaf->lines.Edit([inner](auto& lines) { lines[1].rest.push_back(inner); });
  heap.MarkGarbage(sheaf->items[1].Get());
  heap.MarkGarbage(inner);
  std::vector<std::string> cleared;
  heap.collector().elimination.SetSink(
      {.cleared =
           [](void* into, const Object*, const Reference* line) {
             static_cast<std::vector<std::string>*>(into)->push_back(line->name);
           },
       .context = &cleared});
  heap.Collect();
  EXPECT_EQ(cleared, (std::vector<std::string>{"items", "lines"}));
  EXPECT_EQ(heap.ObjectCount(), 2u);
  EXPECT_EQ(sheaf->items[1].Get(), nullptr);
}

// S9.8: two objects of one batch name the same white object.
TEST(MarkBatches, QueueWhatTwoOfThemNameOnce) {
  Heap heap;
  Node* const target = heap.New<Node>('t');
  for (int i = 0; i < 100; ++i) {
    Node* const node = heap.New<Node>('n');
    heap.AddRoot(node);
    node->left = node->right = target;
  }
  const ScanLog scanned(heap);
  heap.Collect();
  EXPECT_EQ(scanned.objects.size(), 101u);
}

// S9.8: the mutator is let in between batches only, so what it moves from one object to another is
// not lost, however the slices lie.
TEST(MarkBatches, LoseNothingThatIsMovedBetweenSlices) {
  for (Work slice = 1; slice < 40; ++slice) {
    Heap heap;
    std::vector<Node*> nodes;
    for (int i = 0; i < 60; ++i) {
      nodes.push_back(heap.New<Node>('n'));
      heap.AddRoot(nodes.back());
    }
    nodes[0]->left = heap.New<Node>('w');
    heap.Start();
    for (std::size_t at = 0; heap.phase() == Phase::kMarking;) {
      heap.Tick(slice);
      const std::size_t to = (at * 7 + 13) % nodes.size();
      if (to != at) {
        nodes[to]->left = nodes[at]->left;
        nodes[at]->left = nullptr;
      }
      at = to;
    }
    ASSERT_EQ(Verifier().Verify(heap), std::nullopt) << slice;
    heap.Collect();
    EXPECT_EQ(heap.ObjectCount(), 61u) << slice;
  }
}

// S9.10: a slot that is named twice is cleared the first time, and dropped the second time.
TEST(MarkBatches, DropASlotThatWasClearedMeanwhile) {
  Heap heap;
  Twice* const holder = heap.New<Twice>();
  heap.AddRoot(holder);
  holder->to = heap.New<Node>('g');
  heap.MarkGarbage(holder->to.Get());
  heap.Collect();
  EXPECT_EQ(holder->to.Get(), nullptr);
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

// S9.8, S9.2: a slice that may weigh little scans a part of the batch that it took, and the rest is
// as grey as before.
TEST(MarkBatches, PutBackWhatASliceHasNoTimeFor) {
  for (const Work weight : {1u, 2u, 10u, 100u}) {
    Heap heap;
    std::size_t made = 0;
    for (int i = 0; i < 100; ++i, made += 4) {
      Rack* const rack = heap.NewWithTail<Rack>(i % 5 + 3u);
      heap.AddRoot(rack);
      for (std::uint32_t cell = 0; cell < 3; ++cell) CellOf(*rack, cell) = heap.New<Node>('c');
    }
    heap.Start();
    heap.Tick(1);  // the initial references
    const Allowance allowance{.weight = weight};
    while (heap.phase() == Phase::kMarking) {
      const std::size_t before = heap.collector().marker.scanner().progress().weight;
      heap.TickUntil({.clock = {.now = [](void*) -> Nanoseconds { return 1; }, .context = nullptr},
                      .at = 1,
                      .allowance = &allowance});
      if (heap.phase() != Phase::kMarking) break;
      ASSERT_LE(heap.collector().marker.scanner().progress().weight - before,
                std::max<Work>(weight, 256));
      ASSERT_EQ(Verifier().Verify(heap), std::nullopt) << weight;
    }
    heap.Tick(kUnlimited);
    EXPECT_EQ(heap.ObjectCount(), made) << weight;
  }
}

// S9.9: what is permanent is never queued, whatever refers to it.
TEST(MarkBatches, QueueNothingPermanent) {
  Heap heap({.max_disregarded = 3});
  std::set<const Object*> permanent;
  std::vector<Node*> low;
  for (int i = 0; i < 3; ++i) {
    low.push_back(heap.New<Node>('p'));
    permanent.insert(low.back());
  }
  heap.CloseDisregardWindow();
  for (std::size_t i = 0; i < 50; ++i) {
    Node* const node = heap.New<Node>('n');
    heap.AddRoot(node);
    node->left = low[i % 3];
    node->right = heap.New<Node>('r');
    node->right->left = low[i % 3];
  }
  const ScanLog scanned(heap);
  for (std::size_t cycles = 1; cycles <= 3; ++cycles) {
    heap.Collect();
    EXPECT_EQ(scanned.objects.size(), cycles * 100);
  }
  for (const Object* const object : scanned.objects) EXPECT_EQ(permanent.count(object), 0u);
  EXPECT_EQ(heap.ObjectCount(), 103u);
}

// S9.2: a batch weighs no more than is allowed, unless its first object does; what is not loaded
// waits in its old place.
TEST(MarkBatches, EndWhereTheirWeightDoes) {
  Heap heap;
  PagedList<Object*> list;
  for (int i = 0; i < 20; ++i) list.push_back(heap.NewWithTail<Rack>(9));  // each weighs ten
  const std::vector<Object*> before(list.begin(), list.end());
  MarkBatch batch;
  MarkProgress progress;
  batch.Take(list, 20);
  EXPECT_TRUE(list.empty());
  batch.Load(heap.collector().population, 35, progress);
  EXPECT_EQ(batch.loaded, 3u);
  EXPECT_EQ(progress.weight, 30u);
  EXPECT_EQ(progress.units, 3u);
  while (batch.taken > batch.loaded) list.push_back(batch.objects[--batch.taken]);
  EXPECT_EQ(std::vector<Object*>(list.begin(), list.end()),
            std::vector<Object*>(before.begin(), before.end() - 3));
  batch.Take(list, 20);
  batch.Load(heap.collector().population, 5, progress);
  EXPECT_EQ(batch.loaded, 1u) << "one in any case";
}

// S9.2: the root of a cluster is activated, which is one step however many slots it has.
TEST(MarkBatches, CountARootOfAClusterAsOne) {
  Heap heap;
  PagedList<Object*> list;
  for (int i = 0; i < 3; ++i) {
    Rack* const root = heap.NewWithTail<Rack>(9);
    list.push_back(root);
    ASSERT_EQ(heap.AllocateCluster(root), 1u);
  }
  MarkBatch batch;
  MarkProgress progress;
  batch.Take(list, 3);
  batch.Load(heap.collector().population, kUnlimited, progress);
  EXPECT_EQ(batch.loaded, 3u);
  EXPECT_EQ(batch.ends[0], MarkBatch::kAlone);
  EXPECT_EQ(progress.units, 3u);
  EXPECT_EQ(progress.weight, 3u);
}

// S9.2: a deadline that allows nothing in particular is asked after some large objects already.
TEST(MarkBatches, OfLargeObjectsAreShortWhenTheClockRuns) {
  Heap heap;
  for (int i = 0; i < 100; ++i) heap.AddRoot(heap.NewWithTail<Rack>(2000));
  heap.Start();
  heap.Tick(1);  // the initial references
  const Deadline passed{.clock = {.now = [](void*) { return Nanoseconds{1}; }}, .at = 1};
  EXPECT_EQ(heap.TickUntil(passed), 1u);
}

}  // namespace
}  // namespace gc
