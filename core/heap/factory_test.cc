// core/heap/factory_test.cc -- what a named object is when the factory hands it out.
//
// Rows: S3.1 to S3.4, S3.9, S3.10.
//
// Label: threads.

#include "core/heap/factory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "core/testing/named.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

class FactoryTest : public testing::Test, protected Workshop {};

// S3.1
TEST_F(FactoryTest, AnObjectIsInsideItsOuterUnderItsName) {
  Package* const level = make.New<Package>({.name = "Level"});
  Thing* const room = make.New<Thing>({.outer = level, .name = "Room"});
  Thing* const door = make.New<Thing>({.outer = room, .name = "Door"});
  EXPECT_EQ(door->outer(), room);
  EXPECT_EQ(level->outer(), nullptr);
  EXPECT_EQ(door->NameText(), "Door");
  EXPECT_EQ(door->PathName(), "Level/Room/Door");
  EXPECT_EQ(door->type(), make.ClassOf<Thing>());
  EXPECT_TRUE(door->IsInside(*level));
  EXPECT_FALSE(level->IsInside(*door));
}

// S3.1: without an outer the object is in the transient package, without a name it gets one, and it
// has the flags that were asked for.
TEST_F(FactoryTest, WithoutAnOuterItIsTransientAndWithoutANameItGetsOne) {
  Thing* const first = make.New<Thing>();
  Thing* const second = make.New<Thing>({.flags = object_flag::kTransient});
  EXPECT_EQ(first->outer(), make.TransientPackage());
  EXPECT_EQ(first->PathName(), "Transient/Thing_0");
  EXPECT_EQ(second->PathName(), "Transient/Thing_1");
  EXPECT_TRUE(second->header().flags.Has(object_flag::kTransient));
  EXPECT_FALSE(first->header().flags.Has(object_flag::kTransient));
}

TEST_F(FactoryTest, AMadeUpNameKeepsClearOfOnesThatWereGiven) {
  make.New<Thing>({.name = "Thing_0"});
  EXPECT_EQ(make.New<Thing>()->NameText(), "Thing_1");
}

// S3.1: a plan names a class, and the constructor of that class's C++ type makes the object.
TEST_F(FactoryTest, APlanMayNameADerivedClass) {
  Thing* const thing = make.New<Thing>({.type = make.ClassOf<Gadget>()});
  EXPECT_EQ(thing->header().type, &Gadget::kClass);
  EXPECT_EQ(static_cast<Gadget*>(thing)->gears, 3);
  EXPECT_TRUE(thing->IsA(*make.ClassOf<Thing>()));
  EXPECT_FALSE(make.New<Thing>()->IsA(*make.ClassOf<Gadget>()));
}

TEST_F(FactoryTest, AConstructorMayHaveArguments) {
  EXPECT_EQ(make.New<Thing>({.name = "Door"}, 9)->constructed_with, 9);
}

// S3.2: the memory is zero for the constructor, also if another object was there before.
TEST_F(FactoryTest, WhatTheConstructorLeavesAloneReadsZero) {
  for (int round = 0; round < 3; ++round) {
    std::vector<Thing*> things;
    for (int i = 0; i < 50; ++i) things.push_back(make.New<Thing>());
    for (Thing* const thing : things) {
      ASSERT_EQ(thing->untouched, 0);
      ASSERT_EQ(thing->untouched_too, nullptr);
      thing->untouched = -1;
      thing->untouched_too = thing;
    }
    heap.Collect();
  }
}

// S3.3
TEST_F(FactoryTest, AnOuterLivesAsLongAsWhatIsInside) {
  Thing* const outer = make.New<Thing>({.name = "Room"});
  Thing* const inner = make.New<Thing>({.outer = outer});
  const WeakPtr<Thing> weak(outer);
  heap.AddRoot(inner);
  heap.Collect();
  EXPECT_EQ(weak.Get(), outer);
  EXPECT_EQ(inner->outer(), outer) << "and is never cleared";
  heap.RemoveRoot(inner);
  heap.Collect();
  EXPECT_EQ(weak.Get(), nullptr);
}

// S3.3
TEST_F(FactoryTest, ADerivedClassLivesAsLongAsAnInstance) {
  ClassObject* const type = make.Derive(make.ClassOf<Thing>(), {.name = "FastThing"});
  const WeakPtr<ClassObject> weak(type);
  const WeakPtr<NamedObject> default_object(type->default_object());
  Thing* const thing = make.New<Thing>({.type = type});
  heap.AddRoot(thing);
  heap.Collect();
  EXPECT_EQ(weak.Get(), type);
  EXPECT_EQ(thing->type(), type);
  heap.RemoveRoot(thing);
  heap.Collect();
  EXPECT_EQ(weak.Get(), nullptr);
  EXPECT_EQ(default_object.Get(), nullptr);
}

// S3.3, S5.6: class and outer are shaded when a new object gets them.
TEST_F(FactoryTest, ClassAndOuterOfAnObjectBornInATraceAreShaded) {
  ClassObject* const type = make.Derive(make.ClassOf<Thing>(), {.name = "FastThing"});
  Thing* const outer = make.New<Thing>({.name = "Room"});
  Package* const elsewhere = make.New<Package>({.name = "Elsewhere"});
  heap.Start();
  ASSERT_TRUE(IsWhite(heap, outer));
  Thing* const inner = make.New<Thing>({.outer = outer, .type = type});
  EXPECT_TRUE(IsGrey(heap, outer));
  EXPECT_TRUE(IsGrey(heap, type));
  ASSERT_TRUE(IsWhite(heap, elsewhere));
  make.Rename(*inner, {.outer = elsewhere});
  EXPECT_TRUE(IsGrey(heap, elsewhere)) << "also when the outer is assigned";
}

// S3.4
TEST_F(FactoryTest, EveryClassHasOneDefaultObjectFromTheBeginning) {
  const std::uint32_t before = heap.ObjectCount();
  class Unseen : public NamedObject {
   public:
    explicit Unseen(const Birth& birth) : NamedObject(birth) {}
  };
  static const Class description = DescribeNamed<Unseen>("Unseen", NamedObject::kClass);
  ClassObject* const type = make.ClassOf(description);
  EXPECT_EQ(heap.ObjectCount(), before + 2) << "the class, and its default object";
  ASSERT_NE(type->default_object(), nullptr);
  EXPECT_EQ(type->default_object()->type(), type);
  EXPECT_EQ(type->default_object()->PathName(), "Native/Default__Unseen");
  EXPECT_TRUE(type->default_object()->header().flags.Has(object_flag::kClassDefault));
  EXPECT_EQ(make.ClassOf(description), type);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), before + 2) << "owned by its class, which is of compiled code";
  for (ClassObject* one : {make.ClassOf<NamedObject>(), make.ClassOf<ClassObject>(),
                           make.ClassOf<Package>(), make.ClassOf<Gadget>()}) {
    ASSERT_NE(one->default_object(), nullptr) << one->NameText();
    EXPECT_EQ(one->type(), make.ClassOf<ClassObject>());
  }
}

// S2.3
TEST_F(FactoryTest, AClassOfCompiledCodeIsNativeAndNeverDoomed) {
  ClassObject* const type = make.ClassOf<Gadget>();
  ClassObject* const derived = make.Derive(type, {.name = "FastGadget"});
  const auto flags_of = [&](const Object* object) {
    return heap.collector().population.table[object->header().index].flags.Load();
  };
  EXPECT_TRUE(flags_of(type) & flag::kNative);
  EXPECT_FALSE(flags_of(derived) & flag::kNative);
  const WeakPtr<ClassObject> weak(type);
  heap.Collect();
  heap.Collect();
  EXPECT_EQ(weak.Get(), type);
}

TEST_F(FactoryTest, ClassesKnowWhatTheyAreDerivedFrom) {
  ClassObject* const fast = make.Derive(make.ClassOf<Gadget>(), {.name = "FastGadget"});
  EXPECT_EQ(fast->super(), make.ClassOf<Gadget>());
  EXPECT_TRUE(fast->Derives(*make.ClassOf<Thing>()));
  EXPECT_FALSE(make.ClassOf<Thing>()->Derives(*fast));
  EXPECT_EQ(&fast->compiled(), &Gadget::kClass);
}

// S3.10, S2.14: the object is born black, queued once when its constructor has run, and alive for
// this cycle.
TEST_F(FactoryTest, BornInATraceAnObjectIsScannedOnceAndSurvivesTheCycle) {
  heap.Start();
  heap.Tick(1);
  Part* const part = make.New<Part>();
  EXPECT_FALSE(IsWhite(heap, part));
  EXPECT_TRUE(IsGrey(heap, part));
  int scans = 0;
  struct Context {
    const Object* object;
    int& scans;
  } context{part, scans};
  heap.SetEventSink({.publish =
                         [](void* to, const Event& event) {
                           Context& at = *static_cast<Context*>(to);
                           at.scans += event.kind == EventKind::kScan && event.object == at.object;
                         },
                     .context = &context});
  const WeakPtr<Part> weak(part);
  while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(1);
  EXPECT_EQ(scans, 1);
  EXPECT_EQ(weak.Get(), part);
  heap.Collect();
  EXPECT_EQ(weak.Get(), nullptr);
}

TEST_F(FactoryTest, OutOfMemoryIsAnAnswer) {
  const std::size_t used = heap.collector().memory.bytes();
  Workshop small({.max_bytes = used + sizeof(Package)});
  EXPECT_EQ(small.make.TryNew<Thing>(), nullptr);
  EXPECT_NE(small.make.TryNew<Package>({.name = "Level"}), nullptr);
  small.heap.Collect();
}

TEST_F(FactoryTest, AHeapWithoutNamesHasNoneOfThis) {
  Heap plain;
  plain.New<Node>('a');
  EXPECT_EQ(plain.collector().population.names(), nullptr);
  EXPECT_EQ(Factory(plain).Find(nullptr, "Native"), nullptr);
  EXPECT_EQ(plain.collector().population.names(), nullptr) << "looking for a name makes none";
}

// S1.12, S7.4: threads find and make objects in sections; the directory has a lock of its own. The
// classes are registered before.
TEST(FactoryThreads, SeveralThreadsMakeAndFindNamedObjectsInSections) {
  Lock lock;
  Workshop shop({.lock = &lock});
  Package* const level = shop.make.New<Package>({.name = "Level"});
  shop.heap.AddRoot(level);
  constexpr int kEach = 200;
  std::vector<std::thread> threads;
  for (const char* called : {"A", "B"}) {
    threads.emplace_back([&shop, &lock, level, called] {
      for (int i = 0; i < kEach; ++i) {
        const Section section(lock);
        const std::string name = called + ('_' + std::to_string(i));
        Thing* const thing = shop.make.New<Thing>({.outer = level, .name = name});
        if (shop.make.Find(level, name) != thing) std::abort();
        shop.make.New<Part>();
      }
    });
  }
  for (int i = 0; i < 50; ++i) {
    lock.Acquire();
    if (i % 10 == 0) shop.heap.Start();
    shop.heap.Tick(20);
    lock.Release();
  }
  for (std::thread& thread : threads) thread.join();
  lock.Acquire();
  shop.heap.Collect();
  lock.Release();
  int found = 0;
  shop.make.ForEachInside(*level,
                          [&found](NamedObject* object) { found += object->IsA(*object->type()); });
  EXPECT_EQ(found, 2 * kEach) << "all are kept, since no thread has handed over its objects";
  EXPECT_TRUE(shop.heap.collector().construction.pending().empty());
}

// Makes another object in its callbacks, where that is forbidden.
class Fertile : public NamedObject {
 public:
  explicit Fertile(const Birth& birth) : NamedObject(birth) {}
  void BeginDestroy() noexcept {
    if (when == 'b') Breed();
  }
  void FinishDestroy() noexcept {
    if (when == 'f') Breed();
  }
  ~Fertile() {
    if (when == 'd') Breed();
  }
  char when = ' ';
  Heap* heap = nullptr;
  static const Class kClass;

 private:
  void Breed() {
    Factory factory(*heap);
    when = ' ';
    factory.New<Thing>({.outer = factory.TransientPackage(), .name = "Child"});
  }
};
const Class Fertile::kClass = DescribeNamed<Fertile>("Fertile", NamedObject::kClass);

class FactoryDeathTest : public FactoryTest {
 protected:
  FactoryDeathTest() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

// S3.9
TEST_F(FactoryDeathTest, MakingAnObjectWhileTheHeapCollectsNamesClassOuterAndThread) {
  for (const char when : {'b', 'f', 'd'}) {
    Fertile* const fertile = make.New<Fertile>();
    fertile->when = when;
    fertile->heap = &heap;
    EXPECT_DEATH(heap.Collect(),
                 "must not be made .*class Thing, outer Transient, thread [0-9a-fx]+, outside of "
                 "marking and gather\n"
                 ".*rule scan-is-atomic")
        << when;
    fertile->when = ' ';
  }
}

// S3.9: the heap refuses an object without a name as well, and also while marking.
TEST_F(FactoryDeathTest, MakingAnObjectInAReporterIsFatalToo) {
  class Maker final : public Referencer {
   public:
    explicit Maker(Heap& to) : Referencer(to, Kind::kWrapper, "maker"), heap(to) {}
    void Report(Reporter&) const override { heap.New<Node>('a'); }
    Heap& heap;
  } maker(heap);
  maker.Register();
  EXPECT_DEATH(heap.Collect(),
               "must not be made .*class Node, outer none, thread [0-9a-fx]+, while "
               "marking\n.*rule scan-is-atomic");
}

// S3.9: another thread makes objects in a section only.
TEST_F(FactoryDeathTest, MakingAnObjectOnAnotherThreadOutsideASectionIsFatal) {
  Lock lock;
  Workshop shared({.lock = &lock});
  EXPECT_DEATH(
      std::thread([&shared] { shared.make.New<Part>(); }).join(),
      "in a section .*class Part, outer none, thread [0-9a-fx]+, outside of marking and gather\n"
      ".*rule lock-excludes");
}

// B7
TEST_F(FactoryDeathTest, MakingAnObjectInADoomedOuter) {
  Thing* const outer = make.New<Thing>({.name = "Room"});
  heap.Start();
  TickUntil(Phase::kGathering);
  EXPECT_DEATH(make.New<Part>({.outer = outer}), "class Part.*\n.*rule unreachable-is-final");
}

TEST_F(FactoryDeathTest, ATemplateOfAnUnrelatedClass) {
  EXPECT_DEATH(make.New<Part>({.values_of = make.New<Thing>()}), "a template must be");
}

TEST_F(FactoryDeathTest, ArgumentsForTheConstructorOfADerivedClass) {
  EXPECT_DEATH(make.New<Thing>({.type = make.ClassOf<Gadget>()}, 9), "a constructor without arg");
}

TEST_F(FactoryDeathTest, ADefaultSubobjectOutsideAConstructor) {
  Thing* const thing = make.New<Thing>();
  EXPECT_DEATH(thing->MakeLatePart(), "made by their outer's constructor");
}

TEST_F(FactoryDeathTest, ANamedObjectMadeByTheHeapItself) {
  EXPECT_DEATH(heap.New<Package>(), "must be made by a Factory");
}

TEST_F(FactoryDeathTest, AnObjectInsideItself) {
  Thing* const outer = make.New<Thing>();
  Thing* const inner = make.New<Thing>({.outer = outer});
  EXPECT_DEATH(make.Rename(*outer, {.outer = inner}), "must not be inside itself");
}

}  // namespace
}  // namespace gc
