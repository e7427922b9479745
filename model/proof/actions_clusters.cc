// model/proof/actions_clusters.cc -- what lives and dies as one: made, grown, activated, dissolved.
//
// A member has no colour of its own, nor a place in a list. In core it has its root's; here colours
// and lists are relations that are the same for all of a cluster. So the word "white" means what it
// means without clusters, no invariant has to ask for roots, and to dissolve a cluster is to forget
// which objects are in it. That the relations stay the same for all is proved (Q3, Q4).
//
// To walk from a root is to add one object after the other: what can be said of a cluster does not
// depend on the order. Core activates what it reaches in the unit that reaches it; here that is a
// step of its own, so that more can happen in between.
//
// Upholds: cluster-outward, cluster-store, cluster-dissolve-colour, cluster-dissolve-idle,
// cluster-not-in-cycle, cluster-gather.
// Read next: invariants_clusters.cc.

#include "model/proof/system.h"

namespace model {

using gc::Fault;

// By a field that is open, or by one that is not.
Bool Words::RefersOpenly(const Relations& s, const Term& x, const Term& y, bool open) const {
  return logic_.Exists(Sort::kField, [&](const Term& f) {
    return s[R::kField](x, f, y) && (open ? s[R::kOpen](f) : !s[R::kOpen](f));
  });
}

// Whether x may become one of a cluster now.
Bool Words::MayCluster(const Relations& s, const Term& x) const {
  const Bool may = s[R::kNamed](x) && Alive(s, x) && !s[R::kConstructing](x) &&
                   !s[R::kPermanent](x) && !InCluster(s, x);
  const Bool idle = !s[R::kMarking]() && !s[R::kGathering]();
  return Faulty(Fault::kClusterInCycle) ? may : may && idle;
}

// As an object of its own: a permanent one is kept without.
Bool Words::IsToBeListed(const Relations& s, const Term& x) const {
  return !InCluster(s, x) && !s[R::kPermanent](x);
}

void System::AddClusters() {
  // A cluster of the root alone.
  Add({.name = "cluster-make",
       .parameters = {Sort::kObject},
       .guard = [this](const Relations& s, const Terms& p) { return MayCluster(s, p[0]); },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Relations& t = after.state;
             const Term r = p[0];
             Load(t, r);
             Include(t, R::kClusterRoot, Is(r));
             t[R::kTogether] = Relation([this, s, r](const Terms& terms) {
               return s[R::kTogether](terms) ||
                      (logic_.Equal(terms[0], r) && logic_.Equal(terms[1], r));
             });
             t[R::kMutable] = Relation([this, s, r](const Terms& terms) {
               const Term& y = terms[1];
               return s[R::kMutable](terms) || (logic_.Equal(terms[0], r) && !logic_.Equal(y, r) &&
                                                IsToBeListed(s, y) && RefersOpenly(s, r, y, false));
             });
             t[R::kListsCluster] = Relation([this, s, r](const Terms& terms) {
               return s[R::kListsCluster](terms) ||
                      (logic_.Equal(terms[0], r) &&
                       logic_.Exists(Sort::kObject, [&](const Term& z) {
                         return s[R::kTogether](z, terms[1]) && RefersOpenly(s, r, z, false);
                       }));
             });
             const Bool is_a = s[R::kCurrentIsA]();
             t[R::kJoinedWithA] = Relation([this, s, r, is_a](const Terms& terms) {
               return z3::ite(logic_.Equal(terms[0], r), is_a, s[R::kJoinedWithA](terms));
             });
             return after;
           }});
  Add({.name = "cluster-add",
       .parameters = {Sort::kObject, Sort::kObject},
       .guard =
           [this](const Relations& s, const Terms& p) {
             return s[R::kNamed](p[0]) && s[R::kClusterRoot](p[0]) && InCluster(s, p[0]) &&
                    MayCluster(s, p[1]) && !logic_.Equal(p[0], p[1]);
           },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Load(after.state, p[0]);
             Load(after.state, p[1]);
             Join(after.state, p[0], p[1]);
             return after;
           }});
  Add({.name = "dissolve",
       .parameters = {Sort::kObject},
       .guard = [this](const Relations& s,
                       const Terms& p) { return s[R::kNamed](p[0]) && InCluster(s, p[0]); },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Load(after.state, p[0]);
             RequestDissolving(after, Is(p[0]));
             return after;
           }});
}

// What x refers to outside is listed; where x was listed itself, nothing changes.
void Changes::Join(Relations& t, const Term& r, const Term& x) const {
  const Relations s = t;
  const Predicate joined = [this, s, r, x](const Term& y) {
    return logic_.Equal(y, x) || s[R::kTogether](y, r);
  };
  t[R::kTogether] = Relation([s, joined](const Terms& terms) {
    return s[R::kTogether](terms) || (joined(terms[0]) && joined(terms[1]));
  });
  t[R::kMutable] = Relation([this, s, r, x, joined](const Terms& terms) {
    const Term& y = terms[1];
    const Bool listed =
        s[R::kMutable](r, y) || (IsToBeListed(s, y) && RefersOpenly(s, x, y, false));
    return z3::ite(joined(terms[0]), listed && !logic_.Equal(y, x), s[R::kMutable](terms));
  });
  t[R::kListsCluster] = Relation([this, s, r, x, joined](const Terms& terms) {
    const Bool others = logic_.Exists(Sort::kObject, [&](const Term& z) {
      return s[R::kTogether](z, terms[1]) && !s[R::kTogether](z, r) && RefersOpenly(s, x, z, false);
    });
    const Bool grown = logic_.Equal(terms[1], x) && s[R::kListsCluster](terms[0], r);
    return z3::ite(joined(terms[0]), s[R::kListsCluster](r, terms[1]) || others,
                   s[R::kListsCluster](terms) || grown);
  });
  t[R::kJoinedWithA] = Relation([this, s, r, x](const Terms& terms) {
    return z3::ite(logic_.Equal(terms[0], x), s[R::kJoinedWithA](r), s[R::kJoinedWithA](terms));
  });
  SetReads(t, [=, this](const Term& y) {
    return z3::ite(logic_.Equal(y, x), Reads(s, r), Reads(s, y));
  });
  const Relations u = t;
  SetMaybe(t, [=, this](const Term& y) {
    return z3::ite(logic_.Equal(y, x), Maybe(s, r), Maybe(u, y));
  });
}

// A grey cluster's turn has come: it leaves its list, and what it lists is reached.
void System::AddActivation() {
  Add({.name = "activate",
       .parameters = {Sort::kObject},
       .guard =
           [this](const Relations& s, const Terms& p) {
             return s[R::kMarking]() && s[R::kWork](p[0]) && InCluster(s, p[0]) &&
                    !ListsGarbage(s, p[0]);
           },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Relations& t = after.state;
             const Term o = p[0];
             const Bool once_more = s[R::kTwice](o);
             const Predicate all = [s, o](const Term& x) { return s[R::kTogether](x, o); };
             Exclude(t, R::kWork, [once_more, all](const Term& x) { return !once_more && all(x); });
             if (ListsTwice()) Exclude(t, R::kTwice, all);
             Shade(
                 t,
                 [this, s, o](const Term& y) {
                   Bool reached = logic_.Exists(Sort::kObject, [&](const Term& x) {
                     return s[R::kTogether](x, o) && RefersOpenly(s, x, y, true);
                   });
                   if (!Faulty(Fault::kSkipMutableObjects))
                     reached = reached || s[R::kMutable](o, y);
                   if (Faulty(Fault::kSkipOtherClusters)) return reached;
                   return reached || s[R::kListsCluster](o, y);
                 },
                 R::kWork);
             Include(t, R::kScanned, all);
             EndStep(after);
             return after;
           },
       .owes =
           [](const Relations& s, const Relations&, const Terms& p) {
             return std::vector<Obligation>{
                 {"progress: no cluster is activated twice", !s[R::kScanned](p[0]), true}};
           }});
  // An object in it may refer to garbage: all of them are scanned, and the cluster is no more.
  Add({.name = "activate-garbage",
       .parameters = {Sort::kObject},
       .guard =
           [this](const Relations& s, const Terms& p) {
             return s[R::kMarking]() && s[R::kWork](p[0]) && InCluster(s, p[0]) &&
                    ListsGarbage(s, p[0]);
           },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             RequestDissolving(after, Is(p[0]));
             EndStep(after);
             return after;
           }});
}

// Of what was stored in the holder's field, whether its cluster is dissolved for it.
Words::Predicate Changes::Uncovered(const Relations& s, const Term& holder, const Term& field,
                                    const Predicate& stored) const {
  if (!clusters_ || Faulty(Fault::kStoreSilently)) {
    return [this](const Term&) { return logic_.False(); };
  }
  const Bool uncovered = logic_.Exists(Sort::kObject, [&](const Term& y) {
    return stored(y) && !s[R::kPermanent](y) && !Covers(s, holder, y);
  });
  const Bool noticed = InCluster(s, holder) && !s[R::kOpen](field) && uncovered;
  return [=, this](const Term& x) { return noticed && logic_.Equal(x, holder); };
}

// At once; while gathering, when the gather is over.
void Changes::RequestDissolving(After& after, const Predicate& some) const {
  if (!clusters_) return;
  const Relations s = after.state;
  const Bool gathering = s[R::kGathering]();
  Dissolve(after, some, !gathering);
  Include(after.state, R::kToDissolve, [this, s, some, gathering](const Term& x) {
    return gathering && InCluster(s, x) && some(x);
  });
}

// The gather is over: the doomed are in no cluster any more, and what waited is done.
void Changes::EndClusters(After& after, const Bool& ended) const {
  if (!clusters_) return;
  const Relations s = after.state;
  if (Faulty(
          Fault::kJudgeByOwnBit)) {  // a member that was not doomed with its root reads reachable
    const Predicate left = [=, this](const Term& x) {
      return ended && Alive(s, x) && IsMember(s, x) && Maybe(s, x);
    };
    SetMaybe(after.state, [=, this](const Term& x) { return Maybe(s, x) && !left(x); });
    const Relations u = after.state;
    SetReads(after.state, [=, this](const Term& x) { return Reads(u, x) || left(x); });
  }
  Dissolve(
      after,
      [this, s](const Term& x) {
        return s[R::kToDissolve](x) || (InCluster(s, x) && s[R::kUnreachable](x));
      },
      ended);
}

// Their clusters and those that list them, if `when` holds. Colours stay as they are; where a
// cluster is grey, its members wait for themselves from now on.
void Changes::Dissolve(After& after, const Predicate& some, const Bool& when) const {
  Relations& t = after.state;
  const Relations s = t;
  const Relation base([some](const Terms& terms) { return some(terms[0]); });
  const Relation closed = ClosureOver(
      "dissolved",
      [&s](const Term& x, const Term& y) {
        return s[R::kTogether](x, y) || s[R::kListsCluster](y, x);
      },
      base, after.assumed);
  const Predicate gone = [when, closed](const Term& x) { return when && closed(x); };
  for (const R relation : {R::kTogether, R::kMutable, R::kListsCluster}) {
    t[relation] = Relation(
        [gone, old = s[relation]](const Terms& terms) { return old(terms) && !gone(terms[0]); });
  }
  for (const R set : {R::kClusterRoot, R::kToDissolve}) Exclude(t, set, gone);
  const Predicate members = [this, s, gone](const Term& x) { return gone(x) && IsMember(s, x); };
  Include(t, R::kBarrier, [s, members](const Term& x) { return s[R::kWork](x) && members(x); });
  Exclude(t, R::kWork, members);
  SpoilColours(t, members);
}

// The faults: members are as they were when they joined, or black.
void Changes::SpoilColours(Relations& t, const Predicate& members) const {
  const Relations s = t;
  const bool blacken = Faulty(Fault::kBlackenMembers);
  const bool marking = blacken || Faulty(Fault::kKeepStaleBits);
  if (!marking && !Faulty(Fault::kKeepStaleBitIdle)) return;
  const Bool phase = marking ? s[R::kMarking]() : !s[R::kMarking]() && !s[R::kGathering]();
  const Predicate spoiled = [=, this](const Term& x) { return phase && members(x) && Alive(s, x); };
  for (const R set : {R::kWork, R::kBarrier}) Exclude(t, set, spoiled);
  const Predicate is_a = [=](const Term& x) {
    return blacken ? s[R::kCurrentIsA]() : s[R::kJoinedWithA](x);
  };
  t[R::kA] = Relation([s, spoiled, is_a](const Terms& terms) {
    return z3::ite(spoiled(terms[0]), is_a(terms[0]), s[R::kA](terms));
  });
  t[R::kB] = Relation([s, spoiled, is_a](const Terms& terms) {
    return z3::ite(spoiled(terms[0]), !is_a(terms[0]), s[R::kB](terms));
  });
}

}  // namespace model
