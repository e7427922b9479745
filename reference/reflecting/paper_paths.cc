#include "reference/reflecting/paper_paths.h"

#include <cstdint>
#include <optional>

namespace reference::reflecting {

namespace {

class Path {
 public:
  Path(const PaperLayout& layout, const std::string& text, bool (*read_only)(const std::string&))
      : layout_(layout), text_(text), read_only_(read_only) {}

  PaperPlace Follow(std::size_t type, PaperValues& values) {
    Member("/Script/Loose." + layout_.classes[type].name, MembersOf(layout_, type), values);
    while (place_.error.empty() && at_ < text_.size()) {
      if (text_[at_] == '[') {
        Element();
      } else if (place_.type->shape != Shape::kStruct) {
        Wrong(DescriptionOf(layout_, *place_.type) + " has no properties");
      } else if (text_[at_] != '.') {
        Wrong("expected '.' or '['");
      } else {
        at_ += 1;
        const PaperClass& entered = layout_.structs[place_.type->number];
        Member("/Script/Loose." + entered.name, entered.members, place_.value->parts);
      }
    }
    if (!place_.error.empty()) place_.type = nullptr;
    return place_;
  }

 private:
  void Wrong(const std::string& why) {
    place_.error = "'" + text_ + "', column " + std::to_string(at_ + 1) + ": " + why;
  }

  void Member(const std::string& in, const std::vector<PaperMember>& members, PaperValues& values) {
    std::string name;
    for (std::size_t i = at_; i < text_.size() && text_[i] != '.' && text_[i] != '['; ++i) {
      name += text_[i];
    }
    if (name.empty()) return Wrong("expected the name of a property");
    at_ += name.size();
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (members[i].name != name) continue;
      place_.type = members[i].type;
      place_.value = &values[i];
      place_.is_read_only = place_.is_read_only || read_only_(name);
      return;
    }
    Wrong("there is no property '" + name + "' in " + in);
  }

  // None if there is no number, or one that no array could have as its size.
  std::optional<std::uint64_t> Number() {
    const std::size_t start = at_;
    std::uint64_t number = 0;
    std::size_t end = at_;
    while (end < text_.size() && text_[end] >= '0' && text_[end] <= '9') {
      const std::uint64_t digit = static_cast<std::uint64_t>(text_[end] - '0');
      if (number > (~std::uint64_t{0} - digit) / 10) return std::nullopt;
      number = 10 * number + digit;
      end += 1;
    }
    if (end == start) return std::nullopt;
    at_ = end;
    return number;
  }

  void Element() {
    if (place_.type->shape != Shape::kArray && place_.type->shape != Shape::kFixedArray) {
      return Wrong(DescriptionOf(layout_, *place_.type) + " has no index");
    }
    at_ += 1;
    const std::optional<std::uint64_t> index = Number();
    if (!index) return Wrong("expected an index");
    if (at_ == text_.size() || text_[at_] != ']') return Wrong("expected ']'");
    at_ += 1;
    std::vector<PaperValue>& elements = place_.value->parts;
    if (*index >= elements.size()) {
      return Wrong("index " + std::to_string(*index) + " of " + std::to_string(elements.size()) +
                   " elements");
    }
    place_.type = place_.type->parts[0];
    place_.value = &elements[*index];
  }

  const PaperLayout& layout_;
  const std::string& text_;
  bool (*const read_only_)(const std::string&);
  PaperPlace place_;
  std::size_t at_ = 0;
};

}  // namespace

PaperPlace PlaceOf(const PaperLayout& layout, std::size_t type, PaperValues& values,
                   const std::string& path, bool (*read_only)(const std::string& member)) {
  return Path(layout, path, read_only).Follow(type, values);
}

namespace {

std::string TargetOf(const PaperType& type) { return type.target.empty() ? "Object" : type.target; }

}  // namespace

std::string DescriptionOf(const PaperLayout& layout, const PaperType& type) {
  const auto part = [&](std::size_t i) { return DescriptionOf(layout, *type.parts[i]); };
  switch (type.shape) {
    case Shape::kBool:
      return "bool";
    case Shape::kInteger:
      return (type.is_signed ? "int" : "uint") + std::to_string(8 * type.number);
    case Shape::kReal:
      return type.number == sizeof(float) ? "real32" : "real64";
    case Shape::kText:
      return "string";
    case Shape::kMood:
      return type.number == 0 ? "enumeration Mood" : "enumeration Temper";
    case Shape::kStruct:
      return "struct " + layout.structs[type.number].name;
    case Shape::kObject:
      return "object reference to " + TargetOf(type);
    case Shape::kWeak:
      return "weak reference to " + TargetOf(type);
    case Shape::kSoft:
      return "soft reference to " + TargetOf(type);
    case Shape::kLazy:
      return "lazy reference to " + TargetOf(type);
    case Shape::kFixedArray:
      return "fixed array of " + std::to_string(type.number) + ' ' + part(0);
    case Shape::kArray:
      return "array of " + part(0);
    case Shape::kSet:
      return "set of " + part(0);
    case Shape::kMap:
      return "map of " + part(0) + " to " + part(1);
    case Shape::kOptional:
      return "optional of " + part(0);
    case Shape::kVariant:
      return "variant";
    case Shape::kPair:
      return "opaque";
  }
  return "";
}

}  // namespace reference::reflecting
