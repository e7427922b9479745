// properties/suites/free_running/mutator.h -- one thread's part of the heap, and notes of what it
// did.
//
// Each slot has one writer: a mutator writes only to fields of objects that it made, though it
// stores any objects there, its own and others'. So at the end every slot must hold what its writer
// stored last, whatever the other threads did meanwhile. Each mutator notes its stores as it makes
// them, and all notes together are the oracle's heap. No thread reads a field that another thread
// writes.
//
// A mutator gets references to objects of others from mailboxes, by weak reads. All references on
// its stack end with the burst in which it got them (dead locals).
//
// Read next: free_running_test.cc.

#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "properties/suites/free_running/shared_heap.h"
#include "reference/oracle/heap.h"

namespace properties::free_running {

class Mutator {
 public:
  // The objects of this mutator have the names from `first` to `end` - 1.
  Mutator(SharedHeap& shared, Name first, Name end, std::uint32_t seed)
      : shared_(shared), first_(first), end_(end), random_(seed) {}

  // Does a few operations, during which nothing is collected. False once it has no name left.
  bool Burst();

  // Enters its notes into the oracle: its objects' fields, its roots, and the counts that it holds.
  void Tell(reference::Heap& oracle) const;
  // How many weak reads were answered with an object, and with null.
  std::uint64_t answers() const { return answers_; }
  std::uint64_t nulls() const { return nulls_; }
  Name made() const { return static_cast<Name>(notes_.size()); }

 private:
  // What one of its objects must hold.
  struct Note {
    std::array<Name, kFields> fields{kNull, kNull, kNull};
    bool root = false;
  };

  bool IsMine(const Item& item) const { return item.name >= first_ && item.name < end_; }
  Note& NoteOf(const Item& item) { return notes_[item.name - first_]; }
  std::uint32_t Below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(random_() >> 8) % bound;
  }
  template <class T>
  T& AnyOf(std::vector<T>& list) {
    return list[Below(static_cast<std::uint32_t>(list.size()))];
  }

  void Operate();
  void Create();
  void Root(Item* item);
  void Unroot();
  void Store(Item* into, std::uint32_t field, Item* value);
  void Swap();
  void Hold(Item* item);
  void Send();
  void Receive();
  void Pin();
  void Visit();
  Item* Walk();
  Item* Mine();
  Item* Any();
  void Check(const Item& item);

  SharedHeap& shared_;
  const Name first_;
  const Name end_;
  std::minstd_rand random_;
  std::vector<Note> notes_;  // of the objects that it made, by name
  std::vector<Item*> roots_;
  std::vector<gc::StrongPtr<Item>> strong_;
  std::vector<Item*> held_;  // the objects that it got in this burst
  std::uint64_t answers_ = 0;
  std::uint64_t nulls_ = 0;
};

}  // namespace properties::free_running
