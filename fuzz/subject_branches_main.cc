// fuzz/subject_branches_main.cc -- what a library calls at each branch if it was compiled to tell.
//
//     cc -fsanitize-coverage=trace-pc ...            g++ and clang
//     cc -fsanitize-coverage=trace-pc-guard ...      clang
//
// The functions are those that such code calls, exported by the program fuzz_subject. In a program
// with libFuzzer they would be its own; so they stand apart from the library of this room.

#include <array>
#include <cstddef>
#include <cstdint>

#include "fuzz/foreign/branches.h"

namespace {

std::array<std::uint8_t, 1 << 16> counts;
std::uint32_t guards = 0;

void Count(std::uintptr_t place) {
  std::uint8_t& count = counts[place % counts.size()];
  if (count < 255) ++count;
}

}  // namespace

namespace fuzz {

std::span<std::uint8_t> Branches() { return counts; }

}  // namespace fuzz

extern "C" {

[[gnu::used]] void __sanitizer_cov_trace_pc() {
  const auto place = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  Count(place ^ place >> 16);
}

[[gnu::used]] void __sanitizer_cov_trace_pc_guard_init(std::uint32_t* from,
                                                       const std::uint32_t* to) {
  if (from == to || *from != 0) return;
  for (std::uint32_t* guard = from; guard < to; ++guard) *guard = ++guards;
}

[[gnu::used]] void __sanitizer_cov_trace_pc_guard(const std::uint32_t* guard) { Count(*guard); }

}  // extern "C"
