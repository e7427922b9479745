#include "properties/shrink/buckets.h"

#include "properties/shrink/shrink.h"

namespace properties {
namespace {

CyclePhase PhaseOf(const JudgeSession& session) {
  const reference::Oracle& oracle = session.oracle();
  if (oracle.Marking()) return CyclePhase::kMarking;
  if (oracle.Gathering()) return CyclePhase::kGathering;
  return oracle.PurgePending() ? CyclePhase::kPurging : CyclePhase::kIdle;
}

}  // namespace

std::string TextOf(const Bucket& bucket) {
  std::string text(reference::WordOf(bucket.property));
  text += ", ";
  text += WordOf(bucket.phase);
  text += ", after ";
  text += reference::WordOf(bucket.verb);
  return text;
}

Bucket BucketOf(const reference::Trace& trace, const Verdict& verdict,
                reference::Subject& subject) {
  Bucket bucket;
  const Finding* const finding = verdict.First();
  if (finding == nullptr) return bucket;
  bucket.checker = finding->checker;
  bucket.property = finding->property;
  if (finding->step >= trace.operations.size()) return bucket;
  bucket.verb = trace.operations[finding->step].verb;
  bucket.phase = CyclePhase::kUnknown;
  if (!subject.promises().units) return bucket;

  JudgeSession session(subject);
  session.Begin(trace.header, {.invariant = false, .verifier = false, .stop_at_first = false});
  for (std::size_t i = 0; i < finding->step; ++i) session.Step(trace.operations[i]);
  bucket.phase = PhaseOf(session);
  session.End();
  return bucket;
}

void Buckets::Add(const Bucket& bucket, const Catch& caught) {
  Entry& entry = entries_[bucket];
  entry.count += 1;
  if (entry.count == 1 || Simpler(caught.trace, entry.simplest.trace)) entry.simplest = caught;
}

}  // namespace properties
