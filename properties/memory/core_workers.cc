// properties/memory/core_workers.cc -- calls of workers, and what of each is compared.

#include "properties/memory/core_workers.h"

#ifdef __linux__
#include <sched.h>
#endif
#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <thread>
#include <vector>

#include "core/base/workers.h"

namespace properties::memory {
namespace {

constexpr int kCalls = 6;
constexpr std::uint32_t kMostTasks = 30;
// In which a thread comes to a task on a busy machine, too.
constexpr std::chrono::seconds kLongEnough{5};

// What a task throws: its number.
struct Failed {
  std::size_t task;
};

class WorkersJudge {
 public:
  WorkersJudge(std::uint64_t seed, bool lies, PaperVerdict& verdict)
      : random_(Mix(seed)), lies_(lies), verdict_(verdict) {}

  void Judge() {
    const std::uint32_t count = 1 + random_.Below(4);
    gc::Workers workers(count);
    Same("how many work at a time", workers.count(), count);
    for (int i = 0; i < kCalls && verdict_.difference.empty(); ++i) {
      if (random_.Chance(1, 2)) {
        ForEach(workers);
      } else {
        Both(workers);
      }
      Same("tasks that were given", workers.tasks(), tasks_);
      Same("a call is running when all have ended", workers.IsRunning(), false);
      Same("the caller is in a task when all have ended", gc::Workers::IsHelper(), false);
      Same("a thread or a task could not be had", gc::Workers::HaveFailed(), failed_before_);
    }
    if (random_.Chance(1, 4)) Meet(workers);
    CompareFailure();
  }

 private:
  void Same(const char* what, std::uint64_t said, std::uint64_t should) {
    verdict_.Same(what, said, should);
  }

  // Each of two tasks waits for the other, so both end in time only if two threads have them. A
  // process in which oneTBB lost its threads, as after an allocation of its own that failed, shows
  // nothing of ours; so where they do not meet, tasks that oneTBB is given by hand are asked, too.
  void Meet(gc::Workers& workers) {
    if (gc::kFaulty || workers.count() < 2 || Processors() < 2) return;
    const bool met = Meet([&](const auto& task) { workers.ForEach(2, task); });
    tasks_ += 2;
    Same("tasks that were given, with two that meet", workers.tasks(), tasks_);
    if (met || gc::Workers::HaveFailed() || !Meet(ByHand)) return;
    Same("two tasks are done at once", met, true);
  }
  // `give` has a task run twice, on any threads.
  template <class Give>
  static bool Meet(const Give& give) {
    std::atomic<int> come{0};
    std::atomic<bool> in_time{true};
    const auto latest = std::chrono::steady_clock::now() + kLongEnough;
    give([&](std::size_t) {
      come.fetch_add(1);
      while (come.load() < 2 && in_time.load()) {
        if (std::chrono::steady_clock::now() >= latest) in_time = false;
        std::this_thread::yield();
      }
    });
    return in_time;
  }
  static void ByHand(const std::function<void(std::size_t)>& task) {
    tbb::task_arena arena(2);
    arena.execute([&] {
      tbb::parallel_for(std::size_t{0}, std::size_t{2}, task, tbb::simple_partitioner());
    });
  }
  // Those that this process may use.
  static int Processors() {
#ifdef __linux__
    cpu_set_t set;
    CPU_ZERO(&set);
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
#else
    return static_cast<int>(std::thread::hardware_concurrency());
#endif
  }

  // It is noted for the process; nothing of this run asks for it meanwhile.
  void CompareFailure() {
    const bool before = gc::Workers::HaveFailed();
    gc::Workers::NoteFailure();
    Same("that a thread could not be had is noted", gc::Workers::HaveFailed(), true);
    gc::threads_have_failed = before;
  }

  // How often each was done, and whether each could see that it is a task.
  struct Done {
    explicit Done(std::size_t tasks) : times(tasks) {}
    std::vector<std::atomic<int>> times;
    std::atomic<int> knew{0};
    std::atomic<int> all{0};
  };
  static void Do(gc::Workers& workers, Done& done, std::size_t which) {
    done.times[which].fetch_add(1);
    done.all.fetch_add(1);
    if (workers.IsRunning() && gc::Workers::IsHelper()) done.knew.fetch_add(1);
  }

  void ForEach(gc::Workers& workers) {
    const std::size_t tasks = random_.Below(kMostTasks);
    const bool fails = tasks > 0 && random_.Chance(1, 3);
    // Each from this one on fails.
    const std::size_t from = fails ? random_.Below(static_cast<std::uint32_t>(tasks)) : tasks;
    Done done(tasks);
    std::optional<std::size_t> thrown;
    try {
      workers.ForEach(tasks, [&](std::size_t which) {
        Do(workers, done, which);
        if (which >= from) throw Failed{which};
      });
    } catch (const Failed& failed) {
      thrown = failed.task;
    }
    tasks_ += tasks;
    Same("what a task throws comes out of the call", thrown.has_value(), fails);
    if (thrown) Same("a task that fails threw it", *thrown >= from && *thrown < tasks, true);
    CompareDone(done, fails);
    if (!fails || workers.count() > 1) return;
    Same("tasks that fail, where one works alone", TimesFrom(done, from), 1);
  }
  static std::uint64_t TimesFrom(const Done& done, std::size_t from) {
    int times = 0;
    for (std::size_t which = from; which < done.times.size(); ++which) times += done.times[which];
    return static_cast<std::uint64_t>(times);
  }

  // If one fails, those that had not begun are left out.
  void CompareDone(const Done& done, bool fails) {
    std::size_t all = 0;
    for (std::size_t which = 0; which < done.times.size(); ++which) {
      const auto times = static_cast<std::size_t>(done.times[which].load()) + (lies_ ? 2 : 0);
      all += times;
      if (!fails || times > 1) Same("how often a task was done", times, 1);
    }
    Same("tasks that knew that they are", static_cast<std::size_t>(done.knew.load()), all);
  }

  void Both(gc::Workers& workers) {
    const std::uint32_t failing = random_.Below(6);  // 0: here; 1: beside; 2: both; else none
    const std::thread::id caller = std::this_thread::get_id();
    int here = 0, inside = 0;
    bool was_caller = false, is_task = false, runs = false;
    std::atomic<int> beside{0};
    std::atomic<bool> knew{false};
    std::optional<std::size_t> thrown;
    try {
      workers.Both(
          [&] {
            here += 1;
            was_caller = std::this_thread::get_id() == caller;
            is_task = gc::Workers::IsHelper();
            inside = CallInside(workers);
            runs = workers.IsRunning();
            if (failing == 0 || failing == 2) throw Failed{0};
          },
          [&] {
            beside.fetch_add(1);
            knew = gc::Workers::IsHelper();
            if (failing == 1 || failing == 2) throw Failed{1};
          });
    } catch (const Failed& failed) {
      thrown = failed.task;
    }
    Same("how often what is to be done here was done", here, 1);
    Same("it was done on the caller's thread", was_caller, true);
    Same("it is a task", is_task, false);
    Same("tasks that it gave", static_cast<std::uint64_t>(inside), kInside);
    Same("after them a call is still running", runs, true);
    Same("how often what is to be done beside was done", static_cast<std::uint64_t>(beside.load()),
         1);
    Same("it knew that it is a task", knew, true);
    Same("what one of both throws comes out of the call", thrown.has_value(), failing <= 2);
    if (thrown && failing != 2) Same("which of both threw it", *thrown, failing);
  }

  static constexpr std::uint64_t kInside = 3;
  int CallInside(gc::Workers& workers) {
    std::atomic<int> done{0};
    workers.ForEach(kInside, [&](std::size_t) { done.fetch_add(1); });
    tasks_ += kInside;
    return done;
  }

  Random random_;
  const bool lies_;
  const bool failed_before_ = gc::Workers::HaveFailed();  // in this process
  PaperVerdict& verdict_;
  std::uint64_t tasks_ = 0;  // of ForEach, so far
};

}  // namespace

void CompareWorkers(std::uint64_t seed, bool lies, PaperVerdict& verdict) {
  WorkersJudge(seed, lies, verdict).Judge();
}

}  // namespace properties::memory
