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
  // judged so far. `share` is how much of the whole work is done, from 0 to 1, if that is known
  // better than by the count: then the rest is estimated.
  void Show(std::size_t done, std::size_t total, const std::string& what, std::uint64_t operations,
            double share = 0);
  // The same, for work that judges no operations.
  void Show(std::size_t done, std::size_t total, const std::string& what);

  // "about 40 s left", after so many seconds and that share of the work; empty as long as too
  // little is done to tell.
  static std::string Left(double seconds, double share);

  // Removes the line from the terminal, so that other text can be printed.
  void Clear();

 private:
  using Clock = std::chrono::steady_clock;

  void Draw(std::size_t done, std::size_t total, const std::string& counts, const std::string& what,
            double share);

  bool terminal_;
  bool shown_ = false;
  Clock::time_point began_ = Clock::now();
  Clock::time_point last_ = began_;
};

}  // namespace tool
