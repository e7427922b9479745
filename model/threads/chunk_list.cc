// model/threads/chunk_list.cc -- the barrier list in chunks, as core/base/shared_list.h has it.
//
// Mutators push without a lock. A mutator takes a place in the topmost chunk by one addition. If
// the chunk is full, the mutator makes a new chunk, fills its first place, and puts it on top by
// one compare-and-exchange. That exchange publishes the first item of a new chunk. Nothing
// publishes an item that is written to a place of an older chunk, so the collector may take the
// list only while no section is open.
//
// The memory orders are those of core's source (accesses.h). The machine leaves out freeing, and
// chunks with more than one place. Its sections are a count that only falls: how the lock keeps new
// sections from beginning is shown in word_lock.cc.
//
// Upholds: hand-over-publishes, buffer-flip-locked.

#include <fmt/format.h>

#include "model/threads/machines.h"

namespace model::threads {

namespace {

// Mutator i makes chunk i; chunk kStays is there from the start, or not at all.
enum Word : Location { kTop, kSections, kChunks };
constexpr Location TakenOf(std::size_t chunk) {
  return static_cast<Location>(kChunks + 2 * (chunk - 1));
}
constexpr Location ItemOf(std::size_t chunk) { return static_cast<Location>(TakenOf(chunk) + 1); }
constexpr std::size_t kPushers = 2;
constexpr std::size_t kStays = kPushers + 1;  // the chunk that is there from the start

constexpr Register kSeen = 0;
constexpr Register kPlace = 1;

// The sum of the items that were taken tells which were, and whether one was taken twice.
constexpr Value ItemFrom(std::size_t pusher) { return pusher == 1 ? 1 : 4; }

class List {
 public:
  List(bool chunk_stays, std::optional<Fault> fault, const Orders& orders)
      : stays_(chunk_stays), fault_(fault), orders_(orders) {}

  Machine Build() const {
    Machine machine{.name = "list in chunks",
                    .locations = {"top", "sections"},
                    .initial = {static_cast<Value>(stays_ ? kStays : 0), kPushers}};
    for (std::size_t chunk = 1; chunk <= Chunks(); ++chunk) {
      machine.locations.push_back(fmt::format("taken {}", chunk));
      machine.locations.push_back(fmt::format("item {}", chunk));
      machine.initial.insert(machine.initial.end(), {0, 0});
    }
    machine.threads.push_back(Collector());
    for (std::size_t i = 1; i <= kPushers; ++i) machine.threads.push_back(Mutator(i));
    // A list that is taken too early may lack items that are pushed later. That is no mistake of
    // its own; with this fault the race on an item is the mistake.
    const bool judges = fault_ != Fault::kTakeWhilePushing;
    machine.judge = [judges](const Scene& scene) -> std::string {
      const bool all = scene.ghosts[0] == ItemFrom(1) + ItemFrom(2);
      return judges && scene.ended && !all ? "what was pushed is lost, or taken twice" : "";
    };
    return machine;
  }

 private:
  std::size_t Chunks() const { return stays_ ? kStays : kPushers; }

  Program Collector() const {
    Program program("collector");
    if (fault_ != Fault::kTakeWhilePushing) {
      const Label wait = program.Here();
      const Label alone = program.NewLabel();
      program.Load(kSeen, kSections, orders_.Of(At::kAcquireTakes));
      program.JumpIfNone(kSeen, alone);
      program.Sleep(kSections, kSeen);
      program.Jump(wait);
      program.Bind(alone);
    }
    const Label end = program.NewLabel();
    for (const At looks : {At::kEmptySeesTop, At::kTakeSeesTop, At::kTakeKeepsTop}) {
      program.Load(kSeen, kTop, orders_.Of(looks));
      program.JumpIfNone(kSeen, end);
    }
    for (std::size_t chunk = 1; chunk <= Chunks(); ++chunk) TakeFrom(program, chunk);
    program.Bind(end);
    return program;
  }

  void TakeFrom(Program& program, std::size_t chunk) const {
    const Label empty = program.NewLabel();
    for (const At looks : {At::kEmptySeesTaken, At::kTakeSeesTaken}) {
      program.Load(kSeen, TakenOf(chunk), orders_.Of(looks));
      program.JumpIfNone(kSeen, empty);
    }
    program.ReadPlainly(kSeen, ItemOf(chunk));
    program.GhostAddRegister(0, kSeen, "");
    program.Store(TakenOf(chunk), 0, orders_.Of(At::kTakeEmpties));
    program.Bind(empty);
  }

  Program Mutator(std::size_t number) const {
    Program program(fmt::format("mutator {}", number));
    const Label done = program.NewLabel();
    const bool relaxed = fault_ == Fault::kRelaxedPop;
    program.Load(kSeen, kTop, relaxed ? Order::kRelaxed : orders_.Of(At::kPushSeesTop));
    const Label again = program.Here();
    for (std::size_t top = 0; top <= Chunks(); ++top) {
      if (top == number) continue;  // its own chunk: it makes only one
      const Label other = program.NewLabel();
      const Label full = program.NewLabel();
      const Label this_one = program.NewLabel();
      program.JumpIfEqual(kSeen, static_cast<Value>(top), this_one);
      program.Jump(other);
      program.Bind(this_one);
      if (top != 0) {
        program.Update(kPlace, TakenOf(top), Change::kAdd, 1, orders_.Of(At::kPushTakesPlace));
        program.JumpIfAny(kPlace, full);
        program.WritePlainly(ItemOf(top), ItemFrom(number));
        program.Jump(done);
        program.Bind(full);
      }
      PutOnTop(program, number, top, done, again);
      program.Bind(other);
    }
    program.Bind(done);
    program.Update(kSeen, kSections, Change::kSubtract, 1, orders_.Of(At::kLeaves));
    program.Wake(kSections);
    return program;
  }

  // Makes a chunk, and puts it on top if the top chunk is still the one that was seen. If it is
  // not, the comparison has read the new one.
  void PutOnTop(Program& program, std::size_t number, std::size_t top, Label done,
                Label again) const {
    program.WritePlainly(ItemOf(number), ItemFrom(number));
    program.Store(TakenOf(number), 1, orders_.Of(At::kPushFills));
    const bool relaxed = fault_ == Fault::kRelaxedPop;
    program.CompareExchange(
        kPlace, kTop, static_cast<Value>(number),
        fault_ == Fault::kRelaxedPush ? Order::kRelaxed : orders_.Of(At::kPushPutsOnTop),
        {.expected = static_cast<Value>(top),
         .failure = relaxed ? Order::kRelaxed : orders_.OnFailure(At::kPushPutsOnTop),
         .seen = kSeen});
    program.JumpIfAny(kPlace, done);
    program.Jump(again);
  }

  bool stays_;
  std::optional<Fault> fault_;
  const Orders& orders_;
};

}  // namespace

Machine ChunkList(bool chunk_stays, std::optional<Fault> fault, const Orders& orders) {
  return List(chunk_stays, fault, orders).Build();
}

}  // namespace model::threads
