// model/claims/theorems.cc -- what the invariants are for: nothing reachable dies, and all that is
// unreachable goes.
//
// The invariants speak of colours and lists. A user speaks of what can be reached: the least set
// that has the root set and what the mutator can name, and with an object all to which it refers
// and all that its cluster keeps.
// In finite heaps this set is worked out. In heaps of any size no formula says "least", but this
// follows from it: the least set is within every set that has the roots and is closed (that is how
// one proves something by induction over the length of a path). The claims below use this for one
// set, the live objects, and nothing else.
//
// The theorem of completeness is about what counted at the flip: reached from the root set by
// references that keep their target, not by a field that a scan clears because its target is
// garbage. R::kCounted has that, and what the mutator put in reach of the marking since
// (ghosts.cc).
//
// Read next: model/proof/prover.h.

#include <string_view>

#include "model/claims/claims.h"

namespace model {

namespace {

// What can be reached in a state, and what is known about it.
struct Reach {
  Relation reached;
  std::vector<Bool> known;
};

Reach ReachIn(const System& system, const Relations& s) {
  Logic& logic = system.logic();
  const Relation base([&system, s](const Terms& terms) {
    return system.InRootSet(s, terms[0]) || s[R::kNamed](terms[0]);
  });
  if (logic.Finite()) {
    std::vector<Bool> exact;
    return {system.Closure(s, base, exact), {}};
  }
  const Relation reached = logic.Symbol("reached", {Sort::kObject});
  const auto each = [&](const std::function<Bool(const Term&)>& body) {
    return logic.ForAll(Sort::kObject, body);
  };
  const Bool begins = each([&](const Term& x) { return z3::implies(base(x), system.Live(s, x)); });
  const Bool goes_on = each([&](const Term& x) {
    return each([&](const Term& y) {
      return z3::implies(system.Live(s, x) && (system.Refers(s, x, y) || system.Keeps(s, x, y)),
                         system.Live(s, y));
    });
  });
  const Bool within =
      each([&](const Term& x) { return z3::implies(reached(x), system.Live(s, x)); });
  return {reached, {z3::implies(begins && goes_on, within)}};
}

class TheoremBuilder {
 public:
  TheoremBuilder(const System& system, const TakenStep& step)
      : system_(system),
        logic_(system.logic()),
        step_(step),
        s_(step.before),
        t_(step.after.state) {}

  Claims Build() {
    Safety();
    Staying();
    Completeness();
    Freeing();
    if (!logic_.Finite()) Unreachable();
    return std::move(claims_);
  }

 private:
  using T = const Term&;

  void Add(const char* name, const char* sentence, std::vector<Bool> given, const Bool& holds) {
    claims_.push_back({.kind = Claim::Kind::kTheorem,
                       .about = step_.action.name,
                       .name = name,
                       .sentence = sentence,
                       .given = std::move(given),
                       .holds = holds});
  }
  Bool Each(const std::function<Bool(T)>& body) const { return logic_.ForAll(Sort::kObject, body); }
  Bool Known(const Reach& reach, const Bool& claim) const {
    Bool all = claim;
    for (const Bool& known : reach.known) all = z3::implies(known, all);
    return all;
  }

  void Safety() {
    if (step_.action.name == "drop-heap")
      return;  // that nothing is needed any more is the user's duty
    const Reach reach = ReachIn(system_, s_);
    const bool gives_up = step_.action.name == "abandon";
    const auto given_up = [&](T x) {
      return gives_up ? logic_.Equal(x, step_.parameters[0]) : logic_.False();
    };
    Add("H2", "what could be reached is neither doomed nor freed", {},
        Known(reach, Each([&](T x) {
                return z3::implies(reach.reached(x) && !given_up(x), system_.Alive(t_, x));
              })));
    if (!step_.action.unit) return;
    const Bool kept = Each([&](T x) {
      return Each([&](T y) {
        return logic_.ForAll(Sort::kField, [&](T f) {
          const Bool stays = s_[R::kField](x, f, y) && !system_.IsKillable(s_, f, y);
          return z3::implies(reach.reached(x),
                             z3::implies(stays, t_[R::kField](x, f, y)) &&
                                 z3::implies(t_[R::kField](x, f, y), s_[R::kField](x, f, y)));
        });
      });
    });
    Add("H3", "a unit changes no field of what could be reached, but clears garbage", {},
        Known(reach, kept));
  }

  // What has been gathered stays so until it is freed.
  void Staying() {
    const bool frees = step_.action.name == "free" || step_.action.name == "hand-over";
    Add("H5", "what is doomed is doomed until it is freed", {}, Each([&](T x) {
          const Bool freed =
              frees ? logic_.Equal(x, step_.parameters[0]) && !t_[R::kAlloc](x) : logic_.False();
          return z3::implies(s_[R::kUnreachable](x), t_[R::kUnreachable](x) || freed);
        }));
  }

  // Claims what must be true when something is over. For the actions that can end it, this is a
  // case that must be possible.
  void WhenOver(const char* name, const char* sentence, std::initializer_list<const char*> enders,
                const Bool& over, const Bool& holds) {
    bool can_end = false;
    for (const char* ender : enders) can_end = can_end || step_.action.name == ender;
    if (can_end) return Add(name, sentence, {over}, holds);
    Add(name, sentence, {}, z3::implies(over, holds));
  }

  void Completeness() {
    const auto in_cycle = [](const Relations& s) { return s[R::kMarking]() || s[R::kGathering](); };
    WhenOver("H4", "when a cycle is over, all is doomed that did not count at its flip or since",
             {"gather", "end-check-ends", "worker-visits", "join"}, in_cycle(s_) && !in_cycle(t_),
             Each([&](T x) {
               return z3::implies(system_.Alive(t_, x), s_[R::kMay](x) && s_[R::kCounted](x));
             }));
  }

  // R::kRefused has what was asked in this purge and was not ready.
  void Freeing() {
    WhenOver("H6", "when a purge is over, what is still doomed was asked in it, and was not ready",
             {"free", "hand-over", "poll-not-ready", "poll-waiting-not-ready"},
             s_[R::kPurgePending]() && !t_[R::kPurgePending](), Each([&](T x) {
               return z3::implies(t_[R::kUnreachable](x), t_[R::kWaiting](x) && t_[R::kRefused](x));
             }));
  }

  // At a flip, R::kMay and R::kCounted become sets about which the flip assumes something. Claims
  // that each closed set that has the root set meets what is assumed, so the least one does.
  void Unreachable() {
    if (step_.action.name != "flip") return;
    const auto least = [&](R set, const std::function<Bool(T)>& base,
                           const std::function<Bool(T, T)>& leads) {
      return Each([&](T x) { return z3::implies(base(x), t_[set](x)); }) && Each([&](T x) {
               return Each([&](T y) { return z3::implies(t_[set](x) && leads(x, y), t_[set](y)); });
             });
    };
    const Bool may = least(
        R::kMay, [&](T x) { return system_.InRootSet(s_, x); },
        [&](T x, T y) { return system_.Refers(s_, x, y) || system_.Covers(s_, x, y); });
    const Bool counted = least(
        R::kCounted, [&](T x) { return system_.RootThatCounts(s_, x); },
        [&](T x, T y) { return system_.CountsFor(s_, x, y); });
    Bool assumed = logic_.True();
    for (const Bool& fact : step_.after.assumed) assumed = assumed && fact;
    Add("H7", "what may stay can be any closed set with the root set, so all that is reachable",
        {may, counted}, assumed);
    claims_.back().of_assumptions = true;
  }

  const System& system_;
  const Logic& logic_;
  const TakenStep& step_;
  const Relations& s_;
  const Relations& t_;
  Claims claims_;
};

}  // namespace

Claims SafetyOfState(const System& system, const Relations& state) {
  const Reach reach = ReachIn(system, state);
  const Bool live = system.logic().ForAll(Sort::kObject, [&](const Term& x) {
    return z3::implies(reach.reached(x), system.Live(state, x));
  });
  Bool holds = live;
  for (const Bool& known : reach.known) holds = z3::implies(known, holds);
  return {{.kind = Claim::Kind::kTheorem,
           .about = "every state",
           .name = "H1",
           .sentence = "what can be reached is live",
           .given = {},
           .holds = holds}};
}

Claims TheoremClaims(const System& system, const TakenStep& step) {
  return TheoremBuilder(system, step).Build();
}

}  // namespace model
