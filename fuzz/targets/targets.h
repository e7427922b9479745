// fuzz/targets/targets.h -- what is fuzzed: each target a plain function of bytes.
//
// A fuzzer that links only with a fuzzer's runtime cannot be tested. So a target is a function;
// libFuzzer calls it (libfuzzer_target_main.cc), and so do the tests and the replay of old failures
// under any compiler (replay_main.cc).
//
// A target returns 0, or prints what is wrong and how to replay it and aborts: that is how a fuzzer
// is told.
//
// Read next: fuzz/targets/judged.h, fuzz/targets/text_round_trip.h.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace fuzz {

using Target = int (*)(std::span<const std::uint8_t>);

// The collector, judged on the trace that the bytes stand for (reference/trace/trace_bytes.h).
int JudgeCoreBytes(std::span<const std::uint8_t> bytes);
// The same for the faulty build of it. The environment says how (fuzz/targets/settings.h); without
// faults it must agree like the other.
int JudgeFaultyCoreBytes(std::span<const std::uint8_t> bytes);
// The same for Lua, without what is known to be broken in it unless the environment says so.
int JudgeLuaBytes(std::span<const std::uint8_t> bytes);
// The trace parser and the printer, on any text.
int RoundTripTextBytes(std::span<const std::uint8_t> bytes);

struct TargetEntry {
  std::string_view name;
  Target run;
};
inline constexpr std::array<TargetEntry, 4> kTargets = {{{"core", JudgeCoreBytes},
                                                         {"faulty", JudgeFaultyCoreBytes},
                                                         {"lua", JudgeLuaBytes},
                                                         {"text", RoundTripTextBytes}}};
// Null if there is none of this name.
Target TargetNamed(std::string_view name);

}  // namespace fuzz
