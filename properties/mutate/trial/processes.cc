// properties/mutate/trial/processes.cc -- forks, limits, waits and kills.

#include "properties/mutate/trial/processes.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>
#include <thread>

extern char** environ;

namespace properties::mutate {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// More than any sound run needs.
constexpr rlim_t kMostBytes = rlim_t{4} << 30;
// Of a log, so much from its end is kept.
constexpr std::streamoff kMostLog = 60'000;
// A process of which no thread ran for so long waits for what never comes.
constexpr double kIdleSeconds = 20;

// All that the child needs, made before it is forked: another thread may hold the allocator's lock.
struct Prepared {
  std::vector<std::string> words, variables;
  std::vector<char*> arguments, environment;
  std::string log;
};

Prepared Prepare(const Command& command) {
  Prepared made;
  made.words = {command.program.string()};
  made.words.insert(made.words.end(), command.arguments.begin(), command.arguments.end());
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string text = *variable;
    if (!command.environment.contains(text.substr(0, text.find('=')))) {
      made.variables.push_back(text);
    }
  }
  for (const auto& [name, value] : command.environment) {
    made.variables.push_back(name + "=" + value);
  }
  for (std::string& word : made.words) made.arguments.push_back(word.data());
  for (std::string& variable : made.variables) made.environment.push_back(variable.data());
  made.arguments.push_back(nullptr);
  made.environment.push_back(nullptr);
  made.log = (command.folder / "log").string();
  return made;
}

[[noreturn]] void Become(const Prepared& made, const char* folder) {
  setpgid(0, 0);
  const rlimit memory{kMostBytes, kMostBytes}, no_core{0, 0};
  setrlimit(RLIMIT_DATA, &memory);
  setrlimit(RLIMIT_CORE, &no_core);
  const int in = open("/dev/null", O_RDONLY);
  const int out = open(made.log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0644);
  if (in < 0 || out < 0 || chdir(folder) != 0) _exit(127);
  dup2(in, 0);
  dup2(out, 1);
  dup2(out, 2);
  execve(made.arguments[0], made.arguments.data(), made.environment.data());
  _exit(127);
}

// The processor's time of one line of /proc/N/stat if that belongs to the group; else 0.
double TicksOf(const std::string& stat, pid_t group) {
  // Behind the name, which may have any character in it: state, parent, group, ten more, then the
  // times of the process, in the kernel, and the same of the children that it has waited for.
  const std::size_t name = stat.rfind(')');
  if (name == stat.npos) return 0;
  std::istringstream rest(stat.substr(name + 1));
  std::string state, skipped;
  pid_t parent = 0, of = 0;
  rest >> state >> parent >> of;
  if (of != group) return 0;
  for (int field = 0; field < 8; ++field) rest >> skipped;
  double sum = 0, ticks = 0;
  for (int field = 0; field < 4 && rest >> ticks; ++field) sum += ticks;
  return sum;
}

}  // namespace

std::string WhatIsThere(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

namespace {

// The processor's time that a group of processes has used: a test forks, and so does the judge.
double ProcessorSeconds(pid_t group) {
  double ticks = 0;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != name.npos) continue;
    ticks += TicksOf(WhatIsThere(entry.path() / "stat"), group);
  }
  return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double SecondsOf(const rusage& used) {
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

std::string EndOf(const fs::path& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in) return {};
  in.seekg(-std::min<std::streamoff>(in.tellg(), kMostLog), std::ios::end);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// Notices a process that makes no progress.
class Watch {
 public:
  Watch(pid_t process, double seconds) : process_(process), seconds_(seconds) {}

  bool Hangs() {
    const Clock::time_point now = Clock::now();
    if (now < next_look_) return false;
    next_look_ = now + std::chrono::milliseconds(200);
    const double used = ProcessorSeconds(process_);
    if (used > last_used_ + 0.01) {
      last_used_ = used;
      last_progress_ = now;
    }
    const double idle = std::chrono::duration<double>(now - last_progress_).count();
    const double wall = std::chrono::duration<double>(now - began_).count();
    return used > seconds_ || idle > kIdleSeconds || wall > 30 * (seconds_ + 5);
  }

 private:
  const pid_t process_;
  const double seconds_;
  const Clock::time_point began_ = Clock::now();
  Clock::time_point last_progress_ = began_;
  Clock::time_point next_look_ = began_ + std::chrono::seconds(1);
  double last_used_ = 0;
};

}  // namespace

Ended RunCommand(const Command& command) {
  fs::remove_all(command.folder);
  fs::create_directories(command.folder);
  const Prepared made = Prepare(command);
  const std::string folder = command.folder.string();
  const pid_t process = fork();
  if (process < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (process == 0) Become(made, folder.c_str());
  Watch watch(process, command.seconds);
  Ended ended;
  int status = 0;
  rusage used{};
  while (wait4(process, &status, WNOHANG, &used) != process) {
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    if (!watch.Hangs()) continue;
    kill(-process, SIGKILL);
    wait4(process, &status, 0, &used);
    ended.how = Ended::How::kHung;
    break;
  }
  kill(-process, SIGKILL);  // children that it left
  ended.seconds = SecondsOf(used);
  ended.log = EndOf(made.log);
  if (ended.how == Ended::How::kHung) return ended;
  if (WIFSIGNALED(status)) {
    ended.how = Ended::How::kCrashed;
    ended.status = WTERMSIG(status);
  } else {
    ended.status = WEXITSTATUS(status);
    if (ended.status == 127) ended.how = Ended::How::kNoProgram;
  }
  return ended;
}

Ended RunUnlessBusy(Command command) {
  const Ended first = RunCommand(command);
  if (first.how != Ended::How::kHung) return first;
  command.seconds *= 2;
  Ended second = RunCommand(command);
  second.seconds += first.seconds;
  return second;
}

}  // namespace properties::mutate
