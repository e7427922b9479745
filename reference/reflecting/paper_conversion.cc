#include "reference/reflecting/paper_conversion.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>

namespace reference::reflecting {

namespace {

// Has the integers of 64 bits, with and without a sign.
__extension__ using Wide = __int128;

Wide WholeNumber(const PaperType& type, const PaperValue& value) {
  return type.is_signed ? Wide{value.number} : Wide{static_cast<std::uint64_t>(value.number)};
}

bool HasWhole(const PaperType& type, Wide number) {
  const Wide size = Wide{1} << (8 * type.number);
  return type.is_signed ? number >= -size / 2 && number < size / 2 : number >= 0 && number < size;
}

std::size_t IntegerFromReal(const PaperType& to_type, PaperValue& to, double real) {
  constexpr double kBeyondAll = 1e30;
  if (std::isnan(real) || std::abs(real) > kBeyondAll || std::floor(real) != real) return 1;
  const Wide number = static_cast<Wide>(real);
  if (!HasWhole(to_type, number)) return 1;
  to.number = static_cast<std::int64_t>(number);
  return 0;
}

void PutReal(PaperValue& to, double real) { to.number = std::bit_cast<std::int64_t>(real); }

std::size_t RealFromReal(const PaperType& to_type, PaperValue& to, double real) {
  if (to_type.number == sizeof(float)) {
    if (std::isfinite(real) && std::abs(real) > std::numeric_limits<float>::max()) return 1;
    real = static_cast<double>(static_cast<float>(real));
  }
  PutReal(to, real);
  return 0;
}

std::size_t RealFromInteger(const PaperType& to_type, PaperValue& to, Wide number) {
  const double real = to_type.number == sizeof(float)
                          ? static_cast<double>(static_cast<float>(number))
                          : static_cast<double>(number);
  if (static_cast<Wide>(real) != number) return 1;
  PutReal(to, real);
  return 0;
}

bool IsNumber(const PaperType& type) {
  return type.shape == Shape::kInteger || type.shape == Shape::kReal;
}

std::size_t Number(const PaperType& to_type, PaperValue& to, const PaperType& from_type,
                   const PaperValue& from) {
  if (from_type.shape == Shape::kReal) {
    const double real = std::bit_cast<double>(from.number);
    return to_type.shape == Shape::kReal ? RealFromReal(to_type, to, real)
                                         : IntegerFromReal(to_type, to, real);
  }
  const Wide number = WholeNumber(from_type, from);
  if (to_type.shape == Shape::kReal) return RealFromInteger(to_type, to, number);
  if (!HasWhole(to_type, number)) return 1;
  to.number = static_cast<std::int64_t>(number);
  return 0;
}

std::size_t Enumeration(const PaperType& to_type, PaperValue& to, const PaperType& from_type,
                        const PaperValue& from) {
  for (const PaperEnumerator& is : EnumeratorsOf(from_type)) {
    if (is.value != from.number) continue;
    for (const PaperEnumerator& other : EnumeratorsOf(to_type)) {
      if (other.name != is.name) continue;
      to.number = other.value;
      return 0;
    }
  }
  return 1;
}

bool HasKey(const PaperValue& map, const PaperValue& key) {
  return std::ranges::any_of(map.parts,
                             [&](const PaperValue& pair) { return pair.parts[0] == key; });
}

}  // namespace

std::size_t PaperConversion::Convert(const PaperType& to_type, PaperValue& to,
                                     const PaperType& from_type, const PaperValue& from) const {
  if (&to_type == &from_type) {
    to = from;
    return 0;
  }
  if (IsNumber(to_type) && IsNumber(from_type)) return Number(to_type, to, from_type, from);
  if (to_type.shape != from_type.shape) return 1;
  std::size_t left_out = 0;
  switch (to_type.shape) {
    case Shape::kBool:
    case Shape::kText:
    case Shape::kInteger:
    case Shape::kReal:
    case Shape::kPair:
      return 1;
    case Shape::kMood:
      return Enumeration(to_type, to, from_type, from);
    case Shape::kStruct:
      return Struct(to_type, to, from_type, from);
    case Shape::kObject:
    case Shape::kWeak:
    case Shape::kSoft:
    case Shape::kLazy:
      return Reference(to_type, to, from);
    case Shape::kFixedArray:
      for (std::size_t i = 0; i < from.parts.size(); ++i) {
        left_out += i < to.parts.size() ? Convert(*to_type.parts[0], to.parts[i],
                                                  *from_type.parts[0], from.parts[i])
                                        : 1;
      }
      return left_out;
    case Shape::kArray:
    case Shape::kSet:
    case Shape::kMap:
    case Shape::kOptional:
      to.parts.clear();
      for (const PaperValue& part : from.parts) left_out += Part(to_type, to, from_type, part);
      return left_out;
    case Shape::kVariant: {
      const std::size_t choice = static_cast<std::size_t>(from.number);
      if (choice >= to_type.parts.size()) return 1;
      to = {.number = from.number, .parts = {Zero(layout, *to_type.parts[choice])}};
      return Convert(*to_type.parts[choice], to.parts[0], *from_type.parts[choice], from.parts[0]);
    }
  }
  return 1;
}

std::size_t PaperConversion::Struct(const PaperType& to_type, PaperValue& to,
                                    const PaperType& from_type, const PaperValue& from) const {
  const std::vector<PaperMember>& was = layout.structs[from_type.number].members;
  const std::vector<PaperMember>& is = layout.structs[to_type.number].members;
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < was.size(); ++i) {
    const auto found = std::ranges::find(is, was[i].name, &PaperMember::name);
    const std::size_t at = static_cast<std::size_t>(found - is.begin());
    left_out +=
        found == is.end() ? 1 : Convert(*found->type, to.parts[at], *was[i].type, from.parts[i]);
  }
  return left_out;
}

// No object of a run is a class, so what leads to classes only takes none.
std::size_t PaperConversion::Reference(const PaperType& to_type, PaperValue& to,
                                       const PaperValue& from) const {
  if (!from.text.empty() && !knows_paths) return 1;
  const auto found = instead.find(static_cast<Name>(from.number));
  const std::int64_t target = found != instead.end() ? found->second : from.number;
  if (target != 0 && to_type.number == kClassesOnly) return 1;
  to = {.number = target, .text = from.text};
  return 0;
}

// What is in an array stays where it is, and has what a new element has where its own has no place.
std::size_t PaperConversion::Part(const PaperType& to_type, PaperValue& to,
                                  const PaperType& from_type, const PaperValue& part) const {
  if (to_type.shape == Shape::kMap) {
    PaperValue key = Zero(layout, *to_type.parts[0]);
    PaperValue value = Zero(layout, *to_type.parts[1]);
    const std::size_t left_out =
        Convert(*to_type.parts[1], value, *from_type.parts[1], part.parts[1]);
    if (Convert(*to_type.parts[0], key, *from_type.parts[0], part.parts[0]) > 0) return 1;
    if (HasKey(to, key)) return 1;
    to.parts.push_back({.parts = {key, value}});
    return left_out;
  }
  PaperValue element = Zero(layout, *to_type.parts[0]);
  const std::size_t left_out = Convert(*to_type.parts[0], element, *from_type.parts[0], part);
  if (to_type.shape == Shape::kSet) {
    if (left_out > 0 || std::ranges::count(to.parts, element) > 0) return 1;
  }
  to.parts.push_back(element);
  return left_out;
}

}  // namespace reference::reflecting
