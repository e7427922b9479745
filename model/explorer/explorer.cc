// model/explorer/explorer.cc -- breadth-first search over packed states.

#include "model/explorer/explorer.h"

#include <chrono>
#include <memory>
#include <vector>

#include "model/explorer/symmetry.h"
#include "model/explorer/trace_builder.h"

namespace model {

namespace {

// A finding is confirmed by a run with the orders of a real table. Where some findings cannot be
// confirmed there are usually many, so a search tries no more than this many in one depth.
constexpr std::uint64_t kUnconfirmedPerDepth = 20'000;
// With indices in order a search goes on after a witness, so that it tries more findings.
constexpr std::uint64_t kConfirmedPerDepth = 2'000;

constexpr std::size_t kStatesPerQuestion = 1'024;  // how often the caller is asked whether to stop

// The states that were seen, packed and numbered, in a hash table with open addressing. A search
// looks up millions of states in an order that a processor's cache cannot guess, so each look-up is
// announced some time before it is made. States stay where they are, so that a search needs memory
// for them only once; of the table two sizes are needed for a moment whenever it grows.
class SeenStates {
 public:
  struct Question {
    Packed packed;
    std::uint64_t hash = 0;
  };

  explicit SeenStates(std::uint64_t max_bytes) : max_bytes_(max_bytes), slots_(1u << 16) {}

  std::size_t size() const { return size_; }
  const Packed& operator[](std::size_t number) const { return NodeAt(number).packed; }

  // Whether a state was dropped, as there was no memory for it.
  bool Full() const { return full_; }
  std::uint64_t Bytes() const {
    return blocks_.size() * kBlock * sizeof(Node) + slots_.size() * sizeof(Slot);
  }

  Question Announce(const Packed& packed) const {
    const Question question{packed, Hash(packed)};
    __builtin_prefetch(&slots_[Home(question.hash)]);
    return question;
  }
  void AnnounceAgain(const Question& question) const {
    const Slot& slot = slots_[Home(question.hash)];
    if (slot.tag == Tag(question.hash)) __builtin_prefetch(&NodeAt(slot.number));
  }

  // Adds the state if it is new, and if there is memory for it.
  void Insert(const Question& question, std::uint32_t parent) {
    const std::uint32_t tag = Tag(question.hash);
    std::size_t home = Home(question.hash);
    for (; slots_[home].tag != 0; home = (home + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[home];
      if (slot.tag == tag && NodeAt(slot.number).packed == question.packed) return;
    }
    if (!MakeRoom()) return;
    home = Home(question.hash);
    while (slots_[home].tag != 0) home = (home + 1) & (slots_.size() - 1);
    slots_[home] = {tag, static_cast<std::uint32_t>(size_)};
    NodeAt(size_++) = {question.packed, parent};
  }

  // The states on the way from the first state to this one.
  std::vector<Packed> PathTo(std::uint32_t number) const {
    std::vector<Packed> path;
    for (; number != 0; number = NodeAt(number).parent) path.push_back(NodeAt(number).packed);
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
  static constexpr std::size_t kBlock = 1u << 14;  // states in a block
  static constexpr std::size_t kMaxStates = 0xFFFF'FFFFu;

  const Node& NodeAt(std::size_t number) const { return blocks_[number / kBlock][number % kBlock]; }
  Node& NodeAt(std::size_t number) { return blocks_[number / kBlock][number % kBlock]; }

  static std::uint32_t Tag(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash >> 32) | 1u;
  }
  std::size_t Home(std::uint64_t hash) const { return hash & (slots_.size() - 1); }

  // Makes room for one more state; false if that would take more than the ceiling.
  bool MakeRoom() {
    const bool grow = (size_ + 1) * 2 > slots_.size();
    const bool block = size_ == blocks_.size() * kBlock;
    const std::uint64_t more =
        (grow ? slots_.size() * kGrowth * sizeof(Slot) : 0) + (block ? kBlock * sizeof(Node) : 0);
    full_ = full_ || size_ == kMaxStates || (more > 0 && Bytes() + more > max_bytes_);
    if (full_) return false;
    if (block) blocks_.push_back(std::make_unique<Node[]>(kBlock));
    if (grow) Grow();
    return true;
  }

  void Grow() {
    std::vector<Slot>(slots_.size() * kGrowth).swap(slots_);
    for (std::size_t number = 0; number < size_; ++number) {
      const std::uint64_t hash = Hash(NodeAt(number).packed);
      std::size_t home = Home(hash);
      while (slots_[home].tag != 0) home = (home + 1) & (slots_.size() - 1);
      slots_[home] = {Tag(hash), static_cast<std::uint32_t>(number)};
    }
  }

  static constexpr std::size_t kGrowth = 4;
  const std::uint64_t max_bytes_;
  std::size_t size_ = 0;
  bool full_ = false;
  std::vector<std::unique_ptr<Node[]>> blocks_;
  std::vector<Slot> slots_;
};

class Search {
 public:
  explicit Search(const ExploreOptions& options)
      : options_(options), machine_(options.faults, options.locals), seen_(options.max_bytes) {}

  Exploration Run() {
    seen_.Insert(seen_.Announce(Pack(State{})), 0);
    std::size_t level_end = 1;
    for (std::size_t number = 0; number < seen_.size(); ++number) {
      if (number == level_end) {
        level_end = seen_.size();
        ++result_.depth;
        unconfirmed_here_ = confirmed_here_ = 0;
        if (options_.progress) options_.progress(SoFar());
      }
      if (FoundShortest()) break;
      if (result_.depth >= options_.max_depth || seen_.size() >= options_.max_states) break;
      if (seen_.Full()) break;
      if (number % kStatesPerQuestion == 0 && options_.stop && options_.stop()) break;
      Expand(static_cast<std::uint32_t>(number));
      result_.exhausted = number + 1 == seen_.size() && !result_.witness && !seen_.Full();
    }
    SoFar();
    return result_;
  }

 private:
  const Exploration& SoFar() {
    result_.states = seen_.size();
    result_.bytes = seen_.Bytes();
    result_.memory_met = seen_.Full();
    const auto elapsed = std::chrono::steady_clock::now() - start_;
    result_.seconds = std::chrono::duration<double>(elapsed).count();
    return result_;
  }

  Packed Pack(const State& state) const {
    return options_.indices_in_order ? PackAsItIs(state) : PackCanonical(state);
  }

  // Whether no finding that is still to come can give a shorter witness.
  bool FoundShortest() const {
    if (!result_.witness) return false;
    return !options_.indices_in_order || result_.witness->length <= result_.depth + 1;
  }

  void Expand(std::uint32_t number) {
    const State state = Unpack(seen_[number]);
    next_.clear();
    ForEachStep(machine_, state, options_.bounds, [&](const Step& step) {
      if (FoundShortest() || (options_.indices_in_order && !IsInOrder(step, state))) return;
      ++result_.steps;
      State next = state;
      const std::optional<Finding> finding = Take(machine_, step, next);
      if (!finding) {
        next_.push_back(seen_.Announce(Pack(next)));
      } else if (options_.properties.Has(finding->property)) {
        Confirm(number, *finding);
      }
    });
    for (const SeenStates::Question& question : next_) seen_.AnnounceAgain(question);
    for (const SeenStates::Question& question : next_) seen_.Insert(question, number);
  }

  void Confirm(std::uint32_t number, const Finding& finding) {
    if (unconfirmed_here_ >= kUnconfirmedPerDepth || confirmed_here_ >= kConfirmedPerDepth) {
      result_.all_confirmed = false;
      return;
    }
    const TraceBuilder builder(machine_, options_.bounds, seen_.PathTo(number),
                               options_.indices_in_order);
    if (result_.first_finding == 0) {
      result_.first_finding = result_.depth + 1;
      result_.first_units = builder.UnitsTo(finding.property);
    }
    for (const reference::Trace& trace : builder.TracesTo(finding.property)) {
      std::optional<Witness> witness = model::Confirm(trace, options_.faults);
      ++confirmed_here_;
      if (witness && result_.witness && witness->length >= result_.witness->length) continue;
      if (witness && options_.properties.Has(witness->violation.property) &&
          (!options_.accept || options_.accept(*witness))) {
        result_.witness = std::move(witness);
        if (FoundShortest()) return;
        continue;
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
  std::uint64_t unconfirmed_here_ = 0, confirmed_here_ = 0;  // in this depth
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
