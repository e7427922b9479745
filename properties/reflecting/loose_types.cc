#include "properties/reflecting/loose_types.h"

#include "properties/reflecting/type_table.h"
#include "properties/subjects/core/list_memory.h"

namespace properties::reflecting {

LooseLayout loose_structs[kLoose];

void LooseLayout::Construct(std::byte* at) const {
  for (const Placed& member : members) member.entry->construct(at + member.offset);
}
void LooseLayout::Destroy(std::byte* at) const {
  for (const Placed& member : members) member.entry->destroy(at + member.offset);
}
void LooseLayout::Copy(std::byte* to, const std::byte* from) const {
  for (const Placed& member : members) {
    member.entry->copy(to + member.offset, from + member.offset);
  }
}

// A constructor must not throw: so no allocation is made to fail in one.
LooseObject::LooseObject(const gc::Birth& birth) : NamedObject(birth) {
  const MayFail not_now(false);
  for (const LooseClass* at = &ClassOf(*this); at != nullptr; at = at->above) {
    at->layout.Construct(BytesOf(*this));
  }
}

void Describe(LooseClass& type, const char* name, std::uint32_t size) {
  type.name = name;
  type.size = size;
  type.super = type.above != nullptr ? type.above : &gc::NamedObject::kClass;
  type.construct = [](void* memory, const gc::Birth& birth) { new (memory) LooseObject(birth); };
  type.destroy = [](gc::Object& object) noexcept {
    for (const LooseClass* at = &LooseObject::ClassOf(object); at != nullptr; at = at->above) {
      at->layout.Destroy(LooseObject::BytesOf(object));
    }
    static_cast<LooseObject&>(object).~LooseObject();
  };
  gc::Reflection& reflection = type.layout.reflection;
  reflection.name = name;
  reflection.module = "/Script/Loose";
  reflection.type = &type;
  reflection.super_class = type.super;
  reflection.super = type.above != nullptr ? &type.above->layout.reflection : nullptr;
  reflection.size = size;
  reflection.properties = type.layout.properties;
  reflection.functions = type.layout.functions;
  reflection.cast_flags = reflection.cast_flag;
  if (reflection.super != nullptr) reflection.cast_flags |= reflection.super->cast_flags;
  type.references = gc::LinkedLines(reflection);
  type.properties = gc::LinkedProperties(reflection);
  type.reflection = &reflection;
}

}  // namespace properties::reflecting
