// properties/search/directed/directed_run.cc -- draws sizes, emits operations, chooses names.

#include "properties/search/directed/directed_run.h"

#include <algorithm>

#include "properties/search/variants.h"

namespace properties {

using reference::kNull;
using reference::Name;
using reference::Operation;
using reference::Verb;
namespace op = reference::op;

namespace {
constexpr std::uint64_t kVariantSeed = 0x68656170;
}  // namespace

DirectedRun::DirectedRun(JudgeSession& session, std::uint64_t seed, const DirectedOptions& options,
                         reference::Trace& out)
    : session_(session), out_(out), random_(seed), coverage_(options.coverage) {
  verbs_ = session.subject().promises().verbs;
  for (const reference::VerbEntry& entry : reference::kVerbs) {
    if (!options.verbs.Has(entry.verb)) verbs_.Remove(entry.verb);
  }
  if (options.locals == reference::Locals::kDead) verbs_.Remove(Verb::kHold).Remove(Verb::kDrop);
  profile_ = options.profile.value_or(static_cast<Profile>(random_.Below(kProfileCount)));

  const std::uint32_t size = random_.Below(100);
  const auto limit = static_cast<Name>(std::max<std::size_t>(options.max_objects, 2));
  sizes_.objects = size < 70 ? random_.Between(2, 6) : size < 95 ? random_.Between(5, 12) : limit;
  sizes_.objects = std::min(sizes_.objects, limit);
  const std::size_t wanted = 10 + random_.Below(8 + 5 * sizes_.objects);
  sizes_.length = std::min(wanted, options.max_operations);
  sizes_.fields = random_.Between(1, 3);
  const std::uint32_t most_fields = session.subject().promises().most_fields;
  if (most_fields != 0) sizes_.fields = std::min(sizes_.fields, most_fields);
  sizes_.weaks = random_.Between(1, 3);
  sizes_.referencers = random_.Between(1, 2);
  // Most runs have one thread, and none of the verbs that only make sense with more: an open
  // section makes every step of the collector wait.
  if (Has(Verb::kEnter) && random_.Chance(1, 16)) {
    sizes_.lanes = static_cast<std::uint8_t>(random_.Between(1, 2));
  } else {
    verbs_.Remove(Verb::kEnter).Remove(Verb::kLeave).Remove(Verb::kTryCollect);
  }
  if (!random_.Chance(1, 4)) verbs_.Remove(Verb::kFrame);

  // Drawn apart, so that a case is otherwise the same as without variants.
  Random of_heap(Mix(seed ^ kVariantSeed));
  out_.header = {
      .locals = options.locals,
      .heap = options.heap.value_or(DrawVariant(of_heap, session.subject().promises().settings))};
  if (session.subject().promises().shapes) out_.header.shape = random_.Between(1, 1u << 20);
  out_.operations.clear();
  session_.Begin(out_.header, options.judge);
}

// Half of the operations of lane 0 are given to a lane that has a section open, if there is one.
Operation DirectedRun::OnSomeLane(const Operation& operation) {
  if (sizes_.lanes == 0 || operation.lane != 0 || reference::IsCollectorStep(operation.verb)) {
    return operation;
  }
  const auto lane = static_cast<std::uint8_t>(random_.Between(1, sizes_.lanes));
  const bool inside = session_.oracle().SectionsOf(lane) > 0;
  return inside && random_.Chance(1, 2) ? op::OnLane(lane, operation) : operation;
}

bool DirectedRun::Emit(const Operation& wanted) {
  const Operation operation = OnSomeLane(wanted);
  if (over_ || !Has(operation.verb) || !session_.oracle().Allows(operation)) return false;
  out_.operations.push_back(operation);
  targets_.Applied(operation);
  if (operation.verb == Verb::kReferencerHold) last_held_[operation.number] = wanted;
  if (coverage_ != nullptr) watch_.Before(session_, operation);
  over_ = !session_.Step(operation);
  if (coverage_ != nullptr && !over_) coverage_->Note(watch_.After(session_));
  return true;
}

bool DirectedRun::TakePlanned(Operation& operation) {
  if (plan_.empty()) return false;
  operation = plan_.front();
  plan_.pop_front();
  return true;
}

bool DirectedRun::LeaveSection() {
  for (std::uint8_t lane = 1; lane <= sizes_.lanes; ++lane) {
    if (Emit(op::Leave(lane))) return true;
  }
  return false;
}

Name DirectedRun::Any(const std::vector<Name>& names, Name otherwise) {
  if (names.empty()) return otherwise;
  return names[random_.Below(static_cast<std::uint32_t>(names.size()))];
}

Place DirectedRun::AnyPlace(const std::vector<Name>& names) {
  for (int attempt = 0; attempt < 4; ++attempt) {
    const Name object = Any(names);
    if (object == kNull) break;
    const auto fields = static_cast<std::uint32_t>(session_.oracle().Fields(object).size());
    if (fields > 0) return {object, static_cast<std::uint16_t>(random_.Below(fields))};
  }
  return {};
}

Place DirectedRun::PlaceHolding(bool white) {
  std::vector<Place> places;
  for (const Name object : targets_.nameable()) {
    const std::vector<Name>& fields = session_.oracle().Fields(object);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (fields[i] == kNull || (white && !targets_.IsTarget(fields[i]))) continue;
      places.push_back({object, static_cast<std::uint16_t>(i)});
    }
  }
  return places.empty() ? Place{} : random_.Pick<Place>(places);
}

Name DirectedRun::Target() {
  if (!targets_.white().empty() && !random_.Chance(1, 6)) return Any(targets_.white());
  return Any(targets_.nameable());
}

std::vector<Name> DirectedRun::ContainersOf(const std::vector<Name>& names) const {
  std::vector<Name> containers;
  for (const Name name : names) {
    if (session_.oracle().heap().At(name).container) containers.push_back(name);
  }
  return containers;
}

void DirectedRun::PlanCuts(Name object, Place kept) {
  if (Marking()) targets_.LeaveAlone(object);
  if (random_.Chance(1, 8)) return;
  const reference::Oracle& oracle = session_.oracle();
  for (const Name holder : targets_.nameable()) {
    const std::vector<Name>& fields = oracle.Fields(holder);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const auto field = static_cast<std::uint16_t>(i);
      if (fields[i] != object || (holder == kept.object && field == kept.field)) continue;
      Plan(op::Store(holder, field, kNull));
    }
  }
  if (kept.object == kNull) return;
  if (oracle.heap().At(object).root) Plan(op::Unroot(object));
  if (oracle.heap().At(object).kept) Plan(op::Unkeep(object));
  for (std::uint32_t i = 0; i < oracle.heap().At(object).strong; ++i) Plan(op::StrongDrop(object));
  for (std::uint32_t i = 0; i < oracle.ReferencerCount(); ++i) {
    if (oracle.ReferencerTarget(i) == object) Plan(op::ReferencerRelease(i));
  }
}

}  // namespace properties
