// properties/shrink/buckets.h -- which failures count as the same failure.
//
// A broken barrier makes ten thousand traces fail in a minute, and all of them are one failure. Two
// traces fall into one bucket if the same checker found the same property broken, in the same phase
// of the collector, after the same verb. Only one trace of each bucket is worth reading: the
// simplest.
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

// The phase of the collector at the finding; kUnknown for a subject that publishes no units.
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

// The bucket in words: "safety, marking, after tick".
std::string TextOf(const Bucket& bucket);

// The bucket of a trace that disagreed with this verdict. Replays the trace up to the finding, to
// learn the phase before the step that showed it.
Bucket BucketOf(const reference::Trace& trace, const Verdict& verdict, reference::Subject& subject);

// Failures by bucket: how many, and the simplest.
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
