// model/proof/actions_purge.cc -- actions of a purge: begin, poll, finish, wait, free.

#include "model/proof/system.h"

namespace model {

using gc::Fault;

Bool System::MayPurge(const Relations& s) const {
  return s[R::kPurgePending]() && !s[R::kMarking]();
}

Bool System::NoneToBegin(const Relations& s) const {
  return logic_.ForAll(
      Sort::kObject, [&](const Term& x) { return z3::implies(s[R::kBatch](x), s[R::kBegun](x)); });
}

Bool System::NoneToPoll(const Relations& s) const {
  return logic_.ForAll(Sort::kObject, [&](const Term& x) {
    return z3::implies(s[R::kBatch](x), s[R::kFinished](x));
  });
}

void Changes::EndPurgeIfDone(Relations& t) const {
  Set(t, R::kPurgePending, !(IsEmpty(t, R::kBatch) && IsEmpty(t, R::kPolling)));
}

void System::AddPurgeActions() {
  const bool finish_first = Faulty(Fault::kFinishBeforeBegin);
  Add({.name = "begin",
       .parameters = {Sort::kObject},
       .guard =
           [this](const Relations& s, const Terms& p) {
             return MayPurge(s) && s[R::kBatch](p[0]) && !s[R::kBegun](p[0]);
           },
       .take =
           [=, this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Include(after.state, R::kBegun, Is(p[0]));
             if (!Faulty(Fault::kSkipBegin)) Include(after.state, R::kToldBegin, Is(p[0]));
             if (finish_first) Include(after.state, R::kToldFinish, Is(p[0]));
             if (Faulty(Fault::kLetItLeak)) TryToResurrect(after, p[0]);
             EndStep(after);
             return after;
           },
       .owes =
           [=, this](const Relations& s, const Relations&, const Terms& p) {
             const bool once = !finish_first && !Faulty(Fault::kBeginTwice);
             std::vector<Obligation> owed = {
                 {"order: begin-destroy once, before finish-destroy",
                  once ? !s[R::kToldBegin](p[0]) && !s[R::kToldFinish](p[0]) : logic_.False()},
                 {"order: only the doomed begin", s[R::kUnreachable](p[0])}};
             if (Faulty(Fault::kLetItLeak)) {
               owed.push_back(
                   {"fields: nothing that can be named was given the doomed", Unleaked(s, p[0])});
             }
             return owed;
           }});
  // The polled object is ready, so it finishes in the same unit.
  const auto finish = [=, this](const Relations& s, const Terms& p) {
    After after{s, {}};
    Include(after.state, R::kFinished, Is(p[0]));
    if (!Faulty(Fault::kSkipFinish)) Include(after.state, R::kToldFinish, Is(p[0]));
    EndStep(after);
    return after;
  };
  const auto owes_finish = [this](const Relations& s, const Relations&, const Terms& p) {
    const Bool all_begun = logic_.ForAll(Sort::kObject, [&](const Term& x) {
      return z3::implies(s[R::kBatch](x), s[R::kToldBegin](x));
    });
    const Bool once = Faulty(Fault::kFinishTwice) ? logic_.False() : !s[R::kToldFinish](p[0]);
    return std::vector<Obligation>{
        {"order: finish-destroy once, after begin-destroy", once && s[R::kToldBegin](p[0])},
        {"order: all begin before any finishes", all_begun},
        {"order: only the doomed finish", s[R::kUnreachable](p[0])},
        {"order: finish-destroy when ready", s[R::kReady](p[0])}};
  };
  const auto ready = [this](const Relations& s, const Term& x) {
    return Faulty(Fault::kFreeUnready) ? logic_.True() : s[R::kReady](x);
  };
  Add({.name = "poll-ready",
       .parameters = {Sort::kObject},
       .guard =
           [=, this](const Relations& s, const Terms& p) {
             return MayPurge(s) && NoneToBegin(s) && s[R::kBatch](p[0]) && !s[R::kFinished](p[0]) &&
                    ready(s, p[0]);
           },
       .take = finish,
       .owes = owes_finish});
  Add({.name = "poll-waiting-ready",
       .parameters = {Sort::kObject},
       .guard =
           [=, this](const Relations& s, const Terms& p) {
             const Bool idle = !s[R::kPurgePending]() && !s[R::kMarking]() && !s[R::kGathering]();
             return ((MayPurge(s) && NoneToBegin(s) && NoneToPoll(s) && s[R::kPolling](p[0])) ||
                     (idle && s[R::kWaiting](p[0]))) &&
                    ready(s, p[0]);
           },
       .take =
           [=, this](const Relations& s, const Terms& p) {
             Relations t = s;
             const Bool own_round = !s[R::kPurgePending]();
             Set(t, R::kPurgePending, logic_.True());
             Include(t, R::kPolling, [=](const Term& x) { return own_round && s[R::kWaiting](x); });
             Exclude(t, R::kPolling, Is(p[0]));
             Exclude(t, R::kWaiting, Is(p[0]));
             Include(t, R::kBatch, Is(p[0]));
             return finish(t, p);
           },
       .owes = owes_finish});
  const bool at_once = Faulty(Fault::kFreeEachAtOnce);
  Add({.name = "free",
       .parameters = {Sort::kObject},
       .guard =
           [=, this](const Relations& s, const Terms& p) {
             const Bool finished = MayPurge(s) && s[R::kFinished](p[0]);
             if (at_once) return finished;
             return finished && NoneToBegin(s) && NoneToPoll(s) && IsEmpty(s, R::kPolling);
           },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Relations& t = after.state;
             const Term& o = p[0];
             for (const R set :
                  {R::kAlloc, R::kA, R::kB, R::kUnreachable, R::kBatch, R::kBegun, R::kFinished,
                   R::kReady, R::kToldBegin, R::kToldFinish, R::kMay, R::kDenied, R::kGarbage}) {
               Exclude(t, set, Is(o));
             }
             t[R::kField] = Relation([this, o, old = s[R::kField]](const Terms& terms) {
               return old(terms) && !logic_.Equal(terms[0], o) && !logic_.Equal(terms[2], o);
             });
             if (!Faulty(Fault::kKeepSerial)) {
               t[R::kSerial] = Relation([this, o, old = s[R::kSerial]](const Terms& terms) {
                 return old(terms) && !logic_.Equal(terms[0], o);
               });
             }
             t[R::kSlot] = Relation([this, o, old = s[R::kSlot]](const Terms& terms) {
               return old(terms) && !logic_.Equal(terms[1], o);
             });
             if (Faulty(Fault::kLetItLeak)) ForgetResurrection(t, o);
             t[R::kGone] = Relation([o, s](const Terms& terms) {
               return s[R::kGone](terms) || s[R::kWeakTo](terms[0], o);
             });
             EndPurgeIfDone(t);
             EndStep(after);
             return after;
           },
       .owes =
           [this](const Relations& s, const Relations&, const Terms& p) {
             const Bool all_finished = logic_.ForAll(Sort::kObject, [&](const Term& x) {
               return z3::implies(s[R::kBatch](x), s[R::kToldFinish](x));
             });
             const Bool unseen = logic_.ForAll(Sort::kObject, [&](const Term& x) {
               return z3::implies(Refers(s, x, p[0]), s[R::kToldFinish](x));
             });
             return std::vector<Obligation>{
                 {"order: freed after it finished, and all of its batch", all_finished},
                 {"order: only the doomed are freed", s[R::kUnreachable](p[0])},
                 {"fields: what has not finished refers to nothing freed", unseen}};
           }});
}

// A tick has nothing to do only if no doomed object is left.
void System::AddIdleTick() {
  Add({.name = "idle-tick",
       .parameters = {},
       .guard =
           [this](const Relations& s, const Terms&) {
             return !s[R::kMarking]() && !s[R::kGathering]() && !s[R::kPurgePending]() &&
                    IsEmpty(s, R::kWaiting);
           },
       .take =
           [this](const Relations& s, const Terms&) {
             After after{s, {}};
             EndStep(after);
             return after;
           },
       .owes =
           [this](const Relations& s, const Relations&, const Terms&) {
             return std::vector<Obligation>{
                 {"progress: a tick does nothing only if nothing is doomed",
                  IsEmpty(s, R::kUnreachable)}};
           }});
}

// The polled object is not ready, so it leaves the batch. It loses its references, as their targets
// may be freed before it.
void System::AddWaitingActions() {
  if (Faulty(Fault::kFreeUnready)) return;
  const auto owes_begun = [](const Relations& s, const Relations&, const Terms& p) {
    return std::vector<Obligation>{
        {"order: only what was told to begin is asked", s[R::kToldBegin](p[0])}};
  };
  Add({.name = "poll-not-ready",
       .parameters = {Sort::kObject},
       .guard =
           [this](const Relations& s, const Terms& p) {
             return MayPurge(s) && NoneToBegin(s) && s[R::kBatch](p[0]) && !s[R::kFinished](p[0]) &&
                    !s[R::kReady](p[0]);
           },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Relations& t = after.state;
             Exclude(t, R::kBatch, Is(p[0]));
             if (!Faulty(Fault::kDropWaiting)) Include(t, R::kWaiting, Is(p[0]));
             if (!Faulty(Fault::kWaitingKeepsReferences)) LetGo(t, p[0]);
             EndPurgeIfDone(t);
             EndStep(after);
             return after;
           },
       .owes = owes_begun});
  Add({.name = "poll-waiting-not-ready",
       .parameters = {Sort::kObject},
       .guard =
           [this](const Relations& s, const Terms& p) {
             const Bool idle = !s[R::kPurgePending]() && !s[R::kMarking]() && !s[R::kGathering]();
             return ((MayPurge(s) && NoneToBegin(s) && NoneToPoll(s) && s[R::kPolling](p[0])) ||
                     (idle && s[R::kWaiting](p[0]))) &&
                    !s[R::kReady](p[0]);
           },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Relations& t = after.state;
             const Bool own_round = !s[R::kPurgePending]();
             Include(t, R::kPolling, [=](const Term& x) { return own_round && s[R::kWaiting](x); });
             Exclude(t, R::kPolling, Is(p[0]));
             EndPurgeIfDone(t);
             EndStep(after);
             return after;
           },
       .owes = owes_begun});
}

}  // namespace model
