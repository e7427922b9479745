// properties/subjects/core/core_lanes.h -- the lanes of a judged heap: fibres, or threads.
//
// A lane is another thread to the collector. With a real thread for each lane, every operation on
// one costs two hand-overs through the kernel, some 10 µs each, and a judged operation some 0.3 µs.
// Since only one lane runs at a time, and each operation runs to its end, nothing is lost if a lane
// is a fibre (core/base/fibre.h): the lock asks which one runs, and is told the lane.
//
// On threads a run shows the same, event by event: lanes_test.cc judges traces in both ways.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "core/base/fibre.h"
#include "properties/subjects/core/core_subject.h"
#include "properties/subjects/core/lanes/lanes.h"
#include "reference/trace/trace.h"

namespace properties {
namespace {

class CoreLanes {
 public:
  explicit CoreLanes(LaneKind kind) : kind_(kind) {}

  // Does the work as the lane, and returns when it is done. Lane 0 is the calling thread.
  void Run(std::uint8_t lane, const std::function<void()>& work) {
    if (lane == 0) return work();
    if (kind_ == LaneKind::kThreads) return threads_.Run(lane, work);
    const gc::Fibre::Turn turn(fibres_[lane]);
    work();
  }

 private:
  const LaneKind kind_;
  Lanes threads_;
  std::array<gc::Fibre, reference::kLaneLimit> fibres_;
};

}  // namespace
}  // namespace properties
