// model/agreement/agreement.cc -- asks machine and formulas about 64 states at a time.

#include "model/agreement/agreement.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <set>

#include "model/agreement/action_steps.h"
#include "model/agreement/compiled_action.h"
#include "model/agreement/permitted.h"
#include "model/agreement/silent_steps.h"
#include "model/agreement/state_flags.h"
#include "model/explorer/symmetry.h"
#include "reference/trace/trace_text.h"

namespace model {

using reference::EventKind;
using reference::Verb;
using Word = Circuit::Word;

namespace {

constexpr std::size_t kLanes = Circuit::kLanes;

template <typename Visit>
void ForEachLane(Word lanes, Visit&& visit) {
  for (; lanes != 0; lanes &= lanes - 1) visit(static_cast<std::size_t>(std::countr_zero(lanes)));
}

Word LaneBit(std::size_t lane) { return Word{1} << lane; }

}  // namespace

std::uint64_t AgreementResult::Compared() const {
  std::uint64_t sum = 0;
  for (const auto& [action, count] : compared) sum += count;
  return sum;
}

class Agreement::Comparison {
 public:
  explicit Comparison(const AgreementOptions& options)
      : options_(options),
        switches_{options.faults, options.locals},
        machine_(options.faults, options.locals),
        permitted_(options.bounds, switches_),
        formulas_(options.bounds, switches_,
                  [this](const Action& action) { return IsAsked(KindOf(action)); }),
        expected_(formulas_.layout().Count()) {
    if (options_.mutation) machine_ = machine_.With(*options_.mutation);
    if (formulas_.HasClusters()) silent_.emplace(formulas_);
  }

  void See(const State& state) {
    Lane lane{.state = state, .flags = {}, .is_a = result_.states % 2 == 0};
    lane.flags = FlagsFor(state, lane.is_a);
    ForEachStep(machine_, state, options_.bounds, [&](const Step& step) {
      if (step.order == 0) lane.listed.push_back({step, false});
    });
    lanes_.push_back(std::move(lane));
    ++result_.states;
    if (lanes_.size() == kLanes) CompareAll();
  }

  bool Disagrees() const { return result_.disagreeing > 0; }

  const AgreementResult& Finish() {
    if (!lanes_.empty()) CompareAll();
    return result_;
  }

 private:
  using MayLanes = std::array<Word, kMaxEntries>;  // by object
  struct Listed {
    Step step;
    bool seen = false;
  };
  struct Lane {
    State state;
    Flags flags;
    bool is_a = false;
    std::vector<Listed> listed;                  // what a search does here
    std::optional<std::vector<Packed>> reached;  // where that leads
  };

  bool IsAsked(const StepKind& kind) const {
    return !options_.mutation || options_.mutation->of == kind;
  }

  Flags FlagsFor(const State& state, bool is_a) const {
    return FlagsOf(state, formulas_.layout(), options_.bounds, switches_, is_a);
  }

  void CompareAll() {
    before_.assign(formulas_.layout().Count(), 0);
    for (std::size_t i = 0; i < lanes_.size(); ++i) Transpose(lanes_[i].flags, i, before_);
    for (CompiledAction& action : formulas_.actions()) {
      action.ForEachParameters(before_, [&](const std::vector<int>& elements, Word allowed) {
        result_.guards += lanes_.size();
        allowed &= AllLanes();
        if (allowed != 0) CompareOne(action, elements, allowed);
      });
    }
    for (Lane& lane : lanes_) {
      for (const Listed& listed : lane.listed) {
        if (!listed.seen && IsAsked(KindOf(listed.step))) CompareUnmatched(lane, listed.step);
      }
    }
    lanes_.clear();
  }

  Word AllLanes() const { return lanes_.size() == kLanes ? ~Word{0} : LaneBit(lanes_.size()) - 1; }

  static void Transpose(const Flags& flags, std::size_t lane, std::vector<Word>& words) {
    for (std::size_t flag = flags._Find_first(); flag < flags.size();
         flag = flags._Find_next(flag)) {
      words[flag] ^= LaneBit(lane);
    }
  }

  // Compares an action with these parameters in the states in which the formulas allow it.
  // Where the order matters in which the machine reaches clusters, each order is one step of it.
  void CompareOne(CompiledAction& action, const std::vector<int>& elements, Word allowed) {
    Compare(action, elements, allowed, 0);
    if (!silent_ || !elements.empty()) return;
    Word ordered = 0;
    ForEachLane(allowed, [&](std::size_t i) {
      if (Machine::OrderMatters(lanes_[i].state)) ordered |= LaneBit(i);
    });
    for (std::uint8_t order = 1; order < kOrders && ordered != 0; ++order) {
      Compare(action, elements, ordered, order);
    }
  }

  void Compare(CompiledAction& action, const std::vector<int>& elements, Word allowed,
               std::uint8_t order) {
    Word taken = 0;     // the machine took a step
    Word found = 0;     // and found a broken property
    MayLanes may = {};  // kMay can be compared
    std::array<State, kLanes> after;
    expected_ = before_;
    ForEachLane(allowed, [&](std::size_t i) {
      Lane& lane = lanes_[i];
      auto chosen = StepOf(action.action(), elements, lane.state, options_.bounds);
      if (!chosen) return;
      chosen->step.order = order;
      if (!permitted_.IsPossible(machine_, lane.state, chosen->step)) {
        if (permitted_.IsFreer(chosen->step)) return;
        return Differ(action, "the formulas allow it where the machine has no such unit", i);
      }
      after[i] = lane.state;
      const Outcome outcome = Apply(after[i], chosen->step);
      if (chosen->answer && outcome.answer != *chosen->answer) {
        return Differ(action, "the machine answers something else", i);
      }
      taken |= LaneBit(i);
      if (outcome.finding) found |= LaneBit(i);
      ForEach(ComparedMay(after[i], switches_), [&](Entry x) { may[x] |= LaneBit(i); });
      if (order == 0) Note(lane, chosen->step, after[i], outcome, action);
      const bool flips = chosen->step.verb == Verb::kStart || IsFlip(chosen->step.deed);
      Transpose(lane.flags ^ FlagsFor(after[i], lane.is_a != flips), i, expected_);
    });
    if (taken == 0) return;
    result_.compared[action.action().name] += static_cast<std::uint64_t>(std::popcount(taken));
    action.WorkOut();
    Settle(action, elements, after, taken, found, may);
  }

  // The flags after the action, or after the silent ones that follow it: of all orders, those with
  // which most states agree.
  void Settle(CompiledAction& action, const std::vector<int>& elements,
              const std::array<State, kLanes>& after, Word taken, Word found, const MayLanes& may) {
    std::vector<Word> first(expected_.size());
    for (std::size_t flag = 0; flag < first.size(); ++flag) first[flag] = action.After(flag);
    if (!silent_) return CompareAfter(action, first, after, taken, action.Violated(), found, may);
    Word left = taken;
    std::vector<Word> told;
    Word told_violated = 0;
    for (const Order& order : kAllOrders) {
      std::vector<Word> flags = first;
      const SilentSteps::Done done{action.action(), elements, before_, after, left};
      const Word violated = action.Violated() | silent_->Follow(done, order, flags);
      silent_->Tidy(flags);
      if (told.empty()) {
        told = flags;
        told_violated = violated;
      }
      left &= WrongIn(flags, violated, found, may, left);
      if (left == 0) return;
    }
    CompareAfter(action, told, after, left, told_violated, found, may);
  }

  // The states in which the formulas lead elsewhere, or find something else broken.
  Word WrongIn(const std::vector<Word>& flags, Word violated, Word found, const MayLanes& may,
               Word lanes) const {
    Word wrong = (violated ^ found) & lanes;
    for (std::size_t flag = 0; flag < flags.size(); ++flag) {
      wrong |= (flags[flag] ^ expected_[flag]) & CaredFor(flag, lanes & ~violated & ~found, may);
    }
    return wrong;
  }

  Word CaredFor(std::size_t flag, Word lanes, const MayLanes& may) const {
    if (formulas_.IsMay(flag)) return lanes & may[flag - formulas_.layout().First(R::kMay)];
    return formulas_.IsCompared(flag) ? lanes : 0;
  }

  void CompareAfter(CompiledAction& action, const std::vector<Word>& flags,
                    const std::array<State, kLanes>& after, Word taken, Word violated, Word found,
                    const MayLanes& may) {
    ForEachLane(taken & (violated ^ found), [&](std::size_t i) {
      const bool machine = (found >> i & 1u) != 0;
      if (!machine && permitted_.IsStricter(action.action())) return;
      Differ(action,
             machine ? "the machine finds a broken property, and the formulas do not"
                     : "an obligation is not met, and the machine finds nothing",
             i);
    });
    CompareEffects(action, flags, after, taken & ~violated & ~found, may);
  }

  void CompareEffects(CompiledAction& action, const std::vector<Word>& flags,
                      const std::array<State, kLanes>& after, Word taken, const MayLanes& may) {
    for (std::size_t flag = 0; flag < expected_.size(); ++flag) {
      const Word different = (flags[flag] ^ expected_[flag]) & CaredFor(flag, taken, may);
      if (different == 0) continue;
      const auto lane = static_cast<std::size_t>(std::countr_zero(different));
      const bool machine = (expected_[flag] >> lane & 1u) != 0;
      Differ(action,
             formulas_.NameOf(flag) + " is " + (machine ? "true" : "false") +
                 " in the machine, and not in the formulas",
             lane);
    }
    for (const CompiledAction::Derived& derived : action.derived()) {
      Word expected = 0;
      ForEachLane(taken, [&](std::size_t i) {
        if (derived.in_machine(after[i])) expected |= LaneBit(i);
      });
      const Word different = (action.Value(derived) ^ expected) & taken;
      if (different != 0) {
        Differ(action, derived.name + " differs",
               static_cast<std::size_t>(std::countr_zero(different)));
      }
    }
  }

  // A tick that finds nothing to do is a step of the collector all the same.
  Outcome Apply(State& state, const Step& step) const {
    const Outcome outcome = machine_.Apply(state, step);
    if (step.verb == Verb::kTick && step.unit == EventKind::kCycleEnd) Machine::EndStep(state);
    return outcome;
  }

  // Notes that a step that a search does has its action. Any other step must lead where one of
  // these leads.
  void Note(Lane& lane, const Step& step, const State& after, const Outcome& outcome,
            CompiledAction& action) {
    bool listed = false;
    for (Listed& each : lane.listed) {
      const Step other = Renamed(each.step, lane.state);
      const bool same = other == step ||
                        (action.action().name == "store-refused" && IsSameStore(each.step, step));
      if (!same) continue;
      each.seen = listed = true;
      if (!(step == each.step)) CompareTwins(lane, each.step, after, action);
    }
    if (listed || permitted_.IsLeftOut(step) || outcome.finding) return;
    State next = after;
    machine_.Normalise(next);
    const std::vector<Packed>& reached = Reached(lane);
    if (std::find(reached.begin(), reached.end(), PackCanonical(next)) == reached.end()) {
      Differ(action, "a search leaves it out, and nothing else leads there",
             static_cast<std::size_t>(&lane - lanes_.data()));
    }
  }

  void CompareTwins(const Lane& lane, const Step& step, const State& after,
                    CompiledAction& action) {
    State twin = lane.state;
    machine_.Apply(twin, step);
    if (!(twin == after)) {
      Differ(action, "the machine's " + std::string(WordOf(step.verb)) + " does something else",
             static_cast<std::size_t>(&lane - lanes_.data()));
    }
  }

  const std::vector<Packed>& Reached(Lane& lane) {
    if (!lane.reached) {
      lane.reached.emplace({PackCanonical(lane.state)});
      for (const Listed& each : lane.listed) {
        State next = lane.state;
        if (!Take(machine_, each.step, next)) lane.reached->push_back(PackCanonical(next));
      }
    }
    return *lane.reached;
  }

  // The machine can take a step for which the formulas have no action: it must change nothing.
  void CompareUnmatched(const Lane& lane, const Step& step) {
    State after = lane.state;
    const Outcome outcome = Apply(after, step);
    if (after == lane.state && !outcome.finding) return;
    const std::string word = step.verb == Verb::kTick ? std::string(reference::WordOf(step.unit))
                                                      : std::string(reference::WordOf(step.verb));
    Differ(word, "the machine takes this step where the formulas allow no action",
           static_cast<std::size_t>(&lane - lanes_.data()));
  }

  void Differ(const CompiledAction& action, const std::string& how, std::size_t lane) {
    Differ(action.action().name, how, lane);
  }

  void Differ(const std::string& action, const std::string& how, std::size_t lane) {
    ++result_.disagreeing;
    if (!told_.insert(action + how).second) return;
    std::string sentence = how + "; before it: ";
    for (std::size_t flag = 0; flag < formulas_.layout().Count(); ++flag) {
      if (lanes_[lane].flags[flag]) sentence += formulas_.NameOf(flag) + " ";
    }
    result_.first.push_back({action, std::move(sentence)});
  }

  AgreementOptions options_;
  Switches switches_;
  Machine machine_;
  Permitted permitted_;
  CompiledFormulas formulas_;
  std::optional<SilentSteps> silent_;  // only where there are clusters
  std::vector<Lane> lanes_;
  std::vector<Word> before_;
  std::vector<Word> expected_;
  std::set<std::string> told_;
  AgreementResult result_;
};

Agreement::Agreement(const AgreementOptions& options)
    : comparison_(std::make_unique<Comparison>(options)) {}
Agreement::~Agreement() = default;
void Agreement::See(const State& state) { comparison_->See(state); }
bool Agreement::Disagrees() const { return comparison_->Disagrees(); }
const AgreementResult& Agreement::Finish() { return comparison_->Finish(); }

}  // namespace model
