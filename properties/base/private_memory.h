// properties/base/private_memory.h -- memory that can be put back to how it was.
//
// A search judges ten operations in each state of a heap. A heap cannot be copied, for its objects
// refer to one another by address; so to come back to a state, its whole run was repeated. But if
// all of a heap lies in one range of addresses, the bytes of that range are the state: they are
// copied out once, and copied back to the same addresses ten times, in a fraction of a microsecond.
//
//     Use          what this thread allocates from here on lies in the memory
//     Keep         the bytes in use are copied out
//     PutBack      they are copied back: what was allocated since is forgotten, with no destructor;
//                  what was freed since is there again
//
// So whatever was allocated in a Use must be owned by what is put back too, and nothing else may
// change: no thread, no file, no object elsewhere. Both ends of that are the user's to see to
// (properties/subjects/core/core_images.h). Allocations of 32 KiB and more lie apart, and are not
// copied.
//
// The process's allocator is replaced for this (malloc and its kin, by the same names). Where that
// does not work, or where a sanitizer watches the allocator, kWorks is false.
//
// Thread rules: one thread at a time uses a memory. Any thread may ask who owns an address.
//
// Read next: properties/subjects/core/core_images.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace properties {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TRICOLOUR_PRIVATE_MEMORY 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define TRICOLOUR_PRIVATE_MEMORY 0
#endif
#endif
#ifndef TRICOLOUR_PRIVATE_MEMORY
#if defined(__linux__) && defined(__GLIBC__)
#define TRICOLOUR_PRIVATE_MEMORY 1
#else
#define TRICOLOUR_PRIVATE_MEMORY 0
#endif
#endif

class PrivateMemory {
 public:
  static constexpr bool kWorks = TRICOLOUR_PRIVATE_MEMORY;

  // Reserves addresses. If that fails, or kWorks is false, the memory is of no use: see IsOpen.
  PrivateMemory();
  // Nothing that was allocated may be used or freed any more.
  ~PrivateMemory();
  PrivateMemory(const PrivateMemory&) = delete;
  PrivateMemory& operator=(const PrivateMemory&) = delete;

  bool IsOpen() const { return head_ != nullptr; }

  // While it lives, what this thread allocates lies in the memory; with null, in the process's.
  class Use {
   public:
    explicit Use(PrivateMemory* memory);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    PrivateMemory* const outer_;
  };

  bool Owns(const void* address) const;
  // The bytes in use, freed ones between them included.
  std::size_t used() const;
  // Whether an allocation found no room, and so lies elsewhere. Then nothing can be put back.
  bool Overflowed() const { return overflowed_; }

  void Keep(std::vector<std::byte>& copy) const;
  void PutBack(const std::vector<std::byte>& copy);

  // For the allocator: null if there is no room.
  void* Allocate(std::size_t bytes, std::size_t alignment);
  static void Free(void* place);
  static std::size_t SizeOf(void* place);
  // The memory that this thread allocates in, or null; and whether any memory owns the address.
  static PrivateMemory* Current();
  static bool AnyOwns(const void* address);

 private:
  struct Head;
  Head* head_ = nullptr;  // at the beginning of the range, and so put back with it
  bool overflowed_ = false;
  std::size_t slot_ = 0;
  std::uintptr_t dirty_ = 0;  // large allocations were made up to here, and are not zero any more
};

}  // namespace properties
