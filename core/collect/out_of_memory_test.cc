// core/collect/out_of_memory_test.cc -- memory that is out is an answer: no step, no store and no
// trim fails for it, a birth says that it could not be made, and no call leaves half of itself.
//
// Each test repeats a call with every number of an allocation from which on memory is out, until
// none fails. What was lost before a call was mended stands above its test.
//
// Label: threads.

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <new>
#include <optional>
#include <vector>

#include "core/inspect/report/inspector.h"
#include "core/inspect/verify/verifier.h"
#include "core/population/stall.h"
#include "core/testing/failing_memory.h"
#include "core/testing/named.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

class Board : public Object {
 public:
  static constexpr int kNodes = 600;
  explicit Board(const Birth& birth) : Object(birth) {}
  ObjectPtr<Node> nodes[kNodes];
  static const Class kClass;
};
const Reference kBoardReferences[] = {Reference::To(&Board::nodes, "nodes")};
const Class Board::kClass = Describe<Board>("Board", kBoardReferences);

class Raw : public Object {
 public:
  explicit Raw(const Birth& birth) : Object(birth) {}
  Object* raw = nullptr;
  static const Class kClass;
};
const Reference kRawReferences[] = {Reference::ToRaw(&Raw::raw, "raw")};
const Class Raw::kClass = Describe<Raw>("Raw", kRawReferences);

// Calls do(number) with memory out from the allocation `number` on, until none has failed.
// Answers how often one did.
int WithMemoryOut(const std::function<void(int)>& call) {
  for (int number = 0;; ++number) {
    const FailingMemory memory(number, FailingMemory::kForEver);
    call(number);
    if (memory.failed() == 0) return number;
  }
}

// S17.11: a batch took more than a slice may scan; what was found meanwhile had filled the list, so
// that there was no place for the rest, which was lost though it was marked.
TEST(OutOfMemory, LosesNothingThatABatchHadTakenAndASliceHasNoTimeFor) {
  if (!FailingMemory::kWorks) return;
  constexpr int kBoards = 6;
  for (const Work weight : {300u, 1000u, 2000u}) {
    Heap heap;
    for (int i = 0; i < kBoards; ++i) {
      Board* const board = heap.New<Board>();
      heap.AddRoot(board);
      for (ObjectPtr<Node>& node : board->nodes) node = heap.New<Node>('n');
    }
    heap.Trim();
    heap.Start();
    heap.Tick(1);  // the initial references
    {
      const FailingMemory memory(0, FailingMemory::kForEver);
      const Allowance allowance{.units = 1'000'000, .weight = weight};
      while (heap.phase() == Phase::kMarking) {
        heap.TickUntil({.clock = {.now = [](void*) -> Nanoseconds { return 1; }},
                        .at = 1,
                        .allowance = &allowance});
      }
      EXPECT_GT(memory.failed(), 0);
    }
    heap.Collect();
    EXPECT_EQ(heap.ObjectCount(), kBoards * (1u + Board::kNodes)) << weight;
  }
}

// S17.11: the serial of an identity stayed in the entry, and the next object at that index was what
// a weak reference to the dead one found.
TEST(OutOfMemory, ABirthWithAnIdentityThatCannotBeMadeLeavesIndexAndSerialFree) {
  for (const bool reuse : {true, false}) {
    Heap heap({.max_bytes = 2 * Board::kClass.size + 100, .reuse_indices = reuse});
    Board* const first = heap.New<Board>();
    const WeakPtr<Board> weak(first);
    const Identity identity = heap.IdentityOf(first);
    heap.AddRoot(heap.New<Board>());
    heap.Collect();
    const Identity elsewhere{.index = 5000, .serial = identity.serial + 500};
    Board* const far = heap.TryMake<Board>({.identity = &elsewhere});
    ASSERT_NE(far, nullptr);
    heap.AddRoot(far);
    const Serial last = heap.collector().serials.Last();
    const Identity fresh{.index = 6000, .serial = identity.serial + 900};
    for (const Identity& each : {identity, fresh}) {
      EXPECT_EQ(heap.TryMake<Board>({.identity = &each}), nullptr);
      EXPECT_EQ(heap.collector().population.table[each.index].serial.load(), 0u);
    }
    EXPECT_EQ(heap.collector().serials.Last(), last);
    while (Node* const node = heap.TryNew<Node>('n')) heap.AddRoot(node);
    EXPECT_EQ(weak.Get(), nullptr);
    heap.RemoveRoot(far);
    Node* const at_index =
        static_cast<Node*>(heap.collector().population.table[identity.index].Occupant());
    if (at_index != nullptr) heap.RemoveRoot(at_index);
    heap.Collect();
    Board* const again = heap.TryMake<Board>({.identity = &identity});
    ASSERT_NE(again, nullptr) << "reuse " << reuse;
    EXPECT_EQ(weak.Get(), again);
  }
}

// S17.11: the set that what is born as a root has to be in may have no room.
TEST(OutOfMemory, ABirthThatCannotBecomeARootLeavesItsIndexFree) {
  int failures = 0;
  for (int number = 0; FailingMemory::kWorks && number < 8; ++number) {
    Stall stall;  // or the machinery of an earlier heap would have room
    const Stall::Use use(stall);
    Heap heap;
    for (int i = 0; i < 5000; ++i) heap.New<Node>('n');
    const Index next = heap.collector().population.table.End();
    const Node* born = nullptr;
    {
      const FailingMemory memory(number, FailingMemory::kForEver);
      born = heap.TryMake<Node>({.flags = object_flag::kMarkAsRoot}, 'r');
    }
    if (born != nullptr) continue;
    failures += 1;
    EXPECT_EQ(heap.New<Node>('n')->header().index, next) << number;
  }
  EXPECT_EQ(failures > 0, FailingMemory::kWorks);
}

// S17.11: births that could not be made were counted.
TEST(OutOfMemory, ADisregardWindowCountsWhatWasMade) {
  Heap heap({.max_bytes = 3 * Board::kClass.size, .max_disregarded = 10});
  heap.OpenDisregardWindow();
  std::uint32_t made = 0;
  for (int i = 0; i < 6; ++i) made += heap.TryNew<Board>() != nullptr;
  EXPECT_LT(made, 6u);
  EXPECT_EQ(heap.CloseDisregardWindow(), made);
}

// S17.11: the heap said that helpers were there which had not been made.
TEST(OutOfMemory, AHeapThatGetsNoHelpersHasNone) {
  if (!FailingMemory::kWorks) return;
  // oneTBB that has no memory at its very first use waits for ever at the next one.
  Heap({.workers = 2}).Collect();
  const int failing = WithMemoryOut([](int) {
    std::optional<FailingMemory::Pause> pause(std::in_place);
    HeapOptions options{.workers = 2, .parallel = false};
    Heap heap(options);
    options.parallel = true;
    pause.reset();
    try {
      heap.Change(options);
    } catch (const std::bad_alloc&) {
    }
    pause.emplace();
    Lock lock;
    heap.ShareUnder(&lock);
    heap.ShareUnder(nullptr);
    for (int i = 0; i < 50; ++i) heap.New<Node>('n');
    heap.Collect();
    EXPECT_EQ(heap.ObjectCount(), 0u);
  });
  EXPECT_GT(failing, 1);
}

// A collection by workers, at once or in the shortest slices, with one allocation or all from a
// number on failing. Answers whether one did.
bool CollectsWithMemoryOut(int number, int many, bool in_slices) {
  Stall stall;  // or lists of an earlier heap would have room
  const Stall::Use use(stall);
  Heap heap({.workers = 3, .task_objects = 1});
  Board* const board = heap.New<Board>();
  heap.AddRoot(board);
  for (int i = 0; i < Board::kNodes; ++i) {
    Node* const node = heap.New<Node>('n');
    if (i % 2 == 0) board->nodes[i] = node;
    if (i % 4 == 0) board->nodes[i]->left = heap.New<Node>('l');
  }
  const Deadline over{.clock = {.now = [](void*) -> Nanoseconds { return 2; }}, .at = 1};
  bool failed = false;
  {
    const FailingMemory memory(number, many);
    if (in_slices) {
      for (heap.Start(); heap.phase() != Phase::kIdle;) heap.TickUntil(over);
    } else {
      heap.Collect();
    }
    failed = memory.failed() > 0;
  }
  while (heap.PurgePending()) heap.Tick(kUnlimited);
  EXPECT_EQ(heap.ObjectCount(), 1u + Board::kNodes / 2 + Board::kNodes / 4) << number;
  EXPECT_EQ(Verifier().Verify(heap), std::nullopt) << number;
  return failed;
}

// S17.11, S9.16: the lists of the workers are made at the first marking and the first gather; where
// there is no memory for them, one thread does without.
TEST(OutOfMemory, ACollectionByWorkersDoesWithoutTheirLists) {
  if (!FailingMemory::kWorks) return;
  Heap({.workers = 3}).Collect();  // see above
  for (const bool in_slices : {false, true}) {
    for (const int many : {1, FailingMemory::kForEver}) {
      int number = 0;
      while (CollectsWithMemoryOut(number, many, in_slices)) ASSERT_LT(++number, 1000);
      EXPECT_GT(number, 5) << "stacks, lists of what is found, and pieces";
    }
  }
}

// S17.11: a table of identities that are gone was to become smaller, for which it needs memory.
TEST(OutOfMemory, ATrimFailsNever) {
  if (!FailingMemory::kWorks) return;
  Heap heap;
  std::vector<Node*> nodes(1000);
  for (Node*& node : nodes) {
    node = heap.New<Node>('n');
    heap.AddRoot(node);
    heap.IdentityOf(node);
  }
  for (Node* const node : nodes) heap.Forget(heap.IdentityOf(node));
  int failed = 0;
  {
    const FailingMemory memory(0, FailingMemory::kForEver);
    heap.Trim();
    failed = memory.failed();
  }
  EXPECT_GT(failed, 0);
  heap.Collect();
  EXPECT_EQ(heap.ObjectCount(), 1000u);
}

// S17.11: a cluster of one object needs a list of one index.
TEST(OutOfMemory, AClusterThatCannotBeMadeIsNone) {
  if (!FailingMemory::kWorks) return;
  Heap heap;
  Node* const node = heap.New<Node>('n');
  heap.AddRoot(node);
  bool made = false;
  const int failing =
      WithMemoryOut([&](int) { EXPECT_NO_THROW(made = heap.AllocateCluster(node)); });
  EXPECT_GT(failing, 1);
  EXPECT_TRUE(made);
}

// S17.11: the list of the objects that wait needs memory, to wait for them does not.
TEST(OutOfMemory, AFullPurgeSaysHowManyWaitWithoutAList) {
  if (!FailingMemory::kWorks) return;
  Heap heap;
  for (int i = 0; i < 3; ++i) heap.New<Node>('n')->ready = false;
  heap.Start();
  while (heap.phase() != Phase::kIdle) heap.Tick(kUnlimited);
  {
    const FailingMemory memory(0, FailingMemory::kForEver);
    Unready left;
    EXPECT_NO_THROW(left = heap.FinishPurge({}));
    EXPECT_EQ(left.count, 3u);
    EXPECT_TRUE(left.culprits.empty());
  }
  EXPECT_EQ(heap.FinishPurge({}).culprits.size(), 3u);
}

// S17.11: the first object of a class with raw fields is noted; and what was logged of them was
// listed at the start of each cycle.
TEST(OutOfMemory, AClassWithRawFieldsThatCannotBeNotedHasNoObjects) {
  if (!FailingMemory::kWorks) return;
  Heap heap({.raw_fields = RawFields::kAllow});
  Raw* born = nullptr;
  {
    const FailingMemory memory(0, FailingMemory::kForEver);
    EXPECT_NO_THROW(born = heap.TryNew<Raw>());
  }
  EXPECT_EQ(born == nullptr, heap.FindRawFields().empty()) << "there may be room from before";
}

TEST(OutOfMemory, ACycleStartsThoughRawFieldsAreLogged) {
  if (!FailingMemory::kWorks) return;
  int logged = 0;
  Heap heap(
      {.raw_fields = RawFields::kLog,
       .raw_field_log = {.say = [](void* self, const RawField&) { *static_cast<int*>(self) += 1; },
                         .context = &logged}});
  heap.AddRoot(heap.New<Raw>());
  for (int cycle = 0; cycle < 2; ++cycle) {
    {
      const FailingMemory memory(0, FailingMemory::kForEver);
      EXPECT_NO_THROW(heap.Start());
    }
    heap.Collect();
    EXPECT_EQ(logged, 1) << "each field once";
  }
}

// S17.11: the message that says why was made of a text, and an exception came instead of it.
TEST(OutOfMemoryDeathTest, ABirthThatHasNoAnswerSaysWhyItEnds) {
  if (!FailingMemory::kWorks) return;
  Heap heap({.max_bytes = 100, .dump_classes_when_full = true});
  EXPECT_DEATH(
      {
        const FailingMemory memory(0, FailingMemory::kForEver);
        heap.New<Board>();
      },
      "there must be memory and an index left; TryNew answers null instead.*Heap::New, class "
      "Board");
}

// S17.11: it is made when it is asked for, and cannot be done without.
TEST(OutOfMemoryDeathTest, ThePackageOfWhatHasNoOuterHasNoAnswerEither) {
  if (!FailingMemory::kWorks) return;
  Heap heap;
  Factory make(heap);
  make.ClassOf<Package>();
  EXPECT_DEATH(
      {
        const FailingMemory memory(0, FailingMemory::kForEver);
        make.TransientPackage();
      },
      "there must be memory and an index left.*Factory::New, class Package");
}

// S17.11: a report in the middle of a step was thrown through it.
TEST(OutOfMemory, AnInspectorDropsReportsAndNoObject) {
  if (!FailingMemory::kWorks) return;
  for (const bool verifies : {false, true}) {
    Heap heap;
    const Inspector inspector(heap, {.cleared_slots = true,
                                     .verify = {.assumptions = verifies, .referencers = verifies}});
    for (int i = 0; i < 3; ++i) {
      Board* const board = heap.New<Board>();
      heap.AddRoot(board);
      for (ObjectPtr<Node>& node : board->nodes) node = heap.New<Node>('n');
      heap.MarkGarbage(board->nodes[7].Get());
    }
    const int failing = WithMemoryOut([&](int) { EXPECT_NO_THROW(heap.Collect()); });
    EXPECT_GT(failing, 0);
    EXPECT_EQ(heap.ObjectCount(), 3u * Board::kNodes);
    EXPECT_EQ(Verifier().Verify(heap), std::nullopt);
  }
}

}  // namespace
}  // namespace gc
