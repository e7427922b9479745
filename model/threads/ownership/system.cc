// model/threads/ownership/system.cc -- the actions of workers, and what holds of them.

#include "model/threads/ownership/system.h"

namespace model::threads::marker {

namespace {

struct WordEntry {
  const char* name;
  std::vector<Sort> sorts;
};

const std::array<WordEntry, kWordCount>& Words() {
  static const std::array<WordEntry, kWordCount> words = {{
      {"root", {Sort::kObject}},
      {"refers", {Sort::kObject, Sort::kObject}},
      {"marked", {Sort::kObject}},
      {"scanned", {Sort::kObject}},
      {"pooled", {Sort::kObject}},
      {"owns", {Sort::kWorker, Sort::kObject}},
      {"scans", {Sort::kWorker, Sort::kObject}},
      {"done", {Sort::kObject, Sort::kObject}},
      {"busy", {Sort::kWorker}},
      {"fresh", {Sort::kWorker}},
      {"saw-empty", {Sort::kWorker}},
      {"over", {}},
  }};
  return words;
}

const std::vector<Sort> kWorkerAndObject = {Sort::kWorker, Sort::kObject};

}  // namespace

Workers OwnershipSystem::AnyState() const {
  Workers state;
  for (std::size_t i = 0; i < kWordCount; ++i) {
    const WordEntry& word = Words()[i];
    state[static_cast<Word>(i)] = logic_.Symbol(word.name, word.sorts);
  }
  return state;
}

Bool OwnershipSystem::Equal(const Terms& left, const Terms& right) const {
  Bool equal = logic_.True();
  for (std::size_t i = 0; i < left.size(); ++i) equal = equal && Same(left[i], right[i]);
  return equal;
}

Relation OwnershipSystem::With(const Relation& relation, const Terms& tuple) const {
  return Relation([this, relation, tuple](const Terms& terms) {
    return relation(terms) || Equal(terms, tuple);
  });
}

Relation OwnershipSystem::Without(const Relation& relation, const Terms& tuple) const {
  return Relation([this, relation, tuple](const Terms& terms) {
    return relation(terms) && !Equal(terms, tuple);
  });
}

Relation OwnershipSystem::Nowhere() const {
  return Relation([this](const Terms&) { return logic_.False(); });
}

Bool OwnershipSystem::NoneBusy(const Workers& state) const {
  return ForAll(Sort::kWorker, [&](const Term& w) { return !state[Word::kBusy](w); });
}
Bool OwnershipSystem::NonePooled(const Workers& state) const {
  return ForAll(Sort::kObject, [&](const Term& x) { return !state[Word::kPooled](x); });
}
Bool OwnershipSystem::Has(const Workers& state, const Term& worker, const Term& object) const {
  return state[Word::kOwns](worker, object) || state[Word::kScans](worker, object);
}
Bool OwnershipSystem::IsGrey(const Workers& state, const Term& object) const {
  return state[Word::kMarked](object) && !state[Word::kScanned](object);
}

Bool OwnershipSystem::IsFirst(const Workers& state) const {
  const auto none = [&](const Term& w, const Term& x) { return !Has(state, w, x); };
  return ForAll(Sort::kObject,
                [&](const Term& x) {
                  const Bool root = state[Word::kRoot](x);
                  return state[Word::kMarked](x) == root && state[Word::kPooled](x) == root &&
                         !state[Word::kScanned](x) &&
                         ForAll(Sort::kObject,
                                [&](const Term& y) { return !state[Word::kDone](x, y); }) &&
                         ForAll(Sort::kWorker, [&](const Term& w) { return none(w, x); });
                }) &&
         ForAll(Sort::kWorker,
                [&](const Term& w) {
                  return !state[Word::kFresh](w) && !state[Word::kSawEmpty](w);
                }) &&
         !state[Word::kOver]();
}

std::vector<WorkerAction> OwnershipSystem::Actions() const {
  std::vector<WorkerAction> actions;
  AddPool(actions);
  AddScanning(actions);
  AddEnd(actions);
  for (WorkerAction& action : actions) {
    action.guard = [guard = action.guard](const Workers& state, const Terms& terms) {
      return guard(state, terms) && !state[Word::kOver]();
    };
  }
  return actions;
}

void OwnershipSystem::AddPool(std::vector<WorkerAction>& actions) const {
  actions.push_back({"take", kWorkerAndObject,
                     [this](const Workers& state, const Terms& p) {
                       const Bool counted = Has(OwnershipFault::kTakeUncounted)
                                                ? logic_.True()
                                                : state[Word::kBusy](p[0]);
                       return counted && state[Word::kPooled](p[1]);
                     },
                     [this](const Workers& before, const Terms& p) {
                       Workers after = before;
                       after[Word::kPooled] = Without(before[Word::kPooled], {p[1]});
                       if (!Has(OwnershipFault::kLoseATake)) {
                         after[Word::kOwns] = With(before[Word::kOwns], p);
                       }
                       return after;
                     }});
  actions.push_back({"give", kWorkerAndObject,
                     [](const Workers& state, const Terms& p) { return state[Word::kOwns](p); },
                     [this](const Workers& before, const Terms& p) {
                       Workers after = before;
                       after[Word::kPooled] = With(before[Word::kPooled], {p[1]});
                       if (!Has(OwnershipFault::kGiveAndKeep)) {
                         after[Word::kOwns] = Without(before[Word::kOwns], p);
                       }
                       return after;
                     }});
}

void OwnershipSystem::AddScanning(std::vector<WorkerAction>& actions) const {
  actions.push_back({"begin-scan", kWorkerAndObject,
                     [this](const Workers& state, const Terms& p) {
                       return state[Word::kOwns](p) && ForAll(Sort::kObject, [&](const Term& x) {
                                return !state[Word::kScans](p[0], x);
                              });
                     },
                     [this](const Workers& before, const Terms& p) {
                       Workers after = before;
                       after[Word::kOwns] = Without(before[Word::kOwns], p);
                       after[Word::kScans] = With(before[Word::kScans], p);
                       return after;
                     }});
  const bool plain = mark_ == Mark::kPlain || Has(OwnershipFault::kMarkInTwoSteps);
  const auto finds = [plain, this](bool white) {
    return [white, plain, this](const Workers& state, const Terms& p) {
      const Bool marked = state[Word::kMarked](p[2]);
      // With a plain mark, white may have been read long ago.
      const Bool colour = !white ? marked : plain ? logic_.True() : !marked;
      return state[Word::kScans](p[0], p[1]) && state[Word::kRefers](p[1], p[2]) && colour;
    };
  };
  const std::vector<Sort> sorts = {Sort::kWorker, Sort::kObject, Sort::kObject};
  actions.push_back(
      {"find-white", sorts, finds(true), [this](const Workers& before, const Terms& p) {
         Workers after = before;
         after[Word::kMarked] = With(before[Word::kMarked], {p[2]});
         after[Word::kOwns] = With(before[Word::kOwns], {p[0], p[2]});
         after[Word::kDone] = With(before[Word::kDone], {p[1], p[2]});
         return after;
       }});
  actions.push_back(
      {"find-marked", sorts, finds(false), [this](const Workers& before, const Terms& p) {
         Workers after = before;
         after[Word::kDone] = With(before[Word::kDone], {p[1], p[2]});
         return after;
       }});
  actions.push_back({"end-scan", kWorkerAndObject,
                     [this](const Workers& state, const Terms& p) {
                       if (Has(OwnershipFault::kEndScanEarly)) return state[Word::kScans](p);
                       return state[Word::kScans](p) && ForAll(Sort::kObject, [&](const Term& y) {
                                return !state[Word::kRefers](p[1], y) ||
                                       state[Word::kDone](p[1], y);
                              });
                     },
                     [this](const Workers& before, const Terms& p) {
                       Workers after = before;
                       after[Word::kScans] = Without(before[Word::kScans], p);
                       after[Word::kScanned] = With(before[Word::kScanned], {p[1]});
                       return after;
                     }});
}

void OwnershipSystem::AddEnd(std::vector<WorkerAction>& actions) const {
  actions.push_back({"lower",
                     {Sort::kWorker},
                     [this](const Workers& state, const Terms& p) {
                       if (Has(OwnershipFault::kLowerWithWork)) return state[Word::kBusy](p);
                       return state[Word::kBusy](p) && ForAll(Sort::kObject, [&](const Term& x) {
                                return !Has(state, p[0], x);
                              });
                     },
                     [this](const Workers& before, const Terms& p) {
                       Workers after = before;
                       after[Word::kBusy] = Without(before[Word::kBusy], p);
                       after[Word::kFresh] = Nowhere();
                       return after;
                     }});
  actions.push_back({"raise",
                     {Sort::kWorker},
                     [](const Workers& state, const Terms& p) { return !state[Word::kBusy](p); },
                     [this](const Workers& before, const Terms& p) {
                       Workers after = before;
                       after[Word::kBusy] = With(before[Word::kBusy], p);
                       if (!Has(OwnershipFault::kNoEpoch)) after[Word::kFresh] = Nowhere();
                       return after;
                     }});
  actions.push_back({"look-busy",
                     {Sort::kWorker},
                     [this](const Workers& state, const Terms&) { return NoneBusy(state); },
                     [this](const Workers& before, const Terms& p) {
                       Workers after = before;
                       after[Word::kFresh] = With(before[Word::kFresh], p);
                       if (!Has(OwnershipFault::kPoolBeforeBusy)) {
                         after[Word::kSawEmpty] = Without(before[Word::kSawEmpty], p);
                       }
                       return after;
                     }});
  actions.push_back({"look-pool",
                     {Sort::kWorker},
                     [this](const Workers& state, const Terms&) { return NonePooled(state); },
                     [this](const Workers& before, const Terms& p) {
                       Workers after = before;
                       after[Word::kSawEmpty] = With(before[Word::kSawEmpty], p);
                       return after;
                     }});
  actions.push_back({"say-over",
                     {Sort::kWorker},
                     [](const Workers& state, const Terms& p) {
                       return state[Word::kFresh](p) && state[Word::kSawEmpty](p);
                     },
                     [this](const Workers& before, const Terms&) {
                       Workers after = before;
                       after[Word::kOver] =
                           Relation([this](const Terms&) { return logic_.True(); });
                       return after;
                     }});
  // No worker is in a slice.
  actions.push_back({"store",
                     {Sort::kObject, Sort::kObject},
                     [this](const Workers& state, const Terms&) {
                       return ForAll(Sort::kWorker, [&](const Term& w) {
                         return !state[Word::kBusy](w) && !state[Word::kFresh](w);
                       });
                     },
                     [this](const Workers& before, const Terms& p) {
                       Workers after = before;
                       after[Word::kRefers] = With(before[Word::kRefers], p);
                       if (Has(OwnershipFault::kStoreWithoutShading)) return after;
                       after[Word::kMarked] = With(before[Word::kMarked], {p[1]});
                       after[Word::kPooled] = Relation([this, before, p](const Terms& x) {
                         return before[Word::kPooled](x) ||
                                (Same(x[0], p[1]) && !before[Word::kMarked](x));
                       });
                       return after;
                     }});
}

}  // namespace model::threads::marker
