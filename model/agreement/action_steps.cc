// model/agreement/action_steps.cc -- one row for each action.

#include "model/agreement/action_steps.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace model {

using reference::EventKind;
using reference::Verb;

namespace {

struct Row {
  std::string_view action;
  Verb verb = Verb::kTick;
  EventKind unit = EventKind::kFlip;
  bool flag = false;
  Deed deed = Deed::kVerb;
};

constexpr Row Of(std::string_view action, Verb verb, bool flag = false) {
  return {action, verb, EventKind::kFlip, flag};
}
constexpr Row Of(std::string_view action, EventKind unit) { return {action, Verb::kTick, unit}; }

constexpr Row kRows[] = {
    Of("create", Verb::kCreate),
    Of("reserve", Verb::kReserve),
    Of("complete", Verb::kComplete),
    Of("copy", Verb::kCopy),
    Of("create-named", Verb::kCreateNamed),
    Of("permanent", Verb::kPermanent),
    Of("store", Verb::kStore),
    Of("store-null", Verb::kStore),
    Of("store-refused", Verb::kStore),
    Of("move", Verb::kMove),
    Of("swap", Verb::kSwap),
    Of("outer", Verb::kOuter),
    Of("append", Verb::kAppend, true),
    Of("append-relocating", Verb::kAppend, false),
    Of("take", Verb::kTake),
    Of("resurrect", Verb::kResurrect),
    Of("root", Verb::kRoot),
    Of("unroot", Verb::kUnroot),
    Of("keep", Verb::kKeep),
    Of("unkeep", Verb::kUnkeep),
    Of("strong-take", Verb::kStrongTake),
    Of("strong-drop", Verb::kStrongDrop),
    Of("hold", Verb::kHold),
    Of("drop", Verb::kDrop),
    Of("ready-yes", Verb::kReady, true),
    Of("ready-no", Verb::kReady, false),
    Of("referencer-hold", Verb::kReferencerHold),
    Of("referencer-protect", Verb::kReferencerProtect),
    Of("referencer-release", Verb::kReferencerRelease),
    Of("mark-garbage", Verb::kGarbage),
    Of("weak-make-first", Verb::kWeakMake),
    Of("weak-make-again", Verb::kWeakMake),
    Of("weak-copy", Verb::kWeakCopy),
    Of("weak-read-object", Verb::kWeakRead),
    Of("weak-read-null", Verb::kWeakRead),
    Of("resolve-object", Verb::kResolve),
    Of("resolve-null", Verb::kResolve),
    Of("find-object", Verb::kFind),
    Of("find-null", Verb::kFind),
    Of("flip", Verb::kStart),
    Of("initial-references", EventKind::kInitialReferences),
    Of("barrier-list", EventKind::kBarrierList),
    Of("scan", EventKind::kScan),
    Of("end-check-goes-on", EventKind::kEndCheck),
    Of("end-check-decides", EventKind::kEndCheck),
    Of("end-check-ends", EventKind::kEndCheck),
    Of("gather", EventKind::kGather),
    Of("begin", EventKind::kBegin),
    Of("poll-ready", EventKind::kPoll),
    Of("poll-not-ready", EventKind::kPoll),
    Of("poll-waiting-ready", EventKind::kPoll),
    Of("poll-waiting-not-ready", EventKind::kPoll),
    Of("free", EventKind::kFree),
    Of("idle-tick", EventKind::kCycleEnd),
    Of("cluster-make", Verb::kCluster),
    Of("cluster-add", Verb::kClusterAdd),
    Of("dissolve", Verb::kDissolve),
    Of("activate", EventKind::kScan),
    Of("activate-garbage", EventKind::kScan),
};

Row OfDeed(const DeedEntry& entry) { return {.action = entry.name, .deed = entry.deed}; }

std::optional<Row> RowOf(const std::string& action) {
  for (const DeedEntry& entry : kDeeds) {
    if (entry.name == action) return OfDeed(entry);
  }
  const auto* const found = std::find_if(std::begin(kRows), std::end(kRows),
                                         [&](const Row& row) { return row.action == action; });
  return found == std::end(kRows) ? std::nullopt : std::optional(*found);
}

// The parameters of each sort, in order.
struct Parameters {
  std::vector<int> objects, fields, weaks, referencers, serials;

  Parameters(const std::vector<Sort>& sorts, const std::vector<int>& elements) {
    for (std::size_t i = 0; i < sorts.size(); ++i) Of(sorts[i]).push_back(elements[i]);
  }
  std::vector<int>& Of(Sort sort) {
    switch (sort) {
      case Sort::kObject:
        return objects;
      case Sort::kField:
        return fields;
      case Sort::kWeak:
        return weaks;
      case Sort::kReferencer:
        return referencers;
      case Sort::kSerial:
        return serials;
      case Sort::kWorker:  // only the proof of the parallel marker has workers
        break;
    }
    return objects;
  }
};

template <typename Number>
void Take(const std::vector<int>& elements, Number& first, Number& second) {
  if (!elements.empty()) first = static_cast<Number>(elements[0]);
  if (elements.size() > 1) second = static_cast<Number>(elements[1]);
}

// The lowest serial that nothing has.
int NewSerial(const State& state) {
  const auto taken = [&](int serial) {
    bool found = false;
    for (Entry entry = 0; entry < kMaxEntries; ++entry) found |= SerialOf(state, entry) == serial;
    for (std::size_t slot = 0; slot < kWeakSlots; ++slot) {
      found |= state.weak[slot] != 0 && state.weak_serial[slot] == serial;
    }
    return found;
  };
  int serial = 1;
  while (taken(serial)) ++serial;
  return serial;
}

bool IsLowestUnused(const State& state, Entry entry) {
  return (state.used & (Bit(entry) - 1)) == Bit(entry) - 1;
}

std::size_t SizeOf(const State& state, Entry container) {
  std::size_t size = 0;
  while (size < kMaxFields && state.field[container][size] != kNone) ++size;
  return size;
}

// Whether the field is the first one behind all elements, as if the object were a container.
bool IsBehindAll(const State& state, Entry container, std::size_t field) {
  const auto& fields = state.field[container];
  const auto is_null = [](Entry target) { return target == kNone; };
  return field == SizeOf(state, container) &&
         std::all_of(fields.begin() + static_cast<std::ptrdiff_t>(field), fields.end(), is_null);
}

// A cluster is activated by its root. A store into a container dissolves no cluster, so only
// containers are appended to and taken from. The formulas let a cluster take in what core refuses:
// objects that are kept, garbage, or told by hand to begin.
bool IsChosenOfClusters(const Step& step, const State& state) {
  if (step.unit == EventKind::kScan && step.verb == Verb::kTick) {
    return ClusterOf(state, step.object) == kNone || state.link[step.object] == step.object;
  }
  if (step.verb == Verb::kAppend) return Has(state.container, step.object);
  if (step.verb == Verb::kCluster) return Has(MayJoin(state), step.object);
  if (step.verb == Verb::kClusterAdd) return Has(MayJoin(state), step.target);
  if (step.verb == Verb::kTake) {
    return Has(state.container, step.object) && Has(state.container, step.target);
  }
  return true;
}

// Whether the machine has the step for these parameters, and not for others that mean the same.
bool IsChosen(const Step& step, const Parameters& parameters, const State& state,
              const Bounds& bounds) {
  if (reference::IsBirth(step.verb) && !Has(state.used, step.object)) {
    return IsLowestUnused(state, step.object);
  }
  // The machine keeps one attempt at a time.
  if (step.verb == Verb::kResurrect) return state.leaver == 0 || Has(state.leaver, step.object);
  if (step.verb == Verb::kWeakMake && !parameters.serials.empty()) {
    return parameters.serials[0] == NewSerial(state) - 1;
  }
  if (step.verb == Verb::kAppend && !IsBehindAll(state, step.object, step.field)) return false;
  if (bounds.verbs.Has(Verb::kCluster) && !IsChosenOfClusters(step, state)) return false;
  // With the fault that ends a slice inside an object, the machine stops after the first field.
  if (step.unit == EventKind::kScan && !parameters.fields.empty()) return step.field == 0;
  return true;
}

}  // namespace

bool HasStep(const std::string& action) { return RowOf(action).has_value(); }

bool IsAsked(const Action& action, const Bounds& bounds) {
  if (!action.unspoken) return true;
  const std::optional<Row> row = RowOf(action.name);
  return row && bounds.deeds.Has(row->deed);
}

StepKind KindOf(const Action& action) {
  const Row row = *RowOf(action.name);
  return KindOf(Step{.verb = row.verb, .unit = row.unit});
}

std::optional<ActionStep> StepOf(const Action& action, const std::vector<int>& elements,
                                 const State& state, const Bounds& bounds) {
  const Row row = *RowOf(action.name);
  Parameters parameters(action.parameters, elements);
  ActionStep found;
  const bool answers = action.name == "weak-read-object" || action.name == "resolve-object";
  if (reference::IsRead(row.verb)) found.answer = kNone;
  if (answers) {
    found.answer = static_cast<Entry>(parameters.objects[0]);
    parameters.objects.erase(parameters.objects.begin());
  }
  Step& step = found.step;
  step.verb = row.verb;
  step.unit = row.unit;
  step.flag = row.flag;
  step.deed = row.deed;
  Take(parameters.objects, step.object, step.target);
  Take(parameters.fields, step.field, step.target_field);
  Take(parameters.weaks, step.slot, step.other_slot);
  if (!parameters.referencers.empty()) step.hold = static_cast<Hold>(parameters.referencers[0]);
  if (action.name == "find-object") found.answer = step.object;
  if (action.name == "store-refused") step.field = 0;
  if (step.verb == Verb::kCreate) step.flag = bounds.Containers();
  if (step.verb == Verb::kResurrect) std::swap(step.field, step.target_field);
  if (!IsChosen(step, parameters, state, bounds)) return std::nullopt;
  if (step.unit == EventKind::kScan) step.field = 0;
  return found;
}

Step Renamed(const Step& step, const State& state) {
  if (step.verb != Verb::kErase) return step;
  static_assert(kMaxFields == 2, "at most one element is behind an erased one");
  Step other{.verb = Verb::kStore, .object = step.object, .field = step.field};
  if (step.field + 1u < SizeOf(state, step.object)) {
    other.verb = Verb::kMove;
    other.target = step.object;
    other.target_field = static_cast<std::uint8_t>(step.field + 1);
  }
  return other;
}

}  // namespace model
