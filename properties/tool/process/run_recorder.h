// properties/tool/process/run_recorder.h -- which operations a subject was given before it died.
//
// A judged collector is written in C or C++ and may crash its process. A seed does not suffice to
// repeat that: the generator may have changed since, and small heaps have no seed. So every
// operation is recorded before it is applied, in memory that outlives the process which applies it.
// Wherever the traces come from, one of the recorded ones is the trace that killed the subject.
//
//     parent   maps the recorder       forks a worker      finds the worker dead, reads the traces
//     worker                           Reset, Apply ... |
//
// Operations that were skipped are not recorded; they touched nothing.
// Read next: properties/tool/process/worker.h.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace tool {

// Memory that a process shares with its children. It has room for the last traces of kSubjects
// subjects that are in use at the same time.
class RunRecorder {
 public:
  static constexpr std::size_t kSubjects = 64;
  static constexpr std::uint32_t kOperations = 1u << 16;  // more are only counted

  RunRecorder();  // throws std::system_error without memory
  ~RunRecorder();
  RunRecorder(const RunRecorder&) = delete;
  RunRecorder& operator=(const RunRecorder&) = delete;

  // A subject that records each operation before it passes it on. If kSubjects are in use, the
  // subject is returned as it is. Several threads may call this at once.
  std::unique_ptr<reference::Subject> Recorded(std::unique_ptr<reference::Subject> subject);

  struct Run {
    reference::Trace trace;
    std::uint64_t operations = 0;  // in the trace; the recorder may have kept fewer
  };
  // The last trace of each subject; empty traces are left out.
  std::vector<Run> LastRuns() const;

  // For work that is begun again after a death: from now on, the last operation of each of these
  // runs is not passed on if the same operations come before it. The subject then says that it
  // stopped, by a breach of the rule kDiedBefore; so the search goes on with the next run.
  void Forbid(const std::vector<Run>& deaths);
  static constexpr const char* kDiedBefore = "died-before";
  // Shows that work goes on which is no operation of a trace.
  void Beat();

  // The number of operations of all traces so far: it grows as long as work goes on.
  std::uint64_t Heartbeat() const;

  // Forgets everything. No recorded subject may exist at that time.
  void Clear();

 private:
  struct Slot;
  friend class RecordedSubject;
  Slot* slots_ = nullptr;
  std::vector<std::uint64_t> deadly_;  // the fingerprints of runs
};

}  // namespace tool
