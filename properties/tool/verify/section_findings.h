// properties/tool/verify/section_findings.h -- what a section of `verify` collects while it runs.
//
// Read next: properties/tool/verify/sections.h.

#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "properties/search/search.h"
#include "properties/shrink/buckets.h"
#include "properties/tool/failures/failures.h"
#include "properties/tool/process/run_recorder.h"
#include "properties/tool/verify/sections.h"
#include "reference/trace/trace_text.h"

namespace tool {

// A section stops after so many failures. A broken barrier goes on failing one trace in a thousand
// for ever, and so many show every way in which it fails.
inline constexpr std::uint64_t kEnoughFailures = 300;

using SectionClock = std::chrono::steady_clock;

double SecondsSince(SectionClock::time_point began);

// Collects findings, and keeps the simplest of each kind.
class SectionFindings {
 public:
  explicit SectionFindings(std::unique_ptr<reference::Subject> subject)
      : subject_(std::move(subject)) {}

  // Returns false once there are enough.
  bool Take(const properties::Catch& caught) {
    if (caught.verdict.outcome == properties::Outcome::kInconclusive && why_none_.empty()) {
      why_none_ = caught.verdict.inconclusive_because;
    }
    if (caught.verdict.outcome != properties::Outcome::kDisagree) return true;
    if (caught.verdict.First()->rule == RunRecorder::kDiedBefore) return true;  // told of already
    buckets_.Add(properties::BucketOf(caught.trace, caught.verdict, *subject_), caught);
    return ++count_ < kEnoughFailures;
  }
  bool Full() const { return count_ >= kEnoughFailures; }
  // Why the first trace without a verdict has none; empty if each has one.
  const std::string& WhyNone() const { return why_none_; }

  template <typename Origin>
  void Give(const std::string& section, const Origin& origin, SectionResult& result) const {
    for (const auto& [bucket, entry] : buckets_.entries()) {
      RawFailure failure;
      failure.section = section;
      failure.property = std::string(reference::WordOf(bucket.property));
      failure.bucket = properties::TextOf(bucket);
      failure.count = entry.count;
      failure.origin = origin(entry.simplest);
      failure.trace = reference::PrintTrace(entry.simplest.trace);
      failure.operations = entry.simplest.trace.operations.size();
      result.failures.push_back(std::move(failure));
    }
  }

 private:
  std::unique_ptr<reference::Subject> subject_;
  properties::Buckets buckets_;
  std::uint64_t count_ = 0;
  std::string why_none_;
};

// The section before it runs; its id is made of these words.
properties::ReportSection HeadOf(const std::string& group, const std::string& name,
                                 const std::string& locals);

// Enters how many traces have no verdict, and why, if some have none.
void RemarkOnNone(const SectionFindings& findings, properties::ReportSection& section);

// Enters what a search has tried, and the section's status; and what RemarkOnNone says.
void Count(const properties::SearchResult& search, const SectionFindings& findings,
           SectionClock::time_point began, const SectionResult& result,
           properties::ReportSection& section);

}  // namespace tool
