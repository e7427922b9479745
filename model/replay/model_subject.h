// model/replay/model_subject.h -- the model as a collector that can be judged.
//
// The machine says which units may come next. A real collector takes one of them, by the order of
// its indices and lists. Here the orders are those of core/, objects get names, and what happens is
// published. So the oracle can judge a run of the model: a witness is believed only if the oracle
// finds a violation, and the judge can compare the sound model with the oracle.
//
// A heap of more than kMaxEntries objects at a time, or of objects with more than kMaxFields
// fields, is outside the model: the subject stops and says so.
//
// Read next: witness.h.

#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "model/machine/machine.h"
#include "model/replay/ordered_lists.h"
#include "model/replay/table.h"
#include "reference/oracle/subject.h"

namespace model {

class ModelSubject final : public reference::Subject {
 public:
  explicit ModelSubject(gc::FaultSet faults = {}, ListOrder order = ListOrder::kLastInFirstOut);

  std::string_view name() const override { return "model"; }
  const reference::Promises& promises() const override { return promises_; }
  void Reset(const reference::TraceHeader& header) override;
  reference::Answer Apply(const reference::Operation& operation,
                          std::vector<reference::Event>& events) override;
  bool Peek(reference::Name object, std::vector<reference::Name>& fields) const override;
  void Observe(reference::Observation& observation) const override;
  std::optional<reference::Breach> Verify() const override;

  const State& state() const { return state_; }
  // Whether the machine itself found a property broken since the reset.
  bool Found() const { return found_; }
  // Whether the trace was more than the model can hold, or has a verb that the machine does not
  // have.
  bool Stopped() const { return out_of_bounds_ || undeclared_.has_value(); }

 private:
  class Publisher;

  void Note(const Outcome& outcome) { found_ = found_ || outcome.finding.has_value(); }

  // Operations of the mutator (model_driver.cc): names become entries and slots. A step is empty if
  // the operation is more than the model can hold.
  reference::Answer Operate(const reference::Operation& operation);
  std::optional<Step> StepOf(const reference::Operation& operation);
  bool IsTooMuch(const Step& step) const;
  std::optional<Step> Birth(const reference::Operation& operation, Step step);
  std::optional<Step> Resizing(const reference::Operation& operation, Step step);
  std::optional<Step> Reporting(const reference::Operation& operation, Step step);
  std::optional<Step> Release(const reference::Operation& operation, Step step) const;
  std::optional<Step> AboutWeak(const reference::Operation& operation, Step step);
  std::uint8_t WeakSlot(std::uint32_t weak);

  // The collector's steps (model_subject.cc).
  void Tick(std::uint32_t units, std::vector<reference::Event>& events);
  void Purge(std::uint32_t units, std::vector<reference::Event>& events);
  bool Flip(std::vector<reference::Event>& events);
  // Does one unit; returns whether there was one. `ended` is set at the end of a cycle.
  bool OneUnit(std::vector<reference::Event>& events, bool& ended);
  // The same for a unit that is possible now.
  void DoUnit(const Unit& unit, std::vector<reference::Event>& events, bool& ended);
  void Describe(const State& before, Entry entry, reference::Event& unit) const;
  void Collect(std::vector<reference::Event>& events);

  Machine machine_;
  gc::FaultSet faults_;
  reference::Promises promises_;
  State state_;
  bool out_of_bounds_ = false;
  bool found_ = false;
  std::optional<reference::Verb> undeclared_;  // a verb of the trace that the machine does not have
  Table table_;
  OrderedLists lists_;
  std::vector<std::uint32_t> weaks_;                    // by slot: N of its weak reference wN
  std::array<std::uint32_t, kHolds> referencers_ = {};  // by kind: N of its referencer rN
};

}  // namespace model
