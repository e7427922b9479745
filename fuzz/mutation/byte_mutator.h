// fuzz/mutation/byte_mutator.h -- the same changes on encoded traces, in the form that libFuzzer
// asks for.
//
// The bytes are decoded, changed as a trace and encoded again. Now and then libFuzzer's own mutator
// changes them as bytes instead: so every input that bytes can express stays within reach, and what
// libFuzzer has learnt from comparisons is used.
//
// These are plain functions, deterministic by seed: libfuzzer_mutator_main.cc hands them to
// libFuzzer, and byte_mutator_test.cc tests them under any compiler.
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

// The first input with a slice of the second, never longer than the limit.
Bytes CrossBytes(std::span<const std::uint8_t> one, std::span<const std::uint8_t> other,
                 std::size_t limit, std::uint64_t seed);

}  // namespace fuzz
