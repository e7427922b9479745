// properties/schedule/section_thread.cc -- a thread for the time of one operation.

#include "properties/schedule/section_thread.h"

namespace properties::schedule {

SectionThread::~SectionThread() { Close(); }

void SectionThread::Open() {
  const gc::Fibre::Turn turn(fibre_);
  section_ = std::make_unique<gc::Section>(lock_);
}

void SectionThread::Close() {
  const gc::Fibre::Turn turn(fibre_);
  section_.reset();
}

SectionThread::Watch::Watch(SectionThread& sections) : sections_(sections) {
  if (!sections.IsOpen()) return;
  helper_ = std::jthread([this] {
    while (!over_.load(std::memory_order_acquire)) {
      if (sections_.lock_.IsWanted()) return sections_.Close();
      std::this_thread::yield();
    }
  });
}

SectionThread::Watch::~Watch() {
  over_.store(true, std::memory_order_release);
  if (helper_.joinable()) helper_.join();
}

}  // namespace properties::schedule
