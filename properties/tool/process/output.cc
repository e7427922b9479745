// properties/tool/process/output.cc -- writes without ever failing.

#include "properties/tool/process/output.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace tool {
namespace {

bool Colour(int descriptor) {
  const char* const no_colour = std::getenv("NO_COLOR");
  if (no_colour != nullptr && *no_colour != '\0') return false;
  const char* const terminal = std::getenv("TERM");
  if (terminal == nullptr || std::strcmp(terminal, "dumb") == 0) return false;
  return isatty(descriptor) == 1;
}

}  // namespace

void Print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

void Complain(std::string_view text) {
  const std::string line = fmt::format("tricolour: {}\n", text);
  std::fwrite(line.data(), 1, line.size(), stderr);
}

bool ColourOnStdout() { return Colour(STDOUT_FILENO); }
bool ColourOnStderr() { return Colour(STDERR_FILENO); }

}  // namespace tool
