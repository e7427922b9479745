// model/claims/enabled.cc -- in each phase the collector can go on.
//
// Safety is easily had by a collector that stops: a state in which no unit can be done keeps every
// invariant for ever. An earlier form of these formulas had such a state: on an empty heap the end
// check began a gather that had nothing to visit.
//
// A phase is a few cases. Each case names its witness, the object with which some unit of the phase
// can be done, and one more claim says that the cases are all there are. The one state in which the
// collector has to wait is a case too: while marking, with nothing left but objects whose
// constructor runs, the mutator can complete one.
//
// Read next: ranks.cc.

#include <optional>
#include <utility>

#include "model/claims/claims.h"

namespace model {

namespace {

using Flag = std::function<Bool(const Relations&)>;
using OfObject = std::function<Bool(const Relations&, const Term&)>;

// A case of a phase: what is true of the state, and of the witness.
struct Case {
  const char* name;
  const char* sentence;
  Flag state;
  OfObject witness;  // empty: the case has none
};

struct PhaseCases {
  const char* name;
  const char* cover;  // the name of the claim that the cases are all
  Flag is;
  std::vector<const char*> units;  // those that can be done in some state of the phase
  std::vector<Case> cases;
};

class EnabledBuilder {
 public:
  EnabledBuilder(const System& system, const Relations& state)
      : system_(system),
        logic_(system.logic()),
        state_(state),
        witness_(logic_.Parameter(Sort::kObject, "witness")) {}

  Claims Build() {
    const std::vector<PhaseCases> phases = {Marking(), Purge(), Gather(), Idle()};
    for (const PhaseCases& phase : phases) {
      for (const Case& each : phase.cases) AddCase(phase, each);
      AddCover(phase);
    }
    claims_.push_back({.about = "idle",
                       .name = "E17",
                       .sentence = "outside a cycle one can begin",
                       .given = {phases.back().is(state_)},
                       .holds = CanBeDone({"flip"})});
    return std::move(claims_);
  }

 private:
  using S = const Relations&;
  using T = const Term&;

  PhaseCases Marking() const {
    const System* sys = &system_;
    const auto scanning = [](S s) { return !s[R::kInitialPending](); };
    const auto dry = [=](S s) {
      return scanning(s) && sys->IsEmpty(s, R::kWork) && sys->IsEmpty(s, R::kBarrier);
    };
    return {
        .name = "marking",
        .cover = "E6",
        .is = [](S s) { return s[R::kMarking](); },
        .units = {"initial-references", "scan", "activate", "activate-garbage", "barrier-list",
                  "end-check-goes-on", "end-check-decides", "end-check-ends", "complete"},
        .cases = {{"E1", "the initial references are due, and can be taken",
                   [](S s) { return s[R::kInitialPending](); }, nullptr},
                  {"E2", "what waits in the work list can be scanned, or its cluster activated",
                   scanning, [](S s, T x) { return s[R::kWork](x); }},
                  {"E3", "with an empty work list the barrier list can be taken",
                   [=](S s) { return scanning(s) && sys->IsEmpty(s, R::kWork); },
                   [](S s, T x) { return s[R::kBarrier](x); }},
                  {"E4", "with empty lists and no constructor running, an end check can be made",
                   [=](S s) { return dry(s) && sys->IsEmpty(s, R::kConstructing); }, nullptr},
                  {"E5", "with empty lists, a constructor that runs can be completed", dry,
                   [](S s, T x) { return s[R::kConstructing](x); }}}};
  }

  PhaseCases Purge() const {
    const System* sys = &system_;
    const Logic* logic = &logic_;
    const auto all_of_batch = [logic](S s, R set) {
      return logic->ForAll(Sort::kObject,
                           [&](T x) { return z3::implies(s[R::kBatch](x), s[set](x)); });
    };
    const auto begun = [=](S s) { return all_of_batch(s, R::kBegun); };
    const auto finished = [=](S s) { return begun(s) && all_of_batch(s, R::kFinished); };
    return {.name = "purge",
            .cover = "E11",
            .is = [](S s) { return s[R::kPurgePending]() && !s[R::kMarking](); },
            .units = {"begin", "poll-ready", "poll-not-ready", "poll-waiting-ready",
                      "poll-waiting-not-ready", "free"},
            .cases = {{"E7", "what is doomed and not begun can be begun",
                       [logic](S) { return logic->True(); },
                       [](S s, T x) { return s[R::kBatch](x) && !s[R::kBegun](x); }},
                      {"E8", "when all have begun, what has not finished can be asked", begun,
                       [](S s, T x) { return s[R::kBatch](x) && !s[R::kFinished](x); }},
                      {"E9", "when all have been asked, what waits can be asked", finished,
                       [](S s, T x) { return s[R::kPolling](x); }},
                      {"E10", "when nothing is to be asked, what has finished can be freed",
                       [=](S s) { return finished(s) && sys->IsEmpty(s, R::kPolling); },
                       [](S s, T x) { return s[R::kBatch](x); }}}};
  }

  PhaseCases Gather() const {
    return {
        .name = "gather",
        .cover = "E13",
        .is = [](S s) { return s[R::kGathering]() && !s[R::kMarking]() && !s[R::kPurgePending](); },
        .units = {"gather"},
        .cases = {{"E12", "what is to be visited can be visited",
                   [logic = &logic_](S) { return logic->True(); },
                   [](S s, T x) { return s[R::kUnvisited](x); }}}};
  }

  PhaseCases Idle() const {
    const System* sys = &system_;
    return {
        .name = "idle",
        .cover = "E16",
        .is =
            [](S s) { return !s[R::kMarking]() && !s[R::kGathering]() && !s[R::kPurgePending](); },
        .units = {"poll-waiting-ready", "poll-waiting-not-ready", "idle-tick"},
        .cases = {{"E14", "outside a cycle, what waits can be asked",
                   [logic = &logic_](S) { return logic->True(); },
                   [](S s, T x) { return s[R::kWaiting](x); }},
                  {"E15", "outside a cycle, with nothing waiting, a tick has nothing to do",
                   [sys](S s) { return sys->IsEmpty(s, R::kWaiting); }, nullptr}}};
  }

  // The witness, and something for each parameter that only a fault adds.
  Terms Parameters(const Action& action) const {
    Terms parameters;
    for (const Sort sort : action.parameters) {
      parameters.push_back(parameters.empty() ? witness_ : logic_.Parameter(sort, "another"));
    }
    return parameters;
  }

  // Whether one of the units can be done, with the witness.
  Bool CanBeDone(const std::vector<const char*>& units) const {
    Bool some = logic_.False();
    for (const Action& action : system_.actions()) {
      for (const char* unit : units) {
        if (action.name != unit) continue;
        some = some || action.guard(state_, Parameters(action));
      }
    }
    return some;
  }

  void AddCase(const PhaseCases& phase, const Case& each) {
    std::vector<Bool> given = {phase.is(state_), each.state(state_)};
    if (each.witness) {
      given.push_back(logic_.WellFormed(witness_));
      given.push_back(each.witness(state_, witness_));
    }
    claims_.push_back({.about = phase.name,
                       .name = each.name,
                       .sentence = each.sentence,
                       .given = std::move(given),
                       .holds = CanBeDone(phase.units)});
  }

  void AddCover(const PhaseCases& phase) {
    Bool some = logic_.False();
    for (const Case& each : phase.cases) {
      const Bool exists =
          each.witness ? logic_.Exists(Sort::kObject, [&](T x) { return each.witness(state_, x); })
                       : logic_.True();
      some = some || (each.state(state_) && exists);
    }
    claims_.push_back({.about = phase.name,
                       .name = phase.cover,
                       .sentence = "these are all the cases of the phase",
                       .given = {phase.is(state_)},
                       .holds = some});
  }

  const System& system_;
  Logic& logic_;
  const Relations& state_;
  Term witness_;
  Claims claims_;
};

}  // namespace

// That each state is in one of the four phases needs no solver: the last three conditions are what
// is left of the state when the ones before do not hold.
Claims EnabledClaims(const System& system, const Relations& state) {
  return EnabledBuilder(system, state).Build();
}

}  // namespace model
