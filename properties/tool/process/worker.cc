// properties/tool/process/worker.cc -- child processes, their results, and how they end.

#include "properties/tool/process/worker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string_view>
#include <system_error>

#include "properties/tool/process/output.h"
#include "properties/tool/process/task_ends.h"

namespace tool {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kThrewStatus = 99;
constexpr int kNoRoomStatus = 98;
constexpr char kWhole = '\4';  // ends a result; a child that a library has ended writes none
constexpr std::size_t kSaidLimit = 4000;
constexpr int kIdleMilliseconds = 100;

// A processor that thirty processes want gives each 3 % of its time; a child that waits for what
// never comes takes none.
constexpr double kBusyShare = 0.5;
constexpr double kIdleShare = 0.002;
constexpr double kPatience = 20;
constexpr std::size_t kDeathsInAll = 24;
constexpr std::size_t kHangsInAll = 2;  // each takes seconds

[[noreturn]] void Fail(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

// What the child does. It ends by _exit, since the buffers and locks it inherited are the parent's.
[[noreturn]] void Live(const Task& task, RunRecorder& recorder, int result, int errors) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGINT, SIG_IGN);  // the parent decides when to end
  dup2(errors, STDERR_FILENO);
  KeepResultsApart();
  int status = 0;
  std::string text;
  try {
    text = task.work(recorder);
  } catch (const std::bad_alloc&) {
    text = "no memory was left";
    status = kNoRoomStatus;
  } catch (const std::exception& error) {
    text = error.what();
    status = kThrewStatus;
  } catch (...) {
    text = "an exception of unknown type";
    status = kThrewStatus;
  }
  WriteAll(result, text + kWhole);
  std::fflush(stdout);
  std::fflush(stderr);
  _exit(status);
}

// A child process at work, as the parent sees it.
class Worker {
 public:
  Worker(const Task& task, std::size_t index, RunRecorder& recorder,
         const std::vector<TaskEnd>& earlier)
      : index_(index), recorder_(recorder) {
    recorder_.Clear();
    for (const TaskEnd& end : earlier) recorder_.Forbid(end.last_runs);
    int pipe_ends[2];
    if (pipe2(pipe_ends, O_CLOEXEC) != 0) Fail("pipe");
    errors_ = memfd_create("stderr", MFD_CLOEXEC);
    if (errors_ < 0) Fail("memfd_create");
    std::fflush(nullptr);
    child_ = fork();
    if (child_ < 0) Fail("fork");
    if (child_ == 0) Live(task, recorder_, pipe_ends[1], errors_);
    close(pipe_ends[1]);
    result_ = pipe_ends[0];
  }
  ~Worker() {
    close(result_);
    close(errors_);
  }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  std::size_t index() const { return index_; }
  int descriptor() const { return result_; }
  std::uint64_t Heartbeat() const { return recorder_.Heartbeat(); }
  RunRecorder& recorder() { return recorder_; }

  // Reads what has arrived. Returns false once the result is complete.
  bool Read() {
    char buffer[1 << 16];
    const ssize_t count = read(result_, buffer, sizeof buffer);
    if (count < 0) return errno == EINTR || errno == EAGAIN;
    text_.append(buffer, static_cast<std::size_t>(count));
    return count > 0;
  }

  // Whether the child has been silent for so long, and hangs.
  bool Hangs(double seconds) {
    const std::uint64_t beat = Heartbeat();
    const auto now = Clock::now();
    if (beat != last_beat_) {
      last_beat_ = beat;
      last_change_ = now;
      spent_at_last_change_ = Spent();
    }
    const double silent = std::chrono::duration<double>(now - last_change_).count();
    if (silent <= seconds) return false;
    if (silent > seconds * kPatience) return true;
    const double spent = Spent() - spent_at_last_change_;
    return spent >= seconds * kBusyShare || spent <= silent * kIdleShare;
  }

  bool IsKilled() const { return killed_.has_value(); }
  void Kill(TaskEnd::How because) {
    if (!killed_) killed_ = because;
    kill(child_, SIGKILL);
  }

  TaskEnd End() {
    int status = 0;
    while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
    }
    TaskEnd end;
    end.seconds = std::chrono::duration<double>(Clock::now() - began_).count();
    end.said = Said();
    end.text = std::move(text_);
    Judge(status, end);
    return end;
  }

 private:
  // The processor time of the child in seconds, of all its threads.
  double Spent() const {
    clockid_t clock = {};
    timespec time = {};
    if (clock_getcpuclockid(child_, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
  }

  void Judge(int status, TaskEnd& end) const {
    const bool whole = WIFEXITED(status) && end.text.ends_with(kWhole);
    if (whole) end.text.pop_back();
    if (whole && WEXITSTATUS(status) == 0) {
      end.how = TaskEnd::How::kDone;
    } else if (killed_ == TaskEnd::How::kCutShort) {
      end.how = TaskEnd::How::kCutShort;
    } else if (whole && WEXITSTATUS(status) == kThrewStatus) {
      end.how = TaskEnd::How::kThrew;
    } else if (whole && WEXITSTATUS(status) == kNoRoomStatus) {
      end.how = TaskEnd::How::kNoRoom;
    } else if (!killed_ && WIFSIGNALED(status) && ComesFromOutside(WTERMSIG(status))) {
      end.how = TaskEnd::How::kNoRoom;
      end.text = fmt::format(
          "its process was ended from outside (SIG{}), as the system does when "
          "memory or time is used up",
          sigabbrev_np(WTERMSIG(status)));
    } else {
      end.how = killed_.value_or(TaskEnd::How::kDied);
      end.text = WIFSIGNALED(status) ? fmt::format("SIG{}", sigabbrev_np(WTERMSIG(status)))
                                     : fmt::format("exit status {}", WEXITSTATUS(status));
      end.last_runs = recorder_.LastRuns();
    }
  }

  std::string Said() const {
    const off_t size = std::max<off_t>(0, lseek(errors_, 0, SEEK_END));
    const off_t from = std::max<off_t>(0, size - static_cast<off_t>(kSaidLimit));
    std::string said(static_cast<std::size_t>(size - from), '\0');
    const ssize_t count = pread(errors_, said.data(), said.size(), from);
    said.resize(count < 0 ? 0 : static_cast<std::size_t>(count));
    return said;
  }

  std::size_t index_;
  RunRecorder& recorder_;
  pid_t child_ = -1;
  int result_ = -1;
  int errors_ = -1;
  std::string text_;
  std::optional<TaskEnd::How> killed_;
  Clock::time_point began_ = Clock::now();
  Clock::time_point last_change_ = began_;
  double spent_at_last_change_ = 0;
  std::uint64_t last_beat_ = 0;
};

// All child processes, and the ends that wait until their turn comes to be reported.
class Crew {
 public:
  Crew(const std::vector<Task>& tasks, const TaskLimits& limits, const TaskHooks& hooks)
      : tasks_(tasks), limits_(limits), hooks_(hooks), ends_(tasks.size()) {
    deaths_.earlier.resize(tasks.size());
    const std::size_t places = std::min<std::size_t>(std::max(1u, limits.jobs), tasks.size());
    for (std::size_t i = 0; i < places; ++i) {
      free_.push_back(recorders_.emplace_back(std::make_unique<RunRecorder>()).get());
    }
  }

  void Run() {
    while (told_ < tasks_.size()) {
      if (!stopped_ && hooks_.stop && hooks_.stop()) Stop();
      while (!stopped_ && !free_.empty() && IsLeft()) Begin();
      Wait();
      Tell();
    }
  }

 private:
  bool IsLeft() const { return !deaths_.again.empty() || next_ < tasks_.size(); }

  void Begin() {
    RunRecorder* const recorder = free_.back();
    free_.pop_back();
    const std::size_t index = deaths_.again.empty() ? next_++ : deaths_.again.back();
    if (!deaths_.again.empty()) deaths_.again.pop_back();
    workers_.push_back(
        std::make_unique<Worker>(tasks_[index], index, *recorder, deaths_.earlier[index]));
  }

  void Stop() {
    stopped_ = true;
    for (auto& worker : workers_) worker->Kill(TaskEnd::How::kCutShort);
    for (; next_ < tasks_.size(); ++next_) ends_[next_] = TaskEnd{};
    for (const std::size_t index : deaths_.again) End(index, {.how = TaskEnd::How::kCutShort});
  }

  void Wait() {
    std::vector<pollfd> waiting;
    for (auto& worker : workers_) waiting.push_back({worker->descriptor(), POLLIN, 0});
    if (!waiting.empty()) poll(waiting.data(), waiting.size(), kIdleMilliseconds);
    std::uint64_t operations = operations_;
    for (std::size_t i = waiting.size(); i-- > 0;) {
      operations += workers_[i]->Heartbeat();
      if (waiting[i].revents != 0) {
        if (!workers_[i]->Read()) Take(i);
      } else if (const double silence = SilenceOf(*workers_[i]); workers_[i]->Hangs(silence)) {
        EndHanging(*workers_[i], silence);
      }
    }
    if (hooks_.on_idle) hooks_.on_idle(operations, ended_);
  }

  // How long the child may be silent.
  double SilenceOf(const Worker& worker) const {
    const double all = hangs_ > 0 ? std::min(limits_.silence_seconds, limits_.later_silence_seconds)
                                  : limits_.silence_seconds;
    return std::max(all, tasks_[worker.index()].silence_seconds);
  }

  void EndHanging(Worker& worker, double silence) {
    if (worker.IsKilled()) return;
    worker.Kill(TaskEnd::How::kHung);
    ++hangs_;
    if (hooks_.on_hang) hooks_.on_hang(worker.index(), silence);
  }

  void Take(std::size_t place) {
    Worker& worker = *workers_[place];
    operations_ += worker.Heartbeat();
    const std::size_t index = worker.index();
    TaskEnd end = worker.End();
    free_.push_back(&worker.recorder());
    workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(place));
    if (MayBeginAgain(index, end)) {
      deaths_.earlier[index].push_back(std::move(end));
      deaths_.again.push_back(index);
      ++deaths_.count;
      return;
    }
    End(index, std::move(end));
    ++ended_;
  }

  // If everything dies, it is not tried again for ever.
  bool MayBeginAgain(std::size_t index, const TaskEnd& end) const {
    const bool died = end.how == TaskEnd::How::kDied || end.how == TaskEnd::How::kHung;
    return died && !stopped_ && !end.last_runs.empty() && deaths_.count < kDeathsInAll &&
           hangs_ < kHangsInAll && deaths_.earlier[index].size() + 1 < tasks_[index].children;
  }

  void End(std::size_t index, TaskEnd end) {
    end.earlier = std::move(deaths_.earlier[index]);
    ends_[index] = std::move(end);
  }

  void Tell() {
    for (; told_ < tasks_.size() && ends_[told_]; ++told_) {
      if (hooks_.on_end) hooks_.on_end(told_, *ends_[told_]);
      ends_[told_]->last_runs.clear();
      ends_[told_]->earlier.clear();
    }
  }

  // Children that died and were followed by others.
  struct Deaths {
    std::vector<std::vector<TaskEnd>> earlier;  // of each task
    std::vector<std::size_t> again;             // the tasks that are to be begun again
    std::size_t count = 0;
  };
  const std::vector<Task>& tasks_;
  const TaskLimits& limits_;
  const TaskHooks& hooks_;
  std::vector<std::optional<TaskEnd>> ends_;
  Deaths deaths_;
  std::vector<std::unique_ptr<RunRecorder>> recorders_;
  std::vector<RunRecorder*> free_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::size_t next_ = 0;   // the task to begin next
  std::size_t told_ = 0;   // ends reported so far
  std::size_t ended_ = 0;  // tasks ended so far
  std::uint64_t operations_ = 0;
  bool stopped_ = false;
  std::size_t hangs_ = 0;  // children that have hung
};

}  // namespace

double ShareOf(const std::vector<Task>& tasks, std::size_t ended) {
  double done = 0, all = 0;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    all += tasks[i].weight;
    if (i < ended) done += tasks[i].weight;
  }
  return all > 0 ? done / all : 0;
}

void RunTasks(const std::vector<Task>& tasks, const TaskLimits& limits, const TaskHooks& hooks) {
  if (!tasks.empty()) Crew(tasks, limits, hooks).Run();
}

TaskEnd RunTask(const Task& task, const TaskLimits& limits, TaskHooks hooks) {
  TaskEnd result;
  hooks.on_end = [&result](std::size_t, const TaskEnd& end) { result = end; };
  RunTasks({task}, limits, hooks);
  return result;
}

}  // namespace tool
