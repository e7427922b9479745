// model/threads/barrier_list.cc -- mutators push on a list, and the collector takes it.
//
// Mutators push shaded objects while the collector takes the list away to scan it. If the collector
// takes the list between the moment at which a mutator asks which list is in use and its push, the
// push lands on a list that is never looked at again:
//
//     mutator      which list? this one        push on it
//     collector                   take it, scan it
//
// There are two cures. Either the question, the push and the taking are under one lock. Or each
// push is counted while it is in flight, and the collector, after it has changed which list is in
// use, waits until no push is in flight.
//
// Marking ends when the list is empty. An object that is pushed after that look, and before the
// barrier is off, would be lost; so the look and the switch are one locked step. Likewise the flip
// must not come between a mutator's question whether marking is pending and its store. The lock of
// sections prevents that.
//
// Upholds: buffer-flip-locked, end-needs-empty, lock-excludes.

#include <fmt/format.h>

#include "model/threads/machines.h"

namespace model::threads {

namespace {

constexpr Register kSeen = 0;
constexpr Register kTaken = 1;

std::string Pusher(std::size_t number, std::size_t of) {
  return of == 1 ? "mutator" : fmt::format("mutator {}", number + 1);
}
constexpr Value BitOf(std::size_t number) { return static_cast<Value>(1u << number); }

// For each entry that was taken, reads what its mutator had written before the push.
void ScanTaken(Program& program, std::size_t pushers, Location first_object, Ghost scanned) {
  for (std::size_t i = 0; i < pushers; ++i) {
    const Label next = program.NewLabel();
    program.JumpIfNone(kTaken, next, BitOf(i));
    program.ReadPlainly(kSeen, static_cast<Location>(first_object + i));
    program.GhostAdd(scanned, BitOf(i), "scanned");
    program.Bind(next);
  }
}

std::string LostUnless(bool all_is_well) {
  return all_is_well ? "" : "what was pushed is never scanned";
}

}  // namespace

Machine LockedList(const ListSize& size, std::optional<Fault> fault) {
  enum Word : Location { kLock, kMarking, kList, kObjects };
  enum Count : Ghost { kPushed, kScanned };
  Machine machine{.name = "list under its lock",
                  .locations = {"lock", "marking", "list"},
                  .initial = {0, 1, 0}};
  Program collector("collector");
  const Label again = collector.Here();
  const Label empty = collector.NewLabel();
  collector.Lock(kLock);
  collector.Update(kTaken, kList, Change::kExchange, 0, Order::kRelaxed);
  collector.JumpIfNone(kTaken, empty);
  collector.Unlock(kLock);
  ScanTaken(collector, size.pushers, kObjects, kScanned);
  collector.Jump(again);
  collector.Bind(empty);
  if (fault == Fault::kBarrierOffLate) {
    collector.Unlock(kLock);
    collector.Lock(kLock);
  }
  collector.Store(kMarking, 0, Order::kRelaxed);
  collector.Unlock(kLock);
  machine.threads.push_back(collector);
  for (std::size_t i = 0; i < size.pushers; ++i) {
    const auto object = static_cast<Location>(kObjects + i);
    machine.locations.push_back(fmt::format("object {}", i + 1));
    machine.initial.push_back(0);
    Program mutator(Pusher(i, size.pushers));
    const Label idle = mutator.NewLabel();
    mutator.WritePlainly(object, 1);
    mutator.Lock(kLock);
    mutator.Load(kSeen, kMarking, Order::kRelaxed);
    mutator.JumpIfNone(kSeen, idle);
    mutator.Update(kSeen, kList, Change::kOr, BitOf(i), Order::kRelaxed);
    mutator.GhostAdd(kPushed, BitOf(i), "pushed");
    mutator.Bind(idle);
    mutator.Unlock(kLock);
    machine.threads.push_back(mutator);
  }
  machine.judge = [](const Scene& scene) {
    return LostUnless(!scene.ended || scene.ghosts[kPushed] == scene.ghosts[kScanned]);
  };
  return machine;
}

Machine CountedList(const ListSize& size, std::optional<Fault> fault) {
  enum Word : Location { kIndex, kInFlight, kList0, kList1, kObjects };
  enum Count : Ghost { kScanned };
  Machine machine{.name = "list with a count",
                  .locations = {"index", "in flight", "list 0", "list 1"},
                  .initial = {0, 0, 0, 0}};
  const auto fence = [&](Program& program) {
    if (fault != Fault::kFlipWithoutFence) program.Fence();
  };
  Program collector("collector");
  collector.Store(kIndex, 1, Order::kRelease);
  fence(collector);
  if (fault != Fault::kSwapAnIndex) {
    const Label wait = collector.Here();
    const Label none = collector.NewLabel();
    collector.Load(kSeen, kInFlight, Order::kAcquire);
    collector.JumpIfNone(kSeen, none);
    collector.Sleep(kInFlight, kSeen);
    collector.Jump(wait);
    collector.Bind(none);
  }
  collector.Update(kTaken, kList0, Change::kExchange, 0, Order::kAcquire);
  ScanTaken(collector, size.pushers, kObjects, kScanned);
  machine.threads.push_back(collector);
  for (std::size_t i = 0; i < size.pushers; ++i) {
    machine.locations.push_back(fmt::format("object {}", i + 1));
    machine.initial.push_back(0);
    Program mutator(Pusher(i, size.pushers));
    const Label other = mutator.NewLabel();
    const Label done = mutator.NewLabel();
    mutator.WritePlainly(static_cast<Location>(kObjects + i), 1);
    mutator.Update(kSeen, kInFlight, Change::kAdd, 1, Order::kAcquire);
    fence(mutator);
    mutator.Load(kSeen, kIndex, Order::kAcquire);
    mutator.JumpIfAny(kSeen, other);
    mutator.Update(kSeen, kList0, Change::kOr, BitOf(i), Order::kRelease);
    mutator.Jump(done);
    mutator.Bind(other);
    mutator.Update(kSeen, kList1, Change::kOr, BitOf(i), Order::kRelease);
    mutator.Bind(done);
    mutator.Update(kSeen, kInFlight, Change::kSubtract, 1, Order::kRelease);
    mutator.Wake(kInFlight);
    machine.threads.push_back(mutator);
  }
  machine.judge = [](const Scene& scene) {
    return LostUnless(!scene.ended || scene.latest[kList0] == 0);
  };
  return machine;
}

// The mutator moves the only reference to w from a to b. The collector flips and scans b in one
// slice, and scans a in the next.
Machine TracedStore(std::optional<Fault> fault) {
  enum Word : Location { kLock, kMarking, kA, kB, kShaded };
  enum Count : Ghost { kStored, kBlackWithoutIt, kFoundInA };
  Machine machine{.name = "store during a flip",
                  .locations = {"lock", "marking", "a.f", "b.f", "shaded"},
                  .initial = {0, 0, 1, 0, 0}};
  const bool in_section = fault != Fault::kBarrierOutsideSection;
  Program collector("collector");
  collector.Lock(kLock);
  collector.Store(kMarking, 1, Order::kRelaxed);
  collector.Load(kSeen, kB, Order::kRelaxed);
  const Label seen_in_b = collector.NewLabel();
  collector.JumpIfAny(kSeen, seen_in_b);
  collector.GhostAdd(kBlackWithoutIt, 1, "b is black");
  collector.Bind(seen_in_b);
  collector.Unlock(kLock);
  collector.Lock(kLock);
  collector.Load(kSeen, kA, Order::kRelaxed);
  collector.GhostAddRegister(kFoundInA, kSeen, "a is black");
  collector.Unlock(kLock);
  machine.threads.push_back(collector);
  Program mutator("mutator");
  if (in_section) mutator.Lock(kLock);
  const Label idle = mutator.NewLabel();
  mutator.Load(kSeen, kMarking, Order::kRelaxed);
  mutator.JumpIfNone(kSeen, idle);
  mutator.Store(kShaded, 1, Order::kRelaxed);
  mutator.Bind(idle);
  mutator.Store(kB, 1, Order::kRelaxed);
  mutator.Store(kA, 0, Order::kRelaxed);
  if (in_section) mutator.Unlock(kLock);
  machine.threads.push_back(mutator);
  machine.judge = [](const Scene& scene) -> std::string {
    const bool lost = scene.ghosts[kBlackWithoutIt] == 1 && scene.ghosts[kFoundInA] == 0 &&
                      scene.latest[kShaded] == 0;
    return scene.ended && lost ? "w is in b.f, b is black, and w was neither shaded nor found" : "";
  };
  return machine;
}

}  // namespace model::threads
