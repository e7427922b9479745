// core/population/requirement.h -- what a call is given must be an object, of this heap, and still
// there.
//
// A null pointer, a pointer to an object that was freed and one to an object of another heap are
// mistakes of the caller that break no rule of the collector. So they are told apart, and the
// message says which of them it was and in which call. Only a doomed object, where the call must
// not have one, breaks a rule.
//
// Whether an object was freed is read from its header, so freed memory is looked at, as it is
// wherever a dangling pointer is used. The table decides, and a build with an address sanitizer
// stops at the look.
//
// Thread rules: as the call's.
// Read next: core/population/population.h.

#pragma once

#include "core/population/population.h"

namespace gc {
inline namespace GC_BUILD {

// What a call asks of an object that it is given.
struct Requirement {
  enum class Doomed : std::uint8_t { kAllowed, kForbidden };

  const char* call = "";      // of the user: "AddRoot"
  const char* sentence = "";  // what it must be given
  const char* where = "";     // the call, as "file:line"
  // That a doomed object breaks; in the faulty build, where a broken rule leads here, any object
  // that does not fit.
  Rule rule = Rule::kUnreachableIsFinal;
  Doomed doomed = Doomed::kAllowed;
};

// Aborts, and says what the call was given instead. The faulty build aborts only for null; else it
// stops the heap for the rule, and answers false.
bool Refuse(Population& heap, const Object* object, const Requirement& required);
[[noreturn]] void RefuseNull(const Requirement& required);

// Whether the object fits; if not, as Refuse.
inline bool Fits(Population& heap, const Object* object, const Requirement& required) {
  if (object != nullptr && heap.IsLive(*object)) [[likely]] {
    if (required.doomed == Requirement::Doomed::kAllowed || !heap.IsDoomed(*object)) {
      return true;
    }
  }
  return Refuse(heap, object, required);
}

}  // namespace GC_BUILD
}  // namespace gc
