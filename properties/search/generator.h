// properties/search/generator.h -- generates one directed run, operation by operation.
//
// The moves it knows are the ways in which an incremental collector goes wrong, each as the mutator
// would make it:
//
// hide:    store a white object where the collector has been, then cut every other way to it.
// carry:   the same by one move or swap, which stores and cuts at once.
// contain: the same by an element of a container, or by a whole container that is moved.
// adopt:   the same by a root, a keep flag, a strong count or a referencer.
// revive:  read a white or doomed object weakly and keep what was read.
// find:    the same by its name.
// resolve: the same by a field that is a handle, black if there is one.
// bear:    create in a gap, root the newborn, hang something white below it.
// copy:    make an object from one that refers to something white, and cut the template.
// reserve: hang something below an object whose constructor runs, cut the rest, begin a trace, and
//          let the constructor end in it.
// enrol:   give a permanent object something to hold, or reach it in one cycle and not in the next.
// resurrect: cut every way to an object that stores itself into another as it dies.
// garbage: mark something garbage, and store it where the collector has been; or let an outer be
//          all that holds it, or a referencer that protects it.
// cluster: make a cluster, and begin a trace; store into a member, or have one found in it.
// recycle: free an object that is referred to weakly, and create one where it was.
// enter:   another lane opens a section, and takes its share of the moves until it leaves.
//
// A move that takes several operations is a plan; collector steps fall between its operations now
// and then, which is where most faults lie.
//
// Read next: properties/search/target_selector.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "properties/search/directed.h"
#include "properties/search/random.h"
#include "properties/search/target_selector.h"

namespace properties {

enum class Choice : std::uint8_t {
  kCreate,
  kBear,
  kCopy,
  kStore,
  kCut,
  kHide,
  kCarry,
  kContain,
  kAdopt,
  kRoot,
  kUnroot,
  kStrong,
  kKeep,
  kReserve,
  kComplete,
  kPermanent,
  kResurrect,
  kReferencer,
  kWeakMake,
  kWeakCopy,
  kRevive,
  kRecycle,
  kUnready,
  kReady,
  kLocal,
  kTickOne,
  kTickSome,
  kStart,
  kCollect,
  kResolve,
  kFind,
  kEnter,
  kLeave,
  kTryCollect,
  kFrame,
  kGarbage,
  kCluster,
  kDissolve,
};
inline constexpr std::size_t kChoiceCount = 38;

class DirectedGenerator {
 public:
  DirectedGenerator(JudgeSession& session, std::uint64_t seed, const DirectedOptions& options,
                    reference::Trace& out);

  // Generates, applies and judges the run, from Begin to End.
  Verdict Generate();

 private:
  using Name = reference::Name;
  using Operation = reference::Operation;

  void Finish();
  void Next();
  bool Emit(const Operation& operation);
  Operation OnSomeLane(const Operation& operation);
  Choice Draw();
  void Make(Choice choice);

  // The moves. Each emits an operation, or plans some.
  void Create();
  void Bear();
  void Copy();
  void Store();
  void Cut();
  void Hide();
  void Carry();
  void Contain();
  void Take();
  std::vector<Name> ContainersOf(const std::vector<Name>& names) const;
  void Adopt();
  void Strong();
  void Keep();
  void Garbage();
  void Cluster();
  void DissolveOne();
  void Reserve();
  void Complete();
  void Permanent();
  void Enrol(Name permanent);
  void Resurrect();
  void Refer();
  bool Reregister(std::uint32_t referencer);
  void WeakMake();
  std::uint32_t AnyWeak();
  void Revive();
  void Find();
  void KeepRead();
  void Resolve();
  void Recycle();
  void Local();
  void Root(bool yes);
  void Ready(bool yes);
  bool LeaveOne();

  // Plans to cut every way to the object that is not through `kept`.
  void PlanCuts(Name object, Place kept);
  void Plan(const Operation& operation) { plan_.push_back(operation); }

  bool Marking() const {
    return targets_.stage() == Stage::kMarking || targets_.stage() == Stage::kSettled;
  }
  bool Has(reference::Verb verb) const { return verbs_.Has(verb); }
  Name Any(const std::vector<Name>& names, Name otherwise = reference::kNull);
  Place AnyPlace(const std::vector<Name>& names);
  Place PlaceHolding(bool white);
  Name Target();

  JudgeSession& session_;
  const DirectedOptions& options_;
  reference::Trace& out_;
  Random random_;
  TargetSelector targets_;
  reference::VerbSet verbs_;
  Profile profile_ = Profile::kEverything;
  std::size_t length_ = 0;
  Name objects_ = 0;  // as many as this case creates at most
  Name next_ = 0;
  std::uint32_t weaks_ = 0;
  std::uint32_t referencers_ = 0;
  std::uint32_t most_fields_ = 0;
  std::uint8_t lanes_ = 0;  // beside the first
  std::deque<Operation> plan_;
  std::array<Operation, 2> last_held_;  // by referencer: how it was last told to hold
  bool over_ = false;
};

}  // namespace properties
