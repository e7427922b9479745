// model/machine/step.h -- a step that can happen to a state, and its outcome.
//
// A step is one operation of the mutator or one unit of the collector. An operation of a trace is
// about names; a step is about entries of the table and slots of weak references. The explorer
// makes steps itself; replay and conformance translate operations.
//
// Read next: machine.h.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "model/machine/state.h"
#include "reference/oracle/oracle.h"
#include "reference/trace/event.h"
#include "reference/trace/trace.h"

namespace model {

// The kinds of referencers. A wrapper drops garbage; a protecting referencer keeps it.
enum class Hold : std::uint8_t { kWrapper, kRaw, kProtecting };
inline constexpr std::size_t kHolds = 3;
inline constexpr std::array<Mask State::*, kHolds> kReportedBy = {&State::wrapper, &State::raw,
                                                                  &State::protect};

constexpr Hold HoldOf(const reference::Operation& operation) {
  if (operation.verb == reference::Verb::kReferencerProtect) return Hold::kProtecting;
  return operation.flag != 0 ? Hold::kRaw : Hold::kWrapper;
}

// What no line of a trace says: what a caller asks for or does by hand, and what other threads do.
// The formulas have an action of each name (model/proof/actions).
enum class Deed : std::uint8_t {
  kVerb,    // the step is its verb
  kFlag,    // the object gets a flag of its author, which a caller's mask may name
  kUnflag,  // and loses it
  kFlipMasked,
  kFlipAsking,  // the referencers are asked beside the flip
  kFlipMaskedAsking,
  kMaskMore,  // while marking, a mask is added
  kAskField,  // a referencer reports a field of the object
  kAbandon,   // an object under construction is given up
  kBeginByHand,
  kWorkerVisits,  // a worker visits the index while gathering
  kJoin,          // what the workers have doomed is handed over
  kHandOver,      // the entry is emptied, and a worker is to free the memory
  kWorkerFrees,
  kDrop,    // the heap is dropped
  kReopen,  // its machinery serves another heap
};
struct DeedEntry {
  Deed deed;
  std::string_view name;
};
inline constexpr std::array kDeeds = std::to_array<DeedEntry>({
    {Deed::kVerb, ""},
    {Deed::kFlag, "flag"},
    {Deed::kUnflag, "unflag"},
    {Deed::kFlipMasked, "flip-masked"},
    {Deed::kFlipAsking, "flip-asking"},
    {Deed::kFlipMaskedAsking, "flip-masked-asking"},
    {Deed::kMaskMore, "mask-more"},
    {Deed::kAskField, "ask-field"},
    {Deed::kAbandon, "abandon"},
    {Deed::kBeginByHand, "begin-by-hand"},
    {Deed::kWorkerVisits, "worker-visits"},
    {Deed::kJoin, "join"},
    {Deed::kHandOver, "hand-over"},
    {Deed::kWorkerFrees, "worker-frees"},
    {Deed::kDrop, "drop-heap"},
    {Deed::kReopen, "reopen"},
});

class DeedSet {
 public:
  constexpr DeedSet() = default;
  constexpr DeedSet(std::initializer_list<Deed> deeds) {
    for (const Deed deed : deeds) bits_ |= 1u << static_cast<unsigned>(deed);
  }
  constexpr bool Empty() const { return bits_ == 0; }
  constexpr bool Has(Deed deed) const { return (bits_ >> static_cast<unsigned>(deed) & 1u) != 0; }

 private:
  std::uint32_t bits_ = 0;
};

struct Step {
  // kTick: the collector does one unit, `unit`, which is about `object` (kNone: about no object).
  // The unit kCycleEnd stands for a tick that finds nothing to do.
  reference::Verb verb = reference::Verb::kTick;
  reference::EventKind unit = reference::EventKind::kFlip;
  Entry object = kNone;
  Entry target = kNone;
  // A field of `object`; for append and outer: the first one after its last field.
  std::uint8_t field = 0;
  std::uint8_t target_field = 0;
  std::uint8_t slot = 0;        // the weak reference
  std::uint8_t other_slot = 0;  // weak-copy: the source
  bool flag = false;       // ready: yes; create: a container; append: the container stays in place
  std::uint8_t order = 0;  // the order in which objects are reached (Machine::OrderMatters)
  Hold hold = Hold::kWrapper;
  Deed deed = Deed::kVerb;
  friend bool operator==(const Step&, const Step&) = default;
};

// The property that a step broke (reference/oracle/oracle.h), and the entry on which.
struct Finding {
  reference::Property property = reference::Property::kSafety;
  Entry entry = kNone;
};

// The outcome of a step.
struct Outcome {
  bool declared = true;  // false: the machine has no such verb, and did nothing
  bool refused = false;  // the operation is forbidden here, and changed nothing
  Entry answer = kNone;  // what a read yields
  std::optional<Finding> finding;
};

// Receives what a step did to objects, in order, for a caller that publishes events.
class FactSink {
 public:
  virtual ~FactSink() = default;
  virtual void Fact(reference::EventKind kind, Entry entry, bool flag) = 0;
};

// The next unit: its kind, and the entries that it may be about; none if it is about no entry.
struct Unit {
  reference::EventKind kind = reference::EventKind::kFlip;
  Mask candidates = 0;
};

// The entries in each possible order.
using Order = std::array<Entry, kMaxEntries>;
inline constexpr std::size_t kOrders = 24;
constexpr std::array<Order, kOrders> AllOrders() {
  std::array<Order, kOrders> orders = {};
  Order order = {0, 1, 2, 3};
  for (Order& each : orders) {
    each = order;
    std::next_permutation(order.begin(), order.end());
  }
  return orders;
}
inline constexpr std::array<Order, kOrders> kAllOrders = AllOrders();

}  // namespace model
