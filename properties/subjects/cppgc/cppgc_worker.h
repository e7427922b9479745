// properties/subjects/cppgc/cppgc_worker.h -- what cppgc asks of the program around it: a thread
// for its concurrent marker, and pages.
//
// The marker may run at the same time as the mutator, and then no two runs are alike. But what a
// platform promises of a job is only that it runs some time, and a thread may be descheduled
// anywhere. So the thread is a coroutine that goes on when it is told to, and stops where a Trace
// method of ours says so. To the collector this is a slow thread; the order is always the trace's:
//
//     marker: takes a, visits a.0        |                           | goes on, visits a.1
//     mutator:                           | stores b into a.0, or a.1 |
//
// Included by cppgc_heap.h only.

#pragma once

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <cppgc/platform.h>
#include <v8-initialization.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace properties {
inline namespace oilpan {

// Pages as the kernel gives them.
class Pages final : public cppgc::PageAllocator {
 public:
  std::size_t AllocatePageSize() override { return PageBytes(); }
  std::size_t CommitPageSize() override { return PageBytes(); }
  void SetRandomMmapSeed(std::int64_t) override {}
  void* GetRandomMmapAddr() override { return nullptr; }

  void* AllocatePages(void*, std::size_t length, std::size_t alignment,
                      Permission permission) override {
    const std::size_t all = length + alignment;
    void* const mapped =
        mmap(nullptr, all, ProtectionOf(permission), MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) return nullptr;
    auto* const begin = static_cast<char*>(mapped);
    const std::size_t over = reinterpret_cast<std::uintptr_t>(begin) % alignment;
    const std::size_t before = over == 0 ? 0 : alignment - over;
    if (before > 0) munmap(begin, before);
    if (all - before > length) munmap(begin + before + length, all - before - length);
    return begin + before;
  }
  bool FreePages(void* address, std::size_t length) override {
    return munmap(address, length) == 0;
  }
  bool ReleasePages(void* address, std::size_t length, std::size_t kept) override {
    return munmap(static_cast<char*>(address) + kept, length - kept) == 0;
  }
  bool SetPermissions(void* address, std::size_t length, Permission permission) override {
    return mprotect(address, length, ProtectionOf(permission)) == 0;
  }
  bool DecommitPages(void* address, std::size_t length) override {
    return madvise(address, length, MADV_DONTNEED) == 0 &&
           SetPermissions(address, length, kNoAccess);
  }

 private:
  static std::size_t PageBytes() {
    static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return bytes;
  }
  // The collector has no code in its heap.
  static int ProtectionOf(Permission permission) {
    if (permission == kRead) return PROT_READ;
    return permission == kReadWrite ? PROT_READ | PROT_WRITE : PROT_NONE;
  }
};

// The marker's thread, which runs only while the mutator waits for it.
class Worker {
 public:
  void Post(std::unique_ptr<v8::JobTask> task) { task_ = std::move(task); }
  bool HasWork() const {
    return task_ != nullptr && (suspended_ || task_->GetMaxConcurrency(0) > 0);
  }

  // On the mutator: lets the worker go on until it pauses, or has nothing left to do.
  void Go() {
    if (!suspended_) Begin();
    running_ = true;
    swapcontext(&mutator_, &worker_);
    running_ = false;
  }
  // On the worker: lets the mutator go on. Elsewhere: nothing.
  void Pause() {
    if (!running_ || !pauses_) return;
    suspended_ = true;
    swapcontext(&worker_, &mutator_);
  }
  // On the mutator: no work is left after it.
  void Join() {
    pauses_ = false;
    while (HasWork()) Go();
    Forget();
  }
  // On the mutator: what the worker has begun is ended, and the rest is left.
  void Cancel() {
    pauses_ = false;
    cancelled_ = true;
    if (suspended_) Go();
    Forget();
  }

 private:
  static constexpr std::size_t kStackBytes = std::size_t{1} << 18;

  class Delegate final : public cppgc::JobDelegate {
   public:
    explicit Delegate(const Worker& worker) : worker_(worker) {}
    bool ShouldYield() override { return worker_.cancelled_; }
    void NotifyConcurrencyIncrease() override {}
    std::uint8_t GetTaskId() override { return 0; }
    bool IsJoiningThread() const override { return false; }

   private:
    const Worker& worker_;
  };

  // A coroutine begins with two numbers, each half an address.
  static void Run(std::uint32_t high, std::uint32_t low) {
    auto& self = *reinterpret_cast<Worker*>(std::uintptr_t{high} << 32 | low);
    Delegate delegate(self);
    self.task_->Run(&delegate);
    self.suspended_ = false;
  }
  void Begin() {
    if (stack_ == nullptr) stack_ = std::make_unique_for_overwrite<char[]>(kStackBytes);
    getcontext(&worker_);
    worker_.uc_stack.ss_sp = stack_.get();
    worker_.uc_stack.ss_size = kStackBytes;
    worker_.uc_link = &mutator_;
    const auto self = reinterpret_cast<std::uintptr_t>(this);
    makecontext(&worker_, reinterpret_cast<void (*)()>(&Run), 2,
                static_cast<std::uint32_t>(self >> 32), static_cast<std::uint32_t>(self));
  }
  void Forget() {
    task_.reset();
    pauses_ = true;
    cancelled_ = false;
  }

  std::unique_ptr<v8::JobTask> task_;
  std::unique_ptr<char[]> stack_;
  ucontext_t mutator_ = {};
  ucontext_t worker_ = {};
  bool running_ = false;
  bool suspended_ = false;
  bool pauses_ = true;
  bool cancelled_ = false;
};

// Tasks are steps that the collector would take by itself; none is ever run.
class NoTasks final : public cppgc::TaskRunner {
 public:
  void PostTask(std::unique_ptr<cppgc::Task>) override {}
  void PostNonNestableTask(std::unique_ptr<cppgc::Task>) override {}
  void PostDelayedTask(std::unique_ptr<cppgc::Task>, double) override {}
  void PostNonNestableDelayedTask(std::unique_ptr<cppgc::Task>, double) override {}
  void PostIdleTask(std::unique_ptr<cppgc::IdleTask>) override {}
  bool IdleTasksEnabled() override { return false; }
  bool NonNestableTasksEnabled() const override { return true; }
  bool NonNestableDelayedTasksEnabled() const override { return true; }
};

// Of the process: V8 notes in its trace of events what the collector does. Here it is told that
// none is kept.
class NoEvents final : public v8::Platform {
 public:
  explicit NoEvents(Pages& pages) : pages_(pages) {}
  v8::PageAllocator* GetPageAllocator() override { return &pages_; }
  int NumberOfWorkerThreads() override { return 0; }
  std::shared_ptr<v8::TaskRunner> GetForegroundTaskRunner(v8::Isolate*) override {
    return std::make_shared<NoTasks>();
  }
  void CallOnWorkerThread(std::unique_ptr<v8::Task>) override {}
  void CallDelayedOnWorkerThread(std::unique_ptr<v8::Task>, double) override {}
  std::unique_ptr<v8::JobHandle> PostJob(v8::TaskPriority, std::unique_ptr<v8::JobTask>) override {
    return nullptr;
  }
  double MonotonicallyIncreasingTime() override { return 0; }
  double CurrentClockTimeMillis() override { return 0; }
  v8::TracingController* GetTracingController() override { return &events_; }

 private:
  Pages& pages_;
  v8::TracingController events_;
};

// Of one heap. Neither tasks nor time pass, so nothing begins by itself.
class Surroundings final : public cppgc::Platform {
 public:
  explicit Surroundings(Pages& pages) : pages_(pages) {}

  Worker& worker() { return worker_; }

  cppgc::PageAllocator* GetPageAllocator() override { return &pages_; }
  double MonotonicallyIncreasingTime() override { return 0; }
  std::shared_ptr<cppgc::TaskRunner> GetForegroundTaskRunner() override { return tasks_; }
  std::unique_ptr<cppgc::JobHandle> PostJob(cppgc::TaskPriority,
                                            std::unique_ptr<cppgc::JobTask> task) override {
    worker_.Post(std::move(task));
    return std::make_unique<Handle>(worker_);
  }

 private:
  class Handle final : public cppgc::JobHandle {
   public:
    explicit Handle(Worker& worker) : worker_(&worker) {}
    void NotifyConcurrencyIncrease() override {}
    void Join() override { std::exchange(worker_, nullptr)->Join(); }
    void Cancel() override { std::exchange(worker_, nullptr)->Cancel(); }
    void CancelAndDetach() override { Cancel(); }
    bool IsActive() override { return worker_ != nullptr && worker_->HasWork(); }
    bool IsValid() override { return worker_ != nullptr; }

   private:
    Worker* worker_;
  };

  Pages& pages_;
  const std::shared_ptr<NoTasks> tasks_ = std::make_shared<NoTasks>();
  Worker worker_;
};

}  // namespace oilpan
}  // namespace properties
