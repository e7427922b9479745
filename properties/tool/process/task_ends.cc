// properties/tool/process/task_ends.cc -- what an end says, and which are thrown again.

#include "properties/tool/process/task_ends.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

#include "properties/tool/process/worker.h"

namespace tool {

bool ComesFromOutside(int signal) {
  constexpr int kSignals[] = {SIGKILL, SIGTERM, SIGHUP, SIGXCPU, SIGXFSZ};
  return std::ranges::find(kSignals, signal) != std::end(kSignals);
}

void WriteAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void ThrowAgain(const TaskEnd& end) {
  if (end.how == TaskEnd::How::kNoRoom) throw NoRoom(end.text);
  if (end.how == TaskEnd::How::kThrew) throw std::runtime_error(end.text);
}

std::string TellingLine(const std::string& said) {
  const std::size_t summary = said.rfind("SUMMARY: ");
  std::size_t end = said.find_last_not_of("\n ");
  if (end == std::string::npos) return {};
  if (summary != std::string::npos) {
    return said.substr(summary, said.find('\n', summary) - summary);
  }
  const std::size_t begin = said.rfind('\n', end);
  return said.substr(begin == std::string::npos ? 0 : begin + 1,
                     end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

}  // namespace tool
