#include "properties/subjects/core/lanes/lanes.h"

namespace properties {

Lanes::~Lanes() {
  for (std::size_t lane = 1; lane <= threads_.size(); ++lane) {
    {
      const std::lock_guard hold(mutex_);
      work_ = nullptr;
      baton_ = lane;
    }
    passed_.notify_all();
    threads_[lane - 1].join();
  }
}

void Lanes::Run(std::uint8_t lane, const std::function<void()>& work) {
  if (lane == 0) return work();
  while (threads_.size() < lane) {
    threads_.emplace_back([this, own = threads_.size() + 1] { Serve(own); });
  }
  std::unique_lock hold(mutex_);
  work_ = &work;
  baton_ = lane;
  passed_.notify_all();
  passed_.wait(hold, [this] { return baton_ == 0; });
}

void Lanes::Serve(std::size_t lane) {
  std::unique_lock hold(mutex_);
  for (;;) {
    passed_.wait(hold, [this, lane] { return baton_ == lane; });
    if (work_ == nullptr) return;
    (*work_)();
    baton_ = 0;
    passed_.notify_all();
  }
}

}  // namespace properties
