// core/base/check.h -- the checks that end a run when the state of a heap is impossible.
//
// In the shipped build a failed check aborts and names the rule and the object, because a wrong
// heap is worse than none. In the faulty build a rule was broken on purpose: the failure is
// recorded, the heap stops, and the program continues. Therefore a check is an expression, and the
// code that depends on the condition must test its result:
//
//     if (!GC_CHECK(*this, count > 0, Rule::kStrongBarrier, index, "...")) return;
//
// GC_CHECK is always compiled in; it stands at the public edge and finds mistakes of the caller.
// GC_ASSERT finds mistakes of the collector itself; it is compiled into debug builds and the faulty
// build.
//
// Read next: core/base/obeys.h.

#pragma once

#include <optional>

#include "core/base/index.h"
#include "core/base/obeys.h"

namespace gc {
inline namespace GC_BUILD {

struct Failure {
  Rule rule;
  Index index = kNoIndex;     // of the object that fails the check, if there is one
  const char* sentence = "";  // what the check requires
  const char* where = "";     // the check, as "file:line"
};

// Prints a failure and the class of the object that failed the check, and aborts.
[[noreturn]] void Abort(const Failure& failure, const char* class_name);

// A mistake of the caller: it breaks a rule of core/rules.h, or else a requirement of the
// specification (reference/specification/).
struct Misuse {
  std::optional<Rule> rule = std::nullopt;  // that it breaks, if there is one
  const char* sentence = "";                // what the check requires
  const char* where = "";                   // the check, as "file:line"
  const char* what = "";  // the thread, class or setting at fault, if there is one
};

// Prints a misuse and aborts, in both builds.
[[noreturn]] void Abort(const Misuse& misuse);

}  // namespace GC_BUILD
}  // namespace gc

// `heap` is any object with a member Fail(const Failure&), which aborts or returns false.
#define GC_CHECK(heap, condition, rule, index, sentence) \
  ((condition) ? true : (heap).Fail(::gc::Failure{rule, index, sentence, GC_HERE}))
#define GC_ASSERT(heap, condition, rule, index, sentence) \
  (!::gc::kChecked || GC_CHECK(heap, condition, rule, index, sentence))
