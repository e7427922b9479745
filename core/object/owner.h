// core/object/owner.h -- whose an object is, and how many references trail it.
//
// The header says where that stands (core/object/header.h): at the start of the object's block, or
// in front of the object. An object has a prefix if it lies in no block, as it is too large for
// one, is in the permanent pool, or is of a build in which nothing lies in blocks; and if more
// references trail it than its header can count.
//
// The block is found by the object's address, so that the answer for freed memory is right as long
// as its block is the heap's. A prefix outlives its object in the faulty build, where freed memory
// is kept (core/memory/memory.h).
//
// The heads of blocks lie 64 KiB apart, where a cache has few places for them. A path that asks for
// the heap of one object after another does better with the table of core/object/store_buffer.h.
//
// Thread rules: any thread that may read the header. Both stand there before the object does, and
// change no more.   Read next: core/memory/blocks.h.

#pragma once

#include <cstddef>
#include <cstdint>

#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

struct Prefix {
  Collector* owner;
  std::uint32_t tail;  // number of references in the trailing array, if any
};
static_assert(sizeof(Prefix) == kObjectAlignment);

// Where each block of objects begins.
inline constexpr std::size_t kBlockBytes = 64 * 1024;
struct BlockHead {
  Collector* owner = nullptr;
};

// The prefix of an object that has one.
inline Prefix& PrefixOf(const Object& object) {
  const auto at = reinterpret_cast<std::uintptr_t>(&object);
  return *reinterpret_cast<Prefix*>(object.header().around.PrefixOf(at));
}

// Whose the object is.
inline Collector& OwnerOf(const Object& object) {
  if (object.header().around.HasPrefix()) [[unlikely]]
    return *PrefixOf(object).owner;
  const auto at = reinterpret_cast<std::uintptr_t>(&object);
  return *reinterpret_cast<const BlockHead*>(at / kBlockBytes * kBlockBytes)->owner;
}

// The number of references in its trailing array.
inline std::uint32_t TailOf(const Object& object) {
  const Around around = object.header().around;
  if (around.HasPrefix()) [[unlikely]]
    return PrefixOf(object).tail;
  return around.TailInBlock();
}

}  // namespace GC_BUILD
}  // namespace gc
