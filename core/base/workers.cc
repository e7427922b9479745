// core/base/workers.cc -- the only file that uses oneTBB.
//
// In the faulty build a task may break a rule and report it, and the sink accepts one event at a
// time. There the tasks run one after the other, in their order, on the caller's thread.

#include "core/base/workers.h"

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>

namespace gc {
inline namespace GC_BUILD {

namespace {

thread_local int tasks_on_this_thread = 0;

class InTask {
 public:
  InTask() { tasks_on_this_thread += 1; }
  ~InTask() { tasks_on_this_thread -= 1; }
  InTask(const InTask&) = delete;
  InTask& operator=(const InTask&) = delete;
};

}  // namespace

// Notes for the length of a call that it runs.
class Workers::Running {
 public:
  explicit Running(Workers& workers) : workers_(workers), outer_(workers.running_) {
    workers_.running_ = true;
  }
  ~Running() { workers_.running_ = outer_; }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  Workers& workers_;
  const bool outer_;
};

bool Workers::IsHelper() { return tasks_on_this_thread != 0; }

struct Workers::Arena {
  // More threads than the machine has processors would be refused; the tasks are the same.
  explicit Arena(std::uint32_t threads)
      : arena(std::min(static_cast<int>(threads), tbb::info::default_concurrency())) {}
  tbb::task_arena arena;
};

Workers::Workers(std::uint32_t count)
    : count_(count), arena_(kFaulty ? nullptr : std::make_unique<Arena>(count)) {}
Workers::~Workers() = default;

void Workers::ForEach(std::size_t tasks, Numbered call, const void* of) {
  const Running running(*this);
  tasks_ += tasks;
  if constexpr (kFaulty) {
    for (std::size_t i = 0; i < tasks; ++i) call(of, i);
  } else {
    const auto helped = [call, of](std::size_t i) {
      const InTask here;
      call(of, i);
    };
    arena_->arena.execute(
        [&] { tbb::parallel_for(std::size_t{0}, tasks, helped, tbb::simple_partitioner()); });
  }
}

void Workers::Both(Job here, Job beside) {
  const Running running(*this);
  if constexpr (kFaulty) {
    here.call(here.of);
    beside.call(beside.of);
  } else {
    arena_->arena.execute([&] {
      tbb::task_group group;
      group.run([beside] {
        const InTask helper;
        beside.call(beside.of);
      });
      here.call(here.of);
      group.wait();
    });
  }
}

}  // namespace GC_BUILD
}  // namespace gc
