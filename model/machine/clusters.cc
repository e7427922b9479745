// model/machine/clusters.cc -- how clusters are made, reached, dissolved and doomed.

#include "model/machine/clusters.h"

namespace model {

using gc::Fault;
using reference::EventKind;

// --- Made and grown: between cycles only.

bool Clusters::MayCluster(const State& state) const {
  return state.phase == Phase::kIdle || switches_.Faulty(Fault::kClusterInCycle);
}

void Clusters::Join(State& state, Entry root, Entry entry) {
  Add(state.clustered, Bit(entry));
  state.link[entry] = root;
  if (entry == root) return;
  Remove(state.reachable, Bit(entry));
  Remove(state.maybe, Bit(entry));
}

// Lists what the members refer to outside of the cluster. The elements of a container are not
// listed: each marking looks at them.
void Clusters::ListOutward(State& state, Entry root, Mask members) {
  ForEach(static_cast<Mask>(members & ~state.container), [&](Entry member) {
    for (const Entry target : state.field[member]) {
      if (target == kNone || Has(state.permanent, target)) continue;
      const bool clustered = Has(state.clustered, target);
      if (clustered && state.link[target] == root) continue;
      if (clustered) {
        Add(state.others[root], Bit(state.link[target]));
      } else {
        Add(state.outside[root], Bit(target));
      }
    }
  });
}

bool Clusters::MakeCluster(State& state, Entry root) const {
  barrier_.Load(state, root);
  if (!MayCluster(state)) return false;
  Join(state, root, root);
  for (Mask frontier = Bit(root); frontier != 0;) {
    const Mask from = frontier;
    frontier = 0;
    ForEach(from, [&](Entry entry) {
      for (const Entry target : state.field[entry]) {
        if (target == kNone || !Has(MayJoin(state), target)) continue;
        Join(state, root, target);
        Add(frontier, Bit(target));
      }
    });
  }
  ListOutward(state, root, MembersOf(state, root));
  return true;
}

bool Clusters::AddToCluster(State& state, Entry root, Entry entry) const {
  barrier_.Load(state, root);
  barrier_.Load(state, entry);
  if (!MayCluster(state)) return false;
  Join(state, root, entry);
  Remove(state.outside[root], Bit(entry));
  ListOutward(state, root, Bit(entry));
  return true;
}

// --- Reached.

void Clusters::Enlist(State& state, Entry entry, Mask State::*list) {
  if (Has(static_cast<Mask>(state.work | state.barrier), entry)) Add(state.twice, Bit(entry));
  Add(state.*list, Bit(entry));
}

// Whether the cluster refers to an object marked garbage, so that fields of members must be
// cleared.
bool Clusters::KeepsGarbage(const State& state, Entry root) {
  return ((state.outside[root] | OpenOf(state, root)) & state.garbage) != 0;
}

// Marks an object that the collector found. If that reaches a cluster, the answer is its root, and
// the caller must activate it.
Mask Clusters::ReachOne(State& state, Entry target) const {
  if (!Has(state.clustered, target)) {
    barrier_.Mark(state, target, &State::work);
    return 0;
  }
  const Entry root = state.link[target];
  if (!Has(state.maybe, root)) return 0;
  if (target != root && switches_.Faulty(Fault::kMarkMemberOnly)) return 0;
  Remove(state.maybe, Bit(root));
  Add(state.reachable, Bit(root));
  return Bit(root);
}

void Clusters::Reach(State& state, Entry target, FactSink* sink) const {
  ForEach(ReachOne(state, target), [&](Entry root) { Activate(state, root, kNone, sink); });
}

void Clusters::ReachAll(State& state, Mask targets, FactSink* sink, std::size_t order) const {
  for (const Entry entry : kAllOrders[order]) {
    if (Has(targets, entry)) Reach(state, entry, sink);
  }
}

bool Clusters::OrderMatters(const State& state) {
  const Mask roots = RootsOf(state);
  bool keeps = false;
  ForEach(roots, [&](Entry root) { keeps |= KeepsGarbage(state, root); });
  return keeps && (roots & (roots - 1)) != 0;
}

// Activates the cluster and all clusters that are reached from it. A cluster that refers to garbage
// is dissolved instead, so that its objects are scanned one by one. `taken` is in no list any more.
void Clusters::Activate(State& state, Entry root, Entry taken, FactSink* sink) const {
  Mask flagged = 0;
  for (Mask reached = Bit(root); reached != 0;) {
    Entry next = 0;
    while (!Has(reached, next)) ++next;
    Remove(reached, Bit(next));
    if (Has(state.activated, next)) continue;
    if (KeepsGarbage(state, next)) {
      Add(flagged, Bit(next));
    } else {
      Add(reached, ReachOutward(state, next));
    }
  }
  if (flagged == 0) return;
  ForEach(flagged, [&](Entry entry) {
    if (sink != nullptr) sink->Fact(EventKind::kDissolved, entry, false);
    if (entry != taken) Enlist(state, entry, &State::work);
  });
  Dissolve(state, flagged);
}

Mask Clusters::ReachOutward(State& state, Entry root) const {
  Add(state.activated, Bit(root));
  Mask reached = 0;
  const auto reach = [&](Mask targets) {
    ForEach(targets, [&](Entry target) { Add(reached, ReachOne(state, target)); });
  };
  if (!switches_.Faulty(Fault::kSkipOtherClusters)) reach(state.others[root]);
  if (!switches_.Faulty(Fault::kSkipMutableObjects)) reach(state.outside[root]);
  reach(OpenOf(state, root));
  return reached;
}

// --- Dissolved.

// The store dissolves the holder's cluster, unless the cluster reaches the value already.
void Clusters::NoteStore(State& state, Entry holder, Entry value) const {
  if (value == kNone || !Has(state.clustered, holder) || Has(state.container, holder)) return;
  const Entry root = state.link[holder];
  if (Has(state.permanent, value) || Has(state.outside[root], value)) return;
  if (Has(state.clustered, value)) {
    const Entry other = state.link[value];
    if (other == root || Has(state.others[root], other)) return;
  }
  if (!switches_.Faulty(Fault::kStoreSilently)) RequestDissolving(state, root);
}

void Clusters::DissolveClusterOf(State& state, Entry entry) const {
  barrier_.Load(state, entry);
  if (Has(state.clustered, entry)) RequestDissolving(state, state.link[entry]);
}

// Dissolves at once. But the gather finds a member's colour by its link, so while gathering a
// cluster is dissolved when the gather is over.
void Clusters::RequestDissolving(State& state, Entry root) const {
  if (state.phase != Phase::kGathering) return Dissolve(state, Bit(root));
  Add(state.dissolving, WithReferrers(state, Bit(root)));
}

// The clusters, and all clusters that refer to them.
Mask Clusters::WithReferrers(const State& state, Mask roots) {
  for (Mask before = 0; before != roots;) {
    before = roots;
    ForEach(RootsOf(state), [&](Entry root) {
      if ((state.others[root] & roots) != 0) Add(roots, Bit(root));
    });
  }
  return roots;
}

void Clusters::Dissolve(State& state, Mask roots) const {
  ForEach(WithReferrers(state, roots), [&](Entry root) {
    LetMembersGo(state, root);
    ForgetCluster(state, root);
  });
}

// The members keep the colour of the root. If the root is grey, each member is queued.
void Clusters::LetMembersGo(State& state, Entry root) const {
  const bool marking = state.phase == Phase::kMarking;
  const bool white = Has(state.maybe, root);
  const bool grey = marking && !white && !Has(state.activated, root);
  const bool joined_white = Has(state.stale, root);
  const bool keep = (joined_white != white || grey) &&
                    switches_.Faulty(marking ? Fault::kKeepStaleBits : Fault::kKeepStaleBitIdle);
  const bool blacken = marking && (white || grey) && switches_.Faulty(Fault::kBlackenMembers);
  const bool as_white = !blacken && (keep ? joined_white : white);
  const Mask members = static_cast<Mask>(MembersOf(state, root) & ~Bit(root) & ~OwnColour(state));
  Add(as_white ? state.maybe : state.reachable, members);
  if (!grey || keep || blacken) return;
  ForEach(members, [&](Entry member) { Enlist(state, member, &State::barrier); });
}

// Takes the cluster out of all masks and lists.
void Clusters::ForgetCluster(State& state, Entry root) {
  const Mask members = MembersOf(state, root);
  ForEach(members, [&](Entry member) { state.link[member] = kNone; });
  Remove(state.clustered, members);
  for (Mask* mask : {&state.activated, &state.dissolving, &state.stale}) Remove(*mask, Bit(root));
  state.outside[root] = state.others[root] = 0;
  for (Mask& others : state.others) Remove(others, Bit(root));
}

// --- Doomed, each at its own index; and gone, when the gather is over.

bool Clusters::IsDoomedMember(const State& state, Entry entry) const {
  if (!Has(state.clustered, entry) || Has(OwnColour(state), entry)) return false;
  const bool doomed = Has(static_cast<Mask>(state.maybe | state.unreachable), state.link[entry]);
  return doomed && !switches_.Faulty(Fault::kJudgeByOwnBit);
}

void Clusters::BuryClusters(State& state) const {
  ForEach(static_cast<Mask>(RootsOf(state) & state.unreachable), [&](Entry root) {
    // A member is left only with the fault that judges each member by its own bit.
    Add(state.reachable, static_cast<Mask>(MembersOf(state, root) & ~OwnColour(state)));
    ForgetCluster(state, root);
  });
  Dissolve(state, state.dissolving);
}

// The entry's object is freed, so no cluster lists it any more.
void Clusters::LeaveClusters(State& state, Entry entry) {
  if (Has(state.clustered, entry) && state.link[entry] == entry) ForgetCluster(state, entry);
  state.link[entry] = kNone;
  for (Mask& outside : state.outside) Remove(outside, Bit(entry));
}

}  // namespace model
