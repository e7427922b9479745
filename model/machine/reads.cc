// model/machine/reads.cc -- what the mutator is given when it asks for an object: by a weak
// reference, by a handle, by its name.
//
// The three differ in how they know the object, and in what they must not forget.
//
// Read next: purge.cc.

#include "model/machine/machine.h"

namespace model {

using gc::Fault;
using reference::Property;

// The fault: what was confirmed unreachable is marked again, and scanned.
void Machine::Revive(State& state, Entry entry) {
  Remove(state.unreachable, Bit(entry));
  Add(state.reachable, Bit(entry));
  Add(state.barrier, Bit(entry));
}

std::optional<Finding> Machine::WeakRead(State& state, std::size_t slot, Entry& answer) const {
  return ReadSlot(state, slot, Fault::kReadWithoutShading, kNone, answer);
}

std::optional<Finding> Machine::Resolve(State& state, Entry source, std::size_t field,
                                        std::size_t slot, Entry& answer) const {
  LoadHolder(state, source);
  const auto finding = ReadSlot(state, slot, Fault::kResolveWithoutShading, source, answer);
  state.field[source][field] = answer;
  return finding;
}

// An object has its name until its end begins.
std::optional<Finding> Machine::Find(State& state, Entry entry, Entry& answer) const {
  return Read(state,
              {.entry = entry,
               .current = !Has(state.begun, entry),
               .not_shading = Fault::kFindWithoutShading},
              answer);
}

std::optional<Finding> Machine::ReadSlot(State& state, std::size_t slot, Fault not_shading,
                                         Entry holder, Entry& answer) const {
  answer = kNone;
  if (state.weak[slot] == 0) return std::nullopt;
  Entry entry = 0;
  while (!Has(state.weak[slot], entry)) ++entry;
  // What is garbage is gone for who asks so, and that denies nothing.
  const bool current = SerialOf(state, entry) == state.weak_serial[slot];
  if (Has(state.garbage, entry) && current && state.weak_true[slot]) return std::nullopt;
  return Read(state,
              {.entry = entry,
               .current = current,
               .intended = state.weak_true[slot],
               .holder = holder,
               .not_shading = not_shading},
              answer);
}

// Whether the object in the entry is answered. What is under construction is found by nobody.
bool Machine::Shows(const State& state, const Sought& sought) const {
  const Entry entry = sought.entry;
  if (!sought.current || !Has(state.exists, entry) || Has(state.constructing, entry)) return false;
  const bool marking = state.phase == Phase::kMarking;
  const bool gathering = state.phase == Phase::kGathering;
  const Entry colour = ColourHolder(state, entry);
  if (!Has(state.unreachable, colour) && (marking || !Has(state.maybe, colour))) return true;
  switch (sought.not_shading) {
    case Fault::kReadWithoutShading:
      return (Faulty(Fault::kAnswerDoomed) && gathering) ||
             (Faulty(Fault::kBarrierRevives) && marking);
    case Fault::kFindWithoutShading:
      return Faulty(Fault::kFindDoomed) && gathering;
    default:
      return false;
  }
}

std::optional<Finding> Machine::Read(State& state, const Sought& sought, Entry& answer) const {
  const Entry entry = sought.entry;
  const Mask ghosts = static_cast<Mask>(state.batch | state.waiting | state.dropped);
  answer = Shows(state, sought) ? entry : kNone;

  const bool alive = Has(state.exists, entry) && sought.intended &&
                     !Has(static_cast<Mask>(state.constructing | ghosts), entry);
  const bool in_reach = alive && Has(static_cast<Mask>(Reachable(state) | state.named), entry);
  if (answer == kNone) {
    if (in_reach) return Finding{Property::kWeakAnswer, entry};
    if (alive) Add(state.denied, Bit(entry));
    return std::nullopt;
  }
  if (!alive) return Finding{Property::kWeakAnswer, entry};
  if (Has(state.unreachable, entry) && state.phase == Phase::kMarking) Revive(state, entry);
  if (sought.holder != kNone) NoteStore(state, sought.holder, entry);
  BarrierUnless(sought.not_shading, state, entry);
  const Mask yielded = Closure(state, Bit(entry));
  std::optional<Finding> finding;
  if (!in_reach) {
    const Mask closed =
        static_cast<Mask>(state.denied | (state.phase == Phase::kGathering ? state.must_go : 0));
    if ((yielded & closed) != 0) finding = {Property::kWeakAnswer, entry};
    if ((yielded & ghosts) != 0) finding = {Property::kSafety, entry};
  }
  Add(state.named, yielded);
  Add(state.fresh, Bit(entry));
  Remove(state.must_go, yielded);
  if (state.phase == Phase::kGathering) Add(state.promised, yielded);
  return finding;
}

}  // namespace model
