// core/object/memory.cc -- the system's allocator, or quarantine.

#include "core/object/memory.h"

#include <cstdlib>
#include <cstring>

#include "core/object/pool.h"

namespace gc::inline GC_BUILD {

namespace {

constexpr int kPoison = 0xDD;

std::size_t BytesOf(const Class& type, std::uint32_t tail) {
  return type.size + std::size_t{tail} * sizeof(ObjectSlot);
}

}  // namespace

void* ObjectMemory::Allocate(const Class& type, std::uint32_t tail) {
  static_assert(alignof(std::max_align_t) >= kObjectAlignment);
  const std::size_t bytes = BytesOf(type, tail);
  if (bytes > max_bytes_ - bytes_) return nullptr;
  std::byte* const start = static_cast<std::byte*>(std::malloc(bytes));
  if (start == nullptr) return nullptr;
  std::memset(start + type.size, 0, bytes - type.size);
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
  } else {
    std::free(block.start);
  }
}

void ObjectMemory::Recycle() {
  for (const Line& line : ledger_) std::free(line.start);
  gc::Recycle(ledger_);
  bytes_ = 0;
}

}  // namespace gc::inline GC_BUILD
