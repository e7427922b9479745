// model/proof/actions/helpers.cc -- actions of other threads that help the collector's.
//
// Referencers may be asked beside the flip. What they report is carried to the unit of the initial
// references, and by then the mutator may have stored other references:
//
//     beside the flip   the slot of a wrapper holds v; v is carried, and white
//     the mutator       stores w into the slot, and v nowhere
//     initial refs      v is marked, although nothing refers to it; the slot is not read again
//
// That is sound. What a slot got since was shaded by the store, what registered since was shaded
// when it did, and raw slots are asked again before marking ends. And v was reachable at the flip,
// so it may stay; it is there still, since nothing is freed while marking but what was doomed
// before, and an object that is given up is dropped from what is carried.
//
// A slot that is reported may also lie in an object, for example in a container of a cluster, which
// the flip may be activating at this time. Here one such slot is asked in one action, at any time
// until the initial references are taken, which is more than a step allows.
//
// Workers may gather together: each visits indices of its own and keeps a list of what it dooms.
// The lists are joined afterwards. Here any worker may visit any index, and joins may come in
// between.
//
// A worker may destroy objects. Their entries are emptied by the collector's thread, but their
// indices are given again only when the worker has freed the memory.
//
// Upholds: referencer-barrier, gather-covers-range, index-after-free.
// Read next: model/proof/actions_marking.cc.

#include <utility>

#include "model/proof/system.h"

namespace model {

void CycleStart::AskBeside(Relations& t) const {
  const Relations s = t;
  Set(t, R::kAsked, logic_.True());
  t[R::kCarried] = Relation([this, s](const Terms& terms) {
    return logic_.Exists(Sort::kReferencer, [&](const Term& r) {
      return s[R::kReports](r, terms[0]) && !(LetsGo(s, r) && s[R::kGarbage](terms[0]));
    });
  });
  ClearReported(t, logic_.True());
}

// A slot of an object is reported: it is cleared if it holds garbage and may be cleared, else its
// value is carried.
void System::AddAskedField() {
  Add({.name = "ask-field",
       .parameters = {Sort::kObject, Sort::kField},
       .guard =
           [this](const Relations& s, const Terms& p) {
             const Bool holds = logic_.Exists(
                 Sort::kObject, [&](const Term& y) { return s[R::kField](p[0], p[1], y); });
             const Bool counts = FollowsCounted() ? s[R::kCounted](p[0]) : logic_.True();
             const Bool stays = Alive(s, p[0]) && s[R::kMay](p[0]) && counts;
             return s[R::kAsked]() && holds && Assumed(Assumption::kReportedSlotsMayStay, stays);
           },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Relations& t = after.state;
             Include(t, R::kCarried, [=, this](const Term& y) {
               return s[R::kField](p[0], p[1], y) && !IsKillable(s, p[1], y);
             });
             if (!ClearsGarbage()) return after;
             SetField(t, p[0], p[1], [=, this](const Term& y) {
               return s[R::kField](p[0], p[1], y) && !IsKillable(s, p[1], y);
             });
             return after;
           },
       .unspoken = true});
}

void System::AddWorkersGather() {
  const auto gathers = [](const Relations& s) {
    return s[R::kGathering]() && !s[R::kPurgePending]();
  };
  const auto gather_owes = [this](const Relations& s, const Relations& t, const Terms& p) {
    std::vector<Obligation> owed = OwesOfDooming(s, p[0]);
    for (Obligation& each : OwesOfGatherEnd(s, t)) owed.push_back(std::move(each));
    return owed;
  };
  Add({.name = "worker-visits",
       .parameters = {Sort::kObject},
       .guard = [=](const Relations& s,
                    const Terms& p) { return gathers(s) && s[R::kUnvisited](p[0]); },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Relations& t = after.state;
             const Bool dooms = Dooms(s, p[0]);
             const Predicate doomed = [=, this](const Term& x) {
               return dooms && logic_.Equal(x, p[0]);
             };
             Exclude(t, R::kUnvisited, Is(p[0]));
             for (const R set : {R::kA, R::kB, R::kDenied, R::kPromised}) Exclude(t, set, doomed);
             Include(t, R::kUnreachable, doomed);
             Include(t, R::kFound, doomed);
             EndGatherIfDone(after, s);
             EndStep(after);
             return after;
           },
       .owes = gather_owes,
       .unspoken = true});
  Add({.name = "join",
       .guard = [=, this](const Relations& s,
                          const Terms&) { return gathers(s) && !IsEmpty(s, R::kFound); },
       .take =
           [this](const Relations& s, const Terms&) {
             After after{s, {}};
             Relations& t = after.state;
             if (!Slips(Slip::kListIsNotJoined)) {
               Include(t, R::kBatch, [s](const Term& x) { return s[R::kFound](x); });
             }
             Exclude(t, R::kFound, [this](const Term&) { return logic_.True(); });
             EndGatherIfDone(after, s);
             EndStep(after);
             return after;
           },
       .owes = [this](const Relations& s, const Relations& t,
                      const Terms&) { return OwesOfGatherEnd(s, t); },
       .unspoken = true});
}

void System::AddDestroyer() {
  Add({.name = "hand-over",
       .parameters = {Sort::kObject},
       .guard = [this](const Relations& s,
                       const Terms& p) { return MayFree(s, p[0]) && !s[R::kDropped](); },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             EmptyEntry(after.state, p[0]);
             Include(after.state, R::kHanded, Is(p[0]));
             EndPurgeIfDone(after.state);
             EndStep(after);
             return after;
           },
       .owes = [this](const Relations& s, const Relations&,
                      const Terms& p) { return OwesOfFreeing(s, p[0]); },
       .unspoken = true});
  // On the worker, at any time: between two ticks, beside a tick, or while the heap is dropped.
  Add({.name = "worker-frees",
       .parameters = {Sort::kObject},
       .guard = [](const Relations& s, const Terms& p) { return s[R::kHanded](p[0]); },
       .take =
           [this](const Relations& s, const Terms& p) {
             After after{s, {}};
             Exclude(after.state, R::kHanded, Is(p[0]));
             return after;
           },
       .owes =
           [](const Relations& s, const Relations&, const Terms& p) {
             return std::vector<Obligation>{
                 {"order: no object is born at an index whose memory is not freed",
                  !s[R::kAlloc](p[0])}};
           },
       .unspoken = true});
}

}  // namespace model
