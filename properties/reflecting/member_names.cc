#include <array>
#include <string>

#include "properties/reflecting/drawing.h"
#include "properties/reflecting/loose_functions.h"

namespace properties::reflecting {

std::uint32_t NumberOf(const std::string& member) {
  return static_cast<std::uint32_t>(std::stoul(member.substr(1)));
}

std::uint32_t HoleBefore(const std::string& member) {
  const std::uint64_t drawn = Mix(NumberOf(member)) % 8;
  return drawn < 3 ? static_cast<std::uint32_t>(8 * drawn) : 0;
}

bool IsReadOnly(const std::string& member) { return Mix(NumberOf(member) + 1'000) % 7 == 0; }

namespace {

// The same key twice: what is said first counts.
constexpr std::array<gc::Metadata, 3> kSaid = {
    {{"unit", "metre"}, {"help", "how far"}, {"unit", "mile"}}};

}  // namespace

std::span<const gc::Metadata> MetadataOf(const std::string& member) {
  return std::span(kSaid).subspan(NumberOf(member) % 4);
}

std::string SaidOf(const std::string& member, const std::string& key) {
  const std::uint32_t left_out = NumberOf(member) % 4;
  if (key == "unit" && left_out < 3) return left_out == 0 ? "metre" : "mile";
  return key == "help" && left_out < 2 ? "how far" : "";
}

std::string DrawFunctionName(Random& random) { return 'f' + std::to_string(random.Below(6)); }

void DrawFunctions(std::uint64_t seed, Version& version) {
  for (std::size_t type = 0; type < version.layout.classes.size(); ++type) {
    Random random(Mix(seed + 14 + type));
    std::vector<reference::reflecting::PaperFunction>& functions = version.functions.emplace_back();
    for (std::uint32_t i = 0; i < 6; ++i) {
      const std::uint32_t row = random.Below(reference::reflecting::kDeeds);
      if (random.Chance(1, 3)) continue;
      const FunctionEntry& entry = FunctionTable()[row];
      reference::reflecting::PaperFunction& made = functions.emplace_back();
      made.name = 'f' + std::to_string(i);
      made.deed = entry.deed;
      for (const TypeEntry* const parameter : entry.parameters) {
        made.names.push_back("of" + std::to_string(made.names.size()));
        made.parameters.push_back(parameter->paper);
      }
      if (entry.result != nullptr) made.result = entry.result->paper;
    }
  }
}

}  // namespace properties::reflecting
