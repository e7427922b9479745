// model/purpose/purpose.h -- what a condition is for: safety, answers, completeness, and so on.
//
// That a rule is necessary is half of an answer. If a condition breaks without it, something
// becomes possible that must not happen; but a lost object is another matter than a cycle that does
// not end. So each claim, which is an invariant, a lemma or an obligation, has its purposes:
//
//     safety        nothing that is reachable is gathered, and it has the fields that it was given
//     answers       a weak read, a look-up or a handle answers what it may
//     completeness  what was unreachable at the flip is gathered in that cycle
//     order         begin, finish and free come once each, in this order
//     progress      no unit undoes the work of another, and none is left out
//     enabledness   in each state some unit of the collector can be done
//     liveness      each phase comes to an end, and what is ready is freed
//
// A rule is necessary for the purposes of the conditions that break without it. A shortest run that
// shows the fault shows one of them, in the words of the oracle. Both must agree: the purpose that
// the run shows is one of those that the conditions name. A test asks this of every fault in every
// discipline. To the oracle the last three are one. An invariant on which several things rest has
// several purposes.
//
// Read next: purpose.cc, which holds the table; model/prove.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "model/proof/prover.h"
#include "reference/oracle/oracle.h"

namespace model {

enum class Purpose : std::uint8_t {
  kSafety,
  kAnswers,
  kCompleteness,
  kOrder,
  kProgress,
  kEnabledness,
  kLiveness
};
inline constexpr std::size_t kPurposeCount = 7;

std::string_view WordOf(Purpose purpose);

class Purposes {
 public:
  constexpr Purposes() = default;
  constexpr Purposes(std::initializer_list<Purpose> purposes) {
    for (const Purpose purpose : purposes) Add(purpose);
  }
  constexpr void Add(Purpose purpose) { bits_ |= BitOf(purpose); }
  constexpr void Add(Purposes more) { bits_ |= more.bits_; }
  constexpr bool Has(Purpose purpose) const { return (bits_ & BitOf(purpose)) != 0; }
  constexpr bool Meets(Purposes others) const { return (bits_ & others.bits_) != 0; }
  constexpr bool Empty() const { return bits_ == 0; }
  std::vector<Purpose> All() const;  // in the order of the enumeration
  friend constexpr bool operator==(Purposes, Purposes) = default;

 private:
  static constexpr unsigned BitOf(Purpose purpose) { return 1u << static_cast<unsigned>(purpose); }
  unsigned bits_ = 0;
};

// Every purpose there is.
Purposes AllPurposes();

// The purposes of an invariant, a lemma or an obligation, by its name: "I1", "order: gathered
// once". Of an obligation the first word counts, unless the table has the whole name. Empty if the
// table has neither; a test sees that this happens to no claim.
Purposes PurposesOfClaim(std::string_view claim);
// The purposes of a condition. Those about vacuity have none: they are about the proof itself.
Purposes PurposesOf(const Condition& condition);
// The purposes of those conditions that do not hold: for what a rule is necessary, if the
// conditions are those of a machine that breaks it.
Purposes NecessaryFor(const std::vector<Condition>& conditions);

// The purposes of which a run shows one, by the property of the oracle that it breaks. Pauses,
// expectations of a trace and verdicts of other checkers are no purposes of a rule; the machine
// breaks none.
Purposes PurposeOf(reference::Property property);

// "safety only", "safety and order", "safety, answers and progress"; empty for none.
std::string TextOf(Purposes purposes);

}  // namespace model
