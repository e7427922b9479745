// core/schema/walk.h -- walks the words of a schema through an object: one loop, one switch.
//
// No call for each member, and no recursion: a container of structs puts a frame onto a stack of
// fixed depth, and its end takes the frame off. What the walk finds, the visitor takes, so that a
// marker can note targets in its batch and nothing is called between two slots:
//
//     Slot(std::byte* at)                 a slot
//     bool Room(std::uint64_t slots)      so many will follow; false ends the walk
//     Call(ShowSlots show, void* field)   a field shows its slots itself
//     Entry(const Word* at)               the next entry of the object itself
//
// What an element holds is walked right after the element before it, in the order in which its
// fields contributed. A new kind of field needs one more case here and nothing else (S4.13).
//
// Thread rules: nobody changes the object or what it owns meanwhile.
// Source: SYSTEM.md S4.12, S4.13, S4.16, S4.17, S4.22.   Read next: core/schema/entries.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "core/schema/word.h"

namespace gc {
inline namespace GC_BUILD {

// The two pointers of a range, in whatever container they are.
struct ElementRange {
  explicit ElementRange(const std::byte* field) { std::memcpy(this, field, sizeof(*this)); }
  std::uint64_t Bytes() const { return static_cast<std::uint64_t>(end - begin); }
  std::byte* begin;
  std::byte* end;
};

// Hands over the slots of a packed word.
template <class Visitor>
inline void TakePacked(Word word, std::byte* base, Visitor& visitor) {
  visitor.Slot(base + word.Packed<0>());
  if (word.op() == Op::kOne) return;
  visitor.Slot(base + word.Packed<1>());
  if (word.op() == Op::kTwo) return;
  visitor.Slot(base + word.Packed<2>());
  if (word.op() == Op::kThree) return;
  visitor.Slot(base + word.Packed<3>());
}

// Four at a time, as to ask whether it is the last costs as much as to take one.
template <class Visitor>
inline void TakeRow(std::byte* first, const std::byte* end, Visitor& visitor) {
  for (; end - first >= 4 * static_cast<std::ptrdiff_t>(kSlotBytes); first += 4 * kSlotBytes) {
    visitor.Slot(first);
    visitor.Slot(first + kSlotBytes);
    visitor.Slot(first + 2 * kSlotBytes);
    visitor.Slot(first + 3 * kSlotBytes);
  }
  for (; first != end; first += kSlotBytes) visitor.Slot(first);
}

// Of elements with one slot each nothing is asked inside the loop.
template <class Visitor>
inline void TakePackedRange(Word word, Word inner, const ElementRange& range, Visitor& visitor) {
  const std::uint32_t stride = word.number();
  if (inner.op() == Op::kOne) {
    const std::ptrdiff_t offset = inner.Packed<0>();
    for (std::byte* at = range.begin; at != range.end; at += stride) visitor.Slot(at + offset);
    return;
  }
  for (std::byte* at = range.begin; at != range.end; at += stride) TakePacked(inner, at, visitor);
}

// Walks packed words and rows to their end, which is all there is in a flat schema.
template <class Visitor>
inline void WalkFlat(const Word* at, std::byte* base, std::uint32_t tail, Visitor&& visitor) {
  for (Word word = *at; word.op() != Op::kEnd; word = *++at) {
    if (word.op() <= Op::kFour) [[likely]] {
      TakePacked(word, base, visitor);
    } else {
      const std::uint32_t count = word.op() == Op::kTrailing ? tail : word.number();
      std::byte* const first = base + word.Wide();
      TakeRow(first, first + count * kSlotBytes, visitor);
    }
  }
}

// Containers of structs that are being walked.
class WalkFrames {
 public:
  bool empty() const { return depth_ == 0; }
  // Starts with the first of the elements, of which there is one at least.
  void Push(const Word*& at, std::byte*& base, const Word* inner, const Word* after,
            std::byte* begin, const std::byte* end, std::uint32_t stride) {
    frames_[depth_++] = {inner, after, base, end, stride};
    at = inner;
    base = begin;
  }
  // Goes on to the next element, or to what stands behind the container.
  void Next(const Word*& at, std::byte*& base) {
    const Frame& top = frames_[depth_ - 1];
    base += top.stride;
    if (base != top.end) {
      at = top.inner;
      return;
    }
    at = top.after;
    base = top.outer;
    depth_ -= 1;
  }

 private:
  struct Frame {
    const Word* inner;
    const Word* after;
    std::byte* outer;
    const std::byte* end;
    std::uint32_t stride;
  };
  std::array<Frame, kMostNested> frames_;
  std::size_t depth_ = 0;
};

// Walks from `at` to the end of the schema; `base` is the address of the object, `tail` the number
// of its trailing slots. False if the visitor had no room.
template <class Visitor>
inline bool WalkWords(const Word* at, std::byte* base, std::uint32_t tail, Visitor&& visitor) {
  WalkFrames frames;
  while (true) {
    if (frames.empty()) visitor.Entry(at);
    const Word word = *at;
    switch (word.op()) {
      case Op::kEnd:
        if (frames.empty()) return true;
        frames.Next(at, base);
        continue;
      case Op::kOne:
      case Op::kTwo:
      case Op::kThree:
      case Op::kFour:
        if (!visitor.Room(word.packed())) return false;
        TakePacked(word, base, visitor);
        at += 1;
        continue;
      case Op::kRow:
      case Op::kTrailing: {
        const std::uint32_t count = word.op() == Op::kTrailing ? tail : word.number();
        if (!visitor.Room(count)) return false;
        std::byte* const first = base + word.Wide();
        TakeRow(first, first + count * kSlotBytes, visitor);
        at += 1;
        continue;
      }
      case Op::kTagged: {
        std::byte* const slot = base + word.Wide();
        std::uintptr_t bits = 0;
        std::memcpy(&bits, slot, sizeof(bits));
        if (!visitor.Room(1)) return false;
        if ((bits & 1) == 0) visitor.Slot(slot);
        at += 1;
        continue;
      }
      case Op::kRange: {
        const ElementRange range(base + word.Wide());
        if (!visitor.Room(range.Bytes() / kSlotBytes)) return false;
        TakeRow(range.begin, range.end, visitor);
        at += 1;
        continue;
      }
      case Op::kPackedRange: {
        const ElementRange range(base + word.Wide());
        const std::uint64_t slots = range.Bytes() / word.number() * at[1].packed();
        if (!visitor.Room(slots)) return false;
        TakePackedRange(word, at[1], range, visitor);
        at += 2;
        continue;
      }
      case Op::kStructRange: {
        const ElementRange range(base + word.Wide());
        const Word* const after = at + 2;
        if (range.Bytes() == 0) {
          at = after;
        } else {
          frames.Push(at, base, at[1].To<const Word*>(), after, range.begin, range.end,
                      word.number());
        }
        continue;
      }
      case Op::kStructRow: {
        std::byte* const first = base + word.Wide();
        const std::byte* const end = first + at[2].bits() * word.number();
        frames.Push(at, base, at[1].To<const Word*>(), at + 3, first, end, word.number());
        continue;
      }
      case Op::kUnless: {
        const std::uint32_t value = word.number() & 0xff;
        const bool is_there = std::to_integer<std::uint32_t>(base[word.Wide()]) == value;
        at += is_there ? 1 : 1 + (word.number() >> 8);
        continue;
      }
      case Op::kCall:
        visitor.Call(at[1].To<ShowSlots>(), base + word.Wide());
        at += 2;
        continue;
    }
  }
}

}  // namespace GC_BUILD
}  // namespace gc
