// properties/tool/process/interrupt.cc -- a flag that a signal handler sets.

#include "properties/tool/process/interrupt.h"

#include <csignal>

namespace tool {
namespace {

volatile std::sig_atomic_t interrupted = 0;

void Remember(int signal) {
  interrupted = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void CatchInterrupts() {
  std::signal(SIGINT, Remember);
  std::signal(SIGTERM, Remember);
}

bool Interrupted() { return interrupted != 0; }

}  // namespace tool
