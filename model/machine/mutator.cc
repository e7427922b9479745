// model/machine/mutator.cc -- operations on births, fields, the root set and weak references,
// with their barriers.

#include <utility>

#include "model/machine/emptying.h"
#include "model/machine/mutator.h"

namespace model {

using gc::Fault;
using reference::Property;

void Mutator::Create(State& state, Entry entry, bool container) const {
  const Mask bit = Bit(entry);
  const bool recycled = Has(state.used, entry);
  if (Has(state.released, entry)) {
    // The index was released too early, so the old object is still there. The new one takes over
    // the entry, with its places in lists.
    for (Mask* mask :
         {&state.unreachable, &state.unready, &state.released, &state.finished, &state.garbage,
          &state.immutable[0], &state.immutable[1], &state.container}) {
      Remove(*mask, bit);
    }
    state.field[entry] = {kNone, kNone};
  }
  for (Mask* mask : {&state.exists, &state.used, &state.named, &state.fresh}) Add(*mask, bit);
  if (container) Add(state.container, bit);
  if (recycled && switches_.Faulty(Fault::kSkipRecycledIndex)) Add(state.recycled, bit);

  bool reachable = true;
  bool maybe = false;
  switch (state.phase) {
    case Phase::kIdle:
      reachable = !switches_.Faulty(Fault::kBornWithOtherBit) &&
                  !switches_.Faulty(Fault::kBornWithNeitherBit);
      maybe =
          switches_.Faulty(Fault::kBornWithOtherBit) || switches_.Faulty(Fault::kBornWithBothBits);
      break;
    case Phase::kMarking:
      maybe = switches_.Faulty(Fault::kBornWhiteWhileMarking);
      reachable = !maybe;
      break;
    case Phase::kGathering:
      maybe = switches_.Faulty(Fault::kBornWhiteWhileGathering);
      reachable = !maybe;
      break;
  }
  if (reachable) Add(state.reachable, bit);
  if (maybe) Add(state.maybe, bit);
}

// The new object has fields from its birth on. It is born black and not scanned in this cycle.
void Mutator::Copy(State& state, Entry entry, Entry from) const {
  barrier_.Load(state, from);
  Create(state, entry, Has(state.container, from));
  state.field[entry] = state.field[from];
  for (Mask& outers : state.immutable) {
    if (Has(outers, from)) Add(outers, Bit(entry));
  }
  for (const Entry value : state.field[entry])
    barrier_.ShadeUnless(Fault::kBlockCopy, state, value);
}

void Mutator::Reserve(State& state, Entry entry) const {
  Create(state, entry);
  Add(state.constructing, Bit(entry));
}

// The object was marked by its birth or by the flip, but not scanned. So it is queued now.
void Mutator::Complete(State& state, Entry entry) const {
  Remove(state.constructing, Bit(entry));
  if (state.phase != Phase::kMarking || switches_.Faulty(Fault::kNeverLookAgain)) return;
  if (Has(static_cast<Mask>(state.work | state.barrier), entry)) Add(state.twice, Bit(entry));
  Add(state.barrier, Bit(entry));
}

// What was noted of the object in lists that are looked at later is dropped with it.
std::optional<Finding> Mutator::Abandon(State& state, Entry entry) const {
  const Mask listed = static_cast<Mask>(state.work | state.barrier);
  const bool carried = Has(state.carried, entry);
  const auto lists = state.outside;
  EmptyEntry(state, entry, switches_.Slips(Slip::kAbandonedKeepsSerial));
  if (carried && switches_.Slips(Slip::kAbandonedStaysCarried)) Add(state.carried, Bit(entry));
  if (switches_.Slips(Slip::kAbandonedStaysListed)) state.outside = lists;
  Mask known = listed;
  for (const Mask& outside : state.outside) Add(known, outside);
  return Has(known, entry) ? std::optional(Finding{Property::kOrder, entry}) : std::nullopt;
}

// The object is reserved, its constructor runs, and it is complete, all in one operation.
void Mutator::CreateNamed(State& state, Entry entry) const {
  Reserve(state, entry);
  Complete(state, entry);
}

// A permanent object has no colour, so units do nothing to it.
void Mutator::CreatePermanent(State& state, Entry entry) const {
  for (Mask* mask : {&state.exists, &state.used, &state.named, &state.fresh, &state.permanent}) {
    Add(*mask, Bit(entry));
  }
}

// Without the fault the attempt will fail, so it need not be kept.
void Mutator::SetResurrection(State& state, Entry leaver, Entry heir, std::size_t field) const {
  if (!switches_.Faulty(Fault::kLetItLeak)) return;
  state.leaver = Bit(leaver);
  state.heir = Bit(heir);
  state.heir_second = field != 0;
}

bool Mutator::Store(State& state, Entry source, std::size_t field, Entry value) const {
  barrier_.LoadHolder(state, source);
  barrier_.Load(state, value);
  const bool forbidden =
      Has(state.permanent, source) && value != kNone && !Has(HeldForEver(state), value);
  if (forbidden && !switches_.Faulty(Fault::kHoldManaged)) return false;
  state.field[source][field] = value;
  clusters_.NoteStore(state, source, value);
  barrier_.ShadeUnless(Fault::kStoreWithoutShading, state, value);
  return true;
}

void Mutator::Move(State& state, Entry to, std::size_t to_field, Entry from,
                   std::size_t from_field) const {
  barrier_.Load(state, to);
  barrier_.Load(state, from);
  if (to == from && to_field == from_field) return;
  const Entry value = std::exchange(state.field[from][from_field], kNone);
  state.field[to][to_field] = value;
  clusters_.NoteStore(state, to, value);
  barrier_.ShadeUnless(Fault::kMoveIsFree, state, value);
}

void Mutator::Swap(State& state, Entry left, std::size_t left_field, Entry right,
                   std::size_t right_field) const {
  barrier_.Load(state, left);
  barrier_.Load(state, right);
  std::swap(state.field[left][left_field], state.field[right][right_field]);
  clusters_.NoteStore(state, left, state.field[left][left_field]);
  barrier_.ShadeUnless(Fault::kSwapIsFree, state, state.field[left][left_field]);
  clusters_.NoteStore(state, right, state.field[right][right_field]);
  barrier_.ShadeUnless(Fault::kSwapIsFree, state, state.field[right][right_field]);
}

void Mutator::Append(State& state, Entry container, std::size_t field, Entry value,
                     bool relocates) const {
  barrier_.Load(state, container);
  barrier_.Load(state, value);
  for (std::size_t i = 0; i < field && relocates; ++i) {
    barrier_.ShadeUnless(Fault::kMoveIsFree, state, state.field[container][i]);
  }
  state.field[container][field] = value;
  barrier_.Shade(state, value);  // by a store and a move: no one fault leaves out both
}

void Mutator::Erase(State& state, Entry container, std::size_t field) const {
  barrier_.Load(state, container);
  for (; field + 1 < kMaxFields; ++field) {
    const Entry moved = state.field[container][field + 1];
    state.field[container][field] = moved;
    barrier_.ShadeUnless(Fault::kMoveIsFree, state, moved);
  }
  state.field[container][field] = kNone;
}

void Mutator::Take(State& state, Entry to, Entry from) const {
  barrier_.Load(state, to);
  barrier_.Load(state, from);
  state.field[to] = std::exchange(state.field[from], {kNone, kNone});
  for (const Entry value : state.field[to]) barrier_.ShadeUnless(Fault::kTakeBitwise, state, value);
}

void Mutator::SetRoot(State& state, Entry entry, bool root) const {
  if (!root) return Remove(state.root, Bit(entry));
  barrier_.Load(state, entry);
  Add(state.root, Bit(entry));
  barrier_.ShadeUnless(Fault::kRootWithoutShading, state, entry);
}

void Mutator::SetKept(State& state, Entry entry, bool kept) const {
  if (!kept) return Remove(state.kept, Bit(entry));
  barrier_.Load(state, entry);
  Add(state.kept, Bit(entry));
  barrier_.ShadeUnless(Fault::kKeepWithoutShading, state, entry);
}

// It matters only when the count leaves zero or reaches it, so the model keeps no counts above one.
void Mutator::SetStrong(State& state, Entry entry, bool strong) const {
  if (!strong) return Remove(state.strong, Bit(entry));
  barrier_.Load(state, entry);
  Add(state.strong, Bit(entry));
  barrier_.ShadeUnless(Fault::kCountWithoutShading, state, entry);
}

// Such flags keep nothing, so there is nothing to shade.
void Mutator::SetAuthored(State& state, Entry entry, bool authored) const {
  barrier_.Load(state, entry);
  Remove(state.authored, Bit(entry));
  if (authored) Add(state.authored, Bit(entry));
}

void Mutator::SetHeld(State& state, Entry entry, bool held) const {
  if (!held) return Remove(state.held, Bit(entry));
  barrier_.Load(state, entry);
  Add(state.held, Bit(entry));
}

void Mutator::SetReady(State& state, Entry entry, bool ready) {
  if (entry == kNone) return;  // the object is gone
  Remove(state.unready, Bit(entry));
  if (!ready) Add(state.unready, Bit(entry));
}

// The first hold registers the referencer, which shades the object that it reports. A later hold
// changes its slot: for a wrapper that is a store, which shades; a change of a raw slot cannot be
// observed. The slot outlives the registration, so the next registration may find an object in it.
void Mutator::ReferencerHold(State& state, Entry entry, Hold kind) const {
  barrier_.Load(state, entry);
  Mask& reported = state.*kReportedBy[static_cast<std::size_t>(kind)];
  const bool registers = reported == 0;
  const Mask slot = kind == Hold::kWrapper ? state.slot : Mask{0};
  if (kind != Hold::kRaw && (reported | slot) != Bit(entry)) {
    barrier_.ShadeUnless(Fault::kStoreWithoutShading, state, entry);
  }
  reported = Bit(entry);
  if (kind == Hold::kWrapper && switches_.Faulty(Fault::kRegisterWithoutShading))
    state.slot = reported;
  if (registers) barrier_.ShadeUnless(Fault::kRegisterWithoutShading, state, entry);
}

void Mutator::ReferencerRelease(State& state, Hold kind) {
  state.*kReportedBy[static_cast<std::size_t>(kind)] = 0;
}

void Mutator::BeginByHand(State& state, Entry entry) const {
  barrier_.Load(state, entry);
  Add(state.begun, Bit(entry));
  Add(state.by_hand, Bit(entry));
}

void Mutator::MarkGarbage(State& state, Entry entry) const {
  barrier_.Load(state, entry);
  Add(state.garbage, Bit(entry));
  if (Has(state.clustered, entry)) clusters_.RequestDissolving(state, state.link[entry]);
}

void Mutator::SetOuter(State& state, Entry entry, std::size_t field, Entry outer) const {
  barrier_.Load(state, entry);
  barrier_.Load(state, outer);
  state.field[entry][field] = outer;
  Add(state.immutable[field], Bit(entry));
  clusters_.NoteStore(state, entry, outer);
  barrier_.ShadeUnless(Fault::kStoreWithoutShading, state, outer);
}

void Mutator::WeakMake(State& state, std::size_t slot, Entry entry) const {
  barrier_.Load(state, entry);
  if (SerialOf(state, entry) == 0) SetSerial(state, entry, FreshSerial(state));
  state.weak[slot] = Bit(entry);
  state.weak_serial[slot] = SerialOf(state, entry);
  state.weak_true[slot] = true;
}

void Mutator::WeakCopy(State& state, std::size_t to, std::size_t from) {
  state.weak[to] = state.weak[from];
  state.weak_serial[to] = state.weak_serial[from];
  state.weak_true[to] = state.weak_true[from];
}

// A serial that no weak reference has. A real heap gives a serial that no weak reference ever had.
// The model needs only the smaller promise: serials are compared with those of weak references that
// exist.
std::uint8_t Mutator::FreshSerial(State& state) const {
  if (switches_.Faulty(Fault::kWrapSerial)) {
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

}  // namespace model
