#include "properties/reflecting/judging/mistake.h"

#include <cstdint>
#include <limits>
#include <utility>

#include "reference/reflecting/paper_paths.h"

namespace properties::reflecting {

using nlohmann::json;
using reference::reflecting::PaperClass;
using reference::reflecting::PaperLayout;
using reference::reflecting::PaperMember;
using reference::reflecting::PaperType;
using reference::reflecting::Shape;

namespace {

class Drawing {
 public:
  Drawing(Random& random, const PaperLayout& layout) : random_(random), layout_(layout) {}

  Mistake Of(const PaperType& type, const std::string& where) {
    const std::string what = DescriptionOf(layout_, type);
    switch (type.shape) {
      case Shape::kBool:
        return Expected(what, 5, where);
      case Shape::kInteger:
        return Integer(type, where);
      case Shape::kReal:
        return Real(type, where);
      case Shape::kText:
        return Expected(what, json::array({1}), where);
      case Shape::kMood:
        if (random_.Chance(1, 2)) return Expected(what, 5, where);
        return {"kNone",
                where + (type.number == 0 ? ": Mood" : ": Temper") + " has no value \"kNone\""};
      case Shape::kStruct:
        return Struct(layout_.structs[type.number], where);
      case Shape::kObject:
      case Shape::kWeak:
      case Shape::kSoft:
      case Shape::kLazy:
        return Reference(type, where);
      case Shape::kFixedArray:
      case Shape::kArray:
      case Shape::kSet:
      case Shape::kOptional:
        return Parts(type, where);
      case Shape::kMap:
        return Map(type, where);
      case Shape::kVariant:
        return Variant(type, where);
      case Shape::kPair:
        break;
    }
    return {5, where + ": a value of an opaque type cannot be loaded"};
  }

 private:
  static Mistake Expected(const std::string& what, json value, const std::string& where) {
    const std::string found = value.type_name();
    return {std::move(value), where + ": expected " + what + ", found " + found};
  }

  Mistake Beyond(const PaperType& type, json value, const std::string& where) const {
    std::string error =
        where + ": " + value.dump() + " is out of the range of " + DescriptionOf(layout_, type);
    return {std::move(value), std::move(error)};
  }
  // One more than the greatest, one less than the least, or no integer.
  Mistake Integer(const PaperType& type, const std::string& where) {
    if (random_.Chance(1, 3)) {
      return Expected(DescriptionOf(layout_, type), random_.Chance(1, 2) ? json(1.5) : json("1"),
                      where);
    }
    const bool above = random_.Chance(1, 2);
    if (type.number == 8 && (type.is_signed || !above)) {
      return type.is_signed ? Beyond(type, std::uint64_t{1} << 63, where) : Beyond(type, -1, where);
    }
    if (type.number == 8) return {~std::uint64_t{0}, ""};
    if (above && random_.Chance(1, 4)) return Beyond(type, ~std::uint64_t{0}, where);
    const std::int64_t size = std::int64_t{1} << (8 * type.number);
    if (type.is_signed) return Beyond(type, above ? size / 2 : -size / 2 - 1, where);
    return Beyond(type, above ? size : -1, where);
  }
  Mistake Real(const PaperType& type, const std::string& where) {
    if (random_.Chance(1, 3)) {
      return {random_.Chance(1, 2) ? json("-inf") : json(std::numeric_limits<float>::max()), ""};
    }
    if (type.number == sizeof(float) && random_.Chance(1, 2)) return Beyond(type, 1e300, where);
    return Expected(DescriptionOf(layout_, type), random_.Chance(1, 2) ? json("1") : json(), where);
  }

  Mistake Struct(const PaperClass& type, const std::string& where) {
    if (random_.Chance(1, 4)) return Expected("an object", 5, where);
    if (type.members.empty() || random_.Chance(1, 4)) {
      return {{{"none", 5}}, where + ".none: /Script/Loose." + type.name + " has no such property"};
    }
    const PaperMember& member =
        type.members[random_.Below(static_cast<std::uint32_t>(type.members.size()))];
    Mistake inside = Of(*member.type, where + '.' + member.name);
    inside.value = json{{member.name, inside.value}};
    return inside;
  }

  Mistake Reference(const PaperType& type, const std::string& where) {
    const std::string what = DescriptionOf(layout_, type);
    const bool is_path = type.shape == Shape::kSoft || type.shape == Shape::kLazy;
    const bool of_another = type.target == "Class" && random_.Chance(1, 2);
    switch (of_another ? 3 : random_.Below(5)) {
      case 0:
        return Expected("a path or null", 5, where);
      case 1:
        return {"./none", where + ": there is no object ./none"};
      case 2:
        if (is_path) return {"Transient/none", ""};
        return {"Transient/none", where + ": there is no object Transient/none"};
      case 3:
        if (type.target != "Class" || is_path) return {nullptr, ""};
        return {"Transient/out0", where + ": Transient/out0 is of class Object, for " + what};
      default:
        if (type.shape != Shape::kSoft) return {nullptr, ""};
        return {"./", where + ": a soft reference is a path of another object"};
    }
  }

  Mistake Parts(const PaperType& type, const std::string& where) {
    if (random_.Chance(1, 4)) return Expected("an array", 5, where);
    const std::string of = " elements, for " + DescriptionOf(layout_, type);
    if (type.shape == Shape::kFixedArray && random_.Chance(1, 2)) {
      return {json::array(), where + ": 0" + of};
    }
    if (type.shape == Shape::kOptional && random_.Chance(1, 2)) {
      return {json::array({nullptr, nullptr}), where + ": 2" + of};
    }
    Mistake part = Of(*type.parts[0], where + "[0]");
    json parts = json::array({part.value});
    const std::size_t count = type.shape == Shape::kFixedArray ? type.number : 1;
    while (parts.size() < count) parts.push_back(part.value);
    part.value = std::move(parts);
    return part;
  }

  // What is wrong in the key is met first.
  Mistake Map(const PaperType& type, const std::string& where) {
    if (random_.Chance(1, 4)) return Expected("an array", 5, where);
    if (random_.Chance(1, 3)) {
      json pair = random_.Chance(1, 2) ? json(5) : json::array({1});
      Mistake mistake = Expected("a pair of key and value", std::move(pair), where + "[0]");
      mistake.value = json::array({mistake.value});
      return mistake;
    }
    Mistake key = Of(*type.parts[0], where + "[0][0]");
    Mistake value = Of(*type.parts[1], where + "[0][1]");
    return {json::array({json::array({key.value, value.value})}),
            key.error.empty() ? value.error : key.error};
  }

  json NoPair() const {
    switch (random_.Below(3)) {
      case 0:
        return 5;
      case 1:
        return {{"choice", 0}, {"value", 5}};
      default:
        return json::array({-1, 5});
    }
  }
  Mistake Variant(const PaperType& type, const std::string& where) {
    const std::size_t choices = type.parts.size();
    if (random_.Chance(1, 4)) {
      return Expected("a pair of a choice's number and its value", NoPair(), where);
    }
    if (random_.Chance(1, 3)) {
      return {json::array({choices, 5}),
              where + "[0]: there are " + std::to_string(choices) + " choices"};
    }
    const std::uint32_t choice = random_.Below(static_cast<std::uint32_t>(choices));
    Mistake inside = Of(*type.parts[choice], where + "[1]");
    inside.value = json::array({choice, inside.value});
    return inside;
  }

  Random& random_;
  const PaperLayout& layout_;
};

}  // namespace

Mistake DrawMistake(Random& random, const PaperLayout& layout, const PaperType& type,
                    const std::string& where) {
  return Drawing(random, layout).Of(type, where);
}

}  // namespace properties::reflecting
