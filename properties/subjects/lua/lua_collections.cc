#include "properties/subjects/lua/lua_collections.h"

#include "properties/subjects/lua/things/lua_finalizers.h"

namespace properties {

namespace {

using About = LuaShape::About;

// Adds and removes entries, so that the table's parts grow and shrink.
void Stretch(lua_State* lua, int table) {
  for (const bool add : {true, false}) {
    for (int i = 1; i <= 20; ++i) {
      if (add) {
        lua_pushboolean(lua, 1);
      } else {
        lua_pushnil(lua);
      }
      lua_rawseti(lua, table, -i);
    }
  }
}

}  // namespace

void LuaCollections::Begin(bool generational) {
  generational_ = generational;
  in_cycle_ = false;
  at_rest_ = true;
  collects_ = 0;
  bystanders_.Clear();
  if (generational_) BeGenerational(heap_.lua);
}

// Does one single step; returns whether a cycle has ended.
bool LuaCollections::Step() {
  heap_.Count(generational_ ? LuaPath::kYoungCollection : LuaPath::kSingleStep);
  const bool ended = StepOnce(heap_.lua);
  at_rest_ = ended || generational_;
  return ended;
}

// A collection from rest finds all its dead objects at once, and calls their finalizers in order.
void LuaCollections::BeginCollection() { heap_.finalizers.BeginCollection(at_rest_); }

void LuaCollections::ExpectEmergency(std::uint32_t countdown) {
  sentinel_ = heap_.MakeSentinel();
  heap_.arena.FailAfter(countdown);
}

bool LuaCollections::Arm(const reference::Operation& operation) {
  if (!heap_.shape.Emergencies()) return false;
  const std::uint32_t choice =
      heap_.shape.Choose(About::kEmergency, 24, std::uint64_t{operation.object} + 1,
                         std::uint64_t{operation.field} + 1, std::uint64_t{operation.target} + 1);
  if (choice >= 3) return false;
  ExpectEmergency(choice + 1);
  return true;
}

// That an allocation failed does not mean that Lua has collected: it has not where a stack grows,
// since 5.4.5. So the sentinel is asked, which any collection frees. An emergency has found dead
// objects and called no finalizer.
bool LuaCollections::SawEmergency() {
  heap_.arena.FailAfter(0);
  if (heap_.IsThere(sentinel_)) return false;
  in_cycle_ = at_rest_ = false;
  BeginCollection();
  return true;
}

void LuaCollections::Start() {
  ++heap_.steps;
  if (generational_ || in_cycle_) return;
  ForgetRevived(heap_);
  heap_.ForgetAnchors();
  BeginCollection();
  in_cycle_ = !Step();
}

void LuaCollections::Tick(std::uint32_t units) {
  ++heap_.steps;
  if (generational_) return TickYoung(units);
  std::uint32_t left = units;
  const auto step = [&] {
    if (!in_cycle_ || left == 0) return;
    --left;
    in_cycle_ = !Step();
  };
  if (in_cycle_ && heap_.shape.HasBystanders(units)) {
    bystanders_.Work(heap_.shape.Choose(About::kBystander, 256, units, 1), step);
  }
  while (in_cycle_ && left > 0) step();
}

// One young collection; up to three where they come in the middle of something, since a thing is
// old after two.
void LuaCollections::TickYoung(std::uint32_t units) {
  ForgetRevived(heap_);
  std::uint32_t left = 1;
  const auto step = [&] {
    if (left == 0) return;
    --left;
    BeginCollection();
    Step();
  };
  if (heap_.shape.HasBystanders(units)) {
    left = 3;
    bystanders_.Work(heap_.shape.Choose(About::kBystander, 256, units, 1), step);
    left = left == 3 ? 1 : 0;
  }
  step();
}

std::uint32_t LuaCollections::Collect() {
  ++heap_.steps;
  ForgetRevived(heap_);
  ++collects_;
  in_cycle_ = false;
  const std::uint32_t choice = heap_.shape.Choose(About::kCollect, 4, collects_);
  // A change of mode ends the present cycle first, in which anchors are still needed; the other
  // collections begin a new one.
  const bool change = kLuaHasGenerations && !generational_ && choice == 0 && !heap_.HasAnchors();
  heap_.ForgetAnchors();
  BeginCollection();
  at_rest_ = true;
  if (change) {
    BeGenerational(heap_.lua);
    BeIncremental(heap_.lua);
    heap_.Count(LuaPath::kChangeOfMode);
  } else if (choice == 1 && collects_ % 2 == 0) {
    Emergency();
  } else {
    CollectAll(heap_.lua);
    heap_.Count(LuaPath::kWholeCollection);
  }
  bystanders_.Ask();
  return collects_;
}

void LuaCollections::Emergency() {
  const int top = lua_gettop(heap_.lua);
  ExpectEmergency(1 + heap_.shape.Choose(About::kCollect, 4, collects_, 1));
  AllocateALot(heap_.shape.Choose(About::kCollect, 6, collects_, 2));
  lua_settop(heap_.lua, top);
  if (SawEmergency()) {
    heap_.Count(LuaPath::kEmergency);
  } else {
    CollectAll(heap_.lua);
  }
}

// Does something for which Lua allocates memory several times.
void LuaCollections::AllocateALot(std::uint32_t what) {
  lua_State* const lua = heap_.lua;
  if (heap_.broken == LuaBreak::kFailureWithoutCollection) {
    heap_.arena.FailAfter(1);
    LuaArena::Allocate(&heap_.arena, nullptr, 0, 16);
    return;
  }
  switch (what) {
    case 0:
      lua_createtable(lua, 4, 8);
      return Stretch(lua, lua_gettop(lua));
    case 1:
      heap_.PushPlace(LuaHeap::Place::kRoots);
      return Stretch(lua, lua_gettop(lua));
    case 2:
      heap_.PushPlace(LuaHeap::Place::kHolders);
      return Stretch(lua, lua_gettop(lua));
    case 3: {
      lua_State* const thread = lua_newthread(lua);
      lua_checkstack(thread, 100);
      lua_newtable(thread);
      return;
    }
    case 4:
      heap_.PushClosedTemplate();
      lua_call(lua, 0, 1);
      NewUserdata(lua, 16, 2);
      return;
    default:
      for (int i = 0; i < 6; ++i) lua_pushfstring(lua, "a string of this run, %d", i);
      lua_concat(lua, 6);
      return;
  }
}

}  // namespace properties
