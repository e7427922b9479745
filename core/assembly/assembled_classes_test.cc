// core/assembly/assembled_classes_test.cc -- what the schema of a class has of the class above, and
// when it is out of date.
//
// Rows: S4.10, S4.11, S4.12, S4.15.

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "core/assembly/assembled.h"
#include "core/testing/nodes.h"

namespace gc {
namespace {

// A class above and one below, made while the program runs.
struct TwoClasses {
  TwoClasses() {
    below.super = &above;
    above.name = "above";
    below.name = "below";
  }
  Reference Line(std::int32_t offset) { return {.offset = offset, .name = "line"}; }
  std::vector<Reference> lines = {Line(32), Line(40), Line(48)};
  Class above = {};
  Class below = {};
};

// S4.11
TEST(AssembledClasses, BeginWithTheWordsOfTheClassAbove) {
  TwoClasses two;
  two.above.references = {two.lines.data(), 2};
  two.below.references = two.lines;
  const Assembled& below = AssembledOf(two.below);
  const Assembled& above = AssembledOf(two.above);
  EXPECT_EQ(below.parent(), &above);
  ASSERT_EQ(above.length(), 2u);
  ASSERT_EQ(below.length(), 3u);
  EXPECT_EQ(below.words()[0].bits(), above.words()[0].bits());
  EXPECT_EQ(below.words()[1].op(), Op::kOne);
  EXPECT_EQ(below.SlotsWith(0), 3u);
}

// S4.9, S4.10: what is flat is told from the rest, and only while it is current.
TEST(AssembledClasses, AreFlatIfAllTheirWordsArePlain) {
  TwoClasses two;
  two.above.references = two.lines;
  EXPECT_EQ(FlatOf(two.above), nullptr) << "not assembled yet";
  const Assembled& schema = AssembledOf(two.above);
  EXPECT_EQ(FlatOf(two.above), &schema);
  Relinked(two.above);
  EXPECT_EQ(FlatOf(two.above), nullptr) << "out of date";
  EXPECT_EQ(FlatOf(two.above), nullptr) << "and nothing is assembled for the question";
  two.lines[0].offset = 36;
  EXPECT_TRUE(AssembledOf(two.above).IsByLines());
  EXPECT_EQ(FlatOf(two.above), nullptr) << "shown by a call";
}

// S4.11: lines that do not begin with those above are assembled by themselves.
TEST(AssembledClasses, HaveTheirOwnWordsIfTheirLinesAreOthers) {
  TwoClasses two;
  two.above.references = {two.lines.data(), 2};
  two.below.references = {two.lines.data() + 1, 2};
  EXPECT_EQ(AssembledOf(two.below).words()[0].Packed<0>(), 40);
  EXPECT_EQ(AssembledOf(two.below).SlotsWith(0), 2u);
}

// S4.10, S4.11: a change of the class above makes the words of all below out of date; a class that
// stands beside them keeps its own.
TEST(AssembledClasses, AreAssembledAnewAfterTheClassAboveChanged) {
  TwoClasses two;
  TwoClasses other;
  two.above.references = {two.lines.data(), 2};
  two.below.references = two.lines;
  other.below.references = other.lines;
  const Assembled& old_below = AssembledOf(two.below);
  const Assembled& old_above = AssembledOf(two.above);
  const Assembled& beside = AssembledOf(other.below);
  two.lines = {two.Line(64), two.Line(32), two.Line(40), two.Line(80)};
  two.above.references = {two.lines.data(), 3};
  two.below.references = two.lines;
  EXPECT_EQ(&AssembledOf(two.below), &old_below) << "nobody said so";
  Relinked(two.above);
  EXPECT_TRUE(old_above.IsStale());
  EXPECT_TRUE(old_below.IsStale());
  EXPECT_EQ(AssembledOf(two.below).SlotsWith(0), 4u);
  EXPECT_EQ(AssembledOf(two.below).words()[0].Packed<0>(), 64);
  EXPECT_EQ(&AssembledOf(other.below), &beside);
}

// S4.11: a class that is written over is another one.
TEST(AssembledClasses, AreForgottenWithTheDescription) {
  TwoClasses two;
  two.above.references = {two.lines.data(), 2};
  two.below.references = two.lines;
  const Assembled& old_below = AssembledOf(two.below);
  two.above = Class(two.above);
  two.above.references = {two.lines.data(), 1};
  EXPECT_EQ(AssembledOf(two.above).SlotsWith(0), 1u);
  EXPECT_TRUE(old_below.IsStale()) << "assembling the parent anew says so";
}

// S4.15: what no word can say is walked by its lines.
TEST(AssembledClasses, AreWalkedByTheirLinesIfNoWordFits) {
  Class odd = Node::kClass;
  const Reference lines[] = {{.offset = 36, .name = "odd"}};
  odd.references = lines;
  EXPECT_TRUE(AssembledOf(odd).IsByLines());
  EXPECT_EQ(AssembledOf(odd).form(), Assembled::Form::kCalls);
  Class below = Node::kClass;
  const Reference more[] = {lines[0], Node::kClass.references[0]};
  below.super = &odd;
  below.references = more;
  EXPECT_TRUE(AssembledOf(below).IsByLines()) << "as what is above it, whose line it has";
}

// S4.12: what is cut short is noticed before it is walked.
TEST(AssembledClassesDeathTest, AreNotCutShort) {
  const Assembled& schema = AssembledOf(Node::kClass);
  MustEnd({schema.words(), schema.length()}, Node::kClass);
  EXPECT_DEATH(MustEnd({schema.words(), schema.length() - 1}, Node::kClass), "Node");
}

// Two fields of which each has a word of its own; neither is a plain reference.
struct TwoPairs : Object {
  explicit TwoPairs(const Birth& birth) : Object(birth) {}
  std::pair<int, ObjectPtr<Node>> first;
  std::pair<ObjectPtr<Node>, ObjectPtr<Node>> second;
  static const Class kClass;
};
const Reference kTwoPairsReferences[] = {Reference::To(&TwoPairs::first, "first"),
                                         Reference::To(&TwoPairs::second, "second")};
const Class TwoPairs::kClass = Describe<TwoPairs>("TwoPairs", kTwoPairsReferences);

// S4.16: a slot is known by the field that it is in, also where the packed form has no labels.
TEST(AssembledClasses, ASlotHasTheNameOfTheFieldThatItIsIn) {
  Heap heap;
  TwoPairs& pairs = *heap.New<TwoPairs>();
  ASSERT_EQ(AssembledOf(TwoPairs::kClass).form(), Assembled::Form::kFlat);
  EXPECT_EQ(LineThatLists(pairs, pairs.first.second, 0).name, "first");
  EXPECT_EQ(LineThatLists(pairs, pairs.second.first, 0).name, "second");
  EXPECT_EQ(LineThatLists(pairs, pairs.second.second, 0).name, "second");
}

}  // namespace
}  // namespace gc
