// model/threads/table.cc -- chooses the machine, and its size, for each row of the table.

#include "model/threads/table.h"

#include <fmt/format.h>

#include "model/threads/machines.h"

namespace model::threads {

namespace {

// The smallest machine in which a fault's instructions matter.
Machine MachineWith(Fault fault) {
  switch (fault) {
    case Fault::kLookThenAdd:
    case Fault::kLeaveRelaxed:
    case Fault::kSleepWithoutComparing:
    case Fault::kLeaveWithoutWaking:
    case Fault::kWakeWithoutMutex:
      return WordLock({.mutators = 1, .slices = 1}, fault);
    case Fault::kIgnoreIntent:
      return WordLock({.mutators = 2, .slices = 1, .endless = true}, fault);
    case Fault::kBarrierOutsideSection:
      return TracedStore(fault);
    case Fault::kRelaxedPush:
    case Fault::kRelaxedPop:
      return ChunkList(false, fault);
    case Fault::kRelaxedBusy:
    case Fault::kQueueBeforeBusy:
    case Fault::kLeaveABatch:
      return Termination({.workers = 2, .budget = 1}, fault);
    case Fault::kSwapAnIndex:
    case Fault::kFlipWithoutFence:
      return CountedList({.pushers = 1}, fault);
    case Fault::kTakeWhilePushing:
      return ChunkList(true, fault);
    case Fault::kBarrierOffLate:
      return LockedList({.pushers = 1}, fault);
    case Fault::kLoadThenStore:
    case Fault::kPlainStore:
      return MarkWord(fault);
    case Fault::kLeaveWithObjects:
      return PooledMarking({.threads = 2, .deadline = true}, fault);
    case Fault::kGiveWithoutMutex:
    case Fault::kEndWithoutWaking:
    case Fault::kDropAside:
      return PooledMarking({.threads = 2}, fault);
    case Fault::kNoRecheck:
    case Fault::kRecheckRunningOnly:
    case Fault::kRunningBeforeWants:
    case Fault::kLockWithoutFence:
      break;
  }
  return GcLock({.mutators = 1, .slices = 1}, fault);
}

struct Sized {
  std::string size;
  Machine machine;
  // Only with the memory that keeps just the last write: the writes never end, or the search in a
  // weak one would take a second.
  bool strong_only = false;
};

std::vector<Sized> SoundMachines() {
  std::vector<Sized> all;
  all.push_back({"2 mutators, a slice", GcLock({.mutators = 2, .slices = 1})});
  all.push_back({"1 mutator, 2 slices", GcLock({.mutators = 1, .slices = 2})});
  all.push_back({"1 mutator, a try, 2 slices", GcLock({.mutators = 1, .slices = 2, .tries = 1})});
  all.push_back({"2 mutators for ever, a slice",
                 GcLock({.mutators = 2, .slices = 1, .endless = true}), true});
  all.push_back({"2 mutators, 2 slices", WordLock({.mutators = 2, .slices = 2})});
  all.push_back({"1 mutator, a try, 2 slices", WordLock({.mutators = 1, .slices = 2, .tries = 1})});
  all.push_back({"1 mutator, 2 reservations, a slice",
                 WordLock({.mutators = 1, .slices = 1, .reservations = 2})});
  all.push_back({"1 mutator, 2 slices", TracedStore()});
  all.push_back({"2 mutators", LockedList({.pushers = 2})});
  all.push_back({"2 mutators, no chunk yet", ChunkList(false)});
  all.push_back({"2 mutators, a chunk", ChunkList(true)});
  all.push_back({"2 mutators", CountedList({.pushers = 2})});
  all.push_back({"3 workers, 1 object each", Termination({.workers = 3, .budget = 1})});
  all.push_back({"3 workers, 2 objects each", Termination({.workers = 3, .budget = 2})});
  all.push_back({"2 markers, 1 mutator", MarkWord()});
  all.push_back({"2 workers, 4 objects", PooledMarking({.threads = 2})});
  all.push_back({"2 workers, giving wakes none", PooledMarking({.threads = 2, .wakes = false})});
  all.push_back(
      {"2 workers, 4 objects, a deadline", PooledMarking({.threads = 2, .deadline = true})});
  all.push_back({"3 workers, 4 objects", PooledMarking({.threads = 3}), true});
  return all;
}

}  // namespace

FaultRow RowOf(Fault fault) {
  const FaultEntry& entry = EntryOf(fault);
  const Machine machine = MachineWith(fault);
  FaultRow row{.fault = fault,
               .rule = entry.rule,
               .rule_name = EntryOf(entry.rule).name,
               .variant = entry.variant,
               .machine = machine.name};
  for (const MemoryModel memory : {MemoryModel::kSequential, MemoryModel::kReleaseAcquire}) {
    const SearchResult result = Search(machine, memory);
    row.states += result.states;
    if (!result.bad) continue;
    row.memory = memory;
    row.kind = result.bad->kind;
    row.witness_length = result.bad->turns.size();
    row.witness = Schedule(machine, *result.bad);
    break;
  }
  return row;
}

std::vector<FaultRow> Table() {
  std::vector<FaultRow> rows;
  for (const FaultEntry& entry : kFaults) rows.push_back(RowOf(entry.fault));
  return rows;
}

std::vector<SoundRow> SoundTable() {
  std::vector<SoundRow> rows;
  for (const Sized& each : SoundMachines()) {
    for (const MemoryModel memory : {MemoryModel::kSequential, MemoryModel::kReleaseAcquire}) {
      if (each.strong_only && memory == MemoryModel::kReleaseAcquire) continue;
      rows.push_back({each.machine.name, each.size, memory, Search(each.machine, memory)});
    }
  }
  return rows;
}

std::string_view WordOf(MemoryModel memory) {
  return memory == MemoryModel::kSequential ? "sequential" : "release/acquire";
}

std::string_view WordOf(Bad::Kind kind) {
  switch (kind) {
    case Bad::Kind::kBroken:
      return "broken promise";
    case Bad::Kind::kRace:
      return "data race";
    case Bad::Kind::kDeadlock:
      return "deadlock";
    case Bad::Kind::kLivelock:
      break;
  }
  return "livelock";
}

namespace {

std::string Line(const FaultRow& row) {
  const std::string text = fmt::format("{:<38} {:<20} {:<16} {:>6} states, ", NameOf(row.fault),
                                       row.machine, WordOf(row.memory), row.states);
  return text + (row.witness_length == 0
                     ? "NO WITNESS\n"
                     : fmt::format("{} in {} turns\n", WordOf(row.kind), row.witness_length));
}

std::string_view HeadOf(Whose whose) {
  switch (whose) {
    case Whose::kCores:
      return "faults of core's protocols:";
    case Whose::kCompared:
      break;
  }
  return "faults of protocols that core does not have, for comparison:";
}

}  // namespace

std::string TableText(const std::vector<SoundRow>& sound, const std::vector<FaultRow>& faults) {
  std::string text;
  for (const SoundRow& row : sound) {
    text += fmt::format("{:<22} {:<34} {:<16} {:>8} states, {}\n", row.machine, row.size,
                        WordOf(row.memory), row.result.states,
                        row.Holds()      ? "exhausted, nothing is wrong"
                        : row.result.bad ? row.result.bad->sentence
                                         : "NOT EXHAUSTED");
  }
  for (const Whose whose : {Whose::kCores, Whose::kCompared}) {
    std::string lines;
    for (const FaultRow& row : faults) {
      if (EntryOf(row.fault).whose == whose) lines += Line(row);
    }
    if (!lines.empty()) text += fmt::format("\n{}\n{}", HeadOf(whose), lines);
  }
  return text;
}

}  // namespace model::threads
