// model/proof/system.cc -- words that the actions share.

#include "model/proof/system.h"

namespace model {

using gc::Fault;
using reference::Locals;

System::System(Logic& logic, gc::FaultSet faults, Locals locals, bool clusters)
    : logic_(logic), faults_(faults), locals_(locals), clusters_(clusters) {
  AddBirths();
  AddFieldActions();
  AddContainers();
  AddPermanent();
  AddResurrection();
  AddRootSetActions();
  AddWeakActions();
  AddReads();
  AddNamedBirth();
  AddLookUps();
  AddMarkingActions();
  AddScanActions();
  AddGatherActions();
  AddPurgeActions();
  AddIdleTick();
  AddWaitingActions();
  AddGarbage();
  AddOuter();
  if (!clusters_) return;
  AddClusters();
  AddActivation();
}

Relations System::Restrict(const Relations& state) const {
  Relations restricted = state;
  const Bool no = logic_.False();
  const auto empty = [&](R relation, bool unless) {
    if (!unless) restricted[relation] = Relation([no](const Terms&) { return no; });
  };
  empty(R::kHeld, locals_ != Locals::kDead);
  empty(R::kFresh, locals_ == Locals::kBlack);
  empty(R::kEndDecided, Faulty(Fault::kBarrierOffLate));
  empty(R::kTwice, ListsTwice());
  empty(R::kRecycled, Faulty(Fault::kSkipRecycledIndex));
  empty(R::kLastIssued, Faulty(Fault::kWrapSerial));
  empty(R::kResurrects, Faulty(Fault::kLetItLeak));
  for (const R relation :
       {R::kTogether, R::kClusterRoot, R::kMutable, R::kListsCluster, R::kToDissolve}) {
    empty(relation, clusters_);
  }
  empty(R::kJoinedWithA,
        clusters_ && (Faulty(Fault::kKeepStaleBits) || Faulty(Fault::kKeepStaleBitIdle)));
  return restricted;
}

Bool System::Reads(const Relations& state, const Term& x) const {
  return z3::ite(state[R::kCurrentIsA](), state[R::kA](x), state[R::kB](x));
}

Bool System::Maybe(const Relations& state, const Term& x) const {
  return z3::ite(state[R::kCurrentIsA](), state[R::kB](x), state[R::kA](x));
}

Bool System::Alive(const Relations& state, const Term& x) const {
  return state[R::kAlloc](x) && !state[R::kUnreachable](x);
}

Bool System::Live(const Relations& state, const Term& x) const {
  return Alive(state, x) && z3::implies(state[R::kGathering](), !Maybe(state, x));
}

Bool System::Listed(const Relations& state, const Term& x) const {
  return state[R::kWork](x) || state[R::kBarrier](x);
}

Bool System::InRootSet(const Relations& state, const Term& x) const {
  return state[R::kPermanent](x) || state[R::kRoot](x) || state[R::kKept](x) ||
         state[R::kConstructing](x) || state[R::kStrong](x) || state[R::kHeld](x) ||
         logic_.Exists(Sort::kReferencer, [&](const Term& r) { return state[R::kReports](r, x); });
}

Bool System::HeldForEver(const Relations& state, const Term& x) const {
  return state[R::kPermanent](x) || state[R::kRoot](x) || state[R::kKept](x) ||
         state[R::kStrong](x);
}

Bool System::Refers(const Relations& state, const Term& x, const Term& y) const {
  return logic_.Exists(Sort::kField, [&](const Term& f) { return state[R::kField](x, f, y); });
}

Bool System::InCluster(const Relations& state, const Term& x) const {
  return state[R::kTogether](x, x);
}

Bool System::IsMember(const Relations& state, const Term& x) const {
  return InCluster(state, x) && !state[R::kClusterRoot](x);
}

Bool System::Lists(const Relations& state, const Term& x, const Term& y) const {
  return state[R::kMutable](x, y) || state[R::kListsCluster](x, y);
}

Bool System::Covers(const Relations& state, const Term& x, const Term& y) const {
  return state[R::kTogether](x, y) || Lists(state, x, y);
}

Relation System::Closure(const Relations& state, const Relation& base,
                         std::vector<Bool>& assumed) const {
  const Edge refers = [&](const Term& x, const Term& y) { return Refers(state, x, y); };
  return ClosureOver("closed", refers, base, assumed);
}

Relation System::ClosureOfFates(const Relations& state, const Relation& base,
                                std::vector<Bool>& assumed) const {
  const Edge leads = [&](const Term& x, const Term& y) {
    return Refers(state, x, y) || Covers(state, x, y);
  };
  return ClosureOver("closed", leads, base, assumed);
}

// `edge` is asked here and not later.
Relation System::ClosureOver(const char* name, const Edge& edge, const Relation& base,
                             std::vector<Bool>& assumed) const {
  if (const auto* bounded = dynamic_cast<const BoundedLogic*>(&logic_)) {
    const int size = bounded->SizeOf(Sort::kObject);
    const auto object = [bounded](int i) { return bounded->Element(Sort::kObject, i); };
    std::vector<Bool> reached;
    for (int i = 0; i < size; ++i) reached.push_back(base(object(i)));
    for (int round = 1; round < size; ++round) {
      std::vector<Bool> next = reached;
      for (int y = 0; y < size; ++y) {
        for (int x = 0; x < size; ++x) {
          if (x == y) continue;
          next[static_cast<std::size_t>(y)] =
              next[static_cast<std::size_t>(y)] ||
              (reached[static_cast<std::size_t>(x)] && edge(object(x), object(y)));
        }
      }
      reached = std::move(next);
    }
    return Relation([reached](const Terms& terms) {
      const Term& x = terms[0];
      if (x.element >= 0) return reached[static_cast<std::size_t>(x.element)];
      z3::expr_vector any(reached[0].ctx());
      for (std::size_t i = 0; i < reached.size(); ++i) any.push_back(x.choice[i] && reached[i]);
      return z3::mk_or(any);
    });
  }
  const Relation closed = logic_.Symbol(name, {Sort::kObject});
  assumed.push_back(
      logic_.ForAll(Sort::kObject, [&](const Term& x) { return z3::implies(base(x), closed(x)); }));
  assumed.push_back(logic_.ForAll(Sort::kObject, [&](const Term& x) {
    return logic_.ForAll(Sort::kObject, [&](const Term& y) {
      return z3::implies(closed(x) && edge(x, y), closed(y));
    });
  }));
  return closed;
}

System::Predicate System::Is(const Term& term) const {
  return [this, term](const Term& x) { return logic_.Equal(x, term); };
}

void System::Set(Relations& state, R flag, const Bool& value) const {
  state[flag] = Relation([value](const Terms&) { return value; });
}

void System::Include(Relations& state, R set, const Predicate& more) const {
  state[set] = Relation(
      [old = state[set], more](const Terms& terms) { return old(terms) || more(terms[0]); });
}

void System::Exclude(Relations& state, R set, const Predicate& less) const {
  state[set] = Relation(
      [old = state[set], less](const Terms& terms) { return old(terms) && !less(terms[0]); });
}

void System::SetReads(Relations& state, const Predicate& value) const {
  const Bool is_a = state[R::kCurrentIsA]();
  state[R::kA] = Relation([is_a, value, old = state[R::kA]](const Terms& terms) {
    return z3::ite(is_a, value(terms[0]), old(terms));
  });
  state[R::kB] = Relation([is_a, value, old = state[R::kB]](const Terms& terms) {
    return z3::ite(is_a, old(terms), value(terms[0]));
  });
}

void System::SetMaybe(Relations& state, const Predicate& value) const {
  const Bool is_a = state[R::kCurrentIsA]();
  state[R::kA] = Relation([is_a, value, old = state[R::kA]](const Terms& terms) {
    return z3::ite(is_a, old(terms), value(terms[0]));
  });
  state[R::kB] = Relation([is_a, value, old = state[R::kB]](const Terms& terms) {
    return z3::ite(is_a, value(terms[0]), old(terms));
  });
}

void System::SetField(Relations& state, const Term& x, const Term& f,
                      const Predicate& value) const {
  state[R::kField] = Relation([this, x, f, value, old = state[R::kField]](const Terms& terms) {
    return z3::ite(logic_.Equal(terms[0], x) && logic_.Equal(terms[1], f), value(terms[2]),
                   old(terms));
  });
}

// White becomes black, unseen: for what nobody is to scan yet.
void System::MarkUnlisted(Relations& state, const Predicate& targets) const {
  const Relations before = state;
  SetMaybe(state,
           [this, before, targets](const Term& x) { return Maybe(before, x) && !targets(x); });
  const Relations unmarked = state;
  SetReads(state, [this, unmarked, before, targets](const Term& x) {
    return Reads(unmarked, x) || (targets(x) && Maybe(before, x));
  });
}

// mark-once: who is white, and by the fault who has no bit at all.
Bool System::Markable(const Relations& state, const Term& x) const {
  if (!Faulty(Fault::kMarkDisregarded)) return Maybe(state, x);
  return Maybe(state, x) || (state[R::kPermanent](x) && !Reads(state, x));
}

// Whoever reaches any of a cluster reaches all of it.
System::Predicate System::Reached(const Relations& state, const Predicate& targets, R list) const {
  if (!clusters_) return targets;
  const bool others = Faulty(list == R::kWork ? Fault::kMarkMemberOnly : Fault::kReturnEarly);
  const Predicate aimed = [this, state, targets, others](const Term& x) {
    return others ? targets(x) && !IsMember(state, x) : targets(x);
  };
  return [this, aimed, together = state[R::kTogether]](const Term& x) {
    return aimed(x) ||
           logic_.Exists(Sort::kObject, [&](const Term& y) { return together(x, y) && aimed(y); });
  };
}

// White becomes grey, in a list; anything else stays.
void System::Shade(Relations& state, const Predicate& targets, R list) const {
  const Relations before = state;
  const Predicate shaded = [this, before, reached = Reached(state, targets, list)](const Term& x) {
    return reached(x) && Markable(before, x);
  };
  SetMaybe(state, [this, before, shaded](const Term& x) { return Maybe(before, x) && !shaded(x); });
  const Relations unmarked = state;
  SetReads(state,
           [this, unmarked, shaded](const Term& x) { return Reads(unmarked, x) || shaded(x); });
  if (ListsTwice()) {
    Include(state, R::kTwice,
            [this, before, shaded](const Term& x) { return shaded(x) && Listed(before, x); });
  }
  Include(state, list, shaded);
  for (const R set : {R::kA, R::kB, list}) {
    state[set] = logic_.WorkedOut(state[set], {Sort::kObject});
  }
}

void System::Barrier(Relations& state, const Predicate& targets) const {
  const Bool is_on = state[R::kMarking]();
  const bool skips = Faulty(Fault::kSkipStoredGarbage);
  const Predicate aimed = [is_on, targets, skips, garbage = state[R::kGarbage]](const Term& x) {
    return skips ? is_on && targets(x) && !garbage(x) : is_on && targets(x);
  };
  const Relations before = state;
  Shade(state, aimed, R::kBarrier);
  if (Faulty(Fault::kShadeWithoutQueueing)) state[R::kBarrier] = before[R::kBarrier];
  if (Faulty(Fault::kQueueTwice)) {
    Include(state, R::kTwice,
            [this, before, reached = Reached(before, aimed, R::kBarrier)](const Term& x) {
              return reached(x) && Maybe(before, x);
            });
  }
}

void System::BarrierUnless(Fault fault, Relations& state, const Predicate& targets) const {
  if (!Faulty(fault)) Barrier(state, targets);
}

// Under `locals black` an operand is shaded when it is loaded from the heap; what was created or
// answered since the last step was not loaded, nor is what is held.
void System::Load(Relations& state, const Term& operand) const {
  if (locals_ != Locals::kBlack) return;
  const Bool loaded = !state[R::kFresh](operand) && !state[R::kHeld](operand);
  Barrier(state,
          [this, operand, loaded](const Term& x) { return loaded && logic_.Equal(x, operand); });
}

// Raw references held by the mutator die at every step. What it can name then is what is reachable;
// in unbounded heaps it has to load that.
void System::EndStep(After& after) const {
  Relations& state = after.state;
  const Bool no = logic_.False();
  if (logic_.Finite()) {
    const Relations now = state;
    const Relation in_root_set(
        [this, now](const Terms& terms) { return InRootSet(now, terms[0]); });
    state[R::kNamed] = Closure(state, in_root_set, after.assumed);
  } else {
    state[R::kNamed] = Relation([no](const Terms&) { return no; });
  }
  state[R::kFresh] = Relation([no](const Terms&) { return no; });
}

Bool System::IsScanning(const Relations& state) const {
  const bool put_off = Faulty(Fault::kIgnoreUnfinishedTask);
  return put_off ? state[R::kMarking]() : state[R::kMarking]() && !state[R::kInitialPending]();
}

Bool System::IsEmpty(const Relations& state, R set) const {
  return logic_.ForAll(Sort::kObject, [&](const Term& x) { return !state[set](x); });
}

}  // namespace model
