// properties/tool/process/worker_test.cc -- how a child process ends, and when it is taken to hang.

#include "properties/tool/process/worker.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "properties/tool/process/output.h"
#include "properties/tool/process/progress.h"

namespace tool {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

TaskEnd EndOf(std::function<std::string()> work) {
  const Task task{"task", [work = std::move(work)](RunRecorder&) { return work(); }};
  return RunTask(task, {.jobs = 1, .silence_seconds = 0.4});
}

void Spin(milliseconds time) {
  const auto end = Clock::now() + time;
  while (Clock::now() < end) continue;
}

TEST(TaskEnds, ByTheirResultTheirExceptionOrTheirDeath) {
  const TaskEnd done = EndOf([] { return std::string("result"); });
  EXPECT_EQ(done.how, TaskEnd::How::kDone);
  EXPECT_EQ(done.text, "result");
  const TaskEnd thrown = EndOf([]() -> std::string { throw std::runtime_error("no file"); });
  EXPECT_EQ(thrown.how, TaskEnd::How::kThrew);
  EXPECT_EQ(thrown.text, "no file");
  const TaskEnd died = EndOf([]() -> std::string { std::quick_exit(3); });
  EXPECT_EQ(died.how, TaskEnd::How::kDied);
  EXPECT_EQ(died.text, "exit status 3");
  const TaskEnd quiet = EndOf([]() -> std::string { std::quick_exit(0); });
  EXPECT_EQ(quiet.how, TaskEnd::How::kDied) << "a library has ended it, and there is no result";
  EXPECT_EQ(quiet.text, "exit status 0");
}

// It would stand among the results, and JSON would be none.
TEST(TaskEnds, WithNothingPrintedByTheSubject) {
  testing::internal::CaptureStdout();
  const TaskEnd end = EndOf([] {
    std::printf("the subject's");
    Print("ours ");
    return std::string();
  });
  EXPECT_EQ(end.how, TaskEnd::How::kDone);
  Print("too");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "ours too");
}

// A collector that dies for want of memory has done nothing wrong, so this is no death.
TEST(TaskEnds, WithoutAVerdictIfTheSystemHasNoRoom) {
  const TaskEnd exhausted = EndOf([]() -> std::string { throw std::bad_alloc(); });
  EXPECT_EQ(exhausted.how, TaskEnd::How::kNoRoom);
  EXPECT_THROW(ThrowAgain(exhausted), NoRoom);
  for (const int signal : {SIGKILL, SIGTERM, SIGXCPU}) {
    const TaskEnd ended = EndOf([signal]() -> std::string {
      raise(signal);
      return "";
    });
    EXPECT_EQ(ended.how, TaskEnd::How::kNoRoom) << signal;
    EXPECT_NE(ended.text.find("from outside"), std::string::npos) << ended.text;
  }
  const TaskEnd crashed = EndOf([]() -> std::string {
    raise(SIGABRT);
    return "";
  });
  EXPECT_EQ(crashed.how, TaskEnd::How::kDied) << "this one is the subject's own";
}

TEST(TaskHangs, IfItComputesForEver) {
  const TaskEnd end = EndOf([]() -> std::string {
    for (;;) Spin(milliseconds(1));
  });
  EXPECT_EQ(end.how, TaskEnd::How::kHung);
}

TEST(TaskHangs, IfItWaitsForEver) {
  const TaskEnd end = EndOf([]() -> std::string {
    for (;;) std::this_thread::sleep_for(milliseconds(100));
  });
  EXPECT_EQ(end.how, TaskEnd::How::kHung);
}

// A machine that does thirty other things gives a child a small part of a processor. Such a child
// was once said to hang, and a rule that was caught stood in the matrix as one that hangs.
TEST(TaskHangs, ButNotIfTheMachineIsBusy) {
  const TaskEnd end = EndOf([] {
    for (int i = 0; i < 30; ++i) {
      Spin(milliseconds(2));
      std::this_thread::sleep_for(milliseconds(38));
    }
    return std::string("late");
  });
  EXPECT_EQ(end.how, TaskEnd::How::kDone);
  EXPECT_EQ(end.text, "late");
}

[[noreturn]] void HangForEver() {
  for (;;) std::this_thread::sleep_for(milliseconds(100));
}

// A proof may compute for longer than any operation of a collector takes.
TEST(TaskHangs, ButNotIfItMayBeSilentForLonger) {
  Task task{"proof", [](RunRecorder&) {
              Spin(milliseconds(1500));
              return std::string("proved");
            }};
  task.silence_seconds = 60;
  EXPECT_EQ(RunTask(task, {.jobs = 1, .silence_seconds = 0.4}).how, TaskEnd::How::kDone);
  task.silence_seconds = 0;
  EXPECT_EQ(RunTask(task, {.jobs = 1, .silence_seconds = 0.4}).how, TaskEnd::How::kHung);
}

// What hangs is told of at once, though its end waits for the ends of those before it; and what
// hangs next is not waited for as long.
TEST(TaskHangs, AndIsToldOfAtOnce) {
  std::string order;
  double later = 0;
  const std::vector<Task> tasks = {
      {"slow", [](RunRecorder&) { return Spin(milliseconds(2500)), std::string(); }, 1, 60},
      {"first", [](RunRecorder&) -> std::string { HangForEver(); }},
      {"second", [](RunRecorder&) -> std::string { HangForEver(); }}};
  TaskHooks hooks;
  hooks.on_hang = [&](std::size_t index, double seconds) {
    order += "hang " + std::to_string(index) + "; ";
    later = seconds;
  };
  hooks.on_end = [&](std::size_t index, const TaskEnd&) {
    order += "end " + std::to_string(index) + "; ";
  };
  RunTasks(tasks, {.jobs = 2, .silence_seconds = 0.6, .later_silence_seconds = 0.2}, hooks);
  EXPECT_EQ(order, "hang 1; hang 2; end 0; end 1; end 2; ");
  EXPECT_EQ(later, 0.2);
}

// A subject that dies of one operation, and hangs in another.
class Mortal final : public reference::Subject {
 public:
  std::string_view name() const override { return "mortal"; }
  const reference::Promises& promises() const override { return promises_; }
  void Reset(const reference::TraceHeader&) override {}
  reference::Answer Apply(const reference::Operation& operation,
                          std::vector<reference::Event>&) override {
    if (operation.object == 7) std::quick_exit(3);
    if (operation.object == 8) HangForEver();
    return {};
  }
  bool Peek(reference::Name, std::vector<reference::Name>&) const override { return false; }

 private:
  reference::Promises promises_;
};

// Runs of two operations each, of which the third and the fifth run are fatal.
std::string TenRuns(RunRecorder& recorder) {
  const auto subject = recorder.Recorded(std::make_unique<Mortal>());
  std::string text;
  for (reference::Name run = 0; run < 10; ++run) {
    const bool dies = run == 3, hangs = run == 5;
    std::vector<reference::Event> events;
    subject->Reset({.shape = run});
    subject->Apply(reference::op::Create(0), events);
    const auto answer = subject->Apply(reference::op::Create(dies ? 7 : hangs ? 8 : 1), events);
    const auto breach = subject->Verify();
    const bool refused = answer.kind == reference::Answer::Kind::kStopped && breach &&
                         breach->rule == RunRecorder::kDiedBefore;
    text += refused ? "-" : std::to_string(run);
  }
  return text;
}

// A run that kills its subject, or hangs, is no reason to leave the others untried.
TEST(TaskEnds, AndIsBegunAgainWithoutWhatItDiedOf) {
  Task task{"runs", TenRuns};
  task.children = 3;
  const TaskEnd end = RunTask(task, {.jobs = 1, .silence_seconds = 0.4});
  EXPECT_EQ(end.how, TaskEnd::How::kDone);
  EXPECT_EQ(end.text, "012-4-6789");
}

// Each hang takes seconds, and what hangs in one run hangs in most.
TEST(TaskHangs, AreNotTriedMoreThanTwice) {
  Task task{"runs", [](RunRecorder& recorder) {
              const auto subject = recorder.Recorded(std::make_unique<Mortal>());
              for (reference::Name run = 0; run < 10; ++run) {
                std::vector<reference::Event> events;
                subject->Reset({.shape = run});
                subject->Apply(reference::op::Create(8), events);
              }
              return std::string();
            }};
  task.children = 9;
  TaskEnd last;
  std::size_t earlier = 0;
  TaskHooks hooks;
  hooks.on_end = [&](std::size_t, const TaskEnd& end) {
    last = end;
    earlier = end.earlier.size();
  };
  RunTasks({task}, {.jobs = 1, .silence_seconds = 0.3}, hooks);
  EXPECT_EQ(last.how, TaskEnd::How::kHung);
  EXPECT_EQ(earlier, 1u);
}

TEST(TaskEnds, SayHowEarlierChildrenEnded) {
  Task task{"runs", TenRuns};
  task.children = 3;
  std::vector<TaskEnd> earlier;
  TaskHooks hooks;
  hooks.on_end = [&](std::size_t, const TaskEnd& end) { earlier = end.earlier; };
  RunTasks({task}, {.jobs = 1, .silence_seconds = 0.4}, hooks);
  ASSERT_EQ(earlier.size(), 2u);
  EXPECT_EQ(earlier[0].text, "exit status 3");
  EXPECT_EQ(earlier[0].last_runs.front().trace.header.shape, 3u);
  EXPECT_EQ(earlier[1].how, TaskEnd::How::kHung);
  task.children = 2;
  RunTasks({task}, {.jobs = 1, .silence_seconds = 0.4}, hooks);
  EXPECT_EQ(earlier.size(), 1u) << "then the second child's end is the task's";
}

TEST(Tasks, HaveSharesByWeight) {
  const std::vector<Task> tasks = {{"a", {}, 1}, {"b", {}, 3}, {"c", {}, 1}};
  EXPECT_DOUBLE_EQ(ShareOf(tasks, 0), 0);
  EXPECT_DOUBLE_EQ(ShareOf(tasks, 2), 0.8);
  EXPECT_DOUBLE_EQ(ShareOf(tasks, 3), 1);
  EXPECT_DOUBLE_EQ(ShareOf({}, 0), 0);
}

TEST(Tasks, OfWhichAFifthIsDoneTakeFourTimesAsLongAgain) {
  EXPECT_EQ(Progress::Left(10, 0.2), "about 40 s left");
  EXPECT_EQ(Progress::Left(10, 0.01), "") << "too little is done to tell";
  EXPECT_EQ(Progress::Left(10, 1), "");
}

}  // namespace
}  // namespace tool
