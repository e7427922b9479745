// properties/subjects/core/core_adapter.h -- the adapter of core: what it has, and what it is told.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/assembly/assembled.h"
#include "core/gc.h"
#include "core/inspect/report/inspector.h"
#include "core/inspect/verify/snapshot.h"
#include "core/inspect/verify/verifier.h"
#include "properties/subjects/core/core_driver.h"
#include "properties/subjects/core/core_game.h"
#include "properties/subjects/core/core_images.h"
#include "properties/subjects/core/core_lanes.h"
#include "properties/subjects/core/core_listener.h"
#include "properties/subjects/core/core_members.h"
#include "properties/subjects/core/core_neighbour.h"
#include "properties/subjects/core/core_subject.h"
#include "reference/oracle/subject.h"

namespace properties {
namespace {

using reference::Answer;
using reference::Breach;
using reference::Event;
using reference::kNull;
using reference::Name;
using reference::Operation;
using reference::Setting;
using reference::TraceHeader;
using reference::Verb;

constexpr Answer kNoRoom = {.kind = Answer::Kind::kExhausted};

// What changes in a run, as far as the adapter knows it: one range of bytes, of which an image is a
// copy. Not inside of the class that has it: the initialisers of a nested class are read only when
// the outer one is complete, and an optional needs them before.
struct Run {
  gc::Locals locals = gc::Locals::kDead;
  std::optional<gc::Heap> heap;
  Driver driver;
  std::optional<Breach> lost;     // an operand was gone that should exist
  std::uint32_t own_objects = 0;  // those that the heap has made for itself
  std::uint64_t own_bytes = 0;
  bool no_lists = false;  // stores and steps find no memory for the lists
};

// What a run may have beside its heap.
struct Company {
  std::optional<CoreListener> listener;
  std::optional<reference::Told> told_at_end;  // what the listener of the heap before this one was
  std::optional<CoreNeighbour> neighbour;
};

// Gives back what a heap before this one had lengthened, so that a list that finds no memory has no
// room. Heap::Trim would give back the memory of objects too, and to map and clear a region for
// each run takes ten times as long as the run.
inline void TrimLists(gc::Collector& collector) {
  collector.population.table.Trim();
  collector.wavefront.Trim();
  collector.marker.Trim();
  collector.gatherer.Trim();
  collector.purger.Trim();
  collector.serials.Trim();
}

// The words of a class are assembled when the first object of it is scanned, and belong to the
// process. Here they are there before any run, as no allocation of one may be theirs: a run may be
// put back as it was, and may be told which of its allocations fails.
inline void AssembleSchemas() {
  std::vector<const gc::Class*> types = PlainClasses();
  for (const gc::Class* const type : ContainerClasses()) types.push_back(type);
  types.insert(types.end(), {&gc::NamedObject::kClass, &gc::ClassObject::kClass,
                             &gc::Package::kClass, &JudgedNamed::kClass, &Neighbour::kClass});
  for (const gc::Class* const type : types) {
    gc::AssembledOf(*type);
  }
}

class CoreSubject final : public reference::Subject, private Witness {
 public:
  CoreSubject(gc::FaultSet faults, LaneKind lanes) : faults_(faults), lanes_(lanes) {
    AssembleSchemas();
    promises_.verbs = reference::VerbSet::All();
    promises_.verbs.Remove(Verb::kExpectAlive).Remove(Verb::kExpectGone);
    promises_.units = true;
    promises_.modelled = true;
    promises_.staged_destruction = true;
    promises_.colours = true;
    promises_.obeys = true;
    promises_.settings = reference::SettingSet::All();
    Reset({});
  }
  ~CoreSubject() override { LeaveHome(); }

  std::string_view name() const override { return gc::kFaulty ? "core, faulty" : "core"; }
  const reference::Promises& promises() const override { return promises_; }
  void Reset(const TraceHeader& header) override;
  Answer Apply(const Operation& operation, std::vector<Event>& events) override;
  bool Peek(Name object, std::vector<Name>& fields) const override;
  void Observe(reference::Observation& observation) const override;
  bool Inspect(reference::Insides& insides) const override;
  bool Count(reference::Tally& tally) const override;
  bool Ask(reference::Survey& survey) override;
  bool Close(std::vector<Event>& events) override;
  std::optional<Breach> Verify() const override;
  std::optional<std::uint64_t> Fingerprint() const override;
  bool Keep(std::unique_ptr<Image>& image) override;
  bool Return(const Image& image) override;
  void ObeyAll(bool all) override { run_->heap->ObeyAll(all); }

 private:
  void Open(const TraceHeader& header);
  void MoveHome();
  void LeaveHome();
  void Drop();
  void DropTelling(std::vector<Event>* events);
  Answer DoOnLane(const Operation& operation);
  Answer Do(const Operation& operation);
  Answer Answered(const gc::Object* object) const;
  Answer Recreate(const Operation& operation);
  Answer BeginByHand(Name name);
  gc::Object* Operand(Name name);
  bool HasRoom() const;
  Answer DoStep(const Operation& operation);
  Answer DoCluster(const Operation& operation);
  CoreGame& Game();

  void Began(Name object) override;
  void Finished(Name object) override { Tell(reference::EventKind::kFinished, object); }
  void Destroyed(const gc::Object& object, Name name) override;
  void Tell(reference::EventKind kind, Name object) {
    if (events_ != nullptr) Push({.kind = kind, .object = object});
  }
  // The list of events is the judge's, and no part of a heap's image.
  void Push(const Event& event) {
    const PrivateMemory::Use outside(nullptr);
    const MayFail never(false);
    events_->push_back(event);
  }
  void Publish(const gc::Event& event);
  void TellForIt(const gc::Event& event, Name object);

  const gc::FaultSet faults_;
  reference::Promises promises_;
  std::unique_ptr<Home> home_;  // null: in the process's memory
  // Changes whenever blocks of memory may have left the heap: another one may have them by now, and
  // no image from before can be put back.
  std::uint64_t era_ = 0;
  bool wants_home_ = false;  // an image was asked for: from the next run on it has a home
  std::optional<Run> run_;
  std::optional<gc::Inspector> inspector_;
  Company company_;
  std::vector<Event>* events_ = nullptr;
  bool is_closing_ = false;  // the heap is dropped, and its objects are listened to
  TraceHeader header_;
  CoreLanes lanes_;
  std::optional<CoreGame> game_;  // made by the first section, try or frame
  mutable gc::Snapshot snapshot_;
  mutable gc::Verifier verifier_;
};

}  // namespace
}  // namespace properties
