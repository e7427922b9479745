#include "properties/subjects/lua/lua_driver.h"

#include <algorithm>

#include "properties/subjects/lua/things/lua_objects.h"

namespace properties {

using reference::kNull;
using reference::Name;

void LuaDriver::Clear() {
  for (std::size_t i = 0; i < count_; ++i) {
    std::vector<Name> fields = std::move(objects_[i].fields);
    objects_[i] = {};
    fields.clear();
    objects_[i].fields = std::move(fields);
  }
  count_ = 0;
  referencers_.clear();
  held_.clear();
  ++hand_;
  Changed();
}

void LuaDriver::Take(Name name, std::uint32_t fields) {
  if (name >= objects_.size()) objects_.resize(std::max<std::size_t>(name + 1, 2 * name));
  count_ = std::max<std::size_t>(count_, name + std::size_t{1});
  objects_[name].alive = true;
  objects_[name].fields.assign(fields, kNull);
  Keep(name);
}

void LuaDriver::Keep(Name name) {
  objects_[name].slot = lua_gettop(heap_.lua);
  objects_[name].taken_at = hand_;
  Changed();
}

int LuaDriver::Find(Name name) {
  Object& object = objects_[name];
  if (InHand(object)) return object.slot;
  if (!object.alive || !PlanPath(name)) return 0;
  // The path ends at an object that is in the hand or has a cell; from there the references are
  // followed back to the object that is looked for.
  const Name first = path_.back();
  path_.pop_back();
  if (!InHand(objects_[first]) && !TakeFromCell(first)) return 0;
  while (!path_.empty()) {
    const Name next = path_.back();
    path_.pop_back();
    if (!TakeFromField(next, objects_[next].by, objects_[next].by_field)) return 0;
  }
  return object.slot;
}

// Fills path_ with the objects from the one that is looked for to the first that is in the hand or
// has a cell. For each object it takes the reference at which it was seen last; where that no
// longer holds, it searches again.
bool LuaDriver::PlanPath(Name name) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    path_.assign(1, name);
    while (true) {
      const Object& object = objects_[path_.back()];
      if (InHand(object) || HasCell(object)) return true;
      const Name by = object.by;
      if (by == kNull || !objects_[by].alive || object.by_field >= objects_[by].fields.size() ||
          objects_[by].fields[object.by_field] != path_.back() || path_.size() > count_) {
        break;
      }
      path_.push_back(by);
    }
    Search();
    if (objects_[name].seen_at != searched_) return false;
  }
  return false;
}

// Notes, for each object that the map leads to, by which reference.
void LuaDriver::Search() {
  if (searched_ == map_) return;
  searched_ = map_;
  queue_.clear();
  for (Name name = 0; name < count_; ++name) {
    const Object& object = objects_[name];
    if (object.alive && (InHand(object) || HasCell(object))) See(name, kNull, 0);
  }
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const std::vector<Name>& fields = objects_[queue_[i]].fields;
    for (std::uint32_t field = 0; field < fields.size(); ++field) {
      if (fields[field] != kNull) See(fields[field], queue_[i], field);
    }
  }
}

void LuaDriver::See(Name name, Name by, std::uint32_t field) {
  Object& object = objects_[name];
  if (object.seen_at == searched_) return;
  object.seen_at = searched_;
  object.by = by;
  object.by_field = field;
  queue_.push_back(name);
}

bool LuaDriver::Mapped(Name name) {
  Search();
  return objects_[name].seen_at == searched_;
}

bool LuaDriver::TakeFromCell(Name name) {
  const Object& object = objects_[name];
  heap_.Room(16);
  if (object.root) return cells_.Push(LuaCells::OfRoot(name)) && TakeIfRight(name);
  if (object.strong > 0) return cells_.Push(LuaCells::OfStrong(name)) && TakeIfRight(name);
  for (std::uint32_t i = 0; i < referencers_.size(); ++i) {
    if (referencers_[i].target != name) continue;
    const std::uint32_t cell = referencers_[i].raw ? LuaCells::OfRaw(i) : LuaCells::OfWrapper(i);
    return cells_.Push(cell) && TakeIfRight(name);
  }
  return false;
}

bool LuaDriver::TakeFromField(Name name, Name by, std::uint32_t field) {
  heap_.Room(16);
  const LuaField from{.object = by,
                      .fields = static_cast<std::uint32_t>(objects_[by].fields.size()),
                      .index = objects_[by].slot,
                      .field = field};
  return LoadField(heap_, from) && TakeIfRight(name);
}

// Takes the value on top of the stack into the hand if it is the object; else pops it.
bool LuaDriver::TakeIfRight(Name name) {
  if (heap_.NameAt(-1) != name) return lua_pop(heap_.lua, 1), false;
  objects_[name].slot = lua_gettop(heap_.lua);
  objects_[name].taken_at = hand_;
  return true;
}

// So many slots above the hand are cleared, since an operation may have left something there.
constexpr int kLeftOver = 40;

// Moves the held objects to the bottom of the stack, and drops all others. The slots above are
// cleared as well: the frame of a Lua function begins with what stands there, and an emergency in
// that function would mark it.
void LuaDriver::Empty() {
  lua_State* const lua = heap_.lua;
  heap_.Room(static_cast<int>(held_.size()) + 1);
  const int top = lua_gettop(lua);
  for (const Name name : held_) lua_pushvalue(lua, objects_[name].slot);
  ++hand_;
  for (std::size_t i = 0; i < held_.size(); ++i) {
    Object& object = objects_[held_[i]];
    object.slot = static_cast<int>(i) + 1;
    object.taken_at = hand_;
    lua_copy(lua, top + object.slot, object.slot);
  }
  lua_settop(lua, static_cast<int>(held_.size()));
  heap_.Room(top + kLeftOver);
  lua_settop(lua, top + kLeftOver);
  lua_settop(lua, static_cast<int>(held_.size()));
  Changed();
}

void LuaDriver::SetField(Name name, std::uint32_t field, Name value) {
  objects_[name].fields[field] = value;
  if (value != kNull && objects_[value].by == kNull) {
    objects_[value].by = name;
    objects_[value].by_field = field;
  }
  Changed();
}

void LuaDriver::SetRoot(Name name, bool root) {
  objects_[name].root = root;
  Changed();
}

void LuaDriver::SetStrong(Name name, std::uint32_t count) {
  objects_[name].strong = count;
  Changed();
}

void LuaDriver::SetHeld(Name name, bool held) {
  objects_[name].held = held;
  if (held) {
    held_.push_back(name);
  } else {
    std::erase(held_, name);
  }
}

void LuaDriver::SetReferencer(std::uint32_t referencer, Name target, bool raw) {
  if (referencer >= referencers_.size()) referencers_.resize(referencer + 1);
  Referencer& slot = referencers_[referencer];
  if (slot.target != kNull) --objects_[slot.target].referencers;
  slot = {target, raw};
  if (target != kNull) ++objects_[target].referencers;
  Changed();
}

void LuaDriver::SetFreed(Name name) {
  objects_[name].alive = false;
  objects_[name].fields.clear();
  Changed();
}

}  // namespace properties
