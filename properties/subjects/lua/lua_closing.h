// properties/subjects/lua/lua_closing.h -- what does Lua leave behind when it is closed?
//
// A collector that forgets to free the array of a dead table, or the stack of a dead coroutine,
// frees every object in time; no reference dangles, and no object lives too long. Only the memory
// is gone. But closing Lua frees all objects and then its own tables, so what is live after that is
// a leak. Lua also calls then each finalizer that it still owes. The run must go on afterwards, so
// the memory is put back as it was.
//
// Read next: lua_subject.cc.

#pragma once

#include <optional>

#include "properties/subjects/lua/state/lua_heap.h"
#include "reference/oracle/subject.h"

namespace properties {

// Closes Lua and undoes that. The first thing that is wrong, if there is one. `ordered`: no
// finalizer waits that an earlier collection has found.
std::optional<reference::Breach> CloseAndReopen(LuaHeap& heap, bool ordered);

}  // namespace properties
