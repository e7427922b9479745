// core/base/workers.h -- the worker threads of one collector.
//
// Some parts of a cycle read much memory and decide little: a gather reads the whole table. They
// are cut into tasks that share no data. The caller works on the tasks as well, and returns when
// all are done; the worker threads run only inside the call. So a step of the collector remains one
// step on one thread for the rest of the program.
//
// Happens-before: what the caller wrote before a call is visible to every task, because the tasks
// are spawned after it. What the tasks wrote is visible to the caller afterwards, because it waits
// for them. oneTBB gives both edges. Two tasks of one call are not ordered.
//
// A call does all its tasks whatever fails in oneTBB: where it has no memory or gets no thread, the
// caller does what is left. So what a task took from a list of the collector's comes back.
//
// Read next: core/collect/gatherer.h.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/base/build.h"

namespace gc {

// Of the process, and so of all builds of core in it: they share the threads of oneTBB.
inline std::atomic<bool> threads_have_failed{false};

inline namespace GC_BUILD {

class Workers {
 public:
  // `count` threads work at a time, the caller's included. A std::bad_alloc without memory.
  explicit Workers(std::uint32_t count);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  std::uint32_t count() const { return count_; }

  // Runs task(0) .. task(tasks - 1), in any order and concurrently, and waits for all. What the
  // first task to fail throws comes out of it; then tasks that had not begun are left out.
  template <class Task>
  void ForEach(std::size_t tasks, const Task& task) {
    ForEach(
        tasks, [](const void* of, std::size_t which) { (*static_cast<const Task*>(of))(which); },
        &task);
  }
  // How many tasks ForEach was given since the workers were made.
  std::uint64_t tasks() const { return tasks_; }
  // Runs `here` on the caller's thread and `beside` on any, and waits for both.
  template <class Here, class Beside>
  void Both(const Here& here, const Beside& beside) {
    Both({[](const void* of) { (*static_cast<const Here*>(of))(); }, &here},
         {[](const void* of) { (*static_cast<const Beside*>(of))(); }, &beside});
  }
  // Whether a call of the two above is running: asked by its tasks, and by the thread that calls.
  bool IsRunning() const { return running_; }
  // Whether this thread is in a task of any workers.
  static bool IsHelper();
  // Whether oneTBB has failed to start a thread or a task since the process began. It goes on to
  // count on a thread that it could not start, so what waits for a thread may wait for ever.
  static bool HaveFailed() { return threads_have_failed.load(std::memory_order_relaxed); }
  static void NoteFailure() { threads_have_failed.store(true, std::memory_order_relaxed); }

 private:
  // A function of the caller's, by its address: a std::function would allocate (S9.17).
  using Numbered = void (*)(const void* of, std::size_t which);
  struct Job {
    void (*call)(const void* of);
    const void* of;
  };
  void ForEach(std::size_t tasks, Numbered call, const void* of);
  void Both(Job here, Job beside);
  // Calls part() so many times, each on some thread; part() throws nothing.
  template <class Part>
  void Together(std::size_t parts, const Part& part);

  class Running;
  struct Arena;
  const std::uint32_t count_;
  std::uint64_t tasks_ = 0;
  bool running_ = false;  // written by the caller before the tasks begin and after they end
  const std::unique_ptr<Arena> arena_;
};

}  // namespace GC_BUILD
}  // namespace gc
