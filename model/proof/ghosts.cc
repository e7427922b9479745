// model/proof/ghosts.cc -- ghosts: what no collector keeps, and what the theorems are about.
//
// Two promises are about the past of a state, so a state has to remember it.
//
// Completeness: what did not count at the flip goes in that cycle. A reference counts unless a scan
// clears it because its target is garbage. But until it is scanned, the mutator may load such a
// reference and store it elsewhere. So R::kCounted has what counted at the flip, and from then on
// also what the mutator shaded, born or put in the root set while marking ran, with all that counts
// for it. What the collector shades is not added: it must be there already (invariants K1 to K4),
// or the promise would be empty. R::kMay is larger in one way, since it is closed under references
// to garbage too, and smaller in another: only a read adds to it. What stays is in both.
//
// Freeing: what is gathered is freed by the end of the purge if it is ready. R::kRefused has what
// was asked in this purge and was not ready.
//
// Every action is given its ghosts here, so that none is forgotten, and none reads them.
//
// Read next: invariants.h.

#include <string_view>
#include <utility>

#include "model/proof/system.h"

namespace model {

namespace {

bool IsUnit(std::string_view name) {
  static constexpr std::string_view kUnits[] = {"flip",
                                                "initial-references",
                                                "barrier-list",
                                                "scan",
                                                "activate",
                                                "activate-garbage",
                                                "end-check-goes-on",
                                                "end-check-decides",
                                                "end-check-ends",
                                                "gather",
                                                "begin",
                                                "poll-ready",
                                                "poll-not-ready",
                                                "poll-waiting-ready",
                                                "poll-waiting-not-ready",
                                                "free",
                                                "idle-tick"};
  for (const std::string_view unit : kUnits) {
    if (unit == name) return true;
  }
  return false;
}

}  // namespace

void System::Add(Action action) {
  const std::string name = action.name;
  const bool unit = action.unit = IsUnit(name);
  const bool asks = name == "poll-not-ready" || name == "poll-waiting-not-ready";
  const bool begins = asks || name == "poll-waiting-ready" || name == "gather";
  action.take = [=, this, take = std::move(action.take)](const Relations& s, const Terms& p) {
    After after = take(s, p);
    if (FollowsCounted() && (!unit || name == "flip")) NoteCounted(after, s, unit);
    if (begins) NoteRefused(after.state, s, asks ? p.data() : nullptr);
    return after;
  };
  actions_.push_back(std::move(action));
}

// Whether x is in the root set in a way that keeps it: a wrapper referencer drops garbage.
Bool Changes::RootThatCounts(const Relations& s, const Term& x) const {
  return s[R::kPermanent](x) || s[R::kRoot](x) || s[R::kKept](x) || s[R::kConstructing](x) ||
         s[R::kStrong](x) || s[R::kHeld](x) || logic_.Exists(Sort::kReferencer, [&](const Term& r) {
           return s[R::kReports](r, x) && !(LetsGo(s, r) && s[R::kGarbage](x));
         });
}

// Whether x keeps y: by a reference that counts, or because of x's cluster.
Bool Changes::CountsFor(const Relations& s, const Term& x, const Term& y) const {
  return logic_.Exists(
             Sort::kField,
             [&](const Term& f) { return s[R::kField](x, f, y) && !IsKillable(s, f, y); }) ||
         s[R::kTogether](x, y) || (Lists(s, x, y) && !s[R::kGarbage](y));
}

void Changes::NoteCounted(After& after, const Relations& s, bool flips) const {
  Relations& t = after.state;
  const Relations now = t;
  const Relation base([this, s, now, flips](const Terms& terms) {
    const Term& x = terms[0];
    if (flips) return RootThatCounts(now, x);
    const auto marked = [this](const Relations& u, const Term& y) {
      return Alive(u, y) && !Maybe(u, y);
    };
    return s[R::kCounted](x) || (marked(now, x) && !marked(s, x)) ||
           (now[R::kMarking]() && (Listed(now, x) || RootThatCounts(now, x)));
  });
  const Edge counts = [&](const Term& x, const Term& y) { return CountsFor(now, x, y); };
  const Relation closed = ClosureOver("counted-then", counts, base, after.assumed);
  const Bool marking = now[R::kMarking]();
  t[R::kCounted] = Relation([base, closed, marking](const Terms& terms) {
    return z3::ite(marking, closed(terms), base(terms));
  });
}

// `refused` is what was asked and is not ready; null: nothing was asked. Outside a purge, one
// begins.
void Changes::NoteRefused(Relations& t, const Relations& s, const Term* refused) const {
  const Bool goes_on = s[R::kPurgePending]();
  Exclude(t, R::kRefused, [goes_on, this](const Term&) { return !goes_on; });
  if (refused == nullptr) return;
  const Bool ready = s[R::kReady](*refused);
  Include(t, R::kRefused,
          [=, this, x = *refused](const Term& y) { return !ready && logic_.Equal(x, y); });
}

}  // namespace model
