// core/object/store_buffer.h -- objects that were stored while their heap marks, to be shaded soon.
//
// A store that shades reads the mark of its target. In a heap that is larger than the caches it
// waits for that line of memory, then goes one of two ways by a colour that no processor can guess,
// and all that it had begun behind a wrong guess is thrown away: the next store's line too. So a
// store notes its target, asks for the line, and goes on; 128 targets are shaded together, when
// their lines have come, in a loop without branches (Wavefront::Settle).
//
// Where is it noted? The object, which says whose it is, is what the store must not read. One
// buffer for the process would do if a process had one mutator:
//
//     thread A, whose heap marks      reads next: 7    writes a at 7    next = 8
//     thread B, whose heap is idle    reads next: 7    writes b at 7    next = 8      a is lost
//
// One for each thread would need a call where a heap passes from one thread to another:
//
//     thread A    stores a, which is in A's buffer; hands the heap over
//     thread B    takes a step of it, and knows nothing of that buffer: marking ends, a is freed
//
// So the buffer is the heap's, like the list that it leads to, and the target's block says whose it
// is: not by its head, which is a line for each block, all of them in the same few places of a
// cache, but in a table that holds a word for each block of 64 KiB, eight bytes where the headers
// of its objects are many lines. What is in no block has no word, nor has a block whose place in
// the table another one took later; then the object is asked (core/object/owner.h).
//
// Happens-before. A buffer is open only while one thread at a time uses its heap, and whatever
// hands the heap over orders the two threads; so it needs nothing atomic. A closed one has room for
// nothing, and is only read. A word of the table is written before any object of its block is made,
// and cleared before the block is given back. A thread that has an object was given it in a way
// that orders it behind the object's birth, so it reads the word that was written then, or a later
// one; and a later one with the address of this block is written by the same heap, as long as the
// object lives.
//
// Thread rules: as said. Enter and Leave on any thread.   Read next: core/population/wavefront.h.

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

class StoreBuffer {
 public:
  static constexpr std::uint32_t kMost = 128;

  StoreBuffer() = default;
  StoreBuffer(const StoreBuffer&) = delete;
  StoreBuffer& operator=(const StoreBuffer&) = delete;

  // Empties the buffer, and gives it room for `most` objects, kMost at most.
  void Open(std::uint32_t most) {
    next_ = items_.data();
    limit_ = next_ + std::min(most, kMost);
  }
  // Empties it, and leaves it no room.
  void Close() { next_ = limit_ = nullptr; }
  bool IsOpen() const { return limit_ != nullptr; }

  // Notes an object, and asks for the line of its mark. False if there is no room.
  bool TryPut(Object& target) {
    if (next_ == limit_) [[unlikely]]
      return false;
    *next_++ = &target;
    __builtin_prefetch(&target.header().mark, 1);
    return true;
  }
  // For how many more there is room.
  std::size_t Room() const { return static_cast<std::size_t>(limit_ - next_); }
  // What was noted, in that order; an object may be there several times.
  std::span<Object*> Items() { return {items_.data(), Count()}; }
  std::span<Object* const> Items() const { return {items_.data(), Count()}; }

 private:
  std::size_t Count() const {
    return IsOpen() ? static_cast<std::size_t>(next_ - items_.data()) : 0;
  }

  Object** next_ = nullptr;
  Object** limit_ = nullptr;  // null: closed
  std::array<Object*, kMost> items_;
};

// Which heap's buffer the objects of a block are noted in.
class BufferOfBlock {
 public:
  static constexpr int kBlockBits = 16;

  // The buffer of the block in which the address is; null if it is in none, or if that is not
  // known.
  static StoreBuffer* Find(const void* address) {
    const std::uint64_t at = Number(address);
    const std::uint64_t seen = PlaceOf(at).load(std::memory_order_relaxed);
    if (seen >> kPointerBits != HighOf(at)) [[unlikely]]
      return nullptr;
    return reinterpret_cast<StoreBuffer*>(seen & kPointer);
  }
  static void Enter(const void* block, const StoreBuffer* buffer) {
    if (Fits(block) && Fits(buffer)) {
      PlaceOf(Number(block)).store(Word(block, buffer), std::memory_order_relaxed);
    }
  }
  static void Leave(const void* block, const StoreBuffer* buffer) {
    std::uint64_t own = Word(block, buffer);
    PlaceOf(Number(block)).compare_exchange_strong(own, 0, std::memory_order_relaxed);
  }

 private:
  // A word has the buffer's address, and above it that part of the block's address that does not
  // follow from the place; an empty one leads to no buffer, whatever the address. Addresses of more
  // bits are not entered.
  static constexpr int kPointerBits = 48;
  static constexpr std::uint64_t kPointer = (std::uint64_t{1} << kPointerBits) - 1;
  static constexpr std::size_t kPlaces = std::size_t{1} << 16;

  static std::uint64_t Number(const void* address) {
    return std::uint64_t{reinterpret_cast<std::uintptr_t>(address)};
  }
  static bool Fits(const void* address) { return Number(address) >> (kPointerBits - 1) == 0; }
  static std::uint64_t HighOf(std::uint64_t at) { return at >> (kBlockBits + 16); }
  static std::uint64_t Word(const void* block, const StoreBuffer* buffer) {
    return HighOf(Number(block)) << kPointerBits | Number(buffer);
  }
  static std::atomic<std::uint64_t>& PlaceOf(std::uint64_t at) {
    return places_[(at >> kBlockBits) % kPlaces];
  }

  static inline std::array<std::atomic<std::uint64_t>, kPlaces> places_{};
};

}  // namespace GC_BUILD
}  // namespace gc
