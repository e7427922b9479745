// model/orders/firsts.cc -- what is made once, for all threads, and what is counted by all.
//
// The first object with a name needs classes and packages, which are made on the thread that asks
// first. Whether they are there is asked often, without a lock; so the answer must bring along what
// was made:
//
//     makes        classes      open = true
//     asks                                     open -> true      classes -> ?
//
// So it is with the words that a class's objects are scanned by, which are assembled when the first
// of them is.
//
// Strong counts change under the table lock together with the list of what is kept. A thread that
// drops a strong pointer looks at the count before that without the lock, to find a misuse.
//
// Upholds: strong-barrier, keep-flags-are-roots.

#include "model/orders/protocols.h"
#include "model/orders/sections.h"

namespace model::orders {

Machine FirstNames(const Orders& orders) {
  enum Word : Location { kMutex, kKeeper, kKeeperMemory, kOpen, kClasses };
  Machine machine{
      .name = "first names",
      .locations = {"lock of first requests", "names", "the keeper of names", "open", "classes"},
      .initial = {0, 0, 0, 0, 0}};
  for (const char* const name : {"thread 1", "thread 2"}) {
    Program asks(name);
    const Label slow = asks.NewLabel();
    const Label has_keeper = asks.NewLabel();
    const Label made = asks.NewLabel();
    const Label use = asks.NewLabel();
    asks.Load(kSeen, kKeeper, orders.Of(At::kNamesSeen));
    asks.JumpIfNone(kSeen, slow);
    asks.ReadPlainly(kSeen, kKeeperMemory);  // where the next word is
    asks.Load(kSeen, kOpen, orders.Of(At::kNamingSeen));
    asks.JumpIfAny(kSeen, use);
    asks.Bind(slow);
    Guard lock(asks, kMutex, orders.Holds(At::kNamingLocked));
    asks.Load(kSeen, kKeeper, orders.Of(At::kNamesSeen));
    asks.JumpIfAny(kSeen, has_keeper);
    asks.WritePlainly(kKeeperMemory, 1);
    asks.Store(kKeeper, 1, orders.Of(At::kNamesMade));
    asks.Bind(has_keeper);
    asks.ReadPlainly(kSeen, kClasses);
    asks.JumpIfAny(kSeen, made);
    const bool opened_last = orders.Holds(At::kOpenedLast);
    if (!opened_last) asks.Store(kOpen, 1, orders.Of(At::kNamingOpens));
    asks.WritePlainly(kClasses, 1);
    asks.GhostAdd(0, 1, "makes the classes");
    if (opened_last) asks.Store(kOpen, 1, orders.Of(At::kNamingOpens));
    asks.Bind(made);
    lock.Unlock();
    asks.Bind(use);
    asks.ReadPlainly(kSeen, kClasses);
    machine.threads.push_back(asks);
  }
  machine.judge = [](const Scene& scene) -> std::string {
    return scene.ghosts[0] > 1 ? "the first classes are made twice" : "";
  };
  return machine;
}

Machine FirstSchema(const Orders& orders) {
  enum Word : Location { kMutex, kAssembled, kWords };
  Machine machine{.name = "first schema",
                  .locations = {"mutex of all schemas", "assembled", "words"},
                  .initial = {0, 0, 0}};
  for (const char* const name : {"thread 1", "thread 2"}) {
    Program scans(name);
    const Label made = scans.NewLabel();
    const Label walk = scans.NewLabel();
    scans.Load(kSeen, kAssembled, orders.Of(At::kSchemaSeenFlat));
    scans.JumpIfAny(kSeen, walk);
    scans.Load(kSeen, kAssembled, orders.Of(At::kSchemaSeen));
    scans.JumpIfAny(kSeen, walk);
    Guard lock(scans, kMutex, orders.Holds(At::kSchemaLocked));
    scans.Load(kSeen, kAssembled, orders.Of(At::kSchemaSeenAgain));
    scans.JumpIfAny(kSeen, made);
    scans.WritePlainly(kWords, 1);
    scans.GhostAdd(0, 1, "assembles the words");
    scans.Store(kAssembled, 1, orders.Of(At::kSchemaPublished));
    scans.Bind(made);
    lock.Unlock();
    scans.Bind(walk);
    scans.ReadPlainly(kSeen, kWords);
    machine.threads.push_back(scans);
  }
  machine.judge = [](const Scene& scene) -> std::string {
    return scene.ghosts[0] > 1 ? "a schema is assembled twice" : "";
  };
  return machine;
}

Machine StrongCounts(const Orders& orders) {
  enum Word : Location { kMutex, kCount, kKeptList };
  Machine machine{.name = "strong counts",
                  .locations = {"table lock", "strong", "kept"},
                  .initial = {0, 1, 1}};  // the first thread has a strong pointer
  const auto drop = [&](Program& program) {
    const Label counted = program.NewLabel();
    const Label not_last = program.NewLabel();
    const Label last = program.NewLabel();
    const Label still_kept = program.NewLabel();
    program.Load(kSeen, kCount, orders.Of(At::kStrongAsked));
    program.JumpIfAny(kSeen, counted);
    program.GhostAdd(0, 1, "aborts: the count is 0, it seems");
    program.Bind(counted);
    Guard lock(program, kMutex, orders.Holds(At::kStrongDropped));
    program.Update(kSeen, kCount, Change::kSubtract, 1, orders.Of(At::kStrongDrops));
    program.JumpIfEqual(kSeen, 1, last);
    program.Jump(not_last);
    program.Bind(last);
    program.Load(kSeen, kCount, orders.Of(At::kStrongKeeps));
    program.JumpIfAny(kSeen, still_kept);
    program.WritePlainly(kKeptList, 0);
    program.Bind(still_kept);
    program.Bind(not_last);
    lock.Unlock();
  };
  Program first("thread 1");
  drop(first);
  machine.threads.push_back(first);
  Program second("thread 2");  // has the object from elsewhere
  {
    const Label kept = second.NewLabel();
    Guard lock(second, kMutex, orders.Holds(At::kStrongTaken));
    second.Update(kSeen, kCount, Change::kAdd, 1, orders.Of(At::kStrongAdds));
    second.JumpIfAny(kSeen, kept);
    second.WritePlainly(kKeptList, 1);
    second.Bind(kept);
    lock.Unlock();
  }
  drop(second);
  machine.threads.push_back(second);
  machine.judge = [](const Scene& scene) -> std::string {
    if (scene.ghosts[0] != 0) return "a strong pointer is dropped, and its count reads 0";
    const bool right = (scene.latest[kCount] != 0) == (scene.latest[kKeptList] != 0);
    return scene.ended && !right ? "what has strong pointers is not kept, or is kept without one"
                                 : "";
  };
  return machine;
}

}  // namespace model::orders
