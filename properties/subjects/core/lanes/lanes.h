// properties/subjects/core/lanes/lanes.h -- runs the lanes of a trace on threads that pass a baton.
//
// A trace may say that another thread does an operation. If it ran at another time, the order would
// be lost, and with it the failure. If it ran on the only thread, a collector that asks which
// thread it is on would not be judged. So each lane has a thread of its own, and only the thread
// that has the baton runs. The order is always the trace's, and a failure replays.
//
//     lane 0   ... operation 4 |                | operation 6 ...
//     lane 1                   | operation 5    |
//
// What two threads do at the same time is not tried here: model/threads/ tries every interleaving
// of the protocols, and in properties/suites/free_running/ threads run freely.
//
// Most runs do without: core_lanes.h has a lane without a thread, at a fraction of the cost.
//
// A lane's thread is made when a trace first uses the lane, and lives until the subject is
// destroyed; a subject without lanes has none.
//
// Read next: properties/subjects/core/core_lanes.h.

#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace properties {

// The object itself may be used by only one thread at a time.
class Lanes {
 public:
  Lanes() = default;
  ~Lanes();
  Lanes(const Lanes&) = delete;
  Lanes& operator=(const Lanes&) = delete;

  // Does the work on the lane's thread, and returns when it is done. Lane 0 is the calling thread.
  // Passing the baton (under the mutex) is a happens-before edge: each side sees all that the other
  // did before.
  void Run(std::uint8_t lane, const std::function<void()>& work);

  // How many threads there are, without the calling one.
  std::size_t threads() const { return threads_.size(); }

 private:
  void Serve(std::size_t lane);

  std::mutex mutex_;
  std::condition_variable passed_;
  std::size_t baton_ = 0;  // the lane that has it; guarded by the mutex, as all below
  const std::function<void()>* work_ = nullptr;  // null: the thread of the lane ends
  std::vector<std::thread> threads_;             // for the lanes from 1 on
};

}  // namespace properties
