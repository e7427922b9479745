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
std::size_t TakeOver(const PaperConversion& conversion, const PaperType& to_type, PaperValue& to,
                     const PaperType& type, const PaperValue& value, const PaperValue& started) {
  if (IsSame(value, started)) return 0;
  if (type.shape != Shape::kStruct || to_type.shape != Shape::kStruct) {
    return conversion.Convert(to_type, to, type, value);
  }
  const std::vector<PaperMember>& was = conversion.layout.structs[type.number].members;
  const std::vector<PaperMember>& is = conversion.layout.structs[to_type.number].members;
  std::size_t lost = 0;
  for (std::size_t i = 0; i < was.size(); ++i) {
    std::size_t at = 0;
    while (at < is.size() && is[at].name != was[i].name) ++at;
    if (at < is.size()) {
      lost += TakeOver(conversion, *is[at].type, to.parts[at], *was[i].type, value.parts[i],
                       started.parts[i]);
    } else {
      lost += IsSame(value.parts[i], started.parts[i]) ? 0 : 1;
    }
  }
  return lost;
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

PaperSuccessor Reloaded(const PaperConversion& conversion, std::size_t from, std::size_t to,
                        const PaperValues& values, const std::vector<PaperValues>& defaults) {
  const std::vector<PaperMember> was = MembersOf(conversion.layout, from);
  const std::vector<PaperMember> is = MembersOf(conversion.layout, to);
  PaperSuccessor successor{.values = defaults[to]};
  for (std::size_t i = 0; i < was.size(); ++i) {
    if (IsSame(values[i], defaults[from][i])) continue;
    std::size_t lost = 1;
    for (std::size_t at = 0; at < is.size(); ++at) {
      if (is[at].name != was[i].name) continue;
      lost = TakeOver(conversion, *is[at].type, successor.values[at], *was[i].type, values[i],
                      defaults[from][i]);
      Sort(conversion.layout, *is[at].type, successor.values[at]);
    }
    if (lost > 0) successor.lost[was[i].name] = lost;
  }
  return successor;
}

}  // namespace reference::reflecting
