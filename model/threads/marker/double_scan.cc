// model/threads/marker/double_scan.cc -- a plain mark, so that an object may be scanned twice.
//
// An atomic exchange for each mark costs more than a scan. With a plain load and a plain store, two
// workers that find an object at once both see white, and both scan it:
//
//     worker 1     mark -> white     mark = black     scans
//     worker 2     mark -> white                      mark = black     scans
//
// That is harmless if what a scan does may be done twice. To follow a reference may. To clear a
// slot that holds garbage, and to count that, may not: so the slot is cleared by a
// compare-exchange, and the worker that cleared it counts. To activate a cluster may not, as its
// list is gone through once: so the cluster is activated by a compare-exchange. Nothing has to be
// ordered: the slice began with all workers knowing of everything, and ends so.
//
// The mark stands in a byte that only markers write. In the word of the flags, a plain store would
// undo a flag that another thread sets at the same time.
//
// Upholds: mark-once, flag-writers-rmw, garbage-is-nulled, cluster-outward.

#include <fmt/format.h>

#include "model/threads/marker/protocol.h"

namespace model::threads::marker {

namespace {

constexpr Register kSeen = 0;
constexpr Register kWon = 1;

// The object has a slot with garbage in it, and refers to a cluster.
enum Word : Location { kMarkByte, kSlot, kCluster, kFlags };
enum Count : Ghost { kScans, kCleared, kActivated };
constexpr Value kBlack = 1;
constexpr Value kGarbage = 7;
constexpr Value kActive = 1;
constexpr Value kRooted = 2;

class Scanning {
 public:
  explicit Scanning(const MarkerDesign& design) : design_(design) {}

  Machine Build() const {
    Machine machine{.name = "double scan",
                    .locations = {"mark", "slot", "cluster", "flags"},
                    .initial = {0, kGarbage, 0, 0}};
    for (std::size_t i = 0; i < design_.workers; ++i) machine.threads.push_back(Worker(i));
    machine.threads.push_back(FlagSetter());
    const std::size_t workers = design_.workers;
    machine.judge = [=](const Scene& scene) -> std::string {
      if (scene.ghosts[kCleared] > 1) return "one slot is counted as cleared twice";
      if (scene.ghosts[kActivated] > 1) return "a cluster is activated twice";
      if (!scene.ended) return "";
      if (scene.ghosts[kScans] == 0) return "no worker scans the object";
      if (scene.ghosts[kScans] > workers) return "a worker scans the object twice";
      if (scene.latest[kMarkByte] % 2 != kBlack) return "the object was scanned, and is white";
      if (scene.latest[kSlot] != 0 || scene.ghosts[kCleared] != 1) return "the slot is not cleared";
      if (scene.ghosts[kActivated] != 1) return "the cluster is not activated";
      const Value flags = scene.latest[kFlags] | scene.latest[kMarkByte];
      return (flags & kRooted) != 0 ? "" : "a flag is lost";
    };
    return machine;
  }

 private:
  bool Has(MarkerFault fault) const { return design_.Has(fault); }
  Order At(Access access) const { return design_.At(access); }

  Program Worker(std::size_t number) const {
    Program program(fmt::format("worker {}", number + 1));
    const Label end = program.NewLabel();
    program.Load(kSeen, kMarkByte, At(Access::kMarkLook));
    program.JumpIfAny(kSeen, end, kBlack);
    program.AddBits(kSeen, kBlack);
    program.StoreRegister(kMarkByte, kSeen, At(Access::kMark));
    program.GhostAdd(kScans, 1, "scans");
    ClearSlot(program);
    Activate(program);
    program.Bind(end);
    return program;
  }

  void ClearSlot(Program& program) const {
    const Label done = program.NewLabel();
    program.Load(kSeen, kSlot, At(Access::kSlotLook));
    program.JumpIfNone(kSeen, done);
    if (Has(MarkerFault::kCountByStore)) {
      program.Store(kSlot, 0, At(Access::kClear));
    } else {
      program.CompareExchange(kWon, kSlot, kGarbage, 0, At(Access::kClear));
      program.JumpIfNone(kWon, done);
    }
    program.GhostAdd(kCleared, 1, "counts the slot");
    program.Bind(done);
  }

  void Activate(Program& program) const {
    const Label done = program.NewLabel();
    if (Has(MarkerFault::kActivateByStore)) {
      program.Load(kSeen, kCluster, At(Access::kActivate));
      program.JumpIfAny(kSeen, done);
      program.Store(kCluster, kActive, At(Access::kActivate));
    } else {
      program.CompareExchange(kWon, kCluster, 0, kActive, At(Access::kActivate));
      program.JumpIfNone(kWon, done);
    }
    program.GhostAdd(kActivated, 1, "activates the cluster");
    program.Bind(done);
  }

  // Another thread sets a flag of the object.
  Program FlagSetter() const {
    Program program("other");
    const Location word = Has(MarkerFault::kMarkAmongFlags) ? kMarkByte : kFlags;
    program.Update(kSeen, word, Change::kOr, kRooted, kRelaxed);
    return program;
  }

  const MarkerDesign& design_;
};

}  // namespace

Machine DoubleScan(const MarkerDesign& design) { return Scanning(design).Build(); }

}  // namespace model::threads::marker
