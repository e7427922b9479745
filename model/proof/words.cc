// model/proof/words.cc -- words about colours, roots, references, clusters and closures.

#include "model/proof/words.h"

#include <utility>

namespace model {

using gc::Fault;
using reference::Locals;

Relations Words::Restrict(const Relations& state) const {
  Relations restricted = state;
  const Bool no = logic_.False();
  const auto empty = [&](R relation, bool unless) {
    if (!unless) restricted[relation] = Relation([no](const Terms&) { return no; });
  };
  empty(R::kHeld, locals_ != Locals::kDead);
  empty(R::kFresh, locals_ == Locals::kBlack);
  empty(R::kEndDecided, Faulty(Fault::kBarrierOffLate));
  empty(R::kTwice, ListsTwice(faults_));
  empty(R::kRecycled, Faulty(Fault::kSkipRecycledIndex));
  empty(R::kLastIssued, Faulty(Fault::kWrapSerial));
  empty(R::kResurrects, Faulty(Fault::kLetItLeak));
  for (const R relation : {R::kCounted, R::kTogether, R::kClusterRoot, R::kMutable,
                           R::kListsCluster, R::kToDissolve}) {
    empty(relation, clusters_);
  }
  for (const R relation : {R::kAsked, R::kCarried, R::kFound, R::kHanded}) {
    empty(relation, helped_);
  }
  empty(R::kJoinedWithA,
        clusters_ && (Faulty(Fault::kKeepStaleBits) || Faulty(Fault::kKeepStaleBitIdle)));
  return restricted;
}

Bool Words::Reads(const Relations& state, const Term& x) const {
  return z3::ite(state[R::kCurrentIsA](), state[R::kA](x), state[R::kB](x));
}

Bool Words::Maybe(const Relations& state, const Term& x) const {
  return z3::ite(state[R::kCurrentIsA](), state[R::kB](x), state[R::kA](x));
}

Bool Words::Alive(const Relations& state, const Term& x) const {
  return state[R::kAlloc](x) && !state[R::kUnreachable](x);
}

Bool Words::Live(const Relations& state, const Term& x) const {
  return Alive(state, x) && z3::implies(state[R::kGathering](), !Maybe(state, x));
}

Bool Words::Listed(const Relations& state, const Term& x) const {
  return state[R::kWork](x) || state[R::kBarrier](x);
}

Bool Words::InRootSet(const Relations& state, const Term& x) const {
  return state[R::kPermanent](x) || state[R::kRoot](x) || state[R::kKept](x) ||
         state[R::kConstructing](x) || state[R::kStrong](x) || state[R::kHeld](x) ||
         state[R::kMasked](x) ||
         logic_.Exists(Sort::kReferencer, [&](const Term& r) { return state[R::kReports](r, x); });
}

Bool Words::HeldForEver(const Relations& state, const Term& x) const {
  return state[R::kPermanent](x) || state[R::kRoot](x) || state[R::kKept](x) ||
         state[R::kStrong](x);
}

Bool Words::Refers(const Relations& state, const Term& x, const Term& y) const {
  return logic_.Exists(Sort::kField, [&](const Term& f) { return state[R::kField](x, f, y); });
}

Bool Words::InCluster(const Relations& state, const Term& x) const {
  return state[R::kTogether](x, x);
}

Bool Words::IsMember(const Relations& state, const Term& x) const {
  return InCluster(state, x) && !state[R::kClusterRoot](x);
}

Bool Words::Lists(const Relations& state, const Term& x, const Term& y) const {
  return state[R::kMutable](x, y) || state[R::kListsCluster](x, y);
}

Bool Words::Covers(const Relations& state, const Term& x, const Term& y) const {
  return state[R::kTogether](x, y) || Lists(state, x, y);
}

Bool Words::Keeps(const Relations& state, const Term& x, const Term& y) const {
  return Covers(state, x, y) && !state[R::kToDissolve](x);
}

Relation Words::Closure(const Relations& state, const Relation& base,
                        std::vector<Bool>& assumed) const {
  const Edge leads = [&](const Term& x, const Term& y) {
    return Refers(state, x, y) || Keeps(state, x, y);
  };
  return ClosureOver("closed", leads, base, assumed);
}

Relation Words::ClosureOfFates(const Relations& state, const Relation& base,
                               std::vector<Bool>& assumed) const {
  const Edge leads = [&](const Term& x, const Term& y) {
    return Refers(state, x, y) || Covers(state, x, y);
  };
  return ClosureOver("closed", leads, base, assumed);
}

// `edge` is called before this function returns, and never later.
Relation Words::ClosureOver(const char* name, const Edge& edge, const Relation& base,
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

Words::Predicate Words::Is(const Term& term) const {
  return [this, term](const Term& x) { return logic_.Equal(x, term); };
}

// mark-once: x is white; or, with the fault, x has no bit at all.
Bool Words::Markable(const Relations& state, const Term& x) const {
  if (!Faulty(Fault::kMarkDisregarded)) return Maybe(state, x);
  return Maybe(state, x) || (state[R::kPermanent](x) && !Reads(state, x));
}

Bool Words::IsScanning(const Relations& state) const {
  const bool put_off = Faulty(Fault::kIgnoreUnfinishedTask);
  const Bool marking = Faulty(Fault::kBarrierOffLate)
                           ? state[R::kMarking]() && !state[R::kEndDecided]()
                           : state[R::kMarking]();
  return put_off ? marking : marking && !state[R::kInitialPending]();
}

Bool Words::IsEmpty(const Relations& state, R set) const {
  return logic_.ForAll(Sort::kObject, [&](const Term& x) { return !state[set](x); });
}

}  // namespace model
