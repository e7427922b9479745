// model/machine/emptying.cc -- takes an object out of everything that knows of it.

#include "model/machine/emptying.h"

#include "model/machine/clusters.h"

namespace model {

void EmptyEntry(State& state, Entry entry, bool keeps_serial) {
  const Mask bit = Bit(entry);
  const State before = state;
  Clusters::LeaveClusters(state, entry);
  for (std::size_t i = 0; i < kMaskCount; ++i) Remove(MasksOf(state)[i], bit);
  Add(state.used, bit);
  Add(state.unvisited, static_cast<Mask>(before.unvisited & bit));
  if (state.leaver == 0 || state.heir == 0) {
    state.leaver = state.heir = 0;
    state.heir_second = false;
  }
  state.weak = before.weak;
  for (std::size_t slot = 0; slot < kWeakSlots; ++slot) {
    if (Has(state.weak[slot], entry)) state.weak_true[slot] = false;
  }
  if (keeps_serial) SetSerial(state, entry, SerialOf(before, entry));
  state.field[entry] = {kNone, kNone};
  for (auto& fields : state.field) {
    for (Entry& target : fields) {
      if (target == entry) target = kNone;
    }
  }
}

Mask Forgettable(const State& state) {
  Mask used =
      static_cast<Mask>(state.held | state.strong | state.wrapper | state.raw | state.protect);
  for (Entry holder = 0; holder < kMaxEntries; ++holder) {
    for (const Entry target : state.field[holder]) {
      if (target != kNone && target != holder) Add(used, Bit(target));
    }
  }
  return static_cast<Mask>(state.constructing & ~used);
}

}  // namespace model
