// core/reflect/saving/writer.cc -- what differs from the defaults, as a document.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "core/object/object_flags.h"
#include "core/reflect/cast.h"
#include "core/reflect/saving/document.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

class Writer {
 public:
  Writer(Heap& heap, NamedObject& root, std::string& error)
      : factory_(heap), root_(root), error_(error) {}

  Saved Run() {
    Saved objects = Saved::array();
    objects.push_back(Entry(root_));
    factory_.ForEachInside(
        root_,
        [&](NamedObject* object) {
          if (!IsSaved(*object)) return;
          Saved entry = Entry(*object);
          if (!entry["properties"].empty() || TemplateOf(*object) == nullptr) {
            objects.push_back(std::move(entry));
          }
        },
        Lookup::Depth::kAtAnyDepth);
    if (!error_.empty()) return nullptr;
    return {{"format", kFormat}, {"version", kVersion}, {"objects", std::move(objects)}};
  }

 private:
  // Neither it nor what it is inside of is transient.
  bool IsSaved(const NamedObject& object) const {
    for (const NamedObject* at = &object; at != &root_; at = at->outer()) {
      if (HasFlag(*at, object_flag::kTransient)) return false;
    }
    return true;
  }
  static bool HasFlag(const NamedObject& object, ObjectFlags flag) {
    return object.header().flags.Has(flag);
  }

  // The part of a default object that this object was made after; null if it is no default
  // sub-object. The template of the saved object itself is its class's default object.
  NamedObject* TemplateOf(const NamedObject& object) const {
    if (&object == &root_) return object.type()->default_object();
    NamedObject* const above = TemplateOf(*object.outer());
    if (above == nullptr) return nullptr;
    NamedObject* const like = factory_.Find(above, object.NameText());
    return like != nullptr && IsCopiedFor(*like, object) ? like : nullptr;
  }

  // Only what a constructor made is made again for each instance.
  static bool IsCopiedFor(const NamedObject& like, const NamedObject& object) {
    return (like.roles() & role::kDefaultSubobject) != 0 &&
           like.header().type == object.header().type;
  }

  std::string PathInside(const NamedObject& object) const {
    std::string path;
    for (const NamedObject* at = &object; at != &root_; at = at->outer()) {
      path = path.empty() ? at->NameText() : at->NameText() + '/' + path;
    }
    return std::string(kInside) + path;
  }

  Saved Entry(NamedObject& object) {
    const Reflection* const reflection = ClassOf(object).reflection;
    const std::string path = PathInside(object);
    at_ = path + ' ';
    const bool compiled = object.type() != nullptr && object.type()->IsCompiled();
    if (reflection == nullptr || !compiled) {
      const char* const why = compiled ? " is not reflected" : " was made while the program runs";
      Fail(path + ": its class " + ClassOf(object).name + why);
      return {{"properties", Saved::object()}};
    }
    if (std::ranges::count(path, '/') > kDeepest) Fail(path + ": it is too deep inside");
    NamedObject* const like = TemplateOf(object);
    Object& defaults = like != nullptr ? *like : *object.type()->default_object();
    Saved properties = Differences(*reflection, &static_cast<Object&>(object), &defaults);
    return {{"path", path}, {"class", reflection->Path()}, {"properties", std::move(properties)}};
  }

  // The properties of an object or struct that differ from those of another.
  Saved Differences(const Reflection& reflection, const void* value, const void* defaults) {
    Saved saved = Saved::object();
    ForEachProperty(reflection, [&](const Property& property) {
      if ((property.flags & property::kTransient) != 0) return;
      const void* const own = static_cast<const std::byte*>(value) + property.offset;
      const void* const other = static_cast<const std::byte*>(defaults) + property.offset;
      if (IsSame(*property.type, own, other)) return;
      if (property.type->kind == ValueKind::kStruct) {
        saved[property.name] = Differences(property.type->structure(), own, other);
        return;
      }
      property_ = property.name;
      saved[property.name] = ValueOf(*property.type, own);
    });
    return saved;
  }

  // A reference to a part of the template is the same as one to the object's own part, wherever it
  // is. What is transient does not count.
  bool IsSame(const ValueType& type, const void* own, const void* other) const {
    switch (type.kind) {
      case ValueKind::kObject:
      case ValueKind::kWeak:
      case ValueKind::kLazy:
        return RefersToTheSame(type, own, other);
      case ValueKind::kStruct:
        return IsSameStruct(type.structure(), own, other);
      case ValueKind::kFixedArray:
      case ValueKind::kArray:
        return AreSameElements(type, own, other);
      case ValueKind::kOpaque:
      case ValueKind::kBool:
      case ValueKind::kInteger:
      case ValueKind::kReal:
      case ValueKind::kString:
      case ValueKind::kEnumeration:
      case ValueKind::kSoft:
      case ValueKind::kSet:
      case ValueKind::kMap:
      case ValueKind::kOptional:
      case ValueKind::kVariant:
        break;
    }
    return AreEqual(type, own, other);
  }

  bool RefersToTheSame(const ValueType& type, const void* own, const void* other) const {
    Object* const to = type.operations.read(own);
    Object* const like = type.operations.read(other);
    if (to == nullptr || like == nullptr) return AreEqual(type, own, other);
    NamedObject* const named = Cast<NamedObject>(to);
    return to == like || (named != nullptr && IsInside(*named) && TemplateOf(*named) == like);
  }

  bool IsSameStruct(const Reflection& reflection, const void* own, const void* other) const {
    return std::ranges::all_of(reflection.properties, [&](const Property& property) {
      return (property.flags & property::kTransient) != 0 ||
             IsSame(*property.type, static_cast<const std::byte*>(own) + property.offset,
                    static_cast<const std::byte*>(other) + property.offset);
    });
  }

  bool AreSameElements(const ValueType& type, const void* own, const void* other) const {
    const std::size_t size = type.operations.size(own);
    if (size != type.operations.size(other)) return false;
    const auto at = [&type](const void* array, std::size_t index) {
      return type.operations.at(const_cast<void*>(array), index);
    };
    for (std::size_t i = 0; i < size; ++i) {
      if (!IsSame(*type.element, at(own, i), at(other, i))) return false;
    }
    return true;
  }

  bool IsInside(const NamedObject& object) const {
    return &object == &root_ || object.IsInside(root_);
  }

  Saved ValueOf(const ValueType& type, const void* value) {
    switch (type.kind) {
      case ValueKind::kOpaque:
        Fail(at_ + property_ +
             ": a value of a type that is not described cannot be saved; describe "
             "the type, or make the property transient");
        return nullptr;
      case ValueKind::kBool:
        return *static_cast<const bool*>(value);
      case ValueKind::kInteger:
        return IntegerAsSaved(type, value);
      case ValueKind::kReal:
        return RealAsSaved(type, value);
      case ValueKind::kString:
        return TextAsSaved(*static_cast<const std::string*>(value));
      case ValueKind::kEnumeration:
        return EnumeratorAsSaved(type, value);
      case ValueKind::kStruct:
        return StructAsSaved(type, value);
      case ValueKind::kObject:
      case ValueKind::kWeak:
      case ValueKind::kSoft:
      case ValueKind::kLazy:
        return ReferenceAsSaved(type, value);
      case ValueKind::kFixedArray:
      case ValueKind::kArray:
      case ValueKind::kSet:
      case ValueKind::kMap:
      case ValueKind::kOptional:
      case ValueKind::kVariant:
        return PartsAsSaved(type, value);
    }
    return nullptr;
  }

  static Saved IntegerAsSaved(const ValueType& type, const void* value) {
    const std::int64_t integer = IntegerOf(type, value);
    if (type.is_signed) return integer;
    return static_cast<std::uint64_t>(integer);
  }

  static Saved RealAsSaved(const ValueType& type, const void* value) {
    const double real = type.size == sizeof(float) ? *static_cast<const float*>(value)
                                                   : *static_cast<const double*>(value);
    if (std::isnan(real)) return "nan";
    if (std::isinf(real)) return real > 0 ? "inf" : "-inf";
    return real;
  }

  // JSON is UTF-8; other bytes have no text.
  Saved TextAsSaved(const std::string& text) {
    Saved saved = text;
    try {
      saved.dump();
    } catch (const Saved::type_error&) {
      Fail(at_ + property_ + ": the text is not UTF-8");
    }
    return saved;
  }

  Saved EnumeratorAsSaved(const ValueType& type, const void* value) {
    const std::int64_t integer = IntegerOf(type, value);
    for (const Enumerator& enumerator : type.enumerators()) {
      if (enumerator.value == integer) return enumerator.name;
    }
    Fail(at_ + property_ + ": " + std::to_string(integer) + " is no value of " + type.enumeration);
    return nullptr;
  }

  // A struct in a container has no default to differ from, so all of it is saved.
  Saved StructAsSaved(const ValueType& type, const void* value) {
    Saved saved = Saved::object();
    ForEachProperty(type.structure(), [&](const Property& property) {
      if ((property.flags & property::kTransient) != 0) return;
      saved[property.name] =
          ValueOf(*property.type, static_cast<const std::byte*>(value) + property.offset);
    });
    return saved;
  }

  Saved PartsAsSaved(const ValueType& type, const void* value) {
    struct Context {
      Writer& writer;
      const ValueType& type;
      const ValueType& element;
      Saved parts;
    };
    const bool chooses = type.kind == ValueKind::kVariant;
    if (chooses && type.operations.size(value) == 0) {
      Fail(at_ + property_ + ": an exception took the value of this variant");
      return nullptr;
    }
    const std::size_t choice = chooses ? type.operations.choice(value) : 0;
    Context context{*this, type, chooses ? *type.choices[choice] : *type.element, Saved::array()};
    if (chooses) context.parts.push_back(choice);
    const PartVisitor visit{
        .take =
            [](void* to, const void* key, void* element) {
              Context& at = *static_cast<Context*>(to);
              Saved part = at.writer.ValueOf(at.element, element);
              if (at.type.key != nullptr) {
                part = Saved::array({at.writer.ValueOf(*at.type.key, key), part});
              }
              at.parts.push_back(std::move(part));
            },
        .context = &context};
    type.operations.each(const_cast<void*>(value), visit);
    return context.parts;
  }

  Saved ReferenceAsSaved(const ValueType& type, const void* value) {
    if (type.operations.path != nullptr) {
      const std::string_view path = type.operations.path(value);
      if (!path.empty()) return path;
    }
    Object* const to = type.operations.read != nullptr ? type.operations.read(value) : nullptr;
    if (to == nullptr) return nullptr;
    NamedObject* const named = Cast<NamedObject>(to);
    if (named == nullptr) {
      Fail(at_ + property_ + ": it refers to an object without a name, which has no path");
      return nullptr;
    }
    for (const NamedObject* at = named; at != nullptr && at != &root_; at = at->outer()) {
      if (HasFlag(*at, object_flag::kTransient)) return nullptr;
    }
    if (IsInside(*named)) return PathInside(*named);
    const std::string path = named->PathName();
    if (path.starts_with(kInside)) Fail(at_ + property_ + ": no path may begin with \"./\"");
    return path;
  }

  // The first of several is told.
  void Fail(std::string why) {
    if (error_.empty()) error_ = std::move(why);
  }

  Factory factory_;
  NamedObject& root_;
  std::string& error_;
  std::string at_;  // the object that is being written, for messages
  std::string property_;
};

}  // namespace

std::optional<std::string> SaveObject(Heap& heap, NamedObject& object, Encoding encoding,
                                      std::string& error) {
  error.clear();
  const Saved document = Writer(heap, object, error).Run();
  if (!error.empty()) return std::nullopt;
  try {
    std::string bytes = Encoded(document, encoding);
    if (!MayBeDecoded(bytes, encoding, error)) return std::nullopt;
    return bytes;
  } catch (const Saved::type_error&) {
    error = "a name or a path is not UTF-8";
    return std::nullopt;
  }
}

}  // namespace GC_BUILD
}  // namespace gc
