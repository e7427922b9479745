// properties/schedule/schedule_alphabets.cc -- the alphabets, as the text of runs.

#include "properties/schedule/schedule_alphabets.h"

#include <string>
#include <utility>
#include <variant>

#include "reference/schedule/schedule_text.h"

namespace properties::schedule {
namespace {

using reference::schedule::Operation;
using reference::schedule::Trace;

struct Text {
  std::string_view name;
  std::string_view before;
  std::string_view entries;
};

// Slices of three units, of which a cycle of these heaps takes several.
#define TRICOLOUR_SLICED                                                         \
  "set trace.incremental on\nset gather.incremental on\nset trace.slice 0.003\n" \
  "set purge.slice 0.003\nset schedule.interval 4\n"

constexpr Text kTexts[] = {
    {"requests", "set schedule.interval 3\nset schedule.collect_on_level_unload on\ngarbage 1\n",
     "tick 1\nagain 1\nplay\nrequest\nrequest full\ndelay\nuntil 2\nunload\ntry\n"},
    {"slices", TRICOLOUR_SLICED "play\nlive 7\ngarbage 3\n",
     "tick 1\nagain 1\nrequest\nrequest full\ndelay\ncollect\ncollect full\ngarbage 1\n"
     "set purge.begin_incremental off\nset trace.delay 1\nset trace.incremental off\n"},
    {"limits",
     TRICOLOUR_SLICED "play\nlive 12\ngarbage 9\nset low_memory.threshold 100\nrequest\n"
                      "tick 1\n",
     "tick 1\nmemory 99\nset gather.slice 0.011\nset low_memory.purge_slice 0.005\n"
     "set trace.slice 0\nset purge.slice 0\nset gather.incremental off\ncost 4\n"},
    {"load",
     "play\ngarbage 1\nset schedule.interval 4\nset low_memory.threshold 100\n"
     "set low_memory.interval 2\nset low_memory.level_interval 1\n"
     "set schedule.idle_server_factor 2\n",
     "tick 1\nmemory 99\nmemory 100\nlevels on\nserver on\nplayers off\nuntil 1\n"
     "set schedule.interval 0\nset low_memory.interval 6\nmap\n"},
    {"tries", "play\nset schedule.tries_before_forcing 2\nset schedule.interval 2\ngarbage 1\n",
     "tick 1\nsection on\nsection off\ntry\nloading on\nloading off\nrequest full\ndelay\n"
     "set schedule.flush_loading_first on\nset schedule.collect_while_loading on\ncollect\n"},
    {"debug", "garbage 1\nlive 1\n",
     "tick 1\nagain 1\nplay\nset debug.every_frames 2\nset debug.force_every_frame on\n"
     "set debug.stress_loading on\nset trace.continuous on\nloading on\nsection on\ndelay\n"},
    {"forced", "play\ngarbage 1\nset debug.force_every_frame on\n",
     "tick 1\nset debug.force_every_frame off\nsection on\nsection off\nrequest full\nloading "
     "on\n"},
    {"notices", TRICOLOUR_SLICED "play\nlive 2\ngarbage 2\n",
     "tick 1\nrequest\nrequest full\ncollect full\nat pre-collect request-full\n"
     "at started request\nat clean-up try\nat complete request-full\nat post-collect delay\n"
     "at marking-done try\ncost 2\n"
     "subscribe complete\nunsubscribe started\n"},
    {"assets", TRICOLOUR_SLICED "play\nlive 2\nasset 2\n",
     "tick 1\nrequest\nrequest full\nkeep on\nkeep off\ncollect keeping\ncollect full\n"
     "try full keeping\nasset 1\ndrop 1\n"},
    {"not ready", "play\nset purge.grace 2\nset purge.culprits 1\nslow 2\ngarbage 1\nready off\n",
     "tick 1\nrequest\nrequest full\nready on\nready off\ncollect\nslow 1\nset purge.grace 0\n"
     "set purge.grace 0.002\nset purge.slice 0.001\nmap\n"},
    {"small heaps", "play\nset gather.incremental on\nset low_memory.threshold 100\nmemory 5\n",
     "tick 1\nrequest\nrequest full\nset purge.begin_incremental off\nmap\ncollect\nlive 1\n"
     "garbage 1\nmemory 100\n"},
};
#undef TRICOLOUR_SLICED

std::vector<Operation> OperationsOf(std::string_view lines) {
  const auto parsed = reference::schedule::Parse("tricolour schedule 1\n" + std::string(lines));
  return std::get<Trace>(parsed).operations;
}

}  // namespace

const std::vector<ScheduleAlphabet>& ScheduleAlphabets() {
  static const std::vector<ScheduleAlphabet> alphabets = [] {
    std::vector<ScheduleAlphabet> made;
    for (const Text& text : kTexts) {
      made.push_back({text.name, OperationsOf(text.before), OperationsOf(text.entries)});
    }
    return made;
  }();
  return alphabets;
}

}  // namespace properties::schedule
