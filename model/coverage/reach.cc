// model/coverage/reach.cc -- the count of classes against the floor.

#include "model/coverage/reach.h"

#include <fmt/format.h>

namespace model {

Reach::Reach(const StepClasses& explored, const StepClasses& reached)
    : explored_(explored.Count()), missed_(explored.Without(reached)) {}

bool Reach::IsEnough() const {
  const std::size_t met = explored_ - missed_.Count();
  return explored_ > 0 && met * 100 >= kLeastPercent * explored_;
}

std::string Reach::Text() const {
  const std::size_t met = explored_ - missed_.Count();
  return fmt::format("{} of {} explored classes of step, phase and colours ({} %)", met, explored_,
                     explored_ > 0 ? met * 100 / explored_ : 0);
}

}  // namespace model
