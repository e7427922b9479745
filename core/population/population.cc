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

void Population::Remove(Object& object) {
  const TableLock lock(sharing);
  Unpublish(object);
  EntryOf(object).flags.Initialise(0);
  count_ -= 1;
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
  count_ = 0;
  table.Recycle();
  SetNames(nullptr);
  listeners_.clear();
  sharing.Close();
}

}  // namespace GC_BUILD
}  // namespace gc
