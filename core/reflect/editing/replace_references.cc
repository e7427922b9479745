#include "core/reflect/editing/replace_references.h"

#include <algorithm>
#include <new>
#include <numeric>

#include "core/collect/collector.h"
#include "core/pointer/weak_ptr.h"
#include "core/population/requirement.h"
#include "core/population/use.h"
#include "core/reflect/access.h"
#include "core/reflect/cast.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

constexpr Upholds kReplaces{Rule::kInsertionBarrier, Fault::kStoreWithoutShading, GC_HERE};

// Whether what refers to `held` may refer to `instead`, as far as that is known.
bool MayTake(const ValueType* type, Object* held, Object* instead) {
  if (instead == nullptr) return true;
  return type != nullptr ? MayRefer(*type, instead) : IsA(*instead, ClassOf(*held));
}

class Replacement {
 public:
  Replacement(Collector& heap, const ObjectMap& map) : heap_(heap), map_(map) {}

  Replaced Run() {
    try {
      const Table& table = heap_.population.table;
      for (const Index index : table.Indices()) {
        const Entry& entry = table[index];
        if (entry.Occupant() == nullptr || IsUnderConstruction(entry)) continue;
        if (!heap_.population.IsHidden(index)) EditObject(*entry.Occupant());
      }
    } catch (const std::bad_alloc&) {
      replaced_.ran_out = true;
    }
    return std::move(replaced_);
  }

 private:
  void EditObject(Object& holder) {
    const ClassView& view = views_.Of(holder);
    for (const Leaf& leaf : view.leaves) {
      if (leaf.line != nullptr) EditLine(*leaf.line, &leaf, holder);
      if (leaf.may_hold_weak) EditWeak(leaf, holder);
    }
    for (const Reference* const line : view.lines) EditLine(*line, nullptr, holder);
  }

  void EditLine(const Reference& line, const Leaf* leaf, Object& holder) {
    std::uint32_t held = 0;
    ForEachSlotOf(line, holder,
                  [&](const ObjectSlot& slot) { held += map_.contains(slot.Raw()) ? 1 : 0; });
    if (held == 0) return;
    if (line.immutable) return Leave(holder, line.name, WhyLeft::kImmutable, held);
    if (line.kind == ReferenceKind::kRaw) {
      return Leave(holder, line.name, WhyLeft::kPlainPointer, held);
    }
    EditSlotsOf(line, leaf, holder);
  }

  // A map keeps its keys if two became one. So what was not stored is told by a comparison of what
  // the field holds with what it should.
  void EditSlotsOf(const Reference& line, const Leaf* leaf, Object& holder) {
    std::uint32_t stored = 0;
    std::uint32_t not_scanned = 0;
    std::uint32_t refused = 0;
    std::unordered_map<const Object*, std::int64_t> surplus;  // of old objects: there, less due
    EditSlots(line, leaf, holder, map_, kReplaces,
              [&](const MetReference* slot, Object* object, Object* instead) {
                const bool fits = MayTake(slot != nullptr ? slot->type : nullptr, object, instead);
                const bool takes = fits && IsSeenIn(holder, instead);
                (takes ? stored : fits ? not_scanned : refused) += 1;
                surplus[takes ? instead : object] -= 1;
                return takes;
              });
    for (const Object* const object : ReferentsOf(line, holder)) surplus[object] += 1;
    std::uint32_t kept = 0;
    for (const auto& [object, more] : surplus) {
      if (map_.contains(object) && more > 0) kept += static_cast<std::uint32_t>(more);
    }
    Leave(holder, line.name, WhyLeft::kOtherClass, refused);
    Leave(holder, line.name, WhyLeft::kNotScanned, not_scanned);
    Leave(holder, line.name, WhyLeft::kKeyTaken, kept);
    replaced_.strong += stored - kept;
  }

  // No cycle scans a disregarded object, so nothing would keep what it holds.
  bool IsSeenIn(const Object& holder, const Object* target) const {
    const Population& heap = heap_.population;
    if (target == nullptr || !heap.EntryOf(holder).flags.Has(flag::kDisregarded)) return true;
    const Entry& there = heap.EntryOf(*target);
    return there.flags.Has(flag::kDisregarded) || RootSet::IsKept(there);
  }

  void EditWeak(const Leaf& leaf, Object& holder) {
    std::uint32_t refused = 0;
    std::uint32_t keys = 0;
    for (const MetReference& met : ReferencesIn(*leaf.type, ValueOf(holder, leaf)).weak) {
      Object* const object = TargetOfWeak(heap_, *static_cast<const WeakReference*>(met.at));
      const auto found = map_.find(object);
      if (object == nullptr || found == map_.end()) continue;
      if (met.is_key) {
        keys += 1;
      } else if (!MayTake(met.type, object, found->second)) {
        refused += 1;
      } else {
        met.type->operations.set_reference(met.at, found->second);
        replaced_.weak += 1;
      }
    }
    Leave(holder, leaf.name, WhyLeft::kOtherClass, refused);
    Leave(holder, leaf.name, WhyLeft::kKeyTaken, keys);
  }

  void Leave(const Object& holder, const char* field, WhyLeft why, std::uint32_t count) {
    if (count != 0) replaced_.left.push_back({holder.header().index, field, why, count});
  }

  Collector& heap_;
  const ObjectMap& map_;
  ClassViews views_;
  Replaced replaced_;
};

bool MayReplace(Population& heap, const ObjectMap& map) {
  Requirement required{
      .call = "ReplaceReferences",
      .sentence =
          "what is replaced, and by what, must be objects of this heap, the latter not "
          "doomed",
      .where = GC_HERE};
  for (const auto& [from, to] : map) {
    required.doomed = Requirement::Doomed::kAllowed;
    if (!Fits(heap, from, required)) return false;
    required.doomed = Requirement::Doomed::kForbidden;
    if (to != nullptr && !Fits(heap, to, required)) return false;
  }
  return true;
}

}  // namespace

std::size_t Replaced::LeftFor(WhyLeft why) const {
  return std::accumulate(left.begin(), left.end(), std::size_t{0},
                         [why](std::size_t sum, const LeftReference& one) {
                           return sum + (one.why == why ? one.count : 0);
                         });
}

Replaced ReplaceReferences(Heap& heap, const ObjectMap& map) {
  const Use use(heap.collector().population, "ReplaceReferences");
  if (heap.collector().population.Stopped()) return {};
  if (!MayReplace(heap.collector().population, map)) return {};
  return Replacement(heap.collector(), map).Run();
}

Replaced ReplaceReferences(Heap& heap, Object& from, Object* to) {
  try {
    return ReplaceReferences(heap, ObjectMap{{&from, to}});
  } catch (const std::bad_alloc&) {
    return {.ran_out = true};  // there was no memory for the map
  }
}

namespace {

const char* SentenceOf(WhyLeft why) {
  switch (why) {
    case WhyLeft::kImmutable:
      return "it never changes";
    case WhyLeft::kPlainPointer:
      return "a plain pointer has no barrier";
    case WhyLeft::kOtherClass:
      return "it may not refer to an object of the new one's class";
    case WhyLeft::kNotScanned:
      return "its holder is disregarded, and would not keep the new one";
    case WhyLeft::kKeyTaken:
      return "it is a key, and its container has the new one already or cannot move it";
  }
  return "";
}

}  // namespace

std::string DescriptionOf(const Heap& heap, const LeftReference& left) {
  const Object* const holder = heap.collector().population.table[left.holder].Occupant();
  const std::string name = holder != nullptr ? ClassOf(*holder).name : "freed";
  return name + ' ' + std::to_string(left.holder) + '.' + left.field + ", " +
         std::to_string(left.count) + " times: " + SentenceOf(left.why);
}

}  // namespace GC_BUILD
}  // namespace gc
