// fuzz/targets/targets.h -- what is fuzzed: each target is a plain function of bytes.
//
// A function that links only with a fuzzer's runtime cannot be tested. So a target is a plain
// function: libFuzzer calls it (libfuzzer_target_main.cc), and so do the tests and the replay of
// old failures under any compiler (replay_main.cc).
//
// A target returns 0, or prints what is wrong and how to replay it and then aborts, which is how
// libFuzzer learns of a failure.
//
// Read next: fuzz/targets/judged.h, fuzz/targets/text_round_trip.h.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace fuzz {

using Target = int (*)(std::span<const std::uint8_t>);

// Judges the collector on the trace in the bytes (reference/trace/trace_bytes.h).
int JudgeCoreBytes(std::span<const std::uint8_t> bytes);
// Judges the faulty build of the collector. The environment says with which faults
// (fuzz/targets/settings.h); without faults it must agree too.
int JudgeFaultyCoreBytes(std::span<const std::uint8_t> bytes);
// Judges Lua. Known bugs of Lua are spared unless the environment says otherwise.
int JudgeLuaBytes(std::span<const std::uint8_t> bytes);
// Holds the trace parser and the printer to their promises, on any text.
int RoundTripTextBytes(std::span<const std::uint8_t> bytes);

// Loads the bytes as saved objects (properties/reflecting/hostile.h).
int LoadSavedBytes(std::span<const std::uint8_t> bytes);
#ifdef TRICOLOUR_HEADER_TOOL
// Reads the bytes as an annotated header (core/reflect/tool/testing/any_text.h). It is there if the
// header tool is.
int ReadHeaderBytes(std::span<const std::uint8_t> bytes);
#endif

struct TargetEntry {
  std::string_view name;
  Target run;
};
inline constexpr auto kTargets = std::to_array<TargetEntry>({
    {"core", JudgeCoreBytes},
    {"faulty", JudgeFaultyCoreBytes},
    {"lua", JudgeLuaBytes},
    {"text", RoundTripTextBytes},
    {"saved", LoadSavedBytes},
#ifdef TRICOLOUR_HEADER_TOOL
    {"header", ReadHeaderBytes},
#endif
});
// The target of this name; null if there is none.
Target TargetNamed(std::string_view name);

}  // namespace fuzz
