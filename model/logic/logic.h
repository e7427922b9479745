// model/logic/logic.h -- formulas about a heap: of any number of objects, or of a few.
//
// The transition system is stated once, as functions from relations to relations, and is used in
// two ways. They differ in the terms to which a relation is applied:
//
//   unbounded   terms are constants of uninterpreted sorts; quantifiers are Z3's
//   bounded     terms are elements of a finite domain, or a choice of one; quantifiers are unfolded
//
// The name of a bound variable is the depth of its quantifier. So two formulas that are built in
// the same way are the same expression, and it is seen without a solver that an action leaves an
// invariant alone. Nested quantifiers have different depths, so no quantifier captures the variable
// of another, even if a relation contains a quantifier of its own.
//
// Read next: vocabulary.h.

#pragma once

#include <z3++.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace model {

enum class Sort : std::uint8_t { kObject, kField, kWeak, kReferencer, kSerial, kWorker };
inline constexpr std::size_t kSortCount = 6;

using Bool = z3::expr;

// Something to which a relation is applied.
struct Term {
  Sort sort = Sort::kObject;
  int element = -1;                  // bounded: the element; -1: the term is a choice
  std::vector<Bool> choice;          // bounded: for each element, whether it is chosen
  std::optional<z3::expr> constant;  // unbounded
};
using Terms = std::vector<Term>;

// A relation, as a function of terms; one without terms is a flag. States are copied far more often
// than their relations are applied, so copies share the function.
class Relation {
 public:
  using Function = std::function<Bool(const Terms&)>;
  Relation() = default;
  explicit Relation(Function function)
      : function_(std::make_shared<const Function>(std::move(function))) {}
  Bool operator()(const Terms& terms) const { return (*function_)(terms); }
  template <typename... More>
  Bool operator()(const Term& first, const More&... more) const {
    return (*function_)(Terms{first, more...});
  }
  Bool operator()() const { return (*function_)({}); }

 private:
  std::shared_ptr<const Function> function_;
};

class Logic {
 public:
  explicit Logic(z3::context& context) : context_(context) {}
  virtual ~Logic() = default;
  z3::context& context() const { return context_; }
  Bool True() const { return context_.bool_val(true); }
  Bool False() const { return context_.bool_val(false); }

  // Whether the domain is finite, so that closures can be written out.
  virtual bool Finite() const = 0;
  virtual Bool Equal(const Term& left, const Term& right) const = 0;
  virtual Bool ForAll(Sort sort, const std::function<Bool(const Term&)>& body) const = 0;
  Bool Exists(Sort sort, const std::function<Bool(const Term&)>& body) const {
    return !ForAll(sort, [&](const Term& term) { return !body(term); });
  }
  // A new, arbitrary term, for a parameter of an action.
  virtual Term Parameter(Sort sort, const std::string& name) = 0;
  // A new relation about which nothing is known.
  virtual Relation Symbol(const std::string& name, const std::vector<Sort>& sorts) = 0;
  // What a term must satisfy to be a term; bounded: exactly one element is chosen.
  virtual Bool WellFormed(const Term& term) const = 0;
  // The same relation, but each answer is worked out only once. Otherwise, where relations are made
  // of relations in several layers, the number of times that the innermost one is applied grows
  // exponentially with the layers.
  virtual Relation WorkedOut(const Relation& relation, const std::vector<Sort>&) const {
    return relation;
  }

 private:
  z3::context& context_;
};

// Heaps of any size: any number of objects, fields, weak references, referencers and serials.
class UnboundedLogic final : public Logic {
 public:
  explicit UnboundedLogic(z3::context& context);
  bool Finite() const override { return false; }
  Bool Equal(const Term& left, const Term& right) const override;
  Bool ForAll(Sort sort, const std::function<Bool(const Term&)>& body) const override;
  Term Parameter(Sort sort, const std::string& name) override;
  Relation Symbol(const std::string& name, const std::vector<Sort>& sorts) override;
  Bool WellFormed(const Term&) const override { return True(); }
  Relation WorkedOut(const Relation& relation, const std::vector<Sort>& sorts) const override;

 private:
  std::vector<z3::sort> sorts_;
  mutable int depth_ = 0;
};

// Finite heaps: as many elements of each sort as given.
class BoundedLogic final : public Logic {
 public:
  BoundedLogic(z3::context& context, std::vector<int> sizes)
      : Logic(context), sizes_(std::move(sizes)) {}
  bool Finite() const override { return true; }
  int SizeOf(Sort sort) const { return sizes_[static_cast<std::size_t>(sort)]; }
  Term Element(Sort sort, int element) const { return {.sort = sort, .element = element}; }
  Bool Equal(const Term& left, const Term& right) const override;
  Bool ForAll(Sort sort, const std::function<Bool(const Term&)>& body) const override;
  Term Parameter(Sort sort, const std::string& name) override;
  Relation Symbol(const std::string& name, const std::vector<Sort>& sorts) override;
  Bool WellFormed(const Term& term) const override;
  Relation WorkedOut(const Relation& relation, const std::vector<Sort>& sorts) const override;
  // Calls `visit` for every tuple of elements.
  void ForEachTuple(const std::vector<Sort>& sorts,
                    const std::function<void(const Terms&)>& visit) const;

 private:
  std::vector<int> sizes_;
};

}  // namespace model
