// model/assumptions/assumptions.h -- what is assumed of the mutator, each by name.
//
// A guard of an action says when it can be taken. If the guard of a mutator's action is stronger
// than what code can do, the proof is silent about code that does more. So each such guard stands
// on an assumption with a name, and the assumption stands here, on the page of this room
// (model/README.md), and in a checked build of core, which ends a program that does not keep it and
// says so. What no guard shows, since it is how the model is built, is an assumption too.
//
// A test compares the table with the page and with the tests of core. Another takes each assumption
// with a guard away: then some condition breaks, or the assumption is not needed and must go.
//
// Read next: assumptions.cc, model/proof/words.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace model {

enum class Assumption : std::uint8_t {
  // Of guards.
  kNamesDieAtSteps,
  kDisregardedHoldKept,
  kDisregardedKeepRoots,
  kCompletedOnce,
  kGivenUpIsUnknown,
  kReportedSlotsMayStay,
  kHeapsEndAlone,
  // Of how the model is built.
  kOneAtATime,
  kStepsBetweenOperations,
  kStoresAreSeen,
  kHeapsAreApart,
  kObjectsStay,
  kLocalsAreRegistered,
  kReferencersReportAll,
  kReportersOnlyReport,
  kCountsBalance,
  kCallbacksLeakNothing,
  kFinishersUseNothing,
  kCallsReturn,
  kClassesStay,
  kMemorySuffices,
  kNumbersSuffice,
  kThreadsCall,
  kNothingElseWrites,
  kTicksGoOn,
};
inline constexpr std::size_t kAssumptionCount = 25;

struct AssumptionEntry {
  Assumption assumption;
  std::string_view name;      // "names-die-at-steps"
  std::string_view sentence;  // what the mutator does, or does not do
  bool of_guard = false;      // whether guards of actions stand on it
  // The test of core that shows how a program that does not keep it ends. If there can be none,
  // this is empty, and the other says why.
  std::string_view test;
  std::string_view no_test_because;
};

// In enumeration order.
const std::array<AssumptionEntry, kAssumptionCount>& Assumptions();

// A set of assumptions that are taken away.
class AssumptionSet {
 public:
  constexpr AssumptionSet() = default;
  constexpr explicit AssumptionSet(Assumption assumption) : bits_(BitOf(assumption)) {}
  constexpr bool Has(Assumption assumption) const { return (bits_ & BitOf(assumption)) != 0; }

 private:
  static constexpr std::uint32_t BitOf(Assumption assumption) {
    return 1u << static_cast<unsigned>(assumption);
  }
  std::uint32_t bits_ = 0;
};

}  // namespace model
