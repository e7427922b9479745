// model/logic/logic.cc -- formulas for heaps of any size, and for finite heaps.

#include "model/logic/logic.h"

#include <array>
#include <map>
#include <memory>

namespace model {

namespace {

constexpr std::array<const char*, kSortCount> kSortNames = {"Object",     "Field",  "Weak",
                                                            "Referencer", "Serial", "Worker"};
const char* NameOf(Sort sort) { return kSortNames[static_cast<std::size_t>(sort)]; }

}  // namespace

UnboundedLogic::UnboundedLogic(z3::context& context) : Logic(context) {
  for (const char* name : kSortNames) sorts_.push_back(context.uninterpreted_sort(name));
}

Bool UnboundedLogic::Equal(const Term& left, const Term& right) const {
  return *left.constant == *right.constant;
}

Bool UnboundedLogic::ForAll(Sort sort, const std::function<Bool(const Term&)>& body) const {
  const std::string name = std::string(NameOf(sort)) + "!" + std::to_string(depth_);
  const z3::expr variable =
      context().constant(name.c_str(), sorts_[static_cast<std::size_t>(sort)]);
  ++depth_;
  const Bool inner = body({.sort = sort, .constant = variable});
  --depth_;
  return z3::forall(variable, inner);
}

Term UnboundedLogic::Parameter(Sort sort, const std::string& name) {
  return {.sort = sort,
          .constant = context().constant(name.c_str(), sorts_[static_cast<std::size_t>(sort)])};
}

Relation UnboundedLogic::Symbol(const std::string& name, const std::vector<Sort>& sorts) {
  if (sorts.empty()) {
    const Bool flag = context().bool_const(name.c_str());
    return Relation([flag](const Terms&) { return flag; });
  }
  z3::sort_vector domain(context());
  for (const Sort sort : sorts) domain.push_back(sorts_[static_cast<std::size_t>(sort)]);
  const z3::func_decl symbol = context().function(name.c_str(), domain, context().bool_sort());
  return Relation([symbol](const Terms& terms) {
    z3::expr_vector arguments(symbol.ctx());
    for (const Term& term : terms) arguments.push_back(*term.constant);
    return symbol(arguments);
  });
}

// Keeps the answer to each question. An answer has no free variables but those of the question, so
// it means the same wherever it is used.
Relation UnboundedLogic::WorkedOut(const Relation& relation, const std::vector<Sort>&) const {
  struct Answer {
    Terms terms;  // kept alive: Z3 would give the number of a dropped term to another one
    Bool value;
  };
  const auto known = std::make_shared<std::map<std::vector<unsigned>, Answer>>();
  return Relation([relation, known](const Terms& terms) {
    std::vector<unsigned> numbers;
    for (const Term& term : terms) numbers.push_back(term.constant->id());
    const auto found = known->find(numbers);
    if (found != known->end()) return found->second.value;
    const Bool value = relation(terms);
    known->emplace(std::move(numbers), Answer{terms, value});
    return value;
  });
}

Bool BoundedLogic::Equal(const Term& left, const Term& right) const {
  if (left.element >= 0 && right.element >= 0) {
    return context().bool_val(left.element == right.element);
  }
  if (left.element >= 0) return right.choice[static_cast<std::size_t>(left.element)];
  if (right.element >= 0) return left.choice[static_cast<std::size_t>(right.element)];
  z3::expr_vector same(context());
  for (std::size_t i = 0; i < left.choice.size(); ++i) {
    same.push_back(left.choice[i] && right.choice[i]);
  }
  return z3::mk_or(same);
}

Bool BoundedLogic::ForAll(Sort sort, const std::function<Bool(const Term&)>& body) const {
  z3::expr_vector all(context());
  for (int i = 0; i < SizeOf(sort); ++i) all.push_back(body(Element(sort, i)));
  return z3::mk_and(all).simplify();
}

Term BoundedLogic::Parameter(Sort sort, const std::string& name) {
  Term term{.sort = sort};
  for (int i = 0; i < SizeOf(sort); ++i) {
    term.choice.push_back(context().bool_const((name + "=" + std::to_string(i)).c_str()));
  }
  return term;
}

// Makes a flag for each tuple of elements.
Relation BoundedLogic::Symbol(const std::string& name, const std::vector<Sort>& sorts) {
  return WorkedOut(Relation([this, name](const Terms& elements) {
                     std::string text = name;
                     for (const Term& term : elements) {
                       text.append(".").append(std::to_string(term.element));
                     }
                     return context().bool_const(text.c_str());
                   }),
                   sorts);
}

// Makes a table with a row for each tuple of elements. For a choice, the answer is the row of the
// element that is chosen.
Relation BoundedLogic::WorkedOut(const Relation& relation, const std::vector<Sort>& sorts) const {
  std::vector<std::pair<Terms, Bool>> table;
  ForEachTuple(sorts, [&](const Terms& elements) {
    table.emplace_back(elements, relation(elements).simplify());
  });
  return Relation([this, table = std::move(table)](const Terms& terms) {
    z3::expr_vector any(context());
    for (const auto& [elements, value] : table) {
      bool chosen = false;
      bool possible = true;
      Bool is_this = True();
      for (std::size_t i = 0; i < terms.size(); ++i) {
        chosen = chosen || terms[i].element < 0;
        possible = possible && (terms[i].element < 0 || terms[i].element == elements[i].element);
        if (terms[i].element < 0) is_this = is_this && Equal(terms[i], elements[i]);
      }
      if (possible && !chosen) return value;
      if (possible) any.push_back(is_this && value);
    }
    return z3::mk_or(any);
  });
}

Bool BoundedLogic::WellFormed(const Term& term) const {
  z3::expr_vector some(context());
  Bool formula = True();
  for (std::size_t i = 0; i < term.choice.size(); ++i) {
    some.push_back(term.choice[i]);
    for (std::size_t j = 0; j < i; ++j) formula = formula && !(term.choice[i] && term.choice[j]);
  }
  return formula && z3::mk_or(some);
}

void BoundedLogic::ForEachTuple(const std::vector<Sort>& sorts,
                                const std::function<void(const Terms&)>& visit) const {
  Terms terms;
  const std::function<void()> next = [&] {
    if (terms.size() == sorts.size()) return visit(terms);
    const Sort sort = sorts[terms.size()];
    for (int i = 0; i < SizeOf(sort); ++i) {
      terms.push_back(Element(sort, i));
      next();
      terms.pop_back();
    }
  };
  next();
}

}  // namespace model
