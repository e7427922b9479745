// properties/schedule/section_thread.h -- the other thread of a run: it has a section open, and
// closes it when the collector waits for that.
//
// Whether a try waits for a section is a decision of the scheduler, so a run must be able to show
// it. Then the collector sleeps in the middle of an operation, and another thread has to wake it.
// The section is opened as a fibre (core/base/fibre.h), so that no thread is needed for that; a
// thread takes the fibre over only while an operation runs in which the collector may wait.
//
//     collector    an operation begins: Watch        Acquire: wanted, sleeps        is awake
//     helper                         looks ... looks               closes the section
//
// Happens-before: `Watch` stores with release what the helper acquires before it takes the fibre
// over; the lock itself orders the closing of the section before the collector's return from
// Acquire, which is before the collector reads whether it is open.
//
// Read next: properties/schedule/core_schedule.cc.

#pragma once

#include <atomic>
#include <memory>
#include <thread>

#include "core/base/fibre.h"
#include "core/base/lock.h"

namespace properties::schedule {

class SectionThread {
 public:
  explicit SectionThread(gc::Lock& lock) : lock_(lock) {}
  // Closes the section.
  ~SectionThread();
  SectionThread(const SectionThread&) = delete;
  SectionThread& operator=(const SectionThread&) = delete;

  // On the collector's thread, which is in no operation.
  void Open();
  void Close();
  bool IsOpen() const { return section_ != nullptr; }

  // While it lives, the section is closed as soon as the collector waits for it.
  class Watch {
   public:
    explicit Watch(SectionThread& sections);
    ~Watch();
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

   private:
    SectionThread& sections_;
    std::atomic<bool> over_{false};
    std::jthread helper_;
  };

 private:
  gc::Lock& lock_;
  gc::Fibre fibre_;
  std::unique_ptr<gc::Section> section_;
};

}  // namespace properties::schedule
