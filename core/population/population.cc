// core/population/population.cc -- objects come into the table and leave it, and listeners are
// told.

#include "core/population/population.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// The heap whose listeners this thread is telling of an object.
thread_local const Population* telling = nullptr;

}  // namespace

bool Population::IsTelling() const { return telling == this; }

// The flags come last. A weak read on another thread asks them between object and serial:
//
//     this thread      object = null      flags = 0                      serial = 0
//     a weak read   -> object                        flags -> unmarked                 (too late)
//                                                    serial -> the one that it seeks
//
// With the flags written last, and with release, a reader that sees no mark of construction sees
// that object and serial are gone.
void Population::GiveUp(Object& object) {
  const TableLock lock(sharing);
  Unpublish(object);
  table.Mark(object.header().index).Store(0);
  EntryOf(object).serial.store(0, std::memory_order_relaxed);
  EntryOf(object).flags.Vacate();
  CountOut(1);
}

void Population::Tell(void (TableListener::*what)(const Object&, Index) noexcept,
                      const Object& object) {
  telling = this;
  for (TableListener* const each : listeners_) (each->*what)(object, object.header().index);
  telling = nullptr;
}

void Population::Recycle() {
  reports.Recycle();
  activity.Recycle();
  colours.Recycle();
  count_.Clear();
  table.Recycle();
  SetNames(nullptr);
  listeners_.clear();
  sharing.Close();
}

}  // namespace GC_BUILD
}  // namespace gc
