// model/threads/marker/pool.cc -- workers that share a pool, and know when nothing is left.
//
// A worker marks what it finds and keeps it on a stack of its own; it gives some of it to a pool,
// from which workers without work take. Marking is over when no worker has anything and the pool is
// empty. But these are two questions, and between them a worker can take from the pool, find
// something, and give it:
//
//     worker 1     is any worker busy? no                    is the pool empty? yes    OVER
//     worker 2                              take 2, busy                                   scans 2
//
// So a worker is counted as busy before it takes, and the busy word has an epoch that each such
// worker moves on. "Over" is a compare-exchange of that word, from the value that was read before
// the look at the pool: it fails if a worker was busy in between. What was given before the last
// worker was busy no more is seen, as its lowering releases and the reading of the word acquires.
//
// When the time of a slice is up, a worker gives all that it has, and only then is busy no more. So
// between slices every grey object is in the pool, and "over" is not said with work in flight.
//
// Upholds: busy-before-queue, drain-before-suspend, grey-is-queued.

#include <fmt/format.h>

#include "model/threads/marker/protocol.h"

namespace model::threads::marker {

namespace {

constexpr Register kOwn = 0;   // the worker's own objects, a bit for each
constexpr Register kItem = 1;  // the object that is scanned
constexpr Register kSeen = 2;
constexpr Register kWord = 3;  // the busy word, as read

// Object 1 refers to 2 and to 3, and 2 refers to 4, as far as there are such. A scan reads what was
// written when it was found.
enum Word : Location { kPool, kBusy, kTime, kObjects };
constexpr std::size_t kMostObjects = 4;
enum Count : Ghost { kScans, kOver = kScans + kMostObjects, kFound };
constexpr Value BitOf(std::size_t object) { return static_cast<Value>(1u << (object - 1)); }
Location PlaceOf(std::size_t object) { return static_cast<Location>(kObjects + object - 1); }
Ghost ScansOf(std::size_t object) { return static_cast<Ghost>(kScans + object - 1); }

// The busy word: the number of busy workers, whether marking is over, and the epoch.
constexpr Value kCount = 3;
constexpr Value kIsOver = 4;
constexpr Value kEpoch = 8;

class Pool {
 public:
  explicit Pool(const MarkerDesign& design) : design_(design) {}

  Machine Build() const {
    Machine machine{.name = "marker's pool",
                    .locations = {"pool", "busy", "time is up"},
                    .initial = {0, static_cast<Value>(design_.workers), 0}};
    for (std::size_t object = 1; object <= design_.objects; ++object) {
      machine.locations.push_back(fmt::format("object {}", object));
      machine.initial.push_back(0);
    }
    for (std::size_t i = 0; i < design_.workers; ++i) machine.threads.push_back(Worker(i));
    if (design_.deadline) {
      Program clock("clock");
      clock.Store(kTime, 1, kRelaxed);
      machine.threads.push_back(clock);
    }
    const std::size_t objects = design_.objects;
    machine.judge = [=](const Scene& scene) { return Judge(scene, objects); };
    return machine;
  }

 private:
  static std::string Judge(const Scene& scene, std::size_t objects) {
    bool all = true;
    for (std::size_t object = 1; object <= objects; ++object) {
      const Value scans = scene.ghosts[ScansOf(object)];
      if (scans > 1) return "an object is scanned twice, as two workers have it";
      all = all && scans == 1;
      const bool queued = (scene.latest[kPool] & BitOf(object)) != 0;
      const bool found = (scene.ghosts[kFound] & BitOf(object)) != 0;
      if (scene.ended && found && scans + queued != 1) {
        return "the slice is over, and an object that waits is in no list";
      }
    }
    if (scene.ghosts[kOver] != 0 && !all) return "marking is over, it is said, and an object waits";
    if (scene.ghosts[kOver] > 1) return "marking is over, it is said twice";
    if (scene.ended && scene.latest[kTime] == 0 && scene.ghosts[kOver] == 0) {
      return "nothing is left, and no worker says so";
    }
    return "";
  }

  bool Has(MarkerFault fault) const { return design_.Has(fault); }
  Order At(Access access) const { return design_.At(access); }

  Program Worker(std::size_t number) const {
    Program program(fmt::format("worker {}", number + 1));
    if (number == 0) {
      program.AddBits(kOwn, BitOf(1));
      program.GhostAdd(kFound, BitOf(1), "");
    }
    const Label work = program.Here();
    const Label take = program.NewLabel(), time_is_up = program.NewLabel();
    const Label end = program.NewLabel();
    program.JumpIfNone(kOwn, take);
    LeaveIfTimeIsUp(program, time_is_up);
    program.TakeLowestOf(kItem, kOwn);
    for (std::size_t object = 1; object <= design_.objects; ++object) Scan(program, object, work);
    program.Bind(take);
    Take(program);
    program.JumpIfAny(kOwn, work);
    Lower(program);
    Idle(program, work, take, end);
    program.Bind(time_is_up);
    GiveAll(program);
    program.Bind(end);
    return program;
  }

  void LeaveIfTimeIsUp(Program& program, Label leave) const {
    if (!design_.deadline) return;
    program.Load(kSeen, kTime, kRelaxed);
    program.JumpIfAny(kSeen, leave);
  }

  // If this is the object to scan: reads it, marks what it refers to, and goes on at `work`.
  void Scan(Program& program, std::size_t object, Label work) const {
    const Label other = program.NewLabel();
    program.JumpIfNone(kItem, other, BitOf(object));
    program.ReadPlainly(kSeen, PlaceOf(object));
    program.GhostAdd(ScansOf(object), 1, fmt::format("scans {}", object));
    if (object == 1) {
      Find(program, 2);
      if (design_.objects > 2) Find(program, 3);
      if (design_.objects > 2) program.AddBits(kOwn, BitOf(3));
      Give(program, BitOf(2));
    } else if (object == 2 && design_.objects > 3) {
      Find(program, 4);
      Give(program, BitOf(4));
    }
    program.Jump(work);
    program.Bind(other);
  }
  void Find(Program& program, std::size_t object) const {
    program.WritePlainly(PlaceOf(object), 1);
    program.GhostAdd(kFound, BitOf(object), fmt::format("finds {}", object));
  }
  void Give(Program& program, Value bits) const {
    program.Update(kSeen, kPool, Change::kOr, bits, At(Access::kGive));
  }

  void Take(Program& program) const {
    if (Has(MarkerFault::kTakeInTwoSteps)) {
      program.Load(kItem, kPool, kAcquire);
      program.TakeLowestOf(kOwn, kItem);
      const Label none = program.NewLabel();
      program.JumpIfNone(kOwn, none);
      program.StoreRegister(kPool, kItem, kRelease);
      program.Bind(none);
      return;
    }
    program.Update(kItem, kPool, Change::kTakeLowest, 0, At(Access::kTake));
    program.TakeLowestOf(kOwn, kItem);
  }

  void Lower(Program& program) const {
    program.Update(kSeen, kBusy, Change::kSubtract, 1, At(Access::kLower));
  }
  void Raise(Program& program) const {
    const Value more = Has(MarkerFault::kNoEpoch) ? 1 : 1 + kEpoch;
    program.Update(kSeen, kBusy, Change::kAdd, more, At(Access::kRaise));
  }

  // Waits until the pool has something, or marking is over, or time is up.
  void Idle(Program& program, Label work, Label take, Label end) const {
    const Label idle = program.Here();
    const Label found = program.NewLabel();
    const Label empty = program.NewLabel();
    LeaveIfTimeIsUp(program, end);
    const bool pool_first = Has(MarkerFault::kPoolBeforeBusy);
    if (!pool_first) program.Load(kWord, kBusy, At(Access::kLookAtBusy));
    program.Load(kItem, kPool, At(Access::kLookAtPool));
    if (pool_first) program.Load(kWord, kBusy, At(Access::kLookAtBusy));
    program.JumpIfAny(kWord, end, kIsOver);
    program.JumpIfAny(kItem, found);
    program.JumpIfAny(kWord, idle, kCount);
    program.CompareExchange(kSeen, kBusy, kIsOver, At(Access::kSayOver), {.expected_from = kWord});
    program.JumpIfNone(kSeen, idle);
    program.GhostAdd(kOver, 1, "marking is over");
    program.Jump(end);
    program.Bind(found);
    if (Has(MarkerFault::kTakeUncounted)) {
      Take(program);
      program.JumpIfNone(kOwn, empty);
      Raise(program);
      program.Jump(work);
      program.Bind(empty);
      program.Jump(idle);
      return;
    }
    Raise(program);
    program.JumpIfNone(kSeen, take, kIsOver);
    program.Bind(empty);
    program.Jump(end);
  }

  // At the deadline: nothing may stay behind on the worker's own stack.
  void GiveAll(Program& program) const {
    if (Has(MarkerFault::kLowerBeforeGiving)) Lower(program);
    if (!Has(MarkerFault::kKeepAtDeadline)) {
      program.UpdateBy(kSeen, kPool, Change::kOr, kOwn, At(Access::kGive));
    }
    if (!Has(MarkerFault::kLowerBeforeGiving)) Lower(program);
  }

  const MarkerDesign& design_;
};

}  // namespace

Machine MarkerPool(const MarkerDesign& design) { return Pool(design).Build(); }

}  // namespace model::threads::marker
