// core/collect/running.h -- what of the collector is running, for the length of a block.
//
// In a step nobody makes an object, and inside a callback nobody asks for a step. Whoever runs
// either says so here.
//
// Read next: core/collect/cycle.cc.

#pragma once

#include "core/collect/collector.h"

namespace gc {
inline namespace GC_BUILD {

// A step of the collector: no object is made meanwhile, and the sink is told, if it wants to know.
class StepScope {
 public:
  StepScope(Collector& collector, Step step)
      : collector_(collector), sink_(collector.sink), step_(step) {
    collector_.stepping += 1;
    if (sink_.step != nullptr) sink_.step(sink_.context, step_, true);
  }
  ~StepScope() {
    if (sink_.step != nullptr) sink_.step(sink_.context, step_, false);
    collector_.stepping -= 1;
  }
  StepScope(const StepScope&) = delete;
  StepScope& operator=(const StepScope&) = delete;

 private:
  Collector& collector_;
  const EventSink sink_;
  const Step step_;
};

// Marks a constructor or callback of the user as running.
class Calling {
 public:
  explicit Calling(Collector& collector) : collector_(collector) {
    collector_.calling.Enter(collector_.sharing);
  }
  ~Calling() { collector_.calling.Leave(collector_.sharing); }
  Calling(const Calling&) = delete;
  Calling& operator=(const Calling&) = delete;

 private:
  Collector& collector_;
};

}  // namespace GC_BUILD
}  // namespace gc
