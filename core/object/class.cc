// core/object/class.cc -- descriptions that do not fit the type: another type's, or another's
// lines.

#include "core/object/class.h"

#include <string>

#include "core/base/check.h"

namespace gc {
inline namespace GC_BUILD {

void RefuseDescription(const Class& found, const char* type, std::size_t bytes) {
  const std::string name = found.describes == nullptr ? "no class" : found.name;
  const std::string what = name + " of " + std::to_string(found.size) + " bytes, for " +
                           std::to_string(bytes) + " bytes in " + type;
  Abort(Misuse{.sentence = "kClass must describe the type itself: give it one of its own, "
                           "initialised before any object is made",
               .where = GC_HERE,
               .what = what.c_str()});
}

namespace {

// The bytes that a line needs at least, from its offset on.
std::size_t LeastBytesOf(const Reference& line) {
  switch (line.kind) {
    case ReferenceKind::kOne:
    case ReferenceKind::kArray:
      return line.count * sizeof(ObjectSlot);
    case ReferenceKind::kField:
    case ReferenceKind::kRaw:
      return 1;
    case ReferenceKind::kTrailing:
    case ReferenceKind::kShown:
      break;
  }
  return 0;
}

// Trailing slots are behind the object: those of a base would be in what a larger type adds to it.
bool IsWithin(const Class& type, const Reference& line) {
  const std::int64_t start = std::int64_t{line.offset} + type.object_offset;
  if (line.kind == ReferenceKind::kShown) return true;  // wherever its slots are
  if (line.kind == ReferenceKind::kTrailing) return start == type.size;
  return start >= 0 && start + std::int64_t(LeastBytesOf(line)) <= type.size;
}

}  // namespace

void Class::CheckOffset() const {
  if (object_offset < Around::kFarthest) return;
  Abort(Misuse{.sentence = "gc::Object must lie in the first 2048 bytes of a managed type: make it "
                           "an earlier base",
               .where = GC_HERE,
               .what = name});
}

void Class::CheckReferences() const {
  for (const Reference& line : references) {
    if (IsWithin(*this, line)) continue;
    const std::string field = std::string(name) + '.' + line.name;
    Abort(Misuse{.sentence = "a field that a class lists must be the type's own",
                 .where = GC_HERE,
                 .what = field.c_str()});
  }
}

}  // namespace GC_BUILD
}  // namespace gc
