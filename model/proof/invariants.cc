// model/proof/invariants.cc -- the invariants, topic by topic.
//
// The names S1 to S5 are those of invariants (model/README.md). They have nothing to do with the
// pages S1 to S20 of the specification.

#include "model/proof/invariants.h"

#include <iterator>
#include <utility>

namespace model {

using reference::Locals;

namespace {

// Collects the invariants of one system.
class Builder {
 public:
  explicit Builder(const System& system) : system_(system), logic_(system.logic()) {}

  std::vector<Invariant> Build() {
    Safety();
    Wavefront();
    Permanent();
    Phases();
    Table();
    Purge();
    Weak();
    return std::move(invariants_);
  }

 private:
  using S = const Relations&;
  using T = const Term&;

  void Add(const char* name, const char* sentence, std::function<Bool(S)> holds) {
    invariants_.push_back({name, sentence, std::move(holds)});
  }
  // `body` must hold for each object x.
  void EachObject(const char* name, const char* sentence, std::function<Bool(S, T)> body) {
    Add(name, sentence, [this_logic = &logic_, body](S s) {
      return this_logic->ForAll(Sort::kObject, [&](T x) { return body(s, x); });
    });
  }
  // `body` must hold for each reference x.f = y.
  void EachReference(const char* name, const char* sentence, std::function<Bool(S, T, T, T)> body) {
    Add(name, sentence, [this_logic = &logic_, body](S s) {
      return this_logic->ForAll(Sort::kObject, [&](T x) {
        return this_logic->ForAll(Sort::kObject, [&](T y) {
          return this_logic->ForAll(Sort::kField, [&](T f) {
            return z3::implies(s[R::kField](x, f, y), body(s, x, f, y));
          });
        });
      });
    });
  }
  void EachReport(const char* name, const char* sentence, std::function<Bool(S, T, T)> body) {
    Add(name, sentence, [this_logic = &logic_, body](S s) {
      return this_logic->ForAll(Sort::kObject, [&](T x) {
        return this_logic->ForAll(Sort::kReferencer, [&](T r) {
          return z3::implies(s[R::kReports](r, x), body(s, r, x));
        });
      });
    });
  }

  void Permanent() {
    const System* sys = &system_;
    EachObject("N1", "what is permanent is there, has no bit and is in no list", [sys](S s, T x) {
      return z3::implies(s[R::kPermanent](x), s[R::kAlloc](x) && !s[R::kUnreachable](x) &&
                                                  !s[R::kA](x) && !s[R::kB](x) &&
                                                  !sys->Listed(s, x) && !s[R::kConstructing](x));
    });
    EachReference("N2", "what is permanent refers to what is permanent, a root, kept or counted",
                  [sys](S s, T x, T, T y) {
                    return z3::implies(s[R::kPermanent](x), sys->HeldForEver(s, y));
                  });
  }

  void Safety() {
    const System* sys = &system_;
    EachReference("S1", "what a live object refers to is live", [sys](S s, T x, T, T y) {
      return z3::implies(sys->Live(s, x), sys->Live(s, y));
    });
    EachObject("S2", "what is held by root, keep flag, constructor, count or local is live",
               [sys](S s, T x) {
                 return z3::implies(s[R::kRoot](x) || s[R::kKept](x) || s[R::kConstructing](x) ||
                                        s[R::kStrong](x) || s[R::kHeld](x),
                                    sys->Live(s, x));
               });
    EachReport("S3", "what a referencer reports is live",
               [sys](S s, T, T x) { return sys->Live(s, x); });
    EachObject("S4", "what the mutator can name is live",
               [sys](S s, T x) { return z3::implies(s[R::kNamed](x), sys->Live(s, x)); });
    EachReference("S5", "what a floating object refers to is not doomed before the gather",
                  [sys](S s, T x, T, T y) {
                    const Bool gather_runs = s[R::kGathering]() && !s[R::kPurgePending]();
                    return z3::implies(
                        sys->Alive(s, x),
                        s[R::kAlloc](y) && z3::implies(!gather_runs, !s[R::kUnreachable](y)));
                  });
  }

  void Wavefront() {
    const System* sys = &system_;
    const bool black = system_.locals() == Locals::kBlack;
    const auto past_initial = [](S s) { return s[R::kMarking]() && !s[R::kInitialPending](); };
    EachReference(
        "I1", "while marking, a black object whose constructor has run refers to no white one",
        [sys](S s, T x, T, T y) {
          const Bool scanned = !sys->Listed(s, x) && !s[R::kConstructing](x);
          return z3::implies(s[R::kMarking]() && sys->Alive(s, x) && !sys->Maybe(s, x) && scanned,
                             !sys->Maybe(s, y));
        });
    EachObject("I2", "while marking, roots, kept and counted objects are not white",
               [sys](S s, T x) {
                 return z3::implies(
                     s[R::kMarking]() && (s[R::kRoot](x) || s[R::kKept](x) || s[R::kStrong](x)),
                     !sys->Maybe(s, x));
               });
    EachReport("I2r", "past the initial references, what a wrapper reports is not white",
               [sys, black, past_initial](S s, T r, T x) {
                 const Bool seen = black ? s[R::kMarking]() : !s[R::kRaw](r);
                 return z3::implies(past_initial(s) && seen, !sys->Maybe(s, x));
               });
    if (!black) {
      EachReport("R1", "a slot that is reported holds nothing else",
                 [logic = &logic_](S s, T r, T x) {
                   return logic->ForAll(Sort::kObject, [&](T y) {
                     return z3::implies(s[R::kSlot](r, y), logic->Equal(x, y));
                   });
                 });
    }
    if (black) {
      EachObject("I2h", "past the initial references, no local is white", [=](S s, T x) {
        return z3::implies(past_initial(s) && s[R::kHeld](x), !sys->Maybe(s, x));
      });
      EachObject("I2f", "while marking, what was created or read since the last step is not white",
                 [sys](S s, T x) {
                   return z3::implies(s[R::kMarking]() && s[R::kFresh](x), !sys->Maybe(s, x));
                 });
    }
    Lists();
    EachObject(
        "I5",
        "outside a cycle every managed object that is not doomed reads reachable, and only that",
        [sys](S s, T x) {
          return z3::implies(
              !s[R::kMarking]() && !s[R::kGathering]() && sys->Alive(s, x) && !s[R::kPermanent](x),
              sys->Reads(s, x) && !sys->Maybe(s, x));
        });
    EachObject("I6",
               "every managed object that is not doomed has a bit, and what is not white reads "
               "reachable",
               [sys](S s, T x) {
                 return z3::implies(sys->Alive(s, x) && !sys->Maybe(s, x) && !s[R::kPermanent](x),
                                    sys->Reads(s, x));
               });
    EachObject("I7", "the doomed and the free have neither bit", [sys](S s, T x) {
      return z3::implies(!sys->Alive(s, x), !s[R::kA](x) && !s[R::kB](x));
    });
  }

  // With the fault that lets objects be born white while marking, an unfinished object may be
  // shaded and scanned, and be queued once more when it is finished. Then less is true of the lists
  // (I12 to I14 instead of I8 to I11), and it suffices for safety.
  void Lists() {
    const System* sys = &system_;
    const bool born_white = sys->Faulty(gc::Fault::kBornWhiteWhileMarking);
    EachObject("I3", "what is listed is a live, marked object, and marking runs", [=](S s, T x) {
      const Bool live = s[R::kMarking]() && sys->Alive(s, x);
      return z3::implies(sys->Listed(s, x), born_white ? live : live && !sys->Maybe(s, x));
    });
    if (born_white) {
      EachObject("I12", "what is listed may stay, and counts", [sys](S s, T x) {
        const Bool counts = sys->FollowsCounted() ? s[R::kCounted](x) : sys->logic().True();
        return z3::implies(sys->Listed(s, x), s[R::kMay](x) && counts);
      });
      EachObject("I13", "what was scanned was scanned in this marking phase",
                 [](S s, T x) { return z3::implies(s[R::kScanned](x), s[R::kMarking]()); });
      EachObject("I14", "what is in a cluster was finished before, and is grey or black as ever",
                 [sys](S s, T x) {
                   const Bool marked = sys->Listed(s, x) || s[R::kScanned](x);
                   const Bool once = !s[R::kTwice](x) && !(s[R::kWork](x) && s[R::kBarrier](x)) &&
                                     !(sys->Listed(s, x) && s[R::kScanned](x));
                   return z3::implies(s[R::kTwice](x), sys->Listed(s, x)) &&
                          z3::implies(sys->InCluster(s, x) && marked, !sys->Maybe(s, x) && once);
                 });
      return;
    }
    EachObject("I9", "nothing is in both lists",
               [](S s, T x) { return !(s[R::kWork](x) && s[R::kBarrier](x)); });
    EachObject("I8", "what was scanned in this cycle is black", [sys](S s, T x) {
      return z3::implies(s[R::kScanned](x), s[R::kMarking]() && sys->Alive(s, x) &&
                                                !sys->Maybe(s, x) && !sys->Listed(s, x));
    });
    EachObject(
        "I10", "what is under construction is in no list, and was not scanned", [sys](S s, T x) {
          return z3::implies(s[R::kConstructing](x), !sys->Listed(s, x) && !s[R::kScanned](x));
        });
    EachObject("I11", "while marking, unfinished objects are not white", [sys](S s, T x) {
      return z3::implies(s[R::kMarking]() && s[R::kConstructing](x), !sys->Maybe(s, x));
    });
  }

  void Phases() {
    const System* sys = &system_;
    Add("P1", "marking and a gather are not pending at once",
        [](S s) { return !(s[R::kMarking]() && s[R::kGathering]()); });
    EachObject("P3", "while gathering, every white object is still to be visited", [sys](S s, T x) {
      return z3::implies(s[R::kGathering]() && sys->Alive(s, x) && sys->Maybe(s, x),
                         s[R::kUnvisited](x));
    });
    Add("P6", "a gather has something left to visit", [logic = &logic_](S s) {
      return z3::implies(s[R::kGathering](),
                         logic->Exists(Sort::kObject, [&](T x) { return s[R::kUnvisited](x); }));
    });
    Add("P7", "a purge has a batch or something to ask", [logic = &logic_](S s) {
      return z3::implies(s[R::kPurgePending](), logic->Exists(Sort::kObject, [&](T x) {
        return s[R::kBatch](x) || s[R::kPolling](x);
      }));
    });
    EachObject("P8", "what is to be visited is below the high-water mark",
               [](S s, T x) { return z3::implies(s[R::kUnvisited](x), s[R::kUsed](x)); });
    EachObject("P5", "a batch exists only in a purge or while it is gathered", [](S s, T x) {
      return z3::implies(s[R::kBatch](x), s[R::kPurgePending]() || s[R::kGathering]());
    });
  }

  void Table() {
    EachObject("T1", "every object is below the high-water mark",
               [](S s, T x) { return z3::implies(s[R::kAlloc](x), s[R::kUsed](x)); });
    EachReference("T2", "a free entry has no references",
                  [](S s, T x, T, T) { return s[R::kAlloc](x); });
    EachObject("T3", "a free entry is in no list of the purge, nor named in a ghost of it",
               [](S s, T x) {
                 return z3::implies(!s[R::kAlloc](x), !s[R::kUnreachable](x) && !s[R::kBegun](x) &&
                                                          !s[R::kDenied](x) && !s[R::kPromised](x));
               });
  }

  void Purge() {
    EachObject("D1", "the doomed are those in the batch or waiting", [](S s, T x) {
      return s[R::kUnreachable](x) == (s[R::kBatch](x) || s[R::kWaiting](x));
    });
    EachObject("D2", "nothing is in the batch and waiting",
               [](S s, T x) { return !(s[R::kBatch](x) && s[R::kWaiting](x)); });
    EachObject(
        "D3", "what waits has begun and not finished, and holds nothing",
        [logic = &logic_](S s, T x) {
          return z3::implies(
              s[R::kWaiting](x),
              s[R::kBegun](x) && !s[R::kFinished](x) && logic->ForAll(Sort::kObject, [&](T y) {
                return logic->ForAll(Sort::kField, [&](T f) { return !s[R::kField](x, f, y); });
              }));
        });
    EachObject("D4", "what is still to be asked waits",
               [](S s, T x) { return z3::implies(s[R::kPolling](x), s[R::kWaiting](x)); });
    EachObject("D5", "what finished had begun and is in the batch", [](S s, T x) {
      return z3::implies(s[R::kFinished](x), s[R::kBegun](x) && s[R::kBatch](x));
    });
    EachObject("D8", "what waits in a purge is to be asked, or was asked and not ready",
               [](S s, T x) {
                 return z3::implies(s[R::kPurgePending]() && s[R::kWaiting](x),
                                    s[R::kPolling](x) || s[R::kRefused](x));
               });
    EachObject("D7", "objects were told what the collector believes", [](S s, T x) {
      return s[R::kToldBegin](x) == s[R::kBegun](x) && s[R::kToldFinish](x) == s[R::kFinished](x);
    });
  }

  void Weak() {
    const System* sys = &system_;
    Add("W1", "a weak reference whose object was freed has another serial than the entry",
        [logic = &logic_](S s) {
          return logic->ForAll(Sort::kWeak, [&](T w) {
            return logic->ForAll(Sort::kObject, [&](T x) {
              return logic->ForAll(Sort::kSerial, [&](T n) {
                return z3::implies(
                    s[R::kWeakTo](w, x) && s[R::kWeakSerial](w, n) && s[R::kSerial](x, n),
                    !s[R::kGone](w));
              });
            });
          });
        });
    Add("W2", "a weak reference to an object that exists has its entry's serial",
        [logic = &logic_, sys](S s) {
          return logic->ForAll(Sort::kWeak, [&](T w) {
            return logic->ForAll(Sort::kObject, [&](T x) {
              return z3::implies(s[R::kWeakTo](w, x) && !s[R::kGone](w) && s[R::kAlloc](x),
                                 logic->Exists(Sort::kSerial, [&](T n) {
                                   return s[R::kWeakSerial](w, n) && s[R::kSerial](x, n);
                                 }));
            });
          });
        });
    Add("W7", "a weak reference refers to one entry", [logic = &logic_](S s) {
      return logic->ForAll(Sort::kWeak, [&](T w) {
        return logic->ForAll(Sort::kObject, [&](T x) {
          return logic->ForAll(Sort::kObject, [&](T y) {
            return z3::implies(s[R::kWeakTo](w, x) && s[R::kWeakTo](w, y), logic->Equal(x, y));
          });
        });
      });
    });
    Add("W8", "a weak reference whose object was not freed refers to an entry in use",
        [logic = &logic_](S s) {
          return logic->ForAll(Sort::kWeak, [&](T w) {
            return logic->ForAll(Sort::kObject, [&](T x) {
              return z3::implies(s[R::kWeakTo](w, x) && !s[R::kGone](w), s[R::kAlloc](x));
            });
          });
        });
    Add("W3", "every serial of a weak reference was issued", [logic = &logic_](S s) {
      return logic->ForAll(Sort::kWeak, [&](T w) {
        return logic->ForAll(Sort::kSerial, [&](T n) {
          return z3::implies(s[R::kWeakSerial](w, n), s[R::kIssued](n));
        });
      });
    });
    Add("W4", "every serial of an entry was issued", [logic = &logic_](S s) {
      return logic->ForAll(Sort::kObject, [&](T x) {
        return logic->ForAll(
            Sort::kSerial, [&](T n) { return z3::implies(s[R::kSerial](x, n), s[R::kIssued](n)); });
      });
    });
    EachObject("W5", "what was denied is doomed or about to be", [sys](S s, T x) {
      return z3::implies(s[R::kDenied](x) && s[R::kAlloc](x),
                         s[R::kUnreachable](x) || (s[R::kGathering]() && sys->Maybe(s, x)));
    });
    EachObject("W6", "what a read led to while gathering is alive and not white", [sys](S s, T x) {
      return z3::implies(s[R::kPromised](x),
                         s[R::kGathering]() && sys->Alive(s, x) && !sys->Maybe(s, x));
    });
  }

  const System& system_;
  const Logic& logic_;
  std::vector<Invariant> invariants_;
};

}  // namespace

// The lambdas keep references to the system and its logic, not to the builder.
std::vector<Invariant> Invariants(const System& system) {
  std::vector<Invariant> invariants = Builder(system).Build();
  const auto append = [&](std::vector<Invariant> more) {
    std::move(more.begin(), more.end(), std::back_inserter(invariants));
  };
  append(CompletenessInvariants(system));
  append(ClusterInvariants(system));
  return invariants;
}

}  // namespace model
