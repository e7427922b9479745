#include "reference/reflecting/paper_edits.h"

#include <algorithm>

namespace reference::reflecting {

PaperValues Duplicated(const PaperLayout& layout, std::size_t type, const PaperValues& values,
                       const PaperValues& defaults) {
  const std::vector<PaperMember> members = MembersOf(layout, type);
  PaperValues duplicated;
  for (std::size_t i = 0; i < members.size(); ++i) {
    duplicated.push_back(members[i].is_transient ? defaults[i] : values[i]);
  }
  return duplicated;
}

namespace {

class Replacing {
 public:
  Replacing(const PaperLayout& layout, const PaperReplacement& replacement)
      : layout_(layout), replacement_(replacement) {}

  void Value(const PaperType& type, PaperValue& value) const {
    switch (type.shape) {
      case Shape::kBool:
      case Shape::kInteger:
      case Shape::kReal:
      case Shape::kText:
      case Shape::kMood:
      case Shape::kSoft:
        return;
      case Shape::kObject:
      case Shape::kWeak:
        return Name(value);
      case Shape::kLazy:
        if (value.text.empty()) Name(value);
        return;
      case Shape::kStruct:
        for (std::size_t i = 0; i < value.parts.size(); ++i) {
          Value(*layout_.structs[type.number].members[i].type, value.parts[i]);
        }
        return;
      case Shape::kFixedArray:
      case Shape::kArray:
      case Shape::kSet:
      case Shape::kOptional:
        for (PaperValue& part : value.parts) Value(*type.parts[0], part);
        return;
      case Shape::kMap:
        return Map(type, value);
      case Shape::kVariant:
        return Value(*type.parts[static_cast<std::size_t>(value.number)], value.parts[0]);
      case Shape::kPair:
        for (std::size_t i = 0; replacement_.fits && i < 2; ++i) {
          Value(*type.parts[i], value.parts[i]);
        }
        return;
    }
  }

 private:
  void Name(PaperValue& value) const {
    if (value.number == replacement_.from) value.number = replacement_.to;
  }

  void Map(const PaperType& type, PaperValue& value) const {
    std::vector<PaperValue> keys;
    for (PaperValue& part : value.parts) {
      Value(*type.parts[1], part.parts[1]);
      keys.push_back(part.parts[0]);
      Value(*type.parts[0], keys.back());
    }
    for (const PaperValue& key : keys) {
      if (std::ranges::count(keys, key) > 1) return;
    }
    for (std::size_t i = 0; i < keys.size(); ++i) value.parts[i].parts[0] = keys[i];
  }

  const PaperLayout& layout_;
  const PaperReplacement& replacement_;
};

// What nobody has set of a struct stays what it is.
void TakeOver(const PaperLayout& layout, const PaperType& type, const PaperValue& value,
              const PaperValue& started, PaperValue& to) {
  if (IsSame(value, started)) return;
  if (type.shape != Shape::kStruct) {
    to = value;
    return;
  }
  const std::vector<PaperMember>& members = layout.structs[type.number].members;
  for (std::size_t i = 0; i < members.size(); ++i) {
    TakeOver(layout, *members[i].type, value.parts[i], started.parts[i], to.parts[i]);
  }
}

}  // namespace

PaperValues Replaced(const PaperLayout& layout, std::size_t type, const PaperValues& values,
                     const PaperReplacement& replacement) {
  const std::vector<PaperMember> members = MembersOf(layout, type);
  PaperValues replaced = values;
  for (std::size_t i = 0; i < members.size(); ++i) {
    Replacing(layout, replacement).Value(*members[i].type, replaced[i]);
    Sort(layout, *members[i].type, replaced[i]);
  }
  return replaced;
}

PaperSuccessor Reloaded(const PaperLayout& layout, std::size_t from, std::size_t to,
                        const PaperValues& values, const std::vector<PaperValues>& defaults) {
  const std::vector<PaperMember> members = MembersOf(layout, from);
  PaperSuccessor successor{.values = defaults[to]};
  for (std::size_t i = 0; i < members.size(); ++i) {
    const PaperValue& started = defaults[from][i];
    if (IsSame(values[i], started)) continue;
    if (i < successor.values.size()) {
      TakeOver(layout, *members[i].type, values[i], started, successor.values[i]);
    } else {
      successor.lost += 1;
    }
  }
  return successor;
}

}  // namespace reference::reflecting
