// fuzz/mutation/byte_mutator.h -- the same changes on encoded traces, in the form that libFuzzer
// asks for.
//
// The bytes are decoded, changed as a trace and encoded again. Now and then they are changed as
// bytes instead, by whatever the fuzzer has for that, so that nothing which bytes can say is out of
// reach, and so that what it learnt from comparisons is used.
//
// Plain functions, deterministic by seed: libfuzzer_mutator_main.cc hands them to libFuzzer, and
// byte_mutator_test.cc holds them to their promises under any compiler.
//
// Read next: reference/trace/trace_bytes.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace fuzz {

using Bytes = std::vector<std::uint8_t>;
// Changes bytes in place, without getting longer than the limit.
using ByteMutation = std::function<void(Bytes& bytes, std::size_t limit)>;

// A changed copy, never longer than the limit.
Bytes MutateBytes(std::span<const std::uint8_t> bytes, std::size_t limit, std::uint64_t seed,
                  const ByteMutation& on_bytes);

// One with a slice of the other, never longer than the limit.
Bytes CrossBytes(std::span<const std::uint8_t> one, std::span<const std::uint8_t> other,
                 std::size_t limit, std::uint64_t seed);

}  // namespace fuzz
