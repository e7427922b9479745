// fuzz/foreign/novelty.h -- what a run of a stranger's collector showed that none before it did.
//
// A fuzzer keeps a run that reaches something new, and changes it further. Of a collector that was
// compiled for it, the branches are known (fuzz/subject_branches_main.cc). Any other is a black
// box: of that, new is what it does after one operation and then another, as far as it tells: the
// verbs, what was answered, what was published, the phase.
//
// Read next: fuzz/foreign/subject_fuzzer.h.

#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/oracle/subject.h"

namespace fuzz {

class Novelty {
 public:
  // Notes a feature of the run; equal features have equal numbers.
  void Note(std::uint64_t feature);
  // The same for each branch that was taken, and clears the counts.
  void NoteBranches(std::span<std::uint8_t> counts);
  // Whether the run had a feature that no run before it had; begins the next run.
  bool EndRun();
  std::size_t features() const { return met_.count(); }

 private:
  static constexpr std::size_t kPlaces = 1 << 18;
  std::bitset<kPlaces> met_;
  bool is_new_ = false;
};

// The subject, which notes what it does.
class NotedSubject final : public reference::Subject {
 public:
  NotedSubject(std::unique_ptr<reference::Subject> subject, Novelty& novelty)
      : subject_(std::move(subject)), novelty_(novelty) {}

  std::string_view name() const override { return subject_->name(); }
  const reference::Promises& promises() const override { return subject_->promises(); }
  void Reset(const reference::TraceHeader& header) override {
    before_ = 0;
    subject_->Reset(header);
  }
  reference::Answer Apply(const reference::Operation& operation,
                          std::vector<reference::Event>& events) override;
  bool Peek(reference::Name object, std::vector<reference::Name>& fields) const override {
    return subject_->Peek(object, fields);
  }
  void Observe(reference::Observation& observation) const override {
    subject_->Observe(observation);
  }
  std::optional<reference::Breach> Verify() const override { return subject_->Verify(); }
  std::string HowDone() const override { return subject_->HowDone(); }
  void ObeyAll(bool all) override { subject_->ObeyAll(all); }

 private:
  std::unique_ptr<reference::Subject> subject_;
  Novelty& novelty_;
  reference::Observation seen_;
  std::uint64_t before_ = 0;  // the feature of the operation before
};

}  // namespace fuzz
