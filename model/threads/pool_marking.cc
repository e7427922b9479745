// model/threads/pool_marking.cc -- several workers mark, as core/mark/parallel_marking.h has it.
//
// Each worker has a stack of its own. What they share stands under one mutex: a pool of grey
// objects, and how many workers may have objects. A worker whose stack is empty takes from the
// pool, and sleeps if there is nothing; the others see by a hint that one sleeps, and give. Between
// the last look at the pool and the end, another worker could take, find and give:
//
//     worker 1     pool -> empty                         sleeps; who wakes it?
//     worker 2                       busy: 1 -> 0, and the pool is empty
//
// So both are looked at and changed under the mutex, and the last worker to be idle wakes those
// that sleep. The hint is relaxed and may be out of date: then a worker gives late, or for nothing.
//
// Two workers find one object white at once. They read its mark while they scan, and replace it by
// one atomic step later; the one that wins writes the map and has the object on its stack. What is
// special to scan a worker puts aside, in a list of its own that the caller goes through when it
// has waited for all workers.
//
// A slice may end at any time (`deadline`): the worker that sees it says so, and each worker leaves
// after its batch and gives what it has to the pool.
//
// The memory orders, the locks and what is waited for are those of core's source (accesses.h). A
// batch is one object, and what is given is one object. A worker that gives may wake none at all
// here (`wakes`), as what notify_one may be too little for is too little with none.
//
// Upholds: hand-over-publishes, busy-before-queue, drain-before-suspend, mark-once.

#include <fmt/format.h>

#include <algorithm>

#include "model/threads/machines.h"

namespace model::threads {

namespace {

constexpr Register kOwn = 0;   // the worker's own objects, a bit for each
constexpr Register kItem = 1;  // the object that is scanned
constexpr Register kSeen = 2;

// Objects 1 and 2 are grey, and both refer to object 3; object 1 alone refers to object 4, which is
// to be scanned by the caller.
constexpr Value kFirst = 1, kSecond = 2, kThird = 4, kSpecial = 8;
constexpr std::size_t kObjectCount = 4;

enum Word : Location { kMutex, kMore, kPool, kBusy, kWaiting, kLate, kEnded, kMark, kMap, kAside };
constexpr Ghost ScansOf(std::size_t object) { return static_cast<Ghost>(object - 1); }
constexpr Ghost kFound = kObjectCount;
constexpr Value BitOf(std::size_t object) { return static_cast<Value>(1u << (object - 1)); }
constexpr Value kWhite = 1;
constexpr Value kBlack = 2;

class Marking {
 public:
  Marking(const PoolSize& size, std::optional<Fault> fault, const Orders& orders)
      : size_(size), fault_(fault), orders_(orders) {}

  Machine Build() const {
    Machine machine{.name = "marking by workers",
                    .locations = {"mutex", "more", "pool", "busy", "waiting", "late",
                                  "workers ended", "mark", "map"},
                    .initial = {0, 0, kFirst | kSecond, 0, 0, 0, 0, kWhite, kWhite}};
    for (std::size_t i = 0; i < size_.threads; ++i) {
      machine.locations.push_back(fmt::format("put aside by {}", i + 1));
      machine.initial.push_back(0);
      machine.threads.push_back(Worker(i));
    }
    if (size_.deadline) {
      Program clock("clock");
      clock.Store(kLate, 1, orders_.Of(At::kLateAmongWorkers));
      machine.threads.push_back(clock);
    }
    machine.judge = Judge;
    return machine;
  }

 private:
  static std::string Judge(const Scene& scene) {
    const Value found = scene.ghosts[kFound] | kFirst | kSecond;
    const Value waits = scene.latest[kPool];
    Value done = 0;
    for (std::size_t object = 1; object <= kObjectCount; ++object) {
      const Value scans = scene.ghosts[ScansOf(object)];
      if (scans > 1) return "an object is scanned twice";
      if (scans == 1) done |= BitOf(object);
    }
    if (!scene.ended) return "";
    if ((done & waits) != 0) return "an object was scanned, and waits to be scanned";
    if ((done | waits) != found) return "an object was found, and is neither scanned nor waits";
    if (scene.latest[kLate] == 0 && waits != 0) return "there is time, and an object waits";
    const bool marked = (found & kThird) != 0;
    if (marked && scene.latest[kMap] != kBlack) return "an object is marked, and not in the map";
    return scene.latest[kBusy] == 0 ? "" : "all have left, and one is counted as busy";
  }

  bool Has(Fault fault) const { return fault_ == fault; }
  bool Holds(At edge) const { return orders_.Holds(edge); }
  static Location AsideOf(std::size_t worker) { return static_cast<Location>(kAside + worker); }
  bool IsCaller(std::size_t worker) const { return worker == 0; }

  Program Worker(std::size_t number) const {
    Program program(IsCaller(number) ? "the caller" : fmt::format("worker {}", number + 1));
    const Label look = program.NewLabel(), work = program.NewLabel(), over = program.NewLabel();
    const bool locked = Holds(At::kWorkLocked);
    if (locked) program.Lock(kMutex);
    program.Bind(look);
    TakeOrWait(program, look, over);
    program.Bind(work);
    ScanOwn(program, number, work);
    BeIdle(program);
    program.Jump(look);
    program.Bind(over);
    if (locked) program.Unlock(kMutex);
    if (IsCaller(number)) {
      Join(program);
    } else {
      program.Update(kSeen, kEnded, Change::kAdd, 1, Order::kRelease);
      program.Wake(kEnded);
    }
    return program;
  }

  // Under the mutex; without it afterwards.
  void TakeOrWait(Program& program, Label look, Label over) const {
    const Label take = program.NewLabel();
    program.ReadPlainly(kSeen, kPool);
    program.JumpIfAny(kSeen, take);
    program.ReadPlainly(kSeen, kBusy);
    program.JumpIfNone(kSeen, over);
    program.Update(kSeen, kWaiting, Change::kAdd, 1, orders_.Of(At::kWaitBegins));
    program.Wait(kMutex, kMore);
    program.Update(kSeen, kWaiting, Change::kSubtract, 1, orders_.Of(At::kWaitEnds));
    program.Jump(look);
    program.Bind(take);
    if (size_.deadline) {
      program.Load(kSeen, kLate, orders_.Of(At::kLateBeforeTaking));
      program.JumpIfAny(kSeen, over);
      program.ReadPlainly(kSeen, kPool);
    }
    program.TakeLowestOf(kOwn, kSeen);
    program.WriteRegisterPlainly(kPool, kSeen);
    const bool counted = Holds(At::kBusyUnderLock);
    if (counted) Count(program, 1);
    if (Holds(At::kWorkLocked)) program.Unlock(kMutex);
    if (!counted) Count(program, 1);
  }
  static void Count(Program& program, int by) {
    program.ReadPlainly(kSeen, kBusy);
    program.Increment(kSeen, by);
    program.WriteRegisterPlainly(kBusy, kSeen);
  }

  // Scans until the worker's stack is empty.
  void ScanOwn(Program& program, std::size_t number, Label work) const {
    const Label done = program.NewLabel();
    const Label scanned = program.NewLabel();
    program.JumpIfNone(kOwn, done);
    if (size_.deadline) {
      program.Load(kSeen, kLate, orders_.Of(At::kLateWhileScanning));
      program.JumpIfAny(kSeen, done);
    }
    program.TakeLowestOf(kItem, kOwn);
    for (std::size_t object = 1; object <= kObjectCount; ++object) {
      const Label other = program.NewLabel();
      const Value bit = BitOf(object);
      program.JumpIfNone(kItem, other, bit);
      if (bit == kSpecial) {
        PutAside(program, number);
      } else {
        program.GhostAdd(ScansOf(object), 1, fmt::format("scans {}", object));
        if (bit == kFirst) Keep(program, kSpecial, "finds 4");
        if (bit != kThird) FindThird(program);
      }
      program.Jump(scanned);
      program.Bind(other);
    }
    program.Bind(scanned);
    program.Load(kSeen, kWaiting, orders_.Of(At::kWaitSeen));
    program.JumpIfNone(kSeen, work);
    Give(program, work);
    program.Bind(done);
  }

  // Reads the mark, and later replaces it if it was white; keeps the object if this worker won.
  void FindThird(Program& program) const {
    const Label end = program.NewLabel();
    const Label won = program.NewLabel();
    program.Load(kSeen, kMark, orders_.Of(At::kMarkSeen));
    program.JumpIfNone(kSeen, end, kWhite);
    if (Has(Fault::kLoadThenStore)) {
      program.Store(kMark, kBlack, orders_.Of(At::kMarkStored));
    } else {
      program.CompareExchange(kSeen, kMark, kWhite, kBlack, orders_.Of(At::kMarkReplaced));
      program.JumpIfAny(kSeen, won);
      program.Jump(end);
      program.Bind(won);
    }
    program.Store(kMap, kBlack, orders_.Of(At::kMarkStored));
    Keep(program, kThird, "wins 3");
    program.Bind(end);
  }

  static void Keep(Program& program, Value bit, const char* says) {
    program.AddBits(kOwn, bit);
    program.GhostAdd(kFound, bit, says);
  }

  void PutAside(Program& program, std::size_t number) const {
    if (Has(Fault::kDropAside)) return;
    program.WritePlainly(AsideOf(number), kSpecial);
  }

  // Gives an object if there are two, while another worker waits.
  void Give(Program& program, Label work) const {
    program.Copy(kSeen, kOwn);
    program.TakeLowestOf(kItem, kSeen);
    program.JumpIfNone(kSeen, work);
    program.TakeAway(kOwn, kItem);
    const bool locked = Holds(At::kShareLocked) && !Has(Fault::kGiveWithoutMutex);
    if (locked) program.Lock(kMutex);
    program.ReadPlainly(kSeen, kPool);
    program.AddBitsOf(kSeen, kItem);
    program.WriteRegisterPlainly(kPool, kSeen);
    if (locked) program.Unlock(kMutex);
    if (size_.wakes) program.Wake(kMore);
    program.Jump(work);
  }

  // Takes the mutex again, and says that this worker has nothing.
  void BeIdle(Program& program) const {
    const Label others = program.NewLabel();
    const bool gives_before = !Holds(At::kGiveAllUnderLock);
    const bool idle_before = !Holds(At::kIdleUnderLock);
    if (gives_before) GiveAll(program);
    if (idle_before) Count(program, -1);
    if (Holds(At::kWorkLocked)) program.Lock(kMutex);
    if (!gives_before) GiveAll(program);
    if (!idle_before) Count(program, -1);
    if (Has(Fault::kEndWithoutWaking) || !Holds(At::kEndWakes)) return;
    program.ReadPlainly(kSeen, kBusy);
    program.JumpIfAny(kSeen, others);
    program.Wake(kMore);
    program.Bind(others);
  }

  // What there was no time for goes back to the pool.
  void GiveAll(Program& program) const {
    if (!size_.deadline || Has(Fault::kLeaveWithObjects)) return;
    const Label none = program.NewLabel();
    program.JumpIfNone(kOwn, none);
    program.ReadPlainly(kSeen, kPool);
    program.AddBitsOf(kSeen, kOwn);
    program.WriteRegisterPlainly(kPool, kSeen);
    program.Bind(none);
  }

  // The caller waits for the others, and scans what was put aside.
  void Join(Program& program) const {
    if (Holds(At::kForEachWaits)) {
      const Label all = program.NewLabel();
      const Label again = program.Here();
      program.Load(kSeen, kEnded, Order::kAcquire);
      program.JumpIfEqual(kSeen, static_cast<Value>(size_.threads - 1), all);
      program.Sleep(kEnded, kSeen);
      program.Jump(again);
      program.Bind(all);
    }
    for (std::size_t i = 0; i < size_.threads; ++i) {
      const Label none = program.NewLabel();
      program.ReadPlainly(kSeen, AsideOf(i));
      program.JumpIfNone(kSeen, none);
      program.GhostAdd(ScansOf(kObjectCount), 1, "scans 4");
      program.Bind(none);
    }
  }

  PoolSize size_;
  std::optional<Fault> fault_;
  const Orders& orders_;
};

}  // namespace

Machine PooledMarking(const PoolSize& size, std::optional<Fault> fault, const Orders& orders) {
  return Marking(size, fault, orders).Build();
}

}  // namespace model::threads
