// properties/subjects/lua/things/lua_finalizers.h -- what Lua calls when an object is found dead.
//
// A finalizer may do anything, so ours do: keep the dead object (it lives until the next cycle
// begins and is then garbage again), ask to be called once more, allocate. What they keep they keep
// in a private place, so that to the oracle the object stays as dead as it is.
//
// Read next: lua_subject.cc, where the place is emptied.

#pragma once

#include <cstdint>

#include "properties/subjects/lua/state/lua_heap.h"

namespace properties {

// Adds the finalizer, if the object is to have one, to the metatable on top of the stack. It works
// from when the metatable is set.
void AddFinalizer(LuaHeap& heap, reference::Name object);

// For objects whose kind needs no metatable: gives the object at `index` one with its finalizer.
void SetFinalizerAtBirth(LuaHeap& heap, reference::Name object, int index);
// The same at a store, for those that are given it late. Others may be given a new metatable that
// says nothing.
void ChangeMetatable(LuaHeap& heap, reference::Name object, int index, std::uint32_t choice);

// A new cycle begins: forgets what finalizers kept.
void ForgetRevived(LuaHeap& heap);

}  // namespace properties
