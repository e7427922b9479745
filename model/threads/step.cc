// model/threads/step.cc -- takes one thread's next step, in every way that the memory allows.

#include <fmt/format.h>

#include "model/threads/execution.h"

namespace model::threads {

namespace {

// An update as a schedule shows it: "sections += 1: 0 becomes 1".
std::string Written(std::string_view name, const Instruction& step, Value operand, Value old,
                    Value now) {
  switch (step.change) {
    case Change::kAdd:
      return fmt::format("{} += {}: {} becomes {}", name, operand, old, now);
    case Change::kSubtract:
      return fmt::format("{} -= {}: {} becomes {}", name, operand, old, now);
    case Change::kOr:
      return fmt::format("{} |= {}: {} becomes {}", name, operand, old, now);
    case Change::kAnd:
      return fmt::format("{} &= {}: {} becomes {}", name, operand, old, now);
    case Change::kExchange:
      return fmt::format("{} = {}, was {}", name, now, old);
    case Change::kTakeLowest:
      return old == 0 ? fmt::format("takes nothing of {}", name)
                      : fmt::format("takes {} of {}", old - now, name);
  }
  return {};
}

// The value after an update.
Value Changed(Change change, Value old, Value value) {
  switch (change) {
    case Change::kAdd:
      return static_cast<Value>(old + value);
    case Change::kSubtract:
      return static_cast<Value>(old - value);
    case Change::kOr:
      return old | value;
    case Change::kAnd:
      return old & value;
    case Change::kExchange:
      return value;
    case Change::kTakeLowest:
      return old & static_cast<Value>(old - 1);
  }
  return old;
}

}  // namespace

// Takes one thread's next step in every way, and calls the visitor for each.
class Execution::Teller {
 public:
  Teller(const Execution& execution, const Moment& moment, Thread thread, bool describe,
         const Visit& visit)
      : execution_(execution),
        moment_(moment),
        thread_(thread),
        describe_(describe),
        visit_(visit),
        step_(execution.machine_.threads[thread].instructions()[moment.threads[thread].next]) {}

  void TellAll() {
    const Memory& memory = moment_.memory;
    const auto each = [&](auto tell) {
      return [this, tell](Choice choice) { (this->*tell)(choice); };
    };
    switch (step_.op) {
      case Op::kLoad:
        return memory.ForEachReadable(thread_, step_.where, step_.order, each(&Teller::TellLoad));
      case Op::kStore:
        return memory.ForEachUpdatable(thread_, step_.where, step_.order, each(&Teller::TellStore));
      case Op::kUpdate:
      case Op::kLock:
        return memory.ForEachUpdatable(thread_, step_.where, step_.order,
                                       each(&Teller::TellUpdate));
      case Op::kCompareExchange:
        memory.ForEachReadable(thread_, step_.where, step_.comparison.failure,
                               each(&Teller::TellUnequal));
        return memory.ForEachUpdatable(thread_, step_.where, step_.order, each(&Teller::TellEqual));
      case Op::kWait:
        return TellWait();
      case Op::kReadPlainly:
      case Op::kWritePlainly:
        return TellPlain();
      case Op::kFence:
        return TellFence();
      case Op::kSleep:
      case Op::kSleepDeep:
        return TellSleep();
      case Op::kWake:
        return TellWake();
      case Op::kKeepBits:  // part of a step before: Settle carries it out
      case Op::kAddBits:
      case Op::kIncrement:
      case Op::kSubtractFrom:
      case Op::kCopy:
      case Op::kAddBitsOf:
      case Op::kTakeLowestOf:
      case Op::kTakeAway:
      case Op::kJumpIfAny:
      case Op::kJumpIfNone:
      case Op::kJumpIfEqual:
      case Op::kJump:
      case Op::kGhostAdd:
      case Op::kGhostAddRegister:
        return;
    }
  }

 private:
  // Makes the moment after the step and the instructions that belong to it, and visits it.
  template <typename Do>
  void Tell(Do&& change, std::string says) {
    Moment next = moment_;
    ++next.threads[thread_].next;
    change(next);
    if (!next.threads[thread_].asleep) {
      execution_.Settle(next, thread_, describe_ ? &says : nullptr);
    }
    next.memory.Forget();
    visit_(next, says);
  }

  void TellLoad(Choice choice) {
    const Value value = moment_.memory.At(step_.where, choice.at);
    Tell(
        [&](Moment& next) {
          Touch(next, /*writes=*/false);
          next.memory.Read(thread_, step_.where, choice, step_.order);
          Into(next) = value;
        },
        describe_ ? fmt::format("{} -> {}{}", Name(), value,
                                moment_.memory.IsLatest(step_.where, choice.at) ? "" : " (stale)")
                  : "");
  }

  void TellStore(Choice choice) {
    const Value value = Operand();
    Tell(
        [&](Moment& next) {
          Touch(next, /*writes=*/true);
          next.memory.Write(thread_, step_.where, choice, value, step_.order);
        },
        describe_
            ? fmt::format("{} = {}{}", Name(), value,
                          moment_.memory.IsLatest(step_.where, choice.at) ? "" : " (overtaken)")
            : "");
  }

  void TellUpdate(Choice choice) {
    const Value old = moment_.memory.At(step_.where, choice.at);
    const bool locks = step_.op == Op::kLock;
    if (locks && old != 0) return;
    const Value now = locks ? step_.value : Changed(step_.change, old, Operand());
    Tell(
        [&](Moment& next) {
          Touch(next, /*writes=*/true);
          next.memory.Update(thread_, step_.where, choice, now, step_.order);
          if (!locks) Into(next) = old;
        },
        !describe_ ? ""
        : locks    ? "locks " + Name()
                   : Written(Name(), step_, Operand(), old, now));
  }

  // A comparison that fails is a load. A weak one may fail though the value is the expected one.
  void TellUnequal(Choice choice) {
    const Value old = moment_.memory.At(step_.where, choice.at);
    if (old == Expected() && !step_.comparison.weak) return;
    Tell(
        [&](Moment& next) {
          Touch(next, /*writes=*/false);
          next.memory.Read(thread_, step_.where, choice, step_.comparison.failure);
          Compared(next, old, false);
        },
        !describe_          ? ""
        : old == Expected() ? fmt::format("{} is {}, and the comparison fails", Name(), old)
                            : fmt::format("{} is {}, not {}", Name(), old, Expected()));
  }

  // A comparison that succeeds is an update, so it must read a write that no other update has read.
  void TellEqual(Choice choice) {
    const Value old = moment_.memory.At(step_.where, choice.at);
    if (old != Expected()) return;
    const Value now = Operand();
    Tell(
        [&](Moment& next) {
          Touch(next, /*writes=*/true);
          next.memory.Update(thread_, step_.where, choice, now, step_.order);
          Compared(next, old, true);
        },
        describe_ ? fmt::format("{}: {} becomes {}", Name(), old, now) : "");
  }

  void TellFence() {
    const auto tell = [&](Choice choice) {
      Tell([&](Moment& next) { next.memory.Fence(thread_, choice, step_.order); }, "fence");
    };
    if (step_.order != Order::kSequential) return tell({});
    moment_.memory.ForEachFence(thread_, tell);
  }

  void TellWait() {
    Tell(
        [&](Moment& next) {
          next.memory.Write(thread_, step_.where, Last(next), 0, step_.order);
          next.threads[thread_].asleep = true;
          next.threads[thread_].bed = step_.bed;
        },
        describe_ ? fmt::format("unlocks {}, sleeps on {}", Name(),
                                execution_.machine_.locations[step_.bed])
                  : "");
  }

  void TellPlain() {
    const bool writes = step_.op == Op::kWritePlainly;
    const bool race = moment_.memory.Races(thread_, step_.where, writes, /*plain=*/true);
    Tell(
        [&](Moment& next) {
          next.raced = race;
          next.memory.Note(thread_, step_.where,
                           writes ? AccessKind::kPlainWrite : AccessKind::kPlainRead);
          if (writes) {
            next.memory.Write(thread_, step_.where, Last(next), Operand(), Order::kRelaxed);
          } else {
            next.memory.Read(thread_, step_.where, Last(next), Order::kRelaxed);
            Into(next) = next.memory.Latest(step_.where);
          }
        },
        describe_ ? fmt::format("{} {}{}", writes ? "writes" : "reads", Name(),
                                race ? ", which nothing orders" : "")
                  : "");
  }

  // The thread compares the word and falls asleep in one step, as a kernel's futex does.
  void TellSleep() {
    const bool same = moment_.memory.Latest(step_.where) == Into(moment_);
    const bool sleeps = same || step_.op == Op::kSleepDeep;
    Tell(
        [&](Moment& next) {
          if (!sleeps) return;
          next.threads[thread_].asleep = true;
          next.threads[thread_].bed = step_.where;
        },
        !describe_ ? ""
        : sleeps   ? fmt::format("sleeps on {}", Name())
                   : fmt::format("does not sleep: {} has changed", Name()));
  }

  void TellWake() {
    Tell(
        [&](Moment& next) {
          for (Thread other = 0; other < execution_.machine_.threads.size(); ++other) {
            ThreadState& state = next.threads[other];
            if (!state.asleep || state.bed != step_.where) continue;
            state.asleep = false;
            state.bed = 0;
            execution_.Settle(next, other, nullptr);
          }
        },
        describe_ ? "wakes what sleeps on " + Name() : "");
  }

  // Says to the memory that an atomic access is taken, and whether it races with a plain one.
  void Touch(Moment& next, bool writes) {
    next.raced = moment_.memory.Races(thread_, step_.where, writes, /*plain=*/false);
    next.memory.Note(thread_, step_.where, AccessKind::kAtomicRead);
    if (writes) next.memory.Note(thread_, step_.where, AccessKind::kAtomicWrite);
  }
  void Compared(Moment& next, Value old, bool same) {
    Into(next) = same;
    if (step_.comparison.seen) next.threads[thread_].registers[*step_.comparison.seen] = old;
  }
  Choice Last(const Moment& moment) const { return {moment.memory.LatestPlace(step_.where)}; }
  Value Expected() const {
    return step_.comparison.expected_from
               ? moment_.threads[thread_].registers[*step_.comparison.expected_from]
               : step_.comparison.expected;
  }
  const std::string& Name() const { return execution_.machine_.locations[step_.where]; }
  Value& Into(Moment& moment) const { return moment.threads[thread_].registers[step_.into]; }
  Value Into(const Moment& moment) const { return moment.threads[thread_].registers[step_.into]; }
  Value Operand() const {
    return step_.from ? moment_.threads[thread_].registers[*step_.from] : step_.value;
  }

  const Execution& execution_;
  const Moment& moment_;
  Thread thread_;
  bool describe_;
  const Visit& visit_;
  const Instruction& step_;
};

void Execution::ForEachStep(const Moment& moment, Thread thread, bool describe,
                            const Visit& visit) const {
  if (Ended(moment, thread) || moment.threads[thread].asleep) return;
  Teller(*this, moment, thread, describe, visit).TellAll();
}

}  // namespace model::threads
