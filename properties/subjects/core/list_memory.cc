#include "properties/subjects/core/list_memory.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

thread_local bool refused = false;
thread_local properties::FailingAllocation* failing = nullptr;
thread_local bool may_fail = false;

#if TRICOLOUR_PRIVATE_MEMORY
bool Fails() { return may_fail && failing != nullptr && failing->Take(); }
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
#endif

namespace properties {

NoListMemory::NoListMemory(bool really) : outer_(refused) { refused = refused || really; }
NoListMemory::~NoListMemory() { refused = outer_; }

FailingAllocation::FailingAllocation(std::uint64_t number, bool for_good)
    : number_(number), for_good_(for_good) {
  failing = this;
}
FailingAllocation::~FailingAllocation() { failing = nullptr; }

MayFail::MayFail(bool may) : outer_(may_fail) { may_fail = may; }
MayFail::~MayFail() { may_fail = outer_; }

}  // namespace properties
