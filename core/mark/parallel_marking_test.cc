// core/mark/parallel_marking_test.cc -- workers mark what one thread marks. S9.16, S9.18, S7.12
//
// Label: threads.

#include "core/mark/parallel_marking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

#include "core/inspect/verify/verifier.h"
#include "core/testing/clusters.h"
#include "core/testing/failing_memory.h"
#include "core/testing/meets.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

// Its references are found by a call only, so a worker scans it by itself.
struct CallShown : Object {
  explicit CallShown(const Birth& birth) : Object(birth) {}
  void VisitReferences(const SlotVisitor& visit) {
    for (ObjectPtr<Object>& slot : to) visit(slot);
  }
  ObjectPtr<Object> to[4];
  static const Class kClass;
};
const Reference kCallShownReferences[] = {Reference::Shown<CallShown>("shown")};
const Class CallShown::kClass = Describe<CallShown>("CallShown", kCallShownReferences);

// A heap of random objects of all kinds: pieces, bags, those that show their slots when they are
// asked, clusters, permanent ones and garbage. The same for the same seed, whatever the number of
// workers.
class Mixture {
 public:
  Mixture(unsigned seed, std::uint32_t workers)
      : heap({.workers = workers, .task_objects = 1, .max_disregarded = 4}), random_(seed) {
    for (int i = 0; i < 4; ++i) objects.push_back(heap.New<Piece>());
    heap.CloseDisregardWindow();
    MakeClusters();
    for (int i = 0; i < 1500; ++i) Make(i);
    for (int i = 0; i < 1500; ++i) Connect(Any(), Any());
    for (std::size_t i = 4; i < objects.size(); i += 61) heap.AddRoot(objects[i]);
    for (std::size_t i = 30; i < objects.size(); i += 97) {
      if (!heap.IsRoot(objects[i])) heap.MarkGarbage(objects[i]);
    }
    for (const Object* const object : objects) indices_.push_back(object->header().index);
  }
  // Which of the objects are still there.
  std::vector<bool> Survivors() const {
    std::vector<bool> survive;
    const Table& table = heap.collector().population.table;
    for (std::size_t i = 0; i < objects.size(); ++i) {
      survive.push_back(table[indices_[i]].Occupant() == objects[i]);
    }
    return survive;
  }

  Heap heap;
  std::vector<Object*> objects;

 private:
  Object* Any() { return objects[4 + random_() % (objects.size() - 4)]; }
  void MakeClusters() {
    for (int i = 0; i < 20; ++i) {
      Hub* const hub = heap.New<Hub>();
      objects.push_back(hub);
      for (auto& slot : hub->to) {
        Piece* const piece = heap.New<Piece>();
        slot = piece;
        objects.push_back(piece);
      }
      Loner* const outside = heap.New<Loner>();
      objects.push_back(outside);
      static_cast<Piece*>(hub->to[0].Get())->to[0] = outside;
      heap.MakeCluster(hub);
    }
  }
  void Make(int number) {
    if (number % 20 == 0) {
      objects.push_back(heap.New<Bag>());
    } else if (number % 20 == 10) {
      objects.push_back(heap.New<CallShown>());
    } else {
      objects.push_back(heap.New<Piece>());
    }
    if (number % 3 != 0) Connect(Any(), objects.back());
    if (number % 10 == 0) Connect(objects.back(), objects[random_() % 4]);
  }
  // Clusters keep what they have: a store into one would dissolve it.
  void Connect(Object* from, Object* to) {
    const Class* const type = from->header().type;
    if (type == &Bag::kClass) {
      static_cast<Bag*>(from)->items.push_back(to);
    } else if (type == &CallShown::kClass) {
      static_cast<CallShown*>(from)->to[random_() % 4] = to;
    } else if (type == &Piece::kClass && heap.ClusterRootOf(from) == nullptr) {
      static_cast<Piece*>(from)->to[random_() % 4] = to;
    }
  }

  std::mt19937 random_;
  std::vector<Index> indices_;
};

class Together : public testing::TestWithParam<std::uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Workers, Together, testing::Values(2u, 3u, 4u, 8u));

// S9.16, S7.12: whatever is in the heap, and in several cycles one after the other.
TEST_P(Together, KeepWhatOneThreadKeeps) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Mixture alone(seed, 1);
    Mixture together(seed, GetParam());
    ASSERT_EQ(alone.objects.size(), together.objects.size());
    for (int cycle = 0; cycle < 3; ++cycle) {
      alone.heap.Collect();
      together.heap.Collect();
      ASSERT_EQ(alone.heap.ObjectCount(), together.heap.ObjectCount()) << "seed " << seed;
      ASSERT_EQ(alone.Survivors(), together.Survivors()) << "seed " << seed;
      ASSERT_EQ(Verifier().Verify(together.heap), std::nullopt) << "seed " << seed;
      for (Mixture* each : {&alone, &together}) {
        for (std::size_t i = 4; i < each->objects.size(); i += 61) {
          if (i % 4 == static_cast<std::size_t>(cycle) && each->Survivors()[i]) {
            each->heap.RemoveRoot(each->objects[i]);
          }
        }
      }
    }
  }
}

// Notes the scans.
struct Scans {
  static void Publish(void* self, const Event& event) {
    if (event.kind != EventKind::kScan) return;
    Scans& scans = *static_cast<Scans*>(self);
    scans.times[event.object] += 1;
    if (scans.found.count(event.object) == 0) scans.early += 1;
    ForEachSlot(const_cast<Object&>(*event.object), [&scans](const ObjectSlot& slot) {
      if (slot.Raw() != nullptr) scans.found.insert(slot.Raw());
    });
  }
  std::set<const Object*> found;
  std::map<const Object*, int> times;
  int early = 0;
};

// So many objects, of which ten are roots and each other one is held by one or none of those before
// it. The roots count as found.
void MakeWeb(Heap& heap, int count, unsigned seed, Scans& scans) {
  std::mt19937 random(seed);
  std::vector<Piece*> pieces;
  for (int i = 0; i < count; ++i) {
    Piece* const piece = heap.New<Piece>();
    if (i < 10) {
      heap.AddRoot(piece);
      scans.found.insert(piece);
    } else {
      pieces[random() % pieces.size()]->to[random() % 4] = piece;
    }
    pieces.push_back(piece);
  }
}

// S9.14: each object is scanned once, by one worker; and a sink hears of each after the object that
// it was found by.
TEST_P(Together, ScanEachObjectOnceAndTellInOrder) {
  for (int round = 0; round < 20; ++round) {
    Heap heap({.workers = GetParam(), .task_objects = 1});
    Scans scans;
    MakeWeb(heap, 3000, static_cast<unsigned>(round), scans);
    heap.SetEventSink({.publish = Scans::Publish, .context = &scans});
    heap.Start();
    while (heap.phase() == Phase::kMarking) heap.Tick(kUnlimited);
    EXPECT_EQ(scans.early, 0);
    for (const auto& [object, times] : scans.times) ASSERT_EQ(times, 1);
    heap.SetEventSink({});
    heap.Collect();
    EXPECT_EQ(heap.ObjectCount(), scans.times.size());
  }
}

// S9.14, S9.26: and so it is where no list grows any more, from whichever allocation on.
TEST_P(Together, TellInOrderThoughThereIsNoRoomForIt) {
  for (int from = 0; FailingMemory::kWorks && from < 30; ++from) {
    Heap heap({.workers = GetParam(), .task_objects = 1});
    Scans scans;
    MakeWeb(heap, 1000, static_cast<unsigned>(from), scans);
    heap.SetEventSink({.publish =
                           [](void* self, const Event& event) {
                             const FailingMemory::Pause pause;
                             Scans::Publish(self, event);
                           },
                       .context = &scans});
    heap.Start();
    {
      const FailingMemory memory(from, FailingMemory::kForEver);
      while (heap.phase() == Phase::kMarking) heap.Tick(kUnlimited);
    }
    EXPECT_EQ(scans.early, 0) << from;
    heap.SetEventSink({});
  }
}

// S9.14, S9.16: of workers that find one object white at the same time, one wins. Each layer refers
// to the next in four ways, so that there is much to win.
TEST_P(Together, ScanOnceWhatSeveralOfThemFindAtATime) {
  for (unsigned round = 0; round < 20; ++round) {
    Heap heap({.workers = GetParam(), .task_objects = 1});
    std::mt19937 random(round);
    std::vector<Piece*> above;
    for (int layer = 0; layer < 30; ++layer) {
      std::vector<Piece*> below;
      for (int i = 0; i < 200; ++i) below.push_back(heap.New<Piece>());
      for (Piece* const piece : above) {
        for (auto& slot : piece->to) slot = below[random() % below.size()];
      }
      for (Piece* const piece : below) {
        if (above.empty()) heap.AddRoot(piece);
      }
      above.swap(below);
    }
    Scans scans;
    heap.SetEventSink({.publish = Scans::Publish, .context = &scans});
    heap.Start();
    while (heap.phase() == Phase::kMarking) heap.Tick(kUnlimited);
    for (const auto& [object, times] : scans.times) ASSERT_EQ(times, 1);
    heap.SetEventSink({});
  }
}

// S9.16: a chain gives nothing to share, so all but one wait, and all end.
TEST_P(Together, EndThoughThereIsWorkForOneOnly) {
  Heap heap({.workers = GetParam(), .task_objects = 1});
  Piece* last = heap.New<Piece>();
  heap.AddRoot(last);
  for (std::uint32_t i = 1; i < GetParam(); ++i) heap.AddRoot(heap.New<Piece>());
  for (int i = 0; i < 20'000; ++i) {
    Piece* const next = heap.New<Piece>();
    last->to[0] = next;
    last = next;
  }
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 20'000u + GetParam());
}

struct Heard : TableListener {
  void OnCreated(const Object&, Index) noexcept override {}
  void OnDeleted(const Object&, Index) noexcept override {}
};

// S9.16: workers are called as soon as there is enough for each, and not before.
TEST_P(Together, HelpAsSoonAsThereIsEnoughForEach) {
  for (const bool enough : {false, true}) {
    const std::uint32_t count = GetParam() * 20 - (enough ? 0 : 1);
    Heap heap({.workers = GetParam(), .task_objects = 20});
    Heard heard;  // so that the gather is not left to one thread (S12.21)
    heap.AddListener(&heard);
    for (std::uint32_t i = 0; i < count; ++i) heap.AddRoot(heap.New<Piece>());
    heap.Start();
    heap.Tick(1);  // the initial references
    const Workers& workers = *heap.collector().population.sharing.workers();
    const std::uint64_t before = workers.tasks();
    while (heap.phase() == Phase::kMarking) heap.Tick(kUnlimited);
    const std::uint64_t by_the_gather = count / 20;
    EXPECT_EQ(workers.tasks() - before - by_the_gather, enough ? GetParam() : 0u);
    heap.RemoveListener(&heard);
  }
}

// S7.12: what was scanned by workers counts as what one thread scans.
TEST_P(Together, CountWhatTheyScan) {
  struct Counted {
    Work units = 0, weight = 0, sure = 0;
    bool operator==(const Counted&) const = default;
  };
  const auto scanned = [](std::uint32_t workers) {
    Mixture mixture(7, workers);
    mixture.heap.Start();
    Counted counted;
    while (mixture.heap.phase() == Phase::kMarking) counted.units += mixture.heap.Tick(kUnlimited);
    const MarkProgress& progress = mixture.heap.collector().marker.scanner().progress();
    counted.weight = progress.weight;
    counted.sure = progress.sure;
    return counted;
  };
  EXPECT_EQ(scanned(GetParam()), scanned(1));
}

// S9.18: a worker gives others a part of the slow callbacks that it has, so that two of them run at
// a time; and what they show is kept as if one thread had asked. A second thread may come too late
// for all of them, on a machine with much to do; so there are several tries.
TEST_P(Together, RunSlowCallbacksBesideEachOther) {
  Meets::met = false;
  for (int attempt = 0; attempt < 10 && !Meets::met; ++attempt) {
    Heap heap({.workers = GetParam(), .task_objects = 1});
    Bag* const bag = heap.New<Bag>();
    heap.AddRoot(bag);
    constexpr int kSlow = 30;
    for (int i = 0; i < kSlow; ++i) {
      Meets* const slow = heap.New<Meets>();
      slow->to = heap.New<Piece>();
      bag->items.push_back(slow);
      heap.New<Meets>()->to = slow;  // not reachable
    }
    for (std::uint32_t i = 0; i < GetParam(); ++i) heap.AddRoot(heap.New<Piece>());
    heap.Collect();
    EXPECT_EQ(heap.ObjectCount(), 1u + 2 * kSlow + GetParam());
  }
  EXPECT_TRUE(Meets::met);
}

}  // namespace
}  // namespace gc
