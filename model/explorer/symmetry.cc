// model/explorer/symmetry.cc -- packs a state: masks are turned by 90 degrees, entries sorted, and
// fields renamed.

#include "model/explorer/symmetry.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "model/machine/machine.h"

namespace model {

namespace {

// Bit `entry` of each of eight masks, as one byte.
std::uint64_t Column(std::uint64_t eight_masks, std::size_t entry) {
  constexpr std::uint64_t kLowBits = 0x0101010101010101u;
  constexpr std::uint64_t kGather = 0x0102040810204080u;
  return ((eight_masks >> entry & kLowBits) * kGather) >> 56;
}

std::array<std::uint64_t, kMaxEntries> FlagsOfEntries(const State& state) {
  std::array<std::uint64_t, kMaxEntries> flags = {};
  for (std::size_t group = 0; group < kMaskCount / 8; ++group) {
    std::uint64_t eight_masks;
    std::memcpy(&eight_masks, MasksOf(state) + group * 8, sizeof eight_masks);
    for (std::size_t entry = 0; entry < kMaxEntries; ++entry) {
      flags[entry] |= Column(eight_masks, entry) << group * 8;
    }
  }
  return flags;
}

// The place of each entry in an order.
std::array<Entry, kNone + 1> PlacesOf(const Order& order) {
  std::array<Entry, kNone + 1> place = {};
  place[kNone] = kNone;
  for (Entry i = 0; i < kMaxEntries; ++i) place[order[i]] = i;
  return place;
}

std::uint64_t PackFields(const State& state, const Order& order) {
  const auto place = PlacesOf(order);
  std::uint64_t packed = 0;
  for (const Entry entry : order) {
    for (const Entry target : state.field[entry]) packed = packed << 3 | place[target];
  }
  return packed;
}

// A row for each place: the root of its cluster and, for a root, what its cluster refers to.
constexpr int kLinkBits = 3;
constexpr int kRowBits = kLinkBits + 2 * static_cast<int>(kMaxEntries);
static_assert(kMaskCount + kRowBits <= 64);

std::uint64_t PackClusters(const State& state, const Order& order) {
  const auto place = PlacesOf(order);
  const auto turned = [&](Mask mask) {
    Mask result = 0;
    ForEach(mask, [&](Entry entry) { Add(result, Bit(place[entry])); });
    return std::uint64_t{result};
  };
  std::uint64_t packed = 0;
  for (const Entry entry : order) {
    const Entry root = state.link[entry];
    const std::uint64_t link = root == kNone ? 0 : place[root] + 1u;
    packed = packed << kRowBits | link << 2 * kMaxEntries |
             turned(state.outside[entry]) << kMaxEntries | turned(state.others[entry]);
  }
  return packed;
}

std::uint64_t PackRest(const State& state) {
  std::uint64_t packed = static_cast<std::uint64_t>(state.phase);
  const auto add = [&packed](std::uint64_t value, int bits) { packed = packed << bits | value; };
  add(state.initial_pending, 1);
  add(state.purge_pending, 1);
  add(state.end_decided, 1);
  add(state.ran_dry, 1);
  add(state.heir_second, 1);
  add(state.next_serial, 1);
  for (std::size_t slot = 0; slot < kWeakSlots; ++slot) {
    add(state.weak_serial[slot], 2);
    add(state.weak_true[slot], 1);
  }
  return packed;
}

// Entries with equal flags form a run. Of all orders that change places only inside runs, this is
// the one that gives the smallest packed state.
Order SmallestOrder(const State& state, const Order& sorted, const Packed& packed) {
  Order run = {};  // for each place, the first place of its run
  for (Entry i = 1; i < kMaxEntries; ++i) {
    const bool tied = packed.entry[i] != 0 && packed.entry[i] == packed.entry[i - 1];
    run[i] = tied ? run[i - 1] : i;
  }
  std::pair<std::uint64_t, std::uint64_t> smallest = {~std::uint64_t{0}, 0};
  Order found = sorted;
  for (const Order& places : kAllOrders) {
    if (run[places[0]] != run[0] || run[places[1]] != run[1] || run[places[2]] != run[2]) continue;
    const Order order = {sorted[places[0]], sorted[places[1]], sorted[places[2]],
                         sorted[places[3]]};
    const std::pair key = {PackFields(state, order),
                           state.clustered == 0 ? 0 : PackClusters(state, order)};
    if (key >= smallest) continue;
    smallest = key;
    found = order;
  }
  return found;
}

constexpr int kFieldBits = 3 * kMaxEntries * kMaxFields;

// Adds what refers to entries by number, and what belongs to no entry. The flags are packed
// already.
void AddWhatRefers(const State& state, const Order& order, Packed& packed) {
  packed.rest = PackRest(state) << kFieldBits | PackFields(state, order);
  if (state.clustered == 0) return;
  std::uint64_t rows = PackClusters(state, order);
  for (std::size_t i = kMaxEntries; i-- > 0; rows >>= kRowBits) {
    packed.entry[i] |= (rows & ((1u << kRowBits) - 1)) << kMaskCount;
  }
}

}  // namespace

Packed PackCanonical(const State& state) {
  const std::array<std::uint64_t, kMaxEntries> flags = FlagsOfEntries(state);
  Order sorted = {0, 1, 2, 3};
  for (std::size_t i = 1; i < kMaxEntries; ++i) {
    for (std::size_t j = i; j > 0 && flags[sorted[j]] > flags[sorted[j - 1]]; --j) {
      std::swap(sorted[j], sorted[j - 1]);
    }
  }
  Packed packed;
  bool ties = false;
  for (std::size_t i = 0; i < kMaxEntries; ++i) {
    packed.entry[i] = flags[sorted[i]];
    ties |= i > 0 && packed.entry[i] != 0 && packed.entry[i] == packed.entry[i - 1];
  }
  AddWhatRefers(state, ties ? SmallestOrder(state, sorted, packed) : sorted, packed);
  return packed;
}

Packed PackAsItIs(const State& state) {
  Packed packed{.entry = FlagsOfEntries(state)};
  AddWhatRefers(state, {0, 1, 2, 3}, packed);
  return packed;
}

State Unpack(const Packed& packed) {
  State state;
  for (std::size_t entry = 0; entry < kMaxEntries; ++entry) {
    std::uint64_t flags = packed.entry[entry] & ((std::uint64_t{1} << kMaskCount) - 1);
    for (; flags != 0; flags &= flags - 1) {
      Add(MasksOf(state)[std::countr_zero(flags)], Bit(static_cast<Entry>(entry)));
    }
    const std::uint64_t row = packed.entry[entry] >> kMaskCount;
    const auto link = static_cast<Entry>(row >> 2 * kMaxEntries);
    constexpr std::uint64_t kAll = (1u << kMaxEntries) - 1;
    state.link[entry] = link == 0 ? kNone : static_cast<Entry>(link - 1);
    state.outside[entry] = static_cast<Mask>(row >> kMaxEntries & kAll);
    state.others[entry] = static_cast<Mask>(row & kAll);
  }
  std::uint64_t rest = packed.rest;
  const auto take = [&rest](int bits) {
    const std::uint64_t value = rest & ((1u << bits) - 1);
    rest >>= bits;
    return static_cast<std::uint8_t>(value);
  };
  for (std::size_t entry = kMaxEntries; entry-- > 0;) {
    for (std::size_t field = kMaxFields; field-- > 0;) state.field[entry][field] = take(3);
  }
  for (std::size_t slot = kWeakSlots; slot-- > 0;) {
    state.weak_true[slot] = take(1) != 0;
    state.weak_serial[slot] = take(2);
  }
  state.next_serial = take(1);
  state.heir_second = take(1) != 0;
  state.ran_dry = take(1) != 0;
  state.end_decided = take(1) != 0;
  state.purge_pending = take(1) != 0;
  state.initial_pending = take(1) != 0;
  state.phase = static_cast<Phase>(take(2));
  return state;
}

std::uint64_t Hash(const Packed& packed) {
  std::uint64_t hash = packed.rest * 0x9E3779B97F4A7C15u;
  for (const std::uint64_t word : packed.entry) {
    hash ^= hash >> 32;
    hash = (hash + word) * 0xD6E8FEB86659FD93u;
  }
  return hash ^ hash >> 29;
}

}  // namespace model
