#include "properties/reflecting/drawing.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "properties/reflecting/loose_types.h"

namespace properties::reflecting {

using reference::reflecting::kOutside;
using reference::reflecting::PaperClass;
using reference::reflecting::PaperLayout;
using reference::reflecting::PaperMember;
using reference::reflecting::Shape;

const TypeEntry& EntryOf(const PaperType& type) {
  return *std::ranges::find(TypeTable(), &type, &TypeEntry::paper);
}

std::uint32_t BytesOf(const PaperClass& type) {
  std::uint32_t end = 0;
  for (const PaperMember& member : type.members) {
    const TypeEntry& entry = EntryOf(*member.type);
    end += HoleBefore(member.name);
    end = (end + entry.alignment - 1) / entry.alignment * entry.alignment + entry.size;
  }
  return end;
}

namespace {

template <class Array>
auto PickOf(Random& random, const Array& array) {
  return array[random.Below(static_cast<std::uint32_t>(array.size()))];
}

std::int64_t DrawInteger(Random& random, const PaperType& type) {
  const std::uint32_t bits = 8 * type.number;
  const std::uint64_t most = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  std::uint64_t drawn = random.Chance(1, 3) ? random.Next() & most : random.Below(3);
  if (random.Chance(1, 6)) drawn = most;
  if (random.Chance(1, 6)) drawn = most / 2 + random.Below(2);
  if (!type.is_signed || (drawn >> (bits - 1)) == 0) return static_cast<std::int64_t>(drawn);
  return static_cast<std::int64_t>(drawn | ~most);  // below zero
}

std::int64_t DrawReal(Random& random, const PaperType& type) {
  using Limits = std::numeric_limits<double>;
  constexpr double kTwoTo63 = 9223372036854775808.0;
  constexpr double kMostOfFloat = std::numeric_limits<float>::max();
  constexpr std::array kSpecial = {0.0,
                                   1.0,
                                   -0.5,
                                   Limits::infinity(),
                                   -Limits::infinity(),
                                   Limits::quiet_NaN(),
                                   1e-3,
                                   -0.0,
                                   -128.0,
                                   256.0,
                                   4294967295.0,
                                   kTwoTo63,
                                   -kTwoTo63,
                                   kTwoTo63 - 1024,
                                   -kTwoTo63 - 2048,
                                   2 * kTwoTo63,
                                   2 * kTwoTo63 - 2048,
                                   kMostOfFloat,
                                   kMostOfFloat * 1.000001,
                                   -1e300};
  double drawn = PickOf(random, kSpecial);
  if (random.Chance(1, 4)) drawn = static_cast<double>(random.Next()) / 7;
  if (random.Chance(1, 4)) drawn = static_cast<double>(random.Below(300)) - 150;
  if (type.number == sizeof(float)) {
    const bool fits = !std::isfinite(drawn) || std::abs(drawn) <= kMostOfFloat;
    drawn = fits ? static_cast<double>(static_cast<float>(drawn)) : kMostOfFloat;
  }
  return std::bit_cast<std::int64_t>(drawn);
}

std::string DrawText(Random& random) {
  constexpr std::array kTexts = {"", "a", "a text", "gr\xC3\xBC\xC3\x9F", "\"\n\\", "./", "null"};
  return PickOf(random, kTexts);
}

Name DrawName(Random& random, Name objects) {
  if (random.Chance(1, 4)) return 0;
  if (objects == 0 || random.Chance(1, 3)) return kOutside + random.Below(kOutsiders);
  return 1 + random.Below(objects);
}

std::string DrawPath(Random& random) {
  const std::uint32_t drawn = random.Below(kOutsiders + 2);
  if (drawn < kOutsiders) return "Transient/out" + std::to_string(drawn);
  return drawn == kOutsiders ? "" : "Nowhere/at all";
}

// A member with a number, of a type that has room behind the others.
class MemberDrawing {
 public:
  MemberDrawing(const ReflectingRun& run, PaperClass& into, std::size_t structs, bool of_class)
      : run_(run), into_(into), structs_(structs), of_class_(of_class) {}

  void Add(std::uint32_t number, char letter) {
    Random random(SeedOfCase(run_.seed, number));
    const TypeEntry& entry = Pick(random);
    const bool transient = of_class_ && (entry.is_opaque || random.Chance(1, 8));
    if (std::ranges::find(run_.left_out, number) != run_.left_out.end()) return;
    into_.members.push_back(
        {.name = letter + std::to_string(number), .type = entry.paper, .is_transient = transient});
    if (!Fits()) into_.members.pop_back();
  }
  bool Fits() const { return of_class_ || BytesOf(into_) <= kLooseBytes[structs_]; }
  // A type that takes nothing of what a document says of the other; null if none was found.
  const PaperType* OtherThan(Random& random, const PaperType& type) const {
    for (int tries = 0; tries < 20; ++tries) {
      const TypeEntry& entry = Pick(random);
      if (!entry.is_opaque && (Says(type) & Takes(*entry.paper)) == 0) return entry.paper;
    }
    return nullptr;
  }

 private:
  const TypeEntry& Pick(Random& random) const {
    const std::span<const TypeEntry> table = TypeTable();
    while (true) {
      const TypeEntry& entry = table[random.Below(static_cast<std::uint32_t>(table.size()))];
      if (entry.needs <= structs_ && (of_class_ || !entry.is_opaque)) return entry;
    }
  }
  // Sorts of JSON: boolean, number, string, object, array, null.
  static unsigned Says(const PaperType& type) {
    switch (type.shape) {
      case Shape::kBool:
        return 1;
      case Shape::kInteger:
        return 2;
      case Shape::kReal:
        return 2 | 4;
      case Shape::kText:
      case Shape::kMood:
        return 4;
      case Shape::kStruct:
        return 8;
      case Shape::kObject:
      case Shape::kWeak:
      case Shape::kSoft:
      case Shape::kLazy:
        return 4 | 32;
      case Shape::kFixedArray:
      case Shape::kArray:
      case Shape::kSet:
      case Shape::kMap:
      case Shape::kOptional:
      case Shape::kVariant:
        return 16;
      case Shape::kPair:
        break;
    }
    return 63;
  }
  static unsigned Takes(const PaperType& type) { return Says(type); }

  const ReflectingRun& run_;
  PaperClass& into_;
  const std::size_t structs_;  // of which it may have those below
  const bool of_class_;
};

// The same type in the next version. `first` is the place of its first member among those of its
// class and of the classes above.
class NextVersion {
 public:
  NextVersion(ReflectingRun& run, const PaperClass& old, PaperClass& now, std::size_t structs,
              bool of_class)
      : run_(run), old_(old), now_(now), draws_(run, now, structs, of_class) {}

  void Make(Random& random, bool calm, int first, std::uint32_t number) {
    now_.name = old_.name;
    for (std::size_t i = 0; i < old_.members.size(); ++i) {
      Random of_member(SeedOfCase(run_.seed, 10'000 + NumberOf(old_.members[i].name)));
      PaperMember member = old_.members[i];
      member.was = first + static_cast<int>(i);
      if (Change(of_member, calm, member)) now_.members.push_back(member);
      if (!draws_.Fits()) now_.members.pop_back();
    }
    for (std::uint32_t i = random.Below(3); i > 0; --i) draws_.Add(number + i, 'n');
    if (random.Chance(1, 2)) std::ranges::reverse(now_.members);
    if (!draws_.Fits()) std::ranges::reverse(now_.members);  // the holes lie otherwise
  }

 private:
  // False: it is not there any longer.
  bool Change(Random& random, bool calm, PaperMember& member) {
    const std::uint32_t drawn = random.Below(100);
    if (drawn < 15) {
      const std::string old = member.name;
      member.name[0] = 'r';
      run_.redirects["/Script/Loose." + old_.name + '.' + old] = member.name;
    } else if (drawn < 22 && !calm) {
      return false;
    } else if (drawn < 29 && !calm && !member.is_transient) {
      const PaperType* const other = draws_.OtherThan(random, *member.type);
      if (other != nullptr) member.type = other;
    }
    return true;
  }

  ReflectingRun& run_;
  const PaperClass& old_;
  PaperClass& now_;
  MemberDrawing draws_;
};

}  // namespace

PaperValue DrawValue(Random& random, const PaperLayout& layout, const PaperType& type,
                     Name objects) {
  const auto draw = [&](const PaperType& part) { return DrawValue(random, layout, part, objects); };
  PaperValue value;
  std::uint32_t parts = random.Below(4);
  switch (type.shape) {
    case Shape::kBool:
      return {.number = random.Below(2)};
    case Shape::kInteger:
      return {.number = DrawInteger(random, type)};
    case Shape::kReal:
      return {.number = DrawReal(random, type)};
    case Shape::kText:
      return {.text = DrawText(random)};
    case Shape::kMood:
      return {.number = PickOf(random, EnumeratorsOf(type)).value};
    case Shape::kObject:
      if (type.number == reference::reflecting::kClassesOnly) return value;
      return {.number = DrawName(random, objects)};
    case Shape::kWeak:
      return {.number = DrawName(random, objects)};
    case Shape::kSoft:
      return {.text = DrawPath(random)};
    case Shape::kLazy:
      value.text = random.Chance(1, 2) ? DrawPath(random) : "";
      if (value.text.empty()) value.number = DrawName(random, objects);
      return value;
    case Shape::kStruct:
      for (const PaperMember& member : layout.structs[type.number].members) {
        Random own(SeedOfCase(random.Next(), NumberOf(member.name)));
        value.parts.push_back(DrawValue(own, layout, *member.type, objects));
      }
      return value;
    case Shape::kVariant:
      value.number = random.Below(static_cast<std::uint32_t>(type.parts.size()));
      value.parts.push_back(draw(*type.parts[static_cast<std::size_t>(value.number)]));
      return value;
    case Shape::kPair:
      return {.parts = {draw(*type.parts[0]), draw(*type.parts[1])}};
    case Shape::kFixedArray:
      parts = type.number;
      break;
    case Shape::kOptional:
      parts = random.Below(2);
      break;
    case Shape::kArray:
    case Shape::kSet:
    case Shape::kMap:
      break;
  }
  for (std::uint32_t i = 0; i < parts; ++i) {
    PaperValue part = draw(*type.parts[0]);
    if (type.shape == Shape::kMap) part = {.parts = {part, draw(*type.parts[1])}};
    value.parts.push_back(std::move(part));
  }
  return value;
}

PaperValues DrawValues(std::uint64_t seed, const PaperLayout& layout, std::size_t type,
                       Name objects, const PaperValues* usual) {
  PaperValues values;
  for (const PaperMember& member : MembersOf(layout, type)) {
    Random random(SeedOfCase(seed, NumberOf(member.name)));
    PaperValue value = DrawValue(random, layout, *member.type, objects);
    Sort(layout, *member.type, value);
    if (usual != nullptr && random.Chance(1, 3)) value = (*usual)[values.size()];
    values.push_back(std::move(value));
  }
  return values;
}

void DrawDefaults(std::uint64_t seed, Version& version) {
  for (std::size_t i = 0; i < version.layout.classes.size(); ++i) {
    version.defaults.push_back(DrawValues(seed + i, version.layout, i, 0, nullptr));
  }
}

void DrawLayouts(ReflectingRun& run) {
  Random random(run.seed);
  const bool calm = random.Chance(1, 2);
  PaperLayout& old = run.saved.layout;
  PaperLayout& now = run.loaded.layout;
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < kLoose; ++i) {
    PaperClass& made = old.structs.emplace_back();
    made.name = "S" + std::to_string(i);
    MemberDrawing draws(run, made, i, false);
    for (std::uint32_t members = random.Between(1, 4); members > 0; --members) {
      draws.Add(++number, 'm');
    }
  }
  const std::uint32_t classes = random.Between(1, 3);
  for (std::uint32_t i = 0; i < classes; ++i) {
    PaperClass& made = old.classes.emplace_back();
    made.name = "C" + std::to_string(i);
    MemberDrawing draws(run, made, kLoose, true);
    for (std::uint32_t members = random.Below(7); members > 0; --members) draws.Add(++number, 'm');
  }
  int first = 0;
  for (std::size_t i = 0; i < kLoose; ++i) {
    NextVersion(run, old.structs[i], now.structs.emplace_back(), i, false)
        .Make(random, calm, 0, number += 4);
  }
  for (std::uint32_t i = 0; i < classes; ++i) {
    NextVersion(run, old.classes[i], now.classes.emplace_back(), kLoose, true)
        .Make(random, calm, first, number += 4);
    first += static_cast<int>(old.classes[i].members.size());
  }
}

}  // namespace properties::reflecting
