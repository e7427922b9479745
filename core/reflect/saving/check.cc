// core/reflect/saving/check.cc -- whether a document says what the classes of this program can
// take.

#include <algorithm>
#include <limits>

#include "core/heap/names.h"
#include "core/reflect/cast.h"
#include "core/reflect/registry.h"
#include "core/reflect/saving/reader.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

template <class Map>
std::string Redirected(const Map* map, const std::string& from) {
  if (map == nullptr) return from;
  const auto found = map->find(from);
  return found != map->end() ? found->second : from;
}

// Whether an object of `type` may be where `target` is wanted; null wants any.
bool Fits(const Class& type, const Class* target) {
  const Class* at = &type;
  while (target != nullptr && at != nullptr && at != target) at = at->super;
  return target == nullptr || at != nullptr;
}

// What a constructor made inside of a default object, and makes inside of each instance.
NamedObject* Part(const Factory& factory, const NamedObject& outer, std::string_view name) {
  NamedObject* const part = factory.Find(&outer, name);
  if (part == nullptr) return nullptr;
  return (part->roles() & role::kDefaultSubobject) != 0 ? part : nullptr;
}

// What an object has at a key; null if nothing.
const Saved& At(const Saved& object, const char* key) {
  static const Saved& none = *new Saved;
  const auto found = object.find(key);
  return found != object.end() ? *found : none;
}

}  // namespace

const Property* FindNow(const Reflection& type, std::string_view name, const LoadOptions& options) {
  const std::string old(name);
  for (const Reflection* at = &type; options.redirects != nullptr && at != nullptr;
       at = at->super) {
    const auto& properties = options.redirects->properties;
    const auto found = properties.find(at->Path() + '.' + old);
    if (found != properties.end()) return type.Find(found->second);
  }
  return type.Find(name);
}

std::string PathNow(std::string_view path, const LoadOptions& options) {
  return Redirected(options.redirects != nullptr ? &options.redirects->objects : nullptr,
                    std::string(path));
}

bool Check::Fail(const std::string& where, const std::string& why) {
  error_ = where + ": " + why;
  return false;
}

bool Check::Expected(const std::string& what, const Saved& saved, const std::string& where) {
  return Fail(where, "expected " + what + ", found " + saved.type_name());
}

std::vector<Planned> Check::Run(const Saved& document) {
  if (!CheckHead(document)) return {};
  const Saved& objects = document["objects"];
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (!PlanObject(objects[i], "objects[" + std::to_string(i) + ']')) return {};
  }
  // References may lead to any object of the document, so all are planned before.
  for (std::size_t i = 0; i < planned_.size(); ++i) {
    const std::string where = "objects[" + std::to_string(i) + "].properties";
    if (!CheckProperties(*planned_[i].type, *planned_[i].properties, where)) return {};
  }
  return std::move(planned_);
}

bool Check::CheckHead(const Saved& document) {
  if (!document.is_object()) return Expected("an object", document, "document");
  if (!IsText(At(document, "format"), kFormat)) {
    return Fail("format", std::string("expected \"") + kFormat + '"');
  }
  if (At(document, "version") != kVersion) {
    return Fail("version", "expected " + std::to_string(kVersion));
  }
  const Saved& objects = At(document, "objects");
  if (!objects.is_array() || objects.empty()) {
    return Expected("an array of at least one object", objects, "objects");
  }
  return true;
}

bool Check::PlanObject(const Saved& entry, const std::string& where) {
  if (!entry.is_object()) return Expected("an object", entry, where);
  for (const char* const key : {"path", "class"}) {
    if (!At(entry, key).is_string()) {
      return Expected("a string", At(entry, key), where + '.' + key);
    }
  }
  if (!At(entry, "properties").is_object()) {
    return Expected("an object", At(entry, "properties"), where + ".properties");
  }
  Planned planned{.path = entry["path"], .properties = &entry["properties"]};
  const std::string path = Redirected(
      options_.redirects != nullptr ? &options_.redirects->classes : nullptr, entry["class"]);
  planned.type = FindReflection(path);
  if (planned.type == nullptr) return Fail(where + ".class", "there is no class " + path);
  if (planned.type->IsStruct() || planned.type->type->construct == nullptr) {
    return Fail(where + ".class", path + " is no class of objects with a name");
  }
  if (!PlanPath(planned, where + ".path")) return false;
  by_path_.emplace(planned.path, planned_.size());
  planned_.push_back(std::move(planned));
  return true;
}

// The first path is "./"; each other one is of something inside of what came before, or of a part
// that its class makes.
bool Check::PlanPath(Planned& planned, const std::string& where) {
  if (planned_.empty()) {
    return planned.path == kInside || Fail(where, "the first object must have the path \"./\"");
  }
  if (by_path_.contains(planned.path)) return Fail(where, planned.path + " is there twice");
  const std::size_t slash = planned.path.rfind('/');
  if (!planned.path.starts_with(kInside)) return Fail(where, "expected \"./\" and a name");
  planned.name = planned.path.substr(slash + 1);
  planned.outer =
      slash + 1 == kInside.size() ? std::string(kInside) : planned.path.substr(0, slash);
  const std::string usual =
      planned.outer == kInside ? planned.outer + planned.name : planned.outer + '/' + planned.name;
  if (planned.path != usual) return Fail(where, planned.path + " has a slash too many");
  if (!NameTable::IsName(planned.name)) return Fail(where, "'" + planned.name + "' is no name");
  if (ClassInside(planned.outer) == nullptr) {
    return Fail(where, "its outer " + planned.outer + " is not there");
  }
  const NamedObject* const like = PartLike(planned.path);
  if (like != nullptr && ClassOf(*like).reflection != planned.type) {
    return Fail(
        where, std::string("its outer makes a part of this name, of class ") + ClassOf(*like).name);
  }
  return true;
}

// The part of a default object that will be at a path; null if no class makes one there.
NamedObject* Check::PartLike(std::string_view path) const {
  if (const auto found = by_path_.find(path); found != by_path_.end()) {
    const Planned& planned = planned_[found->second];
    Factory factory = factory_;
    NamedObject* const like = planned.outer.empty() ? nullptr : PartLike(planned.outer);
    NamedObject* const part = like != nullptr ? Part(factory, *like, planned.name) : nullptr;
    return part != nullptr ? part : factory.ClassOf(*planned.type->type)->default_object();
  }
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos || path == kInside) return nullptr;
  const std::string_view outer = slash + 1 == kInside.size() ? kInside : path.substr(0, slash);
  NamedObject* const like = outer == path ? nullptr : PartLike(outer);
  return like != nullptr ? Part(factory_, *like, path.substr(slash + 1)) : nullptr;
}

// The class of what will be at a path; null if nothing will. A path is followed by recursion.
const Class* Check::ClassInside(std::string_view path) const {
  if (std::ranges::count(path, '/') > kDeepest) return nullptr;
  if (const auto found = by_path_.find(path); found != by_path_.end()) {
    return planned_[found->second].type->type;
  }
  const NamedObject* const like = PartLike(path);
  return like != nullptr ? &ClassOf(*like) : nullptr;
}

bool Check::CheckProperties(const Reflection& type, const Saved& saved, const std::string& where) {
  if (!saved.is_object()) return Expected("an object", saved, where);
  for (const auto& [name, value] : saved.items()) {
    const std::string here = where + '.' + name;
    const Property* const property = FindNow(type, name, options_);
    if (property == nullptr) return Fail(here, type.Path() + " has no such property");
    if ((property->flags & property::kTransient) != 0) continue;
    if (!CheckValue(*property->type, value, here)) return false;
  }
  return true;
}

bool Check::CheckValue(const ValueType& type, const Saved& saved, const std::string& where) {
  const std::string what = DescriptionOf(type);
  switch (type.kind) {
    case ValueKind::kOpaque:
      return Fail(where, "a value of an opaque type cannot be loaded");
    case ValueKind::kBool:
      return saved.is_boolean() || Expected(what, saved, where);
    case ValueKind::kInteger:
    case ValueKind::kReal:
      return CheckNumber(type, saved, where);
    case ValueKind::kString:
      return saved.is_string() || Expected(what, saved, where);
    case ValueKind::kEnumeration:
      return CheckEnumerator(type, saved, where);
    case ValueKind::kStruct:
      return CheckProperties(type.structure(), saved, where);
    case ValueKind::kObject:
    case ValueKind::kWeak:
    case ValueKind::kSoft:
    case ValueKind::kLazy:
      return CheckReference(type, saved, where);
    case ValueKind::kFixedArray:
    case ValueKind::kArray:
    case ValueKind::kSet:
    case ValueKind::kMap:
    case ValueKind::kOptional:
      return CheckParts(type, saved, where);
    case ValueKind::kVariant:
      return CheckVariant(type, saved, where);
  }
  return false;
}

bool Check::CheckNumber(const ValueType& type, const Saved& saved, const std::string& where) {
  const std::string what = DescriptionOf(type);
  if (type.kind == ValueKind::kReal) {
    const bool named = IsText(saved, "nan") || IsText(saved, "inf") || IsText(saved, "-inf");
    if (!saved.is_number() && !named) return Expected(what, saved, where);
    const bool fits = named || type.size == sizeof(double) ||
                      std::abs(saved.get<double>()) <= std::numeric_limits<float>::max();
    return fits || Fail(where, saved.dump() + " is out of the range of " + what);
  }
  if (!saved.is_number_integer()) return Expected(what, saved, where);
  const bool large =
      saved.is_number_unsigned() &&
      saved.get<std::uint64_t>() > std::uint64_t(std::numeric_limits<std::int64_t>::max());
  std::uint64_t room = 0;
  bool fits = !large && SetInteger(type, &room, saved.get<std::int64_t>());
  if (type.size == sizeof(std::uint64_t)) {
    fits = type.is_signed ? !large : saved.is_number_unsigned();
  }
  return fits || Fail(where, saved.dump() + " is out of the range of " + what);
}

bool Check::CheckEnumerator(const ValueType& type, const Saved& saved, const std::string& where) {
  if (!saved.is_string()) return Expected(DescriptionOf(type), saved, where);
  for (const Enumerator& enumerator : type.enumerators()) {
    if (IsText(saved, enumerator.name)) return true;
  }
  return Fail(where, std::string(type.enumeration) + " has no value " + saved.dump());
}

bool Check::CheckParts(const ValueType& type, const Saved& saved, const std::string& where) {
  if (!saved.is_array()) return Expected("an array", saved, where);
  const bool fixed = type.kind == ValueKind::kFixedArray;
  if ((fixed && saved.size() != type.count) ||
      (type.kind == ValueKind::kOptional && saved.size() > 1)) {
    return Fail(where, std::to_string(saved.size()) + " elements, for " + DescriptionOf(type));
  }
  for (std::size_t i = 0; i < saved.size(); ++i) {
    const std::string here = where + '[' + std::to_string(i) + ']';
    if (type.key == nullptr) {
      if (!CheckValue(*type.element, saved[i], here)) return false;
      continue;
    }
    if (!saved[i].is_array() || saved[i].size() != 2) {
      return Expected("a pair of key and value", saved[i], here);
    }
    if (!CheckValue(*type.key, saved[i][0], here + "[0]")) return false;
    if (!CheckValue(*type.element, saved[i][1], here + "[1]")) return false;
  }
  return true;
}

bool Check::CheckVariant(const ValueType& type, const Saved& saved, const std::string& where) {
  const bool pair = saved.is_array() && saved.size() == 2 && saved[0].is_number_unsigned();
  if (!pair) return Expected("a pair of a choice's number and its value", saved, where);
  const std::uint64_t choice = saved[0].get<std::uint64_t>();
  if (choice >= type.choices.size()) {
    return Fail(where + "[0]", "there are " + std::to_string(type.choices.size()) + " choices");
  }
  return CheckValue(*type.choices[choice], saved[1], where + "[1]");
}

bool Check::CheckReference(const ValueType& type, const Saved& saved, const std::string& where) {
  if (saved.is_null()) return true;
  if (!saved.is_string()) return Expected("a path or null", saved, where);
  const std::string path = PathNow(saved.get<std::string>(), options_);
  const bool inside = path.starts_with(kInside);
  if (type.operations.set_path != nullptr && !inside) {
    return options_.paths != nullptr ||
           Fail(where, "a path can be loaded only with a table of paths");
  }
  const Class* found = nullptr;
  if (inside) {
    found = ClassInside(path);
  } else if (const NamedObject* const object = factory_.FindPath(path)) {
    found = &ClassOf(*object);
  }
  if (found == nullptr) return Fail(where, "there is no object " + path);
  if (type.kind == ValueKind::kSoft)
    return Fail(where, "a soft reference is a path of another object");
  return Fits(*found, type.target != nullptr ? type.target() : nullptr) ||
         Fail(where, path + " is of class " + found->name + ", for " + DescriptionOf(type));
}

}  // namespace GC_BUILD
}  // namespace gc
