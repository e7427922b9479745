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

}  // namespace

void* ObjectMemory::AllocatePermanent(const Class& type, std::uint32_t tail) {
  const std::size_t bytes = BytesOf(type, tail);
  if (bytes > max_bytes_ - bytes_) return nullptr;
  void* const start = pool_.Allocate(sizeof(Prefix) + bytes);
  return start == nullptr ? Allocate(type, tail) : Opened(Prefixed(start, tail), type, bytes);
}

void ObjectMemory::RefuseAddress(const Class& type) {
  Abort(Misuse{.sentence = "an address of more than 48 bits, or a tagged one, needs a build with "
                           "TRICOLOUR_PACKED_ENTRIES=OFF",
               .where = GC_HERE,
               .what = type.name});
}

ObjectMemory::Block ObjectMemory::BlockOf(Object& object) {
  const Header& header = object.header();
  return {reinterpret_cast<std::byte*>(&object) - header.type->object_offset,
          BytesOf(*header.type, TailOf(object)), header.around.HasPrefix()};
}

void ObjectMemory::Poison(Object& object, const Block& block) {
  Header header = object.header();
  header.index = kNoIndex;
  PrefixOf(object).tail = 0;
  std::memset(block.start, kPoison, block.bytes);
  object.header_ = header;
}

void ObjectMemory::FreeInPool() const {
  if (!exiting_) {
    Abort(Misuse{.sentence = "an object of the permanent pool is freed when its heap is dropped",
                 .where = GC_HERE});
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
