// properties/tool/process/worker.h -- runs work in child processes, so that a dying collector is a
// finding.
//
// A judged collector may crash or hang. The report must still be written, with everything else that
// was found and with the trace that killed the collector. So everything that touches a subject runs
// in a forked child: it does the work and sends its result as text. The parent never touches a
// subject, and notices how each child ended.
//
// Read next: properties/tool/process/run_recorder.h.

#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "properties/tool/process/run_recorder.h"

namespace tool {

struct Task {
  std::string name;
  // Runs in the child. Every subject that it makes should go through the recorder: the recorder
  // gives a crash its trace, and shows the parent that the child is alive.
  std::function<std::string(RunRecorder&)> work;
  // How long it takes, against other tasks of the run; an estimate, for the progress alone.
  double weight = 1;
  // For work that computes for long without a subject (proofs, searches in the model): how long it
  // may be silent, if that is longer than TaskLimits says.
  double silence_seconds = 0;
  // So many children may do the work. If one dies or hangs, the next begins from the start, and
  // what the subjects died of is left out of their runs (RunRecorder::Forbid). So one run that
  // crashes does not hide what the others would have shown.
  unsigned children = 1;
};

struct TaskEnd {
  enum class How {
    kDone,      // `text` is what the work returned
    kThrew,     // `text` is what the exception said: a bug of this program
    kNoRoom,    // `text` is what there was too little of; it says nothing of the subject
    kDied,      // `text` is the signal or the exit status
    kHung,      // killed, because no operation ended for a long time
    kNotTried,  // time was up before it began
    kCutShort,  // time was up before it ended
  };
  How how = How::kNotTried;
  std::string text;
  std::string said;                         // the end of what it wrote to stderr
  std::vector<RunRecorder::Run> last_runs;  // kDied, kHung: what the subjects were given
  double seconds = 0;
  std::vector<TaskEnd> earlier;  // how the children before this one ended
};

struct TaskHooks {
  // Called with each end, in the order of the tasks.
  std::function<void(std::size_t index, const TaskEnd& end)> on_end;
  // Called as soon as a child is found to hang, after so many seconds of silence; its end may have
  // to wait for its turn.
  std::function<void(std::size_t index, double seconds)> on_hang;
  // Called a few times a second, with the operations that all tasks so far have applied and the
  // number of tasks that have ended.
  std::function<void(std::uint64_t operations, std::size_t ended)> on_idle;
  // Called as often; if it returns true, running children are killed and the rest is left untried.
  std::function<bool()> stop;
};

struct TaskLimits {
  unsigned jobs = 1;  // children at a time
  // A child hangs that has had no heartbeat for so long, and has spent half of that on a processor,
  // or nearly nothing. What is in between is at work on a machine that is too busy, and is given
  // twenty times as long. An operation takes microseconds, so this is long.
  double silence_seconds = 10;
  // The same once a child has hung: what hangs in one task hangs in most, and each would be waited
  // for again.
  double later_silence_seconds = 2;
};

// How much of the tasks' weight the first `ended` of them have, from 0 to 1.
double ShareOf(const std::vector<Task>& tasks, std::size_t ended);

// Runs the tasks and returns when all have ended. Throws std::system_error if no process can be
// forked.
void RunTasks(const std::vector<Task>& tasks, const TaskLimits& limits, const TaskHooks& hooks);

// Runs one task; for the commands that have only one.
TaskEnd RunTask(const Task& task, const TaskLimits& limits = {}, TaskHooks hooks = {});

// Memory, processes or time that the system grants had run out: no verdict, exit status 3.
class NoRoom : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// What the child threw, if it threw: NoRoom, or std::runtime_error for a bug of this program.
void ThrowAgain(const TaskEnd& end);

// The most telling line of `said`: a sanitizer's summary, else the last line.
std::string TellingLine(const std::string& said);

}  // namespace tool
