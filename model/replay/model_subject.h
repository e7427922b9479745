// model/replay/model_subject.h -- the model as a collector that can be judged.
//
// The machine says which units may come next; a real table takes one of them, by its order of
// indices and lists. Here those orders are chosen as core/ chooses them, names are given to
// objects, and what happens is published. So the oracle can be asked whether a run of the model is
// a violation, and a witness is believed only then; and the judge can hold the model itself to the
// oracle.
//
// A heap of more than kMaxEntries objects at a time, or of objects with more than kMaxFields
// fields, is outside the model: the subject stops and says so.
//
// Read next: witness.h.

#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "model/machine/machine.h"
#include "reference/oracle/subject.h"

namespace model {

enum class ListOrder : std::uint8_t { kFirstInFirstOut, kLastInFirstOut };

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
  // Whether a trace left what the model can hold.
  bool OutOfBounds() const { return out_of_bounds_; }

 private:
  class Publisher;

  Entry EntryOf(reference::Name name) const;
  std::size_t WeakSlot(std::uint32_t weak);
  bool Create(const reference::Operation& operation);
  bool Mutate(const reference::Operation& operation);
  bool TryToResurrect(const reference::Operation& operation);
  bool MutateContainer(const reference::Operation& operation);
  bool MutateReferencer(const reference::Operation& operation);
  bool MutateWeak(const reference::Operation& operation);
  reference::Answer Read(const reference::Operation& operation);
  bool Flip(std::vector<reference::Event>& events);
  // Does one unit; returns whether there was one. `ended` is set at the end of a cycle.
  bool OneUnit(std::vector<reference::Event>& events, bool& ended);
  void Collect(std::vector<reference::Event>& events);
  Entry Choose(const Unit& unit) const;
  void Forget(const State& before, Entry entry);
  void FollowLists(Entry scanned);

  Machine machine_;
  gc::FaultSet faults_;
  ListOrder order_;
  reference::Promises promises_;
  State state_;
  bool out_of_bounds_ = false;
  bool refused_ = false;                // the store, or the cluster
  std::vector<reference::Name> names_;  // of the object in each entry
  std::vector<Entry> entries_;          // by name; kNone if unborn or freed
  // Fields of the doomed whose object was freed under them. They are never stored to again.
  std::array<std::array<bool, kMaxFields>, kMaxEntries> dangling_ = {};
  std::vector<std::uint32_t> field_counts_;                     // by name
  std::vector<Entry> work_, barrier_, batch_, waiting_, free_;  // in order
  std::vector<std::uint32_t> weaks_;                            // which wN each slot is
  std::array<std::uint32_t, kHolds> referencers_ = {};          // which rN each kind is
};

}  // namespace model
