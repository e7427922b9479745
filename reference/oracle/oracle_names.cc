// reference/oracle/oracle_names.cc -- what the mutator can name: which raw references it may still
// have.
//
// A raw reference dies at a collector step. So what can be named is what was reachable at the last
// one, and what was made or read since.

#include "reference/oracle/oracle.h"

namespace reference {

// Recomputes what was reachable at the last collector step. The heap has not changed since: whoever
// changes it calls this first.
void Oracle::LearnNames() const {
  if (names_known_ || heap_.IsLarge()) return;
  const std::vector<char>& reachable = heap_.Reachable();
  for (Name name = 0; name < reachable.size(); ++name) {
    notes_[name].nameable = reachable[name] != 0;
  }
  names_known_ = true;
}

// In a large heap nobody walks after every step. Edges and roots are only given to what can be
// named, so whatever is reachable can be; what was, and no longer is, is noted as it is lost.
void Oracle::KeepNames(bool was_large) {
  if (!heap_.IsLarge()) return;
  for (Notes& notes : notes_) {
    if (was_large) break;
    if (notes.nameable) notes.nameable_since = steps_;
  }
  for (const Name lost : heap_.Lost()) notes_[lost].nameable_since = steps_;
  heap_.Lost().clear();
}

bool Oracle::CanName(Name object) const {
  if (!heap_.Born(object) || heap_[object].life != Life::kAlive) return false;
  if (heap_.IsLarge()) {
    return notes_[object].nameable_since == steps_ || heap_.IsReachable(object);
  }
  LearnNames();
  return notes_[object].nameable || notes_[object].nameable_since == steps_;
}

bool Oracle::NamesField(Name object, std::uint32_t field) const {
  return CanName(object) && field < heap_[object].fields.size();
}

}  // namespace reference
