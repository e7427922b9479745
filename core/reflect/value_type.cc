// core/reflect/value_type.cc -- integers, comparisons and descriptions of values.

#include "core/reflect/value_type.h"

#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "core/reflect/reflection.h"

namespace gc {
inline namespace GC_BUILD {

std::string_view NameOf(ValueKind kind) {
  switch (kind) {
    case ValueKind::kOpaque:
      return "opaque";
    case ValueKind::kBool:
      return "bool";
    case ValueKind::kInteger:
      return "integer";
    case ValueKind::kReal:
      return "real";
    case ValueKind::kString:
      return "string";
    case ValueKind::kEnumeration:
      return "enumeration";
    case ValueKind::kStruct:
      return "struct";
    case ValueKind::kObject:
      return "object";
    case ValueKind::kWeak:
      return "weak";
    case ValueKind::kSoft:
      return "soft";
    case ValueKind::kLazy:
      return "lazy";
    case ValueKind::kFixedArray:
      return "fixed array";
    case ValueKind::kArray:
      return "array";
    case ValueKind::kSet:
      return "set";
    case ValueKind::kMap:
      return "map";
    case ValueKind::kOptional:
      return "optional";
    case ValueKind::kVariant:
      return "variant";
  }
  return "";
}

namespace {

template <class T>
std::int64_t Read(const void* value) {
  T read;
  std::memcpy(&read, value, sizeof read);
  return static_cast<std::int64_t>(read);
}

template <class T>
bool Write(void* value, std::int64_t integer) {
  const T written = static_cast<T>(integer);
  if (static_cast<std::int64_t>(written) != integer) return false;
  std::memcpy(value, &written, sizeof written);
  return true;
}

}  // namespace

std::int64_t IntegerOf(const ValueType& type, const void* value) {
  switch (type.size) {
    case 1:
      return type.is_signed ? Read<std::int8_t>(value) : Read<std::uint8_t>(value);
    case 2:
      return type.is_signed ? Read<std::int16_t>(value) : Read<std::uint16_t>(value);
    case 4:
      return type.is_signed ? Read<std::int32_t>(value) : Read<std::uint32_t>(value);
    default:
      return Read<std::int64_t>(value);
  }
}

bool SetInteger(const ValueType& type, void* value, std::int64_t integer) {
  switch (type.size) {
    case 1:
      return type.is_signed ? Write<std::int8_t>(value, integer)
                            : Write<std::uint8_t>(value, integer);
    case 2:
      return type.is_signed ? Write<std::int16_t>(value, integer)
                            : Write<std::uint16_t>(value, integer);
    case 4:
      return type.is_signed ? Write<std::int32_t>(value, integer)
                            : Write<std::uint32_t>(value, integer);
    default:
      return Write<std::int64_t>(value, integer);
  }
}

namespace {

struct Part {
  const void* key;
  const void* element;
};

std::vector<Part> PartsOf(const ValueType& type, const void* value) {
  std::vector<Part> parts;
  type.operations.each(const_cast<void*>(value),
                       {.take =
                            [](void* context, const void* key, void* element) {
                              static_cast<std::vector<Part>*>(context)->push_back({key, element});
                            },
                        .context = &parts});
  return parts;
}

template <class Real>
bool AreSameReals(const void* a, const void* b) {
  const Real left = *static_cast<const Real*>(a);
  const Real right = *static_cast<const Real*>(b);
  if (std::isnan(left) || std::isnan(right)) return std::isnan(left) && std::isnan(right);
  return left == right && std::signbit(left) == std::signbit(right);
}

class Comparison {
 public:
  explicit Comparison(const Comparing& how) : how_(how) {}

  bool AreSame(const ValueType& type, const void* a, const void* b) const {
    if (type.kind == ValueKind::kReal) {
      return type.size == sizeof(float) ? AreSameReals<float>(a, b) : AreSameReals<double>(a, b);
    }
    if (type.IsReference() && how_.references != nullptr) {
      return how_.references(how_.context, type, a, b);
    }
    if (type.operations.equal != nullptr) return type.operations.equal(a, b);
    if (type.kind == ValueKind::kStruct) return AreSameStructs(type, a, b);
    if (!type.HasParts()) return false;
    if (type.operations.at != nullptr) return AreSameElements(type, a, b);
    if (type.kind == ValueKind::kVariant) {
      const std::size_t parts = type.operations.size(a);
      if (parts != type.operations.size(b)) return false;
      if (parts == 0) return true;  // an exception took the value of both
      if (type.operations.choice(a) != type.operations.choice(b)) return false;
    }
    return AreSameParts(type, a, b);
  }

 private:
  bool AreSameStructs(const ValueType& type, const void* a, const void* b) const {
    for (const Property& property : type.structure().properties) {
      if (!how_.with_transient && (property.flags & property::kTransient) != 0) continue;
      const auto in = [&](const void* at) {
        return static_cast<const std::byte*>(at) + property.offset;
      };
      if (!AreSame(*property.type, in(a), in(b))) return false;
    }
    return true;
  }

  bool AreSameElements(const ValueType& type, const void* a, const void* b) const {
    const std::size_t size = type.operations.size(a);
    if (size != type.operations.size(b)) return false;
    const auto at = [&type](const void* array, std::size_t index) {
      return type.operations.at(const_cast<void*>(array), index);
    };
    for (std::size_t i = 0; i < size; ++i) {
      if (!AreSame(*type.element, at(a, i), at(b, i))) return false;
    }
    return true;
  }

  // Those of a set or map without an order may come in any; of others there is one at most.
  bool AreSameParts(const ValueType& type, const void* a, const void* b) const {
    const std::vector<Part> left = PartsOf(type, a);
    std::vector<Part> right = PartsOf(type, b);
    if (left.size() != right.size()) return false;
    const ValueType& element =
        type.kind == ValueKind::kVariant ? *type.choices[type.operations.choice(a)] : *type.element;
    const auto same = [&](const Part& one, const Part& other) {
      return (type.key == nullptr || AreSame(*type.key, one.key, other.key)) &&
             AreSame(element, one.element, other.element);
    };
    for (std::size_t i = 0; i < left.size(); ++i) {
      std::size_t at = i;
      while (at < right.size() && !same(left[i], right[at])) ++at;
      if (at == right.size() || !same(left[i], right[at])) return false;
      std::swap(right[i], right[at]);
    }
    return true;
  }

  const Comparing& how_;
};

}  // namespace

bool AreEqual(const ValueType& type, const void* a, const void* b, const Comparing& how) {
  return Comparison(how).AreSame(type, a, b);
}

namespace {

std::string NameOfTarget(const ValueType& type) {
  return type.target != nullptr ? type.target()->name : "Object";
}

std::string DescriptionOfNumber(const ValueType& type) {
  const std::string bits = std::to_string(type.size * 8);
  if (type.kind == ValueKind::kReal) return "real" + bits;
  return (type.is_signed ? "int" : "uint") + bits;
}

}  // namespace

std::string DescriptionOf(const ValueType& type) {
  const std::string kind(NameOf(type.kind));
  switch (type.kind) {
    case ValueKind::kOpaque:
    case ValueKind::kBool:
    case ValueKind::kString:
    case ValueKind::kVariant:
      return kind;
    case ValueKind::kInteger:
    case ValueKind::kReal:
      return DescriptionOfNumber(type);
    case ValueKind::kEnumeration:
      return kind + ' ' + type.enumeration;
    case ValueKind::kStruct:
      return kind + ' ' + type.structure().name;
    case ValueKind::kObject:
    case ValueKind::kWeak:
    case ValueKind::kSoft:
    case ValueKind::kLazy:
      return kind + " reference to " + NameOfTarget(type);
    case ValueKind::kMap:
      return kind + " of " + DescriptionOf(*type.key) + " to " + DescriptionOf(*type.element);
    case ValueKind::kFixedArray:
      return kind + " of " + std::to_string(type.count) + ' ' + DescriptionOf(*type.element);
    case ValueKind::kArray:
    case ValueKind::kSet:
    case ValueKind::kOptional:
      return kind + " of " + DescriptionOf(*type.element);
  }
  return kind;
}

}  // namespace GC_BUILD
}  // namespace gc
