#include "properties/subjects/core/list_memory.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

thread_local bool refused = false;

}  // namespace

#if TRICOLOUR_PRIVATE_MEMORY
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return refused ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
}
#endif

namespace properties {

NoListMemory::NoListMemory(bool really) : outer_(refused) { refused = refused || really; }
NoListMemory::~NoListMemory() { refused = outer_; }

}  // namespace properties
