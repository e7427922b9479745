// fuzz/mutation/trace_mutator_test.cc -- what the changes of a trace keep, and what a slice brings
// along.

#include "fuzz/mutation/trace_mutator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "fuzz/mutation/renaming.h"
#include "fuzz/mutation/vocabulary.h"
#include "reference/trace/trace_bytes.h"
#include "reference/trace/trace_grammar.h"

namespace fuzz {
namespace {

namespace op = reference::op;
using reference::Name;
using reference::Operation;
using reference::Trace;
using reference::Verb;
using testing::ElementsAre;

constexpr Name a = 0, b = 1, c = 2;

Trace ShortRun() {
  return {.operations = {op::Create(a), op::Root(a), op::Create(b), op::Store(a, 0, b), op::Start(),
                         op::Tick(4)}};
}

TEST(TraceMutator, MakesOnlyWhatBytesCanSay) {
  Trace trace = ShortRun();
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    TraceMutator(seed, 60).Mutate(trace);
    ASSERT_TRUE(std::ranges::all_of(trace.operations, reference::IsWellFormed)) << seed;
    ASSERT_TRUE(reference::EncodeTrace(trace)) << seed;
    ASSERT_LE(trace.operations.size(), 60u) << seed;
  }
}

TEST(TraceMutator, SplicesOnlyWhatBytesCanSay) {
  Trace trace = ShortRun(), other = ShortRun();
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    TraceMutator mutator(seed, 60);
    mutator.Mutate(other);
    mutator.Splice(trace, other);
    ASSERT_TRUE(reference::EncodeTrace(trace)) << seed;
    ASSERT_LE(trace.operations.size(), 60u) << seed;
  }
}

TEST(TraceMutator, MakesNoExpectations) {
  Trace trace = ShortRun();
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    TraceMutator(seed, 60).Mutate(trace);
    ASSERT_TRUE(std::ranges::none_of(trace.operations, [](const Operation& operation) {
      return operation.verb == Verb::kExpectAlive || operation.verb == Verb::kExpectGone;
    }));
  }
}

TEST(TraceMutator, TakesNothingFromAnEmptyTrace) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Trace trace;
    TraceMutator(seed, 60).Splice(trace, {});
    EXPECT_TRUE(trace.operations.empty());
    EXPECT_NO_FATAL_FAILURE(TraceMutator(seed, 60).Mutate(trace));
  }
}

// Most inserted lines must do something, or runs are wasted on lines that every subject skips.
TEST(Vocabulary, NamesWhatWasMadeBefore) {
  const Vocabulary vocabulary(ShortRun(), 2);
  properties::Random random(1);
  std::array<int, 3> picked{};
  for (int i = 0; i < 1000; ++i) {
    const Name name = vocabulary.PickObject(random);
    ++picked[std::min<Name>(name, 2)];
  }
  EXPECT_GT(picked[a], 900);  // b is made later
  EXPECT_GT(picked[b], 0);
}

TEST(Vocabulary, MakesNewObjectsUnderNewNames) {
  properties::Random random(1);
  EXPECT_EQ(Vocabulary(ShortRun(), 0).Make(Verb::kCreate, random).object, c);
}

TEST(Rename, BringsItsOwnObjectsAlong) {
  std::vector<Operation> slice = {op::Create(a), op::Root(a), op::Create(b), op::Store(a, 1, b)};
  properties::Random random(1);
  Rename(slice, Vocabulary(ShortRun(), 6), random);
  EXPECT_THAT(slice, ElementsAre(op::Create(2), op::Root(2), op::Create(3), op::Store(2, 1, 3)));
}

TEST(Rename, KeepsOneNameOneName) {
  const std::vector<Operation> before = {op::Store(a, 0, b), op::Unroot(a), op::Store(b, 0, a)};
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    std::vector<Operation> slice = before;
    properties::Random random(seed);
    Rename(slice, Vocabulary(ShortRun(), 6), random);
    EXPECT_EQ(slice[0].object, slice[1].object);
    EXPECT_EQ(slice[0].object, slice[2].target);
    EXPECT_EQ(slice[0].target, slice[2].object);
  }
}

}  // namespace
}  // namespace fuzz
