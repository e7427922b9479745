// reference/oracle/oracle_fingerprint.cc -- one number for all that decides what is permitted next.
//
// An exploration drops a state whose fingerprint it has seen: what is left out here would hide
// runs.

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "reference/oracle/oracle.h"

namespace reference {

std::uint64_t Oracle::Fingerprint() const {
  names_.Learn(heap_);
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  const auto add = [&state](const auto& value) {
    XXH3_64bits_update(&state, &value, sizeof value);
  };
  for (Name name = 0; name < heap_.NameCount(); ++name) {
    const Heap::Object& object = heap_[name];
    add(object.life);
    if (object.life == Life::kUnborn || object.life == Life::kFreed) continue;
    const Cycle::Note& note = cycle_.NoteOf(name);
    const bool in_hand = heap_.IsLarge() ? CanName(name) : names_.IsInHand(heap_, name);
    const std::uint32_t bits =
        object.root | object.held << 1 | object.ready << 2 | in_hand << 3 | note.must_go << 4 |
        note.denied << 5 | note.promised << 6 | note.scanned << 7 |
        cycle_.purge().IsWaiting(name) << 8 | object.kept << 9 | object.constructing << 10 |
        object.container << 11 | object.named << 12 | object.permanent << 13 |
        object.garbage << 14 | object.has_outer << 15;
    add(bits);
    add(object.strong);
    add(note.collects);
    add(object.resurrection.holder);
    add(object.resurrection.field);
    add(object.fields.size());
    for (const Name field : object.fields) add(field);
  }
  for (const Name weak : weaks_) add(weak);
  for (std::size_t i = 0; i < heap_.ReferencerCount(); ++i) {
    add(heap_.ReferencerAt(i).target);
    add(heap_.ReferencerAt(i).raw << 1 | heap_.ReferencerAt(i).protecting);
  }
  const std::uint32_t rest[] = {static_cast<std::uint32_t>(cycle_.stage()),
                                cycle_.GatherBegun(),
                                cycle_.purge().Finishing(),
                                cycle_.purge().Open(),
                                static_cast<std::uint32_t>(weaks_.size()),
                                static_cast<std::uint32_t>(heap_.ReferencerCount())};
  add(rest);
  if (SectionIsOpen()) add(sections_.ByLane());
  return XXH3_64bits_digest(&state);
}

}  // namespace reference
