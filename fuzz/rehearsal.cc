// fuzz/rehearsal.cc -- the oracle, and nobody who disagrees.

#include "fuzz/rehearsal.h"

#include <vector>

namespace fuzz {

using reference::Operation;

Rehearsal::Rehearsal(const reference::TraceHeader& header) {
  oracle_.Reset(header, {.verbs = reference::VerbSet::All(), .exact = false});
}

bool Rehearsal::Step(const Operation& operation) {
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
  Rehearsal rehearsal(trace.header);
  std::erase_if(trace.operations,
                [&](const Operation& operation) { return !rehearsal.Step(operation); });
}

}  // namespace fuzz
