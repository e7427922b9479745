// core/population/reports.cc -- a failed check ends the program, or is kept where one is expected.

#include "core/population/reports.h"

#include "core/object/class.h"

namespace gc {
inline namespace GC_BUILD {

bool Reports::Fail(const Failure& what) {
#if TRICOLOUR_FAULTY
  if (!failure_) failure_ = what;
  return false;
#else
  const bool known = what.index != kNoIndex && what.index < table_.End();
  Object* const object = known ? table_[what.index].Occupant() : nullptr;
  Abort(what, object != nullptr ? object->header().type->name : "no longer there");
#endif
}

}  // namespace GC_BUILD
}  // namespace gc
