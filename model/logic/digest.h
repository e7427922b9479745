// model/logic/digest.h -- a formula as a number, the same in every process.
//
// Two formulas of one Z3 context that are built in the same way are the same expression, and are
// compared by address. Formulas of two contexts, or of two processes, cannot be. So a formula is
// hashed from its leaves up, to 128 bits: what it applies, to what, and over which sorts. Names are
// part of it, those of bound variables are not. Formulas with the same digest are taken for the
// same; that two different ones have it is less likely than a wrong bit in memory.
//
// Read next: model/proof/known_questions.h.

#pragma once

#include <z3++.h>

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace model {

struct Digest {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const Digest&, const Digest&) = default;
};

// One for a list, in its order.
Digest DigestOf(const std::vector<Digest>& list);

// The digests of formulas in one context. They are remembered, with the formulas, as long as this
// lives.
class Digests {
 public:
  explicit Digests(z3::context& context) : context_(context), kept_(context) {}

  // Empty if there is something in the formula that formulas about heaps do not have.
  std::optional<Digest> Of(const z3::expr& formula);

 private:
  std::optional<Digest> OfNode(Z3_ast node);
  std::optional<Digest> OfApplication(Z3_ast node);
  std::optional<Digest> OfQuantifier(Z3_ast node);
  std::optional<Digest> OfFunction(Z3_func_decl function);
  Digest OfName(Z3_symbol name) const;
  Digest OfSort(Z3_sort sort) const;

  z3::context& context_;
  z3::expr_vector kept_;  // so that no address is used again
  std::unordered_map<Z3_ast, std::optional<Digest>> known_;
};

}  // namespace model
