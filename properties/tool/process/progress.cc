// properties/tool/process/progress.cc -- draws the bar and the line.

#include "properties/tool/process/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace tool {

Progress::Progress() {
  const char* const terminal = std::getenv("TERM");
  terminal_ =
      isatty(STDERR_FILENO) == 1 && terminal != nullptr && std::strcmp(terminal, "dumb") != 0;
}

void Progress::Show(std::size_t done, std::size_t total, const std::string& what,
                    std::uint64_t operations, double share) {
  Draw(done, total, fmt::format("{:.1f} M operations, ", static_cast<double>(operations) / 1e6),
       what, share);
}

void Progress::Show(std::size_t done, std::size_t total, const std::string& what) {
  Draw(done, total, "", what, 0);
}

std::string Progress::Left(double seconds, double share) {
  constexpr double kTooLittle = 0.05;
  if (share < kTooLittle || share >= 1) return {};
  const double left = seconds * (1 - share) / share;
  return left < 1 ? "" : fmt::format("about {:.0f} s left", left);
}

void Progress::Draw(std::size_t done, std::size_t total, const std::string& counts,
                    const std::string& what, double share) {
  const auto now = Clock::now();
  if (now - last_ < (terminal_ ? std::chrono::milliseconds(200) : std::chrono::seconds(10))) return;
  last_ = now;
  const double seconds = std::chrono::duration<double>(now - began_).count();
  const std::string left = Left(seconds, share);
  const std::string state = fmt::format("{}/{}  {}{:.0f} s{}  {}", done, total, counts, seconds,
                                        left.empty() ? "" : ", " + left, what);
  if (!terminal_) {
    std::fprintf(stderr, "tricolour: %s\n", state.c_str());
    return;
  }
  constexpr std::size_t kWidth = 24;
  const std::size_t filled = total == 0 ? 0 : done * kWidth / total;
  const std::string bar = std::string(filled, '#') + std::string(kWidth - filled, '.');
  std::fprintf(stderr, "\r\033[K[%s] %.72s", bar.c_str(), state.c_str());
  std::fflush(stderr);
  shown_ = true;
}

void Progress::Clear() {
  if (shown_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

}  // namespace tool
