// properties/tool/failures/run_folder.h -- each run has a folder of its own.
//
// If two runs write into one folder, the reports are of one, the traces of the other, and the
// command that is printed replays what the other found. So a run makes a folder, named by the time,
// in which no other run writes:
//
//     out/2026-11-22-234717/      1.trace, 1.txt, report.txt, ...
//     out/2026-11-22-234717-2/    another run that began in the same second
//     out/latest                  a link to the run that ended last
//
// A folder that is named with --out is used as it is, and what an earlier run left there goes.
// Either has the file `.lock`, on which the run has a lock for as long as it goes on: a second run
// that is given the same folder is refused. Of the dated folders the newest kRunsKept stay; of an
// older one goes what a run has written, unless it is locked.
//
// Read next: properties/tool/failures/failure_files.h.

#pragma once

#include <cstddef>
#include <string>

namespace tool {

inline constexpr std::size_t kRunsKept = 20;

class RunFolder {
 public:
  // `chosen`: the folder to use; empty for a dated one in `out`. Throws UsageError if it cannot be
  // made or written, or if another run uses it.
  explicit RunFolder(const std::string& chosen, const std::string& out = "out");
  // Ends the lock. A folder that this run made and wrote nothing into is removed.
  ~RunFolder();
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  const std::string& path() const { return path_; }

  // Lets `latest` lead to this run, if its folder is a dated one, and removes the oldest runs.
  void Finish();

 private:
  void MakeDated();
  void Lock();

  std::string path_;
  std::string out_;  // empty if the folder was chosen
  int lock_ = -1;
};

}  // namespace tool
