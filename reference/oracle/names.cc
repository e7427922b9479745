// reference/oracle/names.cc -- names made, kept and lost.

#include "reference/oracle/names.h"

namespace reference {

void Names::Clear() {
  entries_.clear();
  steps_ = 1;
  known_ = true;
}

void Names::Made(Name object) {
  if (object >= entries_.size()) entries_.resize(object + 1);
  entries_[object] = {.since = steps_};
}

void Names::Step() {
  ++steps_;
  known_ = false;
}

// The heap has not changed since the last step: every change is preceded by a call of this.
void Names::Learn(const Heap& heap) const {
  if (known_ || heap.IsLarge()) return;
  const std::vector<char>& reachable = heap.Reachable();
  for (Name name = 0; name < reachable.size(); ++name) {
    entries_[name].at_last_step = reachable[name] != 0;
  }
  known_ = true;
}

// In a large heap there is no walk after every step. Fields and flags are only given to what can be
// named, so that all that is reachable can be named; what was reachable, and is no longer, is noted
// as it is lost.
void Names::Keep(Heap& heap, bool was_large) {
  if (!heap.IsLarge()) return;
  for (Entry& entry : entries_) {
    if (was_large) break;
    if (entry.at_last_step) entry.since = steps_;
  }
  for (const Name lost : heap.Lost()) entries_[lost].since = steps_;
  heap.Lost().clear();
}

}  // namespace reference
