// properties/crowds/crowd_paced.h -- how often a slice reads its clock.
//
// The clock goes on with the weight that was scanned. So each step from one reading to the next has
// a length that is known, and with it how much may be scanned before the clock must be read again:
// what fits a tenth of the limit at the pace of the last step, at most twice as much as that was.
// A step that is longer, and not one object, passes a limit by too much; one that is shorter reads
// the clock for nothing.
//
// Included by core_crowds.cc only.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "core/inspect/verify/verifier.h"
#include "core/schedule/slice.h"
#include "properties/crowds/crowd_heap.h"

namespace properties::crowds {
namespace {

class PacedClock final : public gc::Environment {
 public:
  struct Reading {
    gc::Nanoseconds at;
    gc::MarkProgress scanned;
    gc::Work next;  // the weight of what is scanned next
    bool is_one;    // that is one object, and not a list or the root of a cluster
  };
  PacedClock(const gc::Heap& heap, std::uint32_t of_weight, std::uint32_t of_reading)
      : heap_(heap), of_weight_(of_weight), of_reading_(of_reading) {}

  gc::Nanoseconds Now() override {
    const gc::Collector& collector = heap_.collector();
    const gc::MarkProgress& scanned = collector.marker.scanner().progress();
    now_ += of_reading_ + of_weight_ * (scanned.weight - weight_);
    weight_ = scanned.weight;
    const auto& work = collector.wavefront.work();
    const gc::Work next = work.empty() ? kWholeList : gc::WeightOf(*work.back());
    const bool is_one = collector.marker.InitialReferencesTaken() && !work.empty() &&
                        !work.back()->header().mark.Has(gc::mark::kClusterRoot);
    readings_.push_back({now_, scanned, next, is_one});
    return now_;
  }
  const std::vector<Reading>& readings() const { return readings_; }

 private:
  static constexpr gc::Work kWholeList = 1024;
  const gc::Heap& heap_;
  const std::uint32_t of_weight_, of_reading_;  // nanoseconds
  gc::Nanoseconds now_ = 1;
  gc::Work weight_ = heap_.collector().marker.scanner().progress().weight;
  std::vector<Reading> readings_;
};

class PacedSlice {
 public:
  PacedSlice(CrowdHeap& crowd, Random& random)
      : crowd_(crowd),
        poll_(random.Between(1, 300)),
        limit_(random.Chance(1, 2) ? random.Between(500, 100'000)
                                   : random.Between(1'000'000, 4'000'000)),
        clock_(*crowd.heap, random.Between(1, 30), random.Below(100)) {}

  void Run() {
    const gc::Doing doing = gc::WhatIsNext(*crowd_.heap);
    gc::TimeSlice slice(clock_, static_cast<double>(limit_) / 1e9);
    const gc::Work done = crowd_.Step([&] { return gc::RunStage(*crowd_.heap, slice, poll_); });
    crowd_.Same("units of a slice of one stage", slice.units, done);
    crowd_.Same("a slice does nothing", done == 0, doing == gc::Doing::kNothing);
    if (doing == gc::Doing::kMarking) CompareSteps();
    if (doing == gc::Doing::kGathering) {  // it reads the clock by itself
      crowd_.Same("a gather is one step", slice.worst_step(),
                  clock_.readings().back().at - clock_.readings().front().at);
    } else {
      CompareWorst(slice);
    }
    const bool over = clock_.readings().back().at - clock_.readings().front().at >= Limit();
    const bool ended = gc::WhatIsNext(*crowd_.heap) != doing;
    crowd_.Same("a slice ends with its time or its stage", over || ended, true);
  }

 private:
  static constexpr gc::Work kMostWeight = 1024;

  // As a slice has it: of a limit in seconds.
  gc::Nanoseconds Limit() const {
    return static_cast<gc::Nanoseconds>(static_cast<double>(limit_) / 1e9 * 1e9);
  }
  void CompareSteps() {
    gc::Work allowed = 1;
    const std::vector<PacedClock::Reading>& readings = clock_.readings();
    for (std::size_t i = 1; i < readings.size(); ++i) {
      const gc::MarkProgress &before = readings[i - 1].scanned, &after = readings[i].scanned;
      const gc::Work units = after.units - before.units, weight = after.weight - before.weight;
      const gc::Work most = std::min(allowed, kMostWeight);
      crowd_.Same("units from one reading of the clock to the next are too many", units > poll_,
                  false);
      crowd_.Same("work from one reading of the clock to the next is too much",
                  weight > most && units > 1, false);
      if (i > 1 && units == 1 && readings[i - 1].is_one) {  // a step may begin with a store
        crowd_.Same("the weight of an object that was scanned", weight, readings[i - 1].next);
      }
      crowd_.Same("the clock is read for nothing",
                  units < poll_ && weight + readings[i].next <= most, false);
      const gc::Work sure = after.sure - before.sure;
      const gc::Nanoseconds took =
          std::max<gc::Nanoseconds>(1, readings[i].at - readings[i - 1].at);
      const double fits =
          static_cast<double>(sure) * static_cast<double>(Limit() / 10) / static_cast<double>(took);
      allowed =
          std::clamp<gc::Work>(static_cast<gc::Work>(fits), 1, std::max<gc::Work>(1, 2 * sure));
    }
  }
  // And the object of many slots that was scanned alone in it, if one was.
  void CompareWorst(const gc::TimeSlice& slice) {
    gc::Nanoseconds worst = 0;
    gc::Index object = gc::kNoIndex;
    const std::vector<PacedClock::Reading>& readings = clock_.readings();
    for (std::size_t i = 1; i < readings.size(); ++i) {
      const gc::MarkProgress &before = readings[i - 1].scanned, &after = readings[i].scanned;
      const gc::Nanoseconds took = readings[i].at - readings[i - 1].at;
      const bool has_large = after.larges != before.larges;
      if (has_large) {
        const gc::Object* const large = gc::OccupantOf(*crowd_.heap, after.large);
        crowd_.Same("an object that is scanned alone has many slots",
                    large != nullptr && gc::WeightOf(*large) >= gc::kManySlots, true);
      }
      const bool is_large = i > 1 && after.units - before.units == 1 && readings[i - 1].is_one &&
                            readings[i - 1].next > gc::MarkBatch::kSlots + 1;
      crowd_.Same("an object of many slots is named", is_large && !has_large, false);
      if (took <= worst) continue;
      worst = took;
      object = has_large ? after.large : gc::kNoIndex;
    }
    crowd_.Same("the longest step of a slice", static_cast<std::uint64_t>(slice.worst_step()),
                static_cast<std::uint64_t>(worst));
    crowd_.Same("the object of the longest step", slice.worst_object(), object);
  }

  CrowdHeap& crowd_;
  const gc::Work poll_;
  const gc::Nanoseconds limit_;
  PacedClock clock_;
};

// Goes on by a microsecond with each reading, by whichever thread.
struct SteadyClock final : gc::Environment {
  gc::Nanoseconds Now() override { return readings.fetch_add(1) * 1000; }
  std::atomic<gc::Nanoseconds> readings{1};
};

// Marks in slices of which workers have a part: they read the clock by themselves, each once or
// twice more when the time is over, and what they read counts as a reading of the slice.
inline void MarkInSharedSlices(CrowdHeap& crowd, std::uint32_t workers, Random& random) {
  SteadyClock clock;
  const std::uint32_t limit = random.Between(3, 30);  // readings, and microseconds
  while (crowd.heap->phase() == gc::Phase::kMarking) {
    const gc::Nanoseconds before = clock.readings;
    gc::TimeSlice slice(clock, limit * 1e-6);
    if (crowd.Step([&] { return gc::RunStage(*crowd.heap, slice, 128); }) == 0) return;
    const auto readings = static_cast<std::uint64_t>(clock.readings - before);
    crowd.Same("a slice of several goes on when its time is over",
               readings > limit + 2 + std::uint64_t{2} * workers, false);
    crowd.Same("nanoseconds that no reading of the clock has told", slice.worst_step() % 1000, 0);
  }
}

// A cycle, or with workers its marking, in such slices.
inline void CollectInPacedSlices(CrowdHeap& crowd, Random& random) {
  const gc::Workers* const workers = crowd.heap->collector().population.sharing.workers();
  crowd.Step([&] { return crowd.heap->Start(); });
  if (workers != nullptr) return MarkInSharedSlices(crowd, workers->count(), random);
  for (int i = 0; i < 40 && gc::WhatIsNext(*crowd.heap) != gc::Doing::kNothing; ++i) {
    PacedSlice(crowd, random).Run();
  }
}

}  // namespace
}  // namespace properties::crowds
