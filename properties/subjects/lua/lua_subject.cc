#include "properties/subjects/lua/lua_subject.h"

#include <algorithm>
#include <csetjmp>
#include <string>
#include <vector>

#include "properties/subjects/lua/lua_closing.h"
#include "properties/subjects/lua/lua_collections.h"
#include "properties/subjects/lua/lua_driver.h"
#include "properties/subjects/lua/lua_known.h"
#include "properties/subjects/lua/lua_verifier.h"
#include "properties/subjects/lua/state/lua_heap.h"
#include "properties/subjects/lua/things/lua_cells.h"
#include "properties/subjects/lua/things/lua_finalizers.h"
#include "properties/subjects/lua/things/lua_objects.h"
#include "properties/subjects/lua/things/lua_weaks.h"

namespace properties {

namespace {

using reference::Answer;
using reference::Breach;
using reference::Event;
using reference::EventKind;
using reference::kDangling;
using reference::kNull;
using reference::Name;
using reference::Operation;
using reference::Verb;

constexpr int kRoom = 40;               // stack slots that an operation may use
constexpr std::uint32_t kVariants = 3;  // by so many other functions a store is done again

class Adapter final : public LuaSubject {
 public:
  explicit Adapter(const LuaOptions& options)
      : options_(options), name_(SpecificationOf(options)), hand_(heap_, cells_) {
    promises_.verbs = reference::VerbSet::All();
    promises_.verbs.Remove(Verb::kReady);
    for (const reference::VerbEntry& entry : reference::kVerbs) {  // it has no verbs of version 2
      if (entry.since > 1) promises_.verbs.Remove(entry.verb);
    }
    promises_.shapes = true;
    promises_.obeys = true;
    for (const LuaKnownBug& bug : LuaKnownBugs()) {
      const bool here = bug.generational == options.generational;
      if (here && options.mended.Has(bug.bug)) heap_.mended.Add(bug.bug);
    }
    heap_.broken = options.broken;
    if (options.broken == LuaBreak::kFinalizersForwards) heap_.finalizers.TurnOrder();
    Reset({});
  }

  std::string_view name() const override { return name_; }
  const reference::Promises& promises() const override { return promises_; }
  std::uint64_t CountOf(LuaPath path) const override {
    return heap_.counts[static_cast<std::size_t>(path)];
  }

  void Reset(const reference::TraceHeader& header) override {
    heap_.Restore(LuaShape(header.shape));
    cells_.Clear();
    weaks_.Clear();
    hand_.Clear();
    untold_.clear();
    collections_.Begin(options_.generational);
    verifier_.Begin();
    breach_.reset();
    // A dead object may need five collections: it waits for a finalizer that an emergency did not
    // call, the finalizer keeps it, it is found dead again, waits again, and is freed.
    promises_.collects_until_gone = heap_.shape.Finalizers() ? 5 : 1;
  }

  Answer Apply(const Operation& operation, std::vector<Event>& events) override {
    if (breach_) return {Answer::Kind::kStopped};
    if (setjmp(heap_.panic) != 0) {
      Stop("Lua raised an error, or a value was not where it was stored", operation.object);
      return {Answer::Kind::kStopped};
    }
    heap_.Room(kRoom);
    counts_before_ = heap_.counts;
    created_ = operation.verb == Verb::kCreate ? operation.object : kNull;
    answer_ = {};
    if (reference::IsCollectorStep(operation.verb)) {
      Collect(operation);
    } else {
      const bool armed = collections_.Arm(operation);
      Mutate(operation);
      if (armed && collections_.SawEmergency()) heap_.Count(LuaPath::kEmergencyInStore);
    }
    Publish(operation, events);
    if (breach_) return {Answer::Kind::kStopped};
    return answer_;
  }

  bool Peek(Name object, std::vector<Name>& fields) const override {
    return const_cast<Adapter*>(this)->Look(object, fields);
  }

  std::string HowDone() const override {
    const std::string paths = PathsTaken(counts_before_, heap_.counts);
    if (created_ == kNull) return paths;
    const auto fields = static_cast<std::uint32_t>(hand_[created_].fields.size());
    return std::string(WordOf(heap_.shape.KindOf(created_, fields))) + (paths.empty() ? "" : ", ") +
           paths;
  }

  // It has no rules to switch: each store is done again, by other functions.
  void ObeyAll(bool obey) override { heap_.again = obey; }

  std::optional<Breach> Verify() const override {
    if (breach_) return breach_;
    return const_cast<Adapter*>(this)->verifier_.WalkIfFreed();
  }

 private:
  void Mutate(const Operation& operation) {
    const Name object = operation.object;
    const std::uint32_t number = operation.number;
    const Verb verb = operation.verb;
    if (verb == Verb::kCreate) {
      CreateObject(heap_, object, number);
      return hand_.Take(object, number);
    }
    if (verb == Verb::kStore) return Store(object, operation.field, operation.target);
    if (verb == Verb::kMove || verb == Verb::kSwap) return Exchange(operation);
    if (verb == Verb::kRoot || verb == Verb::kUnroot) return Root(object, verb == Verb::kRoot);
    if (verb == Verb::kStrongTake) return Count(object, hand_.StrongCount(object) + 1);
    if (verb == Verb::kStrongDrop) return Count(object, hand_.StrongCount(object) - 1);
    if (verb == Verb::kReferencerHold) return Report(number, object, operation.flag != 0);
    if (verb == Verb::kReferencerRelease) return Report(number, kNull, hand_.IsRaw(number));
    if (verb == Verb::kWeakMake) {
      PushObject(object);
      return weaks_.Make(number, object);
    }
    if (verb == Verb::kWeakCopy) return weaks_.Copy(number, operation.other);
    if (verb == Verb::kWeakRead) return Read(number);
    if (verb == Verb::kHold || verb == Verb::kDrop) {
      IndexOf(object);
      hand_.SetHeld(object, verb == Verb::kHold);
      heap_.Count(LuaPath::kStackSlot);
    }
  }

  int IndexOf(Name object) {
    const int index = hand_.Find(object);
    if (index == 0) {
      Stop("an object that the mutator can name is not where it was stored", object);
      std::longjmp(heap_.panic, 1);
    }
    return index;
  }

  // Pushes the object, or nil.
  void PushObject(Name object) {
    if (object == kNull) return lua_pushnil(heap_.lua);
    lua_pushvalue(heap_.lua, IndexOf(object));
  }

  // Takes an object into the hand whose reference is about to be cut: the mutator can name it until
  // the next step.
  void KeepInHand(Name object) {
    if (object != kNull) IndexOf(object);
  }

  void Store(Name object, std::uint32_t field, Name value) {
    const int index = IndexOf(object);
    KeepInHand(hand_[object].fields[field]);
    PushObject(value);
    const LuaField stored{.object = object,
                          .fields = static_cast<std::uint32_t>(hand_[object].fields.size()),
                          .index = index,
                          .field = field,
                          .target = value};
    StoreField(heap_, stored);
    hand_.SetField(object, field, value);
    Again([&] {
      PushObject(value);
      StoreField(heap_, stored);
    });
  }

  // Does a store again, by other functions, if that was asked for.
  template <typename Store>
  void Again(const Store& store) {
    if (!heap_.again) return;
    const LuaPathCounts counts = heap_.counts;
    for (heap_.variant = kVariants; heap_.variant > 0; --heap_.variant) store();
    heap_.counts = counts;
  }

  void Exchange(const Operation& operation) {
    const Name here = hand_[operation.object].fields[operation.field];
    const Name there = hand_[operation.target].fields[operation.target_field];
    if (operation.object == operation.target && operation.field == operation.target_field) return;
    KeepInHand(here);
    KeepInHand(there);
    Store(operation.object, operation.field, there);
    Store(operation.target, operation.target_field, operation.verb == Verb::kSwap ? here : kNull);
  }

  // Puts the value on top into the cell, and pops it.
  void SetCell(std::uint32_t cell) {
    const int value = lua_gettop(heap_.lua);
    lua_pushvalue(heap_.lua, value);
    cells_.Set(cell);
    Again([&] {
      lua_pushvalue(heap_.lua, value);
      cells_.Set(cell);
    });
    lua_pop(heap_.lua, 1);
  }

  void Root(Name object, bool root) {
    PushObject(object);
    if (!root) {
      lua_pop(heap_.lua, 1);
      lua_pushnil(heap_.lua);
    }
    if (options_.broken == LuaBreak::kRootsForgotten) {
      lua_pop(heap_.lua, 1);
    } else {
      SetCell(LuaCells::OfRoot(object));
    }
    hand_.SetRoot(object, root);
  }

  void Count(Name object, std::uint32_t count) {
    PushObject(object);
    const bool changes = (count == 0) != (hand_.StrongCount(object) == 0);
    if (changes && count == 0) {
      lua_pop(heap_.lua, 1);
      lua_pushnil(heap_.lua);
    }
    if (changes) {
      SetCell(LuaCells::OfStrong(object));
    } else {
      lua_pop(heap_.lua, 1);
      heap_.Count(LuaPath::kRawAccess);
    }
    hand_.SetStrong(object, count);
  }

  void Report(std::uint32_t referencer, Name object, bool raw) {
    KeepInHand(hand_.ReferencerTarget(referencer));
    PushObject(object);
    SetCell(raw ? LuaCells::OfRaw(referencer) : LuaCells::OfWrapper(referencer));
    hand_.SetReferencer(referencer, object, raw);
  }

  void Read(std::uint32_t weak) {
    answer_.kind = Answer::Kind::kRead;
    heap_.Count(LuaPath::kWeakRead);
    if (!weaks_.Push(weak)) {
      return Stop("the table of a weak reference is freed memory", weaks_.TargetOf(weak));
    }
    answer_.object = heap_.NameAt(-1);
    if (answer_.object == kDangling) {
      return Stop("a weak reference answers freed memory", weaks_.TargetOf(weak));
    }
    if (answer_.object == kNull || hand_.InHand(answer_.object)) return lua_pop(heap_.lua, 1);
    hand_.TakeRead(answer_.object);
  }

  void Collect(const Operation& operation) {
    hand_.Empty();
    if (operation.verb == Verb::kStart) return collections_.Start();
    const bool ticks = operation.verb == Verb::kTick;
    if (ticks) collections_.Tick(operation.number);
    const std::uint32_t collects = ticks ? 0 : collections_.Collect();
    if (const char* const wrong = collections_.Wrong()) return Stop(wrong, kNull);
    if (!ticks && !breach_ && heap_.shape.Closes(collects)) {
      breach_ = CloseAndReopen(heap_, collections_.AtRest());
    }
  }

  // Publishes the events of a step. An operation may free objects too (in an emergency, or because
  // setting a finalizer may sweep): those are published with the next step; but an object that
  // should still be reachable is not, so that the judge sees it missing at once.
  void Publish(const Operation& operation, std::vector<Event>& events) {
    const bool step = reference::IsCollectorStep(operation.verb);
    for (const Name name : heap_.arena.freed_names()) {
      if (step || !hand_.Mapped(name)) untold_.push_back(name);
      hand_.SetFreed(name);
      heap_.finalizers.Freed(name);
    }
    heap_.arena.freed_names().clear();
    if (const auto& complaint = heap_.finalizers.complaint()) {
      Stop(complaint->what, complaint->object);
    }
    if (heap_.wrong_finalizer) Stop("a finalizer was called for freed memory", kNull);
    if (!step) return;
    for (const Name name : heap_.finalizers.began()) {
      events.push_back({.kind = EventKind::kBegan, .object = name});
    }
    heap_.finalizers.began().clear();
    for (const Name name : untold_) events.push_back({.kind = EventKind::kFreed, .object = name});
    untold_.clear();
  }

  bool Look(Name object, std::vector<Name>& fields) {
    fields.clear();
    if (!hand_.Alive(object)) return std::ranges::find(untold_, object) != untold_.end();
    const auto count = static_cast<std::uint32_t>(hand_[object].fields.size());
    if (setjmp(heap_.panic) != 0) return true;
    const int index = hand_.Find(object);
    if (index == 0) {
      // An unreachable object cannot be looked at, and is said to hold what it held; an object that
      // should be reachable is lost.
      fields = hand_[object].fields;
      if (hand_.Mapped(object)) fields.assign(count, kDangling);
      return true;
    }
    heap_.Room(kRoom);
    for (std::uint32_t field = 0; field < count; ++field) {
      const bool sound =
          LoadField(heap_, {.object = object, .fields = count, .index = index, .field = field});
      fields.push_back(sound ? heap_.NameAt(-1) : kDangling);
      if (sound) lua_pop(heap_.lua, 1);
    }
    return true;
  }

  void Stop(const char* why, Name object) {
    if (!breach_) breach_ = Breach{"", object, why};
  }

  LuaOptions options_;
  std::string name_;
  reference::Promises promises_;
  LuaHeap heap_;
  LuaCells cells_{heap_};
  LuaWeaks weaks_{heap_};
  LuaDriver hand_;
  LuaCollections collections_{heap_};
  LuaVerifier verifier_{heap_};
  std::vector<Name> untold_;  // freed objects that are not yet published
  std::optional<Breach> breach_;
  Answer answer_;
  bool again_ = false;             // do each store again
  LuaPathCounts counts_before_{};  // before this operation
  Name created_ = kNull;           // the object that this operation made
};

}  // namespace

std::unique_ptr<LuaSubject> MakeLuaSubject(const LuaOptions& options) {
  return std::make_unique<Adapter>(options);
}

}  // namespace properties
