// fuzz/mutation/dry_run.cc -- the oracle, beside a subject that never collects.

#include "fuzz/mutation/dry_run.h"

#include <vector>

namespace fuzz {

using reference::Operation;

DryRun::DryRun(const reference::TraceHeader& header) {
  oracle_.Reset(header, {.verbs = reference::VerbSet::All(), .exact = false});
}

bool DryRun::Step(const Operation& operation) {
  if (!oracle_.Allows(operation)) return false;
  reference::Answer answer;
  if (reference::IsRead(operation.verb)) {
    answer = {.kind = reference::Answer::Kind::kRead,
              .object = operation.verb == reference::Verb::kFind
                            ? operation.object
                            : oracle_.WeakTarget(operation.number)};
  }
  oracle_.Apply(operation, answer, {});
  return true;
}

void DropIdleLines(reference::Trace& trace) {
  DryRun dry_run(trace.header);
  std::erase_if(trace.operations,
                [&](const Operation& operation) { return !dry_run.Step(operation); });
}

}  // namespace fuzz
