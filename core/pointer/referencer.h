// core/pointer/referencer.h -- a part of the program outside the heap that reports its references.
//
// A subsystem that is not managed itself, but holds many references, registers once and reports
// them in every cycle. There are three kinds. A wrapper referencer holds ObjectPtr slots, whose
// changes go through the barrier; each reported reference is read at once, so it may report a slot
// on its stack. A stable referencer holds ObjectPtr slots too, and promises that they stay where
// they are while marking; they are read in batches, the last of them after Report has returned. A
// raw referencer holds plain pointers, whose changes no barrier sees; so it is asked again before
// marking ends, until it reports nothing new.
//
// While marking, a reported slot that holds an object marked garbage is cleared, as a field would
// be, unless the referencer protects it (Reporter::Protect).
//
// Reporting has no side effects: without a change in between, the same references are reported. A
// referencer must be unregistered before its heap is dropped. It must not register or unregister
// while referencers are being asked, and it never moves, because the heap's list holds its address.
//
// Upholds: referencer-barrier, initial-references-always (with core/collect/marker.cc).
// Read next: core/collect/marker.cc.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "core/pointer/object_ptr.h"

namespace gc {
inline namespace GC_BUILD {

class Heap;

// Receives the references that a referencer reports.
class Reporter {
 public:
  using Take = void (*)(void* context, Object* target);
  // Clears a reported slot if it must be cleared, and returns whether it did; then nothing is
  // taken.
  struct Clear {
    bool (*clears)(void* context, ObjectSlot& slot) = nullptr;
    void* context = nullptr;
  };
  Reporter(Take take, void* context) : Reporter(take, context, {}) {}
  Reporter(Take take, void* context, Clear kill) : take_(take), context_(context), clear_(kill) {}

  // Reports a slot; for wrapper and stable referencers. The address is not kept after the call,
  // unless the referencer is stable.
  void operator()(const ObjectSlot& slot) {
    if (!batching_) return Report(slot);
    if (waiting_ == batch_.size()) Drain();
    batch_[waiting_++] = &slot;
  }
  // Reports many slots, as if one after the other.
  template <class T>
  void operator()(std::span<const ObjectPtr<T>> slots) {
    for (const ObjectSlot& slot : slots) (*this)(slot);
  }
  template <class T>
  void operator()(std::span<ObjectPtr<T>> slots) {
    (*this)(std::span<const ObjectPtr<T>>(slots));
  }
  // Reports any other field that a class could list: a container, a variant.
  template <HoldsReferences T>
  requires(!std::is_base_of_v<ObjectSlot, T>) void operator()(const T& field) {
    References<T>::Visit(const_cast<T&>(field), SlotVisitor(
                                                    [](void* self, ObjectSlot& slot) {
                                                      (*static_cast<Reporter*>(self))(
                                                          static_cast<const ObjectSlot&>(slot));
                                                    },
                                                    this));
  }
  // Reports a plain pointer; for raw referencers only. Given by value, it is never cleared.
  void Raw(Object* target) { Report(target); }

  // From now on, slots that hold marked garbage are protected: they keep it and are not cleared.
  void Protect(bool protecting) {
    Drain();
    protecting_ = protecting;
  }

  // Batch: whether slots are collected and read 32 at a time. Drain: reads those that still wait.
  void Batch(bool batching) { batching_ = batching; }
  void Drain() {
    for (std::size_t i = 0; i < waiting_; ++i) Report(*batch_[i]);
    waiting_ = 0;
  }

 private:
  // A referencer shows its slots as const, but garbage in them must be cleared all the same.
  void Report(const ObjectSlot& slot) {
    const bool may_clear = clear_.clears != nullptr && !protecting_ && slot.Raw() != nullptr;
    if (may_clear && clear_.clears(clear_.context, const_cast<ObjectSlot&>(slot))) return;
    Report(slot.Raw());
  }
  void Report(Object* target) {
    if (target != nullptr) take_(context_, target);
  }
  Take take_;
  void* context_;
  Clear clear_;
  bool batching_ = false;
  bool protecting_ = false;
  std::size_t waiting_ = 0;
  std::array<const ObjectSlot*, 32> batch_;
};

class Referencer {
 public:
  enum class Kind : std::uint8_t { kWrapper, kRaw, kStable };

  // `name` is for diagnostics and must outlive the referencer. If it is null, the type's name is
  // used.
  Referencer(Heap& heap, Kind kind, const char* name);
  virtual ~Referencer() { Unregister(); }
  Referencer(const Referencer&) = delete;
  Referencer& operator=(const Referencer&) = delete;

  // Registers the referencer, if it is not. While marking, what it reports is shaded at once.
  // Registered calls this when the construction is complete.
  void Register();
  void Unregister();
  bool IsRegistered() const { return registered_; }

  Kind kind() const { return kind_; }
  const char* name() const { return name_; }
  // Calls Report, in batches if the referencer is stable.
  void Ask(Reporter& to) const {
    to.Batch(kind_ == Kind::kStable);
    Report(to);
    to.Protect(false);
    to.Batch(false);
  }

  virtual void Report(Reporter& to) const = 0;

  // The heap's list of referencers, in the order in which they registered.
  const Referencer* Next() const { return next_; }
  // The number of flips of the heap at the time of registering.
  std::uint64_t since() const { return since_; }

 private:
  friend class ExternalReferences;
  void CheckMayChange() const;
  Collector& owner_;
  const Kind kind_;
  bool registered_ = false;
  const char* name_;
  std::string type_name_;  // used if no name was given
  std::uint64_t since_ = 0;
  Referencer* next_ = nullptr;
  Referencer* previous_ = nullptr;
};
static_assert(!std::is_move_constructible_v<Referencer>);

// A T that is registered from the end of its construction to the start of its destruction. Only in
// between can Report be called, which is virtual.
template <class T>
class Registered final : public T {
 public:
  template <class... Arguments>
  requires std::is_constructible_v<T, Arguments...>
  explicit Registered(Arguments&&... arguments) : T(std::forward<Arguments>(arguments)...) {
    this->Register();
  }
  ~Registered() override { this->Unregister(); }
};

}  // namespace GC_BUILD
}  // namespace gc
