// properties/subjects/lua/state/lua_finalizer_book.h -- which calls of finalizers Lua owes.
//
// A finalizer that is never called, or called twice, leaves no dangling reference behind, and no
// object lives too long: nothing else in the adapter would notice. So each call is entered here.
// The manual promises (2.5.3): an object whose metatable has a `__gc` when it is set is marked for
// finalization; its finalizer is called once after it was found dead, and before its memory goes;
// it may be marked again, and is then called again; and the objects that one collection finds dead
// are called in the reverse order of their marking.
//
// Read next: things/lua_finalizers.h, where the calls come from.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "reference/trace/trace.h"

namespace properties {

class LuaFinalizerBook {
 public:
  struct Complaint {
    reference::Name object = reference::kNull;
    const char* what = "";  // a sentence
  };

  void Clear();

  // The object was marked: one call is owed from now on, if none was.
  void Owe(reference::Name object);
  // The finalizer was called. Returns how many calls of it there were, with this one.
  std::uint32_t Called(reference::Name object);
  // The memory of the object was freed.
  void Freed(reference::Name object);

  // From now on, calls are of objects that one collection found dead, and come in order (true), or
  // those of several are mixed (false).
  void BeginCollection(bool ordered);

  // Lua is being closed: it calls what it owes, and marks no object again.
  void BeginClosing() { closing_ = true; }
  bool closing() const { return closing_; }
  // Something else that the manual promises of finalizers does not hold.
  void Complain(reference::Name object, const char* what);
  // An object whose call is owed; kNull if there is none.
  reference::Name Owed() const;

  const std::optional<Complaint>& complaint() const { return complaint_; }
  // The objects that were called for the first time since this list was last emptied, in order.
  std::vector<reference::Name>& began() { return began_; }
  // For tests: marks as if the order of marking was the reverse of what it was.
  void TurnOrder() { step_ = -1; }

 private:
  struct Page {
    std::int64_t marked = 0;  // the place in the order of marking; 0: no call is owed
    std::uint32_t calls = 0;
  };
  Page& PageOf(reference::Name object);

  std::vector<Page> pages_;  // by name
  std::vector<reference::Name> began_;
  std::optional<Complaint> complaint_;
  std::int64_t marks_ = 0;
  std::int64_t step_ = 1;
  std::int64_t last_ = 0;  // the place of the object that was called last in this collection, or 0
  bool ordered_ = false;
  bool closing_ = false;
};

}  // namespace properties
