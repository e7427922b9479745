// properties/crowds/crowd_options.h -- the options of a crowd's heap, its clock, and what it says
// by itself.
//
// Included by crowd_heap.h only.

#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "core/collect/collector.h"
#include "core/gc.h"
#include "properties/base/random.h"

namespace properties::crowds {
namespace {

// What a heap says without being asked.
struct Heard : gc::TableListener {
  void OnCreated(const gc::Object&, gc::Index) noexcept override { ++births; }
  void OnDeleted(const gc::Object& object, gc::Index index) noexcept override {
    ++deaths;
    still_there += gc::OwnerOf(object).population.table[index].Occupant() != nullptr;
  }
  std::uint32_t births = 0, deaths = 0;
  std::uint32_t still_there = 0;  // when their end was told
  std::uint32_t nearly_full = 0, raw_fields = 0;
  std::optional<gc::CapacityNotice> nearly, full, closed;
  bool others_make = false;    // two threads make objects at this time
  bool nearly_shared = false;  // they did so when the table became nearly full
};

// A clock that is over when it was read so often.
struct Readings {
  std::atomic<gc::Nanoseconds> read = 0;  // workers look as well
  gc::Deadline After(gc::Nanoseconds most) {
    return {.clock = {.now = [](void* self) { return ++static_cast<Readings*>(self)->read; },
                      .context = this},
            .at = most};
  }
};

inline gc::ClusterOptions FormationBy(Random& random) {
  constexpr std::uint32_t kFewest[] = {1, 5, 20};
  return {.create = random.Chance(3, 4),
          .min_objects = kFewest[random.Below(3)],
          .assets = random.Chance(1, 2),
          .actors = random.Chance(1, 2),
          .scripts = random.Chance(1, 2)};
}
inline void Hear(void* self, const gc::CapacityNotice& notice) {
  Heard& heard = *static_cast<Heard*>(self);
  switch (notice.kind) {
    case gc::CapacityNoticeKind::kTableNearlyFull:
      heard.nearly_full += 1;
      heard.nearly = notice;
      heard.nearly_shared = heard.others_make;
      break;
    case gc::CapacityNoticeKind::kTableFull:
      heard.full = notice;
      break;
    case gc::CapacityNoticeKind::kDisregardClosed:
      heard.closed = notice;
      break;
  }
}

// The bits of `seed` choose the options.
inline gc::HeapOptions OptionsBy(std::uint64_t seed, gc::Lock& lock, Heard& heard) {
  Random random(seed);
  gc::HeapOptions chosen{.max_objects = 100'000};
  chosen.workers = random.Chance(1, 2) ? 1 : random.Between(2, 3);
  chosen.parallel = random.Chance(2, 3);
  constexpr std::uint32_t kTasks[] = {1, 20, 700}, kStores[] = {0, 3, 128};
  chosen.task_objects = kTasks[random.Below(3)];
  chosen.destroy_off_thread = random.Chance(2, 3);
  chosen.names_in_trace = random.Chance(1, 4);
  chosen.lock = random.Chance(1, 4) ? &lock : nullptr;
  chosen.begin_in_slices = random.Chance(3, 4);
  chosen.shuffle_purge = random.Chance(1, 5) ? seed : 0;
  chosen.deferred_stores = kStores[random.Below(3)];
  chosen.preallocate = random.Chance(1, 16);
  chosen.reuse_indices = random.Chance(7, 8);
  chosen.max_disregarded = random.Chance(1, 3) ? random.Below(40) : 0;
  chosen.permanent_bytes = random.Below(2'000);
  chosen.when_full = random.Chance(1, 2) ? gc::WhenFull::kCollect : gc::WhenFull::kFinishPurge;
  chosen.max_bytes = random.Chance(1, 6) ? 200'000 : chosen.max_bytes;
  chosen.warn_at_objects = random.Chance(1, 2) ? random.Between(1, 400) : 0;
  chosen.clusters = FormationBy(random);
  chosen.raw_fields = random.Chance(1, 2) ? gc::RawFields::kAllow : gc::RawFields::kLog;
  chosen.raw_field_log = {
      .say = [](void* self, const gc::RawField&) { ++static_cast<Heard*>(self)->raw_fields; },
      .context = &heard};
  if (random.Chance(3, 4)) chosen.notices = {.say = &Hear, .context = &heard};
  chosen.locals = random.Chance(1, 3) ? gc::Locals::kBlack : gc::Locals::kDead;
  return chosen;
}

}  // namespace
}  // namespace properties::crowds
