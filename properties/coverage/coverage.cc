// properties/coverage/coverage.cc -- counts what was met.

#include "properties/coverage/coverage.h"

#include <algorithm>

namespace properties {

using reference::Verb;

namespace {

// For each verb the numbers of the situations that may hold at it.
const std::vector<std::size_t>& NumbersFor(Verb verb) {
  static const auto kAll = [] {
    std::array<std::vector<std::size_t>, reference::kVerbCount> all;
    for (std::size_t i = 0; i < Situations().size(); ++i) {
      for (const reference::VerbEntry& entry : reference::kVerbs) {
        if (Situations()[i].verbs.Has(entry.verb)) {
          all[static_cast<std::size_t>(entry.verb)].push_back(i);
        }
      }
    }
    return all;
  }();
  return kAll[static_cast<std::size_t>(verb)];
}

}  // namespace

Coverage::Coverage() : situations_(Situations().size()) {}

void Coverage::Note(const Moment& moment) {
  const Verb verb = moment.operation.verb;
  verbs_[static_cast<std::size_t>(verb)][static_cast<std::size_t>(moment.when)] += 1;
  for (const std::size_t number : NumbersFor(verb)) {
    if (Situations()[number].holds(moment)) situations_[number] += 1;
  }
}

void Coverage::Add(const Coverage& other) {
  for (std::size_t i = 0; i < situations_.size(); ++i) situations_[i] += other.situations_[i];
  for (std::size_t verb = 0; verb < verbs_.size(); ++verb) {
    for (std::size_t when = 0; when < kWhenCount; ++when) {
      verbs_[verb][when] += other.verbs_[verb][when];
    }
  }
}

bool Coverage::Empty() const {
  return std::ranges::all_of(Numbers(), [](std::uint64_t count) { return count == 0; });
}

std::vector<std::uint64_t> Coverage::Numbers() const {
  std::vector<std::uint64_t> numbers = situations_;
  for (const auto& of_verb : verbs_) numbers.insert(numbers.end(), of_verb.begin(), of_verb.end());
  return numbers;
}

Coverage Coverage::Of(const std::vector<std::uint64_t>& numbers) {
  Coverage coverage;
  if (numbers.size() != coverage.Numbers().size()) return coverage;
  auto next = numbers.begin();
  for (std::uint64_t& count : coverage.situations_) count = *next++;
  for (auto& of_verb : coverage.verbs_) {
    for (std::uint64_t& count : of_verb) count = *next++;
  }
  return coverage;
}

std::vector<std::string> Coverage::Missed() const {
  std::vector<std::string> missed;
  for (std::size_t i = 0; i < situations_.size(); ++i) {
    if (situations_[i] == 0) missed.emplace_back(Situations()[i].name);
  }
  for (const reference::VerbEntry& entry : reference::kVerbs) {
    if (reference::IsExpectation(entry.verb)) continue;
    const auto met = [&](When alone, When beside_a_purge) {
      return Of(entry.verb, alone) + Of(entry.verb, beside_a_purge) > 0;
    };
    const auto miss = [&](bool is_met, const char* phase) {
      if (!is_met) missed.push_back(std::string(entry.word) + " " + phase);
    };
    miss(met(When::kIdle, When::kPurging), "outside of a cycle");
    miss(met(When::kMarking, When::kMarkingPurging), "while marking");
    miss(met(When::kGathering, When::kGatheringPurging), "while gathering");
  }
  return missed;
}

}  // namespace properties
