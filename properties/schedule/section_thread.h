// properties/schedule/section_thread.h -- the other thread of a run: it has a section open, and
// closes it when the collector waits for that.
//
// Whether a try waits for a section is a decision of the scheduler, so a run must be able to show
// it. Then the collector sleeps in the middle of an operation, and another thread has to wake it.
//
//     collector    an operation begins: Watch        Acquire: wanted, sleeps        is awake
//     helper                         looks ... looks               closes the section
//
// The section is opened as a fibre (core/base/fibre.h), so no thread is needed for that, and few
// operations wait. There is one helper for all runs of a subject. It looks every few milliseconds,
// and without a pause only if the oracle expects a wait: a run in which none comes costs no switch
// of threads.
//
// Happens-before: the helper looks at a section, and closes it, under the mutex. `Watch` takes the
// mutex when the operation begins and when it ends; so the collector reads whether the section is
// open after the helper has closed it, and drops a lock only when the helper looks no more.
//
// Read next: properties/schedule/core_schedule.cc.

#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "core/base/fibre.h"
#include "core/base/lock.h"

namespace properties::schedule {

// The section of one run.
class OtherSection {
 public:
  explicit OtherSection(gc::Lock& lock) : lock_(lock) {}
  // Closes it.
  ~OtherSection() { Close(); }
  OtherSection(const OtherSection&) = delete;
  OtherSection& operator=(const OtherSection&) = delete;

  void Open();
  void Close();
  bool IsOpen() const { return section_ != nullptr; }
  bool IsWaitedFor() const { return lock_.IsWanted(); }

 private:
  gc::Lock& lock_;
  gc::Fibre fibre_;
  std::unique_ptr<gc::Section> section_;
};

// The helper. Its thread begins with the first section that is watched.
class SectionThread {
 public:
  SectionThread() = default;
  ~SectionThread();
  SectionThread(const SectionThread&) = delete;
  SectionThread& operator=(const SectionThread&) = delete;

  // While it lives, the section, if it is open, is closed when the collector waits for it. `soon`:
  // that is expected.
  class Watch {
   public:
    Watch(SectionThread& helper, OtherSection& section, bool soon);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

   private:
    SectionThread& helper_;
    const bool watches_;
  };

 private:
  void Run();

  std::mutex mutex_;
  std::condition_variable changed_;
  OtherSection* watched_ = nullptr;  // under the mutex, as are the next two
  bool soon_ = false;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace properties::schedule
