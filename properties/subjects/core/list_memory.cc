#include "properties/subjects/core/list_memory.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

thread_local bool refused = false;
thread_local properties::FailingAllocation* failing = nullptr;
thread_local bool may_fail = false;
// Relaxed: the threads that allocate are done before the count is read.
std::atomic<bool> is_counting = false;
std::atomic<std::uint64_t> counted = 0;

#if TRICOLOUR_PRIVATE_MEMORY
bool Fails() {
  if (is_counting.load(std::memory_order_relaxed)) counted.fetch_add(1, std::memory_order_relaxed);
  return may_fail && failing != nullptr && failing->Take();
}
#endif

}  // namespace

#if TRICOLOUR_PRIVATE_MEMORY
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return refused || Fails() ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
}
void* operator new(std::size_t bytes) {
  void* const memory = Fails() ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto whole = static_cast<std::size_t>(alignment);
  void* const memory =
      Fails() ? nullptr : std::aligned_alloc(whole, (bytes + whole - 1) / whole * whole);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
#endif

namespace properties {

NoListMemory::NoListMemory(bool really) : outer_(refused) { refused = refused || really; }
NoListMemory::~NoListMemory() { refused = outer_; }

FailingAllocation::FailingAllocation(std::uint64_t number, bool for_good)
    : number_(number), for_good_(for_good) {
  failing = this;
}
FailingAllocation::~FailingAllocation() { failing = nullptr; }

CountedAllocations::CountedAllocations() {
  counted.store(0, std::memory_order_relaxed);
  is_counting.store(true, std::memory_order_relaxed);
}
CountedAllocations::~CountedAllocations() { is_counting.store(false, std::memory_order_relaxed); }
std::uint64_t CountedAllocations::count() const { return counted.load(std::memory_order_relaxed); }

MayFail::MayFail(bool may) : outer_(may_fail) { may_fail = may; }
MayFail::~MayFail() { may_fail = outer_; }

}  // namespace properties
