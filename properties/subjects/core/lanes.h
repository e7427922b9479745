// properties/subjects/core/lanes.h -- the lanes of a trace as threads that pass a baton.
//
// A trace may say that another thread does an operation. To run it elsewhere in the sequence would
// be to lose the sequence, which is the failure; to run it on the one thread there is would judge
// no collector that asks which thread it is on. So each lane has a thread of its own, and exactly
// one thread runs at a time: the one that has the baton. The order stays the trace's, and a failure
// replays.
//
//     lane 0   ... operation 4 |                | operation 6 ...
//     lane 1                   | operation 5    |
//
// What two threads do at once is not tried here: model/threads/ tries every interleaving of the
// protocols, and properties/suites/free_running/ lets threads run as they like.
//
// Threads are made when a trace first uses their lane, and last until the subject goes; a subject
// without lanes has none.
//
// Read next: properties/subjects/core/core_subject.cc.

#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace properties {

// Used by one thread at a time.
class Lanes {
 public:
  Lanes() = default;
  ~Lanes();
  Lanes(const Lanes&) = delete;
  Lanes& operator=(const Lanes&) = delete;

  // Does the work on the lane's thread, and returns when it is done. Lane 0 is the caller's own.
  // What either did before it gave up the baton is seen by the other.
  void Run(std::uint8_t lane, const std::function<void()>& work);

  // Threads there are, the caller's not counted.
  std::size_t threads() const { return threads_.size(); }

 private:
  void Serve(std::size_t lane);

  std::mutex mutex_;
  std::condition_variable passed_;
  std::size_t baton_ = 0;                        // the lane that has it; all under the mutex
  const std::function<void()>* work_ = nullptr;  // none: the lane's thread ends
  std::vector<std::thread> threads_;             // of the lanes from 1 on
};

}  // namespace properties
