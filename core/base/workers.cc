// core/base/workers.cc -- the only file that uses oneTBB.
//
// In the faulty build a task may break a rule and report it, and the sink accepts one event at a
// time. There the tasks run one after the other, in their order, on the caller's thread.

#include "core/base/workers.h"

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <utility>

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

// What the first of several concurrent calls threw, for the thread that waits for all of them.
class FirstException {
 public:
  template <class Call>
  void Of(const Call& call) {
    try {
      call();
    } catch (...) {
      if (!was_.exchange(true, std::memory_order_relaxed)) what_ = std::current_exception();
    }
  }
  bool Was() const { return was_.load(std::memory_order_relaxed); }
  void Rethrow() const {
    if (what_ != nullptr) std::rethrow_exception(what_);
  }

 private:
  std::atomic<bool> was_{false};
  std::exception_ptr what_;  // of the call that set was_, until all have ended
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
  // More threads than the machine has processors would be refused; the tasks are the same. What
  // the arena needs of memory it takes here: when a first use fails, oneTBB waits for that for
  // ever.
  explicit Arena(std::uint32_t threads)
      : arena(std::min(static_cast<int>(threads), tbb::info::default_concurrency())) {
    arena.initialize();
  }
  tbb::task_arena arena;
};

Workers::Workers(std::uint32_t count)
    : count_(count), arena_(kFaulty ? nullptr : std::make_unique<Arena>(count)) {}
Workers::~Workers() = default;

template <class Part>
void Workers::Together(std::size_t parts, const Part& part) {
  try {
    arena_->arena.execute([&] {
      tbb::parallel_for(
          std::size_t{0}, parts, [&](std::size_t) { part(); }, tbb::simple_partitioner());
    });
  } catch (...) {
    // No part throws. So it was oneTBB, which had no memory or no thread, and waited for all parts
    // that it had begun. What is left is this thread's.
    NoteFailure();
  }
  for (std::size_t i = 0; i < parts; ++i) part();
}

void Workers::ForEach(std::size_t tasks, Numbered call, const void* of) {
  const Running running(*this);
  tasks_ += tasks;
  if constexpr (kFaulty) {
    for (std::size_t i = 0; i < tasks; ++i) call(of, i);
  } else {
    std::atomic<std::size_t> next{0};  // relaxed: oneTBB orders what the tasks write
    FirstException failure;
    Together(std::min<std::size_t>(tasks, count_), [&] {
      const InTask here;
      for (std::size_t i = 0; (i = next.fetch_add(1, std::memory_order_relaxed)) < tasks;) {
        failure.Of([&] { call(of, i); });
        if (failure.Was()) next.store(tasks, std::memory_order_relaxed);
      }
    });
    failure.Rethrow();
  }
}

void Workers::Both(Job here, Job beside) {
  const Running running(*this);
  if constexpr (kFaulty) {
    here.call(here.of);
    beside.call(beside.of);
  } else {
    const std::thread::id caller = std::this_thread::get_id();
    bool was_here = false;  // the caller's thread only
    std::atomic<bool> was_beside{false};
    FirstException failure;
    Together(2, [&] {
      if (std::this_thread::get_id() == caller && !std::exchange(was_here, true)) {
        failure.Of([&] { here.call(here.of); });
      } else if (!was_beside.exchange(true, std::memory_order_relaxed)) {
        const InTask helper;
        failure.Of([&] { beside.call(beside.of); });
      }
    });
    failure.Rethrow();
  }
}

}  // namespace GC_BUILD
}  // namespace gc
