#include "properties/judge/conforming.h"

namespace properties {

ConformingVerdict JudgeConforming(const reference::Trace& trace, reference::Subject& subject,
                                  bool tie, const JudgeOptions& options) {
  ConformingVerdict judged{Judge(trace, subject, options), options};
  const reference::Promises& promises = subject.promises();
  if (!tie || judged.verdict.outcome != Outcome::kAgree || !promises.units || !promises.colours ||
      trace.operations.size() > kConformanceOperations) {
    return judged;
  }
  JudgeOptions tied = options;
  tied.tie = true;
  return {Judge(trace, subject, tied), tied};
}

}  // namespace properties
