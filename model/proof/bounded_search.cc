// model/proof/bounded_search.cc -- unrolls the transition relation, a step at a time.

#include "model/proof/bounded_search.h"

#include <chrono>
#include <string>
#include <string_view>

#include "model/proof/system.h"

namespace model {

namespace {

using reference::Verb;

// Whether the search has the action: it has those of its verbs, and all units of the collector.
bool Chosen(const std::string& action, const reference::VerbSet& verbs) {
  static constexpr std::pair<std::string_view, Verb> kVerbOf[] = {
      {"create", Verb::kCreate},
      {"copy", Verb::kCopy},
      {"reserve", Verb::kReserve},
      {"complete", Verb::kComplete},
      {"store", Verb::kStore},
      {"store-null", Verb::kStore},
      {"move", Verb::kMove},
      {"swap", Verb::kSwap},
      {"append", Verb::kAppend},
      {"append-relocating", Verb::kAppend},
      {"take", Verb::kTake},
      {"permanent", Verb::kPermanent},
      {"store-refused", Verb::kPermanent},
      {"resurrect", Verb::kResurrect},
      {"root", Verb::kRoot},
      {"unroot", Verb::kUnroot},
      {"keep", Verb::kKeep},
      {"unkeep", Verb::kUnkeep},
      {"strong-take", Verb::kStrongTake},
      {"strong-drop", Verb::kStrongDrop},
      {"hold", Verb::kHold},
      {"drop", Verb::kDrop},
      {"ready-yes", Verb::kReady},
      {"ready-no", Verb::kReady},
      {"referencer-hold", Verb::kReferencerHold},
      {"referencer-protect", Verb::kReferencerProtect},
      {"referencer-release", Verb::kReferencerRelease},
      {"weak-make-first", Verb::kWeakMake},
      {"weak-make-again", Verb::kWeakMake},
      {"weak-copy", Verb::kWeakCopy},
      {"weak-read-object", Verb::kWeakRead},
      {"weak-read-null", Verb::kWeakRead},
      {"create-named", Verb::kCreateNamed},
      {"find-object", Verb::kFind},
      {"find-null", Verb::kFind},
      {"resolve-object", Verb::kResolve},
      {"resolve-null", Verb::kResolve},
      {"mark-garbage", Verb::kGarbage},
      {"outer", Verb::kOuter},
      {"flip", Verb::kStart},
  };
  for (const auto& [name, verb] : kVerbOf) {
    if (action == name) return verbs.Has(verb);
  }
  return action != "unmark-garbage";  // no verb does this
}

constexpr int kReferencers = 2;  // a wrapper and a raw one; with referencer-protect a third
constexpr int kSerials = 3;
constexpr int kWrappedSerials = 2;
constexpr bool kClusters = false;

// The size of each sort. With outers, objects have one more field, as in the explorer.
std::vector<int> SizesOf(const BoundedSearchOptions& options) {
  const Bounds& bounds = options.bounds;
  const bool outers = bounds.verbs.Has(Verb::kOuter) && bounds.fields < kMaxFields;
  return {static_cast<int>(bounds.entries), static_cast<int>(bounds.fields) + (outers ? 1 : 0),
          static_cast<int>(bounds.weak_slots),
          kReferencers + (bounds.verbs.Has(Verb::kReferencerProtect) ? 1 : 0),
          options.faults.Has(gc::Fault::kWrapSerial) ? kWrappedSerials : kSerials};
}

class Search {
 public:
  explicit Search(const BoundedSearchOptions& options)
      : options_(options),
        logic_(context_, SizesOf(options)),
        system_(logic_, options.faults, options.locals, kClusters),
        state_(SymbolicState(logic_, "0!")),
        violated_(context_.bool_val(false)) {
    const Relations empty = EmptyHeap(logic_);
    ForEachFlag([&](const RelationEntry& entry, const Terms& terms) {
      const bool holds = (entry.relation == R::kRaw && terms[0].element == 1) ||
                         (entry.relation == R::kProtects && terms[0].element == kReferencers) ||
                         (entry.relation == R::kImmutable &&
                          terms[0].element == static_cast<int>(options.bounds.fields));
      steps_.push_back(state_[entry.relation](terms) == (holds ? logic_.True() : logic_.False()));
    });
  }

  BoundedSearch Run() {
    const auto start = std::chrono::steady_clock::now();
    BoundedSearch found;
    for (std::size_t depth = 1; depth <= options_.max_depth && !found.length; ++depth) {
      Unroll(depth);
      if (depth < options_.from_depth) continue;
      const z3::check_result result = Ask();
      if (result == z3::sat) found.length = depth;
      if (result == z3::unknown) {
        found.inconclusive = true;
        break;
      }
    }
    found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return found;
  }

 private:
  using Visit = std::function<void(const RelationEntry&, const Terms&)>;

  void ForEachFlag(const Visit& visit) const {
    for (const RelationEntry& entry : Vocabulary()) {
      logic_.ForEachTuple(entry.sorts, [&](const Terms& terms) { visit(entry, terms); });
    }
  }

  // Adds one step: exactly one action is taken, and its result is the next state.
  void Unroll(std::size_t depth) {
    const std::string prefix = std::to_string(depth) + "!";
    const Relations before = system_.Restrict(state_);
    struct Taken {
      Bool selected;
      Relations after;
    };
    std::vector<Taken> all;
    z3::expr_vector some(context_);
    Bool violated = logic_.False();
    for (const Action& action : system_.actions()) {
      if (!Chosen(action.name, options_.bounds.verbs)) continue;
      const Bool selected = context_.bool_const((prefix + action.name).c_str());
      Terms parameters;
      for (const Sort sort : action.parameters) {
        const std::string name = prefix + "p" + std::to_string(parameters.size()) + "." +
                                 std::to_string(static_cast<int>(sort));
        parameters.push_back(logic_.Parameter(sort, name));
        steps_.push_back(z3::implies(selected, logic_.WellFormed(parameters.back())));
      }
      const After after = action.take(before, parameters);
      steps_.push_back(z3::implies(selected, action.guard(before, parameters)));
      // A trace has ticks only, and they mark first.
      if (action.of_purge) steps_.push_back(z3::implies(selected, !before[R::kMarking]()));
      for (const Taken& other : all) steps_.push_back(!(selected && other.selected));
      some.push_back(selected);
      if (action.owes) {
        for (const Obligation& owed : action.owes(before, after.state, parameters)) {
          violated = violated || (selected && !owed.formula);
        }
      }
      all.push_back({selected, after.state});
    }
    steps_.push_back(z3::mk_or(some));
    violated_ = violated;
    const Relations next = SymbolicState(logic_, prefix);
    ForEachFlag([&](const RelationEntry& entry, const Terms& terms) {
      const Bool old = before[entry.relation](terms);
      Bool value = old;
      for (const Taken& taken : all) {
        const Bool result = taken.after[entry.relation](terms);
        if (!z3::eq(result, old)) value = z3::ite(taken.selected, result, value);
      }
      steps_.push_back(next[entry.relation](terms) == value);
    });
    state_ = next;
  }

  // The question is plain satisfiability of flags. This chain of tactics answers it several times
  // faster than the default solver.
  z3::check_result Ask() {
    const z3::tactic plan = z3::tactic(context_, "simplify") &
                            z3::tactic(context_, "propagate-values") &
                            z3::tactic(context_, "tseitin-cnf") & z3::tactic(context_, "sat");
    z3::solver solver = z3::try_for(plan, options_.timeout_ms).mk_solver();
    for (const Bool& step : steps_) solver.add(step);
    solver.add(violated_);
    return solver.check();
  }

  const BoundedSearchOptions& options_;
  z3::context context_;
  BoundedLogic logic_;
  System system_;
  Relations state_;
  std::vector<Bool> steps_;
  Bool violated_;
};

}  // namespace

bool CanSearch(const Bounds& bounds) { return kClusters || !bounds.verbs.Has(Verb::kCluster); }

BoundedSearch SearchBounded(const BoundedSearchOptions& options) { return Search(options).Run(); }

}  // namespace model
