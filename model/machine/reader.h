// model/machine/reader.h -- what the mutator is given when it asks for an object.
//
// A weak reference, a handle and a name differ in how they know the object, and in which fault
// forgets to shade it. `answer` is what is yielded, or kNone.

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
  // A field that is a handle takes what the weak reference means.
  std::optional<Finding> Resolve(State& state, Entry source, std::size_t field, std::size_t slot,
                                 Entry& answer) const;
  // By its name. The entry was born with one; kNone means that its object is gone.
  std::optional<Finding> Find(State& state, Entry entry, Entry& answer) const;

 private:
  // What is read: the entry, and whether it has the object that is meant.
  struct Sought {
    Entry entry = kNone;
    bool current = true;                                     // by the serial
    bool intended = true;                                    // indeed
    Entry holder = kNone;                                    // into whose field it goes
    gc::Fault not_shading = gc::Fault::kReadWithoutShading;  // of what is yielded
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
