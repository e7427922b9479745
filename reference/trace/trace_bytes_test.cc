// reference/trace/trace_bytes_test.cc -- any bytes are a trace, and a trace that fits into bytes is
// decoded from them again.

#include "reference/trace/trace_bytes.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <variant>
#include <vector>

#include "reference/testing/arbitrary_trace.h"
#include "reference/trace/trace_grammar.h"
#include "reference/trace/trace_text.h"

namespace reference {
namespace {

using Bytes = std::vector<std::uint8_t>;

rc::Gen<Bytes> AnyBytes(int most) {
  const auto byte = rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0u, 256u));
  return rc::gen::resize(most, rc::gen::container<Bytes>(rc::gen::cast<std::uint8_t>(byte)));
}

// Operations that the byte form can hold. It has the verbs up to the expectations.
rc::Gen<Operation> FittingOperation() {
  const OperandLimits limits{
      .lanes = 4, .names = 64, .fields = 64, .slots = 64, .units = 1u << 18, .seconds = 256};
  return ArbitraryOperation(limits, static_cast<std::size_t>(Verb::kExpectAlive));
}

bool Fits(const Operation& operation) {
  return EncodeTrace({.operations = {operation}}).has_value();
}

RC_GTEST_PROP(TraceBytes, AnyBytesAreATraceThatPrintsAndParses, ()) {
  const Bytes bytes = *AnyBytes(400);
  const Trace trace = DecodeTrace(bytes);
  RC_ASSERT(trace.operations.size() ==
            (std::max(bytes.size(), kTraceHeaderBytes) - kTraceHeaderBytes) / kRecordBytes);
  RC_ASSERT(std::all_of(trace.operations.begin(), trace.operations.end(), IsWellFormed));
  const auto parsed = ParseTrace(PrintTrace(trace));
  RC_ASSERT(std::holds_alternative<Trace>(parsed));
  RC_ASSERT(std::get<Trace>(parsed) == trace);
}

RC_GTEST_PROP(TraceBytes, WhatBytesDecodeToFitsIntoBytes, ()) {
  const Trace trace = DecodeTrace(*AnyBytes(400));
  const auto bytes = EncodeTrace(trace);
  RC_ASSERT(bytes.has_value());
  RC_ASSERT(DecodeTrace(*bytes) == trace);
}

RC_GTEST_PROP(TraceBytes, WhatFitsDecodesToItself, ()) {
  const Trace trace = *TraceOf(FittingOperation());
  const auto bytes = EncodeTrace(trace);
  RC_ASSERT(bytes.has_value());
  RC_ASSERT(bytes->size() == kTraceHeaderBytes + kRecordBytes * trace.operations.size());
  RC_ASSERT(DecodeTrace(*bytes) == trace);
}

RC_GTEST_PROP(TraceBytes, WhatIsEncodedDecodesToItselfOrDoesNotFit, (const Trace& trace)) {
  const auto bytes = EncodeTrace(trace);
  if (bytes) RC_ASSERT(DecodeTrace(*bytes) == trace);
  const bool each_fits = std::all_of(trace.operations.begin(), trace.operations.end(), Fits);
  RC_ASSERT(bytes.has_value() == each_fits);
}

RC_GTEST_PROP(TraceBytes, AByteOfARecordChangesItsOwnOperationOnly, ()) {
  Bytes bytes = *AnyBytes(200);
  bytes.resize(std::max<std::size_t>(bytes.size(), kTraceHeaderBytes + kRecordBytes));
  const std::size_t records = (bytes.size() - kTraceHeaderBytes) / kRecordBytes;
  const std::size_t record = *rc::gen::inRange<std::size_t>(0, records);
  const std::size_t at = kTraceHeaderBytes + record * kRecordBytes + *rc::gen::inRange(0, 4);
  const Trace before = DecodeTrace(bytes);
  bytes[at] = static_cast<std::uint8_t>(bytes[at] ^ *rc::gen::inRange(1u, 256u));
  Trace after = DecodeTrace(bytes);
  after.operations[record] = before.operations[record];
  RC_ASSERT(after == before);
}

TEST(TraceBytes, NothingIsAnEmptyTrace) {
  EXPECT_EQ(DecodeTrace({}), Trace{});
  EXPECT_EQ(DecodeTrace(Bytes{0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3}), Trace{});
}

TEST(TraceBytes, TheHeaderSaysTheDiscipline) {
  EXPECT_EQ(DecodeTrace(Bytes{0}).header.locals, Locals::kDead);
  EXPECT_EQ(DecodeTrace(Bytes{1}).header.locals, Locals::kRescanned);
  EXPECT_EQ(DecodeTrace(Bytes{2}).header.locals, Locals::kBlack);
  EXPECT_EQ(DecodeTrace(Bytes{3}).header.locals, Locals::kDead);
}

TEST(TraceBytes, TheHeaderSaysTheShape) {
  EXPECT_EQ(DecodeTrace(Bytes{0, 0, 0, 0, 0xF5, 0x34}).header.shape, 0x34F5u);
  const Trace largest = {.header = {.shape = 0xFFFFFFFF}};
  EXPECT_EQ(DecodeTrace(EncodeTrace(largest).value()), largest);
}

// The corpora of fuzzers are bytes, so the meaning of bytes must never change.
TEST(TraceBytes, TheFormIsFixed) {
  const Bytes bytes = {0,  0,   0,   0,     // dead; one lane, 8 objects, 2 fields, 4 slots
                       0,  0,   0,   0,     // shape 0
                       0,  0,   0,   0,     // create a
                       4,  0,   0,   0,     // root a
                       0,  1,   192, 0,     // create b 1
                       1,  0,   1,   1,     // store a.1 b
                       17, 0,   0,   0,     // start
                       18, 1,   0,   0,     // tick 2
                       2,  1,   0,   0x10,  // move b.0 a.1
                       8,  1,   2,   0,     // weak-make w2 b
                       11, 1,   3,   1,     // referencer-hold r3 b raw
                       18, 252, 16,  0};    // tick 4097
  const Trace trace = {.operations = {op::Create(0), op::Root(0), op::Create(1, 1),
                                      op::Store(0, 1, 1), op::Start(), op::Tick(2),
                                      op::Move(1, 0, 0, 1), op::WeakMake(2, 1),
                                      op::ReferencerHold(3, 1, true), op::Tick(4097)}};
  EXPECT_EQ(PrintTrace(DecodeTrace(bytes)), PrintTrace(trace));
  EXPECT_EQ(EncodeTrace(trace), bytes);
}

TEST(TraceBytes, ATraceFitsUpToItsLimits) {
  const auto in_lane = [](std::uint8_t lane) {
    return Operation{.verb = Verb::kStart, .lane = lane};
  };
  EXPECT_TRUE(Fits(op::Root(63)) && Fits(op::Create(63, 64)) && Fits(op::Store(0, 63, 63)));
  EXPECT_TRUE(Fits(op::Swap(63, 63, 63, 63)) && Fits(op::WeakCopy(63, 63)) && Fits(in_lane(3)));
  EXPECT_TRUE(Fits(op::Tick(1u << 18)));
  EXPECT_TRUE(Fits(op::Enter(3)) && Fits(op::Leave(3)) && Fits(op::TryCollect()));
  EXPECT_TRUE(Fits(op::Frame(255)));
  EXPECT_FALSE(Fits(op::Frame(256)));
  EXPECT_FALSE(Fits(op::Root(64)));
  EXPECT_FALSE(Fits(op::Store(0, 0, 64)));
  EXPECT_FALSE(Fits(op::WeakRead(64)));
  EXPECT_FALSE(Fits(op::WeakCopy(0, 64)));
  EXPECT_FALSE(Fits(op::ReferencerRelease(64)));
  EXPECT_FALSE(Fits(in_lane(4)));
  EXPECT_FALSE(Fits(op::Tick((1u << 18) + 1)));
  EXPECT_FALSE(Fits(op::ExpectAlive(0)));
  EXPECT_FALSE(Fits(op::ExpectGone(0)));
  EXPECT_FALSE(Fits(op::Tick(0)));  // the text has no form for it either
  EXPECT_FALSE(EncodeTrace({.header = {.version = kVersion + 1}}));
}

TEST(TraceBytes, HaveNoVersion) {
  const Trace old{.header = {.version = 1}, .operations = {op::Create(0), op::Tick()}};
  const auto bytes = EncodeTrace(old);
  ASSERT_TRUE(bytes);
  EXPECT_EQ(DecodeTrace(*bytes).operations, old.operations);
  EXPECT_EQ(DecodeTrace(*bytes).header.version, kVersion);
}

// Small heaps and small ticks find most mistakes, so most random bytes must mean these.
TEST(TraceBytes, RandomBytesAreMostlySmall) {
  std::mt19937 random(404);
  std::array<std::size_t, kVerbCount> verbs{};
  std::size_t small_ticks = 0;
  std::size_t operations = 0;
  std::size_t small_heaps = 0;
  constexpr std::size_t kTraces = 1000;
  for (std::size_t i = 0; i < kTraces; ++i) {
    Bytes bytes(kTraceHeaderBytes + 100 * kRecordBytes);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    Name highest = 0;
    for (const Operation& operation : DecodeTrace(bytes).operations) {
      ++operations;
      ++verbs[static_cast<std::size_t>(operation.verb)];
      small_ticks += operation.verb == Verb::kTick && operation.number <= 4;
      if (operation.object != kNull) highest = std::max(highest, operation.object);
    }
    small_heaps += highest < 8;
  }
  EXPECT_GT(small_heaps * 10, kTraces * 7);
  EXPECT_GT(small_ticks * 100, verbs[static_cast<std::size_t>(Verb::kTick)] * 80);
  for (const VerbEntry& entry : kVerbs) {
    const bool decoded = verbs[static_cast<std::size_t>(entry.verb)] > 0;
    EXPECT_EQ(decoded, !IsExpectation(entry.verb)) << entry.word;
  }
  EXPECT_EQ(operations, kTraces * 100);
}

}  // namespace
}  // namespace reference
