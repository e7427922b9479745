#include "core/pointer/weak_values.h"

#include <algorithm>

#include "core/pointer/weak_ptr.h"
#include "core/reflect/editing/reference_walk.h"
#include "core/reflect/reflection.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// A type may contain itself, by an array of structs. Whoever asks of a new object has no time for a
// list of what was asked; so what is deeper is looked at, value by value.
constexpr int kDeepest = 4;

bool MayHoldWeak(const ValueType& type, int depth) {
  if (type.kind == ValueKind::kWeak || depth > kDeepest) return true;
  if (type.kind == ValueKind::kStruct) {
    return std::ranges::any_of(type.structure().properties, [depth](const Property& property) {
      return MayHoldWeak(*property.type, depth + 1);
    });
  }
  if (type.element != nullptr) return MayHoldWeak(*type.element, depth + 1);
  return std::ranges::any_of(
      type.choices, [depth](const ValueType* choice) { return MayHoldWeak(*choice, depth + 1); });
}

class Leading {
 public:
  Leading(const Collector& heap, Object* (*own_of)(void* context, Object* target), void* context)
      : heap_(heap), own_of_(own_of), context_(context) {}

  void Value(const ValueType& type, void* value) const {
    if (type.kind == ValueKind::kWeak) return Weak(type, value);
    if (type.kind == ValueKind::kStruct) {
      for (const Property& property : type.structure().properties) {
        Value(*property.type, ValueIn(value, property));
      }
    } else if (type.HasParts() && type.kind != ValueKind::kSet && MayHoldWeak(type, 0)) {
      Parts(type, value);
    }
  }

 private:
  void Weak(const ValueType& type, void* value) const {
    Object* const target = TargetOfWeak(heap_, *static_cast<const WeakReference*>(value));
    Object* const own = target != nullptr ? own_of_(context_, target) : nullptr;
    if (own != target) type.operations.set_reference(value, own);
  }

  void Parts(const ValueType& type, void* value) const {
    if (type.kind == ValueKind::kVariant && type.operations.size(value) == 0) return;
    struct Context {
      const Leading& leading;
      const ValueType& part;
    } context{*this, type.kind == ValueKind::kVariant ? *type.choices[type.operations.choice(value)]
                                                      : *type.element};
    type.operations.each(value, {.take =
                                     [](void* of, const void*, void* element) {
                                       const Context& at = *static_cast<const Context*>(of);
                                       at.leading.Value(at.part, element);
                                     },
                                 .context = &context});
  }

  const Collector& heap_;
  Object* (*own_of_)(void* context, Object* target);
  void* context_;
};

}  // namespace

void LeadWeakReferences(const Collector& heap, const Class& type, Object& object,
                        Object* (*own_of)(void* context, Object* target), void* context) {
  const Leading leading(heap, own_of, context);
  for (const Property& property : type.properties) {
    if (property.type != nullptr) leading.Value(*property.type, ValueIn(object, property));
  }
}

}  // namespace GC_BUILD
}  // namespace gc
