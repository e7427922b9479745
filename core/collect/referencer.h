// core/collect/referencer.h -- code outside the heap that reports what it refers to.
//
// A subsystem that is not managed itself, but holds many references, registers once and is asked in
// every cycle. A wrapper referencer holds ObjectPtr slots: a change of one goes through the
// barrier. A raw one holds plain pointers, whose changes nobody sees; so raw referencers are asked
// again at the end of the trace, until an answer brings nothing new.
//
// Reporting is pure: without a change in between the same references are reported. A referencer
// must be unregistered before its heap is gone.
//
// Upholds: referencer-barrier, initial-references-always (with core/collect/marker.cc).
// Read next: core/collect/marker.cc.

#pragma once

#include <cstdint>

#include "core/pointer/object_ptr.h"

namespace gc::inline GC_BUILD {

class Heap;

// Where a referencer reports to.
class Reporter {
 public:
  using Take = void (*)(void* context, Object* target);
  Reporter(Take take, void* context) : take_(take), context_(context) {}

  // A slot, for wrapper referencers. Nothing keeps its address after the call.
  void operator()(const ObjectSlot& slot) { Report(slot.Raw()); }
  // A plain pointer, for raw referencers only.
  void Raw(Object* target) { Report(target); }

 private:
  void Report(Object* target) {
    if (target != nullptr) take_(context_, target);
  }
  Take take_;
  void* context_;
};

class Referencer {
 public:
  enum class Kind : std::uint8_t { kWrapper, kRaw };

  // `name` is for diagnostics and must outlive the referencer.
  Referencer(Heap& heap, Kind kind, const char* name);
  virtual ~Referencer() { Unregister(); }
  Referencer(const Referencer&) = delete;
  Referencer& operator=(const Referencer&) = delete;

  // Starts being asked; what it reports is shaded now if a trace is pending. Does nothing if it is
  // registered already.
  void Register();
  void Unregister();
  bool IsRegistered() const { return registered_; }

  Kind kind() const { return kind_; }
  const char* name() const { return name_; }

  virtual void Report(Reporter& to) const = 0;

  // The heap's list of referencers, in the order in which they registered.
  const Referencer* Next() const { return next_; }
  // The number of flips when it registered.
  std::uint64_t since() const { return since_; }

 private:
  Collector& owner_;
  const Kind kind_;
  bool registered_ = false;
  const char* const name_;
  std::uint64_t since_ = 0;
  Referencer* next_ = nullptr;
  Referencer* previous_ = nullptr;
};

}  // namespace gc::inline GC_BUILD
