// reference/variant/variant.h -- the table of settings: in which ways the heap of a run may differ.
//
// A heap has options, and each is a path through its code that a run with the usual options never
// takes: a second thread, a table that grows, an index that is not used again. A judge that knows
// one heap agrees with whatever is broken on the other paths. So the header of a trace says which
// variant of the heap the run has:
//
//     heap workers=2 reuse=no
//
// Parser, printer, byte decoder, oracle, generators, shrinking and fuzzers ask this table. A
// setting that is not written has its first value, the usual one. A subject declares the settings
// that it has (Promises::settings); the others stay at their first value, for the subject and the
// oracle.
//
// The order of settings and values is that of their numbers in the binary form: a new one goes
// last.
//
// Read next: reference/trace/trace.h (the header), reference/oracle/oracle.h (what a setting
// changes).

#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace reference {

enum class Setting : std::uint8_t {
  kHands,      // threads that do a step's work together
  kTable,      // how the table of objects is made: chunk by chunk, or all at once
  kIndices,    // low: the first index is 1, or nearly; high: the table grows after a few objects
  kReuse,      // whether the index of a freed object is given again
  kObjects,    // how much room an object takes: of large ones few fill a block, of huge ones none
               // fits in
  kPermanent,  // where permanent objects lie: beside the others, or in a pool of their own
  kBegin,      // slices: to begin one destruction is a unit; at-once: all begin with the last index
  kEliminate,  // whose references to garbage are cleared: those of code, of scripts, all or none
  kClusters,   // the fewest objects of a cluster; none: there are no clusters
  kOrder,      // the order in which the objects of a batch are destroyed
  kNaming,     // whether marking looks at each reference first, to name its field if it is wrong
  kLock,       // late: the heap is shared under a lock when a second thread comes; early: at once
  kInspector,  // whether an inspector counts what the heap publishes
  kLists,      // long: the collector's lists grow; none: stores and steps find no memory for them
  kStores,     // how many objects that are stored while marking are shaded together, at most
  kCallbacks,  // which callbacks plain objects have: begin and finish, one of them, or no question
  kListener,   // whether a listener of the table is told of each birth and end
  kBeside,     // what a second heap of the same program does meanwhile, if there is one
  kRoom,       // for how many objects there is memory; ample: for more than a run makes
  kMembers,    // where the fields of plain objects are: behind the object, or in members of a
               // reflected class, the first field in this kind of member and the next in the next;
               // and what the containers are
  kClasses,    // growing: the class of plain objects gets its outer with the first that has one
};
// With little room no object has more fields than these, so that all are nearly of one size.
inline constexpr std::uint32_t kFieldsInRoom = 2;
inline constexpr std::size_t kSettingCount = static_cast<std::size_t>(Setting::kClasses) + 1;

struct SettingEntry {
  static constexpr std::size_t kMostValues = 12;
  Setting setting;
  std::string_view word;
  std::array<std::string_view, kMostValues> values;  // the usual one first; empty: there is no more

  constexpr std::span<const std::string_view> Values() const {
    std::size_t count = 0;
    while (count < values.size() && !values[count].empty()) ++count;
    return {values.data(), count};
  }
};

inline constexpr std::array<SettingEntry, kSettingCount> kSettings = {{
    {Setting::kHands, "workers", {"1", "2", "4"}},
    {Setting::kTable, "table", {"chunks", "whole"}},
    {Setting::kIndices, "indices", {"low", "high"}},
    {Setting::kReuse, "reuse", {"yes", "no"}},
    {Setting::kObjects, "objects", {"small", "large", "huge"}},
    {Setting::kPermanent, "permanent", {"heap", "pool"}},
    {Setting::kBegin, "begin", {"slices", "at-once"}},
    {Setting::kEliminate, "eliminate", {"all", "code", "scripts", "none"}},
    {Setting::kClusters, "clusters", {"1", "2", "3", "none"}},
    {Setting::kOrder, "order", {"index", "shuffled"}},
    {Setting::kNaming, "naming", {"no", "yes"}},
    {Setting::kLock, "lock", {"late", "early"}},
    {Setting::kInspector, "inspector", {"none", "attached"}},
    {Setting::kLists, "lists", {"long", "none"}},
    {Setting::kStores, "stores", {"128", "0", "1", "3"}},
    {Setting::kCallbacks, "callbacks", {"all", "begin", "finish", "none"}},
    {Setting::kListener, "listener", {"none", "attached"}},
    {Setting::kBeside, "beside", {"none", "marking", "churning"}},
    {Setting::kRoom, "room", {"ample", "1", "2", "4"}},
    {Setting::kMembers,
     "members",
     {"trailing", "alone", "row", "cell", "vector", "cells", "deque", "map", "optional", "variant",
      "pair", "reported"}},
    {Setting::kClasses, "classes", {"whole", "growing"}},
}};

constexpr bool SettingsStandInOrder() {
  for (std::size_t i = 0; i < kSettings.size(); ++i) {
    if (static_cast<std::size_t>(kSettings[i].setting) != i) return false;
  }
  return true;
}
static_assert(SettingsStandInOrder(), "kSettings has one line for each setting, in order");

constexpr const SettingEntry& EntryOf(Setting setting) {
  return kSettings[static_cast<std::size_t>(setting)];
}
constexpr std::string_view WordOf(Setting setting) { return EntryOf(setting).word; }

// A set of settings, which is what a subject declares.
class SettingSet {
 public:
  static constexpr SettingSet All() {
    SettingSet set;
    set.bits_ = (1u << kSettingCount) - 1;
    return set;
  }
  constexpr SettingSet& Remove(Setting setting) {
    bits_ &= ~(1u << static_cast<unsigned>(setting));
    return *this;
  }
  constexpr bool Has(Setting setting) const {
    return (bits_ >> static_cast<unsigned>(setting) & 1u) != 0;
  }
  constexpr bool Empty() const { return bits_ == 0; }

 private:
  static_assert(kSettingCount < 32);
  std::uint32_t bits_ = 0;
};

// A value for each setting. Variants are ordered setting by setting, the usual values first.
class Variant {
 public:
  // The number of the value in the setting's line; 0 is the usual one.
  constexpr std::uint8_t Choice(Setting setting) const {
    return choices_[static_cast<std::size_t>(setting)];
  }
  constexpr std::string_view Value(Setting setting) const {
    return EntryOf(setting).values[Choice(setting)];
  }
  // The value as a number; 0 if it is no number.
  constexpr std::uint32_t Number(Setting setting) const {
    std::uint32_t number = 0;
    for (const char digit : Value(setting)) {
      if (digit < '0' || digit > '9') return 0;
      number = number * 10 + static_cast<std::uint32_t>(digit - '0');
    }
    return number;
  }
  // The choice is below the number of the setting's values.
  constexpr Variant& Choose(Setting setting, std::uint8_t choice) {
    choices_[static_cast<std::size_t>(setting)] = choice;
    return *this;
  }
  constexpr bool IsUsual() const { return *this == Variant(); }
  // The variant with the usual value of each setting that is not in the set.
  constexpr Variant Of(SettingSet settings) const {
    Variant left = *this;
    for (const SettingEntry& entry : kSettings) {
      if (!settings.Has(entry.setting)) left.Choose(entry.setting, 0);
    }
    return left;
  }

  friend constexpr bool operator==(const Variant&, const Variant&) = default;
  friend constexpr auto operator<=>(const Variant&, const Variant&) = default;

 private:
  std::array<std::uint8_t, kSettingCount> choices_{};
};

// The variant that differs from the usual one in this setting alone.
constexpr Variant With(Setting setting, std::uint8_t choice) {
  return Variant().Choose(setting, choice);
}
// Two threads do the work of a step.
inline constexpr Variant kTwoHands = With(Setting::kHands, 1);

}  // namespace reference
