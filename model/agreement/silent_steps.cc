// model/agreement/silent_steps.cc -- activates, scans, joins and ends as the machine does.

#include "model/agreement/silent_steps.h"

#include <algorithm>

namespace model {

using Word = Circuit::Word;

namespace {

// The actions that reach clusters, as the machine's units do.
bool Reaches(std::string_view action) {
  return action.starts_with("flip") || action == "initial-references" || action == "scan" ||
         action == "activate" || action == "activate-garbage" || action == "end-check-goes-on" ||
         action == "mask-more";
}

template <typename Holds>
Word LanesWhere(Word lanes, Holds&& holds) {
  Word found = 0;
  for (std::size_t lane = 0; lane < Circuit::kLanes; ++lane) {
    if ((lanes >> lane & 1u) != 0 && holds(lane)) found |= Word{1} << lane;
  }
  return found;
}

}  // namespace

SilentSteps::SilentSteps(CompiledFormulas& formulas)
    : layout_(formulas.layout()),
      add_(formulas.Compile("cluster-add")),
      activate_(formulas.Compile("activate")),
      activate_garbage_(formulas.Compile("activate-garbage")),
      scan_(formulas.Compile("scan")),
      end_(formulas.Compile("end-check-ends")) {}

Word SilentSteps::Follow(const Done& done, const Order& order, std::vector<Word>& flags) {
  if (done.action.name == "cluster-make") return Walk(done, flags);
  if (!Reaches(done.action.name)) return 0;
  Word violated = 0;
  if (done.action.name == "activate-garbage") {
    violated |= Do(scan_, {done.elements[0]}, done.lanes, flags);
  }
  violated |= ActivateAll(done, order, flags);
  if (done.action.name == "end-check-goes-on") violated |= EndMarking(done, flags);
  return violated;
}

Word SilentSteps::Walk(const Done& done, std::vector<Word>& flags) {
  const int root = done.elements[0];
  Word violated = 0;
  for (int x = 0; x < layout_.SizeOf(Sort::kObject); ++x) {
    const Word joins = LanesWhere(done.lanes, [&](std::size_t lane) {
      const State& state = done.states[lane];
      return x != root && Has(state.clustered, static_cast<Entry>(x)) &&
             state.link[static_cast<std::size_t>(x)] == root;
    });
    if (joins != 0) violated |= Do(add_, {root, x}, joins, flags);
  }
  return violated;
}

// An activation may reach further clusters.
Word SilentSteps::ActivateAll(const Done& done, const Order& order, std::vector<Word>& flags) {
  Word violated = 0;
  for (Word changed = ~Word{0}; changed != 0;) {
    changed = 0;
    for (const Entry x : order) {
      if (x >= layout_.SizeOf(Sort::kObject)) continue;
      const std::size_t listed = layout_.At(R::kWork, {x});
      const Word found = flags[listed] & ~done.before[listed] & done.lanes;
      if (found == 0) continue;
      for (CompiledAction* action : {&activate_, &activate_garbage_}) {
        Word taken = 0;
        violated |= Do(*action, {x}, found, flags, &taken);
        changed |= taken;
      }
    }
  }
  return violated;
}

Word SilentSteps::EndMarking(const Done& done, std::vector<Word>& flags) {
  const Word ended = LanesWhere(
      done.lanes, [&](std::size_t lane) { return done.states[lane].phase != Phase::kMarking; });
  return ended == 0 ? 0 : Do(end_, {}, ended, flags);
}

void SilentSteps::Tidy(std::vector<Word>& flags) const {
  const int objects = layout_.SizeOf(Sort::kObject);
  for (int x = 0; x < objects; ++x) {
    const Word clustered = flags[layout_.At(R::kTogether, {x, x})];
    for (const R noted : {R::kScanned, R::kJoinedWithA}) flags[layout_.At(noted, {x})] &= clustered;
  }
}

// Takes the action in those states in which it is possible.
Word SilentSteps::Do(CompiledAction& action, const std::vector<int>& elements, Word lanes,
                     std::vector<Word>& flags, Word* taken) const {
  const Word allowed = action.Guard(flags, elements) & lanes;
  if (taken != nullptr) *taken = allowed;
  if (allowed == 0) return 0;
  action.WorkOut();
  for (std::size_t flag = 0; flag < flags.size(); ++flag) {
    flags[flag] = (flags[flag] & ~allowed) | (action.After(flag) & allowed);
  }
  return action.Violated() & allowed;
}

}  // namespace model
