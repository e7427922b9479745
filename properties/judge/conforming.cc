#include "properties/judge/conforming.h"

namespace properties {

ConformingVerdict JudgeConforming(const reference::Trace& trace, reference::Subject& subject,
                                  bool conformance, const JudgeOptions& options) {
  ConformingVerdict judged{Judge(trace, subject, options), options};
  const reference::Promises& promises = subject.promises();
  if (!conformance || judged.verdict.outcome != Outcome::kAgree || !promises.units ||
      !promises.colours || trace.operations.size() > kConformanceOperations) {
    return judged;
  }
  JudgeOptions with = options;
  with.conformance = true;
  return {Judge(trace, subject, with), with};
}

}  // namespace properties
