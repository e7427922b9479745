// model/logic/logic.h -- formulas about a heap, whose objects are either all objects or a few.
//
// The transition system is stated once, as functions from relations to relations. What a relation
// is applied to depends on the use:
//
//   unbounded   terms are constants of uninterpreted sorts; quantifiers are Z3's
//   bounded     terms are elements of a finite domain, or a choice of one; quantifiers are unfolded
//
// A bound variable's name is its depth, so that two formulas built in the same way are the same
// expression: an action that does not touch an invariant is seen not to. Nested quantifiers have
// different depths, so that none captures another's variable, wherever a relation brings a
// quantifier of its own along.
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

enum class Sort : std::uint8_t { kObject, kField, kWeak, kReferencer, kSerial };
inline constexpr std::size_t kSortCount = 5;

using Bool = z3::expr;

// Something that relations are about.
struct Term {
  Sort sort = Sort::kObject;
  int element = -1;                  // bounded: which, if it is one
  std::vector<Bool> choice;          // bounded: for each element, whether it is this one
  std::optional<z3::expr> constant;  // unbounded
};
using Terms = std::vector<Term>;

// A relation as a function; nullary ones are flags. States are copied far more often than they are
// asked, so copies share the function.
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
  // A new term: an arbitrary one, for the parameters of an action.
  virtual Term Parameter(Sort sort, const std::string& name) = 0;
  // A new relation, of which nothing is known.
  virtual Relation Symbol(const std::string& name, const std::vector<Sort>& sorts) = 0;
  // What a choice of terms must satisfy to be one (bounded: exactly one element).
  virtual Bool WellFormed(const Term& term) const = 0;
  // The same relation, worked out where that is possible: one made of relations made of relations
  // asks the innermost a number of times that grows with the power of the layers.
  virtual Relation WorkedOut(const Relation& relation, const std::vector<Sort>&) const {
    return relation;
  }

 private:
  z3::context& context_;
};

// All objects, fields, weak references, referencers and serials there could be.
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

// As many of each as given, by sort.
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
