// properties/subjects/core_subject.cc -- core behind the interface of a subject.
//
// The table from names to objects is plain pointers, kept by what the objects themselves report; an
// object that is gone is gone from the table at once, and its address with it. In the faulty build
// an object may be gone that the mutator has every right to use; then the adapter stops.

#include "properties/subjects/core_subject.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/inspect/address_map.h"
#include "core/inspect/fingerprint.h"
#include "core/inspect/snapshot.h"
#include "core/inspect/verifier.h"
#include "properties/subjects/core_objects.h"

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
  std::optional<Breach> Verify() const override;
  std::optional<std::uint64_t> Fingerprint() const override;
  void ObeyAll(bool all) override { heap_->ObeyAll(all); }

 private:
  // What the mutator has of an object.
  struct Named {
    JudgedObject* object = nullptr;   // null: not made yet, or gone
    std::uint32_t in_hand_since = 0;  // the step after which it was made or weakly read
    std::vector<gc::StrongPtr<JudgedObject>> strong;
    std::unique_ptr<gc::Local<JudgedObject>> local;
  };
  struct NamedReferencer {
    std::unique_ptr<WrapperReferencer> wrapper;
    std::unique_ptr<RawReferencer> raw;
  };

  void Drop();
  Answer Do(const Operation& operation);
  void Mutate(const Operation& operation, JudgedObject* object, JudgedObject* target);
  Answer Read(std::uint32_t weak);
  void Create(Name name, std::uint32_t fields);
  void HoldByReferencer(const Operation& operation, JudgedObject& object);
  void Release(std::uint32_t referencer);
  JudgedObject* Operand(Name name);
  void TakeInHand(Name name) { named_[name].in_hand_since = steps_; }

  void Began(JudgedObject& object) override { Tell(reference::EventKind::kBegan, object); }
  void Finished(JudgedObject& object) override { Tell(reference::EventKind::kFinished, object); }
  void Destroyed(JudgedObject& object) override;
  void Tell(reference::EventKind kind, const JudgedObject& object) {
    if (events_ != nullptr) events_->push_back({.kind = kind, .object = object.name});
  }
  void Publish(const gc::Event& event);

  const gc::FaultSet faults_;
  reference::Promises promises_;
  gc::Locals locals_ = gc::Locals::kDead;
  std::uint32_t steps_ = 1;
  std::optional<gc::Heap> heap_;
  std::vector<Named> named_;
  std::size_t names_ = 0;  // used of named_
  gc::AddressMap names_by_address_;
  std::vector<gc::WeakPtr<JudgedObject>> weaks_;
  std::vector<NamedReferencer> referencers_;
  std::optional<Breach> lost_;  // an operand that should have been there was not
  std::vector<Event>* events_ = nullptr;
  mutable gc::Snapshot snapshot_;
  mutable gc::Verifier verifier_;
};

void CoreSubject::Drop() {
  if (!heap_) return;
  events_ = nullptr;
  referencers_.clear();
  weaks_.clear();
  for (std::size_t name = 0; name < names_; ++name) {
    named_[name].strong.clear();
    named_[name].local.reset();
  }
  heap_.reset();
  for (std::size_t name = 0; name < names_; ++name) named_[name].in_hand_since = 0;
  names_ = 0;
  names_by_address_.Clear();
}

void CoreSubject::Reset(const TraceHeader& header) {
  Drop();
  locals_ = static_cast<gc::Locals>(header.locals);
  steps_ = 1;
  lost_.reset();
  heap_.emplace(gc::HeapOptions{.locals = locals_, .faults = faults_});
  heap_->SetEventSink(
      {.publish = [](void* self,
                     const gc::Event& event) { static_cast<CoreSubject*>(self)->Publish(event); },
       .context = this});
}

void CoreSubject::Publish(const gc::Event& event) {
  static_assert(static_cast<int>(gc::EventKind::kCycleEnd) ==
                static_cast<int>(reference::EventKind::kCycleEnd));
  if (events_ == nullptr) return;
  Event published{.kind = static_cast<reference::EventKind>(event.kind),
                  .flag = event.flag,
                  .detail = event.detail,
                  .where = event.where};
  if (event.kind == gc::EventKind::kFaultCommitted) {
    published.kind = reference::EventKind::kFaultCommitted;
  }
  if (event.object != nullptr) {
    published.object = static_cast<const JudgedObject*>(event.object)->name;
  }
  events_->push_back(published);
}

Answer CoreSubject::Apply(const Operation& operation, std::vector<Event>& events) {
  if (heap_->failure() != nullptr || lost_) return {.kind = Answer::Kind::kStopped};
  events_ = &events;
  const Answer answer = Do(operation);
  events_ = nullptr;
  if (heap_->failure() != nullptr || lost_) return {.kind = Answer::Kind::kStopped};
  return answer;
}

// The object that an operation names. Under black-locals, what the mutator did not make, read or
// hold was loaded from the heap just now.
JudgedObject* CoreSubject::Operand(Name name) {
  JudgedObject* const object = name < names_ ? named_[name].object : nullptr;
  if (object == nullptr) {
    lost_ = Breach{.object = name, .detail = "an object that the mutator may use is gone"};
    return nullptr;
  }
  if (locals_ != gc::Locals::kBlack) return object;
  const Named& named = named_[name];
  const bool in_hand = named.in_hand_since == steps_ || named.local != nullptr;
  return in_hand ? object : heap_->Loaded(object);
}

Answer CoreSubject::Do(const Operation& operation) {
  switch (operation.verb) {
    case Verb::kCreate:
      Create(operation.object, operation.number);
      return {};
    case Verb::kUnroot:
    case Verb::kStrongDrop:
    case Verb::kReady:
    case Verb::kDrop: {
      // Ends what the mutator has: the object is not loaded for it.
      JudgedObject* const object = named_[operation.object].object;
      if (object != nullptr || operation.verb == Verb::kDrop) Mutate(operation, object, nullptr);
      return {};
    }
    case Verb::kWeakRead:
      return Read(operation.number);
    case Verb::kWeakCopy:
    case Verb::kReferencerRelease:
      Mutate(operation, nullptr, nullptr);
      return {};
    case Verb::kCollect:
      steps_ += 1;
      heap_->Collect();
      return {};
    case Verb::kStart:
      steps_ += 1;
      heap_->Start();
      return {};
    case Verb::kTick:
      steps_ += 1;
      heap_->Tick(operation.number);
      return {};
    default: {
      JudgedObject* const object = Operand(operation.object);
      JudgedObject* const target = operation.target != kNull ? Operand(operation.target) : nullptr;
      if (!lost_) Mutate(operation, object, target);
      return {};
    }
  }
}

void CoreSubject::Mutate(const Operation& operation, JudgedObject* object, JudgedObject* target) {
  switch (operation.verb) {
    case Verb::kStore:
      gc::Tail(*object)[operation.field] = target;
      break;
    case Verb::kMove:
      gc::Tail(*object)[operation.field] = std::move(gc::Tail(*target)[operation.target_field]);
      break;
    case Verb::kSwap:
      swap(gc::Tail(*object)[operation.field], gc::Tail(*target)[operation.target_field]);
      break;
    case Verb::kRoot:
      heap_->AddRoot(object);
      break;
    case Verb::kUnroot:
      heap_->RemoveRoot(object);
      break;
    case Verb::kStrongTake:
      named_[object->name].strong.emplace_back(object);
      break;
    case Verb::kStrongDrop:
      named_[object->name].strong.pop_back();
      break;
    case Verb::kWeakMake:
      if (operation.number >= weaks_.size()) weaks_.resize(operation.number + 1);
      weaks_[operation.number] = object;
      break;
    case Verb::kWeakCopy:
      if (operation.number >= weaks_.size()) weaks_.resize(operation.number + 1);
      weaks_[operation.number] = weaks_[operation.other];
      break;
    case Verb::kReferencerHold:
      HoldByReferencer(operation, *object);
      break;
    case Verb::kReferencerRelease:
      Release(operation.number);
      break;
    case Verb::kReady:
      object->ready = operation.flag != 0;
      break;
    case Verb::kHold:
      named_[object->name].local = std::make_unique<gc::Local<JudgedObject>>(*heap_, object);
      break;
    case Verb::kDrop:
      named_[operation.object].local.reset();
      break;
    default:
      break;
  }
}

Answer CoreSubject::Read(std::uint32_t weak) {
  const JudgedObject* const object = weaks_[weak].Get();
  if (object == nullptr) return {.kind = Answer::Kind::kRead};
  TakeInHand(object->name);
  return {.kind = Answer::Kind::kRead, .object = object->name};
}

void CoreSubject::Create(Name name, std::uint32_t fields) {
  if (name >= named_.size()) named_.resize(name + 1);
  if (name >= names_) names_ = name + 1;
  JudgedObject* const object =
      heap_->NewWithTail<JudgedObject>(fields, static_cast<Witness&>(*this), name);
  named_[name].object = object;
  names_by_address_.Insert(object, name);
  TakeInHand(name);
}

void CoreSubject::Destroyed(JudgedObject& object) {
  if (object.name < names_) named_[object.name].object = nullptr;
  if (events_ != nullptr) names_by_address_.Erase(&object);
  Tell(reference::EventKind::kFreed, object);
}

void CoreSubject::HoldByReferencer(const Operation& operation, JudgedObject& object) {
  if (operation.number >= referencers_.size()) referencers_.resize(operation.number + 1);
  NamedReferencer& referencer = referencers_[operation.number];
  if (operation.flag != 0) {
    if (!referencer.raw) referencer.raw = std::make_unique<RawReferencer>(*heap_);
    referencer.raw->Hold(object);
  } else {
    if (!referencer.wrapper) referencer.wrapper = std::make_unique<WrapperReferencer>(*heap_);
    referencer.wrapper->Hold(object);
  }
}

void CoreSubject::Release(std::uint32_t referencer) {
  const NamedReferencer& released = referencers_[referencer];
  if (released.raw) released.raw->Unregister();
  if (released.wrapper) released.wrapper->Unregister();
}

bool CoreSubject::Peek(Name name, std::vector<Name>& fields) const {
  fields.clear();
  JudgedObject* const object = name < names_ ? named_[name].object : nullptr;
  if (object == nullptr) return false;
  for (const gc::ObjectPtr<gc::Object>& field : gc::Tail(*object)) {
    if (!field) {
      fields.push_back(kNull);
      continue;
    }
    const std::uint32_t named = names_by_address_.Find(field.Get());
    fields.push_back(named == gc::AddressMap::kAbsent ? reference::kDangling : named);
  }
  return true;
}

void CoreSubject::Observe(reference::Observation& observation) const {
  gc::Take(*heap_, snapshot_);
  observation.phase = static_cast<reference::Phase>(snapshot_.phase);
  observation.initial_references_taken = snapshot_.initial_references_taken;
  observation.purge_pending = snapshot_.purge_pending;
  observation.colours.assign(names_, reference::Colour::kNone);
  for (std::size_t name = 0; name < names_; ++name) {
    if (named_[name].object == nullptr) continue;
    const gc::Index index = named_[name].object->header().index;
    observation.colours[name] = static_cast<reference::Colour>(snapshot_.colours[index]);
  }
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
  return Breach{
      .rule = std::string(gc::EntryOf(breach.rule).name),
      .object = object != nullptr ? static_cast<const JudgedObject*>(object)->name : kNull,
      .detail = breach.sentence};
}

std::optional<std::uint64_t> CoreSubject::Fingerprint() const {
  gc::Hasher hasher;
  gc::AddState(*heap_, hasher);
  for (std::size_t name = 0; name < names_; ++name) {
    const Named& named = named_[name];
    if (named.object == nullptr) continue;
    const bool in_hand = named.in_hand_since == steps_;
    hasher.Add((std::uint64_t{named.object->header().index} << 2) | named.object->ready << 1 |
               (in_hand && locals_ == gc::Locals::kBlack));
    hasher.Add(name);
  }
  for (const gc::WeakPtr<JudgedObject>& weak : weaks_) gc::AddWeak(*heap_, weak, hasher);
  for (const NamedReferencer& referencer : referencers_) {
    for (const JudgedReferencer* one : {static_cast<JudgedReferencer*>(referencer.wrapper.get()),
                                        static_cast<JudgedReferencer*>(referencer.raw.get())}) {
      const Name name = one != nullptr ? one->name() : kNull;
      const bool there = name != kNull && named_[name].object != nullptr;
      hasher.Add(there ? std::uint64_t{name} * 2 + one->IsRegistered() : ~std::uint64_t{0});
    }
  }
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
