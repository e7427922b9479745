// model/proof/invariants_completeness.cc -- the invariants about what must go in a cycle.
//
// Two sets say what may stay, each larger than the other in one way (ghosts.cc): R::kMay follows
// every reference, and only a read adds to it; R::kCounted follows the references that keep their
// target, and the mutator's barrier adds to it. Marking stays within both.
//
// Read next: invariants_clusters.cc.

#include <utility>

#include "model/proof/invariants.h"

namespace model {

namespace {

class CompletenessBuilder {
 public:
  explicit CompletenessBuilder(const System& system) : system_(system), logic_(system.logic()) {}

  std::vector<Invariant> Build() {
    Staying();
    if (system_.FollowsCounted()) Counting();
    return std::move(invariants_);
  }

 private:
  using S = const Relations&;
  using T = const Term&;

  static Bool InCycle(S s) { return s[R::kMarking]() || s[R::kGathering](); }

  void EachObject(const char* name, const char* sentence, std::function<Bool(S, T)> body) {
    invariants_.push_back({name, sentence, [logic = &logic_, body](S s) {
                             return logic->ForAll(Sort::kObject, [&](T x) { return body(s, x); });
                           }});
  }
  // `body` must hold for each reference x.f = y; its terms are x, f and y.
  void EachReference(const char* name, const char* sentence, std::function<Bool(S, T, T, T)> body) {
    EachObject(name, sentence, [logic = &logic_, body](S s, T x) {
      return logic->ForAll(Sort::kObject, [&](T y) {
        return logic->ForAll(Sort::kField, [&](T f) {
          return z3::implies(s[R::kField](x, f, y), body(s, x, f, y));
        });
      });
    });
  }

  // R::kMay has all that was reachable at the flip, all that was born since, and all to which a
  // read led.
  void Staying() {
    const System* sys = &system_;
    EachObject("C1", "in a cycle, what is alive and not white may stay", [sys](S s, T x) {
      return z3::implies(InCycle(s) && sys->Alive(s, x) && !sys->Maybe(s, x), s[R::kMay](x));
    });
    EachReference("C2", "in a cycle, what may stay leads to what may stay", [](S s, T x, T, T y) {
      return z3::implies(InCycle(s) && s[R::kMay](x), s[R::kMay](y));
    });
    EachObject("C3", "in a cycle, what is held or can be named may stay", [sys](S s, T x) {
      return z3::implies(InCycle(s) && (sys->InRootSet(s, x) || s[R::kNamed](x)), s[R::kMay](x));
    });
  }

  // The same of R::kCounted. Its closure is needed only while marking follows references.
  void Counting() {
    const System* sys = &system_;
    EachObject("K1", "in a cycle, what is alive and not white counted at the flip or since",
               [sys](S s, T x) {
                 return z3::implies(InCycle(s) && sys->Alive(s, x) && !sys->Maybe(s, x),
                                    s[R::kCounted](x));
               });
    EachReference("K2", "while marking, what counts leads to what counts, but to no garbage",
                  [sys](S s, T x, T f, T y) {
                    return z3::implies(
                        s[R::kMarking]() && s[R::kCounted](x) && !sys->IsKillable(s, f, y),
                        s[R::kCounted](y));
                  });
    EachObject(
        "K3", "while marking, what is held counts, but for garbage in a wrapper", [sys](S s, T x) {
          return z3::implies(s[R::kMarking]() && sys->RootThatCounts(s, x), s[R::kCounted](x));
        });
    EachObject(
        "K4", "while marking, with one of a cluster all of it counts, and all it lists",
        [sys, logic = &logic_](S s, T x) {
          return logic->ForAll(Sort::kObject, [&](T y) {
            const Bool leads = s[R::kTogether](x, y) || (sys->Lists(s, x, y) && !s[R::kGarbage](y));
            return z3::implies(s[R::kMarking]() && s[R::kCounted](x) && leads, s[R::kCounted](y));
          });
        });
  }

  const System& system_;
  const Logic& logic_;
  std::vector<Invariant> invariants_;
};

}  // namespace

std::vector<Invariant> CompletenessInvariants(const System& system) {
  return CompletenessBuilder(system).Build();
}

}  // namespace model
