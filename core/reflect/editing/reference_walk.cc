#include "core/reflect/editing/reference_walk.h"

#include "core/collect/collector.h"
#include "core/pointer/weak_ptr.h"
#include "core/reflect/reflection.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

class Walking {
 public:
  explicit Walking(MetReferences& met) : met_(met) {}

  void Value(const ValueType& type, MetReference at) {
    at.type = &type;
    switch (type.kind) {
      case ValueKind::kOpaque:
        met_.is_complete = met_.is_complete && !type.shows_references;
        return;
      case ValueKind::kBool:
      case ValueKind::kInteger:
      case ValueKind::kReal:
      case ValueKind::kString:
      case ValueKind::kEnumeration:
      case ValueKind::kSoft:
        return;
      case ValueKind::kObject:
        return met_.strong.push_back(at);
      case ValueKind::kLazy:
        if (type.operations.path(at.at).data() == nullptr) met_.strong.push_back(at);
        return;
      case ValueKind::kWeak:
        return met_.weak.push_back(at);
      case ValueKind::kStruct:
        return Struct(type.structure(), at);
      case ValueKind::kFixedArray:
      case ValueKind::kArray:
      case ValueKind::kSet:
      case ValueKind::kMap:
      case ValueKind::kOptional:
      case ValueKind::kVariant:
        return Parts(type, at);
    }
  }

 private:
  void Struct(const Reflection& structure, const MetReference& at) {
    for (const Property& property : structure.properties) {
      MetReference inside = at;
      inside.at = ValueIn(at.at, property);
      inside.is_transient = at.is_transient || (property.flags & property::kTransient) != 0;
      Value(*property.type, inside);
    }
  }

  void Parts(const ValueType& type, const MetReference& at) {
    struct Context {
      Walking& walking;
      const ValueType& type;
      const MetReference& at;
    };
    Context context{*this, type, at};
    type.operations.each(at.at, {.take =
                                     [](void* to, const void* key, void* element) {
                                       Context& in = *static_cast<Context*>(to);
                                       in.walking.Part(in.type, in.at, key, element);
                                     },
                                 .context = &context});
  }

  void Part(const ValueType& type, MetReference at, const void* key, void* element) {
    const void* const value = at.at;
    if (type.key != nullptr) {
      MetReference of_key = at;
      of_key.at = const_cast<void*>(key);
      of_key.is_key = true;
      Value(*type.key, of_key);
    }
    at.at = element;
    at.is_key = at.is_key || type.kind == ValueKind::kSet;
    Value(type.kind == ValueKind::kVariant ? *type.choices[type.operations.choice(value)]
                                           : *type.element,
          at);
  }

  MetReferences& met_;
};

}  // namespace

MetReferences ReferencesIn(const ValueType& type, void* value) {
  MetReferences met;
  Walking(met).Value(type, {.at = value});
  return met;
}

Object* TargetOfWeak(const Collector& heap, const WeakReference& weak) {
  if (weak.owner() != &heap || !weak.IsValid(IfGarbage::kThere)) return nullptr;
  return heap.population.table[weak.index()].Occupant();
}

}  // namespace GC_BUILD
}  // namespace gc
