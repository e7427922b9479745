#include "core/inspect/report/cycle_record.h"

#include <numeric>

namespace gc {
inline namespace GC_BUILD {

namespace {

// The time as text: "1.234 ms".
std::string Milliseconds(Nanoseconds time) {
  const std::string micro = std::to_string(time / 1000 % 1000);
  return std::to_string(time / 1'000'000) + '.' + std::string(3 - micro.size(), '0') + micro +
         " ms";
}

std::int64_t Difference(std::uint64_t before, std::uint64_t after) {
  return static_cast<std::int64_t>(after - before);
}

}  // namespace

const char* NameOf(Spent spent) {
  static constexpr std::array<const char*, kSpentKinds> kNames = {"start", "trace",  "gather",
                                                                  "begin", "finish", "free"};
  return kNames[static_cast<std::size_t>(spent)];
}

Work CycleRecord::Units() const { return std::accumulate(units.begin(), units.end(), Work{0}); }
Nanoseconds CycleRecord::Time() const {
  return std::accumulate(time.begin(), time.end(), Nanoseconds{0});
}

CycleChange ChangeFrom(const CycleRecord& before, const CycleRecord& after) {
  return {.objects = Difference(before.objects_at_end, after.objects_at_end),
          .doomed = Difference(before.doomed, after.doomed),
          .freed = Difference(before.freed, after.freed),
          .barrier_objects = Difference(before.barrier_objects, after.barrier_objects),
          .units = Difference(before.Units(), after.Units()),
          .time = Difference(before.Time(), after.Time()),
          .classes = Changes(before.classes, after.classes)};
}

std::string TextOf(const CycleRecord& record) {
  std::string text =
      record.cycle != 0 ? "cycle " + std::to_string(record.cycle) : std::string("the waiting list");
  if (record.full) text += " (full)";
  text += ": " + std::to_string(record.objects_at_end) + " objects, " +
          std::to_string(record.doomed) + " doomed, " + std::to_string(record.freed) + " freed, " +
          std::to_string(record.not_ready) + " not ready; units:";
  const bool timed = record.Time() != 0;
  for (std::size_t i = 0; i < kSpentKinds; ++i) {
    text += std::string(i == 0 ? " " : ", ") + NameOf(static_cast<Spent>(i)) + ' ' +
            std::to_string(record.units[i]);
    if (timed) text += " in " + Milliseconds(record.time[i]);
  }
  text += "; " + std::to_string(record.slices.count) + " slices, the longest " +
          std::to_string(record.slices.most_units) + " units";
  if (timed) text += ", the slowest " + Milliseconds(record.slices.slowest);
  if (record.barrier_objects != 0) {
    text += "; by the barrier " + std::to_string(record.barrier_objects);
  }
  return text;
}

}  // namespace GC_BUILD
}  // namespace gc
