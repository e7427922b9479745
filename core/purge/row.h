// core/purge/row.h -- some doomed objects of a list, to be gone through without asking the list.
//
// A list of the doomed is in pages, and to ask it for each of its objects costs as much as freeing
// one. So a purge asks for a row: objects that lie side by side. It comes to them in the order of
// the list, and they lie anywhere in memory. So the entry that comes a little later is asked for
// now, and its object, if that will be looked at.
//
// Read next: core/purge/purger.cc.

#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "core/base/paged_list.h"
#include "core/object/table.h"
#include "core/purge/doomed.h"

namespace gc {
inline namespace GC_BUILD {

class DoomedRow {
 public:
  // As many from a position of the list on as lie there, but `most` at most, and 64.
  DoomedRow(PagedList<Doomed>& list, std::size_t from, std::size_t most) {
    most = std::min(most, kMost);
    const std::span<Doomed> seen = list.SideBySide(from, most + kAhead);
    first_ = seen.data();
    end_ = first_ + std::min(most, seen.size());
    ahead_ = seen.size() < most + kAhead ? 0 : kAhead;
  }
  Doomed* begin() const { return first_; }
  Doomed* end() const { return end_; }
  template <class IsLookedAt>
  void AskAhead(const Table& table, const Doomed& now, IsLookedAt&& is_looked_at) const {
    const Doomed& later = (&now)[ahead_];
    __builtin_prefetch(&table[later.index]);
    if (is_looked_at(later)) __builtin_prefetch(later.object);
  }

 private:
  static constexpr std::size_t kMost = 64, kAhead = 12;
  Doomed* first_;
  Doomed* end_;
  std::size_t ahead_;  // 0 at the end of a page
};

}  // namespace GC_BUILD
}  // namespace gc
