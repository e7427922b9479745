// core/heap/misuse_description_test.cc -- a type that is not described as what it is.
//
// What a compiler can refuse is in core/pointer/builds/refused; here is the rest. A description
// that is inherited gives an object the memory of its base, so the fields behind are another
// object's.

#include <gtest/gtest.h>

#include <stdexcept>

#include "core/testing/named.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

struct Heir : Node {
  explicit Heir(const Birth& birth) : Node(birth, 'h') {}
  long more[8] = {};
};

// As large as its base, so that only the type tells the two apart.
struct Namesake : Node {
  explicit Namesake(const Birth& birth) : Node(birth, 'n') {}
};

struct Late : Object {
  explicit Late(const Birth& birth) : Object(birth) {}
  static Class kClass;
};
Class Late::kClass;  // never described

struct Borrower : Object {
  explicit Borrower(const Birth& birth) : Object(birth) {}
  static const Class kClass;
};
const Reference kNoLine[] = {Reference::To(&Node::right, "right")};
const Class Borrower::kClass = Describe<Borrower>("Borrower", kNoLine);

struct Row : Object {
  explicit Row(const Birth& birth) : Object(birth) {}
  static const Class kClass;
};
const Reference kRowLines[] = {Reference::Trailing<Row>("field")};
const Class Row::kClass = Describe<Row>("Row", kRowLines);
struct LongerRow : Row {
  using Row::Row;
  ObjectPtr<Object> own[2];
  static const Class kClass;
};
const Class LongerRow::kClass = Describe<LongerRow>("LongerRow", kRowLines);

struct Nested : Object {
  explicit Nested(const Birth& birth) : Object(birth), inner(birth, 'i') {}
  Node inner;
  static const Class kClass;
};
const Class Nested::kClass = Describe<Nested>("Nested");

struct Thrower : Object {
  explicit Thrower(const Birth& birth) : Object(birth) { throw std::runtime_error("no door"); }
  static const Class kClass;
};
const Class Thrower::kClass = Describe<Thrower>("Thrower");

struct HeirOfPart : Part {
  using Part::Part;
  int more = 0;
};

class MisuseOfDescriptionsDeathTest : public testing::Test {
 protected:
  MisuseOfDescriptionsDeathTest() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
  Heap heap;
};

TEST_F(MisuseOfDescriptionsDeathTest, ADerivedTypeWithoutOneOfItsOwn) {
  EXPECT_DEATH(heap.New<Heir>(),
               "kClass must describe the type itself.*: Node of [0-9]+ bytes, for .*Heir");
  EXPECT_DEATH(heap.TryNew<Namesake>(), "kClass must describe the type itself.*Namesake");
  EXPECT_DEATH(heap.TryMake<Namesake>({}), "kClass must describe the type itself.*Namesake");
}

TEST_F(MisuseOfDescriptionsDeathTest, ADerivedNamedTypeWithoutOneOfItsOwn) {
  Factory make(heap);
  EXPECT_DEATH(make.New<HeirOfPart>(), "must describe the type itself.*: Part of .*HeirOfPart");
  EXPECT_DEATH(make.Reserve<HeirOfPart>(), "must describe the type itself");
  EXPECT_DEATH(make.ClassOf<HeirOfPart>(), "must describe the type itself");
}

TEST_F(MisuseOfDescriptionsDeathTest, ADescriptionThatIsNotInitialised) {
  EXPECT_DEATH(heap.New<Late>(), "initialised before any object is made: no class of 0 bytes");
}

TEST_F(MisuseOfDescriptionsDeathTest, ALineOfAnotherClass) {
  EXPECT_DEATH(heap.New<Borrower>(),
               "a field that a class lists must be the type's own: Borrower.right");
}

// The trailing references of the base would be the derived type's own members.
TEST_F(MisuseOfDescriptionsDeathTest, TrailingReferencesOfASmallerBase) {
  EXPECT_DEATH(heap.NewWithTail<LongerRow>(2),
               "a field that a class lists must be the type's own: LongerRow.field");
  EXPECT_EQ(Tail(*heap.NewWithTail<Row>(2)).size(), 2u);
}

TEST_F(MisuseOfDescriptionsDeathTest, AnObjectThatIsAPartOfAnother) {
  EXPECT_DEATH(heap.New<Nested>(), "an object must not be a part of another: Nested");
}

TEST_F(MisuseOfDescriptionsDeathTest, AConstructorThatThrows) {
  EXPECT_DEATH(heap.New<Thrower>(), "no door");
}

}  // namespace
}  // namespace gc
