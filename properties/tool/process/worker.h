// properties/tool/process/worker.h -- work done by child processes, so that a dying collector is a
// finding.
//
// A judged collector may crash or hang. Then the report of everything else must still be written,
// with the trace that did it. So whatever touches a subject runs in a forked child: the child does
// the work and sends its result as text; the parent never touches a subject, and notices how each
// child ended.
//
// Read next: properties/tool/process/run_recorder.h.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "properties/tool/process/run_recorder.h"

namespace tool {

struct Task {
  std::string name;
  // Runs in the child. Every subject it makes should go through the recorder: that is how a crash
  // gets its trace, and how the parent sees that the child is alive.
  std::function<std::string(RunRecorder&)> work;
};

struct TaskEnd {
  enum class How {
    kDone,      // `text` is what the work returned
    kThrew,     // `text` is what the exception said: a fault of this program
    kDied,      // `text` is the signal or the exit status
    kHung,      // killed, because no operation ended for a long time
    kNotTried,  // time was up before it began
    kCutShort,  // time was up before it ended
  };
  How how = How::kNotTried;
  std::string text;
  std::string said;                         // the end of what it wrote to stderr
  std::vector<RunRecorder::Run> last_runs;  // kDied, kHung: what the subjects had been told
  double seconds = 0;
};

struct TaskHooks {
  // Told of each end, in the order of the tasks.
  std::function<void(std::size_t index, const TaskEnd& end)> on_end;
  // Called a few times a second, with the operations that all tasks so far have applied and the
  // number of tasks that have ended.
  std::function<void(std::uint64_t operations, std::size_t ended)> on_idle;
  // Asked as often; true kills what runs and leaves the rest untried.
  std::function<bool()> stop;
};

struct TaskLimits {
  unsigned jobs = 1;             // children at a time
  double silence_seconds = 120;  // without a heartbeat, then the child hangs
};

// Runs the tasks and returns when all have ended. Throws std::system_error if it cannot fork.
void RunTasks(const std::vector<Task>& tasks, const TaskLimits& limits, const TaskHooks& hooks);

// One task; for the commands that have only one.
TaskEnd RunTask(const Task& task, const TaskLimits& limits = {}, TaskHooks hooks = {});

// The line of `said` that tells most: a sanitizer's summary, else the last one.
std::string TellingLine(const std::string& said);

}  // namespace tool
