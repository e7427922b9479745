#include "reference/reflecting/paper_walk.h"

namespace reference::reflecting {

namespace {

class Walk {
 public:
  explicit Walk(const PaperLayout& layout) : layout_(layout) {}

  void Members(const std::vector<PaperMember>& members, const PaperValues& values,
               const std::string& within) {
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::string name = within + members[i].name;
      if (members[i].type->shape == Shape::kStruct) {
        Members(layout_.structs[members[i].type->number].members, values[i].parts, name + '.');
        continue;
      }
      line_ = {.name = name};
      Slots(*members[i].type, values[i]);
      if (!line_.slots.empty()) lines.push_back(line_);
    }
  }

  std::vector<PaperLine> lines;

 private:
  void Slots(const PaperType& type, const PaperValue& value) {
    switch (type.shape) {
      case Shape::kBool:
      case Shape::kInteger:
      case Shape::kReal:
      case Shape::kText:
      case Shape::kMood:
      case Shape::kWeak:
      case Shape::kSoft:
        return;
      case Shape::kObject:
        return line_.slots.push_back(static_cast<Name>(value.number));
      case Shape::kLazy:
        if (value.text.empty()) line_.slots.push_back(static_cast<Name>(value.number));
        return;
      case Shape::kStruct:
        for (std::size_t i = 0; i < value.parts.size(); ++i) {
          Slots(*layout_.structs[type.number].members[i].type, value.parts[i]);
        }
        return;
      case Shape::kFixedArray:
      case Shape::kArray:
      case Shape::kSet:
      case Shape::kOptional:
        line_.is_unordered = line_.is_unordered || type.is_unordered;
        for (const PaperValue& part : value.parts) Slots(*type.parts[0], part);
        return;
      case Shape::kMap:
        line_.is_unordered = line_.is_unordered || type.is_unordered;
        for (const PaperValue& part : value.parts) Pair(type, part);
        return;
      case Shape::kPair:
        return Pair(type, value);
      case Shape::kVariant:
        return Slots(*type.parts[static_cast<std::size_t>(value.number)], value.parts[0]);
    }
  }
  void Pair(const PaperType& type, const PaperValue& value) {
    for (std::size_t i = 0; i < 2; ++i) Slots(*type.parts[i], value.parts[i]);
  }

  const PaperLayout& layout_;
  PaperLine line_;
};

}  // namespace

std::vector<PaperLine> LinesOf(const PaperLayout& layout, std::size_t type,
                               const PaperValues& values) {
  Walk walk(layout);
  walk.Members(MembersOf(layout, type), values, "");
  return walk.lines;
}

}  // namespace reference::reflecting
