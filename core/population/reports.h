// core/population/reports.h -- what a heap says of itself: events, faults and failures.
//
// Owns the switch of rules, the sink of events and the first failure. Calls nothing but the sink,
// which may look and may not change anything, and the table, to name the object of a failure.
// Thread rules: events are published on the thread that takes the step; a rule may be asked for on
// any thread of the heap.
//
// Read next: core/base/check.h.

#pragma once

#include <cstdint>
#include <optional>

#include "core/base/check.h"
#include "core/base/obeys.h"
#include "core/object/table.h"
#include "core/population/event.h"

namespace gc {
inline namespace GC_BUILD {

class Reports {
 public:
  explicit Reports(const Table& table) : table_(table) {}
  Reports(const Reports&) = delete;
  Reports& operator=(const Reports&) = delete;

  bool Obeys(Rule rule, Fault fault) const { return rules_.Obeys(rule, fault); }
  // The same at a place where breaking the rule has an effect; if the rule is broken, publishes
  // kFaultCommitted.
  bool Obeys(Rule rule, Fault fault, const char* where) const {
    if (rules_.Obeys(rule, fault)) return true;
    Publish({.kind = EventKind::kFaultCommitted,
             .flag = static_cast<std::uint8_t>(fault),
             .where = where});
    return false;
  }
  void SetRules(const RuleSwitch& rules) { rules_ = rules; }
#if TRICOLOUR_FAULTY
  void ObeyAll(bool all) { rules_.ObeyAll(all); }
#endif

  void Publish(const Event& event) const {
    if (sink_.publish != nullptr) sink_.publish(sink_.context, event);
  }
  const EventSink& sink() const { return sink_; }
  // Whether anything is told of events.
  bool IsTold() const { return sink_.publish != nullptr; }
  void SetSink(const EventSink& sink) { sink_ = sink; }

  // For GC_CHECK. The faulty build keeps the first failure and answers false; the other builds
  // abort.
#if TRICOLOUR_FAULTY
  bool Fail(const Failure& failure);
#else
  [[noreturn]] bool Fail(const Failure& failure);
#endif
  const std::optional<Failure>& failure() const { return failure_; }
  // Whether a check has failed. A stopped heap ignores every later call.
  bool Stopped() const { return kFaulty && failure_.has_value(); }

  // For the next heap. The sink was taken away before the objects of this one ended.
  void Recycle() { failure_.reset(); }

 private:
  const Table& table_;
  RuleSwitch rules_;
  EventSink sink_;
  std::optional<Failure> failure_;
};

}  // namespace GC_BUILD
}  // namespace gc
