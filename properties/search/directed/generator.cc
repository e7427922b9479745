// properties/search/directed/generator.cc -- which move a directed run makes next.

#include "properties/search/directed/generator.h"

#include <array>
#include <cstdint>

#include "properties/search/directed/moves.h"

namespace properties {
namespace {

using reference::Name;
using reference::Operation;
using reference::Verb;
namespace op = reference::op;

enum class Choice : std::uint8_t {
  kCreate,
  kBear,
  kCopy,
  kStore,
  kCut,
  kHide,
  kCarry,
  kContain,
  kAdopt,
  kRoot,
  kUnroot,
  kStrong,
  kKeep,
  kReserve,
  kComplete,
  kPermanent,
  kResurrect,
  kReferencer,
  kWeakMake,
  kWeakCopy,
  kRevive,
  kRecycle,
  kUnready,
  kReady,
  kLocal,
  kTickOne,
  kTickSome,
  kStart,
  kCollect,
  kResolve,
  kFind,
  kEnter,
  kLeave,
  kTryCollect,
  kFrame,
  kGarbage,
  kCluster,
  kDissolve,
  kRename,
  kPurge,
  kAbandon,
  kFinishPurge,
  kTrim,
  kFlag,
  kStartKeeping,
  kCollectKeeping,
  kIdentify,
  kRecreate,
  kBegin,
};
inline constexpr std::size_t kChoiceCount = 49;

struct Weight {
  Choice choice;
  Verb verb;  // the choice is left out if the run does not have this verb
  std::array<std::uint8_t, kStageCount> by_stage;
  Profile favoured_by;
};

// How often each choice is made in each stage (idle, marking, settled, after). A profile makes its
// own choices more often.
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
    {Choice::kRename, Verb::kRename, {2, 4, 4, 4}, Profile::kWeak},
    {Choice::kPurge, Verb::kPurge, {1, 4, 6, 8}, Profile::kPurge},
    {Choice::kAbandon, Verb::kAbandon, {1, 1, 1, 1}, Profile::kWeak},
    {Choice::kFinishPurge, Verb::kFinishPurge, {1, 1, 1, 2}, Profile::kPurge},
    {Choice::kTrim, Verb::kTrim, {1, 1, 1, 2}, Profile::kChurn},
    {Choice::kFlag, Verb::kFlag, {2, 1, 1, 1}, Profile::kRoots},
    {Choice::kStartKeeping, Verb::kStartKeeping, {3, 1, 1, 1}, Profile::kRoots},
    {Choice::kCollectKeeping, Verb::kCollectKeeping, {1, 1, 1, 1}, Profile::kRoots},
    {Choice::kIdentify, Verb::kIdentify, {2, 1, 1, 2}, Profile::kWeak},
    {Choice::kRecreate, Verb::kRecreate, {2, 2, 3, 3}, Profile::kWeak},
    {Choice::kBegin, Verb::kBeginByHand, {1, 1, 1, 1}, Profile::kPurge},
}};
constexpr std::uint32_t kFavour = 4;

constexpr bool WeightsStandInOrder() {
  for (std::size_t i = 0; i < kChoiceCount; ++i) {
    if (static_cast<std::size_t>(kWeights[i].choice) != i) return false;
  }
  return true;
}
static_assert(WeightsStandInOrder());

Choice Draw(DirectedRun& run) {
  const auto stage = static_cast<std::size_t>(run.targets().stage());
  std::array<std::uint32_t, kChoiceCount> weights;
  std::uint32_t total = 0;
  for (std::size_t i = 0; i < kChoiceCount; ++i) {
    const Weight& weight = kWeights[i];
    const bool favoured =
        weight.favoured_by == run.profile() && run.profile() != Profile::kEverything;
    weights[i] = run.Has(weight.verb) ? weight.by_stage[stage] * (favoured ? kFavour : 1u) : 0;
    total += weights[i];
  }
  if (total == 0) return Choice::kCollect;
  std::uint32_t drawn = run.random().Below(total);
  std::size_t i = 0;
  while (drawn >= weights[i]) drawn -= weights[i++];
  return static_cast<Choice>(i);
}

void Make(Choice choice, DirectedRun& run) {
  switch (choice) {
    case Choice::kCreate:
      return moves::Create(run);
    case Choice::kBear:
      return moves::Bear(run);
    case Choice::kCopy:
      return moves::Copy(run);
    case Choice::kStore:
      return moves::Store(run);
    case Choice::kCut:
      return moves::Cut(run);
    case Choice::kHide:
      return moves::Hide(run);
    case Choice::kCarry:
      return moves::Carry(run);
    case Choice::kContain:
      return moves::Contain(run);
    case Choice::kAdopt:
      return moves::Adopt(run);
    case Choice::kRoot:
      return moves::Root(run, true);
    case Choice::kUnroot:
      return moves::Root(run, false);
    case Choice::kStrong:
      return moves::Strong(run);
    case Choice::kKeep:
      return moves::Keep(run);
    case Choice::kReserve:
      return moves::Reserve(run);
    case Choice::kComplete:
      return moves::Complete(run);
    case Choice::kPermanent:
      return moves::Permanent(run);
    case Choice::kResurrect:
      return moves::Resurrect(run);
    case Choice::kReferencer:
      return moves::Refer(run);
    case Choice::kWeakMake:
      return moves::WeakMake(run);
    case Choice::kWeakCopy:
      run.Emit(op::WeakCopy(run.random().Below(run.sizes().weaks),
                            run.random().Below(run.sizes().weaks)));
      return;
    case Choice::kRevive:
      return moves::Revive(run);
    case Choice::kRecycle:
      return moves::Recycle(run);
    case Choice::kUnready:
      return moves::Ready(run, false);
    case Choice::kReady:
      return moves::Ready(run, true);
    case Choice::kLocal:
      return moves::Local(run);
    case Choice::kTickOne:
      run.Emit(op::Tick(1));
      return;
    case Choice::kTickSome:
      run.Emit(op::Tick(run.random().Chance(1, 6) ? 40 : run.random().Between(2, 6)));
      return;
    case Choice::kStart:
      run.Emit(op::Start());
      return;
    case Choice::kCollect:
      run.Emit(op::Collect());
      return;
    case Choice::kResolve:
      return moves::Resolve(run);
    case Choice::kFind:
      return moves::Find(run);
    case Choice::kEnter:
      run.Emit(op::Enter(static_cast<std::uint8_t>(run.random().Between(1, run.sizes().lanes))));
      return;
    case Choice::kLeave:
      run.LeaveSection();
      return;
    case Choice::kTryCollect:
      run.Emit(op::TryCollect());
      return;
    case Choice::kFrame:
      run.Emit(op::Frame(run.random().Chance(1, 2) ? 0 : 61));
      return;
    case Choice::kGarbage:
      return moves::Garbage(run);
    case Choice::kCluster:
      return moves::Cluster(run);
    case Choice::kDissolve:
      return moves::Dissolve(run);
    case Choice::kRename:
      return moves::Rename(run);
    case Choice::kPurge:
      run.Emit(op::Purge(run.random().Chance(1, 2) ? 1 : run.random().Between(2, 6)));
      return;
    case Choice::kAbandon:
      return moves::Abandon(run);
    case Choice::kFinishPurge:
      run.Emit(op::FinishPurge());
      return;
    case Choice::kTrim:
      run.Emit(op::Trim());
      return;
    case Choice::kFlag:
      return moves::Flag(run);
    case Choice::kStartKeeping:
      run.Emit(op::StartKeeping());
      return;
    case Choice::kCollectKeeping:
      run.Emit(op::CollectKeeping());
      return;
    case Choice::kIdentify:
      return moves::Identify(run);
    case Choice::kRecreate:
      return moves::Recreate(run);
    case Choice::kBegin:
      return moves::BeginByHand(run);
  }
}

void Next(DirectedRun& run) {
  run.Look();
  Operation planned;
  if (run.planned() > 0 && run.random().Chance(6, 7)) {
    if (run.TakePlanned(planned) && run.Emit(planned)) return;
  }
  for (int attempt = 0; attempt < 6; ++attempt) {
    const std::size_t before = run.operations() + run.planned();
    Make(Draw(run), run);
    if (run.over() || run.operations() + run.planned() != before) return;
  }
  if (!run.LeaveSection() && !run.Emit(op::Tick(1))) run.Emit(op::Collect());
}

// A loss shows only when its cycle ends, so most runs complete their last cycle.
void Finish(DirectedRun& run) {
  if (run.over() || run.random().Chance(1, 8)) return;
  while (run.LeaveSection()) continue;
  for (Name name = 0; name < run.next() && !run.over(); ++name) run.Emit(op::Complete(name));
  if (run.random().Chance(1, 2)) {
    run.Emit(op::Collect());
    return;
  }
  std::uint32_t calm = 0;
  for (std::uint32_t i = 0; i < 48 && !run.over() && calm < 2; ++i) {
    run.Emit(op::Tick(run.random().Chance(1, 2) ? 1 : run.random().Between(2, 8)));
    run.Look();
    if (run.targets().stage() == Stage::kIdle) calm += 1;
  }
}

}  // namespace

Verdict Generate(DirectedRun& run) {
  while (!run.over() && run.operations() < run.sizes().length) Next(run);
  Finish(run);
  return run.End();
}

}  // namespace properties
