// core/heap/clusters.cc -- clusters are made, grow, and are dissolved by hand.
//
// Upholds: cluster-not-in-cycle.   Read next: core/cluster/clusters.h.

#include "core/collect/collector.h"
#include "core/heap/heap.h"
#include "core/population/requirement.h"
#include "core/population/use.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// Making a cluster reads what mutators write and changes what the collector relies on, so it may
// happen only where a step may.
bool MayClusterNow(Collector& collector) {
  Population& heap = collector.population;
  if (heap.Stopped() || !kBarriered) return false;  // without a barrier no store is noticed
  if (!GC_CHECK(heap, heap.activity.Calls() == 0, Rule::kScanIsAtomic, kNoIndex,
                "no cluster may be made in a constructor or a callback")) {
    return false;
  }
  if (!heap.sharing.MayStep()) {
    Abort(Misuse{
        .rule = Rule::kLockExcludes,
        .sentence = "a heap with a lock makes clusters under it only: acquire the lock first",
        .where = GC_HERE});
  }
  return collector.clusters.maker().options().create && collector.clusters.HasRoomForOneMore();
}

// cluster-not-in-cycle.
bool IsInCycle(const Population& heap) {
  return heap.phase() != Phase::kIdle &&
         heap.Obeys(Rule::kClusterNotInCycle, Fault::kClusterInCycle, GC_HERE);
}

bool IsRootOfThisHeap(Population& heap, const Object* root, const char* call) {
  return Fits(heap, root,
              {.call = call,
               .sentence = "the root of a cluster must be an object of this heap",
               .where = GC_HERE});
}

}  // namespace

std::uint32_t Heap::MakeCluster(Object* root) {
  const Use use(collector_->population, "MakeCluster");
  Population& heap = collector_->population;
  ClusterMaker& maker = collector_->clusters.maker();
  if (!MayClusterNow(*collector_) || !IsRootOfThisHeap(heap, root, "MakeCluster")) return 0;
  if (!maker.MayBeRoot(*root) || IsInCycle(heap)) return 0;
  return maker.Make(*root);
}

bool Heap::AllocateCluster(Object* root) {
  const Use use(collector_->population, "AllocateCluster");
  Population& heap = collector_->population;
  if (!MayClusterNow(*collector_) || !IsRootOfThisHeap(heap, root, "AllocateCluster")) {
    return false;
  }
  if (!collector_->clusters.maker().IsClusterable(*root) || IsInCycle(heap)) return false;
  return collector_->clusters.maker().MakeOfOne(*root);
}

bool Heap::AddToCluster(Object* root, Object* object) {
  const Use use(collector_->population, "AddToCluster");
  Population& heap = collector_->population;
  ClusterMaker& maker = collector_->clusters.maker();
  if (!MayClusterNow(*collector_)) return false;
  if (!IsRootOfThisHeap(heap, root, "AddToCluster")) return false;
  if (!Fits(heap, object,
            {.call = "AddToCluster",
             .sentence = "what is put in a cluster must be an object of this heap",
             .where = GC_HERE})) {
    return false;
  }
  const ClusterLink link = heap.table.LinkOf(root->header().index);
  if (!IsRootLink(link) || !maker.MayBeMember(*object) || IsInCycle(heap)) return false;
  return maker.Add(*root, *object);
}

bool Heap::DissolveClusterOf(Object* object) {
  const Use use(collector_->population, "DissolveClusterOf");
  Population& heap = collector_->population;
  if (heap.Stopped()) return false;
  return Fits(heap, object,
              {.call = "DissolveClusterOf",
               .sentence = "the cluster that is dissolved must be of this heap, and not doomed",
               .where = GC_HERE,
               .doomed = Requirement::Doomed::kForbidden}) &&
         collector_->clusters.Dissolve(*object);
}

Object* Heap::ClusterRootOf(const Object* object) const {
  const Use use(collector_->population, "ClusterRootOf");
  const Table& table = collector_->population.table;
  if (object == nullptr || !table.Has(*object)) return nullptr;
  const Index index = object->header().index;
  const ClusterLink link = table.LinkOf(index);
  if (link == 0) return nullptr;
  return table[IsMemberLink(link) ? RootOf(link) : index].Occupant();
}

void Heap::SetClusterOptions(const ClusterOptions& options) {
  const Use use(collector_->population, "SetClusterOptions");
  collector_->clusters.maker().Open(options);
  if (!options.create) collector_->clusters.DissolveAll();
}

}  // namespace GC_BUILD
}  // namespace gc
