#include "core/reflect/editing/value_conversion.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string_view>

#include "core/object/class.h"
#include "core/reflect/cast.h"
#include "core/reflect/editing/temporary.h"
#include "core/reflect/reflection.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

constexpr std::size_t kLeftOut = 1;
constexpr std::size_t kWhole = 0;

std::size_t LeftOutUnless(bool done) { return done ? kWhole : kLeftOut; }

bool IsNumber(const ValueType& type) {
  return type.kind == ValueKind::kInteger || type.kind == ValueKind::kReal;
}

double RealOf(const ValueType& type, const void* value) {
  return type.size == sizeof(float) ? static_cast<double>(*static_cast<const float*>(value))
                                    : *static_cast<const double*>(value);
}

// False, and nothing is changed, if a float has no such size. Else it takes the nearest value.
bool SetReal(const ValueType& type, void* value, double real) {
  if (type.size != sizeof(float)) {
    *static_cast<double*>(value) = real;
    return true;
  }
  if (std::isfinite(real) && std::abs(real) > std::numeric_limits<float>::max()) return false;
  *static_cast<float*>(value) = static_cast<float>(real);
  return true;
}

// A negative value of 64 bits is none of an unsigned type, and an unsigned one whose highest bit is
// set is none of a signed one: both look alike as 64 bits.
bool MeansTheSame(const ValueType& to, const ValueType& from, std::int64_t bits) {
  return bits >= 0 || to.is_signed == from.is_signed;
}

constexpr double kTwoTo63 = 9223372036854775808.0;

// The integer of 64 bits, or as many bits, that a real number is; none if it is no such integer.
std::optional<std::int64_t> WholeOf(double real, bool is_signed) {
  if (std::trunc(real) != real) return std::nullopt;
  if (real >= -kTwoTo63 && real < kTwoTo63 && (is_signed || real >= 0)) {
    return static_cast<std::int64_t>(real);
  }
  if (is_signed || real < kTwoTo63 || real >= 2 * kTwoTo63) return std::nullopt;
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(real));
}

// A real type has it exactly or not at all.
bool SetWhole(const ValueType& type, void* value, std::int64_t bits, bool is_signed) {
  const double real =
      is_signed ? static_cast<double>(bits) : static_cast<double>(static_cast<std::uint64_t>(bits));
  const bool is_float = type.size == sizeof(float);
  const double kept = is_float ? static_cast<double>(static_cast<float>(real)) : real;
  return WholeOf(kept, is_signed) == bits && SetReal(type, value, real);
}

std::string_view EnumeratorOf(const ValueType& type, const void* value) {
  for (const Enumerator& each : type.enumerators()) {
    if (each.value == IntegerOf(type, value)) return each.name;
  }
  return {};
}

// Whether there is one part more: of two keys that have become one there is none.
bool Add(const ValueType& type, void* value, const void* key, const void* element) {
  const std::size_t before = type.operations.size(value);
  type.operations.add(value, key, element);
  return type.operations.size(value) > before;
}

bool SetEnumerator(const ValueType& type, void* value, std::string_view name) {
  const auto all = type.enumerators();
  const auto found = std::ranges::find(all, name, &Enumerator::name);
  return found != all.end() && SetInteger(type, value, found->value);
}

}  // namespace

std::size_t ValueConversion::Convert(const ValueType& to_type, void* to, const ValueType& from_type,
                                     const void* from) const {
  if (&to_type == &from_type && to_type.operations.copy != nullptr) {
    to_type.operations.copy(to, from);
    return kWhole;
  }
  if (IsNumber(to_type) && IsNumber(from_type)) {
    return ConvertNumber(to_type, to, from_type, from);
  }
  if (to_type.kind != from_type.kind) return kLeftOut;
  switch (to_type.kind) {
    case ValueKind::kOpaque:
    case ValueKind::kInteger:
    case ValueKind::kReal:
      return kLeftOut;
    case ValueKind::kBool:
    case ValueKind::kString:
      to_type.operations.copy(to, from);
      return kWhole;
    case ValueKind::kEnumeration:
      return LeftOutUnless(SetEnumerator(to_type, to, EnumeratorOf(from_type, from)));
    case ValueKind::kStruct:
      return ConvertStruct(to_type, to, from_type, from);
    case ValueKind::kObject:
    case ValueKind::kWeak:
    case ValueKind::kSoft:
    case ValueKind::kLazy:
      return ConvertReference(to_type, to, from_type, from);
    case ValueKind::kFixedArray:
      return ConvertElements(to_type, to, from_type, from);
    case ValueKind::kArray:
    case ValueKind::kSet:
    case ValueKind::kMap:
    case ValueKind::kOptional:
      return ConvertParts(to_type, to, from_type, from);
    case ValueKind::kVariant:
      return ConvertChoice(to_type, to, from_type, from);
  }
  return kLeftOut;
}

std::size_t ValueConversion::ConvertNumber(const ValueType& to_type, void* to,
                                           const ValueType& from_type, const void* from) const {
  const bool to_integer = to_type.kind == ValueKind::kInteger;
  if (from_type.kind == ValueKind::kReal) {
    const double real = RealOf(from_type, from);
    if (!to_integer) return LeftOutUnless(SetReal(to_type, to, real));
    const std::optional<std::int64_t> whole = WholeOf(real, to_type.is_signed);
    return LeftOutUnless(whole && SetInteger(to_type, to, *whole));
  }
  const std::int64_t bits = IntegerOf(from_type, from);
  return LeftOutUnless(to_integer
                           ? MeansTheSame(to_type, from_type, bits) && SetInteger(to_type, to, bits)
                           : SetWhole(to_type, to, bits, from_type.is_signed));
}

std::size_t ValueConversion::ConvertStruct(const ValueType& to_type, void* to,
                                           const ValueType& from_type, const void* from) const {
  std::size_t left_out = 0;
  for (const Property& was : from_type.structure().properties) {
    const Property* const is = to_type.structure().Find(was.name);
    const void* const value = static_cast<const std::byte*>(from) + was.offset;
    left_out += is == nullptr ? kLeftOut : Convert(*is->type, ValueIn(to, *is), *was.type, value);
  }
  return left_out;
}

std::size_t ValueConversion::ConvertReference(const ValueType& to_type, void* to,
                                              const ValueType& from_type, const void* from) const {
  const ValueOperations& reads = from_type.operations;
  const ValueOperations& writes = to_type.operations;
  const std::string_view path = reads.path != nullptr ? reads.path(from) : std::string_view();
  if (!path.empty()) {
    if (paths_ == nullptr) return kLeftOut;
    writes.set_path(to, paths_->Intern(path));
    return kWhole;
  }
  Object* const held = reads.read != nullptr ? reads.read(from) : nullptr;
  if (held == nullptr) {
    Temporary none(to_type);
    writes.copy(to, none.at());
    return kWhole;
  }
  const auto found = instead_.find(held);
  Object* const target = found != instead_.end() ? found->second : held;
  const Class* const required = to_type.target != nullptr ? to_type.target() : nullptr;
  if (required != nullptr && !IsA(*target, *required)) return kLeftOut;
  writes.set_reference(to, target);
  return kWhole;
}

std::size_t ValueConversion::ConvertElements(const ValueType& to_type, void* to,
                                             const ValueType& from_type, const void* from) const {
  std::size_t left_out = from_type.count - std::min(from_type.count, to_type.count);
  for (std::size_t i = 0; i < std::min(from_type.count, to_type.count); ++i) {
    left_out += Convert(*to_type.element, to_type.operations.at(to, i), *from_type.element,
                        from_type.operations.at(const_cast<void*>(from), i));
  }
  return left_out;
}

std::size_t ValueConversion::ConvertParts(const ValueType& to_type, void* to,
                                          const ValueType& from_type, const void* from) const {
  struct Context {
    const ValueConversion& conversion;
    const ValueType& to_type;
    void* to;
    const ValueType& from_type;
    std::size_t left_out = 0;
  } context{*this, to_type, to, from_type};
  to_type.operations.clear(to);
  from_type.operations.each(const_cast<void*>(from),
                            {.take =
                                 [](void* of, const void* key, void* element) {
                                   Context& at = *static_cast<Context*>(of);
                                   at.left_out += at.conversion.AddPart(at.to_type, at.to,
                                                                        at.from_type, key, element);
                                 },
                             .context = &context});
  return context.left_out;
}

// A key of which something is left out is another key, so its part is left out.
std::size_t ValueConversion::AddPart(const ValueType& to_type, void* to, const ValueType& from_type,
                                     const void* key, const void* element) const {
  if (to_type.element->operations.construct == nullptr) return kLeftOut;
  Temporary part(*to_type.element);
  const std::size_t left_out = Convert(*to_type.element, part.at(), *from_type.element, element);
  if (to_type.key == nullptr) {
    if (to_type.kind == ValueKind::kSet && left_out > 0) return kLeftOut;
    return left_out + LeftOutUnless(Add(to_type, to, nullptr, part.at()));
  }
  if (to_type.key->operations.construct == nullptr) return kLeftOut;
  Temporary name(*to_type.key);
  if (Convert(*to_type.key, name.at(), *from_type.key, key) > 0) return kLeftOut;
  return Add(to_type, to, name.at(), part.at()) ? left_out : kLeftOut;
}

std::size_t ValueConversion::ConvertChoice(const ValueType& to_type, void* to,
                                           const ValueType& from_type, const void* from) const {
  struct Context {
    const ValueConversion& conversion;
    const ValueType& to_type;
    void* value;
    const ValueType& from_type;
    std::size_t left_out = 0;
  };
  const std::size_t choice = from_type.operations.choice(from);
  if (choice >= to_type.choices.size()) return kLeftOut;
  to_type.operations.choose(to, choice);
  // The new value is met first, and then, with it at hand, the old one.
  Context context{*this, *to_type.choices[choice], nullptr, *from_type.choices[choice]};
  to_type.operations.each(
      to, {.take = [](void* of, const void*,
                      void* element) { static_cast<Context*>(of)->value = element; },
           .context = &context});
  from_type.operations.each(const_cast<void*>(from),
                            {.take =
                                 [](void* of, const void*, void* element) {
                                   Context& at = *static_cast<Context*>(of);
                                   at.left_out += at.conversion.Convert(at.to_type, at.value,
                                                                        at.from_type, element);
                                 },
                             .context = &context});
  return context.left_out;
}

}  // namespace GC_BUILD
}  // namespace gc
