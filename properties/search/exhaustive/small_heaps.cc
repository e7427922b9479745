#include "properties/search/exhaustive/small_heaps.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "properties/base/random.h"
#include "properties/search/exhaustive/fingerprint_set.h"

namespace properties {
namespace {

using reference::Operation;
using reference::Oracle;
using reference::Trace;
using reference::Verb;

// A state, kept as its parent and the entry of the alphabet by which it was first reached.
struct State {
  std::uint32_t parent = 0;
  std::uint32_t entry = 0;
  std::optional<std::uint64_t> fingerprint;
};
constexpr std::uint32_t kEmptyHeap = 0;  // the state that has no parent
constexpr std::uint32_t kNoState = std::numeric_limits<std::uint32_t>::max();

// One judged trace: a state and an entry applied in it.
struct Candidate {
  std::uint32_t entry = 0;
  std::uint32_t applied = 0;
  std::uint32_t compared = 0;
  std::uint32_t verdict = 0;  // 1 + index into Extension::verdicts; 0: agreed
  bool extends = false;       // the run was not over, so the state it led to may be extended
  std::optional<std::uint64_t> fingerprint;  // of that state
  std::uint64_t look = 0;                    // of the same, if it is looked at
};

// What extending one state has shown.
struct Extension {
  std::vector<Candidate> candidates;
  std::vector<Verdict> verdicts;  // the verdicts that did not agree
  std::uint64_t replayed = 0;     // operations applied again to reach the state
};

// Whether an operation leaves no number out: names, weak references and referencers come into use
// in order, so that runs which differ only in names are tried once.
bool StandsInOrder(const Oracle& oracle, const Operation& operation) {
  const Verb verb = operation.verb;
  if (reference::IsBirth(verb)) {
    const reference::Name before = operation.object - 1;
    return operation.object == 0 || operation.object >= kFirstOfCrowd ||
           (before < oracle.NameCount() && oracle.LifeOf(before) != reference::Life::kUnborn);
  }
  if (operation.number == 0) return true;
  if (verb == Verb::kWeakMake || verb == Verb::kWeakCopy) {
    return oracle.WeakTarget(operation.number - 1) != reference::kNull;
  }
  return verb != Verb::kReferencerHold ||
         oracle.ReferencerTarget(operation.number - 1) != reference::kNull ||
         oracle.ReferencerTarget(operation.number) != reference::kNull;
}

// What one thread needs to extend states.
struct Extender {
  explicit Extender(const SubjectFactory& factory) : subject(factory()), session(*subject) {}

  std::unique_ptr<reference::Subject> subject;
  JudgeSession session;
  KeptState state;   // the state that is extended
  KeptState parent;  // its parent, for the next sibling
  std::uint32_t parent_is = kNoState;
  // The states of which everything was compared, and nothing was wrong. One with a finding is never
  // among them, so what a search reports does not depend on which thread comes to it.
  FingerprintSet sound;
  std::vector<std::uint32_t> path;     // scratch
  std::vector<std::uint32_t> allowed;  // scratch
};

class Explorer {
 public:
  Explorer(const SubjectFactory& factory, const SmallHeapOptions& options)
      : options_(options), jobs_(std::max(1u, options.search.jobs)) {
    for (unsigned job = 0; job < jobs_; ++job) {
      extenders_.push_back(std::make_unique<Extender>(factory));
    }
  }

  SmallHeapResult Run() {
    Reset();
    std::size_t begin = 0;
    for (std::size_t depth = 1; depth <= options_.max_depth; ++depth) {
      const std::size_t end = states_.size();
      if (begin == end) {
        result_.exhausted = true;
        break;
      }
      depth_ = depth;
      if (!ExploreLevel(begin, end)) break;
      result_.depth_completed = depth;
      begin = end;
    }
    result_.states = states_.size();
    return std::move(result_);
  }

 private:
  void Reset() {
    JudgeSession& session = extenders_.front()->session;
    session.Begin(options_.alphabet.header, options_.search.judge);
    states_.push_back({.fingerprint = session.Fingerprint()});
    if (states_.front().fingerprint) met_.Insert(*states_.front().fingerprint);
    session.End();
  }

  // Extends the states of one depth, block by block. Blocks begin small, so that an early catch is
  // reported early.
  bool ExploreLevel(std::size_t begin, std::size_t end) {
    constexpr std::size_t kLargestBlock = 2048;
    while (begin < end) {
      const std::size_t size = std::min({end - begin, block_, kLargestBlock});
      block_ = std::min(block_ * 2, kLargestBlock);
      ExtendBlock(begin, size);
      if (!TakeBlock(begin, size)) return false;
      begin += size;
      if (states_.size() >= options_.max_states) return false;
      if (options_.search.progress) {
        options_.search.progress({.traces = result_.search.traces,
                                  .operations = result_.search.operations,
                                  .depth = depth_,
                                  .states = states_.size()});
      }
      if (options_.search.stop && options_.search.stop()) {
        result_.search.stopped = true;
        return false;
      }
    }
    return true;
  }

  void ExtendBlock(std::size_t begin, std::size_t size) {
    if (extensions_.size() < size) extensions_.resize(size);
    judge_ = CheckersStillNeeded(options_.search, result_.search);
    judge_.survey_every = 0;  // an image has no room for what a survey may make,
    judge_.closes = false;    // and a heap that is dropped has none
    for (const auto& extender : extenders_) extender->parent_is = kNoState;
    std::atomic<std::size_t> next = 0;
    RunJobs(size >= 2 * jobs_ ? jobs_ : 1, [&](unsigned job) {
      for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < size;) {
        Extend(static_cast<std::uint32_t>(begin + i), *extenders_[job], extensions_[i]);
      }
    });
  }

  // Takes the results of a block in order, since the counts and the set of known states depend on
  // it.
  bool TakeBlock(std::size_t begin, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
      const auto state = static_cast<std::uint32_t>(begin + i);
      Extension& extension = extensions_[i];
      result_.search.replayed += extension.replayed;
      for (const Candidate& candidate : extension.candidates) {
        Verdict agreed;
        agreed.applied = candidate.applied;
        agreed.compared = candidate.compared;
        const Verdict& verdict =
            candidate.verdict == 0 ? agreed : extension.verdicts[candidate.verdict - 1];
        const auto trace = [&] { return TraceOf(state, candidate.entry); };
        if (!TakeVerdict(options_.search, verdict, trace, extenders_[0]->session, result_.search)) {
          return false;
        }
        if (!candidate.extends) continue;
        if (candidate.fingerprint && IsLookedAt(*candidate.fingerprint)) Look(state, candidate);
        if (!candidate.fingerprint || met_.Insert(*candidate.fingerprint)) {
          states_.push_back({state, candidate.entry, candidate.fingerprint});
        }
      }
    }
    return true;
  }

  // Notes the first two states that have one fingerprint and differ.
  void Look(std::uint32_t state, const Candidate& candidate) {
    if (result_.alike) return;
    const std::optional<Looks::Place> other =
        looks_.Add(*candidate.fingerprint, candidate.look, {state, candidate.entry});
    if (!other) return;
    result_.alike = {TraceOf(other->parent, other->entry), TraceOf(state, candidate.entry)};
  }

  // Extends a state: judges each entry that is allowed in it.
  void Extend(std::uint32_t state, Extender& by, Extension& extension) {
    extension.candidates.clear();
    extension.verdicts.clear();
    extension.replayed = 0;
    GoTo(state, by, extension);
    if (!options_.in_full) by.session.Keep(by.state);

    by.allowed.clear();
    const Oracle& oracle = by.session.oracle();
    for (std::uint32_t i = 0; i < options_.alphabet.entries.size(); ++i) {
      const Operation& first = options_.alphabet.entries[i].front();
      if (oracle.Allows(first) && StandsInOrder(oracle, first)) by.allowed.push_back(i);
    }
    bool at_state = true;
    for (const std::uint32_t entry : by.allowed) {
      if (!at_state) GoBack(state, by, extension);
      const Candidate& candidate = JudgeEntry(state, entry, by, extension);
      at_state = !options_.in_full && candidate.extends && candidate.verdict == 0 &&
                 candidate.fingerprint && candidate.fingerprint == states_[state].fingerprint &&
                 by.session.Stay(by.state);
    }
    if (by.allowed.empty()) by.session.End();
  }

  // Judges an entry: each step, each state on the way, and where it leads if that is not known.
  const Candidate& JudgeEntry(std::uint32_t state, std::uint32_t entry, Extender& by,
                              Extension& extension) {
    JudgeSession& session = by.session;
    Candidate candidate{.entry = entry, .extends = true};
    const AlphabetEntry& operations = options_.alphabet.entries[entry];
    for (std::size_t i = 0; candidate.extends && i < operations.size(); ++i) {
      const bool is_last = i + 1 == operations.size() && !options_.in_full;
      candidate.extends = is_last ? session.StepOnly(operations[i]) : session.Step(operations[i]);
    }
    if (candidate.extends) candidate.fingerprint = session.Fingerprint();
    if (candidate.extends && !IsKnown(candidate, state, by)) {
      candidate.extends = session.CheckState();
      if (candidate.fingerprint && IsSound(session)) by.sound.Insert(*candidate.fingerprint);
    }
    if (candidate.fingerprint && IsLookedAt(*candidate.fingerprint)) {
      candidate.look = LookOf(session.subject());
    }
    Verdict verdict = session.End();
    candidate.applied = static_cast<std::uint32_t>(verdict.applied);
    candidate.compared = static_cast<std::uint32_t>(verdict.compared);
    if (verdict.outcome != Outcome::kAgree) {
      if (verdict.Of(Checker::kOutcome) || verdict.outcome == Outcome::kInconclusive) {
        candidate.extends = false;
      }
      extension.verdicts.push_back(std::move(verdict));
      candidate.verdict = static_cast<std::uint32_t>(extension.verdicts.size());
    }
    return extension.candidates.emplace_back(candidate);
  }

  // Whether the session has compared the whole state, and found nothing. Of a heap with many names
  // it compares only what the last operation has touched.
  bool IsSound(const JudgeSession& session) const {
    return session.so_far().First() == nullptr &&
           session.oracle().NameCount() <= options_.search.judge.compare_all_up_to;
  }
  // Whether the state that a candidate leads to need not be compared. One of eight is all the same,
  // for what a fingerprint might leave out.
  static bool IsKnown(const Candidate& candidate, std::uint32_t from, const Extender& by) {
    constexpr std::uint32_t kOneOf = 8;
    const std::uint64_t drawn = Mix(std::uint64_t{from} << 32 | candidate.entry);
    return candidate.fingerprint && drawn % kOneOf != 0 && by.sound.Has(*candidate.fingerprint);
  }

  // Repeats the steps that lead to a state, which were judged when it was reached.
  void GoTo(std::uint32_t state, Extender& by, Extension& extension) {
    if (state == kEmptyHeap || options_.in_full) return ReplayTo(state, by, extension);
    const std::uint32_t parent = states_[state].parent;
    if (by.parent_is == parent && by.session.Return(by.parent)) {
      extension.replayed += StepsTo(parent);
    } else {
      ReplayTo(parent, by, extension);
      by.session.Keep(by.parent);
      by.parent_is = parent;
    }
    ReplayEntry(states_[state].entry, by, extension);
  }

  // The same for the second time and later.
  void GoBack(std::uint32_t state, Extender& by, Extension& extension) {
    if (options_.in_full || !by.session.Return(by.state)) return ReplayTo(state, by, extension);
    extension.replayed += StepsTo(state);
  }

  void ReplayTo(std::uint32_t state, Extender& by, Extension& extension) {
    by.session.Begin(options_.alphabet.header, judge_);
    by.parent_is = kNoState;
    by.path.clear();
    PathTo(state, by.path);
    for (const std::uint32_t entry : by.path) ReplayEntry(entry, by, extension);
  }

  void ReplayEntry(std::uint32_t entry, Extender& by, Extension& extension) {
    const AlphabetEntry& operations = options_.alphabet.entries[entry];
    for (const Operation& operation : operations) by.session.Replay(operation);
    extension.replayed += operations.size();
  }

  // How many operations lead from the empty heap to a state.
  std::uint64_t StepsTo(std::uint32_t state) const {
    std::uint64_t steps = 0;
    for (; state != kEmptyHeap; state = states_[state].parent) {
      steps += options_.alphabet.entries[states_[state].entry].size();
    }
    return steps;
  }

  // The entries that lead from the empty heap to a state.
  void PathTo(std::uint32_t state, std::vector<std::uint32_t>& path) const {
    for (; state != kEmptyHeap; state = states_[state].parent) path.push_back(states_[state].entry);
    std::reverse(path.begin(), path.end());
  }

  Trace TraceOf(std::uint32_t state, std::uint32_t last) const {
    std::vector<std::uint32_t> path;
    PathTo(state, path);
    path.push_back(last);
    Trace trace{.header = options_.alphabet.header, .operations = {}};
    for (const std::uint32_t entry : path) {
      const AlphabetEntry& operations = options_.alphabet.entries[entry];
      trace.operations.insert(trace.operations.end(), operations.begin(), operations.end());
    }
    return trace;
  }

  const SmallHeapOptions& options_;
  const unsigned jobs_;
  std::vector<std::unique_ptr<Extender>> extenders_;
  std::vector<State> states_;
  FingerprintSet met_;
  Looks looks_;
  std::vector<Extension> extensions_;
  JudgeOptions judge_;
  std::size_t block_ = 8;
  std::size_t depth_ = 0;
  SmallHeapResult result_;
};

}  // namespace

SmallHeapResult ExploreSmallHeaps(const SubjectFactory& factory, const SmallHeapOptions& options) {
  return Explorer(factory, options).Run();
}

}  // namespace properties
