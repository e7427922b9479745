// model/agreement/state_flags.h -- a state of the machine, as the flags that the formulas are
// about.
//
// A formula about a finite heap is about one flag for each relation and each tuple of elements.
// Here the state of the machine says what each flag is. In some things the two are not the same:
//
//   ghosts      the machine notes what must go, the formulas what may stay; the machine does not
//               note which objects said that they are not ready nor, unless a fault can make it
//               scan twice, which ones it scanned
//   serials     the machine gives the lowest number that is free, the formulas any new one. So it
//               is not compared which serial something has, but whether two serials are equal
//   slots       what a referencer's slot holds matters only while it reports, but for one fault
//   clusters    in the machine only the root of a cluster has a colour and waits in a list; in the
//               formulas all of the cluster do. Whether it was activated, the formulas note as
//               scanned
//
// Read next: agreement.h.

#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <vector>

#include "model/explorer/next_steps.h"
#include "model/logic/vocabulary.h"
#include "model/machine/state.h"
#include "model/machine/switches.h"

namespace model {

inline constexpr std::size_t kMaxFlags = 512;
using Flags = std::bitset<kMaxFlags>;

// The elements of the three referencers that a machine has: wrapper, raw and protecting.
inline constexpr int kWrapperElement = 0;
inline constexpr int kRawElement = 1;
inline constexpr int kProtectingElement = 2;

// Which bit of Flags is which flag.
class FlagLayout {
 public:
  explicit FlagLayout(std::vector<int> sizes);
  const std::vector<int>& sizes() const { return sizes_; }
  int SizeOf(Sort sort) const { return sizes_[static_cast<std::size_t>(sort)]; }
  std::size_t Count() const { return count_; }
  // The flag of the relation for these elements.
  std::size_t At(R relation, std::initializer_list<int> elements = {}) const;
  std::size_t First(R relation) const { return first_[static_cast<std::size_t>(relation)]; }

 private:
  std::vector<int> sizes_;
  std::array<std::size_t, kRelationCount> first_ = {};
  std::size_t count_ = 0;
};

// The sizes of the sorts for heaps within these bounds.
std::vector<int> SortSizes(const Bounds& bounds, const Switches& switches);

// Which of the two bits means reachable is not in the machine's state, so the caller chooses.
Flags FlagsOf(const State& state, const FlagLayout& layout, const Bounds& bounds,
              const Switches& switches, bool current_is_a);

// Whether a relation is compared, apart from kMay: not if it is a ghost that the machine has not.
bool IsCompared(R relation, const Switches& switches);
// The objects of which it is compared, in this state, whether they may stay.
Mask ComparedMay(const State& state, const Switches& switches);

}  // namespace model
