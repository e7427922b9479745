// model/explorer/explorer.cc -- breadth-first search over packed states.

#include "model/explorer/explorer.h"

#include <chrono>
#include <vector>

#include "model/explorer/symmetry.h"
#include "model/explorer/trace_builder.h"

namespace model {

namespace {

// A finding is confirmed by a run with the orders of a real table. Where some findings cannot be
// confirmed there are usually many, so a search tries no more than this many in one depth.
constexpr std::uint64_t kUnconfirmedPerDepth = 20'000;

constexpr std::size_t kStatesPerQuestion = 1'024;  // how often the caller is asked whether to stop

// The states that were seen, packed and numbered, in a hash table with open addressing. A search
// looks up millions of states in an order that a processor's cache cannot guess, so each look-up is
// announced some time before it is made.
class SeenStates {
 public:
  struct Question {
    Packed packed;
    std::uint64_t hash = 0;
  };

  SeenStates() : slots_(1u << 16) {}

  std::size_t size() const { return nodes_.size(); }
  const Packed& operator[](std::size_t number) const { return nodes_[number].packed; }

  Question Announce(const Packed& packed) const {
    const Question question{packed, Hash(packed)};
    __builtin_prefetch(&slots_[Home(question.hash)]);
    return question;
  }
  void AnnounceAgain(const Question& question) const {
    const Slot& slot = slots_[Home(question.hash)];
    if (slot.tag == Tag(question.hash)) __builtin_prefetch(&nodes_[slot.number]);
  }

  // Adds the state if it is new.
  void Insert(const Question& question, std::uint32_t parent) {
    if (nodes_.size() * 2 >= slots_.size()) Grow();
    const std::uint32_t tag = Tag(question.hash);
    std::size_t home = Home(question.hash);
    for (; slots_[home].tag != 0; home = (home + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[home];
      if (slot.tag == tag && nodes_[slot.number].packed == question.packed) return;
    }
    slots_[home] = {tag, static_cast<std::uint32_t>(nodes_.size())};
    nodes_.push_back({question.packed, parent});
  }

  // The states on the way from the first state to this one.
  std::vector<Packed> PathTo(std::uint32_t number) const {
    std::vector<Packed> path;
    for (; number != 0; number = nodes_[number].parent) path.push_back(nodes_[number].packed);
    return {path.rbegin(), path.rend()};
  }

 private:
  struct Slot {
    std::uint32_t tag = 0;  // 0: the slot is empty
    std::uint32_t number = 0;
  };
  struct Node {
    Packed packed;
    std::uint32_t parent = 0;
  };

  static std::uint32_t Tag(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash >> 32) | 1u;
  }
  std::size_t Home(std::uint64_t hash) const { return hash & (slots_.size() - 1); }

  void Grow() {
    slots_.assign(slots_.size() * 4, {});
    for (std::size_t number = 0; number < nodes_.size(); ++number) {
      const std::uint64_t hash = Hash(nodes_[number].packed);
      std::size_t home = Home(hash);
      while (slots_[home].tag != 0) home = (home + 1) & (slots_.size() - 1);
      slots_[home] = {Tag(hash), static_cast<std::uint32_t>(number)};
    }
  }

  std::vector<Node> nodes_;
  std::vector<Slot> slots_;
};

class Search {
 public:
  explicit Search(const ExploreOptions& options)
      : options_(options), machine_(options.faults, options.locals, options.slips) {}

  Exploration Run() {
    seen_.Insert(seen_.Announce(PackCanonical(State{})), 0);
    std::size_t level_end = 1;
    for (std::size_t number = 0; number < seen_.size() && !result_.witness; ++number) {
      if (number == level_end) {
        level_end = seen_.size();
        ++result_.depth;
        unconfirmed_here_ = 0;
        if (options_.progress) options_.progress(SoFar());
      }
      if (result_.depth >= options_.max_depth || seen_.size() >= options_.max_states) break;
      if (number % kStatesPerQuestion == 0 && options_.stop && options_.stop()) break;
      Expand(static_cast<std::uint32_t>(number));
      result_.exhausted = number + 1 == seen_.size() && !result_.witness;
    }
    SoFar();
    return result_;
  }

 private:
  const Exploration& SoFar() {
    result_.states = seen_.size();
    const auto elapsed = std::chrono::steady_clock::now() - start_;
    result_.seconds = std::chrono::duration<double>(elapsed).count();
    return result_;
  }

  void Expand(std::uint32_t number) {
    const State state = Unpack(seen_[number]);
    next_.clear();
    ForEachStep(machine_, state, options_.bounds, [&](const Step& step) {
      if (result_.witness) return;
      ++result_.steps;
      State next = state;
      const std::optional<Finding> finding = Take(machine_, step, next);
      if (!finding) {
        next_.push_back(seen_.Announce(PackCanonical(next)));
      } else if (options_.properties.Has(finding->property)) {
        Confirm(number, *finding);
      }
    });
    for (const SeenStates::Question& question : next_) seen_.AnnounceAgain(question);
    for (const SeenStates::Question& question : next_) seen_.Insert(question, number);
  }

  void Confirm(std::uint32_t number, const Finding& finding) {
    if (result_.first_finding == 0) result_.first_finding = result_.depth + 1;
    if (unconfirmed_here_ >= kUnconfirmedPerDepth || !options_.bounds.deeds.Empty()) return;
    const TraceBuilder builder(machine_, options_.bounds, seen_.PathTo(number));
    for (const reference::Trace& trace : builder.TracesTo(finding.property)) {
      std::optional<Witness> witness = model::Confirm(trace, options_.faults);
      if (witness && options_.properties.Has(witness->violation.property) &&
          (!options_.accept || options_.accept(*witness))) {
        result_.witness = std::move(witness);
        return;
      }
      ++result_.unconfirmed;
      ++unconfirmed_here_;
    }
  }

  const ExploreOptions& options_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  Machine machine_;
  SeenStates seen_;
  std::vector<SeenStates::Question> next_;
  Exploration result_;
  std::uint64_t unconfirmed_here_ = 0;
};

}  // namespace

Exploration Explore(const ExploreOptions& options) { return Search(options).Run(); }

Bounds WholeLife(std::size_t entries, std::size_t fields, reference::Locals locals, bool waiting) {
  using reference::Verb;
  Bounds bounds{.entries = entries, .fields = fields, .verbs = {}};
  for (const Verb verb :
       {Verb::kCreate, Verb::kStore, Verb::kRoot, Verb::kUnroot, Verb::kStart, Verb::kTick}) {
    bounds.verbs.Add(verb);
  }
  if (waiting) bounds.verbs.Add(Verb::kReady);
  if (locals != reference::Locals::kDead) bounds.verbs.Add(Verb::kHold).Add(Verb::kDrop);
  return bounds;
}

}  // namespace model
