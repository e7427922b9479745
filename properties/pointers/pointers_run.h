// properties/pointers/pointers_run.h -- the pointers that are no fields, held against a paper.
//
// Strong, weak and checked pointers, pins, guards of a scope, referencers of each kind, callbacks
// for what is still alive, and raw views of fields. A trace has a verb for what the collector must
// know of them; here they are used as a program uses them: copied, moved, swapped, compared, put in
// hash tables, and dropped in any order, between the slices of a cycle. What one of them keeps is
// there and whole; what nothing keeps is gone after a whole collection, and each pointer says so.
//
//     strong 1 7    the second strong pointer leads to some living object, chosen by 7
//
// Read next: reference/crowds/paper_crowd.h, properties/pointers/core_pointers.cc.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "properties/base/paper_run.h"

namespace properties::pointers {

enum class PointerVerb : std::uint8_t {
  kMake,  // a root, or held by nothing
  kStrong,
  kStrongCopy,
  kStrongMove,
  kStrongSwap,
  kStrongDrop,
  kPin,  // a strong pointer to what a weak one leads to
  kWeak,
  kWeakCopy,
  kWeakDrop,
  kChecked,
  kLater,  // a callback with an object
  kCall,   // it
  kGuardOne,
  kGuardMany,
  kGuardDrop,
  kWatch,       // a referencer of a kind comes or goes
  kWatchStore,  // it holds an object in a slot
  kNext,        // a store into a field
  kView,        // the same through a view
  kViewList,    // of a list: some go, some come
  kShelve,      // a change of a container
  kRoot,
  kUnroot,
  kGarbage,
  kStart,
  kTick,
  kCollect,
};
inline constexpr std::size_t kPointerVerbs = 28;

struct PointerOperation {
  PointerVerb verb = PointerVerb::kCollect;
  std::array<std::uint32_t, 2> numbers{};  // which pointer, and what decides the rest
};
using PointerRun = std::vector<PointerOperation>;

using PointerVerdict = PaperVerdict;

// For tests: what the subject does wrong, to see that it is noticed.
enum class PointerLie : std::uint8_t {
  kNone,
  kKeepsCount,    // a strong pointer is not dropped
  kLosesCount,    // or not taken
  kForgetsGuard,  // a guard holds nothing
  kLosesWatched,  // a referencer does not hold what it was given
  kLosesView,     // what a view was given is not in the field
  kWeakRevives,   // a weak reference to the dead is valid
  kWeakEqual,     // two weak references to two objects are equal
  kCallsLate,     // a callback is called with what is gone
  kLosesShelved,  // a container does not take an element
};
inline constexpr std::size_t kPointerLies = 10;

PointerRun DrawPointerRun(std::uint64_t seed);
PointerVerdict JudgePointers(const PointerRun& run, PointerLie lie = PointerLie::kNone);
// The same difference with as few operations as leaving some out gives.
PointerRun ShrunkPointers(PointerRun run, PointerLie lie = PointerLie::kNone);
std::string TextOf(const PointerRun& run);

}  // namespace properties::pointers
