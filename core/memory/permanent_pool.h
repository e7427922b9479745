// core/memory/permanent_pool.h -- memory of objects that are never freed while the heap lives.
//
// Objects that are made while an engine starts, and that live as long as it does, need no free list
// and no record. They lie side by side in one range of addresses, which is freed as a whole when
// the heap is dropped. Whether an address is in the range costs one subtraction and one comparison.
//
// Read next: core/memory/memory.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

class PermanentPool {
 public:
  // Opens a pool of `bytes` bytes. If there is no memory for it, the pool has no room for any
  // object.
  void Open(std::size_t bytes) {
    bytes = bytes / kObjectAlignment * kObjectAlignment;
    start_.reset(bytes == 0 ? nullptr : static_cast<std::byte*>(std::malloc(bytes)));
    size_ = start_ == nullptr ? 0 : bytes;
    used_ = 0;
  }
  void Close() { Open(0); }

  // Memory for `bytes` bytes, aligned for an object; null if there is no room.
  void* Allocate(std::size_t bytes) {
    const std::size_t rounded =
        (bytes + kObjectAlignment - 1) / kObjectAlignment * kObjectAlignment;
    if (rounded > size_ - used_) return nullptr;
    std::byte* const place = start_.get() + used_;
    used_ += rounded;
    return place;
  }

  bool Contains(const void* address) const {
    return reinterpret_cast<std::uintptr_t>(address) -
               reinterpret_cast<std::uintptr_t>(start_.get()) <
           size_;
  }
  std::size_t used() const { return used_; }
  std::size_t size() const { return size_; }

 private:
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  std::unique_ptr<std::byte, Free> start_;
  std::size_t size_ = 0;
  std::size_t used_ = 0;
};

}  // namespace GC_BUILD
}  // namespace gc
