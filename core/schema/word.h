// core/schema/word.h -- one word of a packed schema.
//
// What the marker reads of a class should lie in one line of memory, and say by itself what is to
// be done. So a schema is a row of 64-bit words: an operation in four bits, and its operands.
//
//     packed    | d:15 | c:15 | b:15 | a:15 | op |    one to four slots, anywhere nearby
//     wide      | offset:32     | number:28 | op |    one place, as far away as there can be any
//
// Offsets count words of eight bytes from the start of the object, or of the element that is being
// walked, and may be negative: a base may stand before the Object part. Some operations are
// followed by operands of a word each. The last word is kEnd.
//
//     class Bag { ObjectPtr a, b; int n; ObjectPtr c; Vector<Item> items; Map<...> by_name; };
//     kThree a b c | kRange items, one slot each | kCall by_name | show | kEnd
//
// Source: SYSTEM.md S4.9, S4.12, S4.15, S4.16.   Read next: core/schema/walk.h.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

class SlotVisitor;

// Shows the slots of a field that only its type can find; `field` is its address.
using ShowSlots = void (*)(void* field, const SlotVisitor& visit);

enum class Op : std::uint8_t {
  kEnd,
  kOne,  // packed: so many slots
  kTwo,
  kThree,
  kFour,
  kRow,       // wide: `number` adjacent slots
  kTrailing,  // wide: as many adjacent slots as the header says
  kTagged,    // wide: one slot, unless its lowest bit is set, which makes it something else
  kRange,     // wide: two pointers, to the first of some adjacent slots and behind the last
  // Wide: two pointers, to the first of some elements of `number` bytes and behind the last; then a
  // packed word, which says where in each element its slots are.
  kPackedRange,
  kStructRange,  // the same, but then a word with the address of a schema of the elements
  kStructRow,    // wide: elements of `number` bytes; then the address of their schema; their count
  // Wide: the lowest eight bits of `number` are compared with the byte at the offset; unless they
  // are equal, the walk skips as many words as the higher bits say.
  kUnless,
  kCall,  // wide: a field; then the function that shows its slots
};

inline constexpr std::size_t kSlotBytes = sizeof(void*);
static_assert(kSlotBytes == 8);

class Word {
 public:
  static constexpr std::size_t kMostPacked = 4;    // slots in a word
  static constexpr std::int64_t kReach = 1 << 14;  // of a packed offset, in words, either way
  static constexpr std::uint32_t kMostNumber = (1u << 28) - 1;

  constexpr Word() = default;
  // An operand.
  constexpr explicit Word(std::uint64_t bits) : bits_(bits) {}
  // Packed: `count` offsets, each within reach.
  static constexpr Word Packed(const std::int64_t* offsets, std::size_t count) {
    std::uint64_t bits = count;
    for (std::size_t i = 0; i < count; ++i) {
      bits |= (static_cast<std::uint64_t>(offsets[i]) & kMask) << (kOpBits + i * kOffsetBits);
    }
    return Word(bits);
  }
  // Wide: a number up to kMostNumber.
  static constexpr Word Wide(Op op, std::uint32_t number, std::int32_t offset) {
    return Word(static_cast<std::uint64_t>(op) | static_cast<std::uint64_t>(number) << kOpBits |
                static_cast<std::uint64_t>(static_cast<std::uint32_t>(offset)) << 32);
  }

  constexpr Op op() const { return static_cast<Op>(bits_ & ((1u << kOpBits) - 1)); }
  constexpr std::uint64_t bits() const { return bits_; }
  // How many slots a packed word has.
  constexpr std::uint64_t packed() const { return bits_ & 7; }
  // In bytes: of packed slot `kWhich`, and of a wide word.
  template <unsigned kWhich>
  constexpr std::ptrdiff_t Packed() const {
    constexpr unsigned kAbove = 64 - kOpBits - kOffsetBits * (kWhich + 1);
    return (static_cast<std::int64_t>(bits_ << kAbove) >> (64 - kOffsetBits)) *
           static_cast<std::ptrdiff_t>(kSlotBytes);
  }
  constexpr std::ptrdiff_t Wide() const {
    return (static_cast<std::int64_t>(bits_) >> 32) * static_cast<std::ptrdiff_t>(kSlotBytes);
  }
  constexpr std::uint32_t number() const { return static_cast<std::uint32_t>(bits_) >> kOpBits; }
  // As operands.
  template <class Pointer>
  Pointer To() const {
    return std::bit_cast<Pointer>(bits_);
  }

  // How many words an operation has, with its operands.
  static constexpr std::size_t LengthOf(Op op) {
    switch (op) {
      case Op::kPackedRange:
      case Op::kStructRange:
      case Op::kCall:
        return 2;
      case Op::kStructRow:
        return 3;
      case Op::kEnd:
      case Op::kOne:
      case Op::kTwo:
      case Op::kThree:
      case Op::kFour:
      case Op::kRow:
      case Op::kTrailing:
      case Op::kTagged:
      case Op::kRange:
      case Op::kUnless:
        break;
    }
    return 1;
  }

 private:
  static constexpr unsigned kOpBits = 4;
  static constexpr unsigned kOffsetBits = 15;
  static constexpr std::uint64_t kMask = (1u << kOffsetBits) - 1;
  std::uint64_t bits_ = 0;
};
static_assert(sizeof(Word) == 8);

// An address, as an operand.
template <class Pointer>
Word WordOf(Pointer pointer) {
  return Word(std::bit_cast<std::uint64_t>(pointer));
}

// How deep structs may be nested in containers of structs; what is deeper shows itself by a call.
inline constexpr std::size_t kMostNested = 8;

}  // namespace GC_BUILD
}  // namespace gc
