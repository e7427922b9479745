// core/heap/newborn_threads_test.cc -- no thread sees an object that another thread still
// constructs.
//
// The losing interleaving, if the mark came after the publication:
//
//     maker     entry.object = n                         marks n      constructs n
//     finder                      n is there, unmarked:
//                                 answers n, reads n
//
// Each object ends its constructor by writing its token. A finder reads the token of whatever it is
// shown: without the mark it sees an unfinished object, and without the edge from the end of
// construction to the look a race detector reports the read.
//
// The threads work in sections of their own beside the slices of a collector, so that sections end
// and slices begin at every point.
//
// Label: threads.

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <latch>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/testing/named.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

constexpr std::uint32_t kDone = 0x600D;

// The weak reference that was made last; a cell that several threads write and read.
class Cell {
 public:
  void Put(const WeakReference& weak) {
    const std::lock_guard lock(mutex_);
    weak_ = weak;
  }
  WeakReference Take() const {
    const std::lock_guard lock(mutex_);
    return weak_;
  }

 private:
  mutable std::mutex mutex_;
  WeakReference weak_;
};

// Takes its time between base and end, and tells a cell of itself in the middle.
class Unhurried : public Object {
 public:
  explicit Unhurried(const Birth& birth, Cell* cell = nullptr) : Object(birth) {
    if (cell != nullptr) cell->Put(WeakReference(this));
    if (header().index % 16 == 0) std::this_thread::yield();
    token = kDone;
  }
  std::uint32_t token = 0;
  static const Class kClass;
};
const Class Unhurried::kClass = Describe<Unhurried>("Unhurried", {});

class UnhurriedNamed : public NamedObject {
 public:
  explicit UnhurriedNamed(const Birth& birth) : NamedObject(birth) {
    if (header().index % 16 == 0) std::this_thread::yield();
    token = kDone;
  }
  std::uint32_t token = 0;
  static const Class kClass;
};
const Class UnhurriedNamed::kClass =
    DescribeNamed<UnhurriedNamed>("UnhurriedNamed", NamedObject::kClass);

// Makers and finders, each in a section per turn, and slices between the sections.
class NewbornThreads : public testing::Test {
 protected:
  void Run(int makers, int turns, const std::function<void(int maker, int turn)>& make,
           const std::function<void()>& look) {
    std::atomic<int> making{makers};
    std::vector<std::thread> threads;
    std::latch begun(makers + 2);
    for (int maker = 0; maker < makers; ++maker) {
      threads.emplace_back([&, maker] {
        begun.arrive_and_wait();
        for (int turn = 0; turn < turns; ++turn) {
          const Section section(lock);
          make(maker, turn);
        }
        making -= 1;
      });
    }
    threads.emplace_back([&] {
      begun.arrive_and_wait();
      while (making != 0) {
        const Section section(lock);
        look();
      }
    });
    begun.arrive_and_wait();
    while (making != 0) {
      {
        const Slice slice(lock);
        shop.heap.Start();
        shop.heap.Tick(50);
      }
      std::this_thread::yield();
    }
    for (std::thread& thread : threads) thread.join();
  }
  void Judge(const Object* found) {
    if (found == nullptr) return;
    looked += 1;
    const Class* const type = found->header().type;
    if (type == &Unhurried::kClass)
      unfinished += static_cast<const Unhurried*>(found)->token != kDone;
    if (type == &UnhurriedNamed::kClass) {
      unfinished += static_cast<const UnhurriedNamed*>(found)->token != kDone;
    }
  }
  Lock lock;
  Workshop shop{{.lock = &lock}};
  int looked = 0;  // by the one finder
  int unfinished = 0;
};

// S1.9, S2.14
TEST_F(NewbornThreads, NoIterationYieldsAnObjectUnderConstruction) {
  Run(
      2, 300,
      [&](int, int) {
        for (int i = 0; i < 20; ++i) shop.heap.HandOver(shop.heap.New<Unhurried>());
        Unhurried* const reserved = shop.heap.ReserveWithTail<Unhurried>(0);
        reserved->token = 0;
        reserved->token = kDone;
        shop.heap.Complete(reserved);
        shop.heap.HandOver(reserved);
      },
      [&] { shop.heap.ForEachObject([&](const Object& object) { Judge(&object); }); });
  EXPECT_EQ(unfinished, 0) << "of " << looked;
}

// S2.14, S5.15
TEST_F(NewbornThreads, NoWeakReadAnswersAnObjectUnderConstruction) {
  Cell cell;
  Run(
      2, 1000,
      [&](int, int) {
        for (int i = 0; i < 20; ++i) shop.heap.HandOver(shop.heap.New<Unhurried>(&cell));
      },
      [&] {
        for (int i = 0; i < 50; ++i) {
          const WeakReference weak = cell.Take();
          if (weak.IsValid()) Judge(weak.Read());
          Judge(weak.Read());
        }
      });
  EXPECT_EQ(unfinished, 0) << "of " << looked;
}

// S1.12, S2.14: by name, by class, and inside an outer.
TEST_F(NewbornThreads, NoLookUpFindsAnObjectUnderConstruction) {
  shop.make.ClassOf<UnhurriedNamed>();
  Package* const level = shop.make.New<Package>({.name = "Level"});
  shop.heap.AddRoot(level);
  std::array<std::atomic<int>, 2> last{};
  Run(
      2, 2000,
      [&](int maker, int turn) {
        last[static_cast<std::size_t>(maker)] = turn;
        const std::string name = (maker == 0 ? "a" : "b") + std::to_string(turn);
        shop.heap.HandOver(shop.make.New<UnhurriedNamed>({.outer = level, .name = name}));
      },
      [&] {
        for (int i = 0; i < 20; ++i) {
          Judge(shop.make.Find(level, "a" + std::to_string(last[0])));
          Judge(shop.make.Find(level, "b" + std::to_string(last[1])));
        }
        shop.make.ForEach<UnhurriedNamed>([&](const UnhurriedNamed* found) { Judge(found); });
        shop.make.ForEachInside(*level, [&](const NamedObject* found) { Judge(found); });
      });
  EXPECT_EQ(unfinished, 0) << "of " << looked;
}

}  // namespace
}  // namespace gc
