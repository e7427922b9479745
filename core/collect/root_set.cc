// core/collect/root_set.cc -- sets and clears the reasons to keep an object; counts strong
// pointers.
//
// Upholds: keep-flags-are-roots, strong-barrier.

#include "core/collect/root_set.h"

#include <new>

#include "core/collect/collector.h"
#include "core/pointer/strong_ptr.h"
#include "core/population/requirement.h"
#include "core/population/use.h"

namespace gc {
inline namespace GC_BUILD {

void RootSet::Keep(Object& object, FlagWord flags) {
  kept_->Add(object.header().index);
  heap_.EntryOf(object).flags.Set(flags);
}

void RootSet::LetGo(Object& object, FlagWord flags) {
  Entry& entry = heap_.EntryOf(object);
  entry.flags.Clear(flags);
  if (kUseChecked && (flags & flag::kRoot) != 0) rooted_at_.erase(object.header().index);
  if (!IsKept(entry)) kept_->Remove(object.header().index);
}

bool RootSet::AddStrong(Object& object) {
  const Index index = object.header().index;
  Entry& entry = heap_.EntryOf(object);
  kept_->MakeRoom(index);
  const std::uint32_t before = entry.strong.fetch_add(1, std::memory_order_relaxed);
  GC_CHECK(heap_, before + 1 != 0, Rule::kStrongBarrier, index, "a strong count must not overflow");
  if (before == 0) kept_->AddInRoom(index);
  return before == 0;
}

void RootSet::DropStrong(Object& object) {
  Entry& entry = heap_.EntryOf(object);
  const std::uint32_t before = entry.strong.fetch_sub(1, std::memory_order_relaxed);
  if (before == 1 && !IsKept(entry)) kept_->Remove(object.header().index);
}

void RootSet::SetFlags(Object& object, ObjectFlags flags) {
  {
    const TableLock lock(heap_.sharing);
    Author(object.header().index);
  }
  Population::FlagsOf(object).Set(flags);
}

// What a mask may name has room among what it names, so that a cycle that begins needs no memory.
void RootSet::Author(Index index) {
  masked_->MakeRoom(index);
  authored_->Add(index);
}

bool RootSet::MakeRoom(Index index) {
  try {
    for (Set* const set : {&kept_, &authored_, &masked_}) (*set)->MakeRoom(index);
  } catch (const std::bad_alloc&) {
    return false;
  }
  return true;
}

void RootSet::ClearFlags(Object& object, ObjectFlags flags) {
  Population::FlagsOf(object).Clear(flags);
}

// An object that another thread makes is known to that thread alone, and after the thread's section
// nothing keeps it; so it is kept until it is handed over (flag::kAsync). What the author asked for
// at birth becomes flags of the entry, and is cleared on the object.
FlagWord RootSet::KeepNewByReasons(Object& object) {
  const Index index = object.header().index;
  FlagWord kept_by = heap_.sharing.IsHome() ? 0 : flag::kAsync;
  const ObjectFlags flags = object.header().flags.Load();
  if (flags != object_flag::kNone) {
    Population::FlagsOf(object).Clear(object_flag::kNotAtBirth);
    if ((flags & object_flag::kAuthor) != 0) Author(index);
    if ((flags & object_flag::kMarkAsRoot) != 0) kept_by |= flag::kRoot;
    if ((flags & object_flag::kMarkAsNative) != 0) kept_by |= flag::kNative;
  }
  if (kept_by != 0) kept_->AddInRoom(index);
  return kept_by;
}

// The fault ignore-one-flag of keep-flags-are-roots.
bool RootSet::Ignores(const Entry& entry) const {
  const bool loading_only = entry.flags.Has(flag::kLoading) &&
                            !entry.flags.Has((flag::kRoot | flag::kKeep) & ~flag::kLoading) &&
                            entry.strong.load(std::memory_order_relaxed) == 0;
  return loading_only && !heap_.Obeys(Rule::kKeepFlagsAreRoots, Fault::kIgnoreOneFlag, GC_HERE);
}

std::string RootSet::RootedAt(const Object& object) const {
  const auto found = rooted_at_.find(object.header().index);
  if (found == rooted_at_.end()) return {};
  return std::string(found->second.file_name()) + ':' + std::to_string(found->second.line());
}

// However the slot was written, and whatever the target has lost since: the flip is the last moment
// at which it is still there.
void RootSet::CheckDisregarded() const {
  for (Index index = 1; index < heap_.table.First(); ++index) {
    Object* const holder = heap_.table[index].Occupant();
    if (holder == nullptr || heap_.table[index].flags.Has(flag::kPendingConstruction)) continue;
    for (const Reference& line : holder->header().type->references) {
      ForEachSlotOf(line, *holder, [&](const ObjectSlot& slot) {
        const Object* const target = slot.Raw();
        if (target == nullptr || !heap_.IsLive(*target)) return;
        const Index to = target->header().index;
        if (heap_.table.IsLow(to) || IsKept(heap_.table[to])) return;
        const std::string what = std::string(holder->header().type->name) + " " +
                                 std::to_string(index) + " ." + std::string(line.name) +
                                 " refers to " + std::string(target->header().type->name) + " " +
                                 std::to_string(to);
        Abort(Misuse{.rule = Rule::kDisregardedIsDeep,
                     .sentence = "a disregarded object refers to what is disregarded, a root, kept "
                                 "or counted: store with Heap::Store, and keep the target a root",
                     .where = GC_HERE,
                     .what = what.c_str()});
      });
    }
  }
}

// An object that is unreachable already is no part of the marking, and will be freed.
void RootSet::AddMask(ObjectFlags mask) {
  mask_ |= mask;
  if (mask == object_flag::kNone) return;
  authored_->ForEach([&](Index index) {
    const Object* const object = heap_.table[index].Occupant();
    if (object == nullptr || heap_.IsDoomed(index) || !object->header().flags.Has(mask)) return;
    masked_->AddInRoom(index);
  });
}

void RootSet::Recycle() {
  rooted_at_.clear();
  kept_.Peek().Recycle();
  authored_.Peek().Recycle();
  mask_ = object_flag::kNone;
  masked_.Peek().Recycle();
}

void TakeStrong(Object& object) {
  Collector& owner = OwnerOf(object);
  Population& heap = owner.population;
  if (heap.Stopped()) return;
  const AnyThread section(heap.sharing);
  const Use use(heap, "StrongPtr");
  if (!Fits(heap, &object,
            {.call = "StrongPtr",
             .sentence = "what a strong pointer holds must not be doomed, or freed",
             .where = GC_HERE,
             .doomed = Requirement::Doomed::kForbidden})) {
    return;
  }
  const TableLock lock(heap.sharing);
  if (!owner.roots.AddStrong(object)) return;
  Shade(&object, {Rule::kStrongBarrier, Fault::kCountWithoutShading, GC_HERE});
}

void DropStrong(Object& object) {
  Collector& owner = OwnerOf(object);
  Population& heap = owner.population;
  if (heap.Stopped()) return;
  const AnyThread section(heap.sharing);
  const Use use(heap, "StrongPtr");
  if (!GC_CHECK(heap, heap.IsLive(object) && heap.EntryOf(object).strong.load() != 0,
                Rule::kStrongBarrier, object.header().index,
                "a strong count must not fall below zero")) {
    return;
  }
  const TableLock lock(heap.sharing);
  owner.roots.DropStrong(object);
}

}  // namespace GC_BUILD
}  // namespace gc
