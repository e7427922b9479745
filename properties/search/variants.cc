#include "properties/search/variants.h"

#include <cstdint>

namespace properties {
namespace {

using reference::Setting;
using reference::SettingEntry;
using reference::Variant;

constexpr std::uint32_t kUsualOf = 4;        // of so many cases one has another heap
constexpr std::uint32_t kMixedOf = 4;        // of so many of these one differs in several settings
constexpr std::uint32_t kOftenInMixed = 3;   // and has one of so many settings
constexpr std::uint32_t kCostlyOneOf = 100;  // of so many draws of a costly setting one stands

void Draw(Random& random, const SettingEntry& entry, Variant& variant) {
  const auto values = static_cast<std::uint32_t>(entry.Values().size());
  const auto choice = static_cast<std::uint8_t>(random.Between(1, values - 1));
  if (IsCostly(entry.setting) && !random.Chance(1, kCostlyOneOf)) return;
  variant.Choose(entry.setting, choice);
}

}  // namespace

bool IsCostly(Setting setting) {
  return setting == Setting::kHands || setting == Setting::kIndices;
}

Variant DrawVariant(Random& random, reference::SettingSet settings) {
  Variant variant;
  if (settings.Empty() || !random.Chance(1, kUsualOf)) return variant;
  if (!random.Chance(1, kMixedOf)) {
    Draw(random, reference::kSettings[random.Below(reference::kSettingCount)], variant);
    return variant.Of(settings);
  }
  for (const SettingEntry& entry : reference::kSettings) {
    if (random.Chance(1, kOftenInMixed)) Draw(random, entry, variant);
  }
  return variant.Of(settings);
}

}  // namespace properties
