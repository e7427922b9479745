#include "properties/shrink/shrink_steps.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "properties/shrink/simpler_forms.h"

namespace properties {

using reference::kNull;
using reference::Name;
using reference::Operand;
using reference::Operation;
using reference::Trace;
using reference::Verb;
namespace op = reference::op;

namespace {

bool UsesWeak(Verb verb) { return reference::Takes(verb, Operand::kWeak); }
bool UsesReferencer(Verb verb) { return reference::Takes(verb, Operand::kReferencer); }
bool Mentions(const Operation& operation, Name name) {
  return operation.object == name || operation.target == name;
}

bool IsOfSections(Verb verb) { return reference::KindOf(verb) == reference::VerbKind::kSection; }

// The lanes that the trace uses beside lane 0.
std::set<std::uint8_t> LanesOf(const Trace& trace) {
  std::set<std::uint8_t> lanes;
  for (const Operation& operation : trace.operations) {
    if (operation.lane != 0) lanes.insert(operation.lane);
  }
  return lanes;
}

}  // namespace

Trace With(const Trace& trace, std::size_t at, const Operation& operation) {
  Trace result = trace;
  result.operations[at] = operation;
  return result;
}

Trace WithoutAt(const Trace& trace, std::size_t at) {
  Trace result = trace;
  result.operations.erase(result.operations.begin() + static_cast<std::ptrdiff_t>(at));
  return result;
}

std::vector<Name> NamesOf(const Trace& trace) {
  std::set<Name> names;
  for (const Operation& operation : trace.operations) {
    if (operation.object != kNull) names.insert(operation.object);
    if (operation.target != kNull) names.insert(operation.target);
  }
  return {names.begin(), names.end()};
}

Trace Without(const Trace& trace, const std::vector<char>& drop) {
  Trace result{.header = trace.header, .operations = {}};
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    if (!drop[i]) result.operations.push_back(trace.operations[i]);
  }
  return result;
}

// Removes a whole object, with every operation that mentions it; or a whole lane, weak reference or
// referencer.
bool RemoveNames(const Trace& trace, const TryCandidate& attempt) {
  const auto without = [&](const auto& mentioned) {
    Trace candidate = trace;
    const std::size_t removed = std::erase_if(candidate.operations, mentioned);
    return removed > 0 && attempt(candidate);
  };
  for (const Name name : NamesOf(trace)) {
    if (without([&](const Operation& o) { return Mentions(o, name); })) return true;
  }
  for (const std::uint8_t lane : LanesOf(trace)) {
    if (without([&](const Operation& o) { return o.lane == lane; })) return true;
    Trace candidate = trace;  // lane 0 does the lane's operations
    std::erase_if(candidate.operations,
                  [lane](const Operation& o) { return o.lane == lane && IsOfSections(o.verb); });
    for (Operation& operation : candidate.operations) {
      if (operation.lane == lane) operation.lane = 0;
    }
    if (attempt(candidate)) return true;
  }
  std::set<std::uint32_t> weaks;
  std::set<std::uint32_t> referencers;
  for (const Operation& operation : trace.operations) {
    if (UsesWeak(operation.verb)) weaks.insert(operation.number);
    if (UsesReferencer(operation.verb)) referencers.insert(operation.number);
  }
  for (const std::uint32_t w : weaks) {
    if (without([&](const Operation& o) { return UsesWeak(o.verb) && o.number == w; })) return true;
  }
  for (const std::uint32_t r : referencers) {
    if (without([&](const Operation& o) { return UsesReferencer(o.verb) && o.number == r; })) {
      return true;
    }
  }
  return false;
}

// Removes two operations that do nothing without each other: root and unroot, store and cut.
bool RemovePairs(const Trace& trace, const TryCandidate& attempt) {
  constexpr std::size_t kLongest = 64;  // the number of pairs is quadratic
  if (trace.operations.size() > kLongest) return false;
  for (std::size_t second = trace.operations.size(); second-- > 1;) {
    const Trace without_second = WithoutAt(trace, second);
    for (std::size_t first = second; first-- > 0;) {
      if (attempt(WithoutAt(without_second, first))) return true;
    }
  }
  return false;
}

namespace {

// Shortens a tick by one unit: with one object fewer, the collector is one unit sooner at the place
// that matters.
bool TryWithAUnitLess(const Trace& trace, const TryCandidate& attempt) {
  for (std::size_t at = 0; at < trace.operations.size(); ++at) {
    Operation operation = trace.operations[at];
    if (operation.verb != Verb::kTick || operation.number < 2) continue;
    --operation.number;
    if (attempt(With(trace, at, operation))) return true;
  }
  return false;
}

}  // namespace

// Makes two objects one.
bool MergeNames(const Trace& trace, const TryCandidate& attempt) {
  const std::vector<Name> names = NamesOf(trace);
  for (const Name kept : names) {
    for (const Name gone : names) {
      if (kept == gone) continue;
      Trace candidate = trace;
      std::erase_if(candidate.operations, [&](const Operation& o) {
        return reference::IsBirth(o.verb) && o.object == gone;
      });
      for (Operation& operation : candidate.operations) {
        if (operation.object == gone) operation.object = kept;
        if (operation.target == gone) operation.target = kept;
      }
      if (attempt(candidate) || TryWithAUnitLess(candidate, attempt)) return true;
    }
  }
  return false;
}

// Merges two steps of the collector, even if other operations stand between them.
bool MergeSteps(const Trace& trace, const TryCandidate& attempt) {
  std::vector<std::size_t> steps;
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    if (reference::IsCollectorStep(trace.operations[i].verb)) steps.push_back(i);
  }
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    const Operation& first = trace.operations[steps[i]];
    const Operation& second = trace.operations[steps[i + 1]];
    const auto as_one = [&](const Operation& one) {
      return attempt(WithoutAt(With(trace, steps[i + 1], one), steps[i])) ||
             attempt(WithoutAt(With(trace, steps[i], one), steps[i + 1]));
    };
    if (as_one(op::Collect())) return true;
    if (as_one({.verb = Verb::kTryCollect})) return true;
    if (first.verb != Verb::kTick || second.verb != Verb::kTick) continue;
    const auto units = std::min(first.number + second.number, reference::kTickLimit);
    if (as_one(op::Tick(units))) return true;
  }
  return false;
}

bool SimplifyOperations(const Trace& trace, const TryCandidate& attempt) {
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    for (const Operation& form : SimplerForms(trace.operations[i])) {
      if (attempt(With(trace, i, form))) return true;
    }
    // Replaces the object by another one that was created earlier.
    for (const Name name : NamesOf(trace)) {
      Operation form = trace.operations[i];
      if (reference::IsBirth(form.verb)) break;
      if (form.target != kNull && name < form.target) {
        form.target = name;
        if (attempt(With(trace, i, form))) return true;
      }
      if (form.verb == Verb::kCopy) continue;
      form = trace.operations[i];
      if (form.object != kNull && name < form.object) {
        form.object = name;
        if (attempt(With(trace, i, form))) return true;
      }
    }
  }
  return false;
}

// Moves an operation to the front; Simpler says whether the result is simpler.
bool MoveOperations(const Trace& trace, const TryCandidate& attempt) {
  for (std::size_t from = 1; from < trace.operations.size(); ++from) {
    for (std::size_t to = 0; to < from; ++to) {
      Trace candidate = trace;
      const auto begin = candidate.operations.begin();
      std::rotate(begin + static_cast<std::ptrdiff_t>(to),
                  begin + static_cast<std::ptrdiff_t>(from),
                  begin + static_cast<std::ptrdiff_t>(from + 1));
      if (attempt(candidate)) return true;
    }
  }
  return false;
}

Trace WithCanonicalNames(const Trace& trace) {
  std::map<Name, Name> names;
  std::map<std::uint32_t, std::uint32_t> weaks;
  std::map<std::uint32_t, std::uint32_t> referencers;
  const auto number = [](auto& numbers, std::uint32_t old) {
    return numbers.emplace(old, static_cast<std::uint32_t>(numbers.size())).first->second;
  };
  for (const Operation& operation : trace.operations) {
    if (reference::IsBirth(operation.verb)) number(names, operation.object);
  }
  std::map<std::uint32_t, std::uint32_t> lanes = {{0, 0}};
  Trace result = trace;
  for (Operation& operation : result.operations) {
    operation.lane = static_cast<std::uint8_t>(number(lanes, operation.lane));
    if (operation.object != kNull) operation.object = number(names, operation.object);
    if (operation.target != kNull) operation.target = number(names, operation.target);
    if (operation.verb == Verb::kWeakCopy) operation.other = number(weaks, operation.other);
    if (UsesWeak(operation.verb)) operation.number = number(weaks, operation.number);
    if (UsesReferencer(operation.verb)) operation.number = number(referencers, operation.number);
  }
  return result;
}

}  // namespace properties
