// model/machine/gatherer.cc -- every index is visited once, and what is white there is doomed.

#include "model/machine/gatherer.h"

namespace model {

using gc::Fault;
using reference::Property;

std::optional<Finding> Gatherer::Visit(State& state, Entry entry) const {
  Remove(state.unvisited, Bit(entry));
  std::optional<Finding> finding;
  const bool skipped = switches_.Faulty(Fault::kSkipRecycledIndex) && Has(state.recycled, entry);
  if (clusters_.IsDoomedMember(state, entry) || (Has(state.maybe, entry) && !skipped)) {
    if (Has(Reachable(state), entry))
      finding = Finding{Property::kSafety, entry};
    else if (Has(static_cast<Mask>(state.batch | state.waiting), entry)) {
      finding = Finding{Property::kOrder, entry};
    } else if (Has(state.promised, entry)) {
      finding = Finding{Property::kWeakAnswer, entry};
    }
    Remove(state.maybe, Bit(entry));
    Remove(state.reachable, Bit(entry));
    Add(state.unreachable, Bit(entry));
    Add(state.batch, Bit(entry));
    Remove(state.must_go, Bit(entry));
    Remove(state.denied, Bit(entry));
  }
  if (state.unvisited == 0 && !finding) return End(state);
  return finding;
}

std::optional<Finding> Gatherer::End(State& state) const {
  std::optional<Finding> finding;
  const Mask stayed = static_cast<Mask>(state.exists & (state.must_go | state.denied) &
                                        ~(state.batch | state.waiting | state.dropped));
  ForEach(stayed, [&](Entry entry) { finding = Finding{Property::kCompleteness, entry}; });
  state.phase = Phase::kIdle;
  state.must_go = state.denied = state.promised = 0;
  if (state.clustered != 0) clusters_.BuryClusters(state);
  state.polling = state.waiting;
  state.purge_pending = (state.batch | state.waiting) != 0;
  return finding;
}

}  // namespace model
