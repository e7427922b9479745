// model/orders/stores.cc -- what a store must know: whether a heap listens, and of which cluster
// its target is.
//
// The barrier looks at one word for the whole process, relaxed. A heap adds itself in a slice, and
// a mutator looks in a section; the lock orders the two, and other heaps that come and go do not
// hide the addition, since the word's additions have one order.
//
// A member of a cluster has no colour of its own until the cluster is dissolved. A thread that sees
// that there is no cluster any more shades the member by its own colour, so it must see that too:
//
//     dissolves     member: white         clusters = 0
//     shades                                            clusters -> 0   member -> no colour?
//
// Upholds: insertion-barrier, cluster-member-barrier, cluster-dissolve-colour.

#include "model/orders/protocols.h"
#include "model/orders/sections.h"

namespace model::orders {

// The mutator moves the only reference to w from a to b. The collector begins to mark and scans b
// in one slice, and scans a in the next.
Machine Listening(At asks, const Orders& orders) {
  enum Word : Location { kLock, kListening, kA, kB, kShaded };
  enum Count : threads::Ghost { kBlackWithoutIt, kFoundInA };
  Machine machine{.name = "listening",
                  .locations = {"lock", "heaps listening", "a.f", "b.f", "shaded"},
                  .initial = {0, 0, 1, 0, 0}};
  Program collector("collector");
  Sections slice(collector, kLock, orders);
  const Label found = collector.NewLabel();
  slice.BeginSlice();
  collector.Update(kSeen, kListening, Change::kAdd, 1, orders.Of(At::kListens));
  collector.ReadPlainly(kSeen, kB);
  collector.JumpIfAny(kSeen, found);
  collector.GhostAdd(kBlackWithoutIt, 1, "b is black");
  collector.Bind(found);
  slice.EndSlice();
  slice.BeginSlice();
  collector.ReadPlainly(kSeen, kA);
  collector.GhostAddRegister(kFoundInA, kSeen, "a is black");
  slice.EndSlice();
  machine.threads.push_back(collector);
  Program mutator("mutator");
  Sections section(mutator, kLock, orders);
  const Label blocked = mutator.NewLabel();
  const Label idle = mutator.NewLabel();
  section.Enter(blocked);
  mutator.Load(kSeen, kListening, orders.Of(asks));
  mutator.JumpIfNone(kSeen, idle);
  mutator.WritePlainly(kShaded, 1);
  mutator.Bind(idle);
  mutator.WritePlainly(kB, 1);
  mutator.WritePlainly(kA, 0);
  section.Leave();
  mutator.Bind(blocked);
  machine.threads.push_back(mutator);
  Program other("another heap");
  other.Update(kSeen, kListening, Change::kAdd, 1, orders.Of(At::kListens));
  other.Update(kSeen, kListening, Change::kSubtract, 1, orders.Of(At::kListensNoMore));
  machine.threads.push_back(other);
  machine.judge = [](const Scene& scene) -> std::string {
    const bool lost = scene.ghosts[kBlackWithoutIt] == 1 && scene.ghosts[kFoundInA] == 0 &&
                      scene.latest[kShaded] == 0;
    return scene.ended && lost ? "w is in b.f, b is black, and nothing has seen w" : "";
  };
  return machine;
}

namespace {

// The words of a cluster of a root and a member, and what their colours are.
enum ClusterWord : Location { kMutex, kCount, kLink, kMember, kRoot };
constexpr Value kNoColour = 0;
constexpr Value kWhite = 1;
constexpr Value kBlack = 2;

void MarkIfWhite(Program& program, Location what, const Orders& orders) {
  const Label end = program.NewLabel();
  const Label again = program.Here();
  program.Load(kSeen, what, orders.Of(At::kMarkSeen));
  program.JumpIfNone(kSeen, end, kWhite);
  program.CompareExchange(kSeen, what, kBlack, orders.Of(At::kMarkReplaced), {.expected = kWhite});
  program.JumpIfNone(kSeen, again);
  program.Bind(end);
}

// Shades the member: through its root if it is in a cluster.
void ShadeMember(Program& program, const Orders& orders) {
  const Label alone = program.NewLabel();
  const Label end = program.NewLabel();
  const Label free = program.NewLabel();
  program.Load(kSeen, kCount, orders.Of(At::kHasClusters));
  program.JumpIfNone(kSeen, alone);
  Guard lock(program, kMutex, orders.Holds(At::kShadesLocked));
  program.Load(kSeen, kLink, orders.Of(At::kLinkSeen));
  program.JumpIfNone(kSeen, free);
  MarkIfWhite(program, kRoot, orders);
  lock.Unlock();
  program.Jump(end);
  program.Bind(free);
  lock.Unlock();
  program.Bind(alone);
  MarkIfWhite(program, kMember, orders);
  program.Bind(end);
}

std::string Lost(const Scene& scene) {
  const bool in_cluster = scene.latest[kLink] != 0;
  return scene.ended && scene.latest[in_cluster ? kRoot : kMember] != kBlack
             ? "a member was shaded, and is not marked"
             : "";
}

}  // namespace

Machine ClusterDissolved(const Orders& orders) {
  Machine machine{.name = "cluster dissolved",
                  .locations = {"mutex of clusters", "clusters", "link", "member", "root"},
                  .initial = {0, 1, 1, kNoColour, kWhite}};
  Program dissolves("dissolves");
  {
    const Label black = dissolves.NewLabel();
    const Label coloured = dissolves.NewLabel();
    Guard lock(dissolves, kMutex, orders.Holds(At::kDissolvesLocked));
    const auto remove = [&] {
      dissolves.Store(kLink, 0, orders.Of(At::kLinkCut));
      dissolves.Update(kSeen, kCount, Change::kSubtract, 1, orders.Of(At::kClusterRemoves));
    };
    const bool coloured_first = orders.Holds(At::kColouredFirst);
    if (!coloured_first) remove();
    dissolves.Load(kSeen, kRoot, orders.Of(At::kMarkSeen));
    dissolves.JumpIfNone(kSeen, black, kWhite);
    dissolves.Store(kMember, kWhite, orders.Of(At::kMarkStored));
    dissolves.Jump(coloured);
    dissolves.Bind(black);
    dissolves.Store(kMember, kBlack, orders.Of(At::kMarkStored));
    dissolves.Bind(coloured);
    if (coloured_first) remove();
    lock.Unlock();
  }
  machine.threads.push_back(dissolves);
  Program shades("shades");
  ShadeMember(shades, orders);
  machine.threads.push_back(shades);
  machine.judge = Lost;
  return machine;
}

Machine ClusterMade(const Orders& orders) {
  constexpr Location kLock = kRoot + 1;
  constexpr Location kRootLink = kRoot + 2;
  Machine machine{.name = "cluster made",
                  .locations = {"mutex of clusters", "clusters", "link", "member", "root", "lock",
                                "the root's link"},
                  .initial = {0, 0, 0, kBlack, kBlack, kSliceRuns, 0}};
  Program collector("collector");
  collector.Store(kRootLink, 1, orders.Of(At::kLinkRoot));
  collector.Update(kSeen, kCount, Change::kAdd, 1, orders.Of(At::kClusterAdds));
  collector.Store(kLink, 1, orders.Of(At::kLinkMember));
  collector.Store(kMember, kNoColour, orders.Of(At::kMarkStored));
  // A cycle begins: what was black is white.
  collector.Update(kSeen, kRoot, Change::kExchange, kWhite, Order::kRelaxed);
  Sections(collector, kLock, orders).EndSlice();
  machine.threads.push_back(collector);
  Program mutator("mutator");
  Sections section(mutator, kLock, orders);
  const Label blocked = mutator.NewLabel();
  section.Enter(blocked);
  ShadeMember(mutator, orders);
  section.Leave();
  mutator.GhostAdd(0, 1, "has shaded the member");
  mutator.Bind(blocked);
  machine.threads.push_back(mutator);
  machine.judge = [](const Scene& scene) -> std::string {
    return scene.ghosts[0] != 0 ? Lost(scene) : "";
  };
  return machine;
}

}  // namespace model::orders
