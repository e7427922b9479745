// model/machine/reader.h -- what the mutator gets when it reads a reference that may be dead.
//
// A weak reference, a handle and a name differ in how they identify the object, and in the fault
// that leaves out the shading. `answer` gets the object that the read yields, or kNone.

#pragma once

#include "model/machine/barrier.h"
#include "model/machine/clusters.h"
#include "model/machine/step.h"

namespace model {

class Reader {
 public:
  explicit Reader(const Switches& switches)
      : switches_(switches), barrier_(switches), clusters_(switches) {}

  std::optional<Finding> WeakRead(State& state, std::size_t slot, Entry& answer) const;
  // The field is a handle: it gets the object of the weak reference.
  std::optional<Finding> Resolve(State& state, Entry source, std::size_t field, std::size_t slot,
                                 Entry& answer) const;
  // Looks an object up by its name. `entry` has the object; kNone: the object is gone.
  std::optional<Finding> Find(State& state, Entry entry, Entry& answer) const;

 private:
  // The entry that is read, and whether it still has the object that is meant.
  struct Sought {
    Entry entry = kNone;
    bool current = true;   // whether it has, by the serial
    bool intended = true;  // whether it has, in truth
    Entry holder = kNone;  // the object whose field gets the answer
    gc::Fault not_shading = gc::Fault::kReadWithoutShading;  // the fault of this read
  };
  std::optional<Finding> ReadSlot(State& state, std::size_t slot, gc::Fault not_shading,
                                  Entry holder, Entry& answer) const;
  std::optional<Finding> Read(State& state, const Sought& sought, Entry& answer) const;
  bool Shows(const State& state, const Sought& sought) const;
  static void Revive(State& state, Entry entry);

  Switches switches_;
  Barrier barrier_;
  Clusters clusters_;
};

}  // namespace model
