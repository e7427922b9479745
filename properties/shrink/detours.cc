#include "properties/shrink/detours.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

#include "properties/shrink/shrink_steps.h"

namespace properties {

using reference::kNull;
using reference::Name;
using reference::Operand;
using reference::Operation;
using reference::Trace;
using reference::Verb;
namespace op = reference::op;

namespace {

using Traces = std::vector<Trace>;

// A number that no referencer of the trace has.
std::uint32_t FreeReferencer(const Trace& trace) {
  std::uint32_t free = 0;
  for (const Operation& operation : trace.operations) {
    if (reference::Takes(operation.verb, Operand::kReferencer)) {
      free = std::max(free, operation.number + 1);
    }
  }
  return free;
}

// An operation on a field of the object, as the same on a referencer; empty if it has no such form.
std::optional<Operation> OnReferencer(const Operation& operation, std::uint32_t referencer) {
  if (operation.verb == Verb::kAppend) return op::ReferencerHold(referencer, operation.target);
  if (operation.verb == Verb::kErase) return op::ReferencerRelease(referencer);
  if (operation.verb != Verb::kStore) return std::nullopt;
  return operation.target == kNull ? op::ReferencerRelease(referencer)
                                   : op::ReferencerHold(referencer, operation.target);
}

// An object that is there to hold others becomes a referencer.
void AddObjectsAsReferencers(const Trace& trace, const std::vector<Name>& names, Traces& detours) {
  const std::uint32_t referencer = FreeReferencer(trace);
  for (const Name name : names) {
    Trace detour{.header = trace.header, .operations = {}};
    for (const Operation& operation : trace.operations) {
      if (operation.object != name) {
        if (operation.target != name) detour.operations.push_back(operation);
        continue;
      }
      if (const auto held = OnReferencer(operation, referencer)) detour.operations.push_back(*held);
    }
    detours.push_back(std::move(detour));
  }
}

// The ways to hold an object without another one, and to let it go again.
struct Holder {
  Verb hold;
  Verb release;
};
constexpr auto kHolders = std::to_array<Holder>({
    {Verb::kRoot, Verb::kUnroot},
    {Verb::kStrongTake, Verb::kStrongDrop},
    {Verb::kKeep, Verb::kUnkeep},
    {Verb::kReferencerHold, Verb::kReferencerRelease},
});

Operation HoldBy(const Holder& holder, Name name, std::uint32_t referencer) {
  if (holder.hold == Verb::kReferencerHold) return op::ReferencerHold(referencer, name);
  return {.verb = holder.hold, .object = name};
}
Operation ReleaseBy(const Holder& holder, Name name, std::uint32_t referencer) {
  if (holder.hold == Verb::kReferencerHold) return op::ReferencerRelease(referencer);
  return {.verb = holder.release, .object = name};
}

// What keeps the object after this operation, as the verb that would let it go; empty if the
// operation is none that keeps.
std::optional<Operation> ReleaseOf(const Operation& operation) {
  if (operation.verb == Verb::kStore && operation.target != kNull) {
    return op::Store(operation.object, operation.field, kNull);
  }
  for (const Holder& holder : kHolders) {
    if (holder.hold == operation.verb) return ReleaseBy(holder, operation.object, operation.number);
  }
  return std::nullopt;
}

Name HeldBy(const Operation& operation) {
  return operation.verb == Verb::kStore ? operation.target : operation.object;
}

// What holds an object becomes another holder, and what let it go lets that go.
void AddOtherHolders(const Trace& trace, Traces& detours) {
  const std::uint32_t referencer = FreeReferencer(trace);
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    const std::optional<Operation> release = ReleaseOf(trace.operations[i]);
    if (!release) continue;
    const Name held = HeldBy(trace.operations[i]);
    for (const Holder& holder : kHolders) {
      if (holder.hold == trace.operations[i].verb) continue;
      Trace detour = trace;
      detour.operations[i] = HoldBy(holder, held, referencer);
      detours.push_back(detour);
      for (std::size_t j = i + 1; j < trace.operations.size(); ++j) {
        if (trace.operations[j] != *release) continue;
        detour.operations[j] = ReleaseBy(holder, held, referencer);
        detours.push_back(detour);
        break;
      }
    }
  }
}

// An object that is born before the flip is born behind it, black, and made a root there.
void AddLaterBirths(const Trace& trace, const std::vector<Name>& names, Traces& detours) {
  const auto is_start = [](const Operation& o) { return o.verb == Verb::kStart; };
  const auto start = std::ranges::find_if(trace.operations, is_start);
  if (start == trace.operations.end()) return;
  for (const Name name : names) {
    Trace detour = trace;
    const auto end = detour.operations.begin() + (start - trace.operations.begin()) + 1;
    const auto of_name = [&](const Operation& o) { return o.object == name; };
    const auto moved = std::stable_partition(detour.operations.begin(), end, std::not_fn(of_name));
    if (moved == end) continue;
    detours.push_back(detour);
    std::erase_if(detour.operations,
                  [&](const Operation& o) { return o.verb == Verb::kCluster && o.object == name; });
    detours.push_back(detour);
    // What was scanned before its store need not be any longer.
    const auto tick = std::ranges::find(detour.operations, Verb::kTick,
                                        [](const Operation& o) { return o.verb; });
    if (tick == detour.operations.end()) continue;
    detour.operations.erase(tick);
    detours.push_back(detour);
  }
}

// A container becomes an object with fields.
void AddObjectsForContainers(const Trace& trace, const std::vector<Name>& names, Traces& detours) {
  for (const Name name : names) {
    Trace detour = trace;
    std::uint16_t fields = 0;
    for (Operation& operation : detour.operations) {
      if (operation.verb != Verb::kAppend || operation.object != name) continue;
      operation = op::Store(name, fields++, operation.target);
    }
    if (fields == 0) continue;
    for (Operation& operation : detour.operations) {
      if (operation.verb == Verb::kCreate && operation.object == name) operation.number = fields;
    }
    detours.push_back(std::move(detour));
  }
}

// What stores a reference that it has from elsewhere stores it by its name: the resolution of a
// handle, a move, a swap.
void AddPlainStores(const Trace& trace, const std::vector<Name>& names, Traces& detours) {
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    const Operation& operation = trace.operations[i];
    const Verb verb = operation.verb;
    if (verb != Verb::kResolve && verb != Verb::kMove && verb != Verb::kSwap) continue;
    for (const Name name : names) {
      detours.push_back(With(trace, i, op::Store(operation.object, operation.field, name)));
    }
  }
}

// A copy becomes an object that is created, and whose first field is filled.
void AddBirthsForCopies(const Trace& trace, const std::vector<Name>& names, Traces& detours) {
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    const Operation& operation = trace.operations[i];
    if (operation.verb != Verb::kCopy) continue;
    const Trace created = With(trace, i, op::Create(operation.object, 1));
    for (const Name name : names) {
      detours.push_back(created);
      std::vector<Operation>& operations = detours.back().operations;
      operations.insert(operations.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                        op::Store(operation.object, 0, name));
    }
  }
}

// Each operation about another object.
void AddOtherOperands(const Trace& trace, const std::vector<Name>& names, Traces& detours) {
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    const Operation& operation = trace.operations[i];
    for (const Name name : names) {
      if (operation.target != kNull && operation.target != name) {
        detours.push_back(trace);
        detours.back().operations[i].target = name;
      }
      if (reference::IsBirth(operation.verb) || operation.object == kNull) continue;
      if (operation.object == name) continue;
      detours.push_back(trace);
      detours.back().operations[i].object = name;
    }
  }
}

void AddOtherOrders(const Trace& trace, Traces& detours) {
  for (std::size_t i = 0; i + 1 < trace.operations.size(); ++i) {
    detours.push_back(trace);
    std::swap(detours.back().operations[i], detours.back().operations[i + 1]);
  }
}

// What a scheduler decides becomes steps that nothing decides: a frame ends where its time does, so
// that objects are needed only to fill it.
void AddStepsForRequests(const Trace& trace, Traces& detours) {
  constexpr std::uint32_t kMostUnits = 6;
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    const Verb verb = trace.operations[i].verb;
    if (reference::KindOf(verb) != reference::VerbKind::kRequest) continue;
    for (const Operation& step : {op::Start(), op::Tick(1)}) {
      detours.push_back(With(trace, i, step));
    }
    Trace both = With(trace, i, op::Start());
    for (std::uint32_t units = 1; units <= kMostUnits; ++units) {
      detours.push_back(both);
      std::vector<Operation>& operations = detours.back().operations;
      operations.insert(operations.begin() + static_cast<std::ptrdiff_t>(i) + 1, op::Tick(units));
    }
  }
}

// Each tick by a unit more or less.
void AddOtherUnits(const Trace& trace, Traces& detours) {
  for (std::size_t i = 0; i + 1 < trace.operations.size(); ++i) {
    if (trace.operations[i].verb != Verb::kTick) continue;
    detours.push_back(trace);
    ++detours.back().operations[i].number;
    if (trace.operations[i].number < 2) continue;
    detours.push_back(trace);
    --detours.back().operations[i].number;
  }
}

}  // namespace

std::vector<Trace> Detours(const Trace& shortest) {
  // The last tick is as short as it can be, and another way to the same place may take longer.
  constexpr std::uint32_t kUnitsToSpare = 8;
  Trace trace = shortest;
  if (!trace.operations.empty() && trace.operations.back().verb == Verb::kTick) {
    trace.operations.back().number += kUnitsToSpare;
  }
  const std::vector<Name> names = NamesOf(trace);
  Traces detours;
  AddObjectsAsReferencers(trace, names, detours);
  AddStepsForRequests(trace, detours);
  AddOtherHolders(trace, detours);
  AddLaterBirths(trace, names, detours);
  AddObjectsForContainers(trace, names, detours);
  AddPlainStores(trace, names, detours);
  AddBirthsForCopies(trace, names, detours);
  AddOtherOperands(trace, names, detours);
  AddOtherOrders(trace, detours);
  AddOtherUnits(trace, detours);
  return detours;
}

}  // namespace properties
