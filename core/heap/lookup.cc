#include "core/heap/lookup.h"

#include <algorithm>
#include <new>

#include "core/collect/collector.h"
#include "core/heap/naming.h"
#include "core/population/use.h"

namespace gc {
inline namespace GC_BUILD {

// Asked by the directory under its lock. An object that is given up leaves the directory first, so
// the entry at the index is the object's own.
bool Lookup::IsAbsent(Index index) const {
  const Entry& entry = collector_->population.table[index];
  if (IsUnderConstruction(entry)) return true;
  if (!collector_->population.IsHidden(index)) return false;
  return collector_->population.phase() != Phase::kGathering ||
         collector_->population.Obeys(Rule::kDoomedIsHidden, Fault::kFindDoomed, GC_HERE);
}

NamedObject* Lookup::Answer(Object* found) const {
  if constexpr (kFaulty) {  // a doomed one is not shaded: with the fault it is answered as it is
    if (found != nullptr && collector_->population.IsHidden(found->header().index)) {
      return static_cast<NamedObject*>(found);
    }
  }
  Shade(found, {Rule::kWeakReadBarrier, Fault::kFindWithoutShading, GC_HERE});
  return static_cast<NamedObject*>(found);
}

NamedObject* Lookup::Find(const NamedObject* outer, std::string_view text) const {
  const Use use(collector_->population, "Find");
  const Population& heap = collector_->population;
  if (heap.names() == nullptr || heap.Stopped()) return nullptr;
  const Directory& directory = Naming::Of(heap).directory;
  if (outer != nullptr && outer->record_ == 0) return nullptr;
  const std::optional<Name> name = directory.NameOf(text);
  if (!name) return nullptr;
  return Answer(directory.Find(outer != nullptr ? outer->record_ : 0, *name,
                               [this](Index index) { return !IsAbsent(index); }));
}

NamedObject* Lookup::FindPath(std::string_view path) const {
  const std::size_t end = path.find(kPathSeparator);
  NamedObject* found = Find(nullptr, path.substr(0, end));
  for (std::size_t at = end; at != path.npos && found != nullptr;) {
    const std::size_t next = path.find(kPathSeparator, at + 1);
    found = Find(found, path.substr(at + 1, next - at - 1));
    at = next;
  }
  return found;
}

std::vector<Object*> Lookup::InstancesOf(const ClassObject& type, Derived derived) const {
  const Use use(collector_->population, "ForEach");
  const Directory& directory = Naming::Of(collector_->population).directory;
  std::vector<Object*> found =
      directory.InstancesOf(type.instances_, derived == Derived::kIncluded,
                            [this](Index index) { return !IsAbsent(index); });
  std::erase_if(found, [](const Object* object) {
    return (static_cast<const NamedObject*>(object)->roles() & role::kOfDefaults) != 0;
  });
  return found;
}

std::vector<Object*> Lookup::InsideOf(const NamedObject& outer, Depth depth) const {
  const Use use(collector_->population, "ForEachInside");
  std::vector<Object*> found;
  const auto append = [&](const NamedObject& from) {
    if (from.record_ == 0) return;
    const std::vector<Object*> inside =
        Naming::Of(collector_->population).directory.InsideOf(from.record_, [this](Index index) {
          return !IsAbsent(index);
        });
    found.insert(found.end(), inside.begin(), inside.end());
  };
  append(outer);
  if (depth == Depth::kDirectly) return found;
  for (std::size_t i = 0; i < found.size(); ++i) append(static_cast<NamedObject&>(*found[i]));
  return found;
}

void Lookup::Show(const std::vector<Object*>& objects, ShowTo show, void* context) const {
  const Calling user(collector_->population.activity);
  for (Object* const object : objects) show(context, Answer(object));
}

void Lookup::ShowAtTheEnd(const NamedObject& outer, ShowTo show, void* context) const {
  std::vector<Object*> listed;
  try {
    listed = InsideOf(outer, Depth::kAtAnyDepth);
  } catch (const std::bad_alloc&) {
    Population& heap = collector_->population;
    const Calling user(heap.activity);
    for (const Index index : heap.table.Indices()) {
      Object* const object = heap.table[index].Occupant();
      if (object == nullptr || !heap.table[index].flags.Has(flag::kNamed) || IsAbsent(index))
        continue;
      NamedObject* const named = static_cast<NamedObject*>(object);
      if (named != &outer && named->IsInside(outer)) show(context, Answer(named));
    }
    return;
  }
  Show(listed, show, context);
}

}  // namespace GC_BUILD
}  // namespace gc
