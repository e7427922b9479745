// model/claims/progress.cc -- the lemmas of progress, about the states before and after a step; and
// pictures, states that must be possible.

#include "model/claims/progress.h"

namespace model {

std::vector<Lemma> ProgressLemmas(const System& system) {
  const System* sys = &system;
  const Logic* logic = &system.logic();
  const auto each =
      [logic](std::function<Bool(const Relations&, const Relations&, const Term&)> body) {
        return [logic, body](const Relations& s, const Relations& t) {
          return logic->ForAll(Sort::kObject, [&](const Term& x) { return body(s, t, x); });
        };
      };
  return {
      {"G1", "while marking nothing becomes white",
       each([sys](const Relations& s, const Relations& t, const Term& x) {
         return z3::implies(t[R::kMarking]() && sys->Alive(t, x) && sys->Maybe(t, x),
                            sys->Alive(s, x) && sys->Maybe(s, x));
       }),
       "flip"},
      {"G2",
       "an object is listed only when it leaves white, or when its constructor has run, be it at "
       "birth",
       each([sys](const Relations& s, const Relations& t, const Term& x) {
         return z3::implies(sys->Listed(t, x) && !sys->Listed(s, x),
                            sys->Maybe(s, x) || s[R::kConstructing](x) || !s[R::kAlloc](x));
       }),
       "flip"},
      {"G3", "what was scanned stays scanned until marking ends",
       each([](const Relations& s, const Relations& t, const Term& x) {
         return z3::implies(s[R::kScanned](x) && t[R::kMarking](), t[R::kScanned](x));
       }),
       ""},
      {"G4", "while gathering no index is to be visited again",
       each([](const Relations& s, const Relations& t, const Term& x) {
         return z3::implies(t[R::kUnvisited](x), s[R::kUnvisited](x));
       }),
       "end-check-ends"},
      {"G5", "what was begun stays begun, and finished finished, until it is freed",
       each([](const Relations& s, const Relations& t, const Term& x) {
         return z3::implies(t[R::kUnreachable](x),
                            z3::implies(s[R::kBegun](x), t[R::kBegun](x)) &&
                                z3::implies(s[R::kFinished](x), t[R::kFinished](x)));
       }),
       ""},
      {"G6", "only a gather dooms", each([](const Relations& s, const Relations& t, const Term& x) {
         return z3::implies(t[R::kUnreachable](x) && !s[R::kUnreachable](x),
                            s[R::kGathering]() && !s[R::kPurgePending]());
       }),
       ""},
      {"G7", "what joins a batch was doomed in this unit, or waited and is asked no more",
       each([](const Relations& s, const Relations& t, const Term& x) {
         return z3::implies(t[R::kBatch](x) && !s[R::kBatch](x),
                            !s[R::kUnreachable](x) || (s[R::kWaiting](x) && !t[R::kPolling](x)));
       }),
       ""},
      {"G8", "in a purge that goes on, nothing is asked twice",
       each([](const Relations& s, const Relations& t, const Term& x) {
         return z3::implies(s[R::kPurgePending]() && t[R::kPolling](x), s[R::kPolling](x));
       }),
       ""},
  };
}

std::vector<Picture> Pictures(const System& system) {
  const System* sys = &system;
  const Logic* logic = &system.logic();
  const auto some = [logic](const std::function<Bool(const Term&)>& body) {
    return logic->Exists(Sort::kObject, body);
  };
  return {
      {"white, grey and black at once, and a reference from grey to white",
       [=](const Relations& s) {
         return some([&](const Term& x) {
           return some([&](const Term& y) {
             return some([&](const Term& z) {
               return s[R::kMarking]() && sys->Alive(s, x) && sys->Alive(s, y) &&
                      sys->Alive(s, z) && sys->Maybe(s, x) && sys->Listed(s, y) &&
                      !sys->Maybe(s, z) && !sys->Listed(s, z) && sys->Refers(s, y, x);
             });
           });
         });
       }},
      {"marking runs while an older batch has begun and another object waits",
       [=](const Relations& s) {
         return some([&](const Term& x) {
           return some([&](const Term& y) {
             return s[R::kMarking]() && s[R::kBatch](x) && s[R::kBegun](x) && s[R::kWaiting](y);
           });
         });
       }},
      {"while marking, what is under construction refers to a white object",
       [=](const Relations& s) {
         return some([&](const Term& x) {
           return some([&](const Term& y) {
             return s[R::kMarking]() && s[R::kConstructing](x) && sys->Alive(s, y) &&
                    sys->Maybe(s, y) && sys->Refers(s, x, y);
           });
         });
       }},
      {"the gather waits for an older purge, with a white object to visit",
       [=](const Relations& s) {
         return some([&](const Term& x) {
           return s[R::kGathering]() && s[R::kPurgePending]() && sys->Alive(s, x) &&
                  sys->Maybe(s, x) && s[R::kUnvisited](x);
         });
       }},
      {"a stale weak reference to an entry that is in use again",
       [=](const Relations& s) {
         return logic->Exists(Sort::kWeak, [&](const Term& w) {
           return some([&](const Term& x) {
             return s[R::kGone](w) && s[R::kWeakTo](w, x) && sys->Alive(s, x) &&
                    logic->Exists(Sort::kSerial,
                                  [&](const Term& n) { return s[R::kSerial](x, n); });
           });
         });
       }},
      {"a grey cluster of two lists a white one and a white object",
       [=](const Relations& s) {
         return some([&](const Term& x) {
           return some([&](const Term& y) {
             return some([&](const Term& z) {
               const Bool two = s[R::kTogether](x, y) && !logic->Equal(x, y);
               return s[R::kMarking]() && two && sys->Listed(s, x) && s[R::kListsCluster](x, z) &&
                      sys->Maybe(s, z) && some([&](const Term& w) {
                        return s[R::kMutable](x, w) && sys->Maybe(s, w) && !sys->InCluster(s, w);
                      });
             });
           });
         });
       }},
      {"a grey object refers to white garbage, by a field that is cleared and by one that is not",
       [=](const Relations& s) {
         return some([&](const Term& x) {
           return some([&](const Term& y) {
             return some([&](const Term& z) {
               const auto holds = [&](const Term& w, bool immutable) {
                 return sys->Maybe(s, w) && s[R::kGarbage](w) &&
                        logic->Exists(Sort::kField, [&](const Term& f) {
                          return s[R::kField](x, f, w) &&
                                 s[R::kImmutable](f) == logic->context().bool_val(immutable);
                        });
               };
               return s[R::kMarking]() && sys->Listed(s, x) && !logic->Equal(y, z) &&
                      holds(y, false) && holds(z, true);
             });
           });
         });
       }},
      {"while gathering, garbage is white that could be reached at the flip, but did not count",
       [=](const Relations& s) {
         return some([&](const Term& x) {
           return s[R::kGathering]() && sys->Alive(s, x) && sys->Maybe(s, x) && s[R::kGarbage](x) &&
                  s[R::kMay](x) && !s[R::kCounted](x);
         });
       }},
      {"of a cluster that is gathered, one is doomed and another not yet",
       [=](const Relations& s) {
         return some([&](const Term& x) {
           return some([&](const Term& y) {
             return s[R::kTogether](x, y) && s[R::kUnreachable](x) && sys->Alive(s, y) &&
                    s[R::kUnvisited](y);
           });
         });
       }},
      {"a cluster that is to be dissolved refers to what it does not list, and is listed",
       [=](const Relations& s) {
         return some([&](const Term& x) {
           return some([&](const Term& y) {
             return some([&](const Term& z) {
               return s[R::kToDissolve](x) && sys->Live(s, x) && sys->Refers(s, x, y) &&
                      !sys->Covers(s, x, y) && s[R::kListsCluster](z, x) && !s[R::kToDissolve](z);
             });
           });
         });
       }},
  };
}

}  // namespace model
