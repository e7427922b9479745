// core/assembly/assembled.h -- the packed schema of a class, made when it is first needed.
//
// A class lists its references as lines, for people and for tools. The marker reads words instead
// (core/schema/word.h), which are assembled from the lines when the first object of the class is
// scanned. The words stand right behind the header, so that one load leads to both:
//
//     object -> class -> | form | slots | ... | word | word | ... | kEnd |
//
// The words of the class above come first, if its lines do (S4.11), so it is assembled before. When
// it is assembled anew, all that begins with the old words is out of date, and assembled anew when
// it is needed next.
//
// Several threads may need the schema of one class at once, as workers scan its objects. One of
// them assembles it, under a mutex, and the others wait:
//
//     thread 1    no schema   takes the mutex   assembles           publishes
//     thread 2    no schema                              waits                 finds it, uses it
//
// A thread that sees the address sees the words, which never change and are never freed: a thread
// may still be reading what is out of date. If there is no memory for the words, the object is
// walked by its lines, and the next one that needs them tries again.
//
// Upholds: schema-is-whole, about which a heap is asked where it reads words
// (core/mark/mark_batch.cc). Thread rules: any thread. Lines change, and so Relinked is called,
// while nothing is walked. Source: SYSTEM.md S4.9 to S4.12, S4.18, S4.22.   Read next:
// core/mark/mark_batch.cc.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/object/class.h"
#include "core/schema/entries.h"
#include "core/schema/walk.h"

namespace gc {
inline namespace GC_BUILD {

class Assembled {
 public:
  // What a marker can do with it: count the slots before it looks at any; read them, if there turns
  // out to be room for them; only call what shows them; or nothing any more, as it is out of date.
  enum class Form : std::uint8_t { kFlat, kOpen, kCalls, kStale };

  Assembled(const Assembled&) = delete;
  Assembled& operator=(const Assembled&) = delete;

  Form form() const { return form_.load(std::memory_order_relaxed); }
  bool IsStale() const { return form() == Form::kStale; }
  // The slots of an object with so many trailing ones, if the form is flat.
  std::uint64_t SlotsWith(std::uint32_t tail) const { return slots_ + (tail & tails_); }
  // The last word is kEnd.
  const Word* words() const { return reinterpret_cast<const Word*>(this + 1); }
  std::size_t length() const { return length_; }
  // The number of the line that contributed the word; of the first, if plain lines share it.
  std::size_t LineOf(const Word* word) const {
    return labels()[static_cast<std::size_t>(word - words())];
  }
  const Assembled* parent() const { return parent_; }
  // Whether a call shows slots, also once the words are out of date.
  bool HasCalls() const { return has_calls_; }
  // Whether its only word is a call that walks the lines, as no words can say what these do.
  bool IsByLines() const { return is_by_lines_; }

 private:
  friend class Assembly;
  Assembled(const Entries::Shape& shape, std::size_t length, const Assembled* parent,
            bool is_by_lines);
  const std::uint16_t* labels() const {
    return reinterpret_cast<const std::uint16_t*>(words() + length_);
  }

  mutable std::atomic<Form> form_;
  const bool is_by_lines_;
  const bool has_calls_;
  const std::uint32_t tails_;  // all bits if trailing slots count, else none
  const std::uint32_t length_;
  const std::uint64_t slots_;
  const Assembled* const parent_;
  mutable const Assembled* next_ = nullptr;  // in the list of all current ones, or of the others
};
static_assert(sizeof(Assembled) % sizeof(Word) == 0);

// Assembles the schema of a class, if no other thread has meanwhile.
const Assembled& Assemble(const Class& type);

// The schema of a class.
inline const Assembled& AssembledOf(const Class& type) {
  const Assembled* const known =
      std::atomic_ref(type.learnt.assembled).load(std::memory_order_acquire);
  if (known == nullptr || known->IsStale()) [[unlikely]]
    return Assemble(type);
  return *known;
}

// The same if it is there and flat, as most are; else null.
inline const Assembled* FlatOf(const Class& type) {
  const Assembled* const known =
      std::atomic_ref(type.learnt.assembled).load(std::memory_order_acquire);
  const bool is_flat = known != nullptr && known->form() == Assembled::Form::kFlat;
  return is_flat ? known : nullptr;
}

// What words that are not whole leave out: what the last line of the class shows, the words of the
// class above, or what the class got when it last changed.
enum class WordGap : std::uint8_t { kLastLine, kParent, kLatestChange };
inline constexpr std::size_t kGaps = 3;

// In the faulty build: the words of the class with that gap. Null if there is nothing to leave out,
// as the class has no line of its own, has none above, or has not changed since it was assembled.
const Assembled* AssembledWith(WordGap gap, const Class& type);

// The lines of a class have changed, as after a reload of its library: its schema and those of all
// classes below are assembled anew when they are needed.
void Relinked(const Class& type);

// Aborts, and names the class, if the words do not end where the last of them is (S4.12). Checked
// builds ask before each walk.
void MustEnd(std::span<const Word> words, const Class& type);

// Calls visit(ObjectSlot&), for a walk that has room for everything.
// Its address is nobody's, so that a compiler can keep it in registers.
template <class Visit>
struct SlotsOfWords {
  void Entry(const Word* at) { entry = at; }
  bool Room(std::uint64_t) { return true; }
  void Slot(std::byte* at) { visit(*reinterpret_cast<ObjectSlot*>(at)); }
  void Call(ShowSlots show, void* field) {
    const SlotVisitor visitor(
        [](void* context, ObjectSlot& slot) { (*static_cast<Visit*>(context))(slot); },
        const_cast<void*>(static_cast<const void*>(&visit)));
    show(field, visitor);
  }
  Visit& visit;
  const Word* entry = nullptr;
};

// Walks whatever form the schema has. Apart, so that what is flat, as most is, has the registers.
template <class Visit>
[[gnu::noinline]] void ForEachSlotOfAnyForm(Object& object, Visit& visit) {
  const Class& type = *object.header().type;
  const Assembled& schema = AssembledOf(type);
  if constexpr (kChecked) MustEnd({schema.words(), schema.length()}, type);
  WalkWords(schema.words(), reinterpret_cast<std::byte*>(&object), TailOf(object),
            SlotsOfWords<Visit>{visit});
}

// Calls visit(ObjectSlot&) for each slot of the object, in the order of the lines of its class.
template <class Visit>
inline void ForEachSlotByWords(Object& object, Visit&& visit) {
  const Header& header = object.header();
  const Assembled* const flat = FlatOf(*header.type);
  if (kChecked || flat == nullptr) return ForEachSlotOfAnyForm(object, visit);
  WalkFlat(flat->words(), reinterpret_cast<std::byte*>(&object), TailOf(object),
           SlotsOfWords<Visit>{visit});
}

// The line of a class that lists a slot of an object. `label` is the number of the line whose word
// led to the slot; if the form is flat, any number will do.
const Reference& LineThatLists(const Object& object, const ObjectSlot& slot, std::size_t label);

// Calls visit(ObjectSlot&, const Reference& line, std::size_t element) likewise; elements of a line
// are counted from 0, so that the slot is the class's line.name[element] (S4.18).
template <class Visit>
void ForEachNamedSlot(Object& object, Visit&& visit) {
  const Assembled& schema = AssembledOf(*object.header().type);
  const Reference* last = nullptr;
  std::size_t element = 0;
  const Word* entry = nullptr;
  const auto count = [&](ObjectSlot& slot, const Reference& line) {
    element = &line == last ? element + 1 : 0;
    last = &line;
    visit(slot, line, element);
  };
  if (schema.IsByLines()) {
    for (const Reference& line : object.header().type->references) {
      ForEachSlotOf(line, object, [&](ObjectSlot& slot) { count(slot, line); });
    }
    return;
  }
  const auto name = [&](ObjectSlot& slot) {
    count(slot, LineThatLists(object, slot, schema.LineOf(entry)));
  };
  struct Names : SlotsOfWords<decltype(name)> {
    void Entry(const Word* at) { *entry_of_walk = at; }
    const Word** entry_of_walk;
  };
  WalkWords(schema.words(), reinterpret_cast<std::byte*>(&object), TailOf(object),
            Names{{name}, &entry});
}

}  // namespace GC_BUILD
}  // namespace gc
