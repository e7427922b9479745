// fuzz/mutation/byte_mutator_test.cc -- what libFuzzer relies on when it hands its bytes to us.

#include "fuzz/mutation/byte_mutator.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "properties/base/random.h"
#include "reference/trace/trace_bytes.h"
#include "reference/trace/trace_grammar.h"

namespace fuzz {
namespace {

using reference::DecodeTrace;
using reference::Trace;

// A stand-in for libFuzzer's mutation of bytes: it flips the last one.
void FlipLastByte(Bytes& bytes, std::size_t limit) {
  if (bytes.empty() && limit > 0) bytes.push_back(0);
  if (!bytes.empty()) bytes.back() ^= 0xFF;
}

std::size_t AnyLimit() { return *rc::gen::inRange<std::size_t>(0, 400); }
std::uint64_t AnySeed() { return *rc::gen::arbitrary<std::uint64_t>(); }

void ExpectDecodes(const Bytes& bytes) {
  const Trace trace = DecodeTrace(bytes);
  RC_ASSERT(std::ranges::all_of(trace.operations, reference::IsWellFormed));
}

RC_GTEST_PROP(MutateBytes, KeepsToTheLimit, (const Bytes& bytes)) {
  const std::size_t limit = AnyLimit();
  RC_ASSERT(MutateBytes(bytes, limit, AnySeed(), FlipLastByte).size() <= limit);
}

RC_GTEST_PROP(MutateBytes, GivesBytesThatDecode, (const Bytes& bytes)) {
  ExpectDecodes(MutateBytes(bytes, AnyLimit(), AnySeed(), FlipLastByte));
}

RC_GTEST_PROP(MutateBytes, DoesTheSameForTheSameSeed, (const Bytes& bytes)) {
  const std::size_t limit = AnyLimit();
  const std::uint64_t seed = AnySeed();
  RC_ASSERT(MutateBytes(bytes, limit, seed, FlipLastByte) ==
            MutateBytes(bytes, limit, seed, FlipLastByte));
}

TEST(MutateBytes, ChangesBytesWhereNoOperationFits) {
  EXPECT_EQ(MutateBytes(Bytes{1, 2, 3}, 3, 7, FlipLastByte), (Bytes{1, 2, 0xFC}));
}

TEST(MutateBytes, ReachesEveryVerbFromNothing) {
  std::set<reference::Verb> seen;
  Bytes bytes;
  for (std::uint64_t seed = 0; seed < 24000; ++seed) {
    bytes = MutateBytes(bytes, 256, seed, FlipLastByte);
    for (const reference::Operation& operation : DecodeTrace(bytes).operations) {
      seen.insert(operation.verb);
    }
  }
  // Expectations are never drawn, so the two verbs of expectations are left out.
  for (std::size_t i = 0; i < reference::kVerbCount; ++i) {
    const auto verb = static_cast<reference::Verb>(i);
    const bool expects =
        verb == reference::Verb::kExpectAlive || verb == reference::Verb::kExpectGone;
    EXPECT_NE(seen.contains(verb), expects) << WordOf(verb);
  }
}

TEST(MutateBytes, LeavesNeitherDisciplineNorChangesOut) {
  std::set<reference::Locals> disciplines;
  std::size_t unchanged = 0;
  const Bytes bytes = {0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 17, 0, 0, 0, 18, 3, 0, 0};
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const Trace changed = DecodeTrace(MutateBytes(bytes, 256, seed, FlipLastByte));
    disciplines.insert(changed.header.locals);
    unchanged += changed == DecodeTrace(bytes);
  }
  EXPECT_EQ(disciplines.size(), reference::kLocalsWords.size());
  EXPECT_LT(unchanged, 400u);
}

RC_GTEST_PROP(CrossBytes, KeepsToTheLimitAndDecodes, (const Bytes& one, const Bytes& other)) {
  const std::size_t limit = AnyLimit();
  const Bytes crossed = CrossBytes(one, other, limit, AnySeed());
  RC_ASSERT(crossed.size() <= limit);
  ExpectDecodes(crossed);
}

RC_GTEST_PROP(CrossBytes, DoesTheSameForTheSameSeed, (const Bytes& one, const Bytes& other)) {
  const std::uint64_t seed = AnySeed();
  RC_ASSERT(CrossBytes(one, other, 256, seed) == CrossBytes(one, other, 256, seed));
}

}  // namespace
}  // namespace fuzz
