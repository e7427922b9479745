#include "core/world/departures.h"

#include <algorithm>
#include <new>
#include <utility>

#include "core/world/hold.h"

namespace gc {
inline namespace GC_BUILD {

void Departures::Add(const NamedObject& leaving, std::uint64_t cycle) {
  try {
    left_.push_back(
        {.path = leaving.PathName(), .object = WeakReference(&leaving), .cycle = cycle});
  } catch (const std::bad_alloc&) {
    // It leaves all the same, and no leak of it is found.
  }
}

void Departures::ForgetGone() {
  std::erase_if(left_, [](const One& one) { return !one.object.IsValid(IfGarbage::kThere); });
}

std::size_t Departures::Left() {
  ForgetGone();
  return left_.size();
}

// Adds the leak, if there is one. A chain into a level is one into its world too, and stands there
// once.
bool Departures::FindLeak(const One& one, std::vector<LevelLeak>& leaks) const {
  const Hold hold(lock_);
  std::vector<Leak> found = FindLeakInside(heap_, one.object);
  if (found.empty()) return false;
  const Index index = found.front().index;
  const auto is_this = [index](const LevelLeak& known) { return known.leak.index == index; };
  if (std::ranges::any_of(leaks, is_this)) return true;
  leaks.push_back({.left = one.path, .since = one.cycle, .leak = std::move(found.front())});
  return true;
}

std::vector<LevelLeak> Departures::FindLeaks() {
  ForgetGone();
  std::vector<LevelLeak> leaks;
  for (const One& one : left_) FindLeak(one, leaks);
  return leaks;
}

std::vector<LevelLeak> Departures::FindNewLeaks(std::uint64_t cycle) {
  ForgetGone();
  std::vector<LevelLeak> leaks;
  for (One& one : left_) {
    if (one.told || one.cycle >= cycle) continue;
    one.told = FindLeak(one, leaks);
  }
  return leaks;
}

}  // namespace GC_BUILD
}  // namespace gc
