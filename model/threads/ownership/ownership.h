// model/threads/ownership/ownership.h -- each grey object has one owner, for any number of workers.
//
// The machines of model/threads/marker/ have two to four workers and a few objects. This is the
// protocol of their pool once more, as actions on relations, which Z3 proves for any number of
// workers and objects. Each action is one atomic step: what weaker orders allow is the machines'
// topic.
//
//   take        a busy worker takes an object from the pool
//   begin-scan  it begins to scan an object that it owns
//   find        it finds what the object refers to, and owns that if its mark was white
//   end-scan    it has found everything: the object is black
//   give        it gives an object to the pool; at its deadline, all that it owns
//   lower       it has nothing, and is busy no more
//   raise       it is busy again: the busy word is another one
//   look-busy, look-pool, say-over    no worker is busy; the pool is empty; the word is still the
//               same, so marking is over
//   store       between slices a mutator stores a reference, and shades the target into the pool
//
// It proves that a grey object is in the pool or belongs to exactly one worker; that between slices
// every grey object is in the pool; and that when all are idle and the pool is empty nothing is
// grey, so "marking is over" is only said when everything that the roots reach is black.
//
// With a plain mark two workers may own and scan the same object. Then a grey object has at least
// one owner, and the rest is proved as well.
//
// Read next: model/logic/logic.h for how formulas are written.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace model::threads::marker {

enum class Mark : std::uint8_t { kAtomic, kPlain };

enum class OwnershipFault : std::uint8_t {
  kMarkInTwoSteps,
  kTakeUncounted,
  kLoseATake,
  kGiveAndKeep,
  kLowerWithWork,
  kNoEpoch,
  kPoolBeforeBusy,
  kEndScanEarly,
  kStoreWithoutShading,
};
inline constexpr std::size_t kOwnershipFaultCount = 9;

struct OwnershipFaultEntry {
  OwnershipFault fault;
  std::string_view name;
  std::string_view sentence;
};
inline constexpr std::array<OwnershipFaultEntry, kOwnershipFaultCount> kOwnershipFaults = {{
    {OwnershipFault::kMarkInTwoSteps, "mark-in-two-steps",
     "a worker owns what it finds although another has marked it meanwhile"},
    {OwnershipFault::kTakeUncounted, "take-uncounted", "a worker takes that is not busy"},
    {OwnershipFault::kLoseATake, "lose-a-take", "what is taken from the pool belongs to no worker"},
    {OwnershipFault::kGiveAndKeep, "give-and-keep", "what is given stays on the worker's stack"},
    {OwnershipFault::kLowerWithWork, "lower-with-work",
     "a worker is busy no more although it owns an object"},
    {OwnershipFault::kNoEpoch, "no-epoch", "the busy word is the same after a worker was busy"},
    {OwnershipFault::kPoolBeforeBusy, "pool-before-busy",
     "a look at the pool counts that was before the look at the busy word"},
    {OwnershipFault::kEndScanEarly, "end-scan-early",
     "an object is black before all that it refers to was found"},
    {OwnershipFault::kStoreWithoutShading, "store-without-shading",
     "a mutator stores without shading"},
}};

struct OwnershipCondition {
  enum class Kind : std::uint8_t { kInitial, kInvariant, kClaim, kPossible };
  // Untouched: the action changes nothing of which the invariant speaks, so no solver is asked.
  enum class Verdict : std::uint8_t { kProved, kUntouched, kBroken, kInconclusive };
  Kind kind = Kind::kInvariant;
  std::string action;  // empty for what follows from the invariants alone
  std::string claim;
  Verdict verdict = Verdict::kInconclusive;
  bool Holds() const { return verdict == Verdict::kProved || verdict == Verdict::kUntouched; }
};

struct OwnershipOptions {
  Mark mark = Mark::kAtomic;
  std::optional<OwnershipFault> fault = {};
  std::optional<std::string> without = {};  // an invariant that is left out
};
struct OwnershipProof {
  std::vector<OwnershipCondition> conditions;
  double seconds = 0;
  bool Holds() const;
  std::vector<const OwnershipCondition*> Broken() const;
};
OwnershipProof ProveOwnership(const OwnershipOptions& options = {});

struct OwnershipName {
  std::string name;
  std::string sentence;
};
std::vector<OwnershipName> OwnershipInvariants(Mark mark);

// A line for each claim, and one for each action with its invariants.
std::string OwnershipText(const OwnershipProof& proof);

}  // namespace model::threads::marker
