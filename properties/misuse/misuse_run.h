// properties/misuse/misuse_run.h -- what core refuses, held against a table of refusals.
//
// A program that uses the collector wrongly ends with a sentence that names the call, the object
// and the rule. A judged heap never does that, so no trace reaches a refusal. Here each mistake of
// a table is made in a process of its own, which must end with the words of the table; and the
// right use beside it must not be refused.
//
//     AddRoot of freed memory while marking        a call, what it is given, and when
//     a lock is taken by another thread            a mistake that is made in its own way
//
// Read next: properties/misuse/misuse.h, properties/misuse/given_calls.cc.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "properties/base/paper_run.h"

namespace properties::misuse {

// A mistake: the number of a case, and when it is made, if it can be made at any time.
struct MisuseOperation {
  std::uint16_t number = 0;  // below MistakeCount()
  std::uint8_t when = 0;     // see When in given_calls.h
};
using MisuseRun = std::vector<MisuseOperation>;

using MisuseVerdict = PaperVerdict;

// For tests: what the subject answers wrong, to see that it is noticed.
enum class MisuseLie : std::uint8_t {
  kNone,
  kGoesOn,        // refuses nothing
  kNamesNoRule,   // although one is broken
  kNamesOther,    // names another object, or nothing
  kRefusesRight,  // what is no mistake
};

std::size_t MistakeCount();

// All mistakes in an order drawn from the seed, each at a time that is drawn.
MisuseRun DrawMisuseRun(std::uint64_t seed);
// To be called while this process has one thread.
MisuseVerdict JudgeMisuse(const MisuseRun& run, MisuseLie lie = MisuseLie::kNone);
// The same difference with as few mistakes as leaving some out gives.
MisuseRun ShrunkMisuse(MisuseRun run, MisuseLie lie = MisuseLie::kNone);
std::string TextOf(const MisuseRun& run);

}  // namespace properties::misuse
