#include "properties/subjects/lua/lua_closing.h"

#include <utility>

namespace properties {

using reference::Breach;

std::optional<Breach> CloseAndReopen(LuaHeap& heap, bool ordered) {
  LuaFinalizerBook book = heap.finalizers;
  const LuaPathCounts counts = heap.counts;
  heap.finalizers.BeginCollection(ordered);
  heap.finalizers.BeginClosing();
  if (heap.broken == LuaBreak::kBlockLeaked) LuaArena::Allocate(&heap.arena, nullptr, 0, 16);
  const std::size_t live = heap.arena.LiveAfter([&heap] { lua_close(heap.lua); });
  std::swap(heap.finalizers, book);
  heap.counts = counts;
  heap.Count(LuaPath::kClosing);
  if (live != 0) {
    return Breach{"", reference::kNull, "memory is left that is no object, when Lua is closed"};
  }
  if (const auto& wrong = book.complaint()) return Breach{"", wrong->object, wrong->what};
  const reference::Name owed = book.Owed();
  if (owed == reference::kNull) return std::nullopt;
  return Breach{"", owed, "a finalizer was not called when Lua was closed"};
}

}  // namespace properties
