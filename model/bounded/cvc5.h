// model/bounded/cvc5.h -- asks cvc5, if it is installed, as a program that reads SMT-LIB 2.
//
// Read next: small_heap.h.

#pragma once

#include <string>

namespace model {

enum class Cvc5Answer : std::uint8_t { kUnsat, kSat, kGaveUp, kNotInstalled };

// Whether a program of this name is on the path.
bool HasCvc5();

// One question without quantifiers, as z3::solver::to_smt2 writes it.
Cvc5Answer AskCvc5(const std::string& smt2, unsigned timeout_ms);

}  // namespace model
