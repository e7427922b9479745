// core/base/obeys.h -- the switch that turns one rule off.
//
// The code that upholds a rule asks `Obeys(Rule::k..., Fault::k...)` at the place where the rule is
// upheld. In the shipped build that is the constant true, and nothing is left of the question. In
// the faulty build it asks the heap, which was given a set of faults. The question stands after
// the test that breaking the rule would matter, so that a fault is reported exactly where it took
// effect.
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
  // Obeys everything from now on, or commits the faults given again.
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

// "core/pointer/object_ptr.h:118": what follows the project's root in a path that the compiler was
// given. The compiler's path starts wherever the build was made.
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
// The place it is written, as a literal.
#define GC_HERE (::gc::FromRoot(__FILE__ ":" GC_STRING(__LINE__)))
