// model/machine/mutator.h -- the operations of the mutator between two units, with their
// barriers.
//
// The caller ensures that the mutator can name the objects that an operation uses.
//
// Read next: reader.h.

#pragma once

#include "model/machine/barrier.h"
#include "model/machine/clusters.h"
#include "model/machine/step.h"

namespace model {

class Mutator {
 public:
  explicit Mutator(const Switches& switches)
      : switches_(switches), barrier_(switches), clusters_(switches) {}

  // --- Births.
  void Create(State& state, Entry entry, bool container = false) const;
  void Copy(State& state, Entry entry, Entry from) const;
  void Reserve(State& state, Entry entry) const;
  void Complete(State& state, Entry entry) const;
  // The object is given up instead. Nothing may refer to it.
  std::optional<Finding> Abandon(State& state, Entry entry) const;
  // From now on a look-up finds the object. While marking, it is scanned once.
  void CreateNamed(State& state, Entry entry) const;
  void CreatePermanent(State& state, Entry entry) const;

  // --- Fields. False: refused.
  bool Store(State& state, Entry source, std::size_t field, Entry value) const;
  void Move(State& state, Entry to, std::size_t to_field, Entry from, std::size_t from_field) const;
  void Swap(State& state, Entry left, std::size_t left_field, Entry right,
            std::size_t right_field) const;
  // Gives the object one more field, which never changes.
  void SetOuter(State& state, Entry entry, std::size_t field, Entry outer) const;

  // --- Containers. In Append, `field` is the first one after the last element. If the container
  // relocates, all other elements are moved, and each move shades.
  void Append(State& state, Entry container, std::size_t field, Entry value, bool relocates) const;
  void Erase(State& state, Entry container, std::size_t field) const;
  void Take(State& state, Entry to, Entry from) const;

  // --- The root set, and other properties of one object.
  void SetRoot(State& state, Entry entry, bool root) const;
  void SetKept(State& state, Entry entry, bool kept) const;
  void SetStrong(State& state, Entry entry, bool strong) const;
  // The object is loaded, and nothing else is done with it.
  void Touch(State& state, Entry entry) const { barrier_.Load(state, entry); }
  void SetAuthored(State& state, Entry entry, bool authored) const;
  void SetHeld(State& state, Entry entry, bool held) const;
  static void SetReady(State& state, Entry entry, bool ready);
  void ReferencerHold(State& state, Entry entry, Hold kind) const;
  static void ReferencerRelease(State& state, Hold kind);
  // The user begins the destruction of an object that is not doomed. A purge does not repeat it.
  void BeginByHand(State& state, Entry entry) const;
  void MarkGarbage(State& state, Entry entry) const;
  // From now on, when `leaver` begins to be destroyed, it tries to store itself into the heir.
  void SetResurrection(State& state, Entry leaver, Entry heir, std::size_t field) const;

  // --- Weak references.
  void WeakMake(State& state, std::size_t slot, Entry entry) const;
  static void WeakCopy(State& state, std::size_t to, std::size_t from);

 private:
  std::uint8_t FreshSerial(State& state) const;

  Switches switches_;
  Barrier barrier_;
  Clusters clusters_;
};

}  // namespace model
