// core/base/check.cc -- prints a failure or a misuse, and aborts.

#include "core/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace gc {
inline namespace GC_BUILD {

namespace {

void PrintRule(Rule rule) {
  const RuleEntry& entry = EntryOf(rule);
  std::fprintf(stderr, "gc: rule %.*s: %.*s\n", static_cast<int>(entry.name.size()),
               entry.name.data(), static_cast<int>(entry.sentence.size()), entry.sentence.data());
}

}  // namespace

void Abort(const Failure& failure, const char* class_name) {
  std::fprintf(stderr, "gc: %s: %s", failure.where, failure.sentence);
  if (failure.index != kNoIndex) {
    std::fprintf(stderr, " (object %u, %s)", static_cast<unsigned>(failure.index), class_name);
  }
  std::fputc('\n', stderr);
  PrintRule(failure.rule);
  std::abort();
}

void Abort(const Misuse& misuse) {
  const char* const separator = misuse.what[0] != '\0' ? ": " : "";
  std::fprintf(stderr, "gc: %s: %s%s%s\n", misuse.where, misuse.sentence, separator, misuse.what);
  if (misuse.rule) PrintRule(*misuse.rule);
  std::abort();
}

}  // namespace GC_BUILD
}  // namespace gc
