// model/orders/sections.h -- how the threads of a machine keep out of each other's way.
//
// Most protocols of core rely on its lock: what a mutator writes in a section is seen by the slice
// after it, and the other way round. A machine of such a protocol takes only so much of the lock:
// the word and its orders. A collector waits for the word by looking again and again; a mutator
// that meets a slice gives up. How threads sleep and are woken is shown by WordLock.
//
// Read next: protocols.h.

#pragma once

#include "model/threads/orders.h"
#include "model/threads/program.h"

namespace model::orders {

using threads::At;
using threads::Change;
using threads::Label;
using threads::Location;
using threads::Machine;
using threads::Order;
using threads::Orders;
using threads::Program;
using threads::Register;
using threads::Scene;
using threads::Value;

inline constexpr Register kSeen = 0;
inline constexpr Register kKept = 1;
inline constexpr Value kSliceRuns = 0x80;

// The lock's word, for a program that asks for its orders.
class Sections {
 public:
  Sections(Program& program, Location word, const Orders& orders)
      : program_(program), word_(word), orders_(orders) {}

  // A slice begins when no section is open.
  void BeginSlice() {
    const Label again = program_.Here();
    program_.CompareExchange(kSeen, word_, 0, kSliceRuns, orders_.Of(At::kAcquireTakes));
    program_.JumpIfNone(kSeen, again);
  }
  void EndSlice() {
    program_.Update(kSeen, word_, Change::kSubtract, kSliceRuns, orders_.Of(At::kAdmits));
  }
  // A section begins; if a slice runs, the program goes on at `blocked`.
  void Enter(Label blocked) {
    const Label inside = program_.NewLabel();
    program_.Update(kSeen, word_, Change::kAdd, 1, orders_.Of(At::kEnters));
    program_.JumpIfNone(kSeen, inside, kSliceRuns);
    program_.Update(kSeen, word_, Change::kSubtract, 1, orders_.Of(At::kStepsBack));
    program_.Jump(blocked);
    program_.Bind(inside);
  }
  void Leave() { program_.Update(kSeen, word_, Change::kSubtract, 1, orders_.Of(At::kLeaves)); }

 private:
  Program& program_;
  Location word_;
  const Orders& orders_;
};

// A mutex, which a search may leave out.
class Guard {
 public:
  Guard(Program& program, Location mutex, bool held)
      : program_(program), mutex_(mutex), held_(held) {
    if (held_) program_.Lock(mutex_);
  }
  void Unlock() {
    if (held_) program_.Unlock(mutex_);
  }

 private:
  Program& program_;
  Location mutex_;
  bool held_;
};

// Sleeps until the word is not 0.
inline void AwaitWord(Program& program, Location word, Order order) {
  const Label done = program.NewLabel();
  const Label again = program.Here();
  program.Load(kSeen, word, order);
  program.JumpIfAny(kSeen, done);
  program.Sleep(word, kSeen);
  program.Jump(again);
  program.Bind(done);
}
inline void Tell(Program& program, Location word, Order order) {
  program.Store(word, 1, order);
  program.Wake(word);
}

}  // namespace model::orders
