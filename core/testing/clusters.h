// core/testing/clusters.h -- the classes and the fixture for tests of clusters.

#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "core/collect/collector.h"
#include "core/gc.h"
#include "core/inspect/verify/snapshot.h"
#include "core/inspect/verify/verifier.h"

namespace gc {

// Can be a member of any cluster; its references are an array.
struct Piece : Object {
  explicit Piece(const Birth& birth) : Object(birth) {}
  ObjectPtr<Object> to[4];
  static const Class kClass;
};
inline const Reference kPieceReferences[] = {Reference::To(&Piece::to, "to")};
inline const Class Piece::kClass = Describe<Piece>("Piece", kPieceReferences);

// Like a piece, and can also be a cluster root.
struct Hub : Object {
  explicit Hub(const Birth& birth) : Object(birth) {}
  bool CanBeClusterRoot() const noexcept { return willing; }
  ObjectPtr<Object> to[4];
  bool willing = true;
  static const Class kClass;
};
inline const Reference kHubReferences[] = {Reference::To(&Hub::to, "to")};
inline const Class Hub::kClass = Describe<Hub>("Hub", kHubReferences);

// Cannot be in a cluster.
struct Loner : Object {
  explicit Loner(const Birth& birth) : Object(birth) {}
  bool CanBeInCluster() const noexcept { return false; }
  ObjectPtr<Object> to;
  static const Class kClass;
};
inline const Reference kLonerReferences[] = {Reference::To(&Loner::to, "to")};
inline const Class Loner::kClass = Describe<Loner>("Loner", kLonerReferences);

// A member whose references are in a container's memory; it can also be a cluster root.
struct Bag : Object {
  explicit Bag(const Birth& birth) : Object(birth) {}
  bool CanBeClusterRoot() const noexcept { return true; }
  Vector<Object> items;
  ObjectPtr<Object> to;
  static const Class kClass;
};
inline const Reference kBagReferences[] = {Reference::To(&Bag::items, "items"),
                                           Reference::To(&Bag::to, "to")};
inline const Class Bag::kClass = Describe<Bag>("Bag", kBagReferences);

class ClusterTest : public testing::Test {
 protected:
  ClusterTest() = default;
  explicit ClusterTest(const HeapOptions& options) : heap(options) {}

  // Makes a hub and a chain of `parts` pieces behind it, each of which refers to the next.
  Hub* Chained(int parts) {
    Hub* const hub = heap.New<Hub>();
    ObjectPtr<Object>* last = &hub->to[0];
    for (int i = 0; i < parts; ++i) {
      Piece* const part = heap.New<Piece>();
      *last = part;
      last = &part->to[0];
    }
    return hub;
  }
  // The n-th piece of the chain behind a hub, from 1.
  static Piece* Nth(Hub* hub, int n) {
    Object* at = hub->to[0].Get();
    for (; n > 1; --n) at = static_cast<Piece*>(at)->to[0].Get();
    return static_cast<Piece*>(at);
  }
  Hub* Clustered(int parts) {
    Hub* const hub = Chained(parts);
    EXPECT_EQ(heap.MakeCluster(hub), static_cast<std::uint32_t>(parts + 1));
    return hub;
  }

  ClusterLink LinkOf(const Object* object) const {
    return heap.collector().population.table.LinkOf(object->header().index);
  }
  bool Has(const Object* object, FlagWord flags) const {
    return heap.collector().population.table[object->header().index].flags.Has(flags);
  }
  bool HasMark(const Object* object, MarkBits bits) const {
    return heap.collector().population.MarkOf(*object).Has(bits);
  }
  bool IsMember(const Object* object) const { return IsMemberLink(LinkOf(object)); }
  const Cluster& RecordOfRoot(const Object* root) const {
    return heap.collector().clusters[RecordOf(LinkOf(root))];
  }
  Colour ColourNow(const Object* object) {
    Take(heap, snapshot_);
    return snapshot_.colours[object->header().index];
  }
  // The breach that the verifier finds in the heap; empty if there is none.
  std::string Wrong() {
    const std::optional<Failure> failure = verifier_.Verify(heap);
    return failure ? failure->sentence + (" at " + std::to_string(failure->index)) : "";
  }
  // Ticks one unit at a time to the end of the phase, and verifies the heap after each.
  void TickWhile(Phase phase) {
    while (heap.phase() == phase) {
      heap.Tick(1);
      ASSERT_EQ(Wrong(), "");
    }
  }
  void FinishCycle() {
    TickWhile(Phase::kMarking);
    TickWhile(Phase::kGathering);
    while (heap.PurgePending()) heap.Tick(1);
    ASSERT_EQ(Wrong(), "");
  }
  std::vector<std::string> ScannedWhile(Phase phase) {
    std::vector<std::string> scanned;
    heap.SetEventSink({.publish =
                           [](void* to, const Event& event) {
                             if (event.kind != EventKind::kScan) return;
                             static_cast<std::vector<std::string>*>(to)->push_back(
                                 event.object->header().type->name);
                           },
                       .context = &scanned});
    TickWhile(phase);
    heap.SetEventSink({});
    return scanned;
  }

  Heap heap;

 private:
  Verifier verifier_;
  Snapshot snapshot_;
};

inline std::vector<Index> IndicesOf(std::initializer_list<const Object*> objects) {
  std::vector<Index> indices;
  for (const Object* const object : objects) indices.push_back(object->header().index);
  std::sort(indices.begin(), indices.end());
  return indices;
}

}  // namespace gc
