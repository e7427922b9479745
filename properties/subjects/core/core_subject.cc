// properties/subjects/core/core_subject.cc -- core, behind the interface of a subject.
//
// In the faulty build, an object that the mutator may rightly use may be gone; then the adapter
// stops.

#include "properties/subjects/core/core_subject.h"

#include <memory>
#include <optional>
#include <vector>

#include "core/inspect/verify/fingerprint.h"
#include "core/inspect/verify/snapshot.h"
#include "core/inspect/verify/verifier.h"
#include "properties/subjects/core/core_driver.h"
#include "properties/subjects/core/core_game.h"
#include "properties/subjects/core/core_insides.h"
#include "properties/subjects/core/core_objects.h"
#include "properties/subjects/core/lanes.h"

namespace properties {
namespace {

using reference::Answer;
using reference::Breach;
using reference::Event;
using reference::kNull;
using reference::Name;
using reference::Operation;
using reference::TraceHeader;
using reference::Verb;

// Whether the verb only ends something that the mutator has, or only says something about an
// object: then the object is not loaded for it.
bool NeedsNoLoad(reference::Verb verb) {
  using reference::Verb;
  return verb == Verb::kUnroot || verb == Verb::kUnkeep || verb == Verb::kStrongDrop ||
         verb == Verb::kReady || verb == Verb::kResurrect || verb == Verb::kRename ||
         verb == Verb::kDrop;
}

class CoreSubject final : public reference::Subject, private Witness {
 public:
  explicit CoreSubject(gc::FaultSet faults) : faults_(faults) {
    promises_.verbs = reference::VerbSet::All();
    promises_.verbs.Remove(Verb::kExpectAlive).Remove(Verb::kExpectGone);
    promises_.units = true;
    promises_.staged_destruction = true;
    promises_.colours = true;
    Reset({});
  }
  ~CoreSubject() override { Drop(); }

  std::string_view name() const override { return gc::kFaulty ? "core, faulty" : "core"; }
  const reference::Promises& promises() const override { return promises_; }
  void Reset(const TraceHeader& header) override;
  Answer Apply(const Operation& operation, std::vector<Event>& events) override;
  bool Peek(Name object, std::vector<Name>& fields) const override;
  void Observe(reference::Observation& observation) const override;
  bool Inspect(reference::Insides& insides) const override;
  std::optional<Breach> Verify() const override;
  std::optional<std::uint64_t> Fingerprint() const override;
  void ObeyAll(bool all) override { heap_->ObeyAll(all); }

 private:
  void Drop();
  Answer DoOnLane(const Operation& operation);
  Answer Do(const Operation& operation);
  Answer Answered(const gc::Object* object) const;
  gc::Object* Operand(Name name);
  Answer DoStep(const Operation& operation);
  Answer DoCluster(const Operation& operation);
  CoreGame& Game();

  void Began(Name object) override;
  void Finished(Name object) override { Tell(reference::EventKind::kFinished, object); }
  void Destroyed(const gc::Object& object, Name name) override;
  void Tell(reference::EventKind kind, Name object) {
    if (events_ != nullptr) events_->push_back({.kind = kind, .object = object});
  }
  void Publish(const gc::Event& event);

  const gc::FaultSet faults_;
  reference::Promises promises_;
  gc::Locals locals_ = gc::Locals::kDead;
  std::optional<gc::Heap> heap_;
  Driver driver_;
  std::optional<Breach> lost_;  // an operand was gone that should exist
  std::vector<Event>* events_ = nullptr;
  Lanes lanes_;
  std::optional<CoreGame> game_;  // made by the first section, try or frame
  mutable gc::Snapshot snapshot_;
  mutable gc::Verifier verifier_;
};

void CoreSubject::Drop() {
  if (!heap_) return;
  events_ = nullptr;
  if (game_) game_->EndSections(lanes_);
  heap_->ShareUnder(nullptr);
  game_.reset();
  driver_.LetGo(*heap_);
  heap_.reset();
  driver_.Forget();
}

void CoreSubject::Reset(const TraceHeader& header) {
  Drop();
  locals_ = static_cast<gc::Locals>(header.locals);
  lost_.reset();
  const bool with_workers = header.shape == reference::kShapeWithWorkers;
  heap_.emplace(gc::HeapOptions{.locals = locals_,
                                .workers = with_workers ? 2u : 1u,
                                .task_objects = with_workers ? 1u : 20u,
                                .max_disregarded = reference::kPermanentLimit,
                                .clusters = {.min_objects = 1},
                                .faults = faults_});
  heap_->CloseDisregardWindow();
  heap_->SetEventSink(
      {.publish = [](void* self,
                     const gc::Event& event) { static_cast<CoreSubject*>(self)->Publish(event); },
       .context = this});
}

void CoreSubject::Publish(const gc::Event& event) {
  static_assert(static_cast<int>(gc::EventKind::kCycleEnd) ==
                static_cast<int>(reference::EventKind::kCycleEnd));
  if (game_) game_->Count(event);
  if (events_ == nullptr) return;
  Event published{.kind = static_cast<reference::EventKind>(event.kind),
                  .flag = event.flag,
                  .detail = event.detail,
                  .where = event.where};
  if (event.kind == gc::EventKind::kFaultCommitted) {
    published.kind = reference::EventKind::kFaultCommitted;
  }
  if (event.kind == gc::EventKind::kDissolved) published.kind = reference::EventKind::kDissolved;
  if (event.object != nullptr) {
    published.object = JudgedAs(*event.object).name;
  }
  events_->push_back(published);
}

Answer CoreSubject::Apply(const Operation& operation, std::vector<Event>& events) {
  if (heap_->failure() != nullptr || lost_) return {.kind = Answer::Kind::kStopped};
  events_ = &events;
  const Answer answer = operation.lane == 0 ? Do(operation) : DoOnLane(operation);
  events_ = nullptr;
  if (heap_->failure() != nullptr || lost_) return {.kind = Answer::Kind::kStopped};
  return answer;
}

// The object that an operation names. Under black locals, an object that the mutator did not make,
// read or hold is loaded from the heap now.
gc::Object* CoreSubject::Operand(Name name) {
  gc::Object* const object = driver_.Find(name);
  if (object == nullptr) {
    lost_ = Breach{.object = name, .detail = "an object that the mutator may use is gone"};
    return nullptr;
  }
  if (locals_ != gc::Locals::kBlack || driver_.IsInHand(name)) return object;
  return heap_->Loaded(object);
}

// Made only when needed: a run without sections, tries and frames has no lock, no scheduler and one
// thread.
CoreGame& CoreSubject::Game() {
  if (!game_) game_.emplace(*heap_);
  return *game_;
}

Answer CoreSubject::DoOnLane(const Operation& operation) {
  Game();  // made here, on the collector's thread
  Answer answer;
  lanes_.Run(operation.lane, [&] { answer = Do(operation); });
  return answer;
}

Answer CoreSubject::Do(const Operation& operation) {
  const Verb verb = operation.verb;
  if (reference::IsCollectorStep(verb)) return DoStep(operation);
  if (verb == Verb::kCluster || verb == Verb::kClusterAdd) return DoCluster(operation);
  if (verb == Verb::kAbandon) return driver_.Abandon(*heap_, operation), Answer{};
  if (reference::IsBirth(verb)) {
    gc::Object* const from = operation.target == kNull ? nullptr : Operand(operation.target);
    if (!lost_) driver_.Create(*heap_, *this, operation, from);
    return {};
  }
  if (NeedsNoLoad(verb)) {
    gc::Object* const object = driver_.Find(operation.object);
    if (object != nullptr || verb == Verb::kDrop) {
      driver_.Mutate(*heap_, operation, object, nullptr);
    }
    return {};
  }
  if (verb == Verb::kWeakRead || verb == Verb::kFind) {
    return Answered(driver_.Ask(*heap_, operation, nullptr));
  }
  if (verb == Verb::kResolve) {
    gc::Object* const object = Operand(operation.object);
    return lost_ ? Answer{} : Answered(driver_.Ask(*heap_, operation, object));
  }
  if (verb == Verb::kWeakCopy || verb == Verb::kReferencerRelease) {
    driver_.Mutate(*heap_, operation, nullptr, nullptr);
    return {};
  }
  if (verb == Verb::kEnter) return game_->Enter(operation.lane), Answer{};
  if (verb == Verb::kLeave) return game_->Leave(operation.lane), Answer{};
  gc::Object* const object = Operand(operation.object);
  gc::Object* const target = operation.target != kNull ? Operand(operation.target) : nullptr;
  if (lost_ || driver_.Mutate(*heap_, operation, object, target)) return {};
  return {.kind = Answer::Kind::kRefused};
}

Answer CoreSubject::Answered(const gc::Object* object) const {
  return {.kind = Answer::Kind::kRead,
          .object = object != nullptr ? JudgedAs(*object).name : kNull};
}

// Making a cluster, or adding to one, is done under the lock if there is one, as a step is.
Answer CoreSubject::DoCluster(const Operation& operation) {
  gc::Object* const object = Operand(operation.object);
  gc::Object* const target = operation.target != kNull ? Operand(operation.target) : nullptr;
  if (lost_) return {};
  bool made = false;
  const auto make = [&] { made = driver_.Mutate(*heap_, operation, object, target); };
  if (game_) {
    game_->Do(make);
  } else {
    make();
  }
  return {.kind = made ? Answer::Kind::kDone : Answer::Kind::kRefused};
}

// A refused step is no step: the mutator keeps what it has in hand.
Answer CoreSubject::DoStep(const Operation& operation) {
  const auto step = [&] {
    if (operation.verb == Verb::kCollect) heap_->Collect();
    if (operation.verb == Verb::kStart) heap_->Start();
    if (operation.verb == Verb::kTick) heap_->Tick(operation.number);
    if (operation.verb == Verb::kPurge) heap_->Purge(operation.number);
  };
  if (operation.verb == Verb::kTryCollect) {
    if (!Game().TryCollect()) return {.kind = Answer::Kind::kRefused};
  } else if (operation.verb == Verb::kFrame) {
    if (Game().WouldWait(*heap_)) {
      lost_ = Breach{.detail = "the heap has work pending that it said was done"};
      return {};
    }
    const bool is_step = !game_->IsInside();
    game_->Frame(operation.number);
    if (!is_step) return {};
  } else if (game_) {
    game_->Do(step);
  } else {
    step();
  }
  driver_.Step();
  return {};
}

// While the heap is dropped no object attempts to resurrect itself: the object into which it would
// store itself may be gone.
void CoreSubject::Began(Name object) {
  Tell(reference::EventKind::kBegan, object);
  if (events_ != nullptr) driver_.Part(*heap_, object);
}

void CoreSubject::Destroyed(const gc::Object& object, Name name) {
  driver_.Destroyed(object, name, /*reused=*/events_ != nullptr);
  Tell(reference::EventKind::kFreed, name);
}

bool CoreSubject::Peek(Name name, std::vector<Name>& fields) const {
  fields.clear();
  gc::Object* const object = driver_.Find(name);
  if (object == nullptr) return false;
  for (std::size_t i = 0; i < FieldCount(*object); ++i) {
    const gc::ObjectPtr<gc::Object>& field = FieldOf(*object, i);
    fields.push_back(field ? driver_.NameAt(field.Get()) : kNull);
  }
  return true;
}

void CoreSubject::Observe(reference::Observation& observation) const {
  gc::Take(*heap_, snapshot_);
  observation.phase = static_cast<reference::Phase>(snapshot_.phase);
  observation.initial_references_taken = snapshot_.initial_references_taken;
  observation.purge_pending = snapshot_.purge_pending;
  observation.colours.assign(driver_.names(), reference::Colour::kNone);
  for (const Name name : driver_.Present()) {
    const gc::Index index = driver_.Find(name)->header().index;
    observation.colours[name] = static_cast<reference::Colour>(snapshot_.colours[index]);
  }
}

bool CoreSubject::Inspect(reference::Insides& insides) const {
  InsideView(*heap_, driver_).Show(insides);
  return true;
}

std::optional<Breach> CoreSubject::Verify() const {
  if (lost_) return lost_;
  gc::Failure breach{};
  if (const gc::Failure* const failure = heap_->failure()) {
    breach = *failure;
  } else if (const std::optional<gc::Failure> found = verifier_.Verify(*heap_)) {
    breach = *found;
  } else {
    return std::nullopt;
  }
  const gc::Object* const object = gc::OccupantOf(*heap_, breach.index);
  return Breach{.rule = std::string(gc::EntryOf(breach.rule).name),
                .object = object != nullptr ? JudgedAs(*object).name : kNull,
                .detail = breach.sentence};
}

std::optional<std::uint64_t> CoreSubject::Fingerprint() const {
  gc::Hasher hasher;
  gc::AddState(*heap_, hasher);
  driver_.AddTo(hasher, *heap_, locals_ == gc::Locals::kBlack);
  if (game_) game_->AddTo(hasher);
  return hasher.Value();
}

}  // namespace

#if TRICOLOUR_FAULTY
std::unique_ptr<reference::Subject> MakeFaultyCoreSubject(gc::FaultSet faults) {
  return std::make_unique<CoreSubject>(faults);
}
#else
std::unique_ptr<reference::Subject> MakeCoreSubject() {
  return std::make_unique<CoreSubject>(gc::FaultSet());
}
#endif

}  // namespace properties
