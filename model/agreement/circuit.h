// model/agreement/circuit.h -- works out formulas for 64 states at once, without a solver.
//
// To compare machine and formulas, each formula is worked out in millions of states. A solver's own
// evaluator takes about a millisecond for that. But in a finite heap a formula has no quantifiers:
// it is made of flags by and, or, not and choice. So it is compiled once, to a list of gates, and
// each gate then works on a word that has one bit for each of 64 states.
//
// Read next: state_flags.h.

#pragma once

#include <z3++.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace model {

class Circuit {
 public:
  using Word = std::uint64_t;  // a bit for each of 64 states
  static constexpr std::size_t kLanes = 64;
  using Wire = std::uint32_t;  // a wire carries the value of one formula

  // Makes a wire for a flag, which the caller sets before each run.
  Wire Input(const z3::expr& flag);
  // Compiles a formula of such flags. Throws std::logic_error for any other formula.
  Wire Compile(const z3::expr& formula);

  std::size_t WireCount() const { return gates_.size(); }
  std::vector<Word> Values() const { return std::vector<Word>(gates_.size()); }
  void Set(std::vector<Word>& values, Wire input, Word word) const { values[input] = word; }
  // Works out the wires from `from` up to `to`, which must be later than those they depend on.
  void Run(std::vector<Word>& values, Wire from, Wire to) const;

 private:
  enum class Kind : std::uint8_t { kInput, kConstant, kAnd, kOr, kNot, kChoice, kSame };
  struct Gate {
    Kind kind = Kind::kInput;
    Wire first = 0, second = 0, third = 0;
    friend auto operator<=>(const Gate&, const Gate&) = default;
  };

  Wire Add(const Gate& gate);
  Wire Constant(bool value) {
    return Add({.kind = Kind::kConstant, .first = value ? Wire{1} : Wire{0}});
  }
  Wire Not(Wire wire) { return Add({.kind = Kind::kNot, .first = wire}); }
  Wire Make(const z3::expr& formula);
  Wire MakeMany(const z3::expr& formula, Kind kind);

  std::vector<Gate> gates_;
  std::map<Gate, Wire> known_;
  std::unordered_map<unsigned, Wire> made_;  // by the number of the formula
  std::vector<z3::expr> kept_;               // or Z3 would give their numbers to others
};

}  // namespace model
