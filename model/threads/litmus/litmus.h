// model/threads/litmus/litmus.h -- tiny programs, written in a line, with a question about each.
//
// Whether a memory is C++'s is shown by tiny programs for which the answer is known. They are
// written as text, threads between bars:
//
//     x=1; y=1.rel | a=y.acq; b=x        may a=1 b=0 be seen?
//
//   x=1.rel              a store; after the point stands its order, and nothing means relaxed
//   a=y.acq              a load; `a` is what the question may ask for
//   a=add(x,1).ar        a read-modify-write that adds; xchg(x,1) replaces
//   a=cas(x,0,1).ar.acq  a compare-exchange from 0 to 1, with the order of its failure; `a` is the
//                        value that was there; wcas may fail in any case
//   F.sc                 a fence
//   x:=1, a:=x           a plain write, a plain read
//
// Orders are acq, rel, ar (acquire and release) and sc. Locations are w, x, y and z, and each is 0
// at the start. Other letters are what was read. In an outcome a location means its value at the
// end.
//
// Read next: axioms.h, table.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/threads/program.h"

namespace model::threads {

struct Statement {
  enum class Kind : std::uint8_t {
    kLoad,
    kStore,
    kAdd,
    kExchange,
    kCompareExchange,
    kFence,
    kReadPlainly,
    kWritePlainly,
  };
  Kind kind = Kind::kLoad;
  Location where = 0;
  Order order = Order::kRelaxed;
  Order failure = Order::kRelaxed;
  bool weak = false;
  Value value = 0;
  Value expected = 0;
  char name = 0;  // of what was read; 0: nothing
};
constexpr bool Reads(Statement::Kind kind) {
  return kind != Statement::Kind::kStore && kind != Statement::Kind::kFence &&
         kind != Statement::Kind::kWritePlainly;
}
constexpr bool Writes(Statement::Kind kind) {
  return kind != Statement::Kind::kLoad && kind != Statement::Kind::kFence &&
         kind != Statement::Kind::kReadPlainly;
}

// What each thread does, in order.
using Litmus = std::vector<std::vector<Statement>>;
// Throws std::invalid_argument if the text is none.
Litmus LitmusOf(std::string_view text);
std::string TextOf(const Litmus& litmus);

// The name of each location and of each value read, with its value at the end.
using Outcome = std::map<char, int>;
// Whether an outcome is as in the text, such as "a=1 b=0".
bool Matches(const Outcome& outcome, std::string_view text);

struct LitmusAnswer {
  std::set<Outcome> outcomes;  // of all executions, if there is no race
  bool races = false;
  bool exhausted = true;
  std::uint64_t states = 0;
};
// What the memory allows, by a search of all executions.
LitmusAnswer Explore(const Litmus& litmus);

}  // namespace model::threads
