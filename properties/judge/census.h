// properties/judge/census.h -- what a collector says of itself in numbers, held against the
// oracle's own count.
//
// A collector can free the right objects at the right time and still count them wrong: nothing that
// a mutator reads through a reference depends on a number. But programs ask for numbers, settings
// are chosen by them, and a count of memory that goes wrong is a leak that nothing shows. So what
// the subject says (Subject::Count) is compared after every operation with what was counted here:
//
//     objects    born and not freed
//     indices    a table gives a released index again before it grows, so that it has as many as
//                there were objects at most at once, and indices that lanes held for births to
//                come; one that gives none again has as many as births
//     bytes      as many as the objects that exist were given
//     clusters   made and not ended, when nothing is pending
//     totals     an inspector's sums of what the heap published, when nothing is pending
//     told       a listener of the table is told of each birth and each end once, and of nothing
//                else, up to the end of the heap
//     gather     goes up through the indices; an object has one index all its life
//
// A subject that says nothing of a number says kNotSaid.
//
// Read next: reference/oracle/subject.h (Tally).

#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reference/oracle/oracle.h"
#include "reference/oracle/subject.h"
#include "reference/trace/event.h"
#include "reference/trace/trace.h"

namespace properties {

class Census {
 public:
  // `counts`: the subject says something of itself; if not, nothing is counted.
  void Reset(const reference::TraceHeader& header, bool counts);

  // Counts what the operation did. A violation is in what was published alone.
  reference::Finding See(const reference::Operation& operation, const reference::Answer& answer,
                         std::span<const reference::Event> events);
  // The same of a birth that could not be made: `says` tells whether it came as far as to an index,
  // which is given back.
  void SeeExhausted(const reference::Operation& operation, const reference::Tally& says);
  // Whether what the subject says is right. After each operation: what it lent since the last time
  // is counted here.
  reference::Finding Compare(const reference::Tally& tally, const reference::Oracle& oracle);
  // The same of what it says when the heap was closed.
  reference::Finding CompareAtEnd(const reference::Tally& tally) const;

 private:
  reference::Finding SeeGathered(const reference::Event& event);
  void Add(const reference::Event& event);
  // How many there are by now if so many are given out at once.
  std::uint32_t IndicesWith(std::uint32_t at_once) const { return std::max(indices_, at_once); }
  std::uint32_t IndicesAfterABirth() const {
    return IndicesWith((reuses_ ? managed_ : spent_) + 1);
  }
  reference::Finding CompareTold(const reference::Told& told, std::uint64_t there) const;

  bool counts_ = false;
  bool reuses_ = true;           // indices of freed objects
  std::uint32_t permanent_ = 0;  // objects that exist: permanent ones, and others
  std::uint32_t managed_ = 0;
  std::uint64_t births_ = 0;             // of both, without what was given up
  std::uint32_t spent_ = 0;              // indices that no one else gets, without reuse
  std::uint32_t indices_ = 0;            // given out so far
  std::uint32_t given_up_ = 0;           // objects that the last operation made and gave up
  std::uint32_t last_gathered_ = 0;      // in this gather; 0: none yet
  std::vector<std::uint32_t> index_of_;  // by name; 0: not seen yet
  reference::Totals totals_;
};

}  // namespace properties
