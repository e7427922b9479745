// core/base/check.h -- what happens when the collector finds something that cannot be.
//
// In the shipped build a failed check aborts, naming the rule and the object: a heap that is wrong
// is worse than none. In the faulty build a check fails because a rule was broken on purpose; it is
// recorded, the heap stops and does nothing any more, and the program goes on. So a check is an
// expression, and what depends on it goes on only if it held:
//
//     if (!GC_CHECK(*this, count > 0, Rule::kStrongBarrier, index, "...")) return;
//
// GC_CHECK is always on and stands at the public edge, for mistakes of the caller. GC_ASSERT is for
// our own, and is compiled into debug builds and the faulty build.
//
// Read next: core/collect/collector.h.

#pragma once

#include "core/base/obeys.h"
#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

struct Failure {
  Rule rule;
  Index index = kNoIndex;     // of the object it was seen on, if it was one
  const char* sentence = "";  // what should have been
  const char* where = "";     // the check, as "file:line"
};

// Prints a failure and the class of the object it was seen on, and aborts.
[[noreturn]] void Abort(const Failure& failure, const char* class_name);

// A mistake of the caller that breaks none of the rules above, but a promise of the specification.
struct Misuse {
  const char* row = "";       // "S7.4", and the rule's name if there is one
  const char* sentence = "";  // what should have been
  const char* where = "";     // the check, as "file:line"
  const char* what = "";      // the thread, class or setting it was seen on, if it was one
};

// Prints a misuse and aborts, in both builds.
[[noreturn]] void Abort(const Misuse& misuse);

}  // namespace GC_BUILD
}  // namespace gc

// `heap` is whatever has a Fail(const Failure&), which answers false if it returns at all.
#define GC_CHECK(heap, condition, rule, index, sentence) \
  ((condition) ? true : (heap).Fail(::gc::Failure{rule, index, sentence, GC_HERE}))
#define GC_ASSERT(heap, condition, rule, index, sentence) \
  (!::gc::kChecked || GC_CHECK(heap, condition, rule, index, sentence))
