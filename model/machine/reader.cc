// model/machine/reader.cc -- reads by a weak reference, by a handle and by a name.

#include "model/machine/reader.h"

namespace model {

using gc::Fault;
using reference::Property;

// Only with a fault: an unreachable object is marked again, and will be scanned.
void Reader::Revive(State& state, Entry entry) {
  Remove(state.unreachable, Bit(entry));
  Add(state.reachable, Bit(entry));
  Add(state.barrier, Bit(entry));
}

std::optional<Finding> Reader::WeakRead(State& state, std::size_t slot, Entry& answer) const {
  return ReadSlot(state, slot, Fault::kReadWithoutShading, kNone, answer);
}

std::optional<Finding> Reader::Resolve(State& state, Entry source, std::size_t field,
                                       std::size_t slot, Entry& answer) const {
  barrier_.LoadHolder(state, source);
  const auto finding = ReadSlot(state, slot, Fault::kResolveWithoutShading, source, answer);
  state.field[source][field] = answer;
  return finding;
}

// An object has its name until it is begun.
std::optional<Finding> Reader::Find(State& state, Entry entry, Entry& answer) const {
  answer = kNone;
  if (entry == kNone) return std::nullopt;
  // With a fault a new object may be in the entry of one that was begun.
  const bool is_new = switches_.Faulty(Fault::kReleaseAtBegin) && !Has(state.unreachable, entry);
  return Read(state,
              {.entry = entry,
               .current = is_new || !Has(state.begun, entry),
               .intended = is_new || !Has(state.begun, entry),
               .not_shading = Fault::kFindWithoutShading},
              answer);
}

std::optional<Finding> Reader::ReadSlot(State& state, std::size_t slot, Fault not_shading,
                                        Entry holder, Entry& answer) const {
  answer = kNone;
  if (state.weak[slot] == 0) return std::nullopt;
  Entry entry = 0;
  while (!Has(state.weak[slot], entry)) ++entry;
  // A weak reference answers null for an object marked garbage. That says nothing of whether the
  // object will die, so the object is not noted as denied.
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

// Whether the read answers the object in the entry. An object under construction is never answered.
bool Reader::Shows(const State& state, const Sought& sought) const {
  const Entry entry = sought.entry;
  if (!sought.current || !Has(state.exists, entry) || Has(state.constructing, entry)) return false;
  const bool marking = state.phase == Phase::kMarking;
  const bool gathering = state.phase == Phase::kGathering;
  const Entry colour = ColourHolder(state, entry);
  if (!Has(state.unreachable, colour) && (marking || !Has(state.maybe, colour))) return true;
  if (sought.not_shading == Fault::kReadWithoutShading) {
    return (switches_.Faulty(Fault::kAnswerDoomed) && gathering) ||
           (switches_.Faulty(Fault::kBarrierRevives) && marking) ||
           (switches_.Faulty(Fault::kAnswerPending) && !marking && !gathering);
  }
  return sought.not_shading == Fault::kFindWithoutShading && switches_.Faulty(Fault::kFindDoomed) &&
         gathering;
}

std::optional<Finding> Reader::Read(State& state, const Sought& sought, Entry& answer) const {
  const Entry entry = sought.entry;
  const Mask ghosts = static_cast<Mask>(state.batch | state.waiting | state.found | state.dropped);
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
  const Mask yielded = Closure(state, Bit(entry));  // before the store can dissolve a cluster
  if (sought.holder != kNone) clusters_.NoteStore(state, sought.holder, entry);
  barrier_.ShadeUnless(sought.not_shading, state, entry);
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
