// model/agreement/clusters_agreement_test.cc -- each step of the machine in a heap with clusters is
// one that the formulas can take too, in one step or in several.
//
// A search visits many states of each heap, and some hundred of them, drawn at random, are
// compared. TRICOLOUR_AGREEMENT_STATES says how many it shall be.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "model/agreement/agreement.h"
#include "model/explorer/counterexample_search.h"
#include "model/explorer/symmetry.h"

namespace model {
namespace {

using gc::Fault;
using reference::Locals;
using reference::Verb;

std::size_t StatesOfEachHeap(std::size_t by_default) {
  const char* const asked = std::getenv("TRICOLOUR_AGREEMENT_STATES");
  return asked == nullptr ? by_default : std::strtoull(asked, nullptr, 10);
}

using Verbs = std::initializer_list<Verb>;

void AddVerbs(reference::VerbSet& verbs, Verbs more) {
  for (const Verb verb : more) verbs.Add(verb);
}

// Heaps that can be compared at one go: each search has only the verbs of one topic, so that it
// gets far, and what is compared has the verbs of all.
struct Family {
  std::vector<Bounds> topics;
  Bounds all;
};

Family FamilyOf(std::size_t entries, std::size_t fields, std::initializer_list<Verbs> topics) {
  Bounds bounds{.entries = entries, .fields = fields, .verbs = {}, .purge_slices = true};
  AddVerbs(bounds.verbs, {Verb::kCreate, Verb::kRoot, Verb::kUnroot, Verb::kStart, Verb::kTick,
                          Verb::kCluster, Verb::kDissolve});
  Family family{{}, bounds};
  for (const Verbs& verbs : topics) {
    AddVerbs(family.topics.emplace_back(bounds).verbs, verbs);
    AddVerbs(family.all.verbs, verbs);
  }
  return family;
}

// Each topic that clusters meet. In containers, every field is open.
std::vector<Family> Families(std::size_t entries, std::size_t fields) {
  std::vector<Family> families = {
      FamilyOf(entries, fields,
               {{Verb::kStore, Verb::kClusterAdd},
                {Verb::kStore, Verb::kMove, Verb::kSwap},
                {Verb::kStore, Verb::kGarbage, Verb::kKeep, Verb::kUnkeep},
                {Verb::kStore, Verb::kWeakMake, Verb::kWeakRead, Verb::kResolve},
                {Verb::kStore, Verb::kStrongTake, Verb::kReferencerHold},
                {Verb::kStore, Verb::kReserve, Verb::kComplete, Verb::kPermanent}}),
      FamilyOf(entries, fields, {{Verb::kAppend, Verb::kErase, Verb::kTake, Verb::kClusterAdd}}),
  };
  if (fields < kMaxFields) {
    families.push_back(
        FamilyOf(entries, fields, {{Verb::kStore, Verb::kGarbage, Verb::kOuter, Verb::kKeep}}));
  }
  return families;
}

// A step of a kind that is drawn, each kind as likely as another.
std::optional<Step> DrawStep(const Machine& machine, const State& state, const Bounds& bounds,
                             std::mt19937& random) {
  std::map<std::string, std::vector<Step>> steps;
  ForEachStep(machine, state, bounds,
              [&](const Step& step) { steps[NameOf(KindOf(step))].push_back(step); });
  if (steps.empty()) return std::nullopt;
  const std::vector<Step>& kind = std::next(steps.begin(), random() % steps.size())->second;
  return kind[random() % kind.size()];
}

// States that have a cluster, met on random walks from the empty heap. A search breadth first
// would seldom come to two clusters while it marks. Most differences show while a cluster is white.
std::vector<State> Draw(const AgreementOptions& options, const Bounds& topic, std::size_t count) {
  constexpr int kSteps = 40;
  const Machine machine(options.faults, options.locals);
  std::mt19937 random(1);
  std::vector<State> states;
  const auto less = [](const Packed& left, const Packed& right) {
    return std::tie(left.rest, left.entry) < std::tie(right.rest, right.entry);
  };
  std::set<Packed, decltype(less)> seen(less);
  for (std::size_t walk = 0; walk < 10 * count && states.size() < count; ++walk) {
    State state;
    for (int step = 0; step < kSteps; ++step) {
      const std::optional<Step> drawn = DrawStep(machine, state, topic, random);
      if (!drawn || Take(machine, *drawn, state)) break;
      const bool white = (state.maybe & RootsOf(state)) != 0;
      if (state.clustered == 0 || (!white && random() % 8 != 0)) continue;
      if (seen.insert(PackCanonical(state)).second) states.push_back(state);
    }
  }
  return states;
}

AgreementResult Compare(AgreementOptions options, const Family& family, std::size_t states) {
  options.bounds = family.all;
  Agreement agreement(options);
  for (const Bounds& topic : family.topics) {
    for (const State& state : Draw(options, topic, states)) agreement.See(state);
  }
  return agreement.Finish();
}

void ExpectSimulation(const AgreementResult& result, const std::string& where) {
  EXPECT_EQ(result.disagreeing, 0u) << where;
  for (const Disagreement& each : result.first) {
    ADD_FAILURE() << each.action << ": " << each.sentence << "\n" << where;
  }
}

class OfClusters : public testing::TestWithParam<Locals> {};

TEST_P(OfClusters, FormulasDoWhatTheMachineDoes) {
  std::map<std::string, std::uint64_t> compared;
  for (const auto& [entries, fields] : {std::pair{3, 1}, {3, 2}, {4, 1}}) {
    for (const Family& family :
         Families(static_cast<std::size_t>(entries), static_cast<std::size_t>(fields))) {
      const AgreementResult result =
          Compare({.locals = GetParam()}, family, StatesOfEachHeap(2'000));
      ExpectSimulation(result, Describe(family.all));
      for (const auto& [action, count] : result.compared) compared[action] += count;
    }
  }
  for (const char* const action : {"cluster-make", "cluster-add", "dissolve", "activate", "swap",
                                   "resolve-object", "take", "outer"}) {
    EXPECT_GT(compared[action], 0u) << action;
  }
}

Step Do(Verb verb, Entry object, Entry target = kNone) {
  return {.verb = verb, .object = object, .target = target};
}
Step Tick(reference::EventKind unit, Entry object = kNone) {
  return {.unit = unit, .object = object};
}

// Compares the states along a run, for what random walks seldom come to.
AgreementResult Along(const std::vector<Step>& run, Locals locals, State& state) {
  const Family family = Families(4, 1)[0];
  const Machine machine({}, locals);
  Agreement agreement({.locals = locals, .bounds = family.all});
  for (const Step& step : run) {
    agreement.See(state);
    EXPECT_FALSE(Take(machine, step, state)) << NameOf(KindOf(step));
  }
  agreement.See(state);
  const AgreementResult result = agreement.Finish();
  ExpectSimulation(result, Describe(family.all));
  return result;
}

constexpr Entry kA = 0, kB = 1, kC = 2, kD = 3;

// A cluster refers to a kept object that becomes garbage while the cluster waits, and another
// cluster refers to this one.
TEST_P(OfClusters, AClusterThatKeepsGarbageWhenItsTurnComes) {
  using reference::EventKind;
  State state;
  const AgreementResult result = Along(
      {Do(Verb::kCreate, kA), Do(Verb::kCreate, kB), Do(Verb::kCreate, kC), Do(Verb::kCreate, kD),
       Do(Verb::kRoot, kA), Do(Verb::kStore, kA, kB), Do(Verb::kKeep, kD), Do(Verb::kStore, kB, kD),
       Do(Verb::kStore, kC, kB), Do(Verb::kCluster, kB), Do(Verb::kCluster, kC),
       Do(Verb::kStart, kNone), Do(Verb::kGarbage, kD), Do(Verb::kRoot, kB),
       Tick(EventKind::kInitialReferences), Tick(EventKind::kScan, kA), Tick(EventKind::kScan, kD),
       Tick(EventKind::kBarrierList), Tick(EventKind::kScan, kB)},
      GetParam(), state);
  EXPECT_EQ(state.clustered, 0);  // the other cluster was dissolved with it
  EXPECT_GT(result.compared.at("activate-garbage"), 0u);
}

// The first store of a swap shades a cluster, and the second dissolves it: its members are grey.
TEST_P(OfClusters, ASwapThatShadesAClusterAndDissolvesIt) {
  State state;
  Along({Do(Verb::kCreate, kA), Do(Verb::kCreate, kB), Do(Verb::kCreate, kC),
         Do(Verb::kStore, kA, kB), Do(Verb::kStore, kC, kA), Do(Verb::kRoot, kC),
         Do(Verb::kCluster, kA), Do(Verb::kStart, kNone), Do(Verb::kStore, kC, kC)},
        GetParam(), state);
}

// A handle that is resolved into a cluster dissolves it, and with it the cluster of the answer. The
// mutator has got hold of all of that before.
TEST_P(OfClusters, AHandleWhoseClusterEndsAsItIsResolved) {
  State state;
  Along({Do(Verb::kCreate, kA), Do(Verb::kCreate, kB), Do(Verb::kCreate, kC), Do(Verb::kRoot, kA),
         Do(Verb::kStore, kB, kA), Do(Verb::kStore, kC, kB), Do(Verb::kWeakMake, kB),
         Do(Verb::kCluster, kA), Do(Verb::kCluster, kC), Do(Verb::kStart, kNone)},
        GetParam(), state);
}

INSTANTIATE_TEST_SUITE_P(EveryDiscipline, OfClusters,
                         testing::Values(Locals::kDead, Locals::kRescanned, Locals::kBlack),
                         [](const auto& each) {
                           return std::string(reference::WordOf(each.param));
                         });

// Not compared is a fault that puts what is grey by itself in a cluster: in the machine it is then
// listed beside its root, and the formulas have no such list.
std::vector<Fault> FaultsOfClusters() {
  std::vector<Fault> faults;
  for (const gc::FaultEntry& entry : gc::kFaults) {
    const Bounds bounds = CounterexampleHeaps(entry.fault, Locals::kDead)[0];
    if (entry.fault == Fault::kClusterInCycle) continue;
    if (bounds.verbs.Has(Verb::kCluster)) faults.push_back(entry.fault);
  }
  return faults;
}

class ClustersWithAFault : public testing::TestWithParam<Fault> {};

TEST_P(ClustersWithAFault, BreakTheSame) {
  for (const Locals locals : {Locals::kDead, Locals::kBlack}) {
    for (const Family& family : Families(3, 1)) {
      const AgreementResult result = Compare({.faults = gc::FaultSet(GetParam()), .locals = locals},
                                             family, StatesOfEachHeap(250));
      ExpectSimulation(result, Describe(family.all));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryFault, ClustersWithAFault, testing::ValuesIn(FaultsOfClusters()),
                         [](const auto& each) {
                           const gc::FaultEntry& entry = gc::EntryOf(each.param);
                           std::string name = std::string(gc::EntryOf(entry.rule).name) + "_" +
                                              std::string(entry.variant);
                           for (char& letter : name) letter = letter == '-' ? '_' : letter;
                           return name;
                         });

}  // namespace
}  // namespace model
