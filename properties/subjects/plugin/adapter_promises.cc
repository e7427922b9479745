// properties/subjects/plugin/adapter_promises.cc -- a few operations for each promise, and what
// must be seen behind them.

#include "properties/subjects/plugin/adapter_promises.h"

#include <map>
#include <optional>
#include <vector>

#include "properties/subjects/plugin/adapter_run.h"
#include "reference/oracle/heap.h"

namespace properties {

using reference::Answer;
using reference::EventKind;
using reference::kNull;
using reference::Name;
using reference::NameText;
using reference::Operation;
using reference::Subject;
using reference::Verb;
namespace op = reference::op;

namespace {

constexpr Name kA = 0, kB = 1;

// What is seen of all objects, in a line each.
std::string Shown(AdapterRun& run, Name names) {
  std::string text;
  for (Name name = 0; name < names; ++name) {
    text += run.IsThere(name) ? NameText(name) : "-";
    for (const Name field : run.Fields(name)) text += " " + std::to_string(field);
    text += "\n";
  }
  return text;
}

// A verb that changes what objects hold, and what must be seen of them then.
struct Change {
  Operation operation;
  std::vector<std::vector<Name>> fields;  // of a, b and so on
};

}  // namespace

std::string ChangesAreSeen(Subject& subject) {
  constexpr Name kC = 2;
  const Change changes[] = {
      {op::Swap(kA, 0, kB, 0), {{kC, kNull}, {kB, kNull}}},
      {op::Copy(3, kA), {{kB, kNull}, {kC, kNull}, {}, {kB, kNull}}},
      {op::Append(kC, kA), {{kB, kNull}, {kC, kNull}, {kA}}},
      {op::CreateNamed(3, 1), {{kB, kNull}, {kC, kNull}, {}, {kNull}}},
      {op::Reserve(3, 1), {{kB, kNull}, {kC, kNull}, {}, {kNull}}},
      {op::Permanent(3, 1), {{kB, kNull}, {kC, kNull}, {}, {kNull}}},
  };
  for (const Change& change : changes) {
    if (!subject.promises().verbs.Has(change.operation.verb)) continue;
    AdapterRun run(subject);
    run.Do({op::Create(kA, 2), op::Create(kB, 2), op::Create(kC, 0), op::Root(kA), op::Root(kB),
            op::Root(kC), op::Store(kA, 0, kB), op::Store(kB, 0, kC)});
    run.Do(change.operation);
    for (Name name = 0; name < change.fields.size(); ++name) {
      if (run.IsThere(name) && run.Fields(name) == change.fields[name]) continue;
      return "after `" + std::string(WordOf(change.operation.verb)) +
             "`, which it promises, peek does not show in " + NameText(name) +
             " what it must then hold";
    }
  }
  return {};
}

std::string ContainersAreSeen(Subject& subject) {
  constexpr Name kC = 2, kD = 3;
  const auto& verbs = subject.promises().verbs;
  AdapterRun run(subject);
  run.Do({op::Create(kA, 0), op::Create(kB, 0), op::Create(kC, 0), op::Create(kD, 0), op::Root(kA),
          op::Root(kB), op::Root(kC), op::Root(kD), op::Append(kA, kC), op::Append(kA, kD)});
  if (run.Fields(kA) != std::vector<Name>{kC, kD}) {
    return "after `append a c` and `append a d` peek must show c and d in the fields of a";
  }
  if (verbs.Has(Verb::kErase)) {
    run.Do(op::Erase(kA, 0));
    if (run.Fields(kA) != std::vector<Name>{kD}) {
      return "after `erase a.0` peek must show what was behind it, moved down";
    }
  }
  if (!verbs.Has(Verb::kTake)) return {};
  const std::vector<Name> before = run.Fields(kA);
  run.Do(op::Take(kB, kA));
  return run.Fields(kB) == before && run.Fields(kA).empty()
             ? ""
             : "after `take b a` peek must show in b what a held, and no fields in a";
}

// Each holder alone keeps an object while it holds it, and lets go of it behind.
std::string HoldersHold(Subject& subject) {
  struct Holder {
    Operation takes;
    Operation drops;
  };
  const Holder holders[] = {
      {op::StrongTake(kA), op::StrongDrop(kA)},
      {op::ReferencerHold(0, kA), op::ReferencerRelease(0)},
      {op::Keep(kA), op::Unkeep(kA)},
  };
  const auto& promises = subject.promises();
  for (const Holder& holder : holders) {
    if (!promises.verbs.Has(holder.takes.verb) || !promises.verbs.Has(holder.drops.verb)) continue;
    AdapterRun run(subject);
    run.Do({op::Create(kA, 1), holder.takes});
    run.CollectAll();
    const std::string verb(WordOf(holder.takes.verb));
    if (!run.IsThere(kA)) return "an object is gone that `" + verb + "` alone should keep";
    run.Do(holder.drops);
    run.CollectAll();
    if (run.IsThere(kA) && promises.exact) {
      return "an object is still there after `" + std::string(WordOf(holder.drops.verb)) +
             "`, though nothing else keeps it";
    }
  }
  return {};
}

// What is promised of events is published at all.
std::string PromisedEventsAreTold(Subject& subject) {
  AdapterRun run(subject);
  run.Do({op::Create(kA, 0), op::Create(kB, 1), op::Root(kB)});
  run.CollectAll();
  const auto& promises = subject.promises();
  if (promises.units && run.Told(EventKind::kFlip) == 0) {
    return "it promises `units`, and a `collect` published no TRICOLOUR_UNIT_FLIP";
  }
  if (promises.units && run.Told(EventKind::kScan) == 0) {
    return "it promises `units`, and a `collect` with a root published no TRICOLOUR_UNIT_SCAN";
  }
  if (promises.units && run.Told(EventKind::kEndCheck) == 0) {
    return "it promises `units`, and a `collect` published no TRICOLOUR_UNIT_END_CHECK";
  }
  if (promises.units && run.Told(EventKind::kCycleEnd) == 0) {
    return "it promises `units`, and a `collect` published no TRICOLOUR_CYCLE_END";
  }
  if (!promises.staged_destruction || run.Freed(kA) == 0) return {};
  if (run.Told(EventKind::kBegan) == 0 || run.Told(EventKind::kFinished) == 0) {
    return "it promises `staged_destruction`, and freed an object without TRICOLOUR_BEGAN and "
           "TRICOLOUR_FINISHED";
  }
  return {};
}

std::string AnswersAreKnown(Subject& subject) {
  AdapterRun run(subject);
  const Operation operations[] = {op::Create(kA, 1), op::Root(kA), op::Store(kA, 0, kA),
                                  op::Unroot(kA), op::Collect()};
  for (const Operation& operation : operations) {
    const Answer answer = run.Do(operation);
    if (answer.kind == Answer::Kind::kDone) continue;
    const std::optional<reference::Breach> breach = subject.Verify();
    return "`" + std::string(WordOf(operation.verb)) + "` must answer TRICOLOUR_DONE" +
           (breach ? ": " + breach->detail : "");
  }
  return {};
}

// Two heaps that differ in what a mutator sees must not have the same fingerprint.
std::string FingerprintsDiffer(Subject& subject) {
  const std::vector<std::vector<Operation>> runs = {
      {op::Create(kA, 1)},
      {op::Create(kA, 1), op::Root(kA)},
      {op::Create(kA, 1), op::Create(kB, 1)},
      {op::Create(kA, 1), op::Create(kB, 1), op::Store(kA, 0, kB)},
      {op::Create(kA, 1), op::Create(kB, 1), op::Store(kB, 0, kA)},
      {op::Create(kA, 1), op::Create(kB, 1), op::Root(kA), op::Store(kA, 0, kB), op::Start()},
  };
  std::map<std::uint64_t, std::string> seen;
  for (const auto& operations : runs) {
    AdapterRun run(subject);
    for (const Operation& operation : operations) {
      if (subject.promises().verbs.Has(operation.verb)) run.Do(operation);
    }
    const std::optional<std::uint64_t> fingerprint = subject.Fingerprint();
    if (!fingerprint) return {};
    // How they go on: what is left of each tells them apart.
    std::string shown = Shown(run, 2);
    run.CollectAll();
    shown += Shown(run, 2);
    const auto [at, is_new] = seen.emplace(*fingerprint, shown);
    if (is_new || at->second == shown) continue;
    return "two heaps that a `collect` leaves different have the same fingerprint, so searches "
           "would take one for the other: it must tell apart all that goes on differently";
  }
  return {};
}

}  // namespace properties
