#include "properties/judge/conforming.h"

namespace properties {

bool CanBeCompared(const reference::Trace& trace, const reference::Subject& subject) {
  const reference::Promises& promises = subject.promises();
  return promises.modelled && trace.header.heap.Of(promises.settings).IsUsual() &&
         trace.operations.size() <= kConformanceOperations;
}

ConformingVerdict JudgeAgainstModel(const reference::Trace& trace, reference::Subject& subject,
                                    JudgeOptions options) {
  options.conformance = true;
  return {Judge(trace, subject, options), options};
}

ConformingVerdict JudgeConforming(const reference::Trace& trace, reference::Subject& subject,
                                  bool conformance, const JudgeOptions& options) {
  ConformingVerdict judged{Judge(trace, subject, options), options};
  if (!conformance || judged.verdict.outcome != Outcome::kAgree || !CanBeCompared(trace, subject)) {
    return judged;
  }
  return JudgeAgainstModel(trace, subject, options);
}

}  // namespace properties
