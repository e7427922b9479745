// core/pointer/local.h -- a raw reference of the mutator that survives steps of the collector.
//
// A pointer on the stack keeps nothing alive. How long it may be used is the discipline of locals,
// which the program chooses for each heap:
//
//     dead       raw references are void after each step of the collector; there are no Locals.
//                This is the discipline of a game thread, and the default.
//     rescanned  a Local survives steps. The collector takes all Locals with the initial
//                references, and again before marking ends, because setting one calls no barrier.
//     black      a Local survives steps and is taken once; in return every reference that is loaded
//                from the heap is shaded when it is loaded (Heap::Loaded, WeakPtr::Get).
//
// Read next: core/collect/marker.cc.

#pragma once

#include <cstdint>

#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

class Heap;

enum class Locals : std::uint8_t { kDead, kRescanned, kBlack };

// The untyped part of a Local. Locals are in the list of their heap, in the order they were made.
class LocalReference {
 public:
  LocalReference(Heap& heap, Object* to);
  ~LocalReference();
  LocalReference(const LocalReference&) = delete;
  LocalReference& operator=(const LocalReference&) = delete;

  Object* Raw() const { return to_; }
  const LocalReference* Next() const { return next_; }

 private:
  friend class ExternalReferences;
  Collector& owner_;
  Object* const to_;
  LocalReference* next_ = nullptr;
  LocalReference* previous_ = nullptr;
};

template <class T>
class Local : public LocalReference {
 public:
  Local(Heap& heap, T* to) : LocalReference(heap, to) {}
  T* Get() const { return static_cast<T*>(Raw()); }
  T* operator->() const { return Get(); }
  T& operator*() const { return *Get(); }
};

}  // namespace GC_BUILD
}  // namespace gc
