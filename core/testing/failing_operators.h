// core/testing/failing_operators.h -- lets FailingMemory fail what `new` allocates.
//
// It defines the operators of the whole program, so one file of a test program includes it.

#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

#include "core/testing/failing_memory.h"

#if GC_COUNTS_ALLOCATIONS
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  void* const memory = gc::FailingMemory::Fails() ? nullptr : std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
#endif
