// properties/coverage/moment.cc -- looks at a session before and after an operation.

#include "properties/coverage/moment.h"

#include <algorithm>
#include <utility>

namespace properties {

using reference::Colour;
using reference::Event;
using reference::EventKind;
using reference::kNull;
using reference::Name;
using reference::Operand;
using reference::Operation;
using reference::Oracle;
using reference::Phase;

namespace {

When WhenOf(const reference::Observation& seen) {
  switch (seen.phase) {
    case Phase::kMarking:
      return seen.purge_pending ? When::kMarkingPurging : When::kMarking;
    case Phase::kGathering:
      return seen.purge_pending ? When::kGatheringPurging : When::kGathering;
    case Phase::kIdle:
    case Phase::kUnknown:
      break;
  }
  return seen.purge_pending ? When::kPurging : When::kIdle;
}

Name FieldOf(const Oracle& oracle, Name object, std::size_t field) {
  if (!oracle.Exists(object)) return kNull;
  const std::vector<Name>& fields = oracle.Fields(object);
  return field < fields.size() ? fields[field] : kNull;
}

bool AnyWaits(const Oracle& oracle) {
  return std::ranges::any_of(oracle.heap().Present(),
                             [&oracle](Name name) { return oracle.IsWaiting(name); });
}

bool HasMask(const Operation& operation) {
  return operation.verb == reference::Verb::kStartKeeping ||
         operation.verb == reference::Verb::kCollectKeeping;
}

}  // namespace

SeenObject MomentWatch::See(const Oracle& oracle, Name name) const {
  SeenObject sight;
  if (!oracle.heap().Born(name)) return sight;
  sight.name = name;
  if (name < observation_.colours.size()) sight.colour = observation_.colours[name];
  const reference::Heap::Object& object = oracle.heap()[name];
  sight.is = {.fields = {},
              .strong = object.strong,
              .life = object.life,
              .permanent = object.permanent,
              .root = object.root,
              .kept = object.kept,
              .constructing = object.constructing,
              .held = object.held,
              .masked = object.masked,
              .flagged = object.flagged,
              .begun = object.begun,
              .container = object.container,
              .named = object.named,
              .ready = object.ready,
              .garbage = object.garbage,
              .has_outer = object.has_outer,
              .cluster = object.cluster,
              .identity = object.identity,
              .born = object.born,
              .gone = object.gone,
              .resurrection = object.resurrection};
  return sight;
}

std::uint32_t MomentWatch::White(const Oracle& oracle, Name name) const {
  if (!oracle.Exists(name)) return 0;
  const auto white = [this](Name held) {
    return held < observation_.colours.size() && observation_.colours[held] == Colour::kWhite;
  };
  return static_cast<std::uint32_t>(std::ranges::count_if(oracle.Fields(name), white));
}

std::uint32_t MomentWatch::Flagged(const Oracle& oracle) const {
  return static_cast<std::uint32_t>(std::ranges::count_if(oracle.heap().Present(), [&](Name name) {
    return oracle.heap()[name].flagged && name < observation_.colours.size() &&
           observation_.colours[name] == Colour::kWhite;
  }));
}

void MomentWatch::Before(JudgeSession& session, const Operation& operation) {
  const Oracle& oracle = session.oracle();
  if (!std::exchange(seen_, true)) session.subject().Observe(observation_);
  moment_ = Moment{};
  moment_.operation = operation;
  moment_.when = WhenOf(observation_);
  moment_.pending.initial_references = observation_.initial_references_taken;
  moment_.pending.waiting = AnyWaits(oracle);
  moment_.pending.constructing = oracle.heap().ConstructingCount() > 0;
  moment_.pending.section = oracle.SectionIsOpen();
  moment_.clusters = oracle.Clusters().size();
  moment_.object = See(oracle, operation.object);
  const bool weak = reference::Takes(operation.verb, Operand::kWeak);
  const Name second = weak && operation.verb != reference::Verb::kWeakMake
                          ? oracle.WeakTarget(operation.number)
                          : operation.target;
  moment_.target = See(oracle, second);
  if (reference::Takes(operation.verb, Operand::kField)) {
    moment_.old = See(oracle, FieldOf(oracle, operation.object, operation.field));
  }
  if (reference::Takes(operation.verb, Operand::kTargetField)) {
    moment_.other = See(oracle, FieldOf(oracle, operation.target, operation.target_field));
  }
  moment_.holds_white = White(oracle, operation.object);
  moment_.takes_white = White(oracle, second);
  if (HasMask(operation)) moment_.flagged = Flagged(oracle);
}

void MomentWatch::Count(const Oracle& oracle, const Event& event) {
  moment_.did.events[static_cast<std::size_t>(event.kind)] += 1;
  switch (event.kind) {
    case EventKind::kGather:
      moment_.did.doomed += event.flag;
      moment_.did.passed += event.object != kNull && event.flag == 0;
      break;
    case EventKind::kPoll:
      moment_.did.unready += event.flag == 0;
      break;
    case EventKind::kEndCheck:
      moment_.did.failed_ends += event.flag == 0;
      break;
    case EventKind::kBarrierList:
      moment_.did.barrier_taken = std::max(moment_.did.barrier_taken, event.detail);
      break;
    case EventKind::kBegan:
      moment_.did.resurrected |= oracle.heap().At(event.object).resurrection.holder != kNull;
      break;
    case EventKind::kFlip:
    case EventKind::kInitialReferences:
    case EventKind::kScan:
    case EventKind::kBegin:
    case EventKind::kFree:
    case EventKind::kCycleEnd:
    case EventKind::kFinished:
    case EventKind::kDissolved:
    case EventKind::kFaultCommitted:
      break;
    case EventKind::kFreed:
      moment_.did.begun_by_hand |= oracle.heap().At(event.object).begun;
      break;
  }
}

const Moment& MomentWatch::After(JudgeSession& session) {
  moment_.did.answer = session.last_answer();
  for (const Event& event : session.last_events()) Count(session.oracle(), event);
  const reference::Heap& heap = session.oracle().heap();
  if (HasMask(moment_.operation)) {
    moment_.masked_after = static_cast<std::uint32_t>(
        std::ranges::count_if(heap.Present(), [&](Name name) { return heap[name].masked; }));
  }
  moment_.clusters_after = session.oracle().Clusters().size();
  session.subject().Observe(observation_);
  moment_.after = WhenOf(observation_);
  return moment_;
}

}  // namespace properties
