// fuzz/targets/targets.cc -- the targets: each keeps its subject from one input to the next.

#include "fuzz/targets/targets.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#ifdef TRICOLOUR_HEADER_TOOL
#include "core/reflect/tool/testing/any_text.h"
#endif
#include "fuzz/targets/judged.h"
#include "fuzz/targets/settings.h"
#include "fuzz/targets/text_round_trip.h"
#include "properties/reflecting/hostile.h"
#include "properties/subjects/core/core_subject.h"

namespace fuzz {
namespace {

int AbortOn(const std::optional<std::string>& report) {
  if (!report) return 0;
  std::fputs(report->c_str(), stderr);
  std::fflush(stderr);
  // clang puts its own handler of signals before the fuzzer's, and takes it away when it was called
  // once.
  std::raise(SIGABRT);
  std::abort();
}

}  // namespace

int JudgeCoreBytes(std::span<const std::uint8_t> bytes) {
  static Judged judged([] { return properties::MakeCoreSubject(); }, {});
  return AbortOn(judged.Disagreement(bytes));
}

int JudgeFaultyCoreBytes(std::span<const std::uint8_t> bytes) {
  static const Settings settings = SettingsOfEnvironment();
  static Judged judged([] { return properties::MakeFaultyCoreSubject(settings.faults); }, settings);
  return AbortOn(judged.Disagreement(bytes));
}

int JudgeLuaBytes(std::span<const std::uint8_t> bytes) {
  static const Settings settings = SettingsOfEnvironment("lua:spare-known");
  static Judged judged([] { return MakeSubject(settings); }, settings);
  return AbortOn(judged.Disagreement(bytes));
}

int RoundTripTextBytes(std::span<const std::uint8_t> bytes) {
  return AbortOn(RoundTripError({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
}

int LoadSavedBytes(std::span<const std::uint8_t> bytes) {
  const std::string wrong = properties::reflecting::WrongWithLoading(bytes);
  if (wrong.empty()) return 0;
  return AbortOn("DISAGREE saved: " + wrong +
                 "\n  keep: copy the file named below to fuzz/regressions/saved/NAME"
                 "\n  replay: fuzz_replay saved CRASH\n");
}

#ifdef TRICOLOUR_HEADER_TOOL
int ReadHeaderBytes(std::span<const std::uint8_t> bytes) {
  const std::string wrong = gc::header_tool::WrongWithReading(
      {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  if (wrong.empty()) return 0;
  return AbortOn("DISAGREE header: " + wrong +
                 "\n  keep: copy the file named below to fuzz/regressions/header/NAME"
                 "\n  replay: fuzz_replay header CRASH\n");
}
#endif

Target TargetNamed(std::string_view name) {
  for (const TargetEntry& entry : kTargets) {
    if (entry.name == name) return entry.run;
  }
  return nullptr;
}

}  // namespace fuzz
