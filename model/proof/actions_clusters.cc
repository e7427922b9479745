// model/proof/actions_clusters.cc -- actions that make, grow, activate and dissolve clusters.
//
// In core a member has its root's colour, and waits in a list by its root. Here the relations of
// colours and lists hold for all objects of a cluster alike. So "white" means the same as without
// clusters, no invariant asks for roots, and dissolving a cluster only forgets which objects are in
// it. That the relations hold for all alike is proved (invariants Q3 and Q4).
//
// Core makes a cluster by a walk from its root. Here the root is a cluster alone, and other objects
// are added one at a time; the order makes no difference. Core activates a cluster in the unit that
// reaches it. Here activation is a step of its own, so that more can happen in between.
//
// Upholds: cluster-outward, cluster-store, cluster-dissolve-colour, cluster-dissolve-idle,
// cluster-not-in-cycle, cluster-gather.
// Read next: invariants_clusters.cc.

#include <string>

#include "model/proof/system.h"

namespace model {

using gc::Fault;

// Whether x refers to y by an open field, or (if `open` is false) by a field that is not open.
Bool Words::RefersOpenly(const Relations& s, const Term& x, const Term& y, bool open) const {
  return logic_.Exists(Sort::kField, [&](const Term& f) {
    return s[R::kField](x, f, y) && (open ? s[R::kOpen](f) : !s[R::kOpen](f));
  });
}

// Whether x may enter a cluster now.
Bool Words::MayCluster(const Relations& s, const Term& x) const {
  const Bool named = Assumed(Assumption::kNamesDieAtSteps, s[R::kNamed](x));
  const Bool may =
      named && Alive(s, x) && !s[R::kConstructing](x) && !s[R::kPermanent](x) && !InCluster(s, x);
  const Bool idle = !s[R::kMarking]() && !s[R::kGathering]();
  return Faulty(Fault::kClusterInCycle) ? may : may && idle;
}

// Whether a cluster that refers to x lists it as an object. A permanent object lives anyway.
Bool Words::IsToBeListed(const Relations& s, const Term& x) const {
  return !InCluster(s, x) && !s[R::kPermanent](x);
}

void System::AddClusters() {
  // Makes a cluster of the root alone.
  Add({.name = "cluster-make",
       .parameters = {Sort::kObject},
       .guard = [this](const Relations& s, const Terms& p) { return MayCluster(s, p[0]); },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Relations& t = after.state;
             const Term& r = p[0];
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
             return Names(s, p[0]) && s[R::kClusterRoot](p[0]) && InCluster(s, p[0]) &&
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
                       const Terms& p) { return Names(s, p[0]) && InCluster(s, p[0]); },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Load(after.state, p[0]);
             RequestDissolving(after, Is(p[0]));
             return after;
           }});
}

// The cluster lists what x refers to outside of it. Clusters that listed x go on listing it.
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

// A grey cluster is taken from its list: it is black now, and what it lists is reached.
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
             const Term& o = p[0];
             const Bool once_more = s[R::kTwice](o);
             const Predicate all = [s, o](const Term& x) { return s[R::kTogether](x, o); };
             Exclude(t, R::kWork, [once_more, all](const Term& x) { return !once_more && all(x); });
             if (ListsTwice(faults_)) Exclude(t, R::kTwice, all);
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
  // The cluster lists garbage, so it is dissolved, and its objects are scanned one by one.
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

// The objects whose cluster the store dissolves: the holder, if its cluster does not cover what was
// stored in the field; otherwise none.
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

// Dissolves at once; but while gathering, when the gather is over.
void Changes::RequestDissolving(After& after, const Predicate& some) const {
  if (!clusters_) return;
  const Relations s = after.state;
  const Bool gathering = s[R::kGathering]();
  const Relation all = WithReferrers(after, some);
  Dissolve(after, all, !gathering);
  Include(after.state, R::kToDissolve, [this, s, all, gathering](const Term& x) {
    return gathering && InCluster(s, x) && all(x);
  });
}

// When the gather is over, the clusters of doomed objects are dissolved, and those whose dissolving
// was put off.
void Changes::EndClusters(After& after, const Bool& ended) const {
  if (!clusters_) return;
  const Relations s = after.state;
  if (Faulty(Fault::kJudgeByOwnBit)) {  // a member that was not doomed reads reachable
    const Predicate left = [=, this](const Term& x) {
      return ended && Alive(s, x) && IsMember(s, x) && Maybe(s, x);
    };
    SetMaybe(after.state, [=, this](const Term& x) { return Maybe(s, x) && !left(x); });
    const Relations u = after.state;
    SetReads(after.state, [=, this](const Term& x) { return Reads(u, x) || left(x); });
  }
  const Relation all = WithReferrers(after, [this, s](const Term& x) {
    return s[R::kToDissolve](x) || (InCluster(s, x) && s[R::kUnreachable](x));
  });
  Dissolve(after, all, ended);
}

// `some`, the clusters of these, and all clusters that list one of these.
Relation Changes::WithReferrers(After& after, const Predicate& some) const {
  const Relations& s = after.state;
  const Relation base([some](const Terms& terms) { return some(terms[0]); });
  // One operation may dissolve twice (a swap): then these are two sets.
  const std::string name = "dissolved" + std::to_string(after.assumed.size());
  return ClosureOver(
      name.c_str(),
      [&s](const Term& x, const Term& y) {
        return s[R::kTogether](x, y) || s[R::kListsCluster](y, x);
      },
      base, after.assumed);
}

// If `when` holds, dissolves these clusters. Colours stay as they are. The members of a grey
// cluster wait in the barrier list from now on.
void Changes::Dissolve(After& after, const Relation& closed, const Bool& when) const {
  Relations& t = after.state;
  const Relations s = t;
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

// Only with a fault: members get the colour that they had when they joined, or become black.
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
