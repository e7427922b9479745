// properties/tool/failures/failures.cc -- merges, shrinks and explains failures.

#include "properties/tool/failures/failures.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <variant>

#include "properties/judge/conforming.h"
#include "properties/report/json.h"
#include "properties/report/layout.h"
#include "properties/shrink/shrink.h"
#include "properties/tool/schedule/schedule_failures.h"
#include "reference/schedule/schedule_text.h"
#include "reference/trace/trace_text.h"

namespace tool {

using properties::ReportFailure;

namespace {

// A shorter trace may kill what the longer one only made fail; it is left out, and shrinking begins
// again.
constexpr unsigned kChildrenOfShrinking = 24;

ReportFailure Unexplained(const RawFailure& raw) {
  ReportFailure failure;
  failure.section = raw.section;
  failure.property = raw.property;
  failure.bucket = raw.bucket;
  failure.count = raw.count;
  failure.origin = raw.origin;
  failure.trace = raw.trace;
  failure.operations = raw.operations;
  failure.explanation.outcome = properties::Outcome::kDisagree;
  failure.explanation.heading = "DISAGREE " + raw.bucket;
  return failure;
}

ReportFailure ShrunkAndExplained(const RawFailure& raw, reference::Subject& subject) {
  ReportFailure failure = Unexplained(raw);
  const auto parsed = reference::ParseTrace(raw.trace);
  const reference::Trace& trace = std::get<reference::Trace>(parsed);
  const properties::ConformingVerdict judged = properties::JudgeConforming(trace, subject, true);
  const properties::ShrinkResult shrunk =
      properties::Shrink(trace, subject, judged.verdict, {}, judged.options);
  failure.origin += "; " + properties::ShrunkText(raw.operations, shrunk.trace.operations.size(),
                                                  shrunk.runs, shrunk.complete ? "" : "its budget");
  failure.trace = reference::PrintTrace(shrunk.trace);
  failure.operations = shrunk.trace.operations.size();
  failure.explanation = properties::Explain(shrunk.trace, subject, {.conformance = true});
  return failure;
}

// Marks the failure as known if the trace agrees once one bug is made up for that the judged
// release is known to have. That a failure goes through the same function as a known bug proves
// nothing.
void SayWhetherItIsKnown(const std::string& subject, ReportFailure& failure) {
  const auto trace = reference::ParseTrace(failure.trace);
  for (const KnownBug& bug : KnownBugsOf(subject)) {
    const auto mended = MakeSubject(bug.mended, {});
    const auto verdict = properties::Judge(std::get<reference::Trace>(trace), *mended);
    if (verdict.outcome != properties::Outcome::kAgree) continue;
    failure.known = true;
    failure.explanation.blame = "KNOWN (" + bug.name + ")";
    failure.explanation.why.push_back("This is known of " + LibraryOf(subject) + ": " +
                                      bug.sentence + ". The same trace agrees with --subject " +
                                      bug.mended +
                                      ", which makes up for this and for nothing else.");
    return;
  }
}

}  // namespace

std::vector<RawFailure> Merged(const std::vector<RawFailure>& failures) {
  std::vector<RawFailure> merged;
  std::map<std::string, std::size_t> place;
  for (const RawFailure& failure : failures) {
    const auto [at, is_new] = place.try_emplace(failure.bucket, merged.size());
    if (is_new) {
      merged.push_back(failure);
      continue;
    }
    RawFailure& kept = merged[at->second];
    const std::uint64_t count = kept.count + failure.count;
    if (failure.operations < kept.operations) kept = failure;
    kept.count = count;
  }
  return merged;
}

Task ExplainFailure(const RawFailure& raw, const VerifyOptions& options) {
  return {"shrinking: " + raw.bucket,
          [raw, options](RunRecorder& recorder) {
            if (reference::schedule::IsSchedule(raw.trace)) {
              ReportFailure of_scheduler = Unexplained(raw);
              ShrinkAndExplainSchedule(of_scheduler);
              return properties::Packed(of_scheduler);
            }
            const auto subject = recorder.Recorded(MakeSubject(options.choices.subject, {}));
            ReportFailure failure = ShrunkAndExplained(raw, *subject);
            SayWhetherItIsKnown(options.choices.subject, failure);
            return properties::Packed(failure);
          },
          1, 0, kChildrenOfShrinking};
}

ReportFailure TakeFailure(const RawFailure& raw, const TaskEnd& end) {
  if (end.how == TaskEnd::How::kDone) return properties::Unpacked<ReportFailure>(end.text);
  ReportFailure failure = Unexplained(raw);
  failure.explanation.why.push_back("It could not be shrunk or explained: " +
                                    (end.text.empty() ? "time was up" : end.text) + ".");
  return failure;
}

}  // namespace tool
