// properties/tool/process/progress.h -- a sign of life on stderr while a long command works.
//
// On a terminal this is one line that is redrawn. Elsewhere it is a line every ten seconds, since a
// log keeps every line. Results are never printed here.

#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace tool {

class Progress {
 public:
  Progress();
  ~Progress() { Clear(); }

  // Shows the progress, if it is time to: `done` of `total`, what is being done, and the operations
  // judged so far.
  void Show(std::size_t done, std::size_t total, const std::string& what, std::uint64_t operations);
  // The same, for work that judges no operations.
  void Show(std::size_t done, std::size_t total, const std::string& what);

  // Removes the line from the terminal, so that other text can be printed.
  void Clear();

 private:
  using Clock = std::chrono::steady_clock;

  void Draw(std::size_t done, std::size_t total, const std::string& counts,
            const std::string& what);

  bool terminal_;
  bool shown_ = false;
  Clock::time_point began_ = Clock::now();
  Clock::time_point last_ = began_;
};

}  // namespace tool
