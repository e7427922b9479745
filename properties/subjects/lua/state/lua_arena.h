// properties/subjects/lua/state/lua_arena.h -- the memory of a judged Lua.
//
// Lua gets all its memory from one function of ours. That gives us four things which Lua's own
// interface does not. We see the memory of each object come and go, so we learn of deaths from the
// memory, not from the collector. Freed memory is filled with a pattern and not used again for a
// long time, so a reference to it is noticed, not mistaken for one to something newer. An
// allocation can be made to fail, so that Lua collects in the middle of an operation. And addresses
// are the same in every run, and with them everything that depends on addresses (such as the order
// of pointers in a hash table).
//
// Addresses: the arena begins at a multiple of 4 GiB, since Lua hashes the low 32 bits of a
// pointer. Looking at values may allocate too (the stack may grow); that memory comes from a region
// of its own, kept aside, so that looking moves nothing else.
//
// Photographs: an empty Lua state is made only once. Restore() brings it back byte for byte, which
// is faster than making a new one and keeps what Lua would draw at random (its hash seed).
//
// Read next: lua_heap.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "reference/trace/trace.h"

namespace properties {

class LuaArena {
 public:
  struct Block {
    std::uint32_t offset = 0;                 // in bytes, from the arena's beginning
    std::uint32_t size = 0;                   // as asked for
    reference::Name name = reference::kNull;  // the object whose identity this block is, or kNull
    bool live = false;
    bool aside = false;
    std::uint8_t type = 0;   // the Lua type of the object in it; 0: none
    std::uint32_t next = 0;  // the next one in its list of the quarantine
  };

  // Reserves the address space; aborts if the system refuses.
  LuaArena();
  ~LuaArena();
  LuaArena(const LuaArena&) = delete;
  LuaArena& operator=(const LuaArena&) = delete;

  // The function that Lua calls for memory (a lua_Alloc); `arena` is a LuaArena.
  static void* Allocate(void* arena, void* block, std::size_t old_size, std::size_t new_size);

  // Photograph keeps a copy of the memory; Restore brings it back.
  void Photograph();
  void Restore();
  // Does something that frees all memory, such as closing Lua; counts the blocks that are live all
  // the same; and then undoes whatever it did to the memory.
  std::size_t LiveAfter(const std::function<void()>& freeing);

  // The block, live or freed, that contains the address; null if the arena does not have it.
  const Block* Find(const void* address) const;
  // Makes the block the identity of an object.
  void GiveName(const void* address, reference::Name name);
  // Says whether allocations come from the region kept aside from now on.
  void SetAside(bool aside) { aside_ = aside; }

  // Makes the `countdown`-th allocation from now fail, once; 0 means none. Lua then does an
  // emergency collection.
  void FailAfter(std::uint32_t countdown) { fail_after_ = countdown; }
  bool FailurePending() const { return fail_after_ != 0; }

  // The names of freed blocks, in order, since this list was last emptied.
  std::vector<reference::Name>& freed_names() { return freed_names_; }
  // How many blocks were freed in this run, without those kept aside.
  std::uint64_t freed_count() const { return freed_count_; }
  std::size_t block_count() const { return blocks_.size(); }
  const Block& operator[](std::size_t index) const { return blocks_[index]; }
  // What a freed upvalue holds: a light userdata that no run makes. To meet it anywhere is to have
  // looked into freed memory.
  const void* Nobody() const { return base_ + kNobody; }
  std::size_t IndexOf(const Block* block) const {
    return static_cast<std::size_t>(block - blocks_.data());
  }

 private:
  // Bytes are handed out in order. A freed block is used again only once the quarantine is full.
  struct Region {
    std::uint32_t begin = 0;  // these four are offsets into the arena
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
  static constexpr std::uint32_t kNobody = 48;                // offset into the arena
  static constexpr std::uint32_t kQuarantinedGranules = 256;  // larger blocks are never used again

  void* New(std::size_t size, std::size_t type);
  std::uint32_t NewBlock(Region& region, std::uint32_t granules);
  bool Commit(Region& region, std::uint32_t until);
  std::uint32_t TakeFromQuarantine(std::uint32_t granules);
  void Free(Block& block);
  void Poison(const Block& block);
  Block* FindMutable(const void* address) { return const_cast<Block*>(Find(address)); }

  std::byte* reserved_ = nullptr;  // the memory that was mapped
  std::byte* base_ = nullptr;      // the multiple of 4 GiB in it
  Region regions_[2];              // the ordinary one, and the one kept aside
  std::vector<Block> blocks_;
  std::array<Queue, kQuarantinedGranules> quarantine_;
  std::size_t quarantined_bytes_ = 0;
  Photo Taken() const;

  Photo photo_;
  bool aside_ = false;
  std::uint32_t fail_after_ = 0;
  std::vector<reference::Name> freed_names_;
  std::uint64_t freed_count_ = 0;
};

}  // namespace properties
