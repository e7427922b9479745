// core/reflect/editing/duplicate.cc -- makes the copies, then gives them their values.
//
// First everything is asked that can be answered without making anything. Then all copies are made,
// outers first, so that each reference to the inside has a copy to lead to. A full table may need a
// collection in between; so originals and copies are counted until the end.

#include "core/reflect/editing/duplicate.h"

#include <new>
#include <utility>
#include <vector>

#include "core/collect/collector.h"
#include "core/heap/names.h"
#include "core/pointer/strong_ptr.h"
#include "core/pointer/weak_ptr.h"
#include "core/population/requirement.h"
#include "core/reflect/editing/give_up.h"
#include "core/reflect/editing/slot_edit.h"
#include "core/reflect/editing/value_copy.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

constexpr Upholds kCopies{Rule::kCopyBarrier, Fault::kBlockCopy, GC_HERE};
// What a copy takes over: the other flags say what an object is to its class or its loader.
constexpr ObjectFlags kDescribing =
    object_flag::kPublic | object_flag::kStandalone | object_flag::kTransient;

class Duplication {
 public:
  Duplication(Heap& heap, std::string& error) : heap_(heap), factory_(heap), error_(error) {}
  // What was made and not finished is given up.
  ~Duplication() {
    if (!is_finished_ && first_ != nullptr) GiveUp(heap_, *first_);
  }
  Duplication(const Duplication&) = delete;
  Duplication& operator=(const Duplication&) = delete;

  NamedObject* Run(NamedObject& original, const Plan& plan) {
    Gather(original);
    if (!MayBeNamed(plan)) return nullptr;
    for (const Pair& pair : pairs_) {
      if (!CanBeCopied(*pair.original)) return nullptr;
    }
    for (Pair& pair : pairs_) {
      if (!Make(pair, plan)) return nullptr;
    }
    for (const Pair& pair : pairs_) {
      CopyValues(*pair.original, *pair.copy);
      LeadInside(*pair.original, *pair.copy);
      if (!error_.empty()) return nullptr;
    }
    is_finished_ = true;
    return pairs_.front().copy.Get();
  }

 private:
  struct Pair {
    StrongPtr<NamedObject> original;
    StrongPtr<NamedObject> copy = {};
  };

  // The originals, an outer before what is inside of it. Each leads to null for now.
  void Gather(NamedObject& original) {
    const auto add = [this](NamedObject* object) {
      pairs_.push_back({.original = StrongPtr<NamedObject>(object)});
      copies_.emplace(object, nullptr);
    };
    add(&original);
    factory_.ForEachInside(
        original,
        [&](NamedObject* object) {
          const bool is_garbage = object->header().flags.Has(object_flag::kMirroredGarbage);
          if (!is_garbage && copies_.contains(object->outer())) add(object);
        },
        Lookup::Depth::kAtAnyDepth);
  }

  bool MayBeNamed(const Plan& plan) {
    if (plan.name.empty()) return true;
    const std::string name(plan.name);
    if (!NameTable::IsName(name)) return Fail('\'' + name + "' is no name: it contains a slash");
    const NamedObject* const outer =
        plan.outer != nullptr ? plan.outer : factory_.TransientPackage();
    return factory_.Find(outer, name) == nullptr || Fail("the name " + name + " is taken");
  }

  bool CanBeCopied(NamedObject& object) {
    const ClassObject* const type = object.type();
    const std::string what = object.PathName();
    if (IsUnderConstruction(heap_.collector().population.EntryOf(object))) {
      return Fail(what + ": it is under construction, and has no values yet");
    }
    if (type == nullptr) {
      return Fail(what + ": it has no class that makes objects without arguments");
    }
    if (object.header().type == &ClassObject::kClass) {
      return Fail(what + ": it is a class; derive from it instead");
    }
    for (const Leaf& leaf : views_.Of(object).leaves) {
      if (leaf.is_transient) continue;
      const std::string where = what + ' ' + leaf.name;
      if (!CanCopyValue(*leaf.type)) {
        return Fail(where + ": a value of its type has no copy; make the property transient");
      }
      if (leaf.line != nullptr && LeadsInsideByPlainPointer(*leaf.line, object)) {
        return Fail(where + ": a plain pointer leads inside, and cannot lead to the copy");
      }
    }
    for (const Reference* const line : views_.Of(object).lines) {
      if (!LeadsInsideByPlainPointer(*line, object)) continue;
      return Fail(what + ' ' + line->name +
                  ": a plain pointer leads inside, and cannot lead to the copy");
    }
    return true;
  }
  bool LeadsInsideByPlainPointer(const Reference& line, Object& object) const {
    if (line.kind != ReferenceKind::kRaw) return false;
    for (const Object* const held : ReferentsOf(line, object)) {
      if (copies_.contains(held)) return true;
    }
    return false;
  }

  // The first copy has its place from the caller's plan, all others from their originals. A part
  // that the class of its outer makes is there already.
  bool Make(Pair& pair, const Plan& of_first) {
    NamedObject& original = *pair.original;
    const bool is_first = &pair == &pairs_.front();
    Plan plan{.type = original.type()};
    plan.flags = original.header().flags.Load() & kDescribing;
    std::string name;
    if (is_first) {
      plan.outer = of_first.outer;
      plan.name = of_first.name;
      plan.flags |= of_first.flags;
    } else {
      plan.outer = static_cast<NamedObject*>(copies_.at(original.outer()));
      plan.flags |= original.header().flags.Load() & object_flag::kDefaultSubobject;
      name = original.NameText();
      plan.name = name;
      NamedObject* const part = factory_.Find(plan.outer, name);
      if (part != nullptr && part->type() != original.type()) {
        return Fail(original.PathName() + ": the class of its outer makes another part there");
      }
      if (part != nullptr) return Keep(pair, *part);
    }
    NamedObject* const copy = factory_.TryNew<NamedObject>(plan);
    return copy != nullptr ? Keep(pair, *copy) : Fail("out of memory");
  }
  bool Keep(Pair& pair, NamedObject& copy) {
    if (first_ == nullptr) first_ = &copy;
    copies_[pair.original.Get()] = &copy;
    pair.copy = StrongPtr<NamedObject>(&copy);
    return true;
  }

  // All values but the transient ones, with the references that the original has. What is listed
  // by hand has its class's own copies; class and outer are no values.
  void CopyValues(NamedObject& from, NamedObject& to) {
    const ClassView& view = views_.Of(from);
    for (const Leaf& leaf : view.leaves) {
      if (!leaf.is_transient) CopyValue(*leaf.type, ValueOf(to, leaf), ValueOf(from, leaf));
    }
    for (const Property* const property : view.untyped) {
      if (property->copy == nullptr) continue;
      property->copy(BytesOf(to) + property->offset, BytesOf(from) + property->offset);
    }
    for (const Reference* const line : view.lines) {
      if (!line->immutable) CopyReferences(*line, from, to, [](Object* held) { return held; });
    }
  }

  // What refers to an original refers to its copy.
  void LeadInside(NamedObject& original, NamedObject& copy) {
    const ClassView& view = views_.Of(copy);
    for (const Leaf& leaf : view.leaves) {
      if (leaf.is_transient) continue;
      if (leaf.line != nullptr) LeadInside(*leaf.line, &leaf, copy);
      if (leaf.may_hold_weak) LeadWeakInside(leaf, original, copy);
    }
    for (const Reference* const line : view.lines) {
      if (!line->immutable) LeadInside(*line, nullptr, copy);
    }
  }
  void LeadInside(const Reference& line, const Leaf* leaf, NamedObject& copy) {
    EditSlots(line, leaf, copy, copies_, kCopies, [](const MetReference* slot, Object*, Object*) {
      return slot == nullptr || !slot->is_transient;
    });
  }
  void LeadWeakInside(const Leaf& leaf, const NamedObject& original, NamedObject& copy) {
    for (const MetReference& met : ReferencesIn(*leaf.type, ValueOf(copy, leaf)).weak) {
      const WeakReference& weak = *static_cast<const WeakReference*>(met.at);
      const auto found = copies_.find(TargetOfWeak(heap_.collector(), weak));
      if (found == copies_.end() || met.is_transient) continue;
      if (!met.is_key) {
        met.type->operations.set_reference(met.at, found->second);
      } else {
        Fail(original.PathName() + ' ' + leaf.name +
             ": a weak reference that is a key leads inside, and cannot lead to the copy");
      }
    }
  }

  // The first of several is told.
  bool Fail(std::string why) {
    if (error_.empty()) error_ = std::move(why);
    return false;
  }

  Heap& heap_;
  Factory factory_;
  std::string& error_;
  ClassViews views_;
  std::vector<Pair> pairs_;
  ObjectMap copies_;
  NamedObject* first_ = nullptr;  // the copy that is the outer of all others
  bool is_finished_ = false;
};

}  // namespace

NamedObject* DuplicateObject(Heap& heap, NamedObject& original, const Plan& plan,
                             std::string& error) {
  error.clear();
  if (!Fits(heap.collector().population, &original,
            {.call = "DuplicateObject",
             .sentence = "what is duplicated must be an object of this heap, and not doomed",
             .where = GC_HERE,
             .doomed = Requirement::Doomed::kForbidden})) {
    return nullptr;
  }
  try {
    return Duplication(heap, error).Run(original, plan);
  } catch (const std::bad_alloc&) {
  }
  error = "out of memory";
  return nullptr;
}

}  // namespace GC_BUILD
}  // namespace gc
