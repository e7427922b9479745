// properties/matrix/thread_sight.h -- which broken thread rules a running program shows, as
// measured beforehand.
//
// A machine of two threads and a few accesses shows what a protocol may do. Whether a core that is
// broken in the same way also fails when it runs is another question, and the answer varies from
// run to run. So core has no switch for these faults. Each was made by hand in a copy of core, and
// the programs that use threads were run in two builds: as it ships, and under ThreadSanitizer.
// That takes minutes and needs clang, so the answers are kept here; .ci/broken_threads measures
// them again.
//
// Read next: properties/matrix/thread_rows.h.

#pragma once

#include <cstdint>
#include <string_view>

#include "model/threads/rules.h"

namespace properties {

enum class Seen : std::uint8_t {
  kYes,
  kNo,        // the programs ran, and nothing failed
  kNotThere,  // core has nothing that could be broken in this way
};

struct ThreadSight {
  model::threads::Fault fault;
  Seen running;          // free-running threads and core's tests of threads
  Seen sanitizer;        // the same, under ThreadSanitizer
  std::string_view how;  // what was changed in core, or what core has instead
  std::string_view why;  // why it is not seen; empty if both builds see it
};

// What was measured for a fault of the threads.
const ThreadSight& ThreadSightOf(model::threads::Fault fault);

}  // namespace properties
