// model/machine/heap_end.cc -- the end of a heap, and the beginning of the next.

#include "model/machine/heap_end.h"

#include "model/machine/clusters.h"

namespace model {

bool HeapEnd::MayDrop(const State& state) const {
  const Mask held = static_cast<Mask>(state.constructing | state.strong | state.held |
                                      state.wrapper | state.raw | state.protect | state.handed);
  return !state.heap_dropped && held == 0;
}

// What a purge has begun or finished stays so. Everything else that the heap knew of its objects,
// but their references and serials, is forgotten.
void HeapEnd::Drop(State& state) const {
  const Mask late = state.permanent;
  state.phase = Phase::kIdle;
  state.initial_pending = state.end_decided = state.ran_dry = state.asked = false;
  ForEach(state.clustered, [&](Entry entry) { state.link[entry] = kNone; });
  state.outside = state.others = {};
  for (Mask State::*mask :
       {&State::reachable,  &State::maybe,   &State::work,     &State::barrier,   &State::twice,
        &State::unvisited,  &State::waiting, &State::polling,  &State::found,     &State::carried,
        &State::scanned,    &State::root,    &State::kept,     &State::masked,    &State::permanent,
        &State::must_go,    &State::denied,  &State::promised, &State::clustered, &State::activated,
        &State::dissolving, &State::stale}) {
    state.*mask = 0;
  }
  state.late = late;
  state.unreachable = state.batch = state.exists;
  state.heap_dropped = true;
  state.purge_pending = state.exists != 0;
}

bool HeapEnd::MayReopen(const State& state) {
  return state.heap_dropped && state.exists == 0 && state.handed == 0 && !state.purge_pending;
}

void HeapEnd::Reopen(State& state) {
  state.heap_dropped = false;
  state.used = 0;
}

}  // namespace model
