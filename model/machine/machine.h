// model/machine/machine.h -- what the collector does, and what the mutator may do, stated once.
//
// An incremental collector is a set of units of work between which the mutator acts. Each is a
// function from a state to a state here, with its guard; the rules of core/rules.h are switches in
// them, one for each fault. Nothing here searches: explorer.h tries every order, replayer.h runs
// one trace with the lists and indices that a real table has, tie.h compares what a collector
// published.
//
// What a unit or an operation breaks is said at once, in the oracle's words
// (reference/oracle/oracle.h), with reachability by closure.
//
// Read next: units.cc, then mutator.cc.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "core/fault_set.h"
#include "core/faults.h"
#include "model/machine/state.h"
#include "reference/oracle/oracle.h"
#include "reference/trace/trace.h"

namespace model {

// What was broken, and on which entry.
struct Finding {
  reference::Property property = reference::Property::kSafety;
  Entry entry = kNone;
};

// What a unit did to an object, in order: told to those who want to publish events.
class FactSink {
 public:
  virtual ~FactSink() = default;
  virtual void Fact(reference::EventKind kind, Entry entry, bool flag) = 0;
};

// A referencer of each kind. A wrapper lets go of garbage, a protecting one does not.
enum class Hold : std::uint8_t { kWrapper, kRaw, kProtecting };
inline constexpr std::size_t kHolds = 3;
inline constexpr std::array<Mask State::*, kHolds> kReportedBy = {&State::wrapper, &State::raw,
                                                                  &State::protect};

// Entries in every order.
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

// The next unit: its kind, and the entries it may be about (none, if it is about no entry).
struct Unit {
  reference::EventKind kind = reference::EventKind::kFlip;
  Mask candidates = 0;
};

class Machine {
 public:
  explicit Machine(gc::FaultSet faults = {}, reference::Locals locals = reference::Locals::kDead)
      : faults_(faults), locals_(locals) {}

  gc::FaultSet faults() const { return faults_; }
  reference::Locals locals() const { return locals_; }

  // --- The collector's side (units.cc, purge.cc).

  // Whether `start` flips now.
  bool CanFlip(const State& state) const;
  void Flip(State& state, FactSink* sink = nullptr, std::size_t order = 0) const;

  // What a tick does next; empty if it does nothing. A tick that does nothing although it should
  // is a finding (Idle).
  std::optional<Unit> NextUnit(const State& state) const;
  std::optional<Finding> Idle(const State& state) const;

  // Does the next unit, which is about `entry` (kNone if it is about none).
  std::optional<Finding> Do(State& state, reference::EventKind unit, Entry entry,
                            FactSink* sink = nullptr, std::size_t order = 0) const;

  // Whether it makes a difference in which order several objects are reached at once: what the flip
  // does, and what takes what is reported. Then `order` is one of kAllOrders.
  static bool OrderMatters(const State& state);

  // Every collector step ends so: raw references held by the mutator die.
  static void EndStep(State& state);

  // --- The mutator's side (mutator.cc). The caller has seen to it that the mutator can name what
  // it uses.

  void Create(State& state, Entry entry, bool container = false) const;
  void Copy(State& state, Entry entry, Entry from) const;
  void Reserve(State& state, Entry entry) const;
  void Complete(State& state, Entry entry) const;
  // Found by its name from now on; it is looked at once when its constructor has run.
  void CreateNamed(State& state, Entry entry) const;
  void CreatePermanent(State& state, Entry entry) const;
  // From now on, when `leaver` begins to be destroyed, it tries to store itself into the heir.
  void SetLastWords(State& state, Entry leaver, Entry heir, std::size_t field) const;
  // False if it was refused.
  bool Store(State& state, Entry source, std::size_t field, Entry value) const;
  void Move(State& state, Entry to, std::size_t to_field, Entry from, std::size_t from_field) const;
  void Swap(State& state, Entry left, std::size_t left_field, Entry right,
            std::size_t right_field) const;
  // Containers: `field` is the first after the last element. One that relocates moves the others,
  // and each move shades.
  void Append(State& state, Entry container, std::size_t field, Entry value, bool relocates) const;
  void Erase(State& state, Entry container, std::size_t field) const;
  void Take(State& state, Entry to, Entry from) const;
  void SetRoot(State& state, Entry entry, bool root) const;
  void SetKept(State& state, Entry entry, bool kept) const;
  void SetStrong(State& state, Entry entry, bool strong) const;
  void SetHeld(State& state, Entry entry, bool held) const;
  void ReferencerHold(State& state, Entry entry, Hold kind) const;
  void MarkGarbage(State& state, Entry entry) const;
  // The field is one more, and never changed.
  void SetOuter(State& state, Entry entry, std::size_t field, Entry outer) const;
  // False: refused, and MayCluster says so.
  bool MayCluster(const State& state) const;
  bool MakeCluster(State& state, Entry root) const;
  bool AddToCluster(State& state, Entry root, Entry entry) const;
  void DissolveClusterOf(State& state, Entry entry) const;
  void WeakMake(State& state, std::size_t slot, Entry entry) const;
  void WeakCopy(State& state, std::size_t to, std::size_t from) const;
  // `answer` is what it yields, or kNone.
  std::optional<Finding> WeakRead(State& state, std::size_t slot, Entry& answer) const;
  // A field that is a handle takes what the weak reference means.
  std::optional<Finding> Resolve(State& state, Entry source, std::size_t field, std::size_t slot,
                                 Entry& answer) const;
  // By its name. The entry must have been born with one, and not be free.
  std::optional<Finding> Find(State& state, Entry entry, Entry& answer) const;

  // Forgets differences that no run can tell apart, so that fewer states are kept: what a stale
  // weak reference referred to, and which numbers serials happen to be.
  void Normalise(State& state) const;

 private:
  bool Faulty(gc::Fault fault) const { return faults_.Has(fault); }

  // White becomes grey, in one of the two lists; anything else stays. Returns whether it was white.
  bool Shade(State& state, Entry entry, Mask State::*list) const;
  void Barrier(State& state, Entry target) const;
  void BarrierUnless(gc::Fault fault, State& state, Entry target) const;
  void Load(State& state, Entry operand) const;
  void LoadHolder(State& state, Entry operand) const;

  void InitialReferences(State& state, FactSink* sink, std::size_t order) const;
  std::optional<Finding> Scan(State& state, Entry entry, FactSink* sink) const;
  bool Kills(State& state, Entry entry, std::size_t field) const;
  void EndCheck(State& state, FactSink* sink, std::size_t order) const;
  void EndTrace(State& state) const;
  std::optional<Unit> NextMarkingUnit(const State& state) const;
  std::optional<Finding> Gather(State& state, Entry entry) const;
  std::optional<Finding> EndGather(State& state) const;

  // Clusters (clusters.cc).
  static void Join(State& state, Entry root, Entry entry);
  static void ListOutward(State& state, Entry root, Mask members);
  static void Enlist(State& state, Entry entry, Mask State::*list);
  static bool KeepsGarbage(const State& state, Entry root);
  Mask ReachOne(State& state, Entry target) const;
  void Reach(State& state, Entry target, FactSink* sink) const;
  void ReachAll(State& state, Mask targets, FactSink* sink, std::size_t order) const;
  void Activate(State& state, Entry root, Entry taken, FactSink* sink) const;
  Mask ReachOutward(State& state, Entry root) const;
  void NoteStore(State& state, Entry holder, Entry value) const;
  void RequestDissolving(State& state, Entry root) const;
  static Mask WithReferrers(const State& state, Mask roots);
  void Dissolve(State& state, Mask roots) const;
  void LetMembersGo(State& state, Entry root) const;
  static void ForgetCluster(State& state, Entry root);
  bool IsDoomedMember(const State& state, Entry entry) const;
  void BuryClusters(State& state) const;
  static void LeaveClusters(State& state, Entry entry);

  std::optional<Unit> NextPurgeUnit(const State& state) const;
  std::optional<Finding> Begin(State& state, Entry entry, FactSink* sink) const;
  std::optional<Finding> Part(State& state, Entry entry) const;
  std::optional<Finding> Poll(State& state, Entry entry, FactSink* sink) const;
  std::optional<Finding> Free(State& state, Entry entry, FactSink* sink) const;
  bool BornTooEarly(const State& state, Entry entry) const;
  std::optional<Finding> LetWait(State& state, Entry entry) const;
  std::optional<Finding> Finish(State& state, Entry entry, FactSink* sink) const;

  // What is read: the entry, and whether it has the object that is meant.
  struct Sought {
    Entry entry = kNone;
    bool current = true;                                     // by the serial
    bool intended = true;                                    // indeed
    Entry holder = kNone;                                    // into whose field it goes
    gc::Fault not_shading = gc::Fault::kReadWithoutShading;  // of what is yielded
  };
  std::optional<Finding> ReadSlot(State& state, std::size_t slot, gc::Fault not_shading,
                                  Entry holder, Entry& answer) const;
  std::optional<Finding> Read(State& state, const Sought& sought, Entry& answer) const;
  bool Shows(const State& state, const Sought& sought) const;
  static void Revive(State& state, Entry entry);
  std::uint8_t FreshSerial(State& state) const;

  gc::FaultSet faults_;
  reference::Locals locals_;
};

}  // namespace model
