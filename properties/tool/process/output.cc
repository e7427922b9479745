// properties/tool/process/output.cc -- writes, and remembers what could not be written.

#include "properties/tool/process/output.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>

#include "properties/tool/process/screen.h"

namespace tool {
namespace {

int print_error = 0;           // of the first text that could not be written
std::FILE* results = nullptr;  // null: stdout

bool Colour(int descriptor) {
  const char* const no_colour = std::getenv("NO_COLOR");
  if (no_colour != nullptr && *no_colour != '\0') return false;
  const char* const terminal = std::getenv("TERM");
  if (terminal == nullptr || std::strcmp(terminal, "dumb") == 0) return false;
  return isatty(descriptor) == 1;
}

}  // namespace

void Print(std::string_view text) {
  const std::optional<std::size_t> width = ScreenWidth();
  PrintData(width ? Folded(text, *width) : std::string(text));
}

void PrintData(std::string_view text) {
  errno = 0;
  std::FILE* const out = results == nullptr ? stdout : results;
  const std::size_t written = std::fwrite(text.data(), 1, text.size(), out);
  const bool done = std::fflush(out) == 0 && written == text.size();
  // A reader that has seen enough, such as `head`, is no mistake.
  if (!done && errno != EPIPE && print_error == 0) print_error = errno == 0 ? EIO : errno;
}

void KeepResultsApart() {
  if (results != nullptr) return;
  const int apart = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (apart < 0) return;
  results = fdopen(apart, "w");
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  dup2(nowhere, STDOUT_FILENO);
  close(nowhere);
}

int ResultDescriptor() { return results == nullptr ? STDOUT_FILENO : fileno(results); }

std::string WhyPrintFailed() { return print_error == 0 ? "" : std::strerror(print_error); }

void Complain(std::string_view text) {
  const std::string line = fmt::format("tricolour: {}\n", text);
  std::fwrite(line.data(), 1, line.size(), stderr);
}

bool ColourOnStdout() { return Colour(ResultDescriptor()); }
bool ColourOnStderr() { return Colour(STDERR_FILENO); }

}  // namespace tool
