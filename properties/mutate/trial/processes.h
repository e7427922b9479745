// properties/mutate/trial/processes.h -- runs a program that may crash, hang or eat all memory.
//
// A mutant may wait for ever, or turn for ever; on a busy machine a sound program is slow as well.
// So what counts is the processor's time: a run hangs that has used up its seconds, or that uses
// none.
//
// Read next: properties/mutate/trial/stages.h.

#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace properties::mutate {

struct Command {
  std::filesystem::path program;
  std::vector<std::string> arguments;
  std::map<std::string, std::string> environment;  // beside that of this process
  std::filesystem::path folder;                    // where it runs; it is made anew
  double seconds = 10;                             // of a processor
};

struct Ended {
  enum class How { kExited, kCrashed, kHung, kNoProgram };
  How how = How::kExited;
  int status = 0;      // the exit status, or the signal
  double seconds = 0;  // of a processor
  std::string log;     // the end of what it wrote, to stdout and stderr
};

// Runs it and returns when it has ended. May be called by several threads at a time.
Ended RunCommand(const Command& command);

// The same; but what hangs is run once more, with twice the time. A busy machine spends more of a
// processor on the same work, and only what hangs both times is said to.
Ended RunUnlessBusy(Command command);

// The text of a file as far as it can be read. What /proc says of a process cannot when that ends
// while it is read; a stream's iterator would throw then.
std::string WhatIsThere(const std::filesystem::path& path);

}  // namespace properties::mutate
