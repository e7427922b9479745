// core/pointer/referencer.h -- code outside the heap that reports what it refers to.
//
// A subsystem that is not managed itself, but holds many references, registers once and is asked in
// every cycle. A wrapper referencer holds ObjectPtr slots: a change of one goes through the
// barrier. A raw one holds plain pointers, whose changes nobody sees; so raw referencers are asked
// again at the end of the trace, until an answer brings nothing new.
//
// What a wrapper referencer reports is taken at once, so it may report a slot on its stack. A
// stable one promises that its slots stay where they are as long as the trace is pending; it is
// taken in batches, after Report has gone on.
//
// A slot that holds an object marked garbage is cleared when it is reported to a trace, and keeps
// nothing, as a field would, unless the referencer protects it (Reporter::Protect).
//
// Reporting is pure: without a change in between the same references are reported. A referencer
// must be unregistered before its heap is gone. It may not come or go while referencers are being
// asked, and it never moves: the list knows its address.
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

// Where a referencer reports to.
class Reporter {
 public:
  using Take = void (*)(void* context, Object* target);
  // Whether a slot that was reported let go of its object, which is then not taken.
  struct Clear {
    bool (*clears)(void* context, ObjectSlot& slot) = nullptr;
    void* context = nullptr;
  };
  Reporter(Take take, void* context) : Reporter(take, context, {}) {}
  Reporter(Take take, void* context, Clear kill) : take_(take), context_(context), clear_(kill) {}

  // A slot, for wrapper referencers. Nothing keeps its address after the call, unless the
  // referencer is a stable one.
  void operator()(const ObjectSlot& slot) {
    if (!batching_) return Report(slot);
    if (waiting_ == batch_.size()) Drain();
    batch_[waiting_++] = &slot;
  }
  // Many at once: the same as one after the other.
  template <class T>
  void operator()(std::span<const ObjectPtr<T>> slots) {
    for (const ObjectSlot& slot : slots) (*this)(slot);
  }
  template <class T>
  void operator()(std::span<ObjectPtr<T>> slots) {
    (*this)(std::span<const ObjectPtr<T>>(slots));
  }
  // Whatever else a class could list: a container, a variant.
  template <HoldsReferences T>
  requires(!std::is_base_of_v<ObjectSlot, T>) void operator()(const T& field) {
    References<T>::Visit(const_cast<T&>(field), SlotVisitor(
                                                    [](void* self, ObjectSlot& slot) {
                                                      (*static_cast<Reporter*>(self))(
                                                          static_cast<const ObjectSlot&>(slot));
                                                    },
                                                    this));
  }
  // A plain pointer, for raw referencers only. It is reported by value, so it is never cleared.
  void Raw(Object* target) { Report(target); }

  // Whether slots that are reported from here on keep what is marked garbage, and are not cleared.
  void Protect(bool protecting) {
    Drain();
    protecting_ = protecting;
  }

  // Whether slots wait for a whole batch of them, and what to do in the end.
  void Batch(bool batching) { batching_ = batching; }
  void Drain() {
    for (std::size_t i = 0; i < waiting_; ++i) Report(*batch_[i]);
    waiting_ = 0;
  }

 private:
  // A referencer shows its slots as const, and a slot may be cleared all the same.
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

  // `name` is for diagnostics and must outlive the referencer; without one it has its type's.
  Referencer(Heap& heap, Kind kind, const char* name);
  virtual ~Referencer() { Unregister(); }
  Referencer(const Referencer&) = delete;
  Referencer& operator=(const Referencer&) = delete;

  // For referencers that register as soon as they are complete, see Registered.
  // Starts being asked; what it reports is shaded now if a trace is pending. Does nothing if it is
  // registered already.
  void Register();
  void Unregister();
  bool IsRegistered() const { return registered_; }

  Kind kind() const { return kind_; }
  const char* name() const { return name_; }
  // Asks it, in batches if it is stable.
  void Ask(Reporter& to) const {
    to.Batch(kind_ == Kind::kStable);
    Report(to);
    to.Protect(false);
    to.Batch(false);
  }

  virtual void Report(Reporter& to) const = 0;

  // The heap's list of referencers, in the order in which they registered.
  const Referencer* Next() const { return next_; }
  // The number of flips when it registered.
  std::uint64_t since() const { return since_; }

 private:
  void CheckMayChange() const;
  Collector& owner_;
  const Kind kind_;
  bool registered_ = false;
  const char* name_;
  std::string type_name_;  // if it has no other
  std::uint64_t since_ = 0;
  Referencer* next_ = nullptr;
  Referencer* previous_ = nullptr;
};
static_assert(!std::is_move_constructible_v<Referencer>);

// A T that is registered from the end of its construction to the beginning of its destruction: only
// then can it be asked what it refers to.
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
