#include "properties/matrix/matrix.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "properties/search/directed/directed.h"
#include "properties/search/exhaustive/small_heaps.h"
#include "properties/subjects/core/core_subject.h"

namespace properties {
namespace {

struct AlphabetPlan {
  AlphabetGroup group;
  AlphabetSize size;
};

// The alphabets to try for a fault, the most promising first.
std::vector<AlphabetPlan> PlansFor(gc::Fault fault, reference::Locals locals) {
  std::vector<AlphabetPlan> plans;
  const AlphabetGroup group = GroupOf(fault);
  if (gc::EntryOf(fault).rule == gc::Rule::kScanIsAtomic) {
    plans.push_back({group, {.objects = 2, .fields = 2}});
  }
  plans.push_back({group, DefaultSize(group)});
  if (locals != reference::Locals::kDead) {
    plans.push_back({AlphabetGroup::kLocals, DefaultSize(AlphabetGroup::kLocals)});
  }
  plans.push_back({AlphabetGroup::kEverything, DefaultSize(AlphabetGroup::kEverything)});
  return plans;
}

// Both searches for one fault, and the best trace that either has caught.
class Counterexample {
 public:
  Counterexample(gc::Fault fault, const MatrixOptions& options)
      : options_(options), factory_([fault, make = options.make_subject] {
          const gc::FaultSet faults(fault);
          return make ? make(faults) : MakeFaultyCoreSubject(faults);
        }) {
    row_.fault = fault;
    // A run goes on after a finding of the verifier, to see whether a mutator would notice too.
    row_.judge.stop_at_first = false;
    row_.redundancy = RedundancyOf(fault, options.locals);
  }

  bool Stopped() const { return options_.stop && options_.stop(); }
  bool OutcomeCaught() const { return row_.CaughtBy(Checker::kOutcome); }

  // Two thirds of the traces go to the alphabet that fits the fault, and two thirds of the rest to
  // each further one; the last alphabet gets all that are left.
  void TrySmallHeaps(std::uint64_t max_traces) {
    SearchColumn column;
    caught_small_ = {};
    const std::vector<AlphabetPlan> plans = PlansFor(row_.fault, options_.locals);
    for (std::size_t i = 0; i < plans.size(); ++i) {
      const std::uint64_t left = max_traces - std::min(max_traces, column.traces);
      const bool last = i + 1 == plans.size();
      SmallHeapOptions explore{
          .alphabet = MakeAlphabet(plans[i].group, plans[i].size, options_.locals),
          .search = Search(last ? left : left * 2 / 3)};
      if (const auto heap = HeapOf(row_.fault); !heap.IsUsual())
        explore.alphabet.header.heap = heap;
      if (explore.search.max_traces == 0) break;
      const SmallHeapResult result = ExploreSmallHeaps(factory_, explore);
      Take(result.search, column, caught_small_);
      if (column.By(Checker::kOutcome) || result.search.stopped) break;
    }
    row_.small_heaps = column;
  }

  void TryRandom(std::uint64_t max_cases) {
    SearchColumn column;
    caught_random_ = {};
    // No fault is about these verbs. They are left out because every further verb changes all
    // cases, and so the counts of this table.
    const DirectedOptions directed{.locals = options_.locals,
                                   .heap = HeapOf(row_.fault),
                                   .verbs = reference::VerbSet::All()
                                                .Remove(reference::Verb::kRename)
                                                .Remove(reference::Verb::kPurge)
                                                .Remove(reference::Verb::kAbandon)
                                                .Remove(reference::Verb::kFinishPurge)
                                                .Remove(reference::Verb::kTrim)
                                                .Remove(reference::kOfIdentities)};
    Take(SearchDirected(factory_, options_.seed, directed, Search(max_cases)), column,
         caught_random_);
    row_.random = column;
  }

  // Shrinks the best catch and gives the row its verdict.
  MatrixRow End() {
    for (std::size_t checker = 0; checker < kCheckerCount && !row_.caught; ++checker) {
      if (caught_small_[checker]) ShrinkCatch(*caught_small_[checker]);
      if (caught_random_[checker]) ShrinkCatch(*caught_random_[checker]);
    }
    row_.verdict = Judgement();
    return std::move(row_);
  }

 private:
  using Catches = std::array<std::optional<Catch>, kCheckerCount>;

  SearchOptions Search(std::uint64_t max_traces) const {
    return {.judge = row_.judge,
            .jobs = options_.jobs,
            .max_traces = max_traces,
            .until = {.outcome = true},
            .stop = options_.stop,
            .progress = nullptr,
            .on_finding = nullptr};
  }

  static void Take(const SearchResult& result, SearchColumn& column, Catches& catches) {
    for (std::size_t checker = 0; checker < kCheckerCount; ++checker) {
      if (!result.caught[checker] || catches[checker]) continue;
      catches[checker] = result.caught[checker];
      column.traces_until[checker] = column.traces + result.caught[checker]->traces;
    }
    column.traces += result.traces;
  }

  void ShrinkCatch(const Catch& caught) {
    const std::unique_ptr<reference::Subject> subject = factory_();
    ShrinkResult shrunk =
        Shrink(caught.trace, *subject, caught.verdict, options_.shrink, row_.judge);
    if (!row_.caught || Simpler(shrunk.trace, row_.caught->trace)) row_.caught = std::move(shrunk);
  }

  RowVerdict Judgement() const {
    const bool noticed = OutcomeCaught();
    const bool seen =
        noticed || row_.CaughtBy(Checker::kInvariant) || row_.CaughtBy(Checker::kVerifier);
    if (!row_.redundancy) return seen ? RowVerdict::kCaught : RowVerdict::kMissed;
    const bool contradicted = noticed || (seen && !row_.redundancy->visible);
    return contradicted ? RowVerdict::kContradiction : RowVerdict::kRedundant;
  }

  const MatrixOptions& options_;
  const SubjectFactory factory_;
  MatrixRow row_;
  Catches caught_small_;
  Catches caught_random_;
};

}  // namespace

std::vector<MatrixRow> ComputeMatrix(const MatrixOptions& options) {
  std::vector<gc::Fault> faults = options.faults;
  if (faults.empty()) {
    for (const gc::FaultEntry& entry : gc::kFaults) faults.push_back(entry.fault);
  }
  std::vector<MatrixRow> rows;
  for (const gc::Fault fault : faults) {
    Counterexample search(fault, options);
    search.TrySmallHeaps(options.max_small_traces);
    search.TryRandom(options.max_random_cases);
    if (search.Stopped()) break;
    rows.push_back(search.End());
    if (options.on_row) options.on_row(rows.back(), rows.size(), faults.size());
  }
  return rows;
}

// Each round tries more traces of both searches, and begins again with those of the round before.
// That costs a fraction, and keeps the counts the same as in the whole matrix.
MatrixRow CatchFault(gc::Fault fault, const MatrixOptions& options) {
  Counterexample search(fault, options);
  for (const std::uint64_t part : {64, 8, 1}) {
    search.TrySmallHeaps(options.max_small_traces / part);
    if (search.OutcomeCaught() || search.Stopped()) break;
    search.TryRandom(options.max_random_cases / part);
    if (search.OutcomeCaught() || search.Stopped()) break;
  }
  return search.End();
}

}  // namespace properties
