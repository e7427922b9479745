// model/agreement/random_states.cc -- changes states at random, and asks the invariants.

#include "model/agreement/random_states.h"

#include <array>
#include <random>

#include "model/agreement/circuit.h"
#include "model/agreement/state_flags.h"
#include "model/proof/invariants.h"

namespace model {

namespace {

using reference::Locals;
using reference::Verb;

// Changes one thing in a state.
class Changer {
 public:
  Changer(const AgreementOptions& options, std::uint32_t seed)
      : options_(options),
        random_(seed),
        all_(static_cast<Mask>((1u << options.bounds.entries) - 1)) {}

  State Change(State state) {
    for (unsigned left = 1 + Below(4); left > 0; --left) ChangeOne(state);
    Tidy(state);
    return state;
  }

 private:
  unsigned Below(std::size_t n) { return static_cast<unsigned>(random_() % n); }
  Entry AnyEntry() { return static_cast<Entry>(Below(options_.bounds.entries)); }
  bool Has(Verb verb) const { return options_.bounds.verbs.Has(verb); }

  void ChangeOne(State& state) {
    constexpr std::array kMasks = {
        &State::exists,  &State::used,        &State::work,     &State::barrier,  &State::unvisited,
        &State::batch,   &State::begun,       &State::finished, &State::waiting,  &State::polling,
        &State::root,    &State::kept,        &State::strong,   &State::unready,  &State::named,
        &State::fresh,   &State::must_go,     &State::denied,   &State::promised, &State::permanent,
        &State::garbage, &State::constructing};
    switch (Below(6)) {
      case 0:
        return ChangeColour(state, AnyEntry());
      case 1:
        return ChangePhase(state);
      case 2:
        return ChangeReporter(state);
      case 3:
        if (options_.bounds.fields == 0 || options_.bounds.Containers()) return;
        state.field[AnyEntry()][Below(options_.bounds.fields)] = Below(2) == 0 ? kNone : AnyEntry();
        return;
      default:
        state.*kMasks[Below(kMasks.size())] ^= Bit(AnyEntry());
        if (options_.locals != Locals::kDead && Below(6) == 0) state.held ^= Bit(AnyEntry());
    }
  }

  // White, black or doomed; for a doomed object also where it stands in its destruction.
  void ChangeColour(State& state, Entry entry) {
    const Mask bit = Bit(entry);
    for (const auto mask :
         {&State::maybe, &State::reachable, &State::unreachable, &State::work, &State::barrier,
          &State::batch, &State::waiting, &State::begun, &State::finished, &State::polling}) {
      Remove(state.*mask, bit);
    }
    switch (Below(3)) {
      case 0:
        return Add(state.maybe, bit);
      case 1:
        Add(state.reachable, bit);
        if (Below(2) == 0) Add(Below(2) == 0 ? state.work : state.barrier, bit);
        return;
      default:
        Doom(state, bit);
    }
  }

  void Doom(State& state, Mask bit) {
    Add(state.unreachable, bit);
    const unsigned stage = Below(5);
    Add(stage == 0 ? state.waiting : state.batch, bit);
    if (stage <= 2) Add(state.begun, bit);
    if (stage == 2) Add(state.finished, bit);
  }

  void ChangePhase(State& state) {
    state.phase = static_cast<Phase>(Below(3));
    state.initial_pending = state.phase == Phase::kMarking && Below(3) == 0;
    state.purge_pending = Below(2) == 0;
    if (state.phase == Phase::kGathering) state.unvisited = static_cast<Mask>(Below(all_ + 1u));
  }

  void ChangeReporter(State& state) {
    const std::size_t kind = Below(kHolds);
    const bool protects = kReportedBy[kind] == &State::protect;
    if (!Has(protects ? Verb::kReferencerProtect : Verb::kReferencerHold)) return;
    state.*kReportedBy[kind] = Below(2) == 0 ? Mask{0} : Bit(AnyEntry());
  }

  // What no invariant says, because the formulas need not know it.
  void Tidy(State& state) const {
    Add(state.used, state.exists);
    const Mask gone = static_cast<Mask>(all_ & ~state.exists);
    for (const auto mask : {&State::unready, &State::named, &State::fresh, &State::must_go,
                            &State::denied, &State::promised, &State::garbage}) {
      Remove(state.*mask, gone);
    }
    Remove(state.garbage, state.permanent);
    Remove(state.unvisited, static_cast<Mask>(state.permanent | (all_ & ~state.used)));
    Remove(state.named, state.unreachable);
    Remove(state.begun, static_cast<Mask>(all_ & ~state.unreachable));
    Remove(state.must_go, static_cast<Mask>(state.unreachable | state.permanent));
    if (state.phase != Phase::kGathering) state.unvisited = state.promised = 0;
    if (state.phase == Phase::kGathering && state.unvisited == 0) state.phase = Phase::kIdle;
    if (state.phase == Phase::kIdle) state.must_go = 0;
    if ((state.batch | state.polling) == 0) state.purge_pending = false;
    Add(state.named, Reachable(state));
  }

  const AgreementOptions& options_;
  std::mt19937 random_;
  Mask all_;
};

// Says of 64 states at once which satisfy the invariants.
class Filter {
 public:
  explicit Filter(const AgreementOptions& options)
      : options_(options),
        switches_{options.faults, options.locals},
        layout_(SortSizes(options.bounds, switches_)),
        logic_(context_, layout_.sizes()),
        system_(logic_, options.faults, options.locals, false) {
    const Relations symbols = SymbolicState(logic_, "");
    for (const RelationEntry& entry : Vocabulary()) {
      logic_.ForEachTuple(entry.sorts, [&](const Terms& terms) {
        inputs_.push_back(circuit_.Input(symbols[entry.relation](terms)));
      });
    }
    const Relations state = system_.Restrict(symbols);
    Bool all = logic_.True();
    for (const Invariant& invariant : Invariants(system_)) all = all && invariant.holds(state);
    all_ = circuit_.Compile(all);
    values_ = circuit_.Values();
  }

  Circuit::Word Passed(const std::vector<State>& states) {
    for (const Circuit::Wire input : inputs_) values_[input] = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
      const Flags flags = FlagsOf(states[i], layout_, options_.bounds, switches_, i % 2 == 0);
      for (std::size_t flag = 0; flag < inputs_.size(); ++flag) {
        if (flags[flag]) values_[inputs_[flag]] |= Circuit::Word{1} << i;
      }
    }
    circuit_.Run(values_, static_cast<Circuit::Wire>(inputs_.size()),
                 static_cast<Circuit::Wire>(circuit_.WireCount()));
    return values_[all_];
  }

 private:
  const AgreementOptions& options_;
  Switches switches_;
  z3::context context_;
  FlagLayout layout_;
  BoundedLogic logic_;
  System system_;
  Circuit circuit_;
  std::vector<Circuit::Wire> inputs_;
  Circuit::Wire all_ = 0;
  std::vector<Circuit::Word> values_;
};

}  // namespace

RandomStates ForEachRandomState(const AgreementOptions& options, const std::vector<State>& states,
                                unsigned times, std::uint32_t seed,
                                const std::function<void(const State&)>& visit) {
  RandomStates result;
  Changer changer(options, seed);
  Filter filter(options);
  std::vector<State> batch;
  const auto flush = [&] {
    const Circuit::Word passed = filter.Passed(batch);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if ((passed >> i & 1u) == 0) continue;
      ++result.used;
      visit(batch[i]);
    }
    result.tried += batch.size();
    batch.clear();
  };
  for (unsigned time = 0; time < times; ++time) {
    for (const State& state : states) {
      batch.push_back(changer.Change(state));
      if (batch.size() == Circuit::kLanes) flush();
    }
  }
  if (!batch.empty()) flush();
  return result;
}

}  // namespace model
