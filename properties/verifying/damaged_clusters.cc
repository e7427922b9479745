#include "properties/verifying/damaged_clusters.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/cluster/cluster.h"
#include "core/object/cluster_link.h"
#include "properties/verifying/damaging.h"

namespace properties::verifying {
namespace {

// A cluster's members refer to each other, to an object in no cluster, and to another cluster:
//
//     A: root -> member -> member        B: root -> member
//                  |          `------------> |        `---> an object of its own
//                  `-> an object of its own
class DamagedClusters : Damaging {
 public:
  DamagedClusters(std::uint64_t seed, bool lies, PaperVerdict& verdict)
      : Damaging(seed, lies, verdict, {.clusters = {.min_objects = 1}}) {
    const std::uint32_t many = random_.Between(1, 4);
    for (std::uint32_t i = 0; i < many; ++i) MakeCluster();
    for (std::uint32_t i = random_.Below(4); i > 0; --i) heap_.New<Cell>();
    if (random_.Chance(1, 2)) heap_.Collect();
    loose_ = heap_.New<Cell>();
    heap_.AddRoot(loose_);
    if (random_.Chance(2, 3)) heap_.Start();
    for (std::uint32_t ticks = random_.Below(20); ticks > 0; --ticks) heap_.Tick(1);
  }

  void Judge() {
    Same("what the verifier says of sound clusters", Said(), "nothing");
    const auto& records = collector().clusters.records();
    for (gc::ClusterId id = 0; id < records.size(); ++id) {
      if (records[id].root != gc::kNoIndex) used_.push_back(id);
    }
    DamageCount();
    DamageLinks();
    if (used_.empty()) return;
    id_ = random_.Pick(std::span(used_));
    DamageOrder();
    DamageRelations();
    DamageOutside();
    DamageBooks();
    DamageMembers();
    DamageReached();
    CompareState();
    CompareReached();
  }

 private:
  // Each by hand, so that what a member refers to stays outside.
  void MakeCluster() {
    Cell* const root = heap_.New<Cell>();
    heap_.AddRoot(root);
    heap_.AllocateCluster(root);
    for (std::uint32_t i = random_.Between(1, 3); i > 0; --i) {
      Cell* const member = heap_.New<Cell>();
      if (random_.Chance(1, 2)) member->left = heap_.New<Cell>();
      if (!roots_.empty() && random_.Chance(1, 2)) member->left = random_.Pick(std::span(roots_));
      heap_.AddRoot(member);
      Join(root, member);
    }
    roots_.push_back(root);
  }
  void Join(Cell* root, Cell* member) {
    heap_.AddToCluster(root, member);
    if (random_.Chance(1, 2)) heap_.RemoveRoot(member);
  }

  gc::Cluster& Record(gc::ClusterId id) { return Writable(collector().clusters.records()[id]); }
  gc::Cluster& One() { return Record(id_); }
  Cell& At(gc::Index index) { return static_cast<Cell&>(*population().table[index].Occupant()); }
  // Of the cluster, its root included.
  gc::Index AnyOf(const gc::Cluster& cluster) {
    const std::uint32_t which =
        random_.Below(1 + static_cast<std::uint32_t>(cluster.members.size()));
    return which == 0 ? cluster.root : cluster.members[which - 1];
  }
  template <class T>
  void TryInsert(const char* sentence, gc::Index at, std::vector<T>& list, T value) {
    if (std::ranges::binary_search(list, value)) return;
    Try(
        sentence, at, [&] { gc::Insert(list, value); }, [&] { gc::Erase(list, value); });
  }
  template <class T>
  void TryErase(const char* sentence, gc::Index at, std::vector<T>& list, T value) {
    Try(
        sentence, at, [&] { gc::Erase(list, value); }, [&] { gc::Insert(list, value); });
  }

  void DamageCount() {
    const char* const says = "cluster-is-one: there are not as many clusters as are counted";
    if (collector().clusters.records().empty()) return;
    gc::Colours& colours = population().colours;
    Try(
        says, gc::kNoIndex, [&] { colours.AddCluster(); }, [&] { colours.RemoveCluster(); });
  }

  void DamageLinks() {
    if (collector().clusters.records().empty()) return;
    gc::Table& table = population().table;
    const auto link = [&](gc::Index index, gc::ClusterLink to) {
      return [&table, index, to] { table.Cluster(index).store(to, std::memory_order_relaxed); };
    };
    if (const gc::Index free = Free(); free != gc::kNoIndex) {
      Try("index-after-free: an index without an object is in a cluster", free,
          link(free, gc::LinkToRoot(IndexOf(*loose_))), link(free, 0));
    }
    if (!IsAtRest()) return;
    const gc::Index loose = IndexOf(*loose_);
    TryFlag(
        "cluster-is-one: an object in no cluster is marked as one through which a cluster was "
        "reached",
        loose, gc::flag::kReachableInCluster, true);
    TryFlag("cluster-is-one: a cluster's root has no link to it, or no flag", loose,
            gc::flag::kClusterRoot, true);
    if (used_.empty()) return;
    const gc::Cluster& cluster = Record(random_.Pick(std::span(used_)));
    Try("cluster-is-one: a link leads to no cluster of the object", loose,
        link(loose, gc::LinkToRoot(cluster.root)), link(loose, 0));
    TryFlag("cluster-is-one: a cluster's root has no link to it, or no flag", cluster.root,
            gc::flag::kClusterRoot, false);
    const gc::Index member = AnyOf(cluster);
    if (member == cluster.reached_through) {
      TryFlag("cluster-is-one: a member was reached, and by it not its cluster", member,
              gc::flag::kReachableInCluster, false);
    } else {
      TryFlag("cluster-is-one: a member was reached, and by it not its cluster", member,
              gc::flag::kReachableInCluster, true);
    }
  }

  void DamageOrder() {
    gc::Cluster& one = One();
    const auto twice = [&](auto& list) {
      if (list.empty()) return;
      Try(
          "cluster-is-one: a list of a cluster is out of order", one.root,
          [&] { list.push_back(list.back()); }, [&] { list.pop_back(); });
    };
    twice(one.members);
    twice(one.mutables);
    twice(one.refers_to);
    twice(one.referred_by);
  }

  void DamageRelations() {
    gc::Cluster& one = One();
    if (!one.refers_to.empty()) {
      TryErase("cluster-is-one: a cluster refers to another, which does not know it", one.root,
               Record(random_.Pick(std::span(one.refers_to))).referred_by, id_);
    }
    const gc::ClusterId other = random_.Pick(std::span(used_));
    if (std::ranges::binary_search(Record(other).refers_to, id_)) return;
    TryInsert("cluster-is-one: a cluster knows another that does not refer to it", one.root,
              one.referred_by, other);
  }

  void DamageOutside() {
    gc::Cluster& one = One();
    if (const gc::Index free = Free(); free != gc::kNoIndex) {
      TryInsert("cluster-outward: a cluster lists an index without an object", one.root,
                one.mutables, free);
    }
    TryInsert("cluster-outward: a cluster lists an object of its own among those outside", one.root,
              one.mutables, AnyOf(one));
    if (phase() != gc::Phase::kIdle) return;
    Try(
        "cluster-store: a cluster was to be dissolved long ago", one.root,
        [&] { one.needs_dissolving = true; }, [&] { one.needs_dissolving = false; });
  }

  // What tells of a store into the object, and of its open fields.
  void DamageBooks() {
    gc::Cluster& one = One();
    if (one.needs_dissolving) return;
    const gc::Index index = AnyOf(one);
    TryInsert("cluster-outward: what a cluster's open fields show would not be reached with it",
              index, one.open, index);
    gc::MemberMap& places = Writable(collector().clusters.records().places());
    const Cell& cell = At(index);
    Try(
        "cluster-store: a store into an object of a cluster would go unseen", index,
        [&] {
          std::uintptr_t last = 0;
          places.RemoveAll(&cell, last, [index](gc::Index going) { return going == index; });
        },
        [&] { places.Add(&cell, sizeof(Cell), index); });
  }

  void DamageMembers() {
    gc::Cluster& one = One();
    const gc::Index index = AnyOf(one);
    if (one.needs_dissolving || gc::Marks::IsUnreachable(population().table.Mark(one.root))) return;
    TryStore("cluster-store: a member of a cluster refers to what its cluster does not reach",
             index, At(index).right, loose_);
    if (phase() != gc::Phase::kMarking || one.members.empty()) return;
    const gc::Index member = random_.Pick(std::span(one.members));
    gc::PagedList<gc::Object*>& work = Writable(collector().wavefront.work());
    Try(
        "cluster-not-in-cycle: a member of a cluster waits to be scanned by itself", member,
        [&] { work.push_back(&At(member)); }, [&] { work.pop_back(); });
  }

  // The first cluster that was reached, and refers to it, is named.
  void DamageReached() {
    if (phase() != gc::Phase::kMarking) return;
    const gc::MarkBits white = population().marks().White();
    std::vector<gc::Index> named;
    const auto is_new = [&](gc::Index index) {
      if (IsListed(At(index)) || std::ranges::find(named, index) != named.end()) return false;
      named.push_back(index);
      return true;
    };
    for (const gc::ClusterId id : used_) {
      const gc::Cluster& cluster = Record(id);
      if (!cluster.IsActivated(collector().clusters.cycle()) || cluster.needs_dissolving) continue;
      for (const gc::ClusterId other : cluster.refers_to) {
        const gc::Index root = Record(other).root;
        if (!is_new(root)) continue;
        TryMark("cluster-outward: a cluster that it refers to was not reached with it",
                cluster.root, At(root), white);
      }
      for (const gc::Index index : cluster.mutables) {
        if (!is_new(index)) continue;
        TryMark("cluster-outward: an object that a cluster refers to was not reached with it",
                cluster.root, At(index), white);
      }
    }
  }

  void CompareState() {
    gc::Cluster& one = One();
    const std::uint32_t cycle = collector().clusters.cycle(), before = one.activated_in;
    Tells(
        "that a cluster was activated", true,
        [&] { one.activated_in = one.IsActivated(cycle) ? cycle - 1 : cycle; },
        [&] { one.activated_in = before; });
    const auto turn = [&one] { one.needs_dissolving = !one.needs_dissolving; };
    Tells("that a cluster is to be dissolved", true, turn, turn);
    TellsLast("the members of a cluster", one.members);
    TellsLast("the objects that a cluster refers to", one.mutables);
    TellsLast("the clusters that a cluster refers to", one.refers_to);
  }
  // The flag of the member through which the cluster was reached in an earlier cycle says nothing.
  void CompareReached() {
    gc::Cluster& one = One();
    const std::uint32_t cycle = collector().clusters.cycle();
    const bool is_of_now = one.reached_in == cycle;
    const gc::Index member = AnyOf(one);
    const bool was_never = one.reached_through == gc::kNoIndex;
    if (was_never && random_.Chance(1, 2)) {  // it was, in the cycle before
      one.reached_through = member;
      one.reached_in = cycle - 1;
    }
    auto& flags = population().table[member].flags;
    const bool has = flags.Has(gc::flag::kReachableInCluster);
    Tells(
        "that a cluster was reached through a member", is_of_now || one.reached_through != member,
        [&] { Write(flags, gc::flag::kReachableInCluster, !has); },
        [&] { Write(flags, gc::flag::kReachableInCluster, has); });
    if (was_never) one.reached_through = gc::kNoIndex;
  }

  std::vector<Cell*> roots_;
  Cell* loose_ = nullptr;  // a root in no cluster, and no cluster refers to it
  std::vector<gc::ClusterId> used_;
  gc::ClusterId id_ = 0;
};

}  // namespace

void JudgeDamagedClusters(std::uint64_t seed, bool lies, PaperVerdict& verdict) {
  DamagedClusters(seed, lies, verdict).Judge();
}

}  // namespace properties::verifying
