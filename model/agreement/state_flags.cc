// model/agreement/state_flags.cc -- relation by relation.

#include "model/agreement/state_flags.h"

#include <numeric>

namespace model {

using gc::Fault;
using reference::Locals;
using reference::Verb;

FlagLayout::FlagLayout(std::vector<int> sizes) : sizes_(std::move(sizes)) {
  for (const RelationEntry& entry : Vocabulary()) {
    first_[static_cast<std::size_t>(entry.relation)] = count_;
    count_ += std::accumulate(entry.sorts.begin(), entry.sorts.end(), std::size_t{1},
                              [this](std::size_t product, Sort sort) {
                                return product * static_cast<std::size_t>(SizeOf(sort));
                              });
  }
}

std::size_t FlagLayout::At(R relation, std::initializer_list<int> elements) const {
  const std::vector<Sort>& sorts = Vocabulary()[static_cast<std::size_t>(relation)].sorts;
  int number = 0;
  auto sort = sorts.begin();
  for (const int element : elements) number = number * SizeOf(*sort++) + element;
  return First(relation) + static_cast<std::size_t>(number);
}

// A weak reference and each entry may have a number of their own, and one more is new.
std::vector<int> SortSizes(const Bounds& bounds, const Switches& switches) {
  const bool outers = bounds.verbs.Has(Verb::kOuter) && bounds.fields < kMaxFields;
  const int weak = static_cast<int>(bounds.weak_slots);
  const bool wraps = switches.Faulty(Fault::kWrapSerial);
  return {static_cast<int>(bounds.entries), static_cast<int>(bounds.fields) + (outers ? 1 : 0),
          weak, static_cast<int>(kHolds), wraps ? 2 : weak + 2};
}

namespace {

bool NotesJoining(const Switches& switches) {
  return switches.Faulty(Fault::kKeepStaleBits) || switches.Faulty(Fault::kKeepStaleBitIdle);
}

// Fills in the flags of one state.
class Writer {
 public:
  Writer(const State& state, const FlagLayout& layout, const Switches& switches)
      : state_(state), layout_(layout), switches_(switches) {}

  Flags Write(const Bounds& bounds, bool current_is_a) {
    Phases(current_is_a);
    Table(current_is_a);
    Keepers();
    Deeds();
    if (bounds.verbs.Has(Verb::kCluster)) Clusters(bounds, current_is_a);
    Purge();
    Weak();
    Ghosts();
    const int fields = layout_.SizeOf(Sort::kField);
    if (fields > static_cast<int>(bounds.fields)) Put(R::kImmutable, {fields - 1});
    return flags_;
  }

 private:
  void Put(R relation, std::initializer_list<int> elements = {}, bool value = true) {
    if (value) flags_.set(layout_.At(relation, elements));
  }
  void Put(R relation, bool value) { Put(relation, {}, value); }
  void PutSet(R relation, Mask mask) {
    const std::size_t first = layout_.First(relation);
    for (std::size_t i = 0; mask >> i != 0; ++i) flags_.set(first + i, (mask >> i & 1u) != 0);
  }

  void Phases(bool current_is_a) {
    Put(R::kCurrentIsA, current_is_a);
    Put(R::kMarking, state_.phase == Phase::kMarking);
    Put(R::kGathering, state_.phase == Phase::kGathering);
    Put(R::kInitialPending, state_.initial_pending);
    Put(R::kPurgePending, state_.purge_pending);
    Put(R::kEndDecided, state_.end_decided);
  }

  void Table(bool current_is_a) {
    PutSet(R::kAlloc, state_.exists);
    PutSet(current_is_a ? R::kA : R::kB,
           static_cast<Mask>(state_.reachable | MembersOfRoots(state_.reachable)));
    PutSet(current_is_a ? R::kB : R::kA,
           static_cast<Mask>(state_.maybe | MembersOfRoots(state_.maybe | state_.unreachable)));
    PutSet(R::kUnreachable, static_cast<Mask>(state_.unreachable | state_.dropped));
    PutSet(R::kUsed, state_.used);
    for (int x = 0; x < layout_.SizeOf(Sort::kObject); ++x) {
      for (int f = 0; f < layout_.SizeOf(Sort::kField); ++f) {
        const Entry y = state_.field[static_cast<std::size_t>(x)][static_cast<std::size_t>(f)];
        if (y != kNone) Put(R::kField, {x, f, y});
      }
    }
    PutSet(R::kWork, static_cast<Mask>(state_.work | MembersOfRoots(state_.work)));
    PutSet(R::kBarrier, static_cast<Mask>(state_.barrier | MembersOfRoots(state_.barrier)));
    PutSet(R::kTwice, static_cast<Mask>(state_.twice | MembersOfRoots(state_.twice)));
    PutSet(R::kUnvisited, state_.unvisited);
  }

  // The members of the clusters of these roots that have no colour of their own.
  Mask MembersOfRoots(unsigned roots) const {
    Mask members = 0;
    ForEach(static_cast<Mask>(state_.clustered & ~OwnColour(state_)), [&](Entry x) {
      if ((roots >> state_.link[x] & 1u) != 0) Add(members, Bit(x));
    });
    return members;
  }

  // Each object of a cluster has what the machine notes of its root.
  void Clusters(const Bounds& bounds, bool current_is_a) {
    for (int f = 0; f < layout_.SizeOf(Sort::kField); ++f) Put(R::kOpen, {f}, bounds.Containers());
    PutSet(R::kClusterRoot, RootsOf(state_));
    // The machine does not note what counts: of what may stay, a referencer may report any field.
    PutSet(R::kCounted, static_cast<Mask>(state_.exists & ~state_.must_go));
    ForEach(state_.clustered, [&](Entry x) {
      const Entry root = state_.link[x];
      ForEach(MembersOf(state_, root), [&](Entry y) { Put(R::kTogether, {x, y}); });
      ForEach(state_.outside[root], [&](Entry y) { Put(R::kMutable, {x, y}); });
      ForEach(state_.others[root], [&](Entry other) {
        ForEach(MembersOf(state_, other), [&](Entry y) { Put(R::kListsCluster, {x, y}); });
      });
      Put(R::kToDissolve, {x}, Has(state_.dissolving, root));
      Put(R::kScanned, {x}, Has(state_.activated, root));
      if (NotesJoining(switches_)) {
        Put(R::kJoinedWithA, {x}, current_is_a != Has(state_.stale, root));
      }
    });
  }

  void Deeds() {
    PutSet(R::kAuthored, state_.authored);
    PutSet(R::kMasked, state_.masked);
    PutSet(R::kByHand, state_.by_hand);
    PutSet(R::kCarried, state_.carried);
    PutSet(R::kFound, state_.found);
    PutSet(R::kHanded, state_.handed);
    PutSet(R::kLate, state_.late);
    Put(R::kAsked, state_.asked);
    Put(R::kDropped, state_.heap_dropped);
  }

  void Keepers() {
    PutSet(R::kRoot, state_.root);
    PutSet(R::kKept, state_.kept);
    PutSet(R::kConstructing, state_.constructing);
    PutSet(R::kStrong, state_.strong);
    PutSet(R::kHeld, state_.held);
    PutSet(R::kPermanent, state_.permanent);
    PutSet(R::kGarbage, state_.garbage);
    PutSet(R::kReady, static_cast<Mask>(state_.exists & ~state_.unready));
    Put(R::kRaw, {kRawElement});
    Put(R::kProtects, {kProtectingElement});
    const auto report = [&](int referencer, Mask reported, Mask slot) {
      ForEach(reported, [&](Entry x) { Put(R::kReports, {referencer, x}); });
      ForEach(slot, [&](Entry x) { Put(R::kSlot, {referencer, x}); });
    };
    report(kWrapperElement, state_.wrapper, static_cast<Mask>(state_.wrapper | state_.slot));
    report(kRawElement, state_.raw, state_.raw);
    report(kProtectingElement, state_.protect, state_.protect);
  }

  // Only a fault makes a difference between what the collector believes and what an object was
  // told.
  void Purge() {
    const Mask begun = static_cast<Mask>(state_.begun | state_.dropped);
    PutSet(R::kBatch, state_.batch);
    PutSet(R::kBegun, begun);
    PutSet(R::kFinished, state_.finished);
    PutSet(R::kWaiting, state_.waiting);
    PutSet(R::kPolling, state_.polling);
    PutSet(R::kToldBegin, switches_.Faulty(Fault::kSkipBegin) ? Mask{0} : begun);
    const bool first = switches_.Faulty(Fault::kFinishBeforeBegin);
    PutSet(R::kToldFinish, switches_.Faulty(Fault::kSkipFinish) ? Mask{0}
                           : first                              ? begun
                                                                : state_.finished);
  }

  // Serial n is the element n - 1.
  void Weak() {
    const int serials = layout_.SizeOf(Sort::kSerial);
    const auto issue = [&](std::uint8_t serial) { Put(R::kIssued, {serial - 1}, serial != 0); };
    for (int w = 0; w < layout_.SizeOf(Sort::kWeak); ++w) {
      const auto slot = static_cast<std::size_t>(w);
      ForEach(state_.weak[slot], [&](Entry x) { Put(R::kWeakTo, {w, x}); });
      if (state_.weak[slot] == 0) continue;
      Put(R::kWeakSerial, {w, state_.weak_serial[slot] - 1});
      Put(R::kGone, {w}, !state_.weak_true[slot]);
      issue(state_.weak_serial[slot]);
    }
    for (int x = 0; x < layout_.SizeOf(Sort::kObject); ++x) {
      const std::uint8_t serial = SerialOf(state_, static_cast<Entry>(x));
      if (serial != 0) Put(R::kSerial, {x, serial - 1});
      issue(serial);
    }
    if (switches_.Faulty(Fault::kWrapSerial)) {
      Put(R::kLastIssued, {state_.next_serial == 1 ? 0 : serials - 1});
    }
  }

  void Ghosts() {
    PutSet(R::kNamed, state_.named);
    PutSet(R::kFresh, state_.fresh);
    PutSet(R::kMay, static_cast<Mask>(state_.exists & ~state_.must_go));
    PutSet(R::kDenied, state_.denied);
    PutSet(R::kPromised, state_.promised);
    PutSet(R::kScanned, state_.scanned & ~state_.clustered);
    PutSet(R::kRecycled, state_.recycled);
    ForEach(state_.leaver, [&](Entry x) {
      ForEach(state_.heir, [&](Entry y) {
        Put(R::kResurrects, {x, state_.heir_second ? 1 : 0, y});
      });
    });
  }

  const State& state_;
  const FlagLayout& layout_;
  const Switches& switches_;
  Flags flags_;
};

bool NotesScans(const Switches& switches) {
  return switches.Faulty(Fault::kQueueTwice) || switches.Faulty(Fault::kSwapWhileTracing) ||
         switches.Faulty(Fault::kBornWhiteWhileMarking);
}

}  // namespace

Flags FlagsOf(const State& state, const FlagLayout& layout, const Bounds& bounds,
              const Switches& switches, bool current_is_a) {
  return Writer(state, layout, switches).Write(bounds, current_is_a);
}

bool IsCompared(R relation, const Switches& switches) {
  const bool wraps = switches.Faulty(Fault::kWrapSerial);
  if (relation == R::kIssued || relation == R::kMay) return false;
  if (relation == R::kCounted || relation == R::kRefused) return false;  // only formulas have them
  if (relation == R::kSerial || relation == R::kWeakSerial || relation == R::kLastIssued) {
    return wraps;
  }
  if (relation == R::kScanned) return NotesScans(switches);
  if (relation == R::kJoinedWithA) return NotesJoining(switches);
  if (relation == R::kFresh) return switches.locals == Locals::kBlack;
  if (relation == R::kSlot) return switches.Faulty(Fault::kRegisterWithoutShading);
  return true;
}

// The machine asks what must go as the oracle does: of the objects that are alive, in a cycle.
// Where there is garbage, more must go than the formulas ask.
Mask ComparedMay(const State& state, const Switches& switches) {
  const bool flips_twice =
      switches.Faulty(Fault::kSwapWhileTracing) || switches.Faulty(Fault::kSwapWhileGathering);
  if (state.phase == Phase::kIdle || state.garbage != 0 || flips_twice) return 0;
  return static_cast<Mask>(state.exists &
                           ~(state.batch | state.waiting | state.dropped | state.unreachable));
}

}  // namespace model
