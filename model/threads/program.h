// model/threads/program.h -- what a thread does, as a list of instructions.
//
// In a protocol each thread does a few loads, stores and read-modify-writes, and every order in
// which they can happen must be tried. So a thread is a program of two kinds of instructions. Some
// touch memory once; each of these is one step. The others touch only the thread's registers and
// the ghosts; they belong to the step before them. Ghosts are numbers that no thread can read. The
// promises of a protocol are about them: for example, one counts the mutators that are inside.
//
// Read next: execution.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "model/threads/memory/memory.h"

namespace model::threads {

using Register = std::uint8_t;
using Ghost = std::uint8_t;
inline constexpr std::size_t kMaxRegisters = 4;
inline constexpr std::size_t kMaxGhosts = 8;

enum class Op : std::uint8_t {
  // Each of these is a step.
  kLoad,
  kStore,
  kUpdate,           // reads, changes and writes in one step
  kCompareExchange,  // an update if the value is the expected one; a register says whether it was
  kFence,
  kLock,       // waits until the word is 0, and makes it 1
  kSleep,      // until woken, if the word is still what the register says
  kSleepDeep,  // until woken, whatever the word is: only with a fault
  kWake,       // wakes all threads that sleep on the word
  kWait,       // unlocks the word and sleeps on `bed` in one step, as with a condition variable
  kReadPlainly,
  kWritePlainly,
  // Each of these is part of the step before it.
  kKeepBits,      // register &= value
  kAddBits,       // register |= value
  kIncrement,     // register += value
  kSubtractFrom,  // register = value - register
  kCopy,          // register = another
  kAddBitsOf,     // register |= another
  kTakeLowestOf,  // register = the lowest bit of another, which loses it
  kJumpIfAny,     // if any of these bits of the register is set
  kJumpIfNone,
  kJumpIfEqual,  // if the register equals the value
  kJump,
  kGhostAdd,
  kGhostAddRegister,
};
constexpr bool IsStep(Op op) { return op < Op::kKeepBits; }

enum class Change : std::uint8_t { kAdd, kSubtract, kOr, kAnd, kExchange, kTakeLowest };

// What a compare-exchange compares. C++ has a strong one and a weak one, which may fail although
// the value is the expected one.
struct Comparison {
  Value expected = 0;
  Order failure = Order::kRelaxed;  // the order of the load that a failed comparison is
  bool weak = false;
  std::optional<Register> expected_from = {};  // if set, this register has the expected value
  std::optional<Register> seen = {};  // if set, this register gets the value that was there
};

struct Instruction {
  Op op = Op::kLoad;
  Location where = 0;
  Order order = Order::kRelaxed;
  Change change = Change::kAdd;
  Value value = 0;
  Comparison comparison = {};
  Location bed = 0;
  std::optional<Register> from;  // if set, the operand is this register and not `value`
  Register into = 0;
  Ghost ghost = 0;
  std::size_t label = 0;
  std::string says;  // added to the words of its step
};

using Label = std::size_t;

class Program {
 public:
  explicit Program(std::string name) : name_(std::move(name)) {}
  const std::string& name() const { return name_; }
  const std::vector<Instruction>& instructions() const { return instructions_; }
  std::size_t Target(Label label) const { return targets_[label]; }

  // Whether the program goes round for ever, and so need not end.
  bool endless() const { return endless_; }
  void SetEndless() { endless_ = true; }

  Label NewLabel() {
    targets_.push_back(std::numeric_limits<std::size_t>::max());
    return targets_.size() - 1;
  }
  void Bind(Label label) { targets_[label] = instructions_.size(); }
  Label Here() {
    const Label label = NewLabel();
    Bind(label);
    return label;
  }

  void Load(Register into, Location where, Order order) {
    Append({.op = Op::kLoad, .where = where, .order = order, .into = into});
  }
  void Store(Location where, Value value, Order order) {
    Append({.op = Op::kStore, .where = where, .order = order, .value = value});
  }
  void StoreRegister(Location where, Register from, Order order) {
    Append({.op = Op::kStore, .where = where, .order = order, .from = from});
  }
  // `into` gets the value from before the update.
  void Update(Register into, Location where, Change change, Value value, Order order) {
    Append({.op = Op::kUpdate,
            .where = where,
            .order = order,
            .change = change,
            .value = value,
            .into = into});
  }
  // `into` gets the value from before the update; `from` has the operand.
  void UpdateBy(Register into, Location where, Change change, Register from, Order order) {
    Append({.op = Op::kUpdate,
            .where = where,
            .order = order,
            .change = change,
            .from = from,
            .into = into});
  }
  // `into` gets 1 if the value was `expected`, else 0. A comparison that fails orders nothing.
  void CompareExchange(Register into, Location where, Value expected, Value value, Order order) {
    CompareExchange(into, where, value, order, Comparison{.expected = expected});
  }
  // If `from` is set, that register has the new value.
  void CompareExchange(Register into, Location where, Value value, Order order,
                       const Comparison& comparison, std::optional<Register> from = {}) {
    Append({.op = Op::kCompareExchange,
            .where = where,
            .order = order,
            .value = value,
            .comparison = comparison,
            .from = from,
            .into = into});
  }
  void Fence(Order order = Order::kSequential) { Append({.op = Op::kFence, .order = order}); }
  void Lock(Location where) {
    Append({.op = Op::kLock, .where = where, .order = Order::kAcquire, .value = 1});
  }
  void Unlock(Location where) { Store(where, 0, Order::kRelease); }
  void Sleep(Location where, Register seen, bool deep = false) {
    Append({.op = deep ? Op::kSleepDeep : Op::kSleep, .where = where, .into = seen});
  }
  void Wake(Location where) { Append({.op = Op::kWake, .where = where}); }
  // Unlocks the mutex, sleeps until the sleepers of `bed` are woken, and locks the mutex again.
  void Wait(Location mutex, Location bed) {
    Append({.op = Op::kWait, .where = mutex, .order = Order::kRelease, .bed = bed});
    Lock(mutex);
  }
  void ReadPlainly(Register into, Location where) {
    Append({.op = Op::kReadPlainly, .where = where, .into = into});
  }
  void WritePlainly(Location where, Value value) {
    Append({.op = Op::kWritePlainly, .where = where, .value = value});
  }

  void WriteRegisterPlainly(Location where, Register from) {
    Append({.op = Op::kWritePlainly, .where = where, .from = from});
  }

  void KeepBits(Register in, Value bits) {
    Append({.op = Op::kKeepBits, .value = bits, .into = in});
  }
  void AddBits(Register in, Value bits) { Append({.op = Op::kAddBits, .value = bits, .into = in}); }
  void Increment(Register in) { Append({.op = Op::kIncrement, .value = 1, .into = in}); }
  void SubtractFrom(Register in, Value value) {
    Append({.op = Op::kSubtractFrom, .value = value, .into = in});
  }
  void Copy(Register in, Register from) { Append({.op = Op::kCopy, .from = from, .into = in}); }
  void AddBitsOf(Register in, Register from) {
    Append({.op = Op::kAddBitsOf, .from = from, .into = in});
  }
  void TakeLowestOf(Register in, Register from) {
    Append({.op = Op::kTakeLowestOf, .from = from, .into = in});
  }
  void JumpIfEqual(Register in, Value value, Label label) {
    Append({.op = Op::kJumpIfEqual, .value = value, .into = in, .label = label});
  }
  void JumpIfAny(Register in, Label label, Value bits = 0xff) {
    Append({.op = Op::kJumpIfAny, .value = bits, .into = in, .label = label});
  }
  void JumpIfNone(Register in, Label label, Value bits = 0xff) {
    Append({.op = Op::kJumpIfNone, .value = bits, .into = in, .label = label});
  }
  void Jump(Label label) { Append({.op = Op::kJump, .label = label}); }
  void GhostAdd(Ghost ghost, int value, std::string says) {
    Append({.op = Op::kGhostAdd,
            .value = static_cast<Value>(value),
            .ghost = ghost,
            .says = std::move(says)});
  }
  void GhostAddRegister(Ghost ghost, Register from, std::string says) {
    Append({.op = Op::kGhostAddRegister, .into = from, .ghost = ghost, .says = std::move(says)});
  }

 private:
  void Append(Instruction instruction) { instructions_.push_back(std::move(instruction)); }

  std::string name_;
  bool endless_ = false;
  std::vector<Instruction> instructions_;
  std::vector<std::size_t> targets_;
};

// What a judge may look at.
struct Scene {
  std::array<Value, kMaxGhosts> ghosts = {};
  std::vector<Value> latest;  // of each location
  bool ended = false;         // every thread has ended
};

// Programs with their memory, and the promise that they must keep.
struct Machine {
  std::string name;
  std::vector<std::string> locations;
  std::vector<Value> initial;
  std::vector<Program> threads;
  // Says what is wrong in a scene; empty if nothing is.
  std::function<std::string(const Scene&)> judge;
};

}  // namespace model::threads
