// core/reflect/saving/writer.cc -- what differs from the defaults, as a document.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <new>
#include <string>
#include <utility>

#include "core/collect/collector.h"
#include "core/object/object_flags.h"
#include "core/population/requirement.h"
#include "core/reflect/cast.h"
#include "core/reflect/saving/baseline.h"
#include "core/reflect/saving/document.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

class Writer {
 public:
  Writer(Heap& heap, NamedObject& root, std::string& error)
      : heap_(heap), factory_(heap), root_(root), baseline_(heap, root), error_(error) {}

  Saved Run() {
    Saved objects = Saved::array();
    objects.push_back(Entry(root_));
    factory_.ForEachInside(
        root_,
        [&](NamedObject* object) {
          if (!IsSaved(*object)) return;
          Saved entry = Entry(*object);
          if (!entry["properties"].empty() || baseline_.StartOfPart(*object) == nullptr) {
            objects.push_back(std::move(entry));
          }
        },
        Lookup::Depth::kAtAnyDepth);
    if (!error_.empty()) return nullptr;
    return {{"format", kFormat}, {"version", kVersion}, {"objects", std::move(objects)}};
  }

 private:
  // Neither it nor what it is inside of is transient, or marked garbage.
  bool IsSaved(const NamedObject& object) const {
    for (const NamedObject* at = &object; at != &root_; at = at->outer()) {
      if (IsLeftOut(*at)) return false;
    }
    return true;
  }
  static bool IsLeftOut(const NamedObject& object) {
    return object.header().flags.Has(object_flag::kTransient | object_flag::kMirroredGarbage);
  }

  std::string PathInside(const NamedObject& object) const {
    std::string path;
    for (const NamedObject* at = &object; at != &root_; at = at->outer()) {
      path = path.empty() ? at->NameText() : at->NameText() + '/' + path;
    }
    return std::string(kInside) + path;
  }

  Saved Entry(NamedObject& object) {
    const Saved nothing = {{"properties", Saved::object()}};
    const Reflection* const reflection = ClassOf(object).reflection;
    const std::string path = PathInside(object);
    at_ = path + ' ';
    holder_ = &object;
    const ClassObject* const type = object.type();
    if (type == nullptr || !type->IsCompiled()) {
      Fail(path + ": " +
           (type == nullptr
                ? "it has no class object"
                : "its class " + type->NameText() + " was made while the program runs"));
      return nothing;
    }
    if (reflection == nullptr) {
      Fail(path + ": its class " + ClassOf(object).name + " is not reflected");
      return nothing;
    }
    if (IsTooDeep(object, root_)) {
      Fail(path + ": it is too deep inside");
      return nothing;
    }
    if (baseline_.IsInPlaceOfAPart(object)) {
      Fail(path + ": its outer makes another part of this name");
      return nothing;
    }
    const Object& start = *baseline_.StartOf(object);
    Saved properties = Differences(*reflection, &static_cast<Object&>(object), &start);
    return {{"path", path}, {"class", reflection->Path()}, {"properties", std::move(properties)}};
  }

  // The properties of an object or struct that differ from those of another.
  Saved Differences(const Reflection& reflection, const void* value, const void* start) {
    Saved saved = Saved::object();
    const Deeper deeper(*this);
    if (!deeper) return saved;
    ForEachProperty(reflection, [&](const Property& property) {
      if ((property.flags & property::kTransient) != 0) return;
      const void* const own = static_cast<const std::byte*>(value) + property.offset;
      const void* const other = static_cast<const std::byte*>(start) + property.offset;
      if (baseline_.IsAsItStarted(*holder_, *property.type, own, other)) return;
      property_ = property.name;
      saved[property.name] = property.type->kind == ValueKind::kStruct
                                 ? Differences(property.type->structure(), own, other)
                                 : ValueOf(*property.type, own);
    });
    return saved;
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
    const Deeper deeper(*this);
    if (!deeper) return saved;
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
    const Deeper deeper(*this);
    const Deeper pairs(*this, type.key != nullptr);
    if (!pairs) return nullptr;
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
    // In a set or map the order is that of addresses or hashes, which the next run has others of.
    if (type.kind == ValueKind::kSet || type.kind == ValueKind::kMap) {
      std::sort(context.parts.begin(), context.parts.end());
    }
    return std::move(context.parts);
  }

  Saved ReferenceAsSaved(const ValueType& type, const void* value) {
    if (type.operations.path != nullptr) {
      const std::string_view path = type.operations.path(value);
      if (path.starts_with(kInside)) Fail(at_ + property_ + kNotBegin);
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
      if (IsLeftOut(*at)) return nullptr;
    }
    if (IsUnderConstruction(heap_.collector().population.EntryOf(*named))) {
      Fail(at_ + property_ + ": it refers to an object that is under construction");
      return nullptr;
    }
    if (baseline_.IsInside(*named)) return IsTooDeep(*named, root_) ? nullptr : PathInside(*named);
    const std::string path = named->PathName();
    if (path.starts_with(kInside)) Fail(at_ + property_ + kNotBegin);
    return path;
  }

  // One level more of the document, while it lives; false if that is too deep.
  class Deeper {
   public:
    explicit Deeper(Writer& writer, bool is_one = true) : writer_(writer), by_(is_one ? 1 : 0) {
      writer_.depth_ += by_;
      if (*this) return;
      writer_.Fail(writer_.at_ + writer_.property_ + ": a value is nested deeper than " +
                   std::to_string(kDeepest) + " levels");
    }
    ~Deeper() { writer_.depth_ -= by_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    explicit operator bool() const { return writer_.depth_ <= kDeepest; }

   private:
    Writer& writer_;
    const int by_;
  };

  // The first of several is told.
  void Fail(std::string why) {
    if (error_.empty()) error_ = std::move(why);
  }

  static constexpr const char* kNotBegin = ": no path may begin with \"./\"";

  Heap& heap_;
  Factory factory_;
  NamedObject& root_;
  const Baseline baseline_;
  std::string& error_;
  const NamedObject* holder_ = nullptr;  // the object that is being written
  std::string at_;                       // the same, for messages
  std::string property_;
  int depth_ = 3;  // of the document: itself, its objects, and the one of them
};

}  // namespace

std::optional<std::string> SaveObject(Heap& heap, NamedObject& object, Encoding encoding,
                                      std::string& error) {
  error.clear();
  if (!Fits(heap.collector().population, &object,
            {.call = "SaveObject",
             .sentence = "what is saved must be an object of this heap, and not doomed",
             .where = GC_HERE,
             .doomed = Requirement::Doomed::kForbidden})) {
    return std::nullopt;
  }
  if (IsUnderConstruction(heap.collector().population.EntryOf(object))) {
    error = "the object is under construction, and has no values yet";
    return std::nullopt;
  }
  try {
    const Saved document = Writer(heap, object, error).Run();
    if (!error.empty()) return std::nullopt;
    std::string bytes = Encoded(document, encoding);
    if (!MayBeDecoded(bytes, encoding, error)) return std::nullopt;
    return bytes;
  } catch (const Saved::type_error&) {
    error = "a name or a path is not UTF-8";
  } catch (const std::bad_alloc&) {
    error = "out of memory";
  }
  return std::nullopt;
}

}  // namespace GC_BUILD
}  // namespace gc
