#include "properties/tied.h"

namespace properties {

TiedVerdict JudgeTied(const reference::Trace& trace, reference::Subject& subject, bool tie,
                      const JudgeOptions& options) {
  TiedVerdict judged{Judge(trace, subject, options), options};
  const reference::Promises& promises = subject.promises();
  if (!tie || judged.verdict.outcome != Outcome::kAgree || !promises.units || !promises.colours ||
      trace.operations.size() > kTiedOperations) {
    return judged;
  }
  JudgeOptions tied = options;
  tied.tie = true;
  return {Judge(trace, subject, tied), tied};
}

}  // namespace properties
