#include "properties/subjects/lua/state/lua_arena.h"

#include <sys/mman.h>
#include <lua.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "properties/subjects/lua/state/lua_versions.h"

namespace properties {

namespace {

constexpr std::uint32_t kGranule = 16;
constexpr std::size_t kAlignment = std::size_t{1} << 32;
constexpr std::uint32_t kOrdinaryBytes = 1u << 30;
constexpr std::uint32_t kAsideBytes = 1u << 28;
constexpr std::uint32_t kCommitStep = 1u << 18;
constexpr std::size_t kReserved = kAlignment + kOrdinaryBytes + kAsideBytes;
// Freed bytes are used again only while more than so many are waiting.
constexpr std::size_t kQuarantineBytes = std::size_t{1} << 26;

constexpr std::uint32_t kNowhere = ~0u;

// New memory gets a pattern, so that a run does not depend on the one before. Freed memory is
// filled with ones, an object of no type, but for some fields: Lua may follow a stale reference
// before the judge has seen it, and must survive that. A freed table is empty and has no metatable;
// a freed userdata has no user values (so that lua_touserdata answers an address inside it); a
// freed upvalue refers to nobody's value, which every look recognises. The offsets are those of
// Lua 5.4 on 64 bits; those of 5.3 are the same, where an upvalue is no object, and those of 5.5
// but for one. Were they wrong, Lua would only crash there.
constexpr int kNewByte = 0xA5;
constexpr int kFreedByte = 0xFF;
constexpr std::size_t kUserValueCount = 10;    // two bytes
constexpr std::size_t kHashSizeAndLimit = 11;  // of a table: one byte, then four
constexpr std::size_t kHashPart = 24;
constexpr std::size_t kMetatable = LUA_VERSION_NUM >= 505 ? 32 : 40;
constexpr std::size_t kUpvaluePointer = 16;

// The pointers written into freed memory lead to the arena's first bytes: an empty table entry, and
// a value.
constexpr std::uint32_t kEmptyEntry = 16;
constexpr std::uint32_t kFirstOffset = 64;

constexpr std::uint32_t Granules(std::size_t size) {
  return static_cast<std::uint32_t>((size + kGranule - 1) / kGranule);
}

}  // namespace

LuaArena::LuaArena() {
  void* const memory =
      mmap(nullptr, kReserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    std::perror("no address space for a Lua to live in");
    std::abort();
  }
  reserved_ = static_cast<std::byte*>(memory);
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  base_ = reserved_ + ((kAlignment - address % kAlignment) % kAlignment);
  regions_[0] = {.begin = 0, .cursor = kFirstOffset, .committed = 0, .end = kOrdinaryBytes};
  regions_[1] = {.begin = kOrdinaryBytes,
                 .cursor = kOrdinaryBytes,
                 .committed = kOrdinaryBytes,
                 .end = kOrdinaryBytes + kAsideBytes};
  regions_[0].block_of_granule.resize(kFirstOffset / kGranule, kNowhere);
  Commit(regions_[0], kFirstOffset);
  const void* const nobody = Nobody();
  std::memcpy(base_ + kNobody, static_cast<const void*>(&nobody), sizeof nobody);
  base_[kNobody + sizeof nobody] = std::byte{LUA_TLIGHTUSERDATA};
}

LuaArena::~LuaArena() { munmap(reserved_, kReserved); }

void* LuaArena::Allocate(void* arena, void* block, std::size_t old_size, std::size_t new_size) {
  LuaArena& self = *static_cast<LuaArena*>(arena);
  if (new_size == 0) {
    if (block != nullptr) self.Free(*self.FindMutable(block));
    return nullptr;
  }
  const bool grows = block == nullptr || new_size > old_size;
  if (grows && self.fail_after_ != 0) {
    self.fail_after_ -= 1;
    if (self.fail_after_ == 0) return nullptr;
  }
  // For a new block, Lua passes the type of the object as the old size.
  if (block == nullptr) return self.New(new_size, old_size);
  // A block moves at every change of its size, so that a stale address is always noticed.
  void* const moved = self.New(new_size, 0);
  if (moved == nullptr) return nullptr;
  std::memcpy(moved, block, std::min(old_size, new_size));
  self.Free(*self.FindMutable(block));
  return moved;
}

void* LuaArena::New(std::size_t size, std::size_t type) {
  if (size >= kAsideBytes) return nullptr;
  const std::uint32_t granules = Granules(size);
  std::uint32_t index = aside_ ? kNowhere : TakeFromQuarantine(granules);
  if (index == kNowhere) index = NewBlock(regions_[aside_ ? 1 : 0], granules);
  if (index == kNowhere) return nullptr;
  Block& block = blocks_[index];
  block.size = static_cast<std::uint32_t>(size);
  block.name = reference::kNull;
  block.live = true;
  block.aside = aside_;
  block.type = type <= kLuaTypes ? static_cast<std::uint8_t>(type) : 0;
  return std::memset(base_ + block.offset, kNewByte, size);
}

// Makes a block of the region's next bytes; kNowhere if the region is used up.
std::uint32_t LuaArena::NewBlock(Region& region, std::uint32_t granules) {
  const std::uint32_t size = granules * kGranule;
  if (size > region.end - region.cursor) return kNowhere;
  const std::uint32_t offset = region.cursor;
  if (offset + size > region.committed && !Commit(region, offset + size)) return kNowhere;
  region.cursor = offset + size;
  std::vector<std::uint32_t>& owners = region.block_of_granule;
  const auto index = static_cast<std::uint32_t>(blocks_.size());
  owners.resize(owners.size() + granules, index);
  blocks_.push_back({.offset = offset});
  return index;
}

bool LuaArena::Commit(Region& region, std::uint32_t until) {
  const std::uint32_t rounded = (until + kCommitStep - 1) / kCommitStep * kCommitStep;
  if (mprotect(base_ + region.committed, rounded - region.committed, PROT_READ | PROT_WRITE) != 0) {
    return false;
  }
  region.committed = rounded;
  return true;
}

std::uint32_t LuaArena::TakeFromQuarantine(std::uint32_t granules) {
  if (quarantined_bytes_ < kQuarantineBytes || granules >= kQuarantinedGranules) return kNowhere;
  Queue& queue = quarantine_[granules];
  if (queue.count == 0) return kNowhere;
  const std::uint32_t index = queue.first;
  queue.first = blocks_[index].next;
  --queue.count;
  quarantined_bytes_ -= granules * kGranule;
  return index;
}

void LuaArena::Poison(const Block& block) {
  std::byte* const memory = base_ + block.offset;
  std::memset(memory, kFreedByte, block.size);
  const auto point = [&](std::size_t at, const std::byte* to) {
    std::memcpy(memory + at, static_cast<const void*>(&to), sizeof to);
  };
  if (block.type == LUA_TUSERDATA) std::memset(memory + kUserValueCount, 0, 2);
  if (block.type == LUA_TTABLE) {
    std::memset(memory + kHashSizeAndLimit, 0, 5);
    point(kHashPart, base_ + kEmptyEntry);
    point(kMetatable, nullptr);
  }
  // Upvalues have an internal type, the first after the public ones.
  if (block.type == kLuaTypes) point(kUpvaluePointer, base_ + kNobody);
}

void LuaArena::Free(Block& block) {
  Poison(block);
  block.live = false;
  if (block.aside) return;
  ++freed_count_;
  if (block.name != reference::kNull) freed_names_.push_back(block.name);
  const std::uint32_t granules = Granules(block.size);
  if (granules >= kQuarantinedGranules) return;
  const auto index = static_cast<std::uint32_t>(IndexOf(&block));
  Queue& queue = quarantine_[granules];
  (queue.count == 0 ? queue.first : blocks_[queue.last].next) = index;
  queue.last = index;
  ++queue.count;
  quarantined_bytes_ += granules * kGranule;
}

const LuaArena::Block* LuaArena::Find(const void* address) const {
  const auto distance = static_cast<std::uintptr_t>(static_cast<const std::byte*>(address) - base_);
  if (distance >= regions_[1].end) return nullptr;
  const auto offset = static_cast<std::uint32_t>(distance);
  const Region& region = regions_[offset >= regions_[1].begin ? 1 : 0];
  const std::uint32_t granule = (offset - region.begin) / kGranule;
  if (granule >= region.block_of_granule.size()) return nullptr;
  const std::uint32_t index = region.block_of_granule[granule];
  return index == kNowhere ? nullptr : &blocks_[index];
}

void LuaArena::GiveName(const void* address, reference::Name name) {
  FindMutable(address)->name = name;
}

LuaArena::Photo LuaArena::Taken() const {
  Photo photo;
  photo.blocks = blocks_;
  for (int i = 0; i < 2; ++i) {
    const Region& region = regions_[i];
    photo.cursor[i] = region.cursor;
    photo.bytes[i].assign(base_ + region.begin, base_ + region.cursor);
  }
  return photo;
}

void LuaArena::Photograph() { photo_ = Taken(); }

std::size_t LuaArena::LiveAfter(const std::function<void()>& freeing) {
  Photo present = Taken();
  const auto quarantine = quarantine_;
  const std::size_t quarantined_bytes = quarantined_bytes_;
  std::vector<reference::Name> freed_names = freed_names_;
  const std::uint64_t freed_count = freed_count_;
  freeing();
  const auto live = std::ranges::count_if(blocks_, &Block::live);
  std::swap(photo_, present);
  Restore();
  std::swap(photo_, present);
  quarantine_ = quarantine;
  quarantined_bytes_ = quarantined_bytes;
  freed_names_ = std::move(freed_names);
  freed_count_ = freed_count;
  return static_cast<std::size_t>(live);
}

void LuaArena::Restore() {
  blocks_ = photo_.blocks;
  for (int i = 0; i < 2; ++i) {
    Region& region = regions_[i];
    region.cursor = photo_.cursor[i];
    std::ranges::copy(photo_.bytes[i], base_ + region.begin);
    region.block_of_granule.resize((region.cursor - region.begin) / kGranule);
  }
  quarantine_.fill({});
  quarantined_bytes_ = 0;
  freed_names_.clear();
  freed_count_ = 0;
  fail_after_ = 0;
}

}  // namespace properties
