// core/mark/mark_batch.cc -- takes grey objects, and reads their slots.

#include "core/mark/mark_batch.h"

#include <algorithm>

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
  constexpr std::size_t kFirst = 56;
  Ask(object);
  Ask(reinterpret_cast<const std::byte*>(object) + kFirst);
}

}  // namespace

Work WeightOf(const Object& object) {
  Work weight = 1;
  for (const Reference& line : object.header().type->references) {
    if (line.ShowsItself()) return kManySlots;
    weight += line.kind == ReferenceKind::kTrailing ? object.header().tail : line.count;
  }
  return weight;
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

void MarkBatch::PutBack(PagedList<Object*>& list, std::size_t from) {
  while (taken > from) list.push_back(objects[--taken]);
}

void MarkBatch::Load(const Population& heap, Work allowed, MarkProgress& progress) {
  filled = next = 0;
  const Work before = progress.weight;
  do {
    const Work spent = progress.weight - before;
    if (!LoadOne(heap, spent < allowed ? allowed - spent : 0, progress)) return;
  } while (loaded < taken);
}

// False if there is no room for the slots of one more object, or if it weighs more than is allowed.
inline bool MarkBatch::LoadOne(const Population& heap, Work allowed, MarkProgress& progress) {
  Object& object = *objects[loaded];
  const Header& header = object.header();
  const bool first = loaded == 0;
  const auto alone = [&](Work weight) {
    if (weight > allowed && !first) return false;
    ends[loaded++] = kAlone;
    progress.Spend(weight);
    if (weight >= kManySlots) progress.NoteLarge(header.index);
    return true;
  };
  if ((kChecked && !heap.IsLive(object)) || header.mark.Has(mark::kClusterRoot)) [[unlikely]] {
    return alone(1);
  }
  std::size_t into = filled;
  Work weight = 1;
  for (const Reference& line : header.type->references) {
    const std::uint32_t count = line.kind == ReferenceKind::kTrailing ? header.tail : line.count;
    const bool has_room = into + count <= kSlots;
    if (line.ShowsItself() || (!has_room && filled == 0)) [[unlikely]] {
      return alone(WeightOf(object));
    }
    weight += count;
    if (!has_room || (weight > allowed && !first)) return false;
    std::byte* const field = reinterpret_cast<std::byte*>(&object) + line.offset;
    ObjectSlot* slot = reinterpret_cast<ObjectSlot*>(field);
    for (ObjectSlot* const end = slot + count; slot != end; ++slot) {
      Object* const target = slot->Raw();
      AskForMark(target);
      targets[into] = target;
      slots[into] = slot;
      into += target != nullptr;
    }
  }
  progress.Spend(weight);
  ends[loaded++] = static_cast<std::uint32_t>(filled = into);
  return true;
}

}  // namespace GC_BUILD
}  // namespace gc
