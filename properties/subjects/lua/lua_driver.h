// properties/subjects/lua/lua_driver.h -- the mutator's hand: from a name to a value on Lua's
// stack.
//
// The mutator can name the objects that were reachable at the last collector step, and those that
// it made or read since. The adapter must find each of these without holding it across a step, and
// without asking the collector. So it keeps a map of what was stored where (names only). When a
// name is needed, it follows the map through Lua's own memory: from a cell to a field to a field.
// The objects found stay on the stack, as the hand, until the next step empties it. Before a
// reference is cut, its object is taken into the hand: so every object that can be named can be
// found.
//
// At each reference, the value found must be the object that the map says, and its memory must be
// live: if not, Lua has lost something, and Find says so.
//
// Read next: lua_subject.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "properties/subjects/lua/state/lua_heap.h"
#include "properties/subjects/lua/things/lua_cells.h"
#include "reference/trace/trace.h"

namespace properties {

class LuaDriver {
 public:
  struct Object {
    std::vector<reference::Name> fields;
    std::uint32_t strong = 0;
    std::uint32_t referencers = 0;  // how many referencers report it
    bool alive = false;             // made, and not freed
    bool root = false;
    bool held = false;
    // The rest serves to find the object.
    std::uint64_t taken_at = 0;             // the hand that has it, if that is the present one
    int slot = 0;                           // its slot on the stack, then
    std::uint64_t seen_at = 0;              // the search that last found it
    reference::Name by = reference::kNull;  // the object that referred to it then
    std::uint32_t by_field = 0;
  };

  LuaDriver(LuaHeap& heap, LuaCells& cells) : heap_(heap), cells_(cells) {}

  void Clear();
  // All names are below this number; some of them were never made.
  std::size_t NameCount() const { return count_; }
  const Object& operator[](reference::Name name) const { return objects_[name]; }
  bool Alive(reference::Name name) const { return name < count_ && objects_[name].alive; }

  // Takes the new object on top of the stack into the hand.
  void Take(reference::Name name, std::uint32_t fields);
  // Takes the object on top of the stack, which a weak read answered, into the hand.
  void TakeRead(reference::Name name) { Keep(name); }
  // The stack index of the object; 0 if it is not where the map says, or the map does not have it.
  int Find(reference::Name name);
  // Whether the map says that the object can be reached.
  bool Mapped(reference::Name name);
  bool InHand(reference::Name name) const { return InHand(objects_[name]); }
  // For a collector step: drops everything that is not held.
  void Empty();

  // Enters into the map what the mutator did.
  void SetField(reference::Name name, std::uint32_t field, reference::Name value);
  void SetRoot(reference::Name name, bool root);
  void SetStrong(reference::Name name, std::uint32_t count);
  void SetHeld(reference::Name name, bool held);
  void SetReferencer(std::uint32_t referencer, reference::Name target, bool raw);
  void SetFreed(reference::Name name);
  std::uint32_t StrongCount(reference::Name name) const { return objects_[name].strong; }
  bool IsRaw(std::uint32_t referencer) const { return referencers_[referencer].raw; }
  reference::Name ReferencerTarget(std::uint32_t referencer) const {
    return referencer < referencers_.size() ? referencers_[referencer].target : reference::kNull;
  }

 private:
  struct Referencer {
    reference::Name target = reference::kNull;
    bool raw = false;
  };

  bool InHand(const Object& object) const { return object.taken_at == hand_; }
  bool HasCell(const Object& object) const {
    return object.root || object.strong > 0 || object.referencers > 0;
  }
  void Keep(reference::Name name);
  bool TakeFromCell(reference::Name name);
  bool TakeFromField(reference::Name name, reference::Name by, std::uint32_t field);
  bool TakeIfRight(reference::Name name);
  bool PlanPath(reference::Name name);
  void Search();
  void See(reference::Name name, reference::Name by, std::uint32_t field);
  void Changed() { ++map_; }

  LuaHeap& heap_;
  LuaCells& cells_;
  std::vector<Object> objects_;
  std::size_t count_ = 0;
  std::vector<Referencer> referencers_;
  std::vector<reference::Name> held_;
  std::uint64_t hand_ = 1;                     // the number of the present hand
  std::uint64_t map_ = 1;                      // changes whenever the map or the hand does
  std::uint64_t searched_ = 0;                 // the map that was last searched
  std::vector<reference::Name> path_, queue_;  // scratch
};

}  // namespace properties
