// core/heap/lacking_part_test.cc -- a constructor asks for a part, and there is no memory for it.
//
// Rows: S1.31, S1.10.
// Label: threads.

#include <gtest/gtest.h>

#include <new>
#include <string>

#include "core/gc.h"
#include "core/population/stall.h"
#include "core/testing/failing_memory.h"
#include "core/testing/named.h"
#include "core/testing/nodes.h"
#include "core/testing/threads.h"

namespace gc {
namespace {

class Leg : public NamedObject {
 public:
  explicit Leg(const Birth& birth) : NamedObject(birth) {}
  static const Class kClass;
};
const Class Leg::kClass = DescribeNamed<Leg>("Leg", NamedObject::kClass);

// A part with a part of its own.
class Frame : public NamedObject {
 public:
  explicit Frame(const Birth& birth) : NamedObject(birth) {
    leg = CreateDefaultSubobject<Leg>("leg");
  }
  ObjectPtr<Leg> leg;
  static const Class kClass;
};
const Reference kFrameReferences[] = {Reference::To(&Frame::leg, "leg")};
const Class Frame::kClass = DescribeNamed<Frame>("Frame", NamedObject::kClass, kFrameReferences);

class Desk : public NamedObject {
 public:
  explicit Desk(const Birth& birth) : NamedObject(birth) {
    frame = CreateDefaultSubobject<Frame>("frame");
    spare = CreateDefaultSubobject<Leg>("spare");
    // Nothing refers to it, so no copy of the default object's values makes it up.
    CreateDefaultSubobject<Leg>("hidden");
  }
  ObjectPtr<Frame> frame;
  ObjectPtr<Leg> spare;
  static const Class kClass;
};
const Reference kDeskReferences[] = {Reference::To(&Desk::frame, "frame"),
                                     Reference::To(&Desk::spare, "spare")};
const Class Desk::kClass = DescribeNamed<Desk>("Desk", NamedObject::kClass, kDeskReferences);

// What a desk takes of a heap's room, with so many of its parts.
constexpr std::size_t kDeskParts = 4;
constexpr std::size_t BytesWith(std::size_t parts) {
  return sizeof(Desk) + (parts > 0 ? sizeof(Frame) + (parts - 1) * sizeof(Leg) : 0);
}

bool IsWhole(const Factory& made_by, const Desk& desk) {
  return desk.frame && desk.frame->leg && desk.spare && made_by.Find(&desk, "hidden");
}

// S1.31: each object that it takes is the one for which there is no room, and then there is none.
TEST(LackingParts, WithoutRoomForAPartThereIsNoWhole) {
  for (std::size_t room = 0; room <= kDeskParts; ++room) {
    HeapOptions options;
    for (std::size_t full = 0;; full = 1) {
      Heap heap(options);
      Factory make(heap);
      make.ClassOf<Desk>();
      make.TransientPackage();
      heap.Collect();
      if (full == 0) {
        options.max_bytes = heap.collector().memory.bytes() + BytesWith(room);
        continue;
      }
      const std::uint32_t before = heap.ObjectCount();
      Desk* const desk = make.TryNew<Desk>({.name = "desk"});
      EXPECT_EQ(desk != nullptr, room == kDeskParts) << room;
      EXPECT_EQ(make.FindPath("Transient/desk"), desk);
      EXPECT_TRUE(desk == nullptr || IsWhole(make, *desk));
      heap.Collect();
      EXPECT_EQ(heap.ObjectCount(), before) << room << ": something of it is left";
      break;
    }
  }
}

// S1.31: what was kept free on the list of construction is free again.
TEST(LackingParts, AndObjectsThatWereNotMadeTakeNoRoomOnAnyList) {
  if (!FailingMemory::kWorks) return;
  std::size_t used = 0;
  for (const bool full : {false, true}) {
    Heap heap({.max_bytes = full ? used + 1 : std::size_t{1} << 20});
    Factory make(heap);
    make.ClassOf<Desk>();
    make.TransientPackage();
    used = heap.collector().memory.bytes();
    if (!full) continue;
    const auto fail = [&make](int times) {
      const FailingMemory counted;
      for (int i = 0; i < times; ++i) EXPECT_EQ(make.TryNew<Desk>(), nullptr);
      return counted.count();
    };
    fail(1000);
    const int before = fail(1000);
    EXPECT_EQ(fail(2000), 2 * before);
  }
}

// S1.10: the parts that another thread had room for are not kept by it.
TEST(LackingParts, OfAnotherThreadAreNotKept) {
  Lock lock;
  HeapOptions options{.lock = &lock};
  std::uint32_t before = 0;
  for (const bool full : {false, true}) {
    Heap heap(options);
    Factory make(heap);
    make.ClassOf<Desk>();
    make.TransientPackage();
    const Slice slice(lock);
    heap.Collect();
    before = heap.ObjectCount();
    options.max_bytes = heap.collector().memory.bytes() + BytesWith(kDeskParts - 1);
    if (!full) continue;
    lock.Release();
    InSections(lock, 1, [&](int) { EXPECT_EQ(make.TryNew<Desk>(), nullptr); });
    lock.Acquire();
    EXPECT_GT(heap.ObjectCount(), before);
    heap.Collect();
    EXPECT_EQ(heap.ObjectCount(), before);
  }
}

// The same wherever an allocation fails.
TEST(LackingParts, WithoutMemoryForAPartThereIsNoWhole) {
  if (!FailingMemory::kWorks) return;
  Heap heap;
  Factory make(heap);
  make.ClassOf<Desk>();
  make.TransientPackage();
  int refused = 0;
  for (int from = 0;; ++from) {
    Desk* desk = nullptr;
    bool failed = false;
    {
      const FailingMemory failing(from, 1);
      desk = make.TryNew<Desk>({.name = "desk"});
      failed = failing.failed() > 0;
    }
    EXPECT_EQ(make.FindPath("Transient/desk"), desk) << from;
    EXPECT_TRUE(desk == nullptr || IsWhole(make, *desk)) << from;
    refused += desk == nullptr;
    heap.Collect();
    if (!failed) break;
  }
  EXPECT_GT(refused, 0);
}

// An object in two parts answers the same when its constructor runs, and is not there afterwards.
TEST(LackingParts, AReservedObjectIsGivenUp) {
  HeapOptions options;
  for (const bool full : {false, true}) {
    Heap heap(options);
    Factory make(heap);
    make.ClassOf<Desk>();
    make.TransientPackage();
    heap.Collect();
    options.max_bytes = heap.collector().memory.bytes() + BytesWith(0);
    if (!full) continue;
    Reserved<Desk> reserved = make.Reserve<Desk>({.name = "desk"});
    ASSERT_TRUE(reserved);
    EXPECT_EQ(reserved.Construct(), nullptr);
    EXPECT_EQ(make.FindPath("Transient/desk"), nullptr);
    heap.Collect();
    EXPECT_TRUE(make.TryNew<Leg>({.name = "leg"}) != nullptr) << "its memory is not back";
  }
}

struct OutOfMemoryThing : Thing {
  explicit OutOfMemoryThing(const Birth& birth) : Thing(birth) {}
  static const Class kClass;
};
const Class OutOfMemoryThing::kClass = [] {
  Class type = DescribeNamed<OutOfMemoryThing>("OutOfMemoryThing", Thing::kClass);
  type.construct = [](void*, const Birth&) { throw std::bad_alloc(); };
  return type;
}();

// S1.31: half an object cannot be given up, and cannot be kept. Where the class has its constructor
// from elsewhere than its description, one that throws is named.
TEST(ThrowingConstructorDeathTest, IsNamedWhereMemoryRunsOutInIt) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Workshop shop;
  EXPECT_DEATH(shop.make.New<OutOfMemoryThing>(), "class OutOfMemoryThing");
}

// Its constructor makes a part of another object, of which the constructor has run.
struct Intruder : Thing {
  explicit Intruder(const Birth& birth, Thing* whole = nullptr) : Thing(birth) {
    if (whole != nullptr) whole->MakeLatePart();
  }
  static const Class kClass;
};
const Class Intruder::kClass = DescribeNamed<Intruder>("Intruder", Thing::kClass);

// S3.6
TEST(PartsDeathTest, AreMadeByTheConstructorOfTheirOwnOuter) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Workshop shop;
  Thing* const whole = shop.make.New<Thing>();
  EXPECT_DEATH(shop.make.New<Intruder>({}, whole), "made by their outer's constructor");
}

// S17.11, S2.14: what is reserved counts its template as a strong pointer does. Where there is no
// memory for that, nothing is reserved, and nothing is left of it.
TEST(LackingParts, WithoutMemoryToCountItsTemplateNothingIsReserved) {
  if (!FailingMemory::kWorks) return;
  constexpr int kOthers = 5000;  // the sets of roots have no room yet for an index behind them
  bool failed = true;
  int number = 0;
  for (; failed; ++number) {
    ASSERT_LT(number, 100);
    Stall stall;  // or the machinery of an earlier heap would have room
    const Stall::Use use(stall);
    Heap heap;
    Factory make(heap);
    make.ClassOf<Leg>();
    make.TransientPackage();
    for (int i = 0; i < kOthers; ++i) heap.New<Node>('n');
    Leg* const pattern = make.New<Leg>({.name = "pattern"});
    const std::uint32_t before = heap.ObjectCount();
    {
      const FailingMemory memory(number);
      const Reserved<Leg> reserved = make.Reserve<Leg>({.name = "leg", .values_of = pattern});
      failed = memory.failed() != 0;
      EXPECT_EQ(!reserved, failed) << number;
    }
    EXPECT_EQ(heap.ObjectCount(), before) << number;
    EXPECT_EQ(make.Find(make.TransientPackage(), "leg"), nullptr) << number;
    EXPECT_EQ(make.Find(make.TransientPackage(), "pattern"), pattern) << number;
  }
  EXPECT_GT(number, 2) << "its name, and the room for an index";
}

}  // namespace
}  // namespace gc
