// model/proof/invariants_clusters.cc -- the invariants about clusters.
//
// All objects of a cluster live and die together: "in one cluster" is an equivalence relation. What
// a cluster lists stands for the references of all its objects.
//
// Read next: model/claims/progress.h.

#include "model/proof/invariants.h"

namespace model {

namespace {

class ClusterBuilder {
 public:
  explicit ClusterBuilder(const System& system) : system_(system), logic_(system.logic()) {}

  std::vector<Invariant> Build() {
    Fellows();
    ListsOfAll();
    ListsAreLikeReferences();
    return std::move(invariants_);
  }

 private:
  using S = const Relations&;
  using T = const Term&;

  void Each(const char* name, const char* sentence, std::function<Bool(S, T)> body) {
    invariants_.push_back({name, sentence, [logic = &logic_, body](S s) {
                             return logic->ForAll(Sort::kObject, [&](T x) { return body(s, x); });
                           }});
  }
  void EachTwo(const char* name, const char* sentence, std::function<Bool(S, T, T)> body) {
    invariants_.push_back({name, sentence, [logic = &logic_, body](S s) {
                             return logic->ForAll(Sort::kObject, [&](T x) {
                               return logic->ForAll(Sort::kObject,
                                                    [&](T y) { return body(s, x, y); });
                             });
                           }});
  }
  void EachThree(const char* name, const char* sentence, std::function<Bool(S, T, T, T)> body) {
    EachTwo(name, sentence, [logic = &logic_, body](S s, T x, T y) {
      return logic->ForAll(Sort::kObject, [&](T z) { return body(s, x, y, z); });
    });
  }

  void Fellows() {
    const System* sys = &system_;
    EachTwo("Q1", "what is in a cluster with another has it in its own", [](S s, T x, T y) {
      return z3::implies(s[R::kTogether](x, y), s[R::kTogether](y, x));
    });
    EachThree("Q2", "nothing is in two clusters", [](S s, T x, T y, T z) {
      return z3::implies(s[R::kTogether](x, y) && s[R::kTogether](y, z), s[R::kTogether](x, z));
    });
    EachTwo("Q3", "if one of a cluster is white or doomed, all are", [sys](S s, T x, T y) {
      const auto lost = [&](T z) { return sys->Maybe(s, z) || s[R::kUnreachable](z); };
      return z3::implies(s[R::kTogether](x, y) && lost(x), lost(y));
    });
    EachTwo("Q4", "a cluster is listed as one", [](S s, T x, T y) {
      return z3::implies(s[R::kTogether](x, y),
                         z3::implies(s[R::kWork](x), s[R::kWork](y)) &&
                             z3::implies(s[R::kBarrier](x), s[R::kBarrier](y)));
    });
    Each("Q5",
         "what is in a cluster is finished, not permanent, and not doomed but by the gather that "
         "runs",
         [sys](S s, T x) {
           const Bool gather_runs = s[R::kGathering]() && !s[R::kPurgePending]();
           return z3::implies(sys->InCluster(s, x),
                              s[R::kAlloc](x) && !s[R::kConstructing](x) && !s[R::kPermanent](x) &&
                                  z3::implies(s[R::kUnreachable](x), gather_runs));
         });
    Each("Q6", "only while gathering is a cluster still to be dissolved",
         [](S s, T x) { return z3::implies(s[R::kToDissolve](x), s[R::kGathering]()); });
  }

  void ListsOfAll() {
    const System* sys = &system_;
    EachTwo("Q7", "only clusters list anything", [sys](S s, T x, T y) {
      return z3::implies(sys->Lists(s, x, y), sys->InCluster(s, x));
    });
    EachThree("Q8", "what one of a cluster lists, all list", [](S s, T x, T y, T z) {
      return z3::implies(s[R::kTogether](x, y),
                         z3::implies(s[R::kMutable](x, z), s[R::kMutable](y, z)) &&
                             z3::implies(s[R::kListsCluster](x, z), s[R::kListsCluster](y, z)));
    });
    EachTwo(
        "Q9",
        "what a member refers to is in its cluster, listed or permanent, or the cluster is to go",
        [sys, logic = &logic_](S s, T x, T y) {
          return logic->ForAll(Sort::kField, [&](T f) {
            return z3::implies(s[R::kField](x, f, y) && sys->InCluster(s, x) && !s[R::kOpen](f) &&
                                   !s[R::kToDissolve](x),
                               sys->Covers(s, x, y) || s[R::kPermanent](y));
          });
        });
  }

  // The invariants S1, S5, I1 and C2 are about references. These say the same about lists.
  void ListsAreLikeReferences() {
    const System* sys = &system_;
    EachTwo("Q10", "what a live cluster lists is live", [sys](S s, T x, T y) {
      return z3::implies(sys->Live(s, x) && sys->Lists(s, x, y), sys->Live(s, y));
    });
    EachTwo("Q11", "what a floating cluster lists is not doomed before the gather",
            [sys](S s, T x, T y) {
              const Bool gather_runs = s[R::kGathering]() && !s[R::kPurgePending]();
              return z3::implies(
                  sys->Alive(s, x) && sys->Lists(s, x, y),
                  s[R::kAlloc](y) && z3::implies(!gather_runs, !s[R::kUnreachable](y)));
            });
    EachTwo("Q12", "while marking, a black cluster lists nothing white", [sys](S s, T x, T y) {
      return z3::implies(s[R::kMarking]() && sys->Alive(s, x) && !sys->Maybe(s, x) &&
                             !sys->Listed(s, x) && sys->Lists(s, x, y),
                         !sys->Maybe(s, y));
    });
    EachTwo("Q13", "in a cycle, with one of a cluster all of it and all it lists may stay",
            [sys](S s, T x, T y) {
              const Bool in_cycle = s[R::kMarking]() || s[R::kGathering]();
              return z3::implies(in_cycle && s[R::kMay](x) && sys->Covers(s, x, y), s[R::kMay](y));
            });
  }

  const System& system_;
  const Logic& logic_;
  std::vector<Invariant> invariants_;
};

}  // namespace

std::vector<Invariant> ClusterInvariants(const System& system) {
  return ClusterBuilder(system).Build();
}

}  // namespace model
