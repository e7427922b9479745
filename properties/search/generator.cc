#include "properties/search/generator.h"

#include <algorithm>

namespace properties {

using reference::kNull;
using reference::Name;
using reference::Operation;
using reference::Verb;
namespace op = reference::op;

namespace {

struct Weight {
  Choice choice;
  Verb verb;  // the verb without which the choice is none
  std::array<std::uint8_t, kStageCount> by_stage;
  Profile favoured_by;
};

// How often each choice is made in each stage (idle, marking, settled, after); a profile favours
// its own.
constexpr std::array<Weight, kChoiceCount> kWeights = {{
    {Choice::kCreate, Verb::kCreate, {30, 2, 2, 4}, Profile::kChurn},
    {Choice::kBear, Verb::kCreate, {6, 6, 5, 5}, Profile::kChurn},
    {Choice::kCopy, Verb::kCopy, {3, 5, 1, 2}, Profile::kMoves},
    {Choice::kStore, Verb::kStore, {16, 3, 3, 4}, Profile::kWavefront},
    {Choice::kCut, Verb::kStore, {3, 3, 2, 2}, Profile::kChurn},
    {Choice::kHide, Verb::kStore, {0, 16, 0, 2}, Profile::kWavefront},
    {Choice::kCarry, Verb::kMove, {3, 10, 2, 2}, Profile::kMoves},
    {Choice::kContain, Verb::kAppend, {6, 6, 1, 2}, Profile::kMoves},
    {Choice::kAdopt, Verb::kRoot, {2, 10, 0, 2}, Profile::kRoots},
    {Choice::kRoot, Verb::kRoot, {6, 1, 1, 1}, Profile::kRoots},
    {Choice::kUnroot, Verb::kUnroot, {2, 1, 1, 2}, Profile::kChurn},
    {Choice::kStrong, Verb::kStrongTake, {2, 1, 1, 1}, Profile::kRoots},
    {Choice::kKeep, Verb::kKeep, {2, 1, 1, 1}, Profile::kRoots},
    {Choice::kReserve, Verb::kReserve, {2, 1, 1, 1}, Profile::kRoots},
    {Choice::kComplete, Verb::kComplete, {2, 4, 8, 3}, Profile::kRoots},
    {Choice::kPermanent, Verb::kPermanent, {2, 2, 1, 1}, Profile::kRoots},
    {Choice::kResurrect, Verb::kResurrect, {2, 1, 1, 1}, Profile::kPurge},
    {Choice::kReferencer, Verb::kReferencerHold, {4, 4, 1, 1}, Profile::kRoots},
    {Choice::kWeakMake, Verb::kWeakMake, {5, 1, 1, 2}, Profile::kWeak},
    {Choice::kWeakCopy, Verb::kWeakCopy, {1, 1, 1, 1}, Profile::kWeak},
    {Choice::kRevive, Verb::kWeakRead, {2, 3, 6, 6}, Profile::kWeak},
    {Choice::kRecycle, Verb::kWeakMake, {2, 0, 0, 1}, Profile::kWeak},
    {Choice::kUnready, Verb::kReady, {2, 1, 1, 1}, Profile::kPurge},
    {Choice::kReady, Verb::kReady, {1, 0, 0, 2}, Profile::kPurge},
    {Choice::kLocal, Verb::kHold, {2, 4, 2, 1}, Profile::kEverything},
    {Choice::kTickOne, Verb::kTick, {2, 26, 44, 40}, Profile::kEverything},
    {Choice::kTickSome, Verb::kTick, {2, 1, 4, 6}, Profile::kPurge},
    {Choice::kStart, Verb::kStart, {14, 1, 1, 4}, Profile::kPurge},
    {Choice::kCollect, Verb::kCollect, {3, 1, 1, 1}, Profile::kChurn},
    {Choice::kResolve, Verb::kResolve, {3, 8, 2, 2}, Profile::kWeak},
    {Choice::kFind, Verb::kFind, {1, 2, 4, 4}, Profile::kWeak},
    {Choice::kEnter, Verb::kEnter, {6, 8, 6, 6}, Profile::kWavefront},
    {Choice::kLeave, Verb::kLeave, {6, 8, 8, 8}, Profile::kPurge},
    {Choice::kTryCollect, Verb::kTryCollect, {2, 1, 1, 2}, Profile::kChurn},
    {Choice::kFrame, Verb::kFrame, {4, 3, 3, 3}, Profile::kPurge},
    {Choice::kGarbage, Verb::kGarbage, {3, 5, 1, 1}, Profile::kFates},
    {Choice::kCluster, Verb::kCluster, {5, 6, 1, 1}, Profile::kFates},
    {Choice::kDissolve, Verb::kDissolve, {1, 2, 1, 1}, Profile::kFates},
}};
constexpr std::uint32_t kFavour = 4;

constexpr bool WeightsStandInOrder() {
  for (std::size_t i = 0; i < kChoiceCount; ++i) {
    if (static_cast<std::size_t>(kWeights[i].choice) != i) return false;
  }
  return true;
}
static_assert(WeightsStandInOrder());

}  // namespace

DirectedGenerator::DirectedGenerator(JudgeSession& session, std::uint64_t seed,
                                     const DirectedOptions& options, reference::Trace& out)
    : session_(session), options_(options), out_(out), random_(seed) {
  verbs_ = session.subject().promises().verbs;
  for (const reference::VerbEntry& entry : reference::kVerbs) {
    if (!options.verbs.Has(entry.verb)) verbs_.Remove(entry.verb);
  }
  if (options.locals == reference::Locals::kDead) verbs_.Remove(Verb::kHold).Remove(Verb::kDrop);
  profile_ = options.profile.value_or(static_cast<Profile>(random_.Below(kProfileCount)));

  const std::uint32_t size = random_.Below(100);
  const auto limit = static_cast<Name>(std::max<std::size_t>(options.max_objects, 2));
  objects_ = size < 70 ? random_.Between(2, 6) : size < 95 ? random_.Between(5, 12) : limit;
  objects_ = std::min(objects_, limit);
  const std::size_t wanted = 10 + random_.Below(8 + 5 * objects_);
  length_ = std::min(wanted, options.max_operations);
  most_fields_ = random_.Between(1, 3);
  weaks_ = random_.Between(1, 3);
  referencers_ = random_.Between(1, 2);
  // Most runs have one thread, and what needs no others: a section keeps every step waiting.
  if (Has(Verb::kEnter) && random_.Chance(1, 16)) {
    lanes_ = static_cast<std::uint8_t>(random_.Between(1, 2));
  } else {
    verbs_.Remove(Verb::kEnter).Remove(Verb::kLeave).Remove(Verb::kTryCollect);
  }
  if (!random_.Chance(1, 4)) verbs_.Remove(Verb::kFrame);
}

Verdict DirectedGenerator::Generate() {
  out_.header = {.locals = options_.locals};
  if (session_.subject().promises().shapes) out_.header.shape = random_.Between(1, 1u << 20);
  out_.operations.clear();
  session_.Begin(out_.header, options_.judge);
  while (!over_ && out_.operations.size() < length_) Next();
  Finish();
  return session_.End();
}

// What a run has broken shows when its cycle ends, so most runs see that.
void DirectedGenerator::Finish() {
  if (over_ || random_.Chance(1, 8)) return;
  while (LeaveOne()) continue;
  for (Name name = 0; name < next_ && !over_; ++name) Emit(op::Complete(name));
  if (random_.Chance(1, 2)) {
    Emit(op::Collect());
    return;
  }
  std::uint32_t calm = 0;
  for (std::uint32_t i = 0; i < 48 && !over_ && calm < 2; ++i) {
    Emit(op::Tick(random_.Chance(1, 2) ? 1 : random_.Between(2, 8)));
    targets_.Look(session_);
    if (targets_.stage() == Stage::kIdle) calm += 1;
  }
}

void DirectedGenerator::Next() {
  targets_.Look(session_);
  if (!plan_.empty() && random_.Chance(6, 7)) {
    const Operation planned = plan_.front();
    plan_.pop_front();
    if (Emit(planned)) return;
  }
  for (int attempt = 0; attempt < 6; ++attempt) {
    const std::size_t before = out_.operations.size() + plan_.size();
    Make(Draw());
    if (over_ || out_.operations.size() + plan_.size() != before) return;
  }
  if (!LeaveOne() && !Emit(op::Tick(1))) Emit(op::Collect());
}

// Ends a section, if one is open.
bool DirectedGenerator::LeaveOne() {
  for (std::uint8_t lane = 1; lane <= lanes_; ++lane) {
    if (Emit(op::Leave(lane))) return true;
  }
  return false;
}

// Who is in a section does half of the work that is to be done.
Operation DirectedGenerator::OnSomeLane(const Operation& operation) {
  if (lanes_ == 0 || operation.lane != 0 || reference::IsCollectorStep(operation.verb)) {
    return operation;
  }
  const auto lane = static_cast<std::uint8_t>(random_.Between(1, lanes_));
  const bool inside = session_.oracle().SectionsOf(lane) > 0;
  return inside && random_.Chance(1, 2) ? op::OnLane(lane, operation) : operation;
}

// Applies and judges the operation if the mutator could do it now.
bool DirectedGenerator::Emit(const Operation& wanted) {
  const Operation operation = OnSomeLane(wanted);
  if (over_ || !Has(operation.verb) || !session_.oracle().Allows(operation)) return false;
  out_.operations.push_back(operation);
  targets_.Applied(operation);
  if (operation.verb == Verb::kReferencerHold) last_held_[operation.number] = wanted;
  over_ = !session_.Step(operation);
  return true;
}

Choice DirectedGenerator::Draw() {
  const auto stage = static_cast<std::size_t>(targets_.stage());
  std::array<std::uint32_t, kChoiceCount> weights;
  std::uint32_t total = 0;
  for (std::size_t i = 0; i < kChoiceCount; ++i) {
    const Weight& weight = kWeights[i];
    const bool favoured = weight.favoured_by == profile_ && profile_ != Profile::kEverything;
    weights[i] = Has(weight.verb) ? weight.by_stage[stage] * (favoured ? kFavour : 1u) : 0;
    total += weights[i];
  }
  if (total == 0) return Choice::kCollect;
  std::uint32_t drawn = random_.Below(total);
  std::size_t i = 0;
  while (drawn >= weights[i]) drawn -= weights[i++];
  return static_cast<Choice>(i);
}

void DirectedGenerator::Make(Choice choice) {
  switch (choice) {
    case Choice::kCreate:
      return Create();
    case Choice::kBear:
      return Bear();
    case Choice::kCopy:
      return Copy();
    case Choice::kStore:
      return Store();
    case Choice::kCut:
      return Cut();
    case Choice::kHide:
      return Hide();
    case Choice::kCarry:
      return Carry();
    case Choice::kContain:
      return Contain();
    case Choice::kAdopt:
      return Adopt();
    case Choice::kRoot:
      return Root(true);
    case Choice::kUnroot:
      return Root(false);
    case Choice::kStrong:
      return Strong();
    case Choice::kKeep:
      return Keep();
    case Choice::kReserve:
      return Reserve();
    case Choice::kComplete:
      return Complete();
    case Choice::kPermanent:
      return Permanent();
    case Choice::kResurrect:
      return Resurrect();
    case Choice::kReferencer:
      return Refer();
    case Choice::kWeakMake:
      return WeakMake();
    case Choice::kWeakCopy:
      Emit(op::WeakCopy(random_.Below(weaks_), random_.Below(weaks_)));
      return;
    case Choice::kRevive:
      return Revive();
    case Choice::kRecycle:
      return Recycle();
    case Choice::kUnready:
      return Ready(false);
    case Choice::kReady:
      return Ready(true);
    case Choice::kLocal:
      return Local();
    case Choice::kTickOne:
      Emit(op::Tick(1));
      return;
    case Choice::kTickSome:
      Emit(op::Tick(random_.Chance(1, 6) ? 40 : random_.Between(2, 6)));
      return;
    case Choice::kStart:
      Emit(op::Start());
      return;
    case Choice::kCollect:
      Emit(op::Collect());
      return;
    case Choice::kResolve:
      return Resolve();
    case Choice::kFind:
      return Find();
    case Choice::kEnter:
      Emit(op::Enter(static_cast<std::uint8_t>(random_.Between(1, lanes_))));
      return;
    case Choice::kLeave:
      LeaveOne();
      return;
    case Choice::kTryCollect:
      Emit(op::TryCollect());
      return;
    case Choice::kFrame:
      Emit(op::Frame(random_.Chance(1, 2) ? 0 : 61));
      return;
    case Choice::kGarbage:
      return Garbage();
    case Choice::kCluster:
      return Cluster();
    case Choice::kDissolve:
      return DissolveOne();
  }
}

}  // namespace properties
