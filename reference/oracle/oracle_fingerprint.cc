// reference/oracle/oracle_fingerprint.cc -- one number for all that decides what is permitted next.
//
// An exploration drops a state whose fingerprint it has seen: what is left out here would hide
// runs.

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "reference/oracle/oracle.h"

#include <cstring>
#include <type_traits>

namespace reference {
namespace {

// Some hundred bytes in pieces of one to eight. Hashed piece by piece they cost more than the whole
// rest of a fingerprint, so they are collected, and a heap of a few objects is hashed by one call.
class Digest {
 public:
  template <typename T>
  void Add(const T& value) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(bytes_));
    if (size_ + sizeof value > sizeof bytes_) Flush();
    std::memcpy(bytes_ + size_, &value, sizeof value);
    size_ += sizeof value;
  }
  std::uint64_t Value() {
    if (!flushed_) return XXH3_64bits(bytes_, size_);
    Flush();
    return XXH3_64bits_digest(&state_);
  }

 private:
  void Flush() {
    if (!flushed_) XXH3_64bits_reset(&state_);
    flushed_ = true;
    XXH3_64bits_update(&state_, bytes_, size_);
    size_ = 0;
  }

  unsigned char bytes_[1024];
  std::size_t size_ = 0;
  bool flushed_ = false;
  XXH3_state_t state_;  // used once the bytes have been flushed
};

}  // namespace

std::uint64_t Oracle::Fingerprint() const {
  names_.Learn(heap_);
  Digest digest;
  const auto add = [&digest](const auto& value) { digest.Add(value); };
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
        object.garbage << 14 | object.has_outer << 15 | object.flagged << 16 | object.masked << 17 |
        object.begun << 18;
    add(bits);
    add(object.strong);
    add(object.identity);
    add(note.collects);
    add(object.resurrection.holder);
    add(object.resurrection.field);
    add(object.fields.size());
    for (const Name field : object.fields) add(field);
  }
  for (Name name = 0; name < heap_.NameCount(); ++name) {
    const Heap::Object& object = heap_[name];
    if (object.life != Life::kFreed || object.identity == kNull) continue;
    add(object.identity);
    for (const Name other : heap_.Present()) add(heap_[other].born > object.gone);
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
  return digest.Value();
}

}  // namespace reference
