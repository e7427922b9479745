#include "properties/shrink/shrink.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "properties/base/random.h"
#include "properties/shrink/detours.h"
#include "properties/shrink/shrink_steps.h"

namespace properties {
namespace {

using reference::Operation;
using reference::Trace;
using reference::Verb;

unsigned EffortOf(const Operation& operation) { return reference::EntryOf(operation.verb).effort; }

std::uint64_t WeightOf(const Trace& trace) {
  std::uint64_t weight = 0;
  for (const Operation& operation : trace.operations) weight += EffortOf(operation);
  return weight;
}

std::uint64_t NumbersOf(const Trace& trace) {
  std::uint64_t sum = 0;
  for (const Operation& operation : trace.operations) sum += operation.number;
  return sum;
}

auto OrderOf(const Operation& o) {
  return std::tuple(EffortOf(o), o.object, o.field, o.target + 1, o.target_field, o.number, o.other,
                    o.flag, o.lane);
}

std::uint64_t HashOf(const Trace& trace) {
  std::uint64_t hash = trace.operations.size();
  for (const reference::SettingEntry& entry : reference::kSettings) {
    hash = Mix(hash ^ trace.header.heap.Choice(entry.setting));
  }
  for (const Operation& o : trace.operations) {
    const auto packed = std::uint64_t{static_cast<std::uint8_t>(o.verb)} << 56 |
                        std::uint64_t{o.lane} << 48 | std::uint64_t{o.flag} << 40 |
                        std::uint64_t{o.field} << 20 | o.target_field;
    hash = Mix(hash ^ packed);
    hash = Mix(hash ^ (std::uint64_t{o.object} << 32 | o.target));
    hash = Mix(hash ^ (std::uint64_t{o.number} << 32 | o.other));
  }
  return hash;
}

class Shrinker {
 public:
  Shrinker(const Trace& trace, reference::Subject& subject, const Verdict& original,
           const ShrinkBudget& budget, const JudgeOptions& options)
      : session_(subject), original_(*original.First()), budget_(budget), options_(options) {
    // Until a candidate is kept, only the checker of the original finding decides; the others would
    // cost time.
    quick_ = options;
    quick_.invariant &= original_.checker == Checker::kInvariant;
    quick_.verifier &= original_.checker == Checker::kVerifier;
    quick_.conformance &= original_.checker == Checker::kConformance;
    best_.trace = trace;
    best_.verdict = original;
  }

  ShrinkResult Run() {
    Truncate();
    do {
      Descend();
      while (!Spent() && TakeDetours()) {
      }
    } while (SimplifyHeap() && !Spent());
    best_.complete = !Spent();
    // A line that is skipped changes nothing, so it goes even if the budget is spent.
    limit_ = false;
    DropSkipped();
    return std::move(best_);
  }

 private:
  // Gives the heap back its usual options, one by one, where the finding does not need them.
  bool SimplifyHeap() {
    bool changed = false;
    for (const reference::SettingEntry& entry : reference::kSettings) {
      const std::uint8_t had = best_.trace.header.heap.Choice(entry.setting);
      for (std::uint8_t choice = 0; choice < had; ++choice) {
        Trace candidate = best_.trace;
        candidate.header.heap.Choose(entry.setting, choice);
        if (!Attempt(candidate)) continue;
        changed = true;
        break;
      }
    }
    return changed;
  }

  template <typename Step>
  static bool Repeat(const Step& step) {
    bool changed = false;
    while (step()) changed = true;
    return changed;
  }

  // Goes down step by step, until no single step leads further down.
  void Descend() {
    const TryCandidate attempt = [this](const Trace& candidate) { return Attempt(candidate); };
    const Trace& trace = best_.trace;  // renewed by each step that succeeds
    bool changed = true;
    while (changed && !Spent()) {
      DropSkipped();
      RemoveChunks();
      changed = Repeat([&] { return RemoveNames(Trace(trace), attempt); });
      changed |= Repeat([&] { return MergeSteps(Trace(trace), attempt); });
      changed |= Repeat([&] { return MergeNames(Trace(trace), attempt); });
      changed |= Repeat([&] { return SimplifyOperations(Trace(trace), attempt); });
      changed |= Repeat([&] { return MoveOperations(Trace(trace), attempt); });
      changed |= Attempt(WithCanonicalNames(trace));
      if (!changed) changed = RemovePairs(Trace(trace), attempt);
      if (!changed) changed = MergeHolders(Trace(trace), attempt);
      if (!changed) changed = RemoveWithUnits(Trace(trace), attempt);
    }
  }

  // Removes what a detour has made needless.
  void RemoveNeedless() {
    const TryCandidate attempt = [this](const Trace& candidate) { return Attempt(candidate); };
    const Trace& trace = best_.trace;
    DropSkipped();
    Repeat([&] { return RemoveNames(Trace(trace), attempt); });
    RemoveChunks(1);
    Repeat([&] { return MergeSteps(Trace(trace), attempt); });
  }

  // Takes detours from the best trace, and detours from where these led, until one leads to a
  // simpler trace.
  bool TakeDetours() {
    if (best_.trace.operations.size() > kLongestWithDetours) return false;
    const TryCandidate attempt = [this](const Trace& candidate) { return Attempt(candidate); };
    const ShrinkResult home = best_;
    std::vector<Trace> seen = {home.trace};
    for (std::size_t i = 0; i < seen.size(); ++i) {
      for (const Trace& detour : Detours(Trace(seen[i]))) {
        if (Spent() || best_.runs > home.runs + kRunsOfDetours) return GoBackTo(home);
        if (!TryAny(detour)) continue;
        const bool longer = detour.operations.size() > home.trace.operations.size();
        if (longer) Repeat([&] { return RemoveWithUnits(Trace(best_.trace), attempt); });
        RemoveNeedless();
        if (Simpler(best_.trace, home.trace)) {
          Descend();
          return true;
        }
        seen.push_back(best_.trace);
      }
    }
    return GoBackTo(home);
  }

  bool GoBackTo(const ShrinkResult& home) {
    best_.trace = home.trace;
    best_.verdict = home.verdict;
    return false;
  }

  bool Spent() {
    constexpr std::size_t kAskEvery = 64;
    if (!limit_) return false;
    if (best_.runs >= budget_.max_runs) spent_ = true;
    if (!spent_ && budget_.stop && best_.runs % kAskEvery == 0) spent_ = budget_.stop();
    return spent_;
  }

  // Whether the verdict shows the original finding. It must come first, as it did in the original.
  bool Shows(const Verdict& verdict) const {
    const Finding* const first = verdict.First();
    return first != nullptr && first->checker == original_.checker &&
           first->property == original_.property && first->rule == original_.rule;
  }

  // Keeps the candidate if it is simpler and still disagrees in the same way.
  bool Attempt(const Trace& candidate) {
    return Simpler(candidate, best_.trace) && !Spent() && TryAny(candidate);
  }

  // Keeps the candidate if it disagrees in the same way and was not tried before.
  bool TryAny(const Trace& candidate) {
    if (!tried_.insert(HashOf(candidate)).second) return false;
    best_.runs += 1;
    const Verdict quick = session_.Judge(candidate, quick_);
    if (!Shows(quick)) return false;
    Verdict verdict = session_.Judge(candidate, options_);
    if (!Shows(verdict)) return false;
    best_.trace = candidate;
    best_.verdict = std::move(verdict);
    Truncate();
    return true;
  }

  // Drops the operations after the finding, which did not contribute to it.
  void Truncate() {
    const std::size_t needed = best_.verdict.First()->step + 1;
    if (needed >= best_.trace.operations.size()) return;
    Trace shorter = best_.trace;
    shorter.operations.resize(needed);
    Verdict verdict = session_.Judge(shorter, options_);
    best_.runs += 1;
    if (!Shows(verdict)) return;
    best_.trace = std::move(shorter);
    best_.verdict = std::move(verdict);
  }

  // Drops operations that were skipped, since they changed nothing.
  void DropSkipped() {
    std::vector<char> skipped(best_.trace.operations.size(), 0);
    session_.Begin(best_.trace.header, options_);
    for (std::size_t i = 0; i < skipped.size(); ++i) {
      const bool goes_on = session_.Step(best_.trace.operations[i]);
      skipped[i] = !session_.last_applied();
      if (!goes_on) break;
    }
    session_.End();
    Attempt(Without(best_.trace, skipped));
  }

  // Removes chunks, in halves down to single operations; the later ones first, since they depend on
  // the earlier.
  void RemoveChunks() { RemoveChunks(std::max<std::size_t>(best_.trace.operations.size() / 2, 1)); }
  void RemoveChunks(std::size_t largest) {
    for (std::size_t size = largest; size > 0; size /= 2) {
      for (std::size_t end = best_.trace.operations.size(); end > 0 && !Spent();) {
        end = std::min(end, best_.trace.operations.size());
        const std::size_t begin = end > size ? end - size : 0;
        std::vector<char> drop(best_.trace.operations.size(), 0);
        std::fill(drop.begin() + static_cast<std::ptrdiff_t>(begin),
                  drop.begin() + static_cast<std::ptrdiff_t>(end), 1);
        Attempt(Without(best_.trace, drop));
        end = begin;
      }
    }
  }

  static constexpr std::size_t kLongestWithDetours = 32;
  static constexpr std::size_t kRunsOfDetours = 200;

  JudgeSession session_;
  const Finding original_;
  const ShrinkBudget& budget_;
  const JudgeOptions options_;
  JudgeOptions quick_;
  std::unordered_set<std::uint64_t> tried_;
  ShrinkResult best_;
  bool spent_ = false;
  bool limit_ = true;  // whether the budget counts
};

}  // namespace

bool Simpler(const Trace& a, const Trace& b) {
  const auto key = [](const Trace& trace) {
    return std::tuple(trace.operations.size(), WeightOf(trace), NumbersOf(trace));
  };
  if (key(a) != key(b)) return key(a) < key(b);
  if (a.operations == b.operations) return a.header.heap < b.header.heap;
  return std::lexicographical_compare(
      a.operations.begin(), a.operations.end(), b.operations.begin(), b.operations.end(),
      [](const Operation& x, const Operation& y) { return OrderOf(x) < OrderOf(y); });
}

ShrinkResult Shrink(const Trace& trace, reference::Subject& subject, const Verdict& original,
                    const ShrinkBudget& budget, const JudgeOptions& options) {
  if (original.First() == nullptr) return {.trace = trace, .verdict = original, .complete = true};
  return Shrinker(trace, subject, original, budget, options).Run();
}

}  // namespace properties
