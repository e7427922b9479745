#include "core/reflect/saving/baseline.h"

#include "core/reflect/cast.h"
#include "core/reflect/saving/document.h"

namespace gc {
inline namespace GC_BUILD {

bool IsTooDeep(const NamedObject& object, const NamedObject& root) {
  int depth = 0;
  for (const NamedObject* at = &object; at != nullptr && at != &root; at = at->outer()) {
    if (++depth > kDeepest) return true;
  }
  return false;
}

NamedObject* Baseline::StartOf(const NamedObject& object) const {
  NamedObject* const part = StartOfPart(object);
  if (part != nullptr || object.type() == nullptr) return part;
  return object.type()->default_object();
}

// The part that its outer's constructor makes under its name, of whatever class.
NamedObject* Baseline::PartLike(const NamedObject& object) const {
  if (&object == &root_ || IsTooDeep(object, root_)) return nullptr;
  NamedObject* const above = StartOf(*object.outer());
  NamedObject* const like = above != nullptr ? factory_.Find(above, object.NameText()) : nullptr;
  return like != nullptr && (like->roles() & role::kDefaultSubobject) != 0 ? like : nullptr;
}

NamedObject* Baseline::StartOfPart(const NamedObject& object) const {
  NamedObject* const like = PartLike(object);
  return like != nullptr && like->header().type == object.header().type ? like : nullptr;
}

bool Baseline::IsInPlaceOfAPart(const NamedObject& object) const {
  const NamedObject* const like = PartLike(object);
  return like != nullptr && like->header().type != object.header().type;
}

// The object with which a part is made.
const NamedObject& Baseline::InstanceAround(const NamedObject& part) const {
  const NamedObject* at = &part;
  while (StartOfPart(*at) != nullptr) at = at->outer();
  return *at;
}

bool Baseline::IsAsItStarted(const NamedObject& holder, const ValueType& type, const void* own,
                             const void* start) const {
  struct Context {
    const Baseline& baseline;
    const NamedObject& holder;
  } context{*this, holder};
  return AreEqual(
      type, own, start,
      {.references =
           [](const void* of, const ValueType& reference, const void* a, const void* b) {
             const Context& at = *static_cast<const Context*>(of);
             return at.baseline.RefersToTheSame(at.holder, reference, a, b);
           },
       .context = &context,
       .with_transient = false});
}

// A reference to a part of what the holder started as is the same as one to the holder's own part.
bool Baseline::RefersToTheSame(const NamedObject& holder, const ValueType& type, const void* own,
                               const void* start) const {
  const auto read = type.operations.read;
  Object* const to = read != nullptr ? read(own) : nullptr;
  Object* const like = read != nullptr ? read(start) : nullptr;
  if (to == nullptr || like == nullptr) return type.operations.equal(own, start);
  if (to == like) return true;
  NamedObject* const named = Cast<NamedObject>(to);
  return named != nullptr && IsInside(*named) && StartOf(*named) == like &&
         &InstanceAround(*named) == &InstanceAround(holder);
}

}  // namespace GC_BUILD
}  // namespace gc
