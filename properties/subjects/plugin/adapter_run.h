// properties/subjects/plugin/adapter_run.h -- a short run on an adapter, and all that it said.
//
// The questions that are asked of an adapter do a few operations and then look. No oracle is asked:
// what must be seen stands in the question.
//
// Read next: properties/subjects/plugin/adapter_check.h.

#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

#include "reference/oracle/subject.h"

namespace properties {

// A run on a subject, and all that it said.
class AdapterRun {
 public:
  explicit AdapterRun(reference::Subject& subject) : subject_(subject) { subject_.Reset({}); }

  reference::Answer Do(const reference::Operation& operation) {
    const reference::Answer answer = subject_.Apply(operation, events_);
    answers_.push_back(answer);
    return answer;
  }
  void Do(std::initializer_list<reference::Operation> operations) {
    for (const reference::Operation& operation : operations) Do(operation);
  }
  // Collects until garbage is gone, as far as that is promised.
  void CollectAll() {
    for (std::uint32_t i = 0; i < subject_.promises().collects_until_gone; ++i)
      Do(reference::op::Collect());
  }

  bool IsThere(reference::Name name) { return subject_.Peek(name, fields_); }
  std::vector<reference::Name> Fields(reference::Name name) {
    subject_.Peek(name, fields_);
    return fields_;
  }
  std::size_t Freed(reference::Name name) const {
    return static_cast<std::size_t>(
        std::ranges::count_if(events_, [name](const reference::Event& event) {
          return event.kind == reference::EventKind::kFreed && event.object == name;
        }));
  }
  std::size_t Told(reference::EventKind kind) const {
    return static_cast<std::size_t>(std::ranges::count(events_, kind, &reference::Event::kind));
  }
  // All that was published and answered, as text.
  std::string Digest() const {
    std::string text;
    for (const reference::Event& event : events_) {
      text += std::string(WordOf(event.kind)) + " " + std::to_string(event.object) + " " +
              std::to_string(event.flag) + "\n";
    }
    for (const reference::Answer& answer : answers_) {
      text += std::to_string(static_cast<int>(answer.kind)) + " " + std::to_string(answer.object) +
              "\n";
    }
    return text;
  }

 private:
  reference::Subject& subject_;
  std::vector<reference::Event> events_;
  std::vector<reference::Answer> answers_;
  std::vector<reference::Name> fields_;
};

}  // namespace properties
