// properties/tool/process/run_recorder.h -- what a subject had been told when it died.
//
// A judged collector is written in C or C++ and may take its process with it. A seed is then not
// enough: the generator may have changed since, and small heaps have no seed. So every operation is
// written down before it is applied, in memory that outlives the process that applies it. Whatever
// the source of the traces, one of those that stand there is the trace that killed the subject.
//
//     parent   maps the recorder       forks a worker      finds the worker dead, reads the traces
//     worker                           Reset, Apply ... |
//
// Operations that were skipped are not in it; they touched nothing.
// Read next: properties/tool/process/worker.h.

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace tool {

// Memory shared between a process and its children, with room for the last traces of so many
// subjects that are used at the same time.
class RunRecorder {
 public:
  static constexpr std::size_t kSubjects = 64;
  static constexpr std::uint32_t kOperations = 1u << 16;  // of a trace; later ones are only counted

  RunRecorder();  // throws std::system_error if there is no memory
  ~RunRecorder();
  RunRecorder(const RunRecorder&) = delete;
  RunRecorder& operator=(const RunRecorder&) = delete;

  // A subject that writes each operation down before it passes it on. Subjects beyond kSubjects are
  // returned as they are. May be called by several threads at once.
  std::unique_ptr<reference::Subject> Recorded(std::unique_ptr<reference::Subject> subject);

  struct Run {
    reference::Trace trace;
    std::uint64_t operations = 0;  // of the trace, though not all may have been kept
  };
  // The last run of each subject; empty runs are left out.
  std::vector<Run> LastRuns() const;

  // Operations of all traces so far: moves as long as the work does.
  std::uint64_t Heartbeat() const;

  // Forgets everything. There must be no recorded subject.
  void Clear();

 private:
  struct Slot;
  friend class RecordedSubject;
  Slot* slots_ = nullptr;
};

}  // namespace tool
