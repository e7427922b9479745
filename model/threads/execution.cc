// model/threads/execution.cc -- the first moment, the key of a moment, and the end of a step.

#include "model/threads/execution.h"

namespace model::threads {

namespace {

// Adds what an instruction needs to what comes after it.
void AddNeeds(const Instruction& instruction, Needs& needs) {
  const bool fence = instruction.op == Op::kFence;
  const bool memory = IsStep(instruction.op);
  const bool sequential = memory && (instruction.order == Order::kSequential ||
                                     instruction.comparison.failure == Order::kSequential);
  needs.sequential_fence = needs.sequential_fence || (fence && sequential);
  needs.sequential_access = needs.sequential_access || (!fence && sequential);
  needs.acquire_fence = needs.acquire_fence || (fence && Acquires(instruction.order));
  const bool writes = instruction.op == Op::kStore || instruction.op == Op::kUpdate ||
                      instruction.op == Op::kCompareExchange;
  needs.release_fence = needs.release_fence || (writes && !Releases(instruction.order));
}

void AddNeeds(const Needs& more, Needs& needs) {
  needs.sequential_fence = needs.sequential_fence || more.sequential_fence;
  needs.sequential_access = needs.sequential_access || more.sequential_access;
  needs.acquire_fence = needs.acquire_fence || more.acquire_fence;
  needs.release_fence = needs.release_fence || more.release_fence;
}

bool Jumps(Op op) {
  return op == Op::kJump || op == Op::kJumpIfAny || op == Op::kJumpIfNone || op == Op::kJumpIfEqual;
}

// What a program still has before it, at each of its instructions and at its end. A jump back needs
// a second pass, and so on until nothing changes.
std::vector<Needs> NeedsOf(const Program& program) {
  const std::vector<Instruction>& instructions = program.instructions();
  std::vector<Needs> all(instructions.size() + 1);
  for (std::size_t pass = 0; pass <= instructions.size(); ++pass) {
    for (std::size_t i = instructions.size(); i-- > 0;) {
      if (instructions[i].op != Op::kJump) AddNeeds(all[i + 1], all[i]);
      AddNeeds(instructions[i], all[i]);
      if (Jumps(instructions[i].op)) AddNeeds(all[program.Target(instructions[i].label)], all[i]);
    }
  }
  bool releases = false;
  for (const Instruction& instruction : instructions) {
    releases = releases || (instruction.op == Op::kFence && Releases(instruction.order));
  }
  for (Needs& needs : all) needs.release_fence = needs.release_fence && releases;
  return all;
}

}  // namespace

Execution::Execution(const Machine& machine, MemoryModel model)
    : machine_(machine), model_(model), plain_(machine.initial.size(), false) {
  for (const Program& program : machine.threads) {
    needs_.push_back(NeedsOf(program));
    for (const Instruction& instruction : program.instructions()) {
      if (instruction.op == Op::kReadPlainly || instruction.op == Op::kWritePlainly) {
        plain_[instruction.where] = true;
      }
    }
  }
}

Memory Execution::FirstMemory() const {
  return Memory(model_, machine_.threads.size(), machine_.initial, plain_);
}

void Execution::Prepare(Memory& memory, Thread thread, std::size_t next) const {
  memory.SetNeeds(thread, needs_[thread][next]);
}

Moment Execution::Start() const {
  Moment moment{.memory = FirstMemory()};
  for (Thread thread = 0; thread < machine_.threads.size(); ++thread) {
    Settle(moment, thread, nullptr);
  }
  return moment;
}

Scene Execution::SceneOf(const Moment& moment) const {
  Scene scene{.ghosts = moment.ghosts, .ended = true};
  for (Location where = 0; where < machine_.locations.size(); ++where) {
    scene.latest.push_back(moment.memory.Latest(where));
  }
  for (Thread thread = 0; thread < machine_.threads.size(); ++thread) {
    scene.ended = scene.ended && Ended(moment, thread);
  }
  return scene;
}

std::string Execution::KeyOf(const Moment& moment) const {
  std::string key;
  const auto add = [&](std::uint8_t byte) { key.push_back(static_cast<char>(byte)); };
  for (std::size_t thread = 0; thread < machine_.threads.size(); ++thread) {
    const ThreadState& state = moment.threads[thread];
    add(state.next);
    add(state.asleep ? static_cast<std::uint8_t>(state.bed + 1) : std::uint8_t{0});
    for (const Value value : state.registers) add(value);
  }
  for (const Value value : moment.ghosts) add(value);
  moment.memory.AppendTo(key);
  return key;
}

Moment Execution::MomentOf(std::string_view key) const {
  Moment moment{.memory = FirstMemory()};
  const auto take = [&] {
    const auto byte = static_cast<std::uint8_t>(key.front());
    key.remove_prefix(1);
    return byte;
  };
  for (Thread thread = 0; thread < machine_.threads.size(); ++thread) {
    ThreadState& state = moment.threads[thread];
    state.next = take();
    const std::uint8_t bed = take();
    state.asleep = bed != 0;
    state.bed = static_cast<Location>(state.asleep ? bed - 1 : 0);
    for (Value& value : state.registers) value = take();
    Prepare(moment.memory, thread, state.next);
    if (Ended(moment, thread)) moment.memory.Retire(thread);
  }
  for (Value& value : moment.ghosts) value = take();
  moment.memory.ReadFrom(key);
  return moment;
}

// Carries out the instructions that belong to the step just taken. A thread that has ended needs
// its registers no more, so they are cleared: moments that differ only in them count as one.
void Execution::Settle(Moment& moment, Thread thread, std::string* says) const {
  const Program& program = machine_.threads[thread];
  ThreadState& state = moment.threads[thread];
  while (state.next < program.instructions().size()) {
    const Instruction& instruction = program.instructions()[state.next];
    if (IsStep(instruction.op)) return Prepare(moment.memory, thread, state.next);
    ++state.next;
    Value& in = state.registers[instruction.into];
    const auto jump = [&] {
      state.next = static_cast<std::uint8_t>(program.Target(instruction.label));
    };
    switch (instruction.op) {
      case Op::kKeepBits:
        in &= instruction.value;
        break;
      case Op::kAddBits:
        in |= instruction.value;
        break;
      case Op::kIncrement:
        in = static_cast<Value>(in + instruction.value);
        break;
      case Op::kSubtractFrom:
        in = static_cast<Value>(instruction.value - in);
        break;
      case Op::kCopy:
        in = state.registers[*instruction.from];
        break;
      case Op::kAddBitsOf:
        in |= state.registers[*instruction.from];
        break;
      case Op::kTakeLowestOf: {
        Value& other = state.registers[*instruction.from];
        in = static_cast<Value>(other & -other);
        other = static_cast<Value>(other & (other - 1));
        break;
      }
      case Op::kJumpIfEqual:
        if (in == instruction.value) jump();
        break;
      case Op::kJumpIfAny:
        if ((in & instruction.value) != 0) jump();
        break;
      case Op::kJumpIfNone:
        if ((in & instruction.value) == 0) jump();
        break;
      case Op::kJump:
        jump();
        break;
      case Op::kGhostAdd:
      case Op::kGhostAddRegister: {
        const Value more = instruction.op == Op::kGhostAdd ? instruction.value : in;
        Value& ghost = moment.ghosts[instruction.ghost];
        ghost = static_cast<Value>(ghost + more);
        if (says != nullptr && !instruction.says.empty()) *says += "; " + instruction.says;
        break;
      }
      case Op::kLoad:  // each is a step of its own
      case Op::kStore:
      case Op::kUpdate:
      case Op::kCompareExchange:
      case Op::kFence:
      case Op::kLock:
      case Op::kSleep:
      case Op::kSleepDeep:
      case Op::kWake:
      case Op::kWait:
      case Op::kReadPlainly:
      case Op::kWritePlainly:
        break;
    }
  }
  state.registers = {};
  moment.memory.Retire(thread);
}

}  // namespace model::threads
