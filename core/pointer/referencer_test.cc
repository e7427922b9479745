// core/pointer/referencer_test.cc -- a referencer, code outside the heap that reports references,
// is asked at the right times, in the way that it wants, and has a name.
//
// Label: threads.

#include "core/pointer/referencer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/pointer/container.h"
#include "core/pointer/scope_guard.h"
#include "core/testing/failing_memory.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Watcher : public Referencer {
 public:
  explicit Watcher(Heap& heap, const char* name = "watcher", Kind kind = Kind::kWrapper)
      : Referencer(heap, kind, name) {}
  void Report(Reporter& to) const override {
    asked += 1;
    to(std::span(slots));
    to(by_number);
    to(choice);
  }
  std::vector<ObjectPtr<Node>> slots;
  Map<int, ObjectPtr<Node>> by_number;
  std::variant<int, ObjectPtr<Node>> choice;
  mutable int asked = 0;
};

void Finish(Heap& heap) {
  while (heap.phase() != Phase::kIdle || heap.PurgePending()) heap.Tick(1);
}

std::vector<char> ReportedBy(const Referencer& referencer) {
  std::vector<char> names;
  Reporter to(
      [](void* context, Object* target) {
        static_cast<std::vector<char>*>(context)->push_back(static_cast<Node*>(target)->name);
      },
      &names);
  referencer.Ask(to);
  return names;
}

// S6.3: objects are kept between construction and destruction of the referencer.
TEST(RegisteredTest, KeepsAliveFromItsConstructionToItsDestruction) {
  Heap heap;
  {
    Registered<Watcher> watcher(heap);
    EXPECT_TRUE(watcher.IsRegistered());
    watcher.slots.push_back(heap.New<Node>('a'));
    heap.Collect();
    EXPECT_EQ(heap.ObjectCount(), 1u);
  }
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
  static_assert(!std::is_move_constructible_v<Registered<Watcher>>, "the list has its address");
  static_assert(!std::is_copy_constructible_v<Registered<Watcher>>);
}

// S6.5: a referencer may also be built now and register later.
TEST(RegisteredTest, WithoutItTheReporterRegistersWhenItIsToldTo) {
  Heap heap;
  Watcher watcher(heap);
  watcher.slots.push_back(heap.New<Node>('a'));
  EXPECT_FALSE(watcher.IsRegistered());
  EXPECT_EQ(watcher.asked, 0);
  watcher.Register();
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
  EXPECT_EQ(watcher.asked, 1);
}

// S6.3, C7: the list of referencers must not change while it is traversed.
class Meddler : public Referencer {
 public:
  explicit Meddler(Heap& heap) : Referencer(heap, Kind::kWrapper, "meddler"), other(heap) {}
  void Report(Reporter&) const override { other.Register(); }
  mutable Watcher other;
};
TEST(ReferencerDeathTest, OneThatRegistersWhileReferencersAreAskedIsNamed) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Heap heap;
  Meddler meddler(heap);
  meddler.Register();
  EXPECT_DEATH(heap.Collect(),
               "comes or goes while referencers are asked: watcher\n.*rule referencer-barrier");
}

class Quitter : public Referencer {
 public:
  explicit Quitter(Heap& heap) : Referencer(heap, Kind::kRaw, "quitter") {}
  void Report(Reporter&) const override { const_cast<Quitter*>(this)->Unregister(); }
};
TEST(ReferencerDeathTest, OneThatUnregistersWhileReferencersAreAskedIsNamed) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  Heap heap;
  Quitter quitter(heap);
  quitter.Register();
  EXPECT_DEATH(heap.Collect(), "comes or goes while referencers are asked: quitter");
}

// S6.4: a message has the given name, or else the type's.
TEST(ReferencerName, IsTheGivenOneOrElseItsTypes) {
  Heap heap;
  Watcher named(heap);
  Watcher unnamed(heap, nullptr);
  Registered<Watcher> empty(heap, "");
  EXPECT_STREQ(named.name(), "watcher");
  named.Register();
  unnamed.Register();
  EXPECT_STREQ(named.name(), "watcher");
  EXPECT_THAT(unnamed.name(), HasSubstr("Watcher"));
  EXPECT_THAT(empty.name(), HasSubstr("Watcher"));
}

// What a type's name is read from is given back: a sanitizer would tell of it, and so does the C
// library where none is there.
TEST(ReferencerName, ThatIsItsTypesLeavesNoMemoryBehind) {
#if defined(__GLIBC__)
  if (!FailingMemory::kWorks) return;
  Heap heap;
  const auto make = [&heap](int times) {
    for (int i = 0; i < times; ++i) const Registered<Watcher> one(heap, "");
    return mallinfo2().uordblks;
  };
  const std::size_t before = make(10);
  EXPECT_LT(make(1000), before + 1000);
#endif
}

TEST(ReferencerDeathTest, OneThatIsLeftWhenItsHeapGoesIsNamed) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  auto heap = std::make_unique<Heap>();
  Registered<Watcher> watcher(*heap, "sound system");
  EXPECT_DEATH(
      heap.reset(),
      "must be gone before its heap is: unregister it: sound system\n.*rule referencer-barrier");
  watcher.Unregister();
}

// S6.5: wrapper slots are read at once. Stable slots are read in batches, when Report has gone on.
class Fickle : public Referencer {
 public:
  Fickle(Heap& heap, Kind kind) : Referencer(heap, kind, "fickle") {}
  void Report(Reporter& to) const override {
    to(slot);
    std::swap(slot, next);
  }
  mutable ObjectPtr<Node> slot;
  mutable ObjectPtr<Node> next;
};
TEST(ReferencerKinds, AGenericOneIsTakenAtOnceAndAStableOneInBatches) {
  Heap heap;
  Fickle generic(heap, Referencer::Kind::kWrapper);
  Fickle stable(heap, Referencer::Kind::kStable);
  for (Fickle* const one : {&generic, &stable}) {
    one->slot = heap.New<Node>('1');
    one->next = heap.New<Node>('2');
  }
  EXPECT_THAT(ReportedBy(generic), ElementsAre('1'));
  EXPECT_THAT(ReportedBy(stable), ElementsAre('2')) << "the slot is read when its batch is drained";
}

class OnTheStack : public Referencer {
 public:
  explicit OnTheStack(Heap& heap) : Referencer(heap, Kind::kWrapper, "on the stack") {}
  void Report(Reporter& to) const override {
    const ObjectPtr<Node> temporary = known;
    to(temporary);
  }
  Node* known = nullptr;
};
TEST(ReferencerKinds, AGenericOneMayReportASlotOnItsStack) {
  Heap heap;
  Registered<OnTheStack> stack(heap);
  stack.known = heap.New<Node>('a');
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1u);
}

TEST(ReferencerKinds, AStableOneWithMoreSlotsThanABatchLosesNone) {
  for (std::size_t count : {0u, 1u, 31u, 32u, 33u, 100u}) {
    Heap heap;
    Registered<Watcher> watcher(heap, "many", Referencer::Kind::kStable);
    for (std::size_t i = 0; i < count; ++i) watcher.slots.push_back(heap.New<Node>('n'));
    watcher.by_number[1] = heap.New<Node>('m');
    heap.Collect();
    EXPECT_EQ(heap.ObjectCount(), count + 1);
  }
}

// S6.6: a graph that only a referencer holds is reached by the initial references.
TEST(InitialReferences, AGraphThatOnlyAReporterHoldsSurvives) {
  Heap heap;
  Registered<Watcher> watcher(heap);
  Node* const a = watcher.slots.emplace_back(heap.New<Node>('a')).Get();
  a->left = heap.New<Node>('b');
  a->left->right = heap.New<Node>('c');
  a->left->right->left = a;
  Listener listener(heap);
  heap.Start();
  heap.Tick(4);
  EXPECT_THAT(listener.Heard(), ElementsAre("flip", "initial 1", "scan a", "scan b", "scan c"));
  Finish(heap);
  EXPECT_EQ(heap.ObjectCount(), 3u);
}

// S6.6: what referencers report is not what the barrier finds, so one does not replace the other.
TEST(InitialReferences, AreTakenThoughTheBarrierHasFoundAnObject) {
  Heap heap;
  Registered<Watcher> watcher(heap);
  watcher.slots.push_back(heap.New<Node>('a'));
  Node* const root = heap.New<Node>('r');
  heap.AddRoot(root);
  Node* const white = heap.New<Node>('w');
  heap.Start();
  root->left = white;
  ASSERT_TRUE(IsGrey(heap, white));
  Finish(heap);
  EXPECT_EQ(heap.ObjectCount(), 3u);
}

// S6.7
TEST(ScopeGuardTest, KeepsOneObjectForTheLengthOfABlock) {
  Heap heap;
  Node* const node = heap.New<Node>('a');
  {
    const ScopeGuard guard(heap, node);
    heap.Collect();
    ASSERT_EQ(heap.ObjectCount(), 1u);
    EXPECT_EQ(guard[0]->name, 'a');
  }
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

TEST(ScopeGuardTest, KeepsAnArrayOfThem) {
  Heap heap;
  const std::vector<Node*> nodes{heap.New<Node>('a'), heap.New<Node>('b')};
  {
    const ScopeGuard<Node> guard(heap, nodes);
    heap.Collect();
    EXPECT_EQ(guard.size(), 2u);
    EXPECT_EQ(heap.ObjectCount(), 2u);
  }
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 0u);
}

TEST(ScopeGuardTest, MadeWhileMarkingItShades) {
  MidTrace trace;
  const ScopeGuard guard(trace.heap, trace.white);
  EXPECT_TRUE(IsGrey(trace.heap, trace.white));
}

// S6.8: the same references are found on another thread, beside the flip.
TEST(InitialReferences, TakenBesideTheFlipTheyAreTheSame) {
  const auto survivors = [](std::uint32_t workers) {
    Heap heap({.workers = workers});
    Registered<Watcher> watcher(heap);
    Registered<Watcher> stable(heap, "stable", Referencer::Kind::kStable);
    std::vector<WeakPtr<Node>> all;
    for (int i = 0; i < 200; ++i) {
      Node* const node = heap.New<Node>('n');
      node->left = heap.New<Node>('m');
      all.emplace_back(node);
      all.emplace_back(node->left.Get());
      if (i % 3 == 0) (i % 2 == 0 ? watcher : stable).slots.push_back(node);
      if (i % 7 == 0) heap.AddRoot(node);
    }
    heap.Start();
    heap.Tick(50);
    Finish(heap);
    std::vector<bool> alive;
    for (const WeakPtr<Node>& weak : all) alive.push_back(weak.IsValid());
    return alive;
  };
  EXPECT_EQ(survivors(1), survivors(2));
}

// S6.9: fetched once, in the first pass, and not again when marking resumes.
TEST(InitialReferences, AreFetchedOnceInATraceHoweverManySlicesItHas) {
  Heap heap;
  Registered<Watcher> watcher(heap);
  for (int i = 0; i < 20; ++i) watcher.slots.push_back(heap.New<Node>('n'));
  heap.Start();
  EXPECT_EQ(watcher.asked, 0);
  while (heap.phase() == Phase::kMarking) heap.Tick(1);
  EXPECT_EQ(watcher.asked, 1);
  Finish(heap);
  EXPECT_EQ(watcher.asked, 1);
  EXPECT_EQ(heap.ObjectCount(), 20u);
}

// S6.9: reported references are kept by value, so slots may move. A referencer that registers later
// shades what it reports.
TEST(InitialReferences, NeitherSlotsThatMoveNorLateReportersLoseAnything) {
  MidTrace trace;
  Heap& heap = trace.heap;
  Registered<Watcher> watcher(heap);
  watcher.slots.push_back(trace.white);
  EXPECT_TRUE(IsGrey(heap, trace.white));
  for (int i = 0; i < 100; ++i) watcher.slots.push_back(nullptr);  // the vector moves its slots
  trace.grey->left = nullptr;
  Finish(heap);
  EXPECT_EQ(heap.ObjectCount(), 3u);
}

// S6.12: N single slots equal an array of N, and any field of a class can be reported.
TEST(ReporterTest, TakesSinglesArraysAndFieldsAlike) {
  class Singles final : public Referencer {
   public:
    Singles(Heap& heap, const Watcher& of) : Referencer(heap, Kind::kWrapper, "singles"), of_(of) {}
    void Report(Reporter& to) const override {
      for (const ObjectPtr<Node>& slot : of_.slots) to(slot);
      for (const auto& [number, slot] : of_.by_number) to(slot);
      if (const auto* const slot = std::get_if<ObjectPtr<Node>>(&of_.choice)) to(*slot);
    }

   private:
    const Watcher& of_;
  };
  Heap heap;
  Watcher watcher(heap);
  const Singles singles(heap, watcher);
  EXPECT_THAT(ReportedBy(watcher), ElementsAre());
  watcher.slots.assign({heap.New<Node>('a'), nullptr, heap.New<Node>('b')});
  watcher.by_number[3] = heap.New<Node>('c');
  watcher.choice = ObjectPtr<Node>(heap.New<Node>('d'));
  EXPECT_THAT(ReportedBy(watcher), ElementsAre('a', 'b', 'c', 'd'));
  EXPECT_EQ(ReportedBy(singles), ReportedBy(watcher));
}

}  // namespace
}  // namespace gc
