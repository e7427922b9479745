// model/recheck/system_file.cc -- names and prints every part of the system.

#include "model/recheck/system_file.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <sstream>

#include "model/claims/claims.h"
#include "model/claims/progress.h"
#include "model/proof/invariants.h"

namespace model {

namespace {

constexpr std::string_view kAnnouncement = "condition: ";

constexpr std::string_view kHead =
    "; The incremental collector of Tricolour as a transition system, locals {}, for heaps of any\n"
    "; number of objects, fields, weak references, referencers and serials.\n"
    ";\n"
    "; A state is an interpretation of the relations below. An action has parameters, a guard, "
    "and\n"
    "; for each relation that it changes a definition of what it is afterwards. A claim is an\n"
    "; invariant, a lemma about the states before and after, or an obligation. A condition says: "
    "if\n"
    "; a state satisfies all invariants, and the guard of an action holds, then the claim is true "
    "of\n"
    "; the action. The query asks for a counterexample, and the answer is \"unsat\". If all "
    "answers\n"
    "; are, and the invariants are true of the empty heap, they are true of every state that can "
    "be\n"
    "; reached from it. A claim that reads nothing that the action changes is not asked.\n"
    ";\n"
    "; White objects are those that read maybe-unreachable; grey ones wait in a list. `a` and `b`\n"
    "; are the two reachability bits; which of them means reachable, `current-is-a` says.\n"
    "(set-info :smt-lib-version 2.6)\n"
    "(set-option :print-success false)\n"
    "(set-logic UF)\n";

constexpr std::string_view kSorts =
    "\n; Sorts: entries of the object table, fields, weak references, referencers, serial "
    "numbers.\n"
    "(declare-sort Object 0)\n(declare-sort Field 0)\n(declare-sort Weak 0)\n"
    "(declare-sort Referencer 0)\n(declare-sort Serial 0)\n";

std::string_view NameOf(Sort sort) {
  constexpr std::array<std::string_view, kSortCount> kNames = {"Object", "Field", "Weak",
                                                               "Referencer", "Serial"};
  return kNames[static_cast<std::size_t>(sort)];
}

// "(x0 Object) (x1 Field)".
std::string Bindings(const std::vector<Sort>& sorts, std::string_view letter) {
  std::string text;
  for (std::size_t i = 0; i < sorts.size(); ++i) {
    text += fmt::format("{}({}{} {})", i == 0 ? "" : " ", letter, i, NameOf(sorts[i]));
  }
  return text;
}

std::string Joined(const std::string& left, const std::string& right) {
  return left.empty() || right.empty() ? left + right : left + " " + right;
}

// A formula as SMT-LIB. Z3 gives each quantifier a weight, an attribute that only Z3 knows:
// "(forall (...) (! BODY :weight 0))". There are no other attributes.
std::string Smt2Text(const Bool& formula) {
  constexpr std::string_view kOpen = "(! ";
  constexpr std::string_view kClose = ":weight 0)";
  std::string text = formula.to_string();
  for (std::size_t at = 0; (at = text.find(kOpen, at)) != std::string::npos;) {
    text.erase(at, kOpen.size());
  }
  for (std::size_t at = 0; (at = text.find(kClose, at)) != std::string::npos;) {
    const std::size_t from = text.find_last_not_of(" \n", at - 1) + 1;
    text.erase(from, at + kClose.size() - from);
    at = from;
  }
  return text;
}

class Printer {
 public:
  Printer(reference::Locals locals, gc::FaultSet faults)
      : logic_(context_),
        system_(logic_, faults, locals),
        before_(system_.Restrict(SymbolicState(logic_, ""))),
        invariants_(Invariants(system_)) {
    file_.text = fmt::format(fmt::runtime(kHead), reference::WordOf(locals));
    file_.text += kSorts;
  }

  SystemFile Print() {
    PrintRelations();
    PrintInvariants();
    PrintInitial();
    PrintClaimsOfState();
    for (const Action& action : system_.actions()) PrintAction(action);
    file_.text += "(exit)\n";
    return std::move(file_);
  }

 private:
  Terms Named(const std::vector<Sort>& sorts, std::string_view letter) {
    Terms terms;
    for (const Sort sort : sorts) {
      terms.push_back(logic_.Parameter(sort, fmt::format("{}{}", letter, terms.size())));
    }
    return terms;
  }

  void PrintRelations() {
    file_.text += "\n; The relations of a state.\n";
    for (const RelationEntry& entry : Vocabulary()) {
      const Terms terms = Named(entry.sorts, "x");
      if (before_[entry.relation](terms).is_false()) continue;  // this machine does not use it
      std::string sorts;
      for (const Sort sort : entry.sorts)
        sorts += fmt::format("{}{}", sorts.empty() ? "" : " ", NameOf(sort));
      file_.text += fmt::format("(declare-fun {} ({}) Bool)  ; {}\n", entry.name, sorts,
                                MeaningOf(entry.relation));
      declared_.insert(std::string(entry.name));
    }
  }

  void PrintInvariants() {
    file_.text += "\n; The invariants.\n";
    std::string all;
    for (const Invariant& invariant : invariants_) {
      const std::string name = "invariant." + invariant.name;
      file_.text += fmt::format("; {}: {}.\n", invariant.name, invariant.sentence);
      Define(name, "", invariant.holds(before_));
      all += " " + name;
    }
    file_.text += "(define-fun invariants () Bool (and" + all + "))\n";
  }

  void PrintInitial() {
    file_.text += "\n; The empty heap: nothing holds of anything.\n";
    const Relations empty = EmptyHeap(logic_);
    for (const Invariant& invariant : invariants_) {
      Ask("empty heap", invariant.name, invariant.holds(empty));
    }
  }

  void PrintClaimsOfState() {
    const std::set<std::string> outside = declared_;
    file_.text += "\n; What follows from the invariants of one state.\n(push 1)\n";
    file_.text += "(assert invariants)\n";
    for (const Claim& claim : ClaimsOfState(system_, before_)) AskClaim(claim);
    file_.text += "(pop 1)\n";
    declared_ = outside;
  }

  void PrintAction(const Action& action) {
    const Terms parameters = Named(action.parameters, "p");
    const std::string bindings = Bindings(action.parameters, "p");
    file_.text += fmt::format("\n; --- {}\n", action.name);
    const After after = action.take(before_, parameters);
    for (const Bool& fact : after.assumed) file_.text += NewSymbols(fact);
    Define(action.name + ".guard", bindings, action.guard(before_, parameters));
    Bool assumed = logic_.True();
    for (const Bool& fact : after.assumed) assumed = assumed && fact;
    if (!after.assumed.empty()) Define(action.name + ".assumed", bindings, assumed);
    const Relations next = PrintChanges(action, after, parameters);
    const std::set<std::string> outside = declared_;  // what is declared in a scope ends with it
    file_.text += "(push 1)\n";
    for (std::size_t i = 0; i < action.parameters.size(); ++i) {
      file_.text += fmt::format("(declare-fun p{} () {})\n", i, NameOf(action.parameters[i]));
    }
    file_.text += "(assert invariants)\n";
    file_.text += fmt::format("(assert {})\n", Applied(action.name + ".guard", action));
    if (!after.assumed.empty()) {
      file_.text += fmt::format("(assert {})\n", Applied(action.name + ".assumed", action));
    }
    PrintClaims(action, next, parameters);
    file_.text += "(pop 1)\n";
    declared_ = outside;
  }

  // Defines each relation that the action changes. Returns the state after it, in these names.
  Relations PrintChanges(const Action& action, const After& after, const Terms& parameters) {
    Relations next = before_;
    for (const RelationEntry& entry : Vocabulary()) {
      const Terms terms = Named(entry.sorts, "x");
      const Bool now = after.state[entry.relation](terms);
      if (z3::eq(now, before_[entry.relation](terms))) continue;
      const std::string name = fmt::format("{}.{}", action.name, entry.name);
      Define(name, Joined(Bindings(entry.sorts, "x"), Bindings(action.parameters, "p")), now);
      std::vector<Sort> sorts = entry.sorts;
      sorts.insert(sorts.end(), action.parameters.begin(), action.parameters.end());
      const Relation symbol = logic_.Symbol(name, sorts);
      declared_.insert(name);
      next[entry.relation] = Relation([symbol, parameters](const Terms& some) {
        Terms all = some;
        all.insert(all.end(), parameters.begin(), parameters.end());
        return symbol(all);
      });
    }
    return next;
  }

  void PrintClaims(const Action& action, const Relations& next, const Terms& parameters) {
    if (action.never) Ask(action.name, std::string(kNeverTaken), logic_.False());
    for (const Invariant& invariant : invariants_) {
      const Bool then = invariant.holds(next);
      if (z3::eq(then, invariant.holds(before_))) {
        ++file_.untouched;
      } else {
        Ask(action.name, invariant.name, then);
      }
    }
    for (const Lemma& lemma : ProgressLemmas(system_)) {
      if (lemma.Excepts(action.name)) continue;
      file_.text += fmt::format("; {}: {}.\n", lemma.name, lemma.sentence);
      Ask(action.name, lemma.name, lemma.holds(before_, next));
    }
    const After after{next, {}};
    for (const Claim& claim : ClaimsOfStep(system_, {action, parameters, before_, after})) {
      AskClaim(claim);
    }
    if (!action.owes) return;
    for (const Obligation& owed : action.owes(before_, next, parameters)) {
      Ask(action.name, owed.name, owed.formula);
    }
  }

  // A claim about one state or one step; what is given restricts it to a case.
  void AskClaim(const Claim& claim) {
    std::string given;
    std::string symbols = NewSymbols(claim.holds);
    for (const Bool& fact : claim.given) {
      symbols += NewSymbols(fact);
      given += fmt::format("(assert\n  {})\n", Smt2Text(fact));
    }
    file_.text += symbols;
    file_.text += fmt::format("; {}: {}.\n", claim.name, claim.sentence);
    Ask(claim.about, claim.name, claim.holds, given);
  }

  void Ask(const std::string& action, const std::string& claim, const Bool& formula,
           const std::string& given = "") {
    file_.text += fmt::format(
        "(echo \"{}{} / {}\")\n(push 1)\n{}(assert (not\n  {}))\n(check-sat)\n(pop 1)\n",
        kAnnouncement, action, claim, given, Smt2Text(formula));
    file_.queries.emplace_back(action, claim);
  }

  void Define(const std::string& name, const std::string& bindings, const Bool& body) {
    file_.text += fmt::format("(define-fun {} ({}) Bool\n  {})\n", name, bindings, Smt2Text(body));
  }

  static std::string Applied(const std::string& name, const Action& action) {
    std::string text = name;
    for (std::size_t i = 0; i < action.parameters.size(); ++i) text += fmt::format(" p{}", i);
    return action.parameters.empty() ? text : "(" + text + ")";
  }

  // The symbols in a formula that no part of the file has declared: new relations, and witnesses.
  // The parameters of an action are declared in its scope.
  std::string NewSymbols(const z3::expr& formula) {
    if (formula.is_quantifier()) return NewSymbols(formula.body());
    if (!formula.is_app()) return "";
    std::string text;
    for (unsigned i = 0; i < formula.num_args(); ++i) text += NewSymbols(formula.arg(i));
    const z3::func_decl decl = formula.decl();
    const std::string name = decl.name().str();
    const bool parameter = name.size() == 2 && name[0] == 'p' && name[1] >= '0' && name[1] <= '9';
    if (decl.decl_kind() != Z3_OP_UNINTERPRETED || parameter) return text;
    if (!declared_.insert(name).second) return text;
    std::string sorts;
    for (unsigned i = 0; i < decl.arity(); ++i) {
      sorts += (i == 0 ? "" : " ") + decl.domain(i).name().str();
    }
    return text + fmt::format("(declare-fun {} ({}) {})  ; new: only what is assumed of it holds\n",
                              name, sorts, decl.range().name().str());
  }

  z3::context context_;
  UnboundedLogic logic_;
  System system_;
  Relations before_;
  std::vector<Invariant> invariants_;
  std::set<std::string> declared_;
  SystemFile file_;
};

}  // namespace

SystemFile WriteSystem(reference::Locals locals, gc::FaultSet faults) {
  return Printer(locals, faults).Print();
}

std::vector<std::string> AnswersIn(const std::string& output) {
  std::vector<std::string> answers;
  std::istringstream lines(output);
  bool announced = false;
  for (std::string line; std::getline(lines, line);) {
    if (announced) answers.push_back(line);
    announced = line.find(kAnnouncement) != std::string::npos;
  }
  return answers;
}

}  // namespace model
