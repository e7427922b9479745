// properties/subjects/core/core_subject.cc -- core, behind the interface of a subject.
//
// In the faulty build, an object that the mutator may rightly use may be gone; then the adapter
// stops.

#include "properties/subjects/core/core_subject.h"

#include <memory>
#include <new>
#include <optional>
#include <vector>

#include "core/inspect/report/cluster_report.h"
#include "core/inspect/verify/fingerprint.h"
#include "properties/subjects/core/core_adapter.h"
#include "properties/subjects/core/core_births.h"
#include "properties/subjects/core/core_home.h"
#include "properties/subjects/core/core_identities.h"
#include "properties/subjects/core/core_insides.h"
#include "properties/subjects/core/core_totals.h"
#include "properties/subjects/core/core_variants.h"
#include "properties/subjects/core/core_whole.h"
#include "properties/subjects/core/list_memory.h"

namespace properties {
namespace {

constexpr gc::ObjectFlags kMask = gc::object_flag::kStandalone;

void CoreSubject::Drop() { DropTelling(nullptr); }

void CoreSubject::DropTelling(std::vector<Event>* events) {
  if (!run_ || !run_->heap) return;
  events_ = nullptr;
  inspector_.reset();
  if (game_) game_->EndSections(lanes_);
  run_->heap->ShareUnder(nullptr);
  game_.reset();
  run_->driver.LetGo(*run_->heap);
  events_ = events;
  is_closing_ = events != nullptr;
  run_->heap.reset();
  company_.told_at_end.reset();
  if (company_.listener) company_.told_at_end = company_.listener->told();
  company_.listener.reset();
  company_.neighbour.reset();
  is_closing_ = false;
  events_ = nullptr;
  run_->driver.Forget();
}

void CoreSubject::Open(const TraceHeader& header) {
  header_ = header;
  era_ += 1;
  run_->locals = static_cast<gc::Locals>(header.locals);
  run_->lost.reset();
  gc::HeapOptions options = OptionsOf(header.heap);
  options.locals = run_->locals;
  options.faults = faults_;
  run_->heap.emplace(options);
  run_->heap->CloseDisregardWindow();
  run_->driver.SetSpare(SpareOf(header.heap));
  run_->driver.SetPlainKind({static_cast<Callbacks>(header.heap.Choice(Setting::kCallbacks)),
                             header.heap.Choice(Setting::kMembers)});
  run_->driver.SetGrowing(header.heap.Value(Setting::kClasses) == "growing");
  run_->own_objects = run_->heap->ObjectCount();
  run_->own_bytes = run_->heap->collector().BytesOfObjects();
  run_->heap->SetEventSink(
      {.publish = [](void* self,
                     const gc::Event& event) { static_cast<CoreSubject*>(self)->Publish(event); },
       .context = this});
  run_->no_lists = header.heap.Value(Setting::kLists) == "none";
  if (run_->no_lists) TrimLists(run_->heap->collector());
  if (header.heap.Value(Setting::kInspector) == "attached") inspector_.emplace(*run_->heap);
  if (header.heap.Value(Setting::kListener) == "attached") {
    run_->heap->AddListener(&company_.listener.emplace());
  }
  const std::string_view beside = header.heap.Value(Setting::kBeside);
  if (beside != "none") company_.neighbour.emplace(beside);
  if (header.heap.Value(Setting::kLock) == "early") Game();
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
  Push(published);
  if (event.object != nullptr) TellForIt(event, published.object);
}

Answer CoreSubject::Apply(const Operation& operation, std::vector<Event>& events) {
  if (run_->heap->failure() != nullptr || run_->lost) return {.kind = Answer::Kind::kStopped};
  if (company_.neighbour && operation.lane == 0) {
    if (const char* const wrong = company_.neighbour->Live()) run_->lost = Breach{.detail = wrong};
    if (run_->lost) return {.kind = Answer::Kind::kStopped};
  }
  events_ = &events;
  const Home::Stay stay(home_.get());
  const NoListMemory none(run_->no_lists && MayNotFail(operation.verb));
  Answer answer;
  try {
    answer = operation.lane == 0 ? Do(operation) : DoOnLane(operation);
  } catch (const std::bad_alloc&) {
    answer = kNoRoom;
    if (MayNotFail(operation.verb)) {
      run_->lost = Breach{.detail = "a call that must not fail was refused memory"};
    }
  }
  events_ = nullptr;
  if (run_->heap->failure() != nullptr || run_->lost) return {.kind = Answer::Kind::kStopped};
  return answer;
}

// The object that an operation names. Under black locals, an object that the mutator did not make,
// read or hold is loaded from the heap now.
gc::Object* CoreSubject::Operand(Name name) {
  gc::Object* const object = run_->driver.Find(name);
  if (object == nullptr) {
    run_->lost = Breach{.object = name, .detail = "an object that the mutator may use is gone"};
    return nullptr;
  }
  if (run_->locals != gc::Locals::kBlack || run_->driver.IsInHand(name)) return object;
  return run_->heap->Loaded(object);
}

// Made only when needed: a run without sections, tries and frames has no lock, no scheduler and one
// thread.
CoreGame& CoreSubject::Game() {
  if (!game_) game_.emplace(*run_->heap);
  return *game_;
}

Answer CoreSubject::DoOnLane(const Operation& operation) {
  Game();  // made here, on the collector's thread
  Answer answer;
  lanes_.Run(operation.lane, [&] { answer = Do(operation); });
  return answer;
}

// A heap without a free index takes steps that no operation asked for, and then gives up. So the
// run ends before that, and without a verdict.
// With few names there are few objects, and nothing is counted.
bool CoreSubject::HasRoom() const {
  constexpr std::uint32_t kIndices = gc::HeapOptions{}.max_objects;
  return run_->driver.names() < kIndices / 2 || run_->heap->ObjectCount() < kIndices;
}

Answer CoreSubject::Do(const Operation& operation) {
  const Verb verb = operation.verb;
  if (reference::IsCollectorStep(verb)) return DoStep(operation);
  if (verb == Verb::kCluster || verb == Verb::kClusterAdd) return DoCluster(operation);
  if (verb == Verb::kAbandon) {
    if (!HasRoom()) return kNoRoom;
    return run_->driver.Abandon(*run_->heap, operation), Answer{};
  }
  if (verb == Verb::kRecreate) return Recreate(operation);
  if (verb == Verb::kBeginByHand) return BeginByHand(operation.object);
  if (reference::IsBirth(verb)) {
    gc::Object* const from = operation.target == kNull ? nullptr : Operand(operation.target);
    if (run_->lost) return {};
    if (!HasRoom()) return kNoRoom;
    try {
      run_->driver.Create(*run_->heap, *this, operation, from);
    } catch (const std::bad_alloc&) {  // an answer where there is little room, else the run's end
      if (header_.heap.Number(Setting::kRoom) == 0) throw;
      return {.kind = Answer::Kind::kRefused};
    }
    return {};
  }
  if (NeedsNoLoad(verb)) {
    gc::Object* const object = run_->driver.Find(operation.object);
    if (object != nullptr || verb == Verb::kDrop) {
      run_->driver.Mutate(*run_->heap, operation, object, nullptr);
    }
    return {};
  }
  if (verb == Verb::kWeakRead || verb == Verb::kFind) {
    return Answered(run_->driver.Ask(*run_->heap, operation, nullptr));
  }
  if (verb == Verb::kResolve) {
    gc::Object* const object = Operand(operation.object);
    return run_->lost ? Answer{} : Answered(run_->driver.Ask(*run_->heap, operation, object));
  }
  if (verb == Verb::kWeakCopy || verb == Verb::kReferencerRelease) {
    run_->driver.Mutate(*run_->heap, operation, nullptr, nullptr);
    return {};
  }
  if (verb == Verb::kEnter) return game_->Enter(operation.lane), Answer{};
  if (verb == Verb::kLeave) return game_->Leave(operation.lane), Answer{};
  gc::Object* const object = Operand(operation.object);
  gc::Object* const target = operation.target != kNull ? Operand(operation.target) : nullptr;
  if (run_->lost || run_->driver.Mutate(*run_->heap, operation, object, target)) return {};
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
  if (run_->lost) return {};
  bool made = false;
  const auto make = [&] { made = run_->driver.Mutate(*run_->heap, operation, object, target); };
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
    const MayFail may_fail;
    if (operation.verb == Verb::kCollect) run_->heap->Collect();
    if (operation.verb == Verb::kStart) run_->heap->Start();
    if (operation.verb == Verb::kCollectKeeping) run_->heap->Collect(kMask);
    if (operation.verb == Verb::kStartKeeping) run_->heap->Start(kMask);
    if (operation.verb == Verb::kTick) run_->heap->Tick(operation.number);
    if (operation.verb == Verb::kPurge) run_->heap->Purge(operation.number);
    if (operation.verb == Verb::kFinishPurge) run_->heap->FinishPurge({});
    if (operation.verb == Verb::kTrim) era_ += 1, run_->heap->Trim();
  };
  if (operation.verb == Verb::kTryCollect) {
    if (!Game().TryCollect()) return {.kind = Answer::Kind::kRefused};
  } else if (operation.verb == Verb::kFrame) {
    if (Game().WouldWait(*run_->heap)) {
      run_->lost = Breach{.detail = "the heap has work pending that it said was done"};
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
  run_->driver.Step();
  return {};
}

// While the heap is dropped no object attempts to resurrect itself: the object into which it would
// store itself may be gone.
void CoreSubject::Began(Name object) {
  Tell(reference::EventKind::kBegan, object);
  if (events_ != nullptr && !is_closing_) run_->driver.Part(*run_->heap, object);
}

void CoreSubject::Destroyed(const gc::Object& object, Name name) {
  run_->driver.Destroyed(object, name, /*reused=*/events_ != nullptr && !is_closing_);
  Tell(reference::EventKind::kFreed, name);
}

bool CoreSubject::Peek(Name name, std::vector<Name>& fields) const {
  fields.clear();
  gc::Object* const object = run_->driver.Find(name);
  if (object == nullptr) return false;
  for (std::size_t i = 0; i < FieldCount(*object); ++i) {
    const gc::ObjectPtr<gc::Object>& field = FieldOf(*object, i);
    fields.push_back(field ? run_->driver.NameAt(field.Get()) : kNull);
  }
  return true;
}

void CoreSubject::Observe(reference::Observation& observation) const {
  gc::Take(*run_->heap, snapshot_);
  observation.phase = static_cast<reference::Phase>(snapshot_.phase);
  observation.initial_references_taken = snapshot_.initial_references_taken;
  observation.purge_pending = snapshot_.purge_pending;
  observation.colours.assign(run_->driver.names(), reference::Colour::kNone);
  for (const Name name : run_->driver.Present()) {
    const gc::Index index = run_->driver.Find(name)->header().index;
    observation.colours[name] = static_cast<reference::Colour>(snapshot_.colours[index]);
  }
}

bool CoreSubject::Inspect(reference::Insides& insides) const {
  InsideView(*run_->heap, run_->driver).Show(insides);
  return true;
}

bool CoreSubject::Count(reference::Tally& tally) const {
  const gc::Collector& collector = run_->heap->collector();
  const gc::Table& table = collector.population.table;
  tally.objects = run_->heap->ObjectCount() - run_->own_objects;
  tally.indices = table.End() - table.First();
  tally.lent = collector.births.loans().Lent().indices;
  tally.bytes = collector.BytesOfObjects() - run_->own_bytes;
  tally.bytes_given = run_->driver.bytes();
  const gc::ClusterCounts clusters = gc::ClusterCountsOf(*run_->heap);
  tally.clusters = clusters.made - clusters.died - clusters.dissolved;
  if (inspector_) tally.totals = TotalsOf(inspector_->statistics());
  if (company_.listener) tally.told = company_.listener->told();
  tally.told_at_end = company_.told_at_end;
  return true;
}

std::optional<Breach> CoreSubject::Verify() const {
  if (run_->lost) return run_->lost;
  gc::Failure breach{};
  if (const gc::Failure* const failure = run_->heap->failure()) {
    breach = *failure;
  } else if (const std::optional<gc::Failure> found = verifier_.Verify(*run_->heap)) {
    breach = *found;
  } else {
    return std::nullopt;
  }
  const gc::Object* const object = gc::OccupantOf(*run_->heap, breach.index);
  return Breach{.rule = std::string(gc::EntryOf(breach.rule).name),
                .object = object != nullptr ? JudgedAs(*object).name : kNull,
                .detail = breach.sentence};
}

std::optional<std::uint64_t> CoreSubject::Fingerprint() const {
  gc::Hasher hasher;
  gc::AddState(*run_->heap, hasher);
  run_->driver.AddTo(hasher, *run_->heap, run_->locals == gc::Locals::kBlack);
  if (game_) game_->AddTo(hasher);
  return hasher.Value();
}

}  // namespace

#if TRICOLOUR_FAULTY
std::unique_ptr<reference::Subject> MakeFaultyCoreSubject(gc::FaultSet faults, LaneKind lanes) {
  return std::make_unique<CoreSubject>(faults, lanes);
}
#else
std::unique_ptr<reference::Subject> MakeCoreSubject(LaneKind lanes) {
  return std::make_unique<CoreSubject>(gc::FaultSet(), lanes);
}
#endif

}  // namespace properties
