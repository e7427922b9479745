// properties/schedule/schedule_generator.h -- the next operation of a random run, chosen with an
// eye on the oracle.
//
// Read next: properties/schedule/schedule_shrink.h.

#pragma once

#include <cstdint>

#include "properties/base/random.h"
#include "reference/schedule/schedule_oracle.h"

namespace properties::schedule {

class ScheduleGenerator {
 public:
  explicit ScheduleGenerator(std::uint64_t seed) : random_(seed) {}

  // `oracle` is in the state in which the operation is going to be done.
  reference::schedule::Operation Next(const reference::schedule::Oracle& oracle);

 private:
  double SomeDelta(const reference::schedule::Oracle& oracle);
  reference::schedule::Operation SomeSetting();

  Random random_;
  std::uint32_t made_ = 0;
};

}  // namespace properties::schedule
