// core/heap/directory_books.cc -- whether the lists of a directory agree with one another.
//
// A record stands in three lists: the bucket of its hash, the list of what is inside its outer, and
// the list of its class's instances. The verifier asks, so that a list that has lost an object is
// found before anybody looks for that object.
//
// A list may be damaged so that it leads round in a circle; no walk goes on for longer than there
// are records.

#include "core/heap/directory.h"

#include <utility>

namespace gc {
inline namespace GC_BUILD {

const char* Directory::FirstBreach() const {
  const std::lock_guard lock(mutex_);
  if (free_.size() >= rows_.size()) return "more names are free than there are";
  if (const char* const breach = BreachOfBuckets()) return breach;
  const std::size_t listed = rows_.size() - 1 - free_.size();
  std::size_t inside = 0, gone = 0;
  for (Record outer = 0; outer < rows_.size(); ++outer) {
    gone += rows_[outer].outer == kGone;
    for (Record at = rows_[outer].first_inside, before = 0; at != 0; ++inside) {
      const Row& row = rows_[at];
      if (inside == listed || row.outer != outer || row.previous_beside != before) {
        return "a name is among those of another outer";
      }
      if (row.next_beside == 0 && rows_[outer].last_inside != at) {
        return "the last name in an outer is not the last";
      }
      before = std::exchange(at, row.next_beside);
    }
  }
  return inside + gone != listed ? "a name is not listed in its outer" : BreachOfInstances();
}

const char* Directory::BreachOfBuckets() const {
  const std::size_t listed = rows_.size() - 1 - free_.size();
  std::size_t found = 0;
  for (std::size_t bucket = 0; bucket < buckets_.size(); ++bucket) {
    for (Record at = buckets_[bucket]; at != 0; at = rows_[at].same_bucket, ++found) {
      const Row& row = rows_[at];
      if (found == listed || (row.hash & (buckets_.size() - 1)) != bucket) {
        return "a name is where no look-up finds it";
      }
      if (row.outer != kGone && row.hash != HashOf(row.outer, row.name)) {
        return "a name is looked up by that of another";
      }
    }
  }
  return found != listed ? "a name cannot be looked up" : nullptr;
}

const char* Directory::BreachOfInstances() const {
  const std::size_t listed = rows_.size() - 1 - free_.size();
  std::size_t found = 0;
  for (List list = 0; list < lists_.size(); ++list) {
    const Instances& of = lists_[list];
    const std::size_t before_these = found;
    for (Record at = of.first, before = 0; at != 0; ++found) {
      const Row& row = rows_[at];
      if (found == listed || row.instances_of != list || row.previous_instance != before) {
        return "a named object is among the instances of another class";
      }
      if (row.next_instance == 0 && of.last != at) {
        return "the last named object of a class is not the last";
      }
      before = std::exchange(at, row.next_instance);
    }
    if (found - before_these != of.count) return "the named objects of a class are counted wrongly";
    if (list != 0 && of.used != (of.type != nullptr || of.count != 0)) {
      return "the list of a class is free, and the class is there";
    }
  }
  return found != listed ? "a named object is not listed by its class" : nullptr;
}

}  // namespace GC_BUILD
}  // namespace gc
