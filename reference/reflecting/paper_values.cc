#include "reference/reflecting/paper_values.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace reference::reflecting {

bool operator==(const PaperValue& a, const PaperValue& b) {
  return a.number == b.number && a.text == b.text && a.parts == b.parts;
}

bool operator<(const PaperValue& a, const PaperValue& b) {
  if (a.number != b.number) return a.number < b.number;
  if (a.text != b.text) return a.text < b.text;
  return std::lexicographical_compare(a.parts.begin(), a.parts.end(), b.parts.begin(),
                                      b.parts.end());
}

const std::vector<PaperEnumerator>& EnumeratorsOf(const PaperType& type) {
  static const std::vector<PaperEnumerator> kMoods = {{"kCalm", 0}, {"kAngry", 1}, {"kGone", -7}};
  static const std::vector<PaperEnumerator> kTempers = {
      {"kAngry", 0}, {"kSulky", 1}, {"kCalm", 40'000}};
  return type.number == 0 ? kMoods : kTempers;
}

std::vector<PaperMember> MembersOf(const PaperLayout& layout, std::size_t type) {
  std::vector<PaperMember> members;
  for (std::size_t i = layout.are_siblings ? type : 0; i <= type; ++i) {
    const std::vector<PaperMember>& own = layout.classes[i].members;
    members.insert(members.end(), own.begin(), own.end());
  }
  return members;
}

PaperValue Zero(const PaperLayout& layout, const PaperType& type) {
  PaperValue zero;
  switch (type.shape) {
    case Shape::kBool:
    case Shape::kInteger:
    case Shape::kReal:
    case Shape::kText:
    case Shape::kMood:
    case Shape::kObject:
    case Shape::kWeak:
    case Shape::kSoft:
    case Shape::kLazy:
    case Shape::kArray:
    case Shape::kSet:
    case Shape::kMap:
    case Shape::kOptional:
      break;
    case Shape::kStruct:
      for (const PaperMember& member : layout.structs[type.number].members) {
        zero.parts.push_back(Zero(layout, *member.type));
      }
      break;
    case Shape::kFixedArray:
      zero.parts.assign(type.number, Zero(layout, *type.parts[0]));
      break;
    case Shape::kVariant:
      zero.parts.push_back(Zero(layout, *type.parts[0]));
      break;
    case Shape::kPair:
      for (const PaperType* const part : type.parts) zero.parts.push_back(Zero(layout, *part));
      break;
  }
  return zero;
}

namespace {

// The type of a part of a value; of a map's, which is a pair, the key's.
const PaperType& TypeOfPart(const PaperLayout& layout, const PaperType& type,
                            const PaperValue& value, std::size_t part) {
  if (type.shape == Shape::kStruct) return *layout.structs[type.number].members[part].type;
  if (type.shape == Shape::kVariant) return *type.parts[static_cast<std::size_t>(value.number)];
  return type.shape == Shape::kPair ? *type.parts[part] : *type.parts[0];
}

}  // namespace

bool IsSame(const PaperValue& value, const PaperValue& defaults) { return value == defaults; }

void Sort(const PaperLayout& layout, const PaperType& type, PaperValue& value) {
  for (std::size_t i = 0; i < value.parts.size(); ++i) {
    const bool in_pair = type.shape == Shape::kMap;
    PaperValue& part = value.parts[i];
    Sort(layout, TypeOfPart(layout, type, value, i), in_pair ? part.parts[0] : part);
    if (in_pair) Sort(layout, *type.parts[1], part.parts[1]);
  }
  if (type.shape != Shape::kSet && type.shape != Shape::kMap) return;
  const bool by_key = type.shape == Shape::kMap;
  const auto key = [by_key](const PaperValue& part) -> const PaperValue& {
    return by_key ? part.parts[0] : part;
  };
  std::ranges::stable_sort(
      value.parts, [&](const PaperValue& a, const PaperValue& b) { return key(a) < key(b); });
  const auto twice = std::ranges::unique(
      value.parts, [&](const PaperValue& a, const PaperValue& b) { return key(a) == key(b); });
  value.parts.erase(twice.begin(), twice.end());
}

std::string TextOf(const PaperType& type) {
  constexpr std::array<std::string_view, 17> kWords = {
      "bool", "integer", "real",     "text",   "mood",   "struct",   "object",     "weak",   "soft",
      "lazy", "fixed",   "array of", "set of", "map of", "optional", "variant of", "pair of"};
  std::string text(kWords[static_cast<std::size_t>(type.shape)]);
  if (type.shape == Shape::kInteger) {
    text = (type.is_signed ? "int" : "uint") + std::to_string(8 * type.number);
  } else if (type.shape == Shape::kStruct || type.shape == Shape::kFixedArray) {
    text += ' ' + std::to_string(type.number);
  }
  for (const PaperType* const part : type.parts) text += ' ' + TextOf(*part);
  return text;
}

std::string TextOf(const PaperValue& value) {
  std::string text = std::to_string(value.number);
  if (!value.text.empty()) text = '"' + value.text + '"';
  if (value.parts.empty()) return text;
  text = value.number != 0 ? text + '(' : "(";
  for (const PaperValue& part : value.parts) text += TextOf(part) + ' ';
  text.back() = ')';
  return text;
}

}  // namespace reference::reflecting
