#include "properties/reflecting/turning.h"

#include <algorithm>
#include <string>
#include <utility>

#include "properties/reflecting/drawing.h"
#include "properties/reflecting/loose_types.h"

namespace properties::reflecting {

using reference::reflecting::PaperClass;
using reference::reflecting::PaperLayout;
using reference::reflecting::PaperMember;
using reference::reflecting::Shape;

namespace {

constexpr std::uint32_t kOfStructs = 4;   // m1 to m4
constexpr std::uint32_t kOfClasses = 12;  // m5 to m12; the first two are structs

bool AreRelated(const PaperType& a, const PaperType& b) {
  const auto is_number = [](const PaperType& type) {
    return type.shape == Shape::kInteger || type.shape == Shape::kReal;
  };
  return a.shape == b.shape || (is_number(a) && is_number(b));
}

// The type of that member in another of the types before, if there is one.
const PaperType* TypeBefore(Random& random, const std::vector<PaperClass>& types,
                            const std::string& name) {
  const PaperType* found = nullptr;
  for (const PaperClass& type : types) {
    for (const PaperMember& member : type.members) {
      const bool takes = member.name == name && (found == nullptr || random.Chance(1, 2));
      if (takes) found = member.type;
    }
  }
  return found;
}

// A member, if it is not left out and there is room for it.
void AddMember(Random& random, const std::vector<std::uint32_t>& left_out, std::uint32_t number,
               std::vector<PaperClass>& types, std::size_t structs, std::uint32_t room) {
  PaperMember member{.name = 'm' + std::to_string(number)};
  const PaperType* const before = TypeBefore(random, types, member.name);
  const bool is_same = random.Chance(1, 4);
  const TypeEntry* drawn =
      before != nullptr ? &DrawRelative(random, *before, structs) : &DrawType(random, structs);
  const bool is_struct = number > kOfStructs && number <= kOfStructs + 2;
  while (is_struct && drawn->paper->shape != Shape::kStruct) drawn = &DrawType(random, structs);
  member.type = drawn->paper;
  if (before != nullptr && is_same && EntryOf(*before).needs <= structs) member.type = before;
  if (room != 0 && EntryOf(*member.type).is_opaque) return;
  if (std::ranges::find(left_out, number) != left_out.end()) return;
  PaperClass& into = types.back();
  into.members.push_back(member);
  if (room != 0 && BytesOf(into) > room) into.members.pop_back();
}

}  // namespace

const TypeEntry& DrawType(Random& random, std::size_t structs) {
  const std::span<const TypeEntry> table = TypeTable();
  while (true) {
    const TypeEntry& entry = random.Pick(table);
    if (entry.needs <= structs) return entry;
  }
}

const TypeEntry& DrawRelative(Random& random, const PaperType& type, std::size_t structs) {
  const bool any = random.Chance(1, 10);
  for (int tries = 0; tries < 100; ++tries) {
    const TypeEntry& entry = DrawType(random, structs);
    if (any || AreRelated(type, *entry.paper)) return entry;
  }
  return DrawType(random, structs);
}

ReflectingRun DrawTurningRun(std::uint64_t seed, const std::vector<std::uint32_t>& left_out,
                             std::uint32_t most_objects) {
  ReflectingRun run{.seed = Mix(seed + 11), .left_out = left_out, .most_objects = most_objects};
  PaperLayout& layout = run.saved.layout;
  layout.are_siblings = true;
  for (std::size_t i = 0; i < kLoose; ++i) {
    layout.structs.emplace_back().name = "S" + std::to_string(i);
    for (std::uint32_t number = 1; number <= kOfStructs; ++number) {
      Random random(SeedOfCase(run.seed + i, number));
      if (random.Chance(1, 4)) continue;
      AddMember(random, left_out, number, layout.structs, i, kLooseBytes[i]);
    }
  }
  const std::size_t classes = Random(run.seed).Between(2, 3);
  for (std::size_t i = 0; i < classes; ++i) {
    layout.classes.emplace_back().name = "C" + std::to_string(i);
    for (std::uint32_t number = kOfStructs + 1; number <= kOfClasses; ++number) {
      Random random(SeedOfCase(run.seed + 20 + i, number));
      if (random.Chance(1, 5)) continue;
      AddMember(random, left_out, number, layout.classes, kLoose, 0);
    }
  }
  DrawDefaults(Mix(run.seed), run.saved);
  Random random(run.seed + 1);
  const Name objects = std::min(random.Between(1, 4), most_objects);
  for (Name i = 0; i < objects; ++i) {
    RunObject& object = run.objects.emplace_back();
    object.type = random.Below(static_cast<std::uint32_t>(classes));
    object.outer = i == 0 ? 0 : random.Below(i);
    object.values = DrawValues(Mix(run.seed) + 200 + i, layout, object.type, objects,
                               &run.saved.defaults[object.type]);
  }
  return run;
}

ReflectingRun TurningOf(const ReflectingRun& run) {
  return DrawTurningRun(run.seed, run.left_out, run.most_objects);
}

}  // namespace properties::reflecting
