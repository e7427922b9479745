// model/agreement/circuit.cc -- from formulas to gates.

#include "model/agreement/circuit.h"

#include <stdexcept>

namespace model {

Circuit::Wire Circuit::Add(const Gate& gate) {
  const auto [found, is_new] = known_.try_emplace(gate, static_cast<Wire>(gates_.size()));
  if (is_new) gates_.push_back(gate);
  return found->second;
}

// No two inputs are alike, so an input is not looked up among the gates.
Circuit::Wire Circuit::Input(const z3::expr& flag) {
  const auto wire = static_cast<Wire>(gates_.size());
  gates_.push_back({.kind = Kind::kInput, .first = wire});
  made_.emplace(flag.id(), wire);
  kept_.push_back(flag);
  return wire;
}

Circuit::Wire Circuit::Compile(const z3::expr& formula) {
  const auto found = made_.find(formula.id());
  if (found != made_.end()) return found->second;
  const Wire wire = Make(formula);
  made_.emplace(formula.id(), wire);
  kept_.push_back(formula);
  return wire;
}

Circuit::Wire Circuit::MakeMany(const z3::expr& formula, Kind kind) {
  Wire all = Compile(formula.arg(0));
  for (unsigned i = 1; i < formula.num_args(); ++i) {
    all = Add({.kind = kind, .first = all, .second = Compile(formula.arg(i))});
  }
  return all;
}

Circuit::Wire Circuit::Make(const z3::expr& formula) {
  const Z3_decl_kind kind = formula.decl().decl_kind();
  if (kind == Z3_OP_TRUE || kind == Z3_OP_FALSE) return Constant(kind == Z3_OP_TRUE);
  if ((kind == Z3_OP_AND || kind == Z3_OP_OR) && formula.num_args() == 0) {
    return Constant(kind == Z3_OP_AND);
  }
  if (kind == Z3_OP_AND) return MakeMany(formula, Kind::kAnd);
  if (kind == Z3_OP_OR) return MakeMany(formula, Kind::kOr);
  if (kind == Z3_OP_NOT) return Not(Compile(formula.arg(0)));
  if (kind == Z3_OP_EQ || kind == Z3_OP_IFF) return MakeMany(formula, Kind::kSame);
  if (kind == Z3_OP_XOR) return Not(MakeMany(formula, Kind::kSame));
  if (kind == Z3_OP_IMPLIES) {
    const Wire unless = Not(Compile(formula.arg(0)));
    return Add({.kind = Kind::kOr, .first = unless, .second = Compile(formula.arg(1))});
  }
  if (kind == Z3_OP_ITE) {
    const Wire condition = Compile(formula.arg(0));
    const Wire then = Compile(formula.arg(1));
    return Add({Kind::kChoice, condition, then, Compile(formula.arg(2))});
  }
  throw std::logic_error("a circuit cannot be made of " + formula.to_string());
}

void Circuit::Run(std::vector<Word>& values, Wire from, Wire to) const {
  for (Wire wire = from; wire < to; ++wire) {
    const Gate& gate = gates_[wire];
    Word& value = values[wire];
    switch (gate.kind) {
      case Kind::kInput:
        break;
      case Kind::kConstant:
        value = gate.first != 0 ? ~Word{0} : Word{0};
        break;
      case Kind::kAnd:
        value = values[gate.first] & values[gate.second];
        break;
      case Kind::kOr:
        value = values[gate.first] | values[gate.second];
        break;
      case Kind::kNot:
        value = ~values[gate.first];
        break;
      case Kind::kChoice:
        value =
            (values[gate.first] & values[gate.second]) | (~values[gate.first] & values[gate.third]);
        break;
      case Kind::kSame:
        value = ~(values[gate.first] ^ values[gate.second]);
        break;
    }
  }
}

}  // namespace model
