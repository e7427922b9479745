// model/claims/ranks.cc -- why each phase ends: each unit uses up a ticket.
//
// That a phase ends is a statement about whole runs, but a solver decides conditions about one
// step. So each object holds tickets, by what is still ahead of it:
//
//   marking   white or unfinished: all five tickets; then, as it goes on,
//               barrier list, in a cluster   4    L: taken, or its cluster is dissolved
//               work list, in a cluster      3    L: its cluster is activated or dissolved
//               barrier list                 2    L: taken
//               work list                    1    L: scanned
//               black                        0
//             and one for the initial references
//   gather    one for each index that is still to be visited
//   purge     to be begun, to be asked, to be freed or let wait
//
// An object only ever loses tickets, whatever the mutator does; only an object that is born while
// marking runs is given any. Each unit takes at least one ticket, or ends the phase. Tickets are
// held by entries below the high-water mark only. So a phase has at most as many units as there
// were tickets when it began, and those of the objects that were born with one since.
//
// Read next: theorems.cc.

#include <string_view>
#include <utility>

#include "model/claims/claims.h"

namespace model {

namespace {

using Predicates = std::vector<Words::Predicate>;

// Of which phase an action is a unit.
enum class PhaseOf : std::uint8_t { kNone, kMarking, kGather, kPurge };

PhaseOf PhaseOfUnit(std::string_view name) {
  static constexpr std::pair<std::string_view, PhaseOf> kPhases[] = {
      {"initial-references", PhaseOf::kMarking},
      {"barrier-list", PhaseOf::kMarking},
      {"scan", PhaseOf::kMarking},
      {"activate", PhaseOf::kMarking},
      {"activate-garbage", PhaseOf::kMarking},
      {"end-check-goes-on", PhaseOf::kMarking},
      {"end-check-ends", PhaseOf::kMarking},
      {"gather", PhaseOf::kGather},
      {"begin", PhaseOf::kPurge},
      {"poll-ready", PhaseOf::kPurge},
      {"poll-not-ready", PhaseOf::kPurge},
      {"poll-waiting-ready", PhaseOf::kPurge},
      {"poll-waiting-not-ready", PhaseOf::kPurge},
      {"free", PhaseOf::kPurge}};
  for (const auto& [unit, phase] : kPhases) {
    if (unit == name) return phase;
  }
  return PhaseOf::kNone;
}

// The sets of objects that hold each ticket of marking, from the first that is lost to the last.
Predicates MarkingTickets(const System& system, const Relations& s) {
  const System* sys = &system;
  const Words::Predicate ahead = [sys, s](const Term& x) {
    return (sys->Alive(s, x) && sys->Maybe(s, x)) || s[R::kConstructing](x);
  };
  return {ahead,
          [=](const Term& x) { return ahead(x) || (sys->InCluster(s, x) && s[R::kBarrier](x)); },
          [=](const Term& x) { return ahead(x) || (sys->InCluster(s, x) && sys->Listed(s, x)); },
          [=](const Term& x) {
            return ahead(x) || s[R::kBarrier](x) || (sys->InCluster(s, x) && s[R::kWork](x));
          },
          [=](const Term& x) { return ahead(x) || sys->Listed(s, x); }};
}

Predicates PurgeTickets(const Relations& s) {
  return {
      [s](const Term& x) { return s[R::kBatch](x) && !s[R::kBegun](x); },
      [s](const Term& x) { return (s[R::kBatch](x) && !s[R::kFinished](x)) || s[R::kPolling](x); },
      [s](const Term& x) { return s[R::kBatch](x) || s[R::kPolling](x); }};
}

class RankBuilder {
 public:
  RankBuilder(const System& system, const TakenStep& step)
      : system_(system),
        logic_(system.logic()),
        step_(step),
        s_(step.before),
        t_(step.after.state) {}

  Claims Build() {
    NothingIsGained();
    PhasesFollow();
    switch (PhaseOfUnit(step_.action.name)) {
      case PhaseOf::kMarking:
        Add("L5", "the unit of marking uses up a ticket, or ends the phase",
            !t_[R::kMarking]() || UsedByMarking());
        break;
      case PhaseOf::kGather:
        Add("L6", "the gather uses up a ticket, or ends",
            !t_[R::kGathering]() || !t_[R::kUnvisited](step_.parameters[0]));
        break;
      case PhaseOf::kPurge:
        // Outside a purge, to ask what waits begins one.
        Add("L7", "the unit of a purge uses up a ticket, or ends it",
            !s_[R::kPurgePending]() || !t_[R::kPurgePending]() ||
                Used(PurgeTickets(s_), PurgeTickets(t_), step_.parameters[0]));
        break;
      case PhaseOf::kNone:
        break;
    }
    return std::move(claims_);
  }

 private:
  void Add(const char* name, const char* sentence, const Bool& holds) {
    claims_.push_back({.kind = Claim::Kind::kRank,
                       .about = step_.action.name,
                       .name = name,
                       .sentence = sentence,
                       .given = {},
                       .holds = holds});
  }

  Bool None(const Predicates& before, const Predicates& after, const Words::Predicate& except) {
    Bool all = logic_.True();
    for (std::size_t i = 0; i < before.size(); ++i) {
      all = all && logic_.ForAll(Sort::kObject, [&](const Term& x) {
        return z3::implies(after[i](x) && !except(x), before[i](x));
      });
    }
    return all;
  }

  // A unit bears no object, so nothing is excepted.
  void NothingIsGained() {
    const bool bears = !step_.action.unit;
    const Words::Predicate born = [this, bears](const Term& x) {
      return bears ? !s_[R::kAlloc](x) : logic_.False();
    };
    Add("L1", "while marking, tickets are given to the newborn only",
        z3::implies(s_[R::kMarking]() && t_[R::kMarking](),
                    z3::implies(t_[R::kInitialPending](), s_[R::kInitialPending]()) &&
                        None(MarkingTickets(system_, s_), MarkingTickets(system_, t_), born)));
    Add("L2", "in a purge that goes on, tickets are given to nothing",
        z3::implies(s_[R::kPurgePending]() && t_[R::kPurgePending](),
                    None(PurgeTickets(s_), PurgeTickets(t_),
                         [this](const Term&) { return logic_.False(); })));
  }

  // That no index is to be visited again is lemma G4.
  void PhasesFollow() {
    const std::string_view name = step_.action.name;
    const auto begins = [&](R phase, bool may) {
      return may ? logic_.True() : z3::implies(t_[phase](), s_[phase]());
    };
    Add("L3", "only a flip begins marking, and only an end check a gather",
        begins(R::kMarking, name == "flip") && begins(R::kGathering, name == "end-check-ends"));
    const bool may_purge =
        name == "gather" || name == "poll-waiting-ready" || name == "poll-waiting-not-ready";
    Add("L4", "only the end of a gather begins a purge, or a question to what waits",
        begins(R::kPurgePending, may_purge));
  }

  Bool Used(const Predicates& before, const Predicates& after, const Term& x) {
    Bool used = logic_.False();
    for (std::size_t i = 0; i < before.size(); ++i) used = used || (before[i](x) && !after[i](x));
    return used;
  }

  // The witness is given by hand. Where a list is taken, each object in it is one, and there is
  // one.
  Bool UsedByMarking() {
    const std::string_view name = step_.action.name;
    const Predicates before = MarkingTickets(system_, s_), after = MarkingTickets(system_, t_);
    if (name == "initial-references") return s_[R::kInitialPending]() && !t_[R::kInitialPending]();
    if (name == "barrier-list") {
      return !system_.IsEmpty(s_, R::kBarrier) && logic_.ForAll(Sort::kObject, [&](const Term& x) {
        return z3::implies(s_[R::kBarrier](x), Used(before, after, x));
      });
    }
    if (!step_.parameters.empty()) return Used(before, after, step_.parameters[0]);
    return logic_.Exists(Sort::kObject,
                         [&](const Term& x) { return before.front()(x) && !after.front()(x); });
  }

  const System& system_;
  const Logic& logic_;
  const TakenStep& step_;
  const Relations& s_;
  const Relations& t_;
  Claims claims_;
};

}  // namespace

Claims RankClaims(const System& system, const TakenStep& step) {
  return RankBuilder(system, step).Build();
}

// The tickets of a phase are held by entries below the high-water mark, so there are finitely many.
Claims TicketClaims(const System& system, const Relations& state) {
  const Logic& logic = system.logic();
  const Predicates marking = MarkingTickets(system, state), purge = PurgeTickets(state);
  const auto below = [&](const Words::Predicate& holders) {
    return logic.ForAll(Sort::kObject,
                        [&](const Term& x) { return z3::implies(holders(x), state[R::kUsed](x)); });
  };
  return {{.kind = Claim::Kind::kRank,
           .about = "every phase",
           .name = "L8",
           .sentence = "only entries below the high-water mark hold tickets",
           .given = {},
           .holds = below(marking.back()) && below(purge.back()) &&
                    below([&](const Term& x) { return state[R::kUnvisited](x); })}};
}

}  // namespace model
