// properties/explain/silent_subject.h -- for tests: a collector that was broken by hand.
//
// The faulty build says where it broke a rule, which a collector after an edit does not. With this
// around it, all else is as it was.

#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/oracle/subject.h"

namespace properties {

// A collector that does not say where it broke a rule, as after an edit by hand.
class SilentSubject : public reference::Subject {
 public:
  explicit SilentSubject(std::unique_ptr<reference::Subject> subject)
      : subject_(std::move(subject)) {}
  std::string_view name() const override { return subject_->name(); }
  const reference::Promises& promises() const override { return subject_->promises(); }
  void Reset(const reference::TraceHeader& header) override { subject_->Reset(header); }
  reference::Answer Apply(const reference::Operation& operation,
                          std::vector<reference::Event>& events) override {
    const reference::Answer answer = subject_->Apply(operation, events);
    std::erase_if(events, [](const reference::Event& event) {
      return event.kind == reference::EventKind::kFaultCommitted;
    });
    return answer;
  }
  bool Peek(reference::Name object, std::vector<reference::Name>& fields) const override {
    return subject_->Peek(object, fields);
  }
  void Observe(reference::Observation& observation) const override {
    subject_->Observe(observation);
  }
  std::optional<reference::Breach> Verify() const override { return subject_->Verify(); }
  void ObeyAll(bool all) override { subject_->ObeyAll(all); }

 private:
  const std::unique_ptr<reference::Subject> subject_;
};

}  // namespace properties
