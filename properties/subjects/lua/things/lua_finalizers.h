// properties/subjects/lua/things/lua_finalizers.h -- the functions that Lua calls when it finds
// objects dead.
//
// A finalizer may do anything, so ours do: keep the dead object (until the next cycle begins, after
// which it is unreachable again), ask to be called once more, or allocate. They keep objects in a
// private place, so that to the oracle a dead object stays dead.
//
// Read next: lua_subject.cc, where the place is emptied.

#pragma once

#include <cstdint>

#include "properties/subjects/lua/state/lua_heap.h"

namespace properties {

// Adds the finalizer, if the object is to have one, to the metatable on top of the stack, which the
// object at `index` must get next.
void AddFinalizer(LuaHeap& heap, reference::Name object, int index);

// Gives the object at `index` a metatable with its finalizer; for kinds that need no metatable.
void SetFinalizerAtBirth(LuaHeap& heap, reference::Name object, int index);
// At a store: gives objects that get their finalizer late a metatable with it, and may give others
// an empty new metatable.
void ChangeMetatable(LuaHeap& heap, reference::Name object, int index, std::uint32_t choice);

// Forgets what finalizers kept; for the beginning of a new cycle.
void ForgetRevived(LuaHeap& heap);

}  // namespace properties
