// properties/schedule/section_thread.cc -- looks, and closes.

#include "properties/schedule/section_thread.h"

#include <chrono>

namespace properties::schedule {

namespace {
constexpr std::chrono::microseconds kBetweenLooks{4'000};
constexpr std::chrono::microseconds kBetweenQuickLooks{20};
}

void OtherSection::Open() {
  const gc::Fibre::Turn turn(fibre_);
  section_ = std::make_unique<gc::Section>(lock_);
}

void OtherSection::Close() {
  const gc::Fibre::Turn turn(fibre_);
  section_.reset();
}

SectionThread::~SectionThread() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard hold(mutex_);
    over_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void SectionThread::Run() {
  std::unique_lock hold(mutex_);
  while (!over_) {
    if (watched_ != nullptr && watched_->IsOpen() && watched_->IsWaitedFor()) watched_->Close();
    const bool hurries = watched_ != nullptr && soon_ && watched_->IsOpen();
    changed_.wait_for(hold, hurries ? kBetweenQuickLooks : kBetweenLooks);
  }
}

SectionThread::Watch::Watch(SectionThread& helper, OtherSection& section, bool soon)
    : helper_(helper), watches_(section.IsOpen()) {
  if (!watches_) return;
  {
    const std::lock_guard hold(helper_.mutex_);
    helper_.watched_ = &section;
    helper_.soon_ = soon;
  }
  if (!helper_.thread_.joinable()) helper_.thread_ = std::thread([&helper] { helper.Run(); });
  if (soon) helper_.changed_.notify_one();
}

SectionThread::Watch::~Watch() {
  if (!watches_) return;
  const std::lock_guard hold(helper_.mutex_);
  helper_.watched_ = nullptr;
}

}  // namespace properties::schedule
