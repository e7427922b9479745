#include "core/schedule/environment.h"

#include <unistd.h>

#include <chrono>
#include <string>
#include <thread>

#include "core/base/check.h"
#include "core/base/obeys.h"
#include "core/object/class.h"

namespace gc {
inline namespace GC_BUILD {

Nanoseconds Environment::Now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<Nanoseconds>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(since).count());
}

double Environment::FreeMegabytes() {
  constexpr double kMegabyte = 1u << 20;
  const double pages = static_cast<double>(sysconf(_SC_AVPHYS_PAGES));
  return pages * static_cast<double>(sysconf(_SC_PAGESIZE)) / kMegabyte;
}

void Environment::Pause() { std::this_thread::sleep_for(std::chrono::microseconds(100)); }

void Environment::NotReadyInTime(const Unready& unready) {
  std::string names;
  for (const Unready::Culprit& culprit : unready.culprits) {
    if (!names.empty()) names += ", ";
    names += std::string(culprit.type->name) + ' ' + std::to_string(culprit.index);
  }
  Abort(
      Misuse{.rule = Rule::kWaitIsRevisited,
             .sentence = "an object must be ready to finish within the grace time of a full purge",
             .where = GC_HERE,
             .what = names.c_str()});
}

}  // namespace GC_BUILD
}  // namespace gc
