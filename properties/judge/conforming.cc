#include "properties/judge/conforming.h"

namespace properties {

bool CanBeCompared(const reference::Trace& trace, const reference::Subject& subject) {
  const reference::Promises& promises = subject.promises();
  return promises.units && promises.colours && trace.operations.size() <= kConformanceOperations;
}

ConformingVerdict JudgeConforming(const reference::Trace& trace, reference::Subject& subject,
                                  bool conformance, const JudgeOptions& options) {
  ConformingVerdict judged{Judge(trace, subject, options), options};
  if (!conformance || judged.verdict.outcome != Outcome::kAgree || !CanBeCompared(trace, subject)) {
    return judged;
  }
  JudgeOptions with = options;
  with.conformance = true;
  return {Judge(trace, subject, with), with};
}

}  // namespace properties
