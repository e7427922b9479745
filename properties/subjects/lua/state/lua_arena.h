// properties/subjects/lua/state/lua_arena.h -- the memory that a judged Lua lives in.
//
// Lua gets all its memory from one function of ours, and that gives us four things which its own
// interface does not: we see each object's memory come and go, so death is learnt from the memory
// and not from the collector; freed memory is filled with a pattern and not used again for a long
// time, so a reference to it is seen and not mistaken for a reference to something newer; an
// allocation can be made to fail, so that Lua collects in the middle of an operation; and addresses
// are the same in every run, so that what depends on them (the order of pointers in a hash table)
// is the same too.
//
// Addresses: the arena begins at a multiple of 4 GiB, and Lua hashes the low 32 bits of a pointer.
// What is allocated while one only looks at values (the stack may grow) comes from a region of its
// own, so that looking moves nothing else.
//
// Photographs: an empty Lua state is made once; Restore() brings it back byte for byte, which is
// faster than making one and keeps what a new state would draw at random (its hash seed).
//
// Read next: lua_heap.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "reference/trace/trace.h"

namespace properties {

class LuaArena {
 public:
  struct Block {
    std::uint32_t offset = 0;                 // from the arena's begin, in bytes
    std::uint32_t size = 0;                   // as asked for
    reference::Name name = reference::kNull;  // the trace's object whose identity this block is
    bool live = false;
    bool aside = false;
    std::uint8_t type = 0;   // of the object that Lua said it wants the memory for; 0: none
    std::uint32_t next = 0;  // in its list of the quarantine
  };

  // Reserves the address space; aborts if there is none.
  LuaArena();
  ~LuaArena();
  LuaArena(const LuaArena&) = delete;
  LuaArena& operator=(const LuaArena&) = delete;

  // A lua_Alloc; `arena` is a LuaArena.
  static void* Allocate(void* arena, void* block, std::size_t old_size, std::size_t new_size);

  // Keeps what is there now, and brings it back.
  void Photograph();
  void Restore();

  // The block, live or freed, that contains the address; null for memory that is not ours.
  const Block* Find(const void* address) const;
  // The block is the identity of an object.
  void GiveName(const void* address, reference::Name name);
  // Whether allocations from now on come from the region kept aside.
  void SetAside(bool aside) { aside_ = aside; }

  // The `countdown`-th allocation from now fails, once; 0: none does. Lua answers with an emergency
  // collection.
  void FailAfter(std::uint32_t countdown) { fail_after_ = countdown; }
  bool FailurePending() const { return fail_after_ != 0; }

  // Names of blocks freed since this list was last emptied, in order.
  std::vector<reference::Name>& freed_names() { return freed_names_; }
  // Blocks freed so far in this run, those kept aside left out.
  std::uint64_t freed_count() const { return freed_count_; }
  std::size_t block_count() const { return blocks_.size(); }
  std::size_t IndexOf(const Block* block) const {
    return static_cast<std::size_t>(block - blocks_.data());
  }

 private:
  // Bytes are handed out in order; those of a freed block again only once the quarantine is full.
  struct Region {
    std::uint32_t begin = 0;  // these four are offsets
    std::uint32_t cursor = 0;
    std::uint32_t committed = 0;
    std::uint32_t end = 0;
    std::vector<std::uint32_t> block_of_granule;
  };
  struct Photo {
    std::vector<std::byte> bytes[2];
    std::vector<Block> blocks;
    std::uint32_t cursor[2] = {};
  };
  // Freed blocks of one size, oldest first.
  struct Queue {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::uint32_t count = 0;
  };
  static constexpr std::uint32_t kQuarantinedGranules = 256;  // larger blocks are never reused

  void* New(std::size_t size, std::size_t type);
  std::uint32_t NewBlock(Region& region, std::uint32_t granules);
  bool Commit(Region& region, std::uint32_t until);
  std::uint32_t TakeFromQuarantine(std::uint32_t granules);
  void Free(Block& block);
  void Poison(const Block& block);
  Block* FindMutable(const void* address) { return const_cast<Block*>(Find(address)); }

  std::byte* reserved_ = nullptr;  // what was mapped
  std::byte* base_ = nullptr;      // a multiple of 4 GiB in it
  Region regions_[2];              // the ordinary one, and the one kept aside
  std::vector<Block> blocks_;
  std::array<Queue, kQuarantinedGranules> quarantine_;
  std::size_t quarantined_bytes_ = 0;
  Photo photo_;
  bool aside_ = false;
  std::uint32_t fail_after_ = 0;
  std::vector<reference::Name> freed_names_;
  std::uint64_t freed_count_ = 0;
};

}  // namespace properties
