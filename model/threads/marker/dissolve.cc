// model/threads/marker/dissolve.cc -- a cluster is dissolved while a worker reaches a member.
//
// To reach a member is to reach the cluster's root, which carries every member; so a worker that
// finds the cluster active has nothing more to do. When a cluster is dissolved, its members take
// the root's colour: if it was active they are marked one by one, if not they stay white. Between
// reading the colour and dissolving, a worker can activate the cluster, and then nothing carries
// its member:
//
//     dissolver     colour -> white                        dissolved; its members stay white
//     worker                          white to active: the root carries member m
//
// So one word has the cluster's state, workers activate it by a compare-exchange, and to dissolve
// is an exchange that tells what it was. A worker whose compare-exchange finds the cluster
// dissolved marks the member by itself.
//
// The worker that activates goes through what the cluster lists. So the lists of a cluster that was
// active must not be cleared before the workers have met at the end of the slice; those of one that
// was not are the dissolver's alone.
//
// Upholds: cluster-dissolve-colour, cluster-member-barrier.

#include <fmt/format.h>

#include "model/threads/marker/protocol.h"

namespace model::threads::marker {

namespace {

constexpr Register kState = 0;
constexpr Register kWon = 1;
constexpr Register kSeen = 2;

// Before the slice, the list of the cluster was written by a thread that all workers know of. The
// worker with an odd number reaches the first member, the one with an even number the second.
enum Word : Location { kCluster, kList, kMarks };
enum Count : Ghost { kActivated, kReached, kMarked = kReached + 2 };
constexpr Value kIdle = 0;
constexpr Value kActive = 1;
constexpr Value kDissolved = 2;
constexpr std::size_t kMembers = 2;
Location MarkOf(std::size_t member) { return static_cast<Location>(kMarks + member); }

class Dissolving {
 public:
  explicit Dissolving(const MarkerDesign& design) : design_(design) {}

  Machine Build() const {
    Machine machine{.name = "dissolving",
                    .locations = {"cluster", "list", "mark 1", "mark 2"},
                    .initial = {kIdle, 1, 0, 0}};
    for (std::size_t i = 0; i < design_.workers; ++i) machine.threads.push_back(Worker(i));
    machine.threads.push_back(Dissolver());
    machine.judge = [](const Scene& scene) -> std::string {
      if (scene.ghosts[kActivated] > 1) return "a cluster is activated twice";
      for (std::size_t member = 0; member < kMembers; ++member) {
        if (scene.ghosts[kMarked + member] > 1) return "a member is queued twice";
        const bool reached = scene.ghosts[kReached + member] != 0;
        const bool carried = scene.latest[kCluster] == kActive;
        if (scene.ended && reached && !carried && scene.latest[MarkOf(member)] == 0) {
          return "a member that was reached is white, and no cluster carries it";
        }
      }
      return "";
    };
    return machine;
  }

 private:
  bool Has(MarkerFault fault) const { return design_.Has(fault); }
  Order At(Access access) const { return design_.At(access); }

  Program Worker(std::size_t number) const {
    const std::size_t member = number % kMembers;
    Program program(fmt::format("worker {}", number + 1));
    const Label end = program.NewLabel();
    const Label lost = program.NewLabel();
    program.CompareExchange(kWon, kCluster, kActive, At(Access::kReachCluster),
                            {.expected = kIdle, .failure = kRelaxed, .seen = kState});
    program.GhostAdd(static_cast<Ghost>(kReached + member), 1,
                     fmt::format("reaches member {}", member + 1));
    program.JumpIfNone(kWon, lost);
    program.GhostAdd(kActivated, 1, "activates the cluster");
    program.ReadPlainly(kSeen, kList);
    program.Jump(end);
    program.Bind(lost);
    if (!Has(MarkerFault::kGiveUpDissolved)) {
      program.JumpIfEqual(kState, kActive, end);
      Mark(program, member);
    }
    program.Bind(end);
    return program;
  }

  void Mark(Program& program, std::size_t member) const {
    const Label done = program.NewLabel();
    program.Update(kSeen, MarkOf(member), Change::kExchange, 1, At(Access::kMarkMember));
    program.JumpIfAny(kSeen, done);
    program.GhostAdd(static_cast<Ghost>(kMarked + member), 1,
                     fmt::format("queues member {}", member + 1));
    program.Bind(done);
  }

  Program Dissolver() const {
    Program program("dissolver");
    const Label end = program.NewLabel();
    const Label idle = program.NewLabel();
    if (Has(MarkerFault::kDissolveInTwoSteps)) {
      program.Load(kState, kCluster, kAcquire);
      program.Store(kCluster, kDissolved, kRelease);
    } else {
      program.Update(kState, kCluster, Change::kExchange, kDissolved, At(Access::kDissolve));
    }
    program.JumpIfEqual(kState, kIdle, idle);
    if (!Has(MarkerFault::kForgetMembers)) {
      for (std::size_t member = 0; member < kMembers; ++member) Mark(program, member);
    }
    if (!Has(MarkerFault::kClearAtOnce)) program.Jump(end);
    program.Bind(idle);
    program.WritePlainly(kList, 0);
    program.Bind(end);
    return program;
  }

  const MarkerDesign& design_;
};

}  // namespace

Machine DissolveBeside(const MarkerDesign& design) { return Dissolving(design).Build(); }

}  // namespace model::threads::marker
