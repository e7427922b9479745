// model/bounded/bounded_search.cc -- asks for one length after the other, or for one and the one
// below.

#include "model/bounded/bounded_search.h"

#include <array>
#include <chrono>
#include <string>
#include <string_view>

#include "model/bounded/unrolling.h"

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

// The heap is empty. r0 is a wrapper, r1 a raw referencer, and the third one, if there is one,
// protects; the last field is for outers.
Unrolling::Fixed FixedFor(const BoundedSearchOptions& options) {
  return [fields = static_cast<int>(options.bounds.fields)](R relation, const Terms& terms) {
    return std::optional((relation == R::kRaw && terms[0].element == 1) ||
                         (relation == R::kProtects && terms[0].element == kReferencers) ||
                         (relation == R::kImmutable && terms[0].element == fields));
  };
}

class RunsOfVerbs {
 public:
  explicit RunsOfVerbs(const BoundedSearchOptions& options)
      : options_(options),
        logic_(context_, SizesOf(options)),
        system_(logic_, options.faults, options.locals, kClusters),
        run_(logic_, system_, FixedFor(options), [&options](const Action& action) {
          return Chosen(action.name, options.bounds.verbs);
        }) {}

  // Whether a run of at most so many steps breaks something.
  z3::check_result Ask(std::size_t depth) {
    while (run_.depth() < depth) run_.AddStep();
    return depth == 0 ? z3::unsat : run_.Ask(run_.Breaks(), options_.timeout_ms);
  }

 private:
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

bool CanSearch(const Bounds& bounds) { return kClusters || !bounds.verbs.Has(Verb::kCluster); }

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
