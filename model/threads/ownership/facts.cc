// model/threads/ownership/facts.cc -- what holds of workers and objects: invariants and claims.

#include "model/threads/ownership/system.h"

namespace model::threads::marker {

// Which objects wait where.
void OwnershipSystem::AddOwners(std::vector<WorkerFact>& all) const {
  const auto of_two = [this](auto&& body) {
    return [this, body](const Workers& s) {
      return ForAll(Sort::kWorker, [&](const Term& w) {
        return ForAll(Sort::kWorker, [&](const Term& v) {
          return ForAll(Sort::kObject, [&](const Term& x) { return body(s, w, v, x); });
        });
      });
    };
  };
  const auto of_one = [this](auto&& body) {
    return [this, body](const Workers& s) {
      return ForAll(Sort::kWorker, [&](const Term& w) {
        return ForAll(Sort::kObject, [&](const Term& x) { return body(s, w, x); });
      });
    };
  };
  if (mark_ == Mark::kAtomic) {
    all.push_back({"O1", "no two workers have the same object",
                   of_two([this](const Workers& s, const Term& w, const Term& v, const Term& x) {
                     return !(Has(s, w, x) && Has(s, v, x)) || Same(w, v);
                   })});
    all.push_back({"O2", "what a worker has is not in the pool",
                   of_one([this](const Workers& s, const Term& w, const Term& x) {
                     return !Has(s, w, x) || !s[Word::kPooled](x);
                   })});
    all.push_back({"O3", "what a worker scans is not on its stack",
                   of_one([](const Workers& s, const Term& w, const Term& x) {
                     return !(s[Word::kOwns](w, x) && s[Word::kScans](w, x));
                   })});
    all.push_back({"O4", "what a worker has, or the pool, is not black",
                   of_one([this](const Workers& s, const Term& w, const Term& x) {
                     return !s[Word::kScanned](x) || (!Has(s, w, x) && !s[Word::kPooled](x));
                   })});
    all.push_back({"O5", "what a worker has, or the pool, is marked",
                   of_one([this](const Workers& s, const Term& w, const Term& x) {
                     return s[Word::kMarked](x) || (!Has(s, w, x) && !s[Word::kPooled](x));
                   })});
  }
  all.push_back({"O6", "a worker that has an object is busy",
                 of_one([this](const Workers& s, const Term& w, const Term& x) {
                   return !Has(s, w, x) || s[Word::kBusy](w);
                 })});
  all.push_back(
      {"O7", "a grey object is in the pool, or a worker has it", [this](const Workers& s) {
         return ForAll(Sort::kObject, [&](const Term& x) {
           return !IsGrey(s, x) || s[Word::kPooled](x) ||
                  logic_.Exists(Sort::kWorker, [&](const Term& w) { return Has(s, w, x); });
         });
       }});
}

std::vector<WorkerFact> OwnershipSystem::Invariants() const {
  std::vector<WorkerFact> all;
  AddOwners(all);
  const auto of_references = [this](Word of, Word known) {
    return [this, of, known](const Workers& s) {
      return ForAll(Sort::kObject, [&](const Term& x) {
        return ForAll(Sort::kObject, [&](const Term& y) {
          const Bool knows = known == Word::kDone ? s[known](x, y) : s[known](x);
          const Bool refers = of == Word::kDone ? logic_.True() : s[of](x, y);
          return !(knows && refers) || s[Word::kMarked](y);
        });
      });
    };
  };
  all.push_back({"B1", "what was found is marked", of_references(Word::kDone, Word::kDone)});
  all.push_back({"B2", "black refers to no white", of_references(Word::kRefers, Word::kScanned)});
  if (mark_ == Mark::kAtomic) {
    all.push_back({"B3", "black is marked", [this](const Workers& s) {
                     return ForAll(Sort::kObject, [&](const Term& x) {
                       return !s[Word::kScanned](x) || s[Word::kMarked](x);
                     });
                   }});
  }
  all.push_back({"B4", "roots are marked", [this](const Workers& s) {
                   return ForAll(Sort::kObject, [&](const Term& x) {
                     return !s[Word::kRoot](x) || s[Word::kMarked](x);
                   });
                 }});
  all.push_back(
      {"E1", "while the busy word is as it was read, no worker is busy", [this](const Workers& s) {
         return ForAll(Sort::kWorker,
                       [&](const Term& w) { return !s[Word::kFresh](w) || NoneBusy(s); });
       }});
  all.push_back({"E2", "and if the pool was seen empty since, it is", [this](const Workers& s) {
                   return ForAll(Sort::kWorker, [&](const Term& w) {
                     return !(s[Word::kFresh](w) && s[Word::kSawEmpty](w)) || NonePooled(s);
                   });
                 }});
  all.push_back({"E3", "when marking is over nothing is grey", [this](const Workers& s) {
                   return !s[Word::kOver]() ||
                          ForAll(Sort::kObject, [&](const Term& x) { return !IsGrey(s, x); });
                 }});
  return all;
}

std::vector<WorkerFact> OwnershipSystem::Claims() const {
  std::vector<WorkerFact> all;
  all.push_back(
      {"an owner", "a grey object is in the pool, or a worker has it", [this](const Workers& s) {
         return ForAll(Sort::kObject, [&](const Term& x) {
           return !IsGrey(s, x) || s[Word::kPooled](x) ||
                  logic_.Exists(Sort::kWorker, [&](const Term& w) { return Has(s, w, x); });
         });
       }});
  if (mark_ == Mark::kAtomic) {
    all.push_back(
        {"one owner", "and never the pool and a worker, or two workers, or a worker twice",
         [this](const Workers& s) {
           return ForAll(Sort::kObject, [&](const Term& x) {
             return ForAll(Sort::kWorker, [&](const Term& w) {
               return ForAll(Sort::kWorker, [&](const Term& v) {
                 return !Has(s, w, x) ||
                        (!s[Word::kPooled](x) && (!Has(s, v, x) || Same(w, v)) &&
                         !(s[Word::kOwns](w, x) && s[Word::kScans](w, x)) && IsGrey(s, x));
               });
             });
           });
         }});
  }
  all.push_back({"suspended", "when no worker is busy, every grey object is in the pool",
                 [this](const Workers& s) {
                   return !NoneBusy(s) || ForAll(Sort::kObject, [&](const Term& x) {
                     return !IsGrey(s, x) || s[Word::kPooled](x);
                   });
                 }});
  all.push_back({"termination", "when all are idle and the pool is empty, nothing is grey",
                 [this](const Workers& s) {
                   return !(NoneBusy(s) && NonePooled(s)) ||
                          ForAll(Sort::kObject, [&](const Term& x) { return !IsGrey(s, x); });
                 }});
  all.push_back({"over", "when marking is over, the black objects hold the roots and are closed",
                 [this](const Workers& s) {
                   return !s[Word::kOver]() || ForAll(Sort::kObject, [&](const Term& x) {
                     const Bool root = !s[Word::kRoot](x) || s[Word::kScanned](x);
                     return root && ForAll(Sort::kObject, [&](const Term& y) {
                              return !(s[Word::kScanned](x) && s[Word::kRefers](x, y)) ||
                                     s[Word::kScanned](y);
                            });
                   });
                 }});
  return all;
}

std::vector<WorkerFact> OwnershipSystem::Pictures() const {
  const auto some = [this](Sort sort, const std::function<Bool(const Term&)>& body) {
    return logic_.Exists(sort, body);
  };
  return {{"two workers scan, and an object waits in the pool", "",
           [=, this](const Workers& s) {
             return some(Sort::kWorker, [&](const Term& w) {
               return some(Sort::kWorker, [&](const Term& v) {
                 return some(Sort::kObject, [&](const Term& x) {
                   return some(Sort::kObject, [&](const Term& y) {
                     return some(Sort::kObject, [&](const Term& z) {
                       return !Same(w, v) && s[Word::kScans](w, x) && s[Word::kScans](v, y) &&
                              s[Word::kPooled](z) && !Same(x, y);
                     });
                   });
                 });
               });
             });
           }},
          {"marking is over, and an object is white", "", [=](const Workers& s) {
             return s[Word::kOver]() &&
                    some(Sort::kObject, [&](const Term& x) { return !s[Word::kMarked](x); }) &&
                    some(Sort::kObject, [&](const Term& x) { return s[Word::kScanned](x); });
           }}};
}

}  // namespace model::threads::marker
