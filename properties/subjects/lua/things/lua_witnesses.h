// properties/subjects/lua/things/lua_witnesses.h -- weak tables that watch the objects with
// finalizers.
//
// A finalizer may bring a dead object back to life, so the manual (2.5.4) says when weak tables let
// go of it: as a value before the finalizer is called, since a reader might otherwise get an object
// that is being taken apart; as a key only when its memory goes, since a finalizer may look up what
// was noted about the object. The same holds for what only such an object leads to. A trace has one
// kind of weak reference, so the adapter keeps tables of its own, with both kinds, and looks into
// them whenever a finalizer is called.
//
// Read next: lua_finalizers.h.

#pragma once

#include "properties/subjects/lua/state/lua_heap.h"

namespace properties {

// Enters an object, and the metatable that it is about to get, both of which are on the stack.
void WatchObject(LuaHeap& heap, reference::Name object, int index, int metatable);

// Called by a finalizer: the object is at index 1 of `lua`. Complains in heap.finalizers.
void AskWitnesses(LuaHeap& heap, lua_State* lua, reference::Name object);

// Adds to the metatable on top a weak table with an entry of which nothing else knows. If only a
// dead object leads to that table, and its finalizer keeps the object, then the collection that
// frees the entry has met the table after everything else, and must empty it all the same.
void AddWeakTable(LuaHeap& heap, reference::Name object);

}  // namespace properties
