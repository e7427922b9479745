// model/orders/helpers.cc -- threads that help the collector: beside the flip, in a gather, and
// with destructors.
//
// Workers run only inside a call, which waits for them: what the caller wrote before is theirs, and
// what they wrote is the caller's afterwards. Beside that they share flag words, of which each
// thread writes its own, and a word that says that time is up.
//
// The destroyer goes on beside the mutator. It has its objects from a list under its own mutex, and
// gives their indices back under the table lock:
//
//     the destroyer    frees the memory      gives the index back
//     a mutator                                                    takes it, makes an object
//
// In a heap with one mutator that thread hands objects over itself. It notes this before, and looks
// later whether the destroyer has ended. Until it knows, both lock the table:
//
//     the destroyer                  sees the note, locks ... ends
//     the mutator     notes, sends     sees the note, locks        knows, unnotes, does not lock
//
// Upholds: initial-references-always, gather-covers-range, index-after-free.

#include "model/orders/protocols.h"
#include "model/orders/sections.h"

namespace model::orders {

Machine AskedBesideTheFlip(const Orders& orders) {
  enum Word : Location { kFork, kJoin, kSlot, kReported, kMark };
  constexpr Value kWhite = 1;
  constexpr Value kBlack = 2;
  Machine machine{.name = "asked beside the flip",
                  .locations = {"tasks begin", "task ended", "slot", "reported", "mark"},
                  .initial = {0, 0, 0, 0, kBlack}};
  Program collector("collector");
  collector.WritePlainly(kSlot, 1);  // by a mutator, in a section before the slice
  Tell(collector, kFork, Order::kRelease);
  // The flip has made what was black white; the object is a root.
  collector.Update(kSeen, kMark, Change::kExchange, kWhite, Order::kRelaxed);
  collector.CompareExchange(kSeen, kMark, kWhite, kBlack, orders.Of(At::kMarkReplaced));
  if (orders.Holds(At::kBothWaits)) AwaitWord(collector, kJoin, Order::kAcquire);
  collector.ReadPlainly(kSeen, kReported);
  collector.GhostAddRegister(0, kSeen, "takes what was reported");
  machine.threads.push_back(collector);
  Program asker("referencers");
  AwaitWord(asker, kFork, Order::kAcquire);
  asker.ReadPlainly(kSeen, kSlot);
  asker.Load(kSeen, kMark, orders.Of(At::kMarkSeen));  // whether it is garbage
  asker.WritePlainly(kReported, 1);
  Tell(asker, kJoin, Order::kRelease);
  machine.threads.push_back(asker);
  machine.judge = [](const Scene& scene) -> std::string {
    if (!scene.ended) return "";
    if (scene.ghosts[0] != 1) return "what a referencer reported is not taken";
    return scene.latest[kMark] == kBlack ? "" : "a root is white after the flip";
  };
  return machine;
}

Machine GatheredTogether(const Orders& orders) {
  enum Word : Location { kFork, kJoin, kLate, kFound, kOne, kTwo, kRest };
  constexpr Value kWhite = 1;
  constexpr Value kDoomed = 2;
  Machine machine{
      .name = "gathered together",
      .locations = {"tasks begin", "task ended", "late", "found", "mark 1", "mark 2", "rest"},
      .initial = {0, 0, 0, 0, kWhite, kWhite, 1}};
  const auto doom = [&](Program& program, Location entry) {
    const Label end = program.NewLabel();
    program.Load(kSeen, entry, orders.Of(At::kMarkSeen));
    program.JumpIfNone(kSeen, end, kWhite);
    program.Store(entry, kDoomed, orders.Of(At::kMarkStored));
    program.GhostAdd(0, 1, "dooms");
    program.Bind(end);
  };
  Program collector("collector");
  Tell(collector, kFork, Order::kRelease);
  doom(collector, kOne);
  collector.Store(kLate, 1, orders.Of(At::kLateSaid));  // the time is over
  if (orders.Holds(At::kForEachWaits)) AwaitWord(collector, kJoin, Order::kAcquire);
  // What is left is gathered in the next slice.
  const Label none_left = collector.NewLabel();
  collector.ReadPlainly(kSeen, kFound);
  collector.GhostAddRegister(1, kSeen, "takes what was found");
  collector.ReadPlainly(kSeen, kRest);
  collector.JumpIfNone(kSeen, none_left);
  doom(collector, kTwo);
  collector.GhostAddRegister(1, kSeen, "");
  collector.Bind(none_left);
  machine.threads.push_back(collector);
  Program worker("worker");
  const Label late = worker.NewLabel();
  AwaitWord(worker, kFork, Order::kAcquire);
  worker.Load(kSeen, kLate, orders.Of(At::kLateSeen));
  worker.JumpIfAny(kSeen, late);
  doom(worker, kTwo);
  worker.WritePlainly(kFound, 1);
  worker.WritePlainly(kRest, 0);
  worker.Bind(late);
  Tell(worker, kJoin, Order::kRelease);
  machine.threads.push_back(worker);
  machine.judge = [](const Scene& scene) -> std::string {
    if (!scene.ended) return "";
    if (scene.ghosts[0] != 2) return "an index is gathered twice, or not at all";
    return scene.ghosts[1] == 1 ? "" : "what a worker found is lost";
  };
  return machine;
}

Machine DestroyedBeside(const Orders& orders) {
  enum Word : Location { kMutex, kSent, kWorking, kTask, kTable, kFree, kMemory, kObjectOf };
  Machine machine{.name = "destroyed beside",
                  .locations = {"destroyer's mutex", "sent", "working", "task begins", "table lock",
                                "free indices", "the object's memory", "object"},
                  .initial = {0, 0, 1, 0, 0, 0, 0, 1}};  // the destroyer runs, with nothing to do
  Program collector("collector");
  {
    const Label runs = collector.NewLabel();
    collector.WritePlainly(kMemory, 1);  // its finish-destroy
    collector.Store(kObjectOf, 0, orders.Of(At::kUnpublishes));
    Guard lock(collector, kMutex, orders.Holds(At::kSendsLocked));
    collector.WritePlainly(kSent, 1);
    collector.ReadPlainly(kKept, kWorking);
    lock.Unlock();
    collector.JumpIfAny(kKept, runs);
    Tell(collector, kTask, Order::kRelease);
    collector.Bind(runs);
  }
  machine.threads.push_back(collector);
  Program worker("destroyer");
  {
    const bool locked = orders.Holds(At::kWorksLocked);
    const Label more = worker.NewLabel();
    const Label again = worker.Here();
    Guard lock(worker, kMutex, locked);
    worker.ReadPlainly(kSeen, kSent);
    worker.JumpIfAny(kSeen, more);
    worker.WritePlainly(kWorking, 0);
    lock.Unlock();
    AwaitWord(worker, kTask, Order::kAcquire);
    worker.Jump(again);
    worker.Bind(more);
    lock.Unlock();
    worker.WritePlainly(kMemory, 2);  // its destructor, and the memory is free
    Guard table(worker, kTable, orders.Holds(At::kFreesLocked));
    worker.WritePlainly(kFree, 1);
    table.Unlock();
  }
  machine.threads.push_back(worker);
  Program mutator("mutator");
  {
    const Label none = mutator.NewLabel();
    const Label end = mutator.NewLabel();
    Guard lock(mutator, kTable, orders.Holds(At::kAllocatesLocked));
    mutator.ReadPlainly(kSeen, kFree);
    mutator.JumpIfNone(kSeen, none);
    mutator.WritePlainly(kFree, 0);
    lock.Unlock();
    mutator.WritePlainly(kMemory, 3);
    mutator.Store(kObjectOf, 2, orders.Of(At::kPublishes));
    mutator.Jump(end);
    mutator.Bind(none);
    lock.Unlock();
    mutator.Bind(end);
  }
  machine.threads.push_back(mutator);
  machine.judge = [](const Scene& scene) -> std::string {
    const bool made = scene.latest[kMemory] == 3;
    return scene.ended && made && scene.latest[kObjectOf] != 2 ? "a new object is not in the table"
                                                               : "";
  };
  return machine;
}

Machine DestroyedBesideOne(const Orders& orders) {
  enum Word : Location { kMutex, kSent, kWorking, kNoted, kTask, kTable, kFree, kMemory };
  Machine machine{.name = "destroyed beside one",
                  .locations = {"destroyer's mutex", "sent", "working", "noted", "task begins",
                                "table lock", "free indices", "the object's memory"},
                  .initial = {0, 0, 0, 0, 0, 0, 0, 0}};
  Program home("mutator and collector");
  {
    const Label alone = home.NewLabel();
    const Label none = home.NewLabel();
    const Label end = home.NewLabel();
    home.WritePlainly(kMemory, 1);  // its finish-destroy
    home.WritePlainly(kNoted, 1);
    Guard lock(home, kMutex, orders.Holds(At::kSendsLocked));
    home.WritePlainly(kSent, 1);
    home.WritePlainly(kWorking, 1);
    lock.Unlock();
    Tell(home, kTask, Order::kRelease);
    Guard look(home, kMutex, orders.Holds(At::kNotesEndLocked));
    home.ReadPlainly(kSeen, kWorking);
    look.Unlock();
    home.JumpIfNone(kSeen, alone);
    // The destroyer may work: an object is made under the lock.
    Guard table(home, kTable, orders.Holds(At::kAllocatesLocked));
    home.ReadPlainly(kSeen, kFree);
    home.JumpIfNone(kSeen, none);
    home.WritePlainly(kFree, 0);
    table.Unlock();
    home.WritePlainly(kMemory, 3);
    home.Jump(end);
    home.Bind(none);
    table.Unlock();
    home.Jump(end);
    // It has ended: an object is made without.
    home.Bind(alone);
    home.WritePlainly(kNoted, 0);
    home.ReadPlainly(kSeen, kFree);
    home.JumpIfNone(kSeen, end);
    home.WritePlainly(kFree, 0);
    home.WritePlainly(kMemory, 3);
    home.Bind(end);
  }
  machine.threads.push_back(home);
  Program worker("destroyer");
  {
    AwaitWord(worker, kTask, Order::kAcquire);
    Guard taken(worker, kMutex, orders.Holds(At::kWorksLocked));
    worker.WritePlainly(kSent, 0);
    taken.Unlock();
    worker.WritePlainly(kMemory, 2);  // its destructor, and the memory is free
    worker.ReadPlainly(kSeen, kNoted);
    worker.GhostAddRegister(0, kSeen, "asks whether it must lock");
    Guard table(worker, kTable, orders.Holds(At::kFreesLocked));
    worker.WritePlainly(kFree, 1);
    table.Unlock();
    Guard ended(worker, kMutex, orders.Holds(At::kWorksLocked));
    worker.WritePlainly(kWorking, 0);
    ended.Unlock();
  }
  machine.threads.push_back(worker);
  machine.judge = [](const Scene& scene) -> std::string {
    if (!scene.ended) return "";
    return scene.ghosts[0] == 1 ? "" : "the destroyer does not lock beside the mutator";
  };
  return machine;
}

}  // namespace model::orders
