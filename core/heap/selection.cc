// core/heap/selection.cc -- chooses objects by their entries first, and reads an object only then.

#include "core/heap/selection.h"

#include <algorithm>
#include <vector>

#include "core/base/workers.h"
#include "core/collect/collector.h"
#include "core/population/use.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

constexpr Index kFewestInAPiece = 4096;  // of a piece of the table; fewer do not pay for a task
constexpr Index kPiecesOfAWorker = 4;    // so that a worker with dull pieces takes another's

bool HasClass(const Class* type, const Class& wanted, Lookup::Derived derived) {
  if (derived == Lookup::Derived::kExcluded) return type == &wanted;
  while (type != nullptr && type != &wanted) type = type->super;
  return type != nullptr;
}

bool HasClassObject(const NamedObject& object, const Selection& which) {
  if (which.derived == Lookup::Derived::kExcluded) return object.type() == which.class_object;
  return object.IsA(*which.class_object);
}

bool IsInOuter(const NamedObject& object, const Selection& which) {
  if (which.depth == Lookup::Depth::kDirectly) return object.outer() == which.outer;
  return object.IsInside(*which.outer);
}

// The flags tell which objects may be default ones, so that the directory is asked for few.
bool IsOfDefaults(const NamedObject& object) {
  return object.header().flags.Has(object_flag::kClassDefault | object_flag::kArchetype) &&
         (object.roles() & role::kOfDefaults) != 0;
}

bool AcceptsNamed(const NamedObject& object, const Selection& which) {
  if (which.class_object != nullptr && !HasClassObject(object, which)) return false;
  if (which.outer != nullptr && !IsInOuter(object, which)) return false;
  return which.defaults || !IsOfDefaults(object);
}

bool HasFlags(std::uint32_t flags, std::uint32_t with, std::uint32_t without) {
  return (flags & with) == with && (flags & without) == 0;
}

// The object at the index, if the selection has it; not shaded. As in Heap::Found, the entry is
// asked once more after the mark of construction whether it is this object's.
Object* Chosen(const Population& heap, const Selection& which, Index index) {
  const Entry& entry = heap.table[index];
  Object* const object = entry.Occupant();
  if (object == nullptr || IsUnderConstruction(entry)) return nullptr;
  if (entry.Occupant() != object || heap.IsHidden(index)) return nullptr;
  const FlagWord flags = entry.flags.Load();
  if (!which.garbage && (flags & flag::kGarbage) != 0) return nullptr;
  if (!HasFlags(flags, which.entry_with, which.entry_without)) return nullptr;
  const Header& header = object->header();
  if (!HasFlags(header.flags.Load(), which.with, which.without)) return nullptr;
  if (which.type != nullptr && !HasClass(header.type, *which.type, which.derived)) return nullptr;
  if ((flags & flag::kNamed) == 0) {
    return which.class_object == nullptr && which.outer == nullptr ? object : nullptr;
  }
  return AcceptsNamed(*static_cast<const NamedObject*>(object), which) ? object : nullptr;
}

void ShadeShown(Object& object) {
  Shade(&object, {Rule::kWeakReadBarrier, Fault::kReadWithoutShading, GC_HERE});
}

// The objects that the workers chose, piece by piece of the table.
std::vector<std::vector<Object*>> ChooseTogether(const Population& heap, Workers& workers,
                                                 const Selection& which) {
  const Index end = heap.table.End();
  const Index count =
      std::clamp<Index>(end / kFewestInAPiece, 1, workers.count() * kPiecesOfAWorker);
  const Index length = end / count + 1;
  std::vector<std::vector<Object*>> pieces(count);
  workers.ForEach(count, [&](std::size_t piece) {
    const Index from = static_cast<Index>(piece) * length;
    for (Index index = std::max<Index>(from, 1); index < std::min(from + length, end); ++index) {
      if (Object* const object = Chosen(heap, which, index)) pieces[piece].push_back(object);
    }
  });
  return pieces;
}

}  // namespace

void ShowSelected(Heap& heap, const Selection& which, ShowObject show, void* context) {
  Population& population = heap.collector().population;
  const Use use(population, "ForEachSelected");
  const Calling user(population.activity);
  for (const Index index : population.table.Indices()) {
    if (population.Stopped()) return;
    Object* const object = Chosen(population, which, index);
    if (object == nullptr) continue;
    ShadeShown(*object);
    show(context, *object);
  }
}

void ShowSelectedTogether(Heap& heap, const Selection& which, ShowObject show, void* context) {
  Population& population = heap.collector().population;
  Workers* const workers = population.sharing.workers();
  if (workers == nullptr) return ShowSelected(heap, which, show, context);
  const Use use(population, "ForEachSelectedTogether");
  if (population.Stopped()) return;
  const std::vector<std::vector<Object*>> pieces = ChooseTogether(population, *workers, which);
  for (const std::vector<Object*>& piece : pieces) {
    for (Object* const object : piece) ShadeShown(*object);
  }
  const Calling user(population.activity);
  workers->ForEach(pieces.size(), [&](std::size_t piece) {
    for (Object* const object : pieces[piece]) show(context, *object);
  });
}

}  // namespace GC_BUILD
}  // namespace gc
