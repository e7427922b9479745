// properties/subjects/lua/lua_verifier.h -- does anything in Lua's memory refer to freed memory?
//
// The judge looks at the fields of the trace's objects. Lua has references that are no fields: to
// metatables, from weak tables, between its own things. The verifier walks everything that the
// public interface can reach, from the registry on, and asks the arena of each thing whether its
// memory is live. It uses nothing of the collector.
//
// Read next: lua_subject.cc.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "properties/subjects/lua/state/lua_heap.h"
#include "reference/oracle/subject.h"

namespace properties {

class LuaVerifier {
 public:
  explicit LuaVerifier(LuaHeap& heap) : heap_(heap) {}

  // The first reference to freed memory, if there is one. The stack is left as it was.
  std::optional<reference::Breach> Walk();
  // The same, but nothing if no memory was freed since the last time; Begin begins a new run.
  std::optional<reference::Breach> WalkIfFreed();
  void Begin() { freed_ = 0; }

 private:
  void VisitTop(const char* what);
  void VisitTable(int index);
  void VisitUserdata(int index);
  void VisitClosure(int index);
  void VisitThread(int index);
  void VisitParts(int index);

  LuaHeap& heap_;
  std::vector<std::uint64_t> seen_;  // by block: the last walk that saw it
  std::uint64_t walk_ = 0;
  std::uint64_t freed_ = 0;                  // blocks that were freed when WalkIfFreed last walked
  reference::Name near_ = reference::kNull;  // the object whose parts are being visited, or kNull
  const char* broken_ = nullptr;
  reference::Name broken_near_ = reference::kNull;
};

}  // namespace properties
