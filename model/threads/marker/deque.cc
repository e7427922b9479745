// model/threads/marker/deque.cc -- the last object of a stack: its owner pops, a thief steals.
//
// A worker pushes and pops at the near end of its stack, other workers steal at the far end. Only
// for the last object can they meet. Each then moves one end and looks at the other, and if each
// looked before the other's move was seen, both would take the object:
//
//     owner     near end in            far end -> old: there is one left     takes 2
//     thief     reads the near end -> old: there is one left                 takes 2
//
// So there is a sequentially consistent fence between move and look on both sides: one of the two
// sees the other's move. For the last object both move the far end by a compare-exchange, and one
// wins. The object's contents are released by the fence of the push, and acquired with the near
// end. This is the deque of Chase and Lev, in the orders of Lê and others (2013) or weaker ones.
//
// Upholds: grey-is-queued, hand-over-publishes.

#include <fmt/format.h>

#include "model/threads/marker/protocol.h"

namespace model::threads::marker {

namespace {

constexpr Register kNear = 0;  // the near end, as the worker knows it
constexpr Register kFar = 1;
constexpr Register kLeft = 2;  // what is left between them
constexpr Register kSeen = 3;

// The ends begin at 1, since the owner of an empty stack looks one place before its end. The object
// at a place has the place's number.
enum Word : Location { kBottom, kTop, kObjects };
enum Count : Ghost { kTaken };
constexpr Value kObjectCount = 2;
constexpr Value kNegative = 0x80;

class Deque {
 public:
  explicit Deque(const MarkerDesign& design) : design_(design) {}

  Machine Build() const {
    Machine machine{
        .name = "marker's deque", .locations = {"near end", "far end"}, .initial = {1, 1}};
    for (Value object = 1; object <= kObjectCount; ++object) {
      machine.locations.push_back(fmt::format("object {}", object));
      machine.initial.push_back(0);
    }
    machine.threads.push_back(Owner());
    for (std::size_t i = 1; i < design_.workers; ++i) machine.threads.push_back(Thief(i));
    machine.judge = [](const Scene& scene) -> std::string {
      for (Ghost object = 0; object < kObjectCount; ++object) {
        const Value taken = scene.ghosts[kTaken + object];
        if (taken > 1) return "an object is taken twice";
        if (scene.ended && taken == 0) return "an object is lost";
      }
      return "";
    };
    return machine;
  }

 private:
  bool Has(MarkerFault fault) const { return design_.Has(fault); }
  Order At(Access access) const { return design_.At(access); }

  // Pushes all objects, and pops until nothing is left.
  Program Owner() const {
    Program program("owner");
    program.Increment(kNear, 1);
    for (Value object = 1; object <= kObjectCount; ++object) {
      program.WritePlainly(static_cast<Location>(kObjects + object - 1), 1);
      if (At(Access::kPushFence) != kRelaxed) program.Fence(At(Access::kPushFence));
      program.Increment(kNear, 1);
      program.StoreRegister(kBottom, kNear, At(Access::kPushBottom));
    }
    const Label end = program.NewLabel();
    const Label again = program.Here();
    const bool top_first = Has(MarkerFault::kPopTopFirst);
    if (top_first) program.Load(kFar, kTop, At(Access::kPopTop));
    program.Increment(kNear, -1);
    program.StoreRegister(kBottom, kNear, At(Access::kPopBottom));
    if (At(Access::kPopFence) != kRelaxed) program.Fence(At(Access::kPopFence));
    if (!top_first) program.Load(kFar, kTop, At(Access::kPopTop));
    program.Copy(kLeft, kNear);
    program.TakeAway(kLeft, kFar);
    program.JumpIfAny(kLeft, end, kNegative);
    const Label last = program.NewLabel();
    program.JumpIfNone(kLeft, last);
    TakeOne(program, kNear);
    program.Jump(again);
    program.Bind(last);
    if (!Has(MarkerFault::kPopWithoutRace)) {
      program.Copy(kLeft, kFar);
      program.Increment(kLeft, 1);
      program.CompareExchange(kSeen, kTop, 0, At(Access::kPopLast), {.expected_from = kFar}, kLeft);
      program.JumpIfNone(kSeen, end);
    }
    TakeOne(program, kNear);
    program.Bind(end);
    program.Increment(kNear, 1);
    program.StoreRegister(kBottom, kNear, At(Access::kPopBack));
    return program;
  }

  // Takes the object of the place in a register, and reads it.
  static void TakeOne(Program& program, Register place) {
    const Label done = program.NewLabel();
    for (Value object = 1; object <= kObjectCount; ++object) {
      const Label other = program.NewLabel();
      program.Copy(kSeen, place);
      program.Increment(kSeen, -object);
      program.JumpIfAny(kSeen, other);
      program.ReadPlainly(kSeen, static_cast<Location>(kObjects + object - 1));
      program.GhostAdd(static_cast<Ghost>(kTaken + object - 1), 1, fmt::format("takes {}", object));
      program.Jump(done);
      program.Bind(other);
    }
    program.Bind(done);
  }

  // Tries to steal one object.
  Program Thief(std::size_t number) const {
    Program program(design_.workers == 2 ? "thief" : fmt::format("thief {}", number));
    const Label end = program.NewLabel();
    program.Load(kFar, kTop, At(Access::kStealTop));
    if (At(Access::kStealFence) != kRelaxed) program.Fence(At(Access::kStealFence));
    program.Load(kNear, kBottom, At(Access::kStealBottom));
    program.Copy(kLeft, kNear);
    program.TakeAway(kLeft, kFar);
    program.JumpIfNone(kLeft, end);
    program.JumpIfAny(kLeft, end, kNegative);
    program.Copy(kLeft, kFar);
    program.Increment(kLeft, 1);
    if (Has(MarkerFault::kStealWithoutRace)) {
      program.StoreRegister(kTop, kLeft, At(Access::kSteal));
    } else {
      program.CompareExchange(kSeen, kTop, 0, At(Access::kSteal), {.expected_from = kFar}, kLeft);
      program.JumpIfNone(kSeen, end);
    }
    TakeOne(program, kFar);
    program.Bind(end);
    return program;
  }

  const MarkerDesign& design_;
};

}  // namespace

Machine MarkerDeque(const MarkerDesign& design) { return Deque(design).Build(); }

}  // namespace model::threads::marker
