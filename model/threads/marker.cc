// model/threads/marker.cc -- several markers: how a slice ends, and how an entry is marked.
//
// Workers take objects from a shared queue and push the objects that they find. A worker leaves
// when it finds the queue empty or its budget is spent. The last worker to leave says whether
// marking may end: it may if the queue is empty then. With the fault other-order a worker looks at
// the queue first and lowers the count of busy workers afterwards. Between the two, another worker
// may push and leave:
//
//     worker 1     queue -> empty                              last out: marking may end
//     worker 2                      push w, budget spent, out
//
// With the fault leave-a-batch a worker keeps the objects that it found for its next slice. The
// last worker to leave sees an empty queue, although the kept objects were not scanned.
//
// Several markers may find one object at once, while mutators set other flags in the same word. So
// a marker clears the bit in one atomic step, and the marker that finds it set has won; every other
// writer of the word uses an atomic step as well. That step may be relaxed, because the queue
// orders what one worker hands over to another.
//
// Upholds: busy-before-queue, drain-before-suspend, hand-over-publishes, mark-once,
// flag-writers-rmw.

#include <fmt/format.h>

#include "model/threads/machines.h"

namespace model::threads {

namespace {

constexpr Register kSeen = 0;
constexpr Register kQueueSeen = 1;

// Object 1 is queued. It refers to object 2, so a scan of object 1 finds object 2.
enum Word : Location { kQueue, kBusy, kFound };
enum Count : Ghost { kScanned, kEnded };
constexpr Value kFirst = 1;
constexpr Value kSecond = 2;

class Slice {
 public:
  Slice(const MarkerSize& size, std::optional<Fault> fault) : size_(size), fault_(fault) {}

  Machine Build() const {
    Machine machine{.name = "termination",
                    .locations = {"queue", "busy", "object 2"},
                    .initial = {kFirst, static_cast<Value>(size_.workers), 0}};
    for (std::size_t i = 0; i < size_.workers; ++i) machine.threads.push_back(Worker(i));
    machine.judge = [](const Scene& scene) -> std::string {
      const bool all_scanned = scene.ghosts[kScanned] == (kFirst | kSecond);
      if (scene.ghosts[kEnded] != 0 && !all_scanned) {
        return "the trace may end, it is said, with an object queued";
      }
      if (scene.ended && scene.latest[kQueue] == 0 && scene.ghosts[kEnded] != 1) {
        return "nothing is left, and no worker says so";
      }
      return "";
    };
    return machine;
  }

 private:
  bool Has(Fault fault) const { return fault_ == fault; }

  Program Worker(std::size_t number) const {
    Program program(fmt::format("worker {}", number + 1));
    const Label leave = program.NewLabel();
    for (std::size_t i = 0; i < size_.budget; ++i) {
      ScanOne(program, leave, /*last=*/i + 1 == size_.budget);
    }
    program.Bind(leave);
    Leave(program);
    return program;
  }

  void ScanOne(Program& program, Label leave, bool last) const {
    const Label second = program.NewLabel();
    const Label done = program.NewLabel();
    program.Load(kSeen, kQueue, Order::kRelaxed);
    program.JumpIfNone(kSeen, leave);
    program.Update(kSeen, kQueue, Change::kTakeLowest, 0,
                   Has(Fault::kRelaxedPop) ? Order::kRelaxed : Order::kAcquire);
    program.JumpIfNone(kSeen, leave);
    program.JumpIfNone(kSeen, second, kFirst);
    program.GhostAdd(kScanned, kFirst, "object 1");
    program.WritePlainly(kFound, 1);
    if (!(last && Has(Fault::kLeaveABatch))) {
      program.Update(kSeen, kQueue, Change::kOr, kSecond,
                     Has(Fault::kRelaxedPush) ? Order::kRelaxed : Order::kRelease);
    }
    program.Jump(done);
    program.Bind(second);
    program.ReadPlainly(kSeen, kFound);
    program.GhostAdd(kScanned, kSecond, "object 2");
    program.Bind(done);
  }

  void Leave(Program& program) const {
    const Label end = program.NewLabel();
    const bool queue_first = Has(Fault::kQueueBeforeBusy);
    if (queue_first) program.Load(kQueueSeen, kQueue, Order::kAcquire);
    program.Update(kSeen, kBusy, Change::kSubtract, 1,
                   Has(Fault::kRelaxedBusy) ? Order::kRelaxed : Order::kAcquireRelease);
    program.KeepBits(kSeen, static_cast<Value>(~1u));  // 0: the count was 1, so it is the last
    program.JumpIfAny(kSeen, end);
    if (!queue_first) program.Load(kQueueSeen, kQueue, Order::kRelaxed);
    program.JumpIfAny(kQueueSeen, end);
    program.GhostAdd(kEnded, 1, "the trace may end");
    program.Bind(end);
  }

  MarkerSize size_;
  std::optional<Fault> fault_;
};

constexpr Value kWhite = 1;
constexpr Value kRooted = 2;

Program Marker(std::size_t number, std::optional<Fault> fault, const Orders& orders) {
  Program program(fmt::format("marker {}", number + 1));
  const Label end = program.NewLabel();
  if (fault == Fault::kLoadThenStore) {
    program.Load(kSeen, 0, Order::kRelaxed);
    program.JumpIfNone(kSeen, end, kWhite);
    program.KeepBits(kSeen, static_cast<Value>(~kWhite));
    program.StoreRegister(0, kSeen, Order::kRelaxed);
  } else {
    // The word has two values while the object is white. A comparison that fails leads to the
    // other.
    const Label won = program.NewLabel();
    const Label again = program.Here();
    program.Load(kSeen, 0, orders.Of(At::kMarkSeen));
    program.JumpIfNone(kSeen, end, kWhite);
    const Label rooted = program.NewLabel();
    program.JumpIfAny(kSeen, rooted, kRooted);
    const Order order = orders.Of(At::kMarkReplaced);
    program.CompareExchange(kSeen, 0, 0, order, {.expected = kWhite});
    program.JumpIfAny(kSeen, won);
    program.Jump(again);
    program.Bind(rooted);
    program.CompareExchange(kSeen, 0, kRooted, order, {.expected = kWhite | kRooted});
    program.JumpIfNone(kSeen, again);
    program.Bind(won);
  }
  program.GhostAdd(0, 1, "wins");
  program.Bind(end);
  return program;
}

}  // namespace

Machine Termination(const MarkerSize& size, std::optional<Fault> fault) {
  return Slice(size, fault).Build();
}

Machine MarkWord(std::optional<Fault> fault, const Orders& orders) {
  Machine machine{.name = "mark word", .locations = {"flags"}, .initial = {kWhite}};
  for (std::size_t i = 0; i < 2; ++i) machine.threads.push_back(Marker(i, fault, orders));
  Program mutator("mutator");
  if (fault == Fault::kPlainStore) {
    mutator.Load(kSeen, 0, Order::kRelaxed);
    mutator.AddBits(kSeen, kRooted);
    mutator.StoreRegister(0, kSeen, Order::kRelaxed);
  } else {
    mutator.Update(kSeen, 0, Change::kOr, kRooted, orders.Of(At::kFlagsSet));
  }
  machine.threads.push_back(mutator);
  machine.judge = [](const Scene& scene) -> std::string {
    if (scene.ghosts[0] > 1) return "two markers win, and the object is queued twice";
    if (!scene.ended) return "";
    if (scene.ghosts[0] == 0) return "no marker wins";
    if ((scene.latest[0] & kWhite) != 0) return "the object is white again, though it was marked";
    return scene.latest[0] == kRooted ? "" : "the root flag is lost";
  };
  return machine;
}

}  // namespace model::threads
