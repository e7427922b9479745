// properties/schedule/schedule_generator.cc -- weights, and numbers at borders.

#include "properties/schedule/schedule_generator.h"

#include <array>
#include <span>

#include "reference/schedule/paper_settings.h"

namespace properties::schedule {

using reference::schedule::kEighth;
using reference::schedule::Key;
using reference::schedule::KeyEntry;
using reference::schedule::Operation;
using reference::schedule::Oracle;
using reference::schedule::Verb;

namespace {

struct Weight {
  Verb verb;
  std::uint32_t weight;
};

// At the beginning of a run the scene is set; later it is mostly time that passes.
constexpr std::uint32_t kScene = 8;
constexpr Weight kSceneWeights[] = {
    {Verb::kSet, 12},   {Verb::kPlay, 6},   {Verb::kLive, 3},    {Verb::kGarbage, 3},
    {Verb::kAsset, 1},  {Verb::kMemory, 1}, {Verb::kServer, 1},  {Verb::kPlayers, 1},
    {Verb::kLevels, 1}, {Verb::kAt, 1},     {Verb::kRequest, 1}, {Verb::kTick, 1},
};
constexpr Weight kLaterWeights[] = {
    {Verb::kTick, 34},     {Verb::kAgain, 5},       {Verb::kRequest, 6}, {Verb::kDelay, 3},
    {Verb::kUntil, 2},     {Verb::kUnload, 2},      {Verb::kKeep, 1},    {Verb::kCollect, 3},
    {Verb::kTry, 4},       {Verb::kMap, 1},         {Verb::kSet, 8},     {Verb::kMemory, 3},
    {Verb::kLevels, 1},    {Verb::kServer, 1},      {Verb::kPlayers, 1}, {Verb::kLoading, 2},
    {Verb::kSection, 2},   {Verb::kLive, 3},        {Verb::kDrop, 2},    {Verb::kGarbage, 4},
    {Verb::kAsset, 1},     {Verb::kCost, 1},        {Verb::kAt, 2},      {Verb::kPlay, 1},
    {Verb::kSubscribe, 1}, {Verb::kUnsubscribe, 1}, {Verb::kSlow, 2},    {Verb::kReady, 2},
};

constexpr double kGameTimes[] = {-1, 0, 0.125, 1, 2, 15, 30, 60};
constexpr double kSlices[] = {0, 0.001, 0.002, 0.003, 0.005, 0.01, 0.011, 0.019};
constexpr double kWaits[] = {0, 0.001, 0.002, 0.003, 1, 2, 3, 10};
constexpr double kWholes[] = {0, 1, 2, 3, 10, 100};

Verb Chosen(std::span<const Weight> weights, Random& random) {
  std::uint32_t sum = 0;
  for (const Weight& one : weights) sum += one.weight;
  std::uint32_t at = random.Below(sum);
  for (const Weight& one : weights) {
    if (at < one.weight) return one.verb;
    at -= one.weight;
  }
  return Verb::kTick;
}

double OneOf(std::span<const double> values, Random& random) { return random.Pick(values); }

}  // namespace

// Up to the moment at which a cycle becomes due, or an eighth of a second more or less.
double ScheduleGenerator::SomeDelta(const Oracle& oracle) {
  const double left = oracle.TimeLeft();
  const bool is_far = left < kEighth || left > 1000;
  switch (random_.Below(6)) {
    case 0:
      return is_far ? 0 : left;
    case 1:
      return is_far ? 1 : left + kEighth;
    case 2:
      return is_far ? kEighth : left - kEighth;
    case 3:
      return 0;
    case 4:
      return 20;
    default:
      return 1;
  }
}

Operation ScheduleGenerator::SomeSetting() {
  const KeyEntry& entry = random_.Pick(reference::schedule::Keys());
  Operation one{.verb = Verb::kSet, .which = static_cast<std::uint8_t>(entry.key)};
  do {
    switch (entry.kind) {
      case KeyEntry::Kind::kSwitch:
        one.number = random_.Chance(2, 3) ? 1 : 0;
        break;
      case KeyEntry::Kind::kSlice:
        one.number = OneOf(kSlices, random_);
        break;
      case KeyEntry::Kind::kWait:
        one.number = OneOf(kWaits, random_);
        break;
      case KeyEntry::Kind::kGameTime:
        one.number = OneOf(kGameTimes, random_);
        break;
      case KeyEntry::Kind::kWhole:
        one.number = OneOf(kWholes, random_);
        break;
    }
  } while (!Accepts(entry, one.number));
  return one;
}

Operation ScheduleGenerator::Next(const Oracle& oracle) {
  const bool scene = made_++ < kScene;
  Operation one;
  one.verb = scene ? Chosen(kSceneWeights, random_) : Chosen(kLaterWeights, random_);
  switch (EntryOf(one.verb).operand) {
    case reference::schedule::Operand::kNone:
      return one;
    case reference::schedule::Operand::kSeconds:
      one.number = one.verb == Verb::kUntil ? random_.Below(4) : SomeDelta(oracle);
      return one;
    case reference::schedule::Operand::kHow:
      one.on = random_.Chance(1, 4);
      [[fallthrough]];
    case reference::schedule::Operand::kFull:
      one.full = random_.Chance(1, 3);
      return one;
    case reference::schedule::Operand::kSwitch:
      one.on = one.verb == Verb::kSection ? !oracle.around().section : random_.Chance(2, 3);
      return one;
    case reference::schedule::Operand::kObjects:
      one.number = random_.Between(1, 6);
      return one;
    case reference::schedule::Operand::kMegabytes: {
      const double threshold = oracle.settings()[Key::kLowThreshold];
      const double around[] = {threshold > 0 ? threshold - 1 : 0, threshold, threshold + 1, 1e6};
      one.number = OneOf(around, random_);
      return one;
    }
    case reference::schedule::Operand::kMilliseconds:
      one.number = random_.Below(6);
      return one;
    case reference::schedule::Operand::kSetting:
      return SomeSetting();
    case reference::schedule::Operand::kNotice:
      one.which = static_cast<std::uint8_t>(random_.Below(9));
      return one;
    case reference::schedule::Operand::kDeed:
      one.which = static_cast<std::uint8_t>(random_.Below(9));
      one.deed = static_cast<std::uint8_t>(random_.Below(4));
      return one;
  }
  return one;
}

}  // namespace properties::schedule
