// model/proof/changes.h -- the changes of a state that actions share.
//
// An action copies the state, and these functions change the copy. Changes of one topic are defined
// in the file of its actions, as the comments say; the others in changes.cc.
//
// Read next: system.h.

#pragma once

#include <vector>

#include "model/proof/words.h"

namespace model {

// The state after an action. `assumed` restricts the new symbols that the action introduced.
struct After {
  Relations state;
  std::vector<Bool> assumed;
};

class Changes : public Words {
 public:
  using Words::Words;

  // --- What counts (ghosts.cc): whether R::kCounted is followed; whether x is in the root set in a
  // way that keeps it; whether x keeps y.
  bool FollowsCounted() const { return clusters_; }
  Bool RootThatCounts(const Relations& state, const Term& x) const;
  Bool CountsFor(const Relations& state, const Term& x, const Term& y) const;

 protected:
  // --- What the mutator may do, by assumption.
  // Whether it names x.
  Bool Names(const Relations& state, const Term& x) const {
    return Assumed(Assumption::kNamesDieAtSteps, state[R::kNamed](x));
  }
  // Whether it writes a slot of the holder otherwise than by a store, which asks MayStore.
  Bool MayWrite(const Relations& state, const Term& holder) const;  // actions_permanent.cc
  Bool MayChange(const Relations& state, const Term& field) const;  // actions_garbage.cc

  // --- Relations.
  void Set(Relations& state, R flag, const Bool& value) const;
  void Include(Relations& state, R set, const Predicate& more) const;
  void Exclude(Relations& state, R set, const Predicate& less) const;
  void SetReads(Relations& state, const Predicate& value) const;
  void SetMaybe(Relations& state, const Predicate& value) const;
  void SetField(Relations& state, const Term& x, const Term& f, const Predicate& value) const;

  // --- Marking, and the barrier.
  void MarkUnlisted(Relations& state, const Predicate& targets) const;
  Predicate Reached(const Relations& state, const Predicate& targets, R list) const;
  void Shade(Relations& state, const Predicate& targets, R list) const;
  void Barrier(Relations& state, const Predicate& targets) const;
  void BarrierUnless(gc::Fault fault, Relations& state, const Predicate& targets) const;
  void Load(Relations& state, const Term& operand) const;
  void EndStep(After& after) const;

  // --- Births and fields (actions_mutator.cc).
  void Bear(Relations& state, const Term& x) const;
  void LetGo(Relations& state, const Term& x) const;
  After Stored(const Relations& before, const Terms& parameters) const;

  // --- Reads (actions_weak.cc).
  void Yield(After& after, const Relations& before, const Term& x) const;
  void Revive(Relations& state, const Term& x) const;

  // --- Garbage (actions_garbage.cc).
  void ClearIn(Relations& state, const Term& x) const;
  void ClearReported(Relations& state, const Bool& asked) const;

  // --- Ghosts (ghosts.cc).
  void NoteCounted(After& after, const Relations& before, bool flips) const;
  void NoteRefused(Relations& state, const Relations& before, const Term* refused) const;

  // --- Clusters (actions_clusters.cc).
  void Join(Relations& state, const Term& root, const Term& x) const;
  Predicate Uncovered(const Relations& state, const Term& holder, const Term& field,
                      const Predicate& stored) const;
  void RequestDissolving(After& after, const Predicate& some) const;
  Relation WithReferrers(After& after, const Predicate& some) const;
  void Dissolve(After& after, const Relation& all, const Bool& when) const;
  void EndClusters(After& after, const Bool& ended) const;
  void SpoilColours(Relations& state, const Predicate& members) const;

  // --- Destruction (actions_purge.cc, actions_permanent.cc).
  void EndPurgeIfDone(Relations& state) const;
  void EmptyEntry(Relations& state, const Term& x) const;
  void EndGatherIfDone(After& after, const Relations& before) const;  // actions_marking.cc
  void TryToResurrect(After& after, const Term& leaver) const;
  void ForgetResurrection(Relations& state, const Term& freed) const;
};

// The beginning of a cycle, whichever way it is asked for (actions/flip.cc, actions/helpers.cc).
class CycleStart : public Changes {
 public:
  using Changes::Changes;

 protected:
  Bool IsNamedByMask(const Relations& state, const Term& x) const;
  void Flip(After& after, bool masked) const;
  void MayStay(After& after, const Relations& before, const Predicate& some) const;
  void AskBeside(Relations& state) const;
};

}  // namespace model
