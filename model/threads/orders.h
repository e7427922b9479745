// model/threads/orders.h -- the memory orders with which a machine is built.
//
// A machine does not write its orders down: it asks for the order of each access by name, and gets
// what core's source has (accesses.h), unless a search has weakened the access. So one description
// of a protocol serves to show that it holds, and to show what each order is for.
//
// Read next: accesses.h.

#pragma once

#include <array>
#include <atomic>
#include <bitset>
#include <optional>

#include "model/threads/accesses.h"
#include "model/threads/memory/order.h"

namespace model::threads {

// What an order of C++ is for the memory of the machines.
constexpr Order OrderOf(std::memory_order order) {
  switch (order) {
    case std::memory_order_relaxed:
      return Order::kRelaxed;
    case std::memory_order_consume:
    case std::memory_order_acquire:
      return Order::kAcquire;
    case std::memory_order_release:
      return Order::kRelease;
    case std::memory_order_acq_rel:
      return Order::kAcquireRelease;
    case std::memory_order_seq_cst:
      break;
  }
  return Order::kSequential;
}

class Orders {
 public:
  // As the table has them.
  Orders();

  // The order of an access, and that of a comparison that fails.
  Order Of(At at) const { return OrderOf(Asked(at).order); }
  Order OnFailure(At at) const { return OrderOf(Asked(at).failure.value_or(Asked(at).order)); }
  // Whether a lock is taken, or a task is waited for.
  bool Holds(At edge) const { return !Asked(edge).left_out; }

  struct One {
    std::memory_order order = std::memory_order_relaxed;
    std::optional<std::memory_order> failure;
    bool left_out = false;
  };
  const One& operator[](At at) const { return orders_[static_cast<std::size_t>(at)]; }
  void Set(At at, const One& one) { orders_[static_cast<std::size_t>(at)] = one; }
  void Set(At at, std::memory_order order) { orders_[static_cast<std::size_t>(at)].order = order; }

  // The accesses for which a machine has asked since this was made, or since ForgetAsked.
  bool WasAsked(At at) const { return asked_[static_cast<std::size_t>(at)]; }
  void ForgetAsked() { asked_.reset(); }

 private:
  const One& Asked(At at) const {
    asked_.set(static_cast<std::size_t>(at));
    return orders_[static_cast<std::size_t>(at)];
  }

  std::array<One, kAccessCount> orders_ = {};
  mutable std::bitset<kAccessCount> asked_;
};

}  // namespace model::threads
