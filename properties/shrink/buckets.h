// properties/shrink/buckets.h -- which failures are the same failure.
//
// A broken barrier fails ten thousand traces in one minute, and they are one failure. Two traces
// fall into one bucket if the same checker found the same property broken, in the same phase of the
// collector, after the same verb. One trace of each bucket is worth reading: the simplest.
//
// Read next: properties/shrink/shrink.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "properties/judge/judge.h"
#include "properties/search/search.h"
#include "reference/trace/trace.h"

namespace properties {

// What the collector was about when the finding was made. A subject that publishes no units is
// kUnknown throughout.
enum class CyclePhase : std::uint8_t { kIdle, kMarking, kGathering, kPurging, kUnknown };
inline constexpr std::array<std::string_view, 5> kCyclePhaseWords = {"idle", "marking", "gathering",
                                                                     "purging", "unknown"};
constexpr std::string_view WordOf(CyclePhase phase) {
  return kCyclePhaseWords[static_cast<std::size_t>(phase)];
}

struct Bucket {
  Checker checker = Checker::kOutcome;
  reference::Property property = reference::Property::kSafety;
  CyclePhase phase = CyclePhase::kIdle;
  reference::Verb verb = reference::Verb::kTick;
  friend auto operator<=>(const Bucket&, const Bucket&) = default;
};

// "safety, marking, after tick".
std::string TextOf(const Bucket& bucket);

// The bucket of a trace that disagreed with this verdict. Replays it on the subject up to the
// finding to see the phase before the step at which it was made.
Bucket BucketOf(const reference::Trace& trace, const Verdict& verdict, reference::Subject& subject);

// Failures by bucket.
class Buckets {
 public:
  struct Entry {
    std::uint64_t count = 0;
    Catch simplest;
  };
  void Add(const Bucket& bucket, const Catch& caught);
  const std::map<Bucket, Entry>& entries() const { return entries_; }

 private:
  std::map<Bucket, Entry> entries_;
};

}  // namespace properties
