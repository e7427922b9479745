// core/base/workers.h -- the threads that help one collector, while it waits for them.
//
// Some parts of a cycle look at much and decide little: a gather reads the whole table. They are
// cut into tasks, and each task into nothing that another one touches. The caller works with them
// and returns when all are done, so that for everybody else a step is still one step on one thread:
// the workers only run inside it.
//
// Happens-before: what the caller wrote before a call is visible to every task (it is spawned
// after), and what the tasks wrote is visible to the caller afterwards (it waits for them). Both
// edges are oneTBB's. Two tasks of one call are not ordered.
//
// Read next: core/collect/gather.cc.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

class Workers {
 public:
  // `count` threads work at a time, the caller's included.
  explicit Workers(std::uint32_t count);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  std::uint32_t count() const { return count_; }

  // Does task(0) .. task(tasks - 1), in any order and beside one another.
  void ForEach(std::size_t tasks, const std::function<void(std::size_t)>& task);
  // Does both: `here` on the caller's thread, `beside` on any.
  void Both(const std::function<void()>& here, const std::function<void()>& beside);

 private:
  struct Arena;
  const std::uint32_t count_;
  const std::unique_ptr<Arena> arena_;
};

}  // namespace GC_BUILD
}  // namespace gc
