// core/heap/alone_test.cc -- a named object in a heap that has no class objects.
//
// Rows: S1.12, S3.1, B6.

#include <gtest/gtest.h>

#include "core/inspect/verify/verifier.h"
#include "core/testing/named.h"

namespace gc {
namespace {

class Note final : public NamedObject {
 public:
  Note(const Birth& birth, int with) : NamedObject(birth), number(with) {}
  const int number;
  static const Class kClass;
};
const Reference kNoteReferences[] = {Reference::Trailing<Note>("line")};
const Class Note::kClass = DescribeNamed<Note>("Note", NamedObject::kClass, kNoteReferences);

// Two of them do not fit into a small heap: the default object, and the part of a Shell.
class Vast final : public NamedObject {
 public:
  explicit Vast(const Birth& birth) : NamedObject(birth) {}
  char bytes[4'000] = {};
  static const Class kClass;
};
const Class Vast::kClass = DescribeNamed<Vast>("Vast", NamedObject::kClass);
class Shell final : public NamedObject {
 public:
  Shell(const Birth& birth, int) : NamedObject(birth) { CreateDefaultSubobject<Vast>("part"); }
  static const Class kClass;
};
const Class Shell::kClass = DescribeNamed<Shell>("Shell", NamedObject::kClass);

class Alone : public testing::Test {
 protected:
  Heap heap;
  Factory make{heap};
};

TEST_F(Alone, AnObjectIsFoundByItsNameAndIsAllThereIs) {
  Note* const note = make.NewAlone<Note>("note", 2, 7);
  EXPECT_EQ(heap.ObjectCount(), 1u);
  EXPECT_EQ(make.Find(nullptr, "note"), note);
  EXPECT_EQ(make.Find(nullptr, "other"), nullptr);
  EXPECT_EQ(note->number, 7);
  EXPECT_EQ(note->type(), nullptr);
  EXPECT_EQ(note->outer(), nullptr);
  ASSERT_EQ(Tail(*note).size(), 2u);
  EXPECT_EQ(Tail(*note)[1], nullptr);
}

TEST_F(Alone, ClassesMayComeLater) {
  Note* const note = make.NewAlone<Note>("note", 1, 7);
  heap.AddRoot(note);
  Part* const part = make.New<Part>({.name = "part"});
  Tail(*note)[0] = part;
  heap.Collect();
  EXPECT_EQ(make.Find(nullptr, "note"), note);
  EXPECT_EQ(make.FindPath("Transient/part"), part);
  EXPECT_FALSE(Verifier().Verify(heap));
}

TEST_F(Alone, TheNameIsFreeWhenTheEndBegins) {
  make.NewAlone<Note>("note", 0, 7);
  heap.Collect();
  EXPECT_EQ(make.Find(nullptr, "note"), nullptr);
  EXPECT_EQ(heap.ObjectCount(), 0u);
  Note* const next = make.NewAlone<Note>("note", 0, 8);
  EXPECT_EQ(make.Find(nullptr, "note"), next);
}

// Like any named object, it is scanned once its constructor has run.
TEST_F(Alone, BornInATraceItIsLookedAtOnce) {
  heap.Start();
  Note* const note = make.NewAlone<Note>("note", 0, 7);
  EXPECT_EQ(heap.collector().wavefront.barrier().size(), 1u);
  EXPECT_EQ(heap.collector().wavefront.barrier().front(), note);
}

// S1.14: the name and the index are free at once, and no serial stays behind.
TEST_F(Alone, ReservedAndGivenUpLeavesNothing) {
  WeakPtr<Object> weak;
  {
    const Reserved<Note> given_up = make.ReserveAlone<Note>("note", 2);
    weak = WeakPtr<Object>(given_up.object());
    EXPECT_EQ(make.Find(nullptr, "note"), nullptr);
  }
  Note* const note = make.NewAlone<Note>("note", 2, 7);
  EXPECT_EQ(make.Find(nullptr, "note"), note);
  EXPECT_EQ(weak.Get(), nullptr);
}

TEST_F(Alone, ReservedIsMadeByItsConstructor) {
  Reserved<Note> reserved = make.ReserveAlone<Note>("note", 2);
  Note* const note = reserved.Construct(7);
  EXPECT_EQ(make.Find(nullptr, "note"), note);
  EXPECT_EQ(Tail(*note).size(), 2u);
}

class AloneDeathTest : public Alone {
 protected:
  AloneDeathTest() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

TEST_F(AloneDeathTest, ANameIsNotEmptyAndIsGivenOnce) {
  EXPECT_DEATH(make.NewAlone<Note>("", 0, 7), "a name must");
  make.NewAlone<Note>("note", 0, 7);
  EXPECT_DEATH(make.NewAlone<Note>("note", 0, 8), "a name must be given once");
}

TEST_F(AloneDeathTest, WithoutRoomTheClassIsNamed) {
  Heap small({.max_bytes = 1'000});
  Factory in_small(small);
  in_small.NewAlone<Note>("note", 100, 7);
  EXPECT_DEATH(in_small.NewAlone<Note>("next", 100, 8),
               "must be memory and an index left.*Factory::New, class Note\n$");
  Heap for_one({.max_bytes = 7'000});
  Factory in_one(for_one);
  in_one.ClassOf<Vast>();
  EXPECT_DEATH(in_one.NewAlone<Shell>("shell", 0, 7),
               "must be memory and an index left.*Factory::New, class Shell\n$")
      << "there is none for its part";
}

TEST_F(AloneDeathTest, WithoutRoomTheClassOfWhatIsNotAloneIsNamedToo) {
  Heap small({.max_bytes = 100'000});
  Factory in_small(small);
  while (in_small.TryNew<Thing>() != nullptr) {
  }
  EXPECT_DEATH(in_small.New<Thing>(),
               "must be memory and an index left.*Factory::New, class Thing\n$");
}

// S1.12: of no class, it is none of any class's instances either.
TEST_F(Alone, AnObjectWithoutAClassIsOfNone) {
  Note* const note = make.NewAlone<Note>("note", 0, 7);
  heap.AddRoot(note);
  ClassObject* const any = make.ClassOf<NamedObject>();
  EXPECT_FALSE(note->IsA(*any));
  EXPECT_TRUE(make.New<Part>()->IsA(*any));
}

}  // namespace
}  // namespace gc
