// properties/shrink/compound_steps.cc -- steps that change two things, neither of which helps
// alone.

#include <algorithm>
#include <optional>

#include "properties/shrink/shrink_steps.h"

namespace properties {

using reference::kNull;
using reference::Name;
using reference::Operation;
using reference::Trace;
using reference::Verb;
namespace op = reference::op;

namespace {

constexpr std::size_t kLongestTrace = 32;

// Gives each tick each shorter length in turn.
bool TryWithFewerUnits(const Trace& trace, const TryCandidate& attempt) {
  constexpr std::uint32_t kLongestTick = 12;
  for (std::size_t at = 0; at < trace.operations.size(); ++at) {
    Operation operation = trace.operations[at];
    if (operation.verb != Verb::kTick || operation.number > kLongestTick) continue;
    while (operation.number > 1) {
      --operation.number;
      if (attempt(With(trace, at, operation))) return true;
    }
  }
  return false;
}

// The operation, if it empties what it names, with the object in its place.
std::optional<Operation> Refilled(const Operation& release, Name object) {
  if (release.verb == Verb::kReferencerRelease) return op::ReferencerHold(release.number, object);
  if (release.verb != Verb::kStore || release.target != kNull) return std::nullopt;
  return op::Store(release.object, release.field, object);
}

bool Holds(Verb verb) {
  return verb == Verb::kRoot || verb == Verb::kStrongTake || verb == Verb::kKeep;
}

}  // namespace

bool RemoveWithUnits(const Trace& trace, const TryCandidate& attempt) {
  if (trace.operations.size() > kLongestTrace) return false;
  for (const Name name : NamesOf(trace)) {
    Trace candidate = trace;
    std::erase_if(candidate.operations,
                  [&](const Operation& o) { return o.object == name || o.target == name; });
    if (TryWithFewerUnits(candidate, attempt)) return true;
  }
  for (std::size_t at = 0; at < trace.operations.size(); ++at) {
    if (TryWithFewerUnits(WithoutAt(trace, at), attempt)) return true;
  }
  return false;
}

bool MergeHolders(const Trace& trace, const TryCandidate& attempt) {
  if (trace.operations.size() > kLongestTrace) return false;
  for (std::size_t hold = 0; hold < trace.operations.size(); ++hold) {
    if (!Holds(trace.operations[hold].verb)) continue;
    for (std::size_t release = 0; release < trace.operations.size(); ++release) {
      const auto one = Refilled(trace.operations[release], trace.operations[hold].object);
      if (!one) continue;
      if (attempt(WithoutAt(With(trace, release, *one), hold))) return true;
      if (attempt(WithoutAt(With(trace, hold, *one), release))) return true;
    }
  }
  return false;
}

}  // namespace properties
