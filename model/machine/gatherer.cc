// model/machine/gatherer.cc -- every index is visited once, and what is white there is doomed.

#include "model/machine/gatherer.h"

namespace model {

using gc::Fault;
using reference::Property;

std::optional<Finding> Gatherer::Visit(State& state, Entry entry) const {
  const std::optional<Finding> finding = Doom(state, entry, &State::batch);
  if (IsOver(state) && !finding) return End(state);
  return finding;
}

std::optional<Finding> Gatherer::VisitByWorker(State& state, Entry entry) const {
  const std::optional<Finding> finding = Doom(state, entry, &State::found);
  if (IsOver(state) && !finding) return End(state);
  return finding;
}

std::optional<Finding> Gatherer::Join(State& state) const {
  std::optional<Finding> finding;
  if (switches_.Slips(Slip::kListIsNotJoined)) {
    ForEach(state.found, [&](Entry entry) { finding = Finding{Property::kOrder, entry}; });
  } else {
    Add(state.batch, state.found);
  }
  state.found = 0;
  if (IsOver(state) && !finding) return End(state);
  return finding;
}

// Whether every index was visited, and every worker has handed over what it doomed.
bool Gatherer::IsOver(const State& state) const {
  const bool joined = state.found == 0 || switches_.Slips(Slip::kEndsBeforeTheJoin);
  return state.unvisited == 0 && joined;
}

std::optional<Finding> Gatherer::Doom(State& state, Entry entry, Mask State::*list) const {
  Remove(state.unvisited, Bit(entry));
  std::optional<Finding> finding;
  const bool skipped = switches_.Faulty(Fault::kSkipRecycledIndex) && Has(state.recycled, entry);
  if (clusters_.IsDoomedMember(state, entry) || (Has(state.maybe, entry) && !skipped)) {
    if (Has(Reachable(state), entry))
      finding = Finding{Property::kSafety, entry};
    else if (Has(static_cast<Mask>(state.batch | state.waiting | state.found), entry)) {
      finding = Finding{Property::kOrder, entry};
    } else if (Has(state.promised, entry)) {
      finding = Finding{Property::kWeakAnswer, entry};
    }
    Remove(state.maybe, Bit(entry));
    Remove(state.reachable, Bit(entry));
    Add(state.unreachable, Bit(entry));
    Add(state.*list, Bit(entry));
    Remove(state.must_go, Bit(entry));
    Remove(state.denied, Bit(entry));
  }
  return finding;
}

std::optional<Finding> Gatherer::End(State& state) const {
  std::optional<Finding> finding;
  const Mask stayed = static_cast<Mask>(state.exists & (state.must_go | state.denied) &
                                        ~(state.batch | state.waiting | state.dropped));
  // A worker's list that is left over is lost.
  ForEach(state.found, [&](Entry entry) { finding = Finding{Property::kOrder, entry}; });
  ForEach(stayed, [&](Entry entry) { finding = Finding{Property::kCompleteness, entry}; });
  state.phase = Phase::kIdle;
  state.must_go = state.denied = state.promised = state.masked = 0;
  if (state.clustered != 0) clusters_.BuryClusters(state);
  state.polling = state.waiting;
  state.purge_pending = (state.batch | state.waiting) != 0;
  return finding;
}

}  // namespace model
