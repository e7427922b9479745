// core/base/obeys.h -- the switch that turns one rule off.
//
// The code that upholds a rule asks `Obeys(Rule::k..., Fault::k...)` at the place where it does so.
// In the shipped build the answer is the constant true, and the compiler removes the question. In
// the faulty build the heap answers, from the set of faults that it was given. The question stands
// last in its condition, after the tests whether breaking the rule would matter here, so that a
// fault is reported exactly where it takes effect.
//
// Read next: core/rules.h.

#pragma once

#include <cstddef>

#include "core/base/build.h"
#include "core/fault_set.h"
#include "core/faults.h"

namespace gc {
inline namespace GC_BUILD {

#if TRICOLOUR_FAULTY
class RuleSwitch {
 public:
  RuleSwitch() = default;
  explicit RuleSwitch(FaultSet faults) : given_(faults), now_(faults) {}
  bool Obeys(Rule, Fault fault) const { return !now_.Has(fault); }
  // True: obeys every rule from now on. False: commits the given faults again.
  void ObeyAll(bool all) { now_ = all ? FaultSet{} : given_; }

 private:
  FaultSet given_;
  FaultSet now_;
};
#else
class RuleSwitch {
 public:
  static constexpr bool Obeys(Rule, Fault) { return true; }
};
#endif

// The part of a source path that follows the project's root, as "core/pointer/object_ptr.h:118".
// What precedes it depends on where the build was made.
consteval const char* FromRoot(const char* place) {
  const char* from = place;
  for (const char* at = place; *at != '\0'; ++at) {
    const bool starts = at == place || at[-1] == '/';
    if (starts && at[0] == 'c' && at[1] == 'o' && at[2] == 'r' && at[3] == 'e' && at[4] == '/') {
      from = at;
    }
  }
  return from;
}

}  // namespace GC_BUILD
}  // namespace gc

#define GC_STRING_OF(x) #x
#define GC_STRING(x) GC_STRING_OF(x)
// The file and line where it is written, as a literal: "core/base/lock.cc:31".
#define GC_HERE (::gc::FromRoot(__FILE__ ":" GC_STRING(__LINE__)))
