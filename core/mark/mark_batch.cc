// core/mark/mark_batch.cc -- takes grey objects, and reads their slots.

#include "core/mark/mark_batch.h"

#include <algorithm>

#include "core/assembly/assembled.h"
#include "core/object/class.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// Asks for the line of memory at the address, if the address is one.
inline void Ask(const void* address) { __builtin_prefetch(address); }

// The mark of an object. Null is no mistake: what is asked for then is not there.
inline void AskForMark(const Object* object) {
  constexpr std::uintptr_t kMark = offsetof(Header, mark);
  Ask(reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(object) + kMark));
}

// Header and first slots of an object, which may lie in two lines.
inline void AskForObject(const Object* object) {
  Ask(object);
  Ask(reinterpret_cast<const std::byte*>(object) + kSecondLine);
}

std::byte* BytesOf(const Object& object) {
  return const_cast<std::byte*>(reinterpret_cast<const std::byte*>(&object));
}

// Counts the slots of an object, and looks at none.
struct SlotCount {
  void Entry(const Word*) {}
  bool Room(std::uint64_t more) {
    slots += more;
    return true;
  }
  void Slot(const std::byte*) {}
  void Call(ShowSlots, const void*) {}
  Work slots = 0;
};

// Whether words lead to a slot.
struct Search {
  void Entry(const Word*) {}
  bool Room(std::uint64_t) { return true; }
  void Slot(const std::byte* at) { found |= at == wanted; }
  void Call(ShowSlots, const void*) {}
  const std::byte* wanted;
  bool found = false;
};

// Whether the object holds anything to which the words do not lead.
bool Hides(const Assembled& words, Object& object) {
  bool hides = false;
  ForEachSlot(object, [&](const ObjectSlot& slot) {
    if (slot.Raw() == nullptr || hides) return;
    Search search{reinterpret_cast<const std::byte*>(&slot)};
    WalkWords(words.words(), BytesOf(object), TailOf(object), search);
    hides = !search.found;
  });
  return hides;
}

// The words with a gap, if that hides something of the object. What calls show is scanned by
// itself, and not by words.
const Assembled* HidingWords(WordGap gap, Object& object) {
  const Assembled* const words = AssembledWith(gap, *object.header().type);
  const bool hiding = words != nullptr && !words->HasCalls() && Hides(*words, object);
  return hiding ? words : nullptr;
}

// schema-is-whole: the words by which a heap reads the object that breaks the rule; null if it is
// read by all words of its class.
const Assembled* WordsWithAGap(const Population& heap, Object& object) {
  constexpr Rule kRule = Rule::kSchemaIsWhole;
  struct {
    WordGap gap;
    Fault fault;
  } constexpr kBroken[] = {{WordGap::kLastLine, Fault::kMissASlot},
                           {WordGap::kParent, Fault::kForgetTheParent},
                           {WordGap::kLatestChange, Fault::kKeepTheOldWords}};
  for (const auto& [gap, fault] : kBroken) {
    if (heap.Obeys(kRule, fault)) continue;
    const Assembled* const words = HidingWords(gap, object);
    if (words != nullptr && !heap.Obeys(kRule, fault, GC_HERE)) return words;
  }
  return nullptr;
}

}  // namespace

Work WeightOf(const Object& object) {
  const Assembled& schema = AssembledOf(*object.header().type);
  switch (schema.form()) {
    case Assembled::Form::kFlat:
      return 1 + schema.SlotsWith(TailOf(object));
    case Assembled::Form::kOpen: {
      SlotCount count;
      WalkWords(schema.words(), BytesOf(object), TailOf(object), count);
      return 1 + count.slots;
    }
    case Assembled::Form::kCalls:
    case Assembled::Form::kStale:
      break;
  }
  return kManySlots;
}

Work WeightAlone(const Object& object) {
  return object.header().mark.Has(mark::kClusterRoot) ? 1 : WeightOf(object);
}

void MarkBatch::Take(std::vector<Object*>& list, std::size_t most) {
  taken = std::min({most, list.size(), kObjects});
  std::reverse_copy(list.end() - static_cast<std::ptrdiff_t>(taken), list.end(), objects.begin());
  list.erase(list.end() - static_cast<std::ptrdiff_t>(taken), list.end());
  AskForTaken();
}

void MarkBatch::Take(PagedList<Object*>& list, std::size_t most) {
  taken = std::min({most, list.size(), kObjects});
  list.TakeBack(objects.data(), taken);
  AskForTaken();
}

void MarkBatch::TakeLeftOver(Wavefront& wavefront, std::size_t most) {
  taken = wavefront.TakeLeftOver(objects.data(), std::min(most, kObjects));
  AskForTaken();
}

void MarkBatch::AskForTaken() {
  loaded = filled = next = marked = 0;
  for (std::size_t i = 0; i < taken; ++i) AskForObject(objects[i]);
}

void MarkBatch::Load(const Population& heap, Work allowed, MarkProgress& progress) {
  filled = next = 0;
  const Work before = progress.weight;
  do {
    const Work spent = progress.weight - before;
    if (!LoadOne(heap, spent < allowed ? allowed - spent : 0, progress)) return;
  } while (loaded < taken);
}

// Notes what is in the slots of a flat object.
struct MarkBatch::Flat {
  void Slot(std::byte* at) {
    ObjectSlot* const slot = reinterpret_cast<ObjectSlot*>(at);
    Object* const target = slot->Raw();
    AskForMark(target);
    batch.targets[into] = target;
    batch.slots[into] = slot;
    into += target != nullptr;
  }
  MarkBatch& batch;
  std::size_t into;
};

// The same of an object of which it is seen only on the way how many slots it has.
struct MarkBatch::Open : Flat {
  void Entry(const Word* at) { line = static_cast<std::uint16_t>(schema.LineOf(at)); }
  bool Room(std::uint64_t more) {
    slots += more;
    return batch.filled + slots <= kSlots;
  }
  void Slot(std::byte* at) {
    batch.lines[into] = line;
    Flat::Slot(at);
  }
  void Call(ShowSlots, const void*) {}  // of an object with calls nothing is loaded
  const Assembled& schema;
  Work slots = 0;
  std::uint16_t line = 0;
};

// False if there is no room for the slots of one more object, or if it weighs more than is allowed.
inline bool MarkBatch::LoadOne(const Population& heap, Work allowed, MarkProgress& progress) {
  Object& object = *objects[loaded];
  const Header& header = object.header();
  if ((kChecked && !heap.IsLive(object)) || header.mark.Has(mark::kClusterRoot)) [[unlikely]] {
    return LoadAlone(object, 1, allowed, progress);
  }
  if constexpr (kFaulty) {
    const Assembled* const cut = WordsWithAGap(heap, object);
    if (cut != nullptr) return LoadOpen(object, *cut, allowed, progress);
  }
  if (const Assembled* const flat = FlatOf(*header.type)) [[likely]] {
    return LoadFlat(object, *flat, allowed, progress);
  }
  const Assembled& schema = AssembledOf(*header.type);
  switch (schema.form()) {
    case Assembled::Form::kFlat:
      return LoadFlat(object, schema, allowed, progress);
    case Assembled::Form::kOpen:
      return LoadOpen(object, schema, allowed, progress);
    case Assembled::Form::kCalls:
    case Assembled::Form::kStale:
      break;
  }
  return LoadAlone(object, kManySlots, allowed, progress);
}

inline bool MarkBatch::LoadFlat(Object& object, const Assembled& schema, Work allowed,
                                MarkProgress& progress) {
  if constexpr (kChecked) MustEnd({schema.words(), schema.length()}, *object.header().type);
  const std::uint32_t tail = TailOf(object);
  const Work weight = 1 + schema.SlotsWith(tail);
  if (filled + weight > kSlots + 1) [[unlikely]] {
    return filled == 0 && LoadAlone(object, weight, allowed, progress);
  }
  if (weight > allowed && loaded != 0) return false;
  Flat flat{*this, filled};
  WalkFlat(schema.words(), BytesOf(object), tail, flat);
  progress.Spend(weight);
  ends[loaded++] = static_cast<std::uint32_t>(filled = flat.into);
  return true;
}

bool MarkBatch::LoadOpen(Object& object, const Assembled& schema, Work allowed,
                         MarkProgress& progress) {
  if constexpr (kChecked) MustEnd({schema.words(), schema.length()}, *object.header().type);
  Open open{{*this, filled}, schema};
  if (!WalkWords(schema.words(), BytesOf(object), TailOf(object), open)) {
    return filled == 0 && LoadAlone(object, WeightOf(object), allowed, progress);
  }
  const Work weight = 1 + open.slots;
  if (weight > allowed && loaded != 0) return false;
  progress.Spend(weight);
  ends[loaded++] = static_cast<std::uint32_t>(filled = open.into);
  return true;
}

// It is scanned by itself, later.
bool MarkBatch::LoadAlone(const Object& object, Work weight, Work allowed, MarkProgress& progress) {
  if (weight > allowed && loaded != 0) return false;
  ends[loaded++] = kAlone;
  progress.Spend(weight);
  if (weight >= kManySlots) progress.NoteLarge(object.header().index);
  return true;
}

}  // namespace GC_BUILD
}  // namespace gc
