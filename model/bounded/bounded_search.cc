// model/bounded/bounded_search.cc -- asks for one length after the other, or for one and the one
// below.

#include "model/bounded/bounded_search.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <string_view>

#include "model/bounded/unrolling.h"

namespace model {

namespace {

using reference::Verb;

// Whether the search has the action: it has those of its verbs, and all units of the collector.
bool Chosen(const Action& action, const reference::VerbSet& verbs) {
  if (action.unspoken) return false;
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
      {"cluster-make", Verb::kCluster},
      {"cluster-add", Verb::kCluster},
      {"dissolve", Verb::kDissolve},
  };
  for (const auto& [name, verb] : kVerbOf) {
    if (action.name == name) return verbs.Has(verb);
  }
  return true;
}

constexpr int kReferencers = 2;  // a wrapper and a raw one; with referencer-protect a third
constexpr int kSerials = 3;
constexpr int kWrappedSerials = 2;
constexpr std::size_t kSilentSteps = 4;

// The size of each sort. With outers, objects have one more field, as in the explorer.
std::vector<int> SizesOf(const BoundedSearchOptions& options) {
  const Bounds& bounds = options.bounds;
  const bool outers = bounds.verbs.Has(Verb::kOuter) && bounds.fields < kMaxFields;
  return {static_cast<int>(bounds.entries), static_cast<int>(bounds.fields) + (outers ? 1 : 0),
          static_cast<int>(bounds.weak_slots),
          kReferencers + (bounds.verbs.Has(Verb::kReferencerProtect) ? 1 : 0),
          options.faults.Has(gc::Fault::kWrapSerial) ? kWrappedSerials : kSerials};
}

// The heap is empty. r0 is a wrapper, r1 a raw referencer, and the third one, if there is one,
// protects; the last field is for outers.
Unrolling::Fixed FixedFor(const BoundedSearchOptions& options) {
  return [fields = static_cast<int>(options.bounds.fields)](R relation, const Terms& terms) {
    return std::optional((relation == R::kRaw && terms[0].element == 1) ||
                         (relation == R::kProtects && terms[0].element == kReferencers) ||
                         (relation == R::kImmutable && terms[0].element == fields));
  };
}

// The machine makes a cluster in one step, and activates a cluster in the unit that reaches it. In
// the formulas each object is added, and each cluster activated, in a step of its own.
bool IsSameStep(const Action& action, const Action& previous) {
  const auto any = [](const std::string& name, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (action.name == "cluster-add") return any(previous.name, {"cluster-make", "cluster-add"});
  return any(action.name, {"activate", "activate-garbage"}) &&
         any(previous.name, {"flip", "initial-references", "scan", "activate", "activate-garbage",
                             "end-check-goes-on", "end-check-decides"});
}

class RunsOfVerbs {
 public:
  explicit RunsOfVerbs(const BoundedSearchOptions& options)
      : options_(options),
        logic_(context_, SizesOf(options)),
        system_(logic_, options.faults, options.locals, {.clusters = Clusters(), .helped = false}),
        run_(logic_, system_, FixedFor(options),
             [&options](const Action& action) { return Chosen(action, options.bounds.verbs); }) {
    run_.TicksOnly();
    if (!Clusters()) return;
    run_.AllowSilent(IsSameStep, kSilentSteps);
    run_.Demand([this](const Unrolling::Chosen& previous, const Relations& state,
                       const Unrolling::Chosen& next) { return Walk(previous, state, next); });
  }

  bool Clusters() const { return options_.bounds.verbs.Has(Verb::kCluster); }

  // Whether a run of at most so many steps breaks something.
  z3::check_result Ask(std::size_t depth) {
    const std::size_t steps = depth + (Clusters() ? kSilentSteps : 0);
    while (run_.depth() < steps) run_.AddStep();
    if (depth == 0) return z3::unsat;
    return run_.Ask(run_.Breaks() && run_.HasLength(depth), options_.timeout_ms);
  }

 private:
  // The machine makes a cluster by a walk: it adds what the members refer to, and ends when nothing
  // is left to be added.
  std::optional<Bool> Walk(const Unrolling::Chosen& previous, const Relations& s,
                           const Unrolling::Chosen& next) const {
    const bool walking =
        previous.action->name == "cluster-make" || previous.action->name == "cluster-add";
    const bool adds = next.action->name == "cluster-add";
    if (!walking && !adds) return std::nullopt;
    if (!walking)
      return options_.bounds.verbs.Has(Verb::kClusterAdd) ? std::nullopt
                                                          : std::optional(logic_.False());
    const Term& root = previous.parameters[0];
    const auto leads = [&](const Term& y) {
      return logic_.Exists(Sort::kObject, [&](const Term& x) {
        return s[R::kTogether](x, root) && system_.Refers(s, x, y);
      });
    };
    if (adds) return logic_.Equal(next.parameters[0], root) && leads(next.parameters[1]);
    return logic_.ForAll(Sort::kObject, [&](const Term& y) {
      return z3::implies(leads(y), !system_.MayCluster(s, y) || s[R::kKept](y) ||
                                       s[R::kGarbage](y) || s[R::kBegun](y));
    });
  }

  const BoundedSearchOptions& options_;
  z3::context context_;
  BoundedLogic logic_;
  System system_;
  Unrolling run_;
};

double Elapsed(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

BoundedSearch SearchBounded(const BoundedSearchOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  RunsOfVerbs search(options);
  BoundedSearch found;
  for (std::size_t depth = options.from_depth; depth <= options.max_depth; ++depth) {
    const z3::check_result result = search.Ask(depth);
    if (result == z3::sat) found.length = depth;
    found.inconclusive = result == z3::unknown;
    if (result != z3::unsat) break;
  }
  found.seconds = Elapsed(start);
  return found;
}

LengthCheck CheckLength(const BoundedSearchOptions& options, std::size_t length) {
  const auto start = std::chrono::steady_clock::now();
  RunsOfVerbs search(options);
  LengthCheck check;
  const z3::check_result below = search.Ask(length - 1);
  const z3::check_result here = below == z3::unsat ? search.Ask(length) : z3::unknown;
  check.verdict = below == z3::sat                              ? LengthVerdict::kShorter
                  : below == z3::unknown || here == z3::unknown ? LengthVerdict::kInconclusive
                  : here == z3::sat                             ? LengthVerdict::kConfirmed
                                                                : LengthVerdict::kLonger;
  check.seconds = Elapsed(start);
  return check;
}

std::string_view WordOf(LengthVerdict verdict) {
  constexpr std::array<std::string_view, 4> kWords = {"confirmed", "shorter", "longer",
                                                      "inconclusive"};
  return kWords[static_cast<std::size_t>(verdict)];
}

}  // namespace model
