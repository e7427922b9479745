// properties/base/child.cc -- pipes, fork, and patience.

#include "properties/base/child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <system_error>
#include <tuple>

namespace properties {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kGraceMilliseconds = 2000;

[[noreturn]] void Fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

struct Pipe {
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) Fail("pipe");
    out = ends[0];
    in = ends[1];
  }
  int out = -1;
  int in = -1;
};

// A child may have ended before it is written to: that is a finding, told by what write answers,
// and no reason for this process to die.
void OutliveTheReader() { std::signal(SIGPIPE, SIG_IGN); }

int ReplaceBy(const std::vector<std::string>& words, int in, int out) {
  std::signal(SIGPIPE, SIG_DFL);  // which a program expects, and would inherit otherwise
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDERR_FILENO);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  execvp(arguments[0], arguments.data());
  return 127;
}

// Waits for the end of a process, for so long; whether it came.
bool Ended(pid_t process, int milliseconds) {
  for (int waited = 0; waited <= milliseconds; waited += 5) {
    const pid_t ended = waitpid(process, nullptr, WNOHANG);
    if (ended == process || (ended < 0 && errno != EINTR)) return true;
    usleep(5000);
  }
  return false;
}

}  // namespace

std::unique_ptr<Child> Child::Fork(const std::function<int(int in, int out)>& body) {
  OutliveTheReader();
  const Pipe to, from;
  std::fflush(nullptr);
  const pid_t process = fork();
  if (process < 0) Fail("fork");
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    std::signal(SIGINT, SIG_IGN);  // the harness decides when to end
    close(to.in);
    close(from.out);
    _exit(body(to.out, from.in));
  }
  close(to.out);
  close(from.in);
  return std::unique_ptr<Child>(new Child(process, to.in, from.out));
}

std::unique_ptr<Child> Child::Execute(const std::vector<std::string>& words) {
  return Fork([&](int in, int out) { return ReplaceBy(words, in, out); });
}

// Children that were made later have a copy of the pipe, so this process's end of it is not the end
// of the lines.
Child::~Child() {
  if (!lost_) std::ignore = write(to_, "quit\n", 5);
  close(to_);
  close(from_);
  if (lost_ || !Ended(process_, kGraceMilliseconds)) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
}

std::optional<std::string> Child::Ask(const std::string& line, double seconds) {
  if (lost_) return {};
  lost_ = true;  // until the answer is there
  const std::string whole = line + "\n";
  if (write(to_, whole.data(), whole.size()) != static_cast<ssize_t>(whole.size())) return {};
  const auto until = Clock::now() + std::chrono::duration<double>(seconds);
  while (true) {
    const std::size_t end = read_.find('\n');
    if (end != std::string::npos) {
      std::string answer = read_.substr(0, end);
      read_.erase(0, end + 1);
      lost_ = false;
      return answer;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
    pollfd ready{from_, POLLIN, 0};
    if (left.count() <= 0) return {};
    if (poll(&ready, 1, static_cast<int>(left.count())) <= 0) continue;
    char buffer[1 << 14];
    const ssize_t count = read(from_, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return {};
    read_.append(buffer, static_cast<std::size_t>(count));
  }
}

}  // namespace properties
