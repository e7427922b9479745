// reference/starting/paper_starting.h -- a start on paper: which option of a heap has its value
// from which setting in which program, and what a tick decides.
//
// The values of settings are numbers here, on is 1. What the specification says of the decision at
// a tick (S13) is written as it is said, one case after the other, and not as a table.
//
// Read next: properties/starting/starting_run.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace reference::starting {

// A setting, its value from the start, and values that it takes. Some hold from the start only.
struct PaperSetting {
  std::string_view key;
  double standard;
  std::array<double, 4> values;
  bool at_start_up = false;
};
std::span<const PaperSetting> PaperSettings();

enum class PaperProgram : std::uint8_t { kShipped, kPreparesAsItGoes, kEditor };
inline constexpr std::size_t kPaperPrograms = 3;

class PaperValues {
 public:
  double Of(std::string_view key) const;
  bool IsOn(std::string_view key) const { return Of(key) != 0; }
  void Set(std::string_view key, double value) { set_[std::string(key)] = value; }

 private:
  std::map<std::string, double, std::less<>> set_;
};

// The options of a heap, by name.
using PaperOptions = std::map<std::string, double>;
// Those that are fixed when the program begins.
PaperOptions FixedOptions(const PaperValues& values, PaperProgram program, bool server,
                          unsigned threads);
// Those that may change while the heap lives.
PaperOptions LiveOptions(const PaperValues& values, PaperProgram program);
// Whether objects that the author calls standalone are kept by themselves.
bool KeepsStandalone(PaperProgram program);

// What is so at a tick, in the order of the bits.
struct PaperSituation {
  bool again, full_request, playing, delay, marking, resting, purge, due, request;
};
PaperSituation PaperSituationOf(unsigned bits);
struct PaperDecision {
  std::string_view row;  // of the specification
  std::string_view act;
};
PaperDecision PaperDecide(const PaperSituation& now);

// The load of the machine.
struct PaperLoad {
  double free_megabytes;
  bool server, players, levels_wait;
};
bool IsScarce(const PaperValues& values, const PaperLoad& load);
double PaperInterval(const PaperValues& values, const PaperLoad& load);
double PaperPurgeLimit(const PaperValues& values, const PaperLoad& load);
double PaperMarkingLimit(const PaperValues& values);
double PaperGatherLimit(const PaperValues& values);

}  // namespace reference::starting
