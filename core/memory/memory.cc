// core/memory/memory.cc -- chooses between blocks, the system's allocator, the pool and quarantine.

#include "core/memory/memory.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "core/base/check.h"
#include "core/base/pool.h"
#include "core/object/entry.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

constexpr int kPoison = 0xDD;

std::size_t BytesOf(const Class& type, std::uint32_t tail) {
  return type.size + std::size_t{tail} * sizeof(ObjectSlot);
}

// Most objects are small, and a call would cost more than their zeroes.
inline void Clear(std::byte* start, std::size_t bytes) {
  constexpr std::size_t kWords = 16;
  if (bytes > kWords * sizeof(std::uint64_t)) {
    std::memset(start, 0, bytes);
    return;
  }
  for (std::size_t at = 0; at < bytes; at += sizeof(std::uint64_t)) {
    const std::uint64_t none = 0;
    std::memcpy(start + at, &none, sizeof none);
  }
}

bool FitsABlock(std::size_t bytes) {
  return !kFaulty && !kAddressesWatched && bytes <= Blocks::kLargest;
}

}  // namespace

void* ObjectMemory::Allocate(const Class& type, std::uint32_t tail) {
  static_assert(alignof(std::max_align_t) >= kObjectAlignment);
  const std::size_t bytes = BytesOf(type, tail);
  if (bytes > max_bytes_ - bytes_) return nullptr;
  void* const start = FitsABlock(bytes) ? blocks_.Allocate(bytes) : std::malloc(bytes);
  return start == nullptr ? nullptr : Opened(start, type, tail);
}

void* ObjectMemory::AllocatePermanent(const Class& type, std::uint32_t tail) {
  const std::size_t bytes = BytesOf(type, tail);
  if (bytes > max_bytes_ - bytes_) return nullptr;
  void* const start = pool_.Allocate(bytes);
  return start == nullptr ? Allocate(type, tail) : Opened(start, type, tail);
}

// Prepares the memory of an object for its constructor: what that leaves alone reads zero, whatever
// was here before (S3.2).
void* ObjectMemory::Opened(void* memory, const Class& type, std::uint32_t tail) {
  std::byte* const start = static_cast<std::byte*>(memory);
  const std::size_t bytes = BytesOf(type, tail);
  if (kPackedEntries && !PackedWord::Holds(start + type.object_offset)) [[unlikely]] {
    Abort(Misuse{.sentence = "an address of more than 48 bits, or a tagged one, needs a build with "
                             "TRICOLOUR_PACKED_ENTRIES=OFF",
                 .where = GC_HERE,
                 .what = type.name});
  }
  Clear(start, bytes);
  bytes_ += bytes;
  if constexpr (kFaulty) {
    ledger_.push_back({start, reinterpret_cast<Object*>(start + type.object_offset)});
  }
  return start;
}

ObjectMemory::Block ObjectMemory::BlockOf(Object& object) {
  const Header& header = object.header();
  return {reinterpret_cast<std::byte*>(&object) - header.type->object_offset,
          BytesOf(*header.type, header.tail)};
}

void ObjectMemory::Free(Object& object, const Block& block) {
  bytes_ -= block.bytes;
  if constexpr (kFaulty) {
    Header header = object.header();
    header.index = kNoIndex;
    header.tail = 0;
    std::memset(block.start, kPoison, block.bytes);
    object.header_ = header;
  } else if (pool_.Contains(block.start)) {
    if (!exiting_) {
      Abort(Misuse{.sentence = "an object of the permanent pool is freed when its heap is dropped",
                   .where = GC_HERE});
    }
  } else if (FitsABlock(block.bytes)) {
    blocks_.Free(block.start);
  } else {
    std::free(block.start);
  }
}

void ObjectMemory::Recycle() {
  for (const Line& line : ledger_) std::free(line.start);
  gc::Recycle(ledger_);
  blocks_.Recycle();
  bytes_ = 0;
  pool_.Close();
  exiting_ = false;
}

}  // namespace GC_BUILD
}  // namespace gc
