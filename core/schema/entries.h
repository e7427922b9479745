// core/schema/entries.h -- collects the words that fields contribute, and packs them.
//
// Each type of field says by itself what its slots look like (S4.13): an ObjectPtr is a slot, an
// optional is what is in it unless a flag says no, a vector is a range of elements, and what has no
// such shape is a call that shows it. The type knows how to say this, and nothing of how it is
// written down; this knows the words, and nothing of types.
//
//     Contribute<T>(entries, at)      entries.Slots(at, 1), entries.Range(at, ...),
//     entries.Call(...)
//
// Plain slots are packed as they come, so that what stands in one word need not come from one
// field. Elements of a container are collected apart, as if each were an object; a struct that
// contains a container of its own kind is cut there, as its schema would have no end: the inner
// container is shown by a call (S4.17).
//
// What no word can say (an offset that is not a multiple of eight bytes, or out of all reach) makes
// the whole useless, and the object is then walked by the lines of its class.
//
// Thread rules: one thread.
// Source: SYSTEM.md S4.9, S4.13, S4.15 to S4.17.   Read next: core/assembly/assembled.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/schema/word.h"

namespace gc {
inline namespace GC_BUILD {

class Entries {
 public:
  // Contributes the entries of a type, whose value stands at an offset in bytes.
  using List = void (*)(Entries& entries, std::int64_t at);
  // A schema of elements. Their words are led to by address, so they stay where they are.
  using Inner = std::unique_ptr<const Word[]>;

  // The elements of a container: their size in bytes, what each contributes, and what shows the
  // whole container if its elements cannot be walked.
  struct Elements {
    std::uint64_t bytes;
    List list;
    ShowSlots show;
  };

  Entries() = default;
  Entries(const Entries&) = delete;
  Entries& operator=(const Entries&) = delete;

  // Offsets are in bytes.
  void Slots(std::int64_t at, std::uint64_t count);
  // As many slots as the header of the object says.
  void Trailing(std::int64_t at);
  // One slot, unless its lowest bit is set.
  void Tagged(std::int64_t at);
  // Two pointers, to the first element and behind the last.
  void Range(std::int64_t at, const Elements& elements);
  // `count` elements inside of the object.
  void Row(std::int64_t at, std::uint64_t count, const Elements& elements);
  // What `list` contributes, while the byte at `flag` has the value.
  void When(std::int64_t flag, std::uint8_t value, std::int64_t at, List list);
  // What only a call can show.
  void Call(std::int64_t at, ShowSlots show);

  // What the words are, taken together.
  struct Shape {
    bool fits = true;     // all that was contributed could be said
    bool calls = false;   // something is shown by calls
    bool is_flat = true;  // all are packed words and rows of the object itself
    bool has_tail = false;
    std::uint64_t slots = 0;  // of a flat schema, the trailing ones apart
  };
  const Shape& shape() const { return shape_; }

  // Begins with the words of a parent, their labels and their shape.
  void Begin(std::span<const Word> words, std::span<const std::uint16_t> labels,
             const Shape& shape);
  // From here on a line with this number contributes. Only plain lines share words.
  void Line(std::size_t number, bool is_plain);
  // Ends with kEnd.
  void End();
  const std::vector<Word>& words() const { return words_; }
  // Beside each word the number of its line; of the first, if plain lines share the word.
  const std::vector<std::uint16_t>& labels() const { return labels_; }
  // Gives up what the words lead to, to be kept for as long as they are used.
  std::vector<Inner> TakeInner() { return std::move(inner_); }

 private:
  Entries(const Entries& outer, List list) : outer_(&outer), list_(list) {}
  bool IsCut(List list) const;
  bool CanWalk(const Elements& elements, const Entries& inner) const;
  void Pack();
  void PackSome(std::span<const std::int64_t> offsets);
  void Put(Word word);
  void Add(Op op, std::uint64_t number, std::int64_t at);
  void AddInner(Op op, std::int64_t at, std::uint64_t bytes, Entries& inner);

  const Entries* outer_ = nullptr;  // of the object or element that has the container
  List list_ = nullptr;             // what contributes here, inside of a container
  std::vector<Word> words_;
  std::vector<std::int64_t> waiting_;  // plain slots that are not packed yet: their offsets
  std::vector<Inner> inner_;
  std::vector<std::uint16_t> labels_;
  std::uint16_t line_ = 0;
  bool is_plain_ = false;
  Shape shape_;
};

// Whether the last of the words is kEnd, and none before it.
bool IsWhole(std::span<const Word> words);

}  // namespace GC_BUILD
}  // namespace gc
