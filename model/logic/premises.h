// model/logic/premises.h -- what questions have in common: the facts that their solver assumes.
//
// To make a solver takes longer than to decide a condition, so the conditions of an action share
// one. And it is made when the first of them has to be asked: often all of them are known.
//
// Read next: digest.h.

#pragma once

#include <z3++.h>

#include <optional>
#include <utility>
#include <vector>

#include "model/logic/digest.h"
#include "model/logic/logic.h"

namespace model {

// Of formulas in their order; empty if one of them has none.
inline std::optional<Digest> DigestOfAll(const std::vector<Bool>& formulas, Digests& digests) {
  std::vector<Digest> list;
  for (const Bool& formula : formulas) {
    const std::optional<Digest> digest = digests.Of(formula);
    if (!digest) return std::nullopt;
    list.push_back(*digest);
  }
  return DigestOf(list);
}

class Premises {
 public:
  Premises(z3::context& context, unsigned timeout_ms, std::vector<Bool> facts)
      : context_(context), timeout_ms_(timeout_ms), facts_(std::move(facts)) {}

  // Made at the first call. `timeout_ms` is for each question.
  z3::solver& Solver() {
    if (solver_) return *solver_;
    z3::params params(context_);
    params.set("timeout", timeout_ms_);
    solver_.emplace(context_);
    solver_->set(params);
    for (const Bool& fact : facts_) solver_->add(fact);
    return *solver_;
  }

  // Empty if one of the facts has none.
  std::optional<Digest> DigestBy(Digests& digests) {
    if (!digest_) digest_ = DigestOfAll(facts_, digests);
    return digest_;
  }

 private:
  z3::context& context_;
  const unsigned timeout_ms_;
  const std::vector<Bool> facts_;
  std::optional<z3::solver> solver_;
  std::optional<Digest> digest_;
};

}  // namespace model
