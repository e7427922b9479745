// model/machine/mutator.cc -- what the mutator does between two units, and the barrier in it.

#include <utility>

#include "model/machine/machine.h"

namespace model {

using gc::Fault;
using reference::Property;

// Shades on behalf of the mutator, for the barrier list.
void Machine::Barrier(State& state, Entry target) const {
  if (target == kNone || state.phase != Phase::kMarking) return;
  if (Has(state.clustered, target)) {
    const Entry root = state.link[target];
    if (target != root && Has(state.maybe, root) && Faulty(Fault::kReturnEarly)) return;
    target = root;
  }
  if (Has(state.garbage, target) && Faulty(Fault::kSkipStoredGarbage)) return;
  const bool listed = Has(static_cast<Mask>(state.work | state.barrier), target);
  if (!Shade(state, target, &State::barrier)) return;
  if (Faulty(Fault::kShadeWithoutQueueing) && !listed) Remove(state.barrier, Bit(target));
  if (Faulty(Fault::kQueueTwice)) Add(state.twice, Bit(target));
}

void Machine::BarrierUnless(Fault fault, State& state, Entry target) const {
  if (!Faulty(fault)) Barrier(state, target);
}

// Under `locals black` an operand is shaded when it is loaded from the heap. What was created or
// answered by a weak read since the last step was not loaded, nor is what is held.
//
// What the mutator uses while garbage may keep its references for a cycle need not go in this one.
void Machine::Load(State& state, Entry operand) const {
  if (state.garbage != 0 && operand != kNone && state.phase == Phase::kMarking) {
    Remove(state.must_go, Closure(state, Bit(operand)));
  }
  if (locals_ != reference::Locals::kBlack || operand == kNone) return;
  if (Has(static_cast<Mask>(state.fresh | state.held), operand)) return;
  Barrier(state, operand);
}

// Who is stored into is not used otherwise, and keeps nothing by that.
void Machine::LoadHolder(State& state, Entry operand) const {
  if (locals_ == reference::Locals::kBlack) Load(state, operand);
}

void Machine::Create(State& state, Entry entry, bool container) const {
  const Mask bit = Bit(entry);
  const bool recycled = Has(state.used, entry);
  if (Has(state.released, entry)) {
    // The old occupant is still there; the entry, and whatever list names it, is the new one's.
    for (Mask* mask :
         {&state.unreachable, &state.unready, &state.released, &state.finished, &state.garbage,
          &state.immutable[0], &state.immutable[1], &state.container}) {
      Remove(*mask, bit);
    }
    state.field[entry] = {kNone, kNone};
  }
  for (Mask* mask : {&state.exists, &state.used, &state.named, &state.fresh}) Add(*mask, bit);
  if (container) Add(state.container, bit);
  if (recycled && Faulty(Fault::kSkipRecycledIndex)) Add(state.recycled, bit);

  bool reachable = true;
  bool maybe = false;
  switch (state.phase) {
    case Phase::kIdle:
      reachable = !Faulty(Fault::kBornWithOtherBit) && !Faulty(Fault::kBornWithNeitherBit);
      maybe = Faulty(Fault::kBornWithOtherBit) || Faulty(Fault::kBornWithBothBits);
      break;
    case Phase::kMarking:
      maybe = Faulty(Fault::kBornWhiteWhileMarking);
      reachable = !maybe;
      break;
    case Phase::kGathering:
      maybe = Faulty(Fault::kBornWhiteWhileGathering);
      reachable = !maybe;
      break;
  }
  if (reachable) Add(state.reachable, bit);
  if (maybe) Add(state.maybe, bit);
}

// A birth whose fields are set at once, which nobody will scan in this trace.
void Machine::Copy(State& state, Entry entry, Entry from) const {
  Load(state, from);
  Create(state, entry, Has(state.container, from));
  state.field[entry] = state.field[from];
  for (Mask& outers : state.immutable) {
    if (Has(outers, from)) Add(outers, Bit(entry));
  }
  for (const Entry value : state.field[entry]) BarrierUnless(Fault::kBlockCopy, state, value);
}

void Machine::Reserve(State& state, Entry entry) const {
  Create(state, entry);
  Add(state.constructing, Bit(entry));
}

// It is marked already, by its birth or by the flip, and nobody has scanned it.
void Machine::Complete(State& state, Entry entry) const {
  Remove(state.constructing, Bit(entry));
  if (state.phase != Phase::kMarking || Faulty(Fault::kNeverLookAgain)) return;
  if (Has(static_cast<Mask>(state.work | state.barrier), entry)) Add(state.twice, Bit(entry));
  Add(state.barrier, Bit(entry));
}

// It is born like any object, its constructor runs and ends, all in one.
void Machine::CreateNamed(State& state, Entry entry) const {
  Reserve(state, entry);
  Complete(state, entry);
}

// It is in none of the states that units know, and its birth has no colour.
void Machine::CreatePermanent(State& state, Entry entry) const {
  for (Mask* mask : {&state.exists, &state.used, &state.named, &state.fresh, &state.permanent}) {
    Add(*mask, Bit(entry));
  }
}

// Without the fault they come to nothing, and nobody need know them.
void Machine::SetLastWords(State& state, Entry leaver, Entry heir, std::size_t field) const {
  if (!Faulty(Fault::kLetItLeak)) return;
  state.leaver = Bit(leaver);
  state.heir = Bit(heir);
  state.heir_second = field != 0;
}

bool Machine::Store(State& state, Entry source, std::size_t field, Entry value) const {
  LoadHolder(state, source);
  Load(state, value);
  const bool forbidden =
      Has(state.permanent, source) && value != kNone && !Has(HeldForEver(state), value);
  if (forbidden && !Faulty(Fault::kHoldManaged)) return false;
  state.field[source][field] = value;
  NoteStore(state, source, value);
  BarrierUnless(Fault::kStoreWithoutShading, state, value);
  return true;
}

void Machine::Move(State& state, Entry to, std::size_t to_field, Entry from,
                   std::size_t from_field) const {
  Load(state, to);
  Load(state, from);
  if (to == from && to_field == from_field) return;
  const Entry value = std::exchange(state.field[from][from_field], kNone);
  state.field[to][to_field] = value;
  NoteStore(state, to, value);
  BarrierUnless(Fault::kMoveIsFree, state, value);
}

void Machine::Swap(State& state, Entry left, std::size_t left_field, Entry right,
                   std::size_t right_field) const {
  Load(state, left);
  Load(state, right);
  std::swap(state.field[left][left_field], state.field[right][right_field]);
  NoteStore(state, left, state.field[left][left_field]);
  BarrierUnless(Fault::kSwapIsFree, state, state.field[left][left_field]);
  NoteStore(state, right, state.field[right][right_field]);
  BarrierUnless(Fault::kSwapIsFree, state, state.field[right][right_field]);
}

void Machine::Append(State& state, Entry container, std::size_t field, Entry value,
                     bool relocates) const {
  Load(state, container);
  Load(state, value);
  for (std::size_t i = 0; i < field && relocates; ++i) {
    BarrierUnless(Fault::kMoveIsFree, state, state.field[container][i]);
  }
  state.field[container][field] = value;
  Barrier(state, value);  // it is stored and then moved in: no one fault leaves out both
}

void Machine::Erase(State& state, Entry container, std::size_t field) const {
  Load(state, container);
  for (; field + 1 < kMaxFields; ++field) {
    const Entry moved = state.field[container][field + 1];
    state.field[container][field] = moved;
    BarrierUnless(Fault::kMoveIsFree, state, moved);
  }
  state.field[container][field] = kNone;
}

void Machine::Take(State& state, Entry to, Entry from) const {
  Load(state, to);
  Load(state, from);
  state.field[to] = std::exchange(state.field[from], {kNone, kNone});
  for (const Entry value : state.field[to]) BarrierUnless(Fault::kTakeBitwise, state, value);
}

void Machine::SetRoot(State& state, Entry entry, bool root) const {
  if (!root) return Remove(state.root, Bit(entry));
  Load(state, entry);
  Add(state.root, Bit(entry));
  BarrierUnless(Fault::kRootWithoutShading, state, entry);
}

void Machine::SetKept(State& state, Entry entry, bool kept) const {
  if (!kept) return Remove(state.kept, Bit(entry));
  Load(state, entry);
  Add(state.kept, Bit(entry));
  BarrierUnless(Fault::kKeepWithoutShading, state, entry);
}

// Counts above one are the mutator's affair: only leaving zero and reaching it matter.
void Machine::SetStrong(State& state, Entry entry, bool strong) const {
  if (!strong) return Remove(state.strong, Bit(entry));
  Load(state, entry);
  Add(state.strong, Bit(entry));
  BarrierUnless(Fault::kCountWithoutShading, state, entry);
}

void Machine::SetHeld(State& state, Entry entry, bool held) const {
  if (!held) return Remove(state.held, Bit(entry));
  Load(state, entry);
  Add(state.held, Bit(entry));
}

// The first hold registers, and a referencer that registers has what it reports shaded. A change of
// the slot is a store if the slot is a wrapper; of a raw one nobody hears. A slot outlives the
// registration, so that the next one may find it set already.
void Machine::ReferencerHold(State& state, Entry entry, Hold kind) const {
  Load(state, entry);
  Mask& reported = state.*kReportedBy[static_cast<std::size_t>(kind)];
  const bool registers = reported == 0;
  const Mask slot = kind == Hold::kWrapper ? state.slot : Mask{0};
  if (kind != Hold::kRaw && (reported | slot) != Bit(entry)) {
    BarrierUnless(Fault::kStoreWithoutShading, state, entry);
  }
  reported = Bit(entry);
  if (kind == Hold::kWrapper && Faulty(Fault::kRegisterWithoutShading)) state.slot = reported;
  if (registers) BarrierUnless(Fault::kRegisterWithoutShading, state, entry);
}

void Machine::MarkGarbage(State& state, Entry entry) const {
  Load(state, entry);
  Add(state.garbage, Bit(entry));
  if (Has(state.clustered, entry)) RequestDissolving(state, state.link[entry]);
}

void Machine::SetOuter(State& state, Entry entry, std::size_t field, Entry outer) const {
  Load(state, entry);
  Load(state, outer);
  state.field[entry][field] = outer;
  Add(state.immutable[field], Bit(entry));
  NoteStore(state, entry, outer);
  BarrierUnless(Fault::kStoreWithoutShading, state, outer);
}

void Machine::WeakMake(State& state, std::size_t slot, Entry entry) const {
  Load(state, entry);
  if (SerialOf(state, entry) == 0) SetSerial(state, entry, FreshSerial(state));
  state.weak[slot] = Bit(entry);
  state.weak_serial[slot] = SerialOf(state, entry);
  state.weak_true[slot] = true;
}

void Machine::WeakCopy(State& state, std::size_t to, std::size_t from) const {
  state.weak[to] = state.weak[from];
  state.weak_serial[to] = state.weak_serial[from];
  state.weak_true[to] = state.weak_true[from];
}

// A serial number that no weak reference has. The counter of a real heap gives one that none ever
// had; that no live one has it is the same, up to which number it is.
std::uint8_t Machine::FreshSerial(State& state) const {
  if (Faulty(Fault::kWrapSerial)) {
    state.next_serial ^= 1u;
    return static_cast<std::uint8_t>(2 - state.next_serial);
  }
  std::uint8_t serial = 1;
  for (bool taken = true; taken;) {
    taken = false;
    for (std::size_t slot = 0; slot < kWeakSlots; ++slot) {
      if (state.weak[slot] != 0 && state.weak_serial[slot] == serial) taken = true;
    }
    if (taken) ++serial;
  }
  return serial;
}

void Machine::Normalise(State& state) const {
  const bool kept = Faulty(Fault::kKeepSerial);
  if (Faulty(Fault::kWrapSerial) || (state.weak[0] | state.weak[1]) == 0) return;
  for (std::size_t slot = 0; slot < kWeakSlots; ++slot) {
    bool current = false;
    ForEach(state.weak[slot], [&](Entry entry) {
      const bool possible = kept || Has(state.exists, entry);
      current = possible && SerialOf(state, entry) == state.weak_serial[slot];
    });
    if (!current) {
      state.weak[slot] = 0;
      state.weak_serial[slot] = 0;
      state.weak_true[slot] = false;
    }
  }
  state.serial_low = state.serial_high = 0;
  for (std::size_t slot = kWeakSlots; slot-- > 0;) {
    ForEach(state.weak[slot],
            [&](Entry entry) { SetSerial(state, entry, static_cast<std::uint8_t>(slot + 1)); });
  }
  for (std::size_t slot = 0; slot < kWeakSlots; ++slot) {
    ForEach(state.weak[slot],
            [&](Entry entry) { state.weak_serial[slot] = SerialOf(state, entry); });
  }
}

}  // namespace model
