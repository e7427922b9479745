// core/world/loader.h -- what is loaded is kept until it is complete, and forms clusters then.
//
// An asset or a level is loaded over several frames. Meanwhile nothing refers to most of it, so it
// carries a keep flag (flag::kLoading); and it still changes, so nothing of it may join a cluster.
// When the loading ends, the flags are taken off, and every object of it that may be the root of a
// cluster becomes one, if the settings `cluster.*` allow it (core/cluster/cluster_options.h). From
// then on references keep it, or nothing does.
//
//     loader.Begin(*package);                              // a package of assets
//     Material* wood = loader.New<Material>({.outer = package});
//     ...                                                  // frames go by, collections too
//     loader.End(*package);                                // wood and its textures are a cluster
//
// Clusters are never made in a cycle (cluster-not-in-cycle). If one is pending when a loading ends,
// its clusters wait, and are made when the scheduler tells that the gather is over.
//
// Owns the lists of what is loading and of what waits, by weak references. Thread rules: the
// collector's thread, outside of sections; End takes the lock, and so waits for open sections.
//
// Upholds: cluster-not-in-cycle (with core/heap/clusters.cc).
// Read next: core/world/loader.cc.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/lock.h"
#include "core/heap/factory.h"
#include "core/pointer/weak_ptr.h"
#include "core/schedule/notices.h"

namespace gc {
inline namespace GC_BUILD {

class Loader {
 public:
  // All three must outlive the loader; `lock` is the heap's, and `notices` are its scheduler's.
  Loader(Heap& heap, Lock& lock, Notices& notices);
  // Gives up what is still loading.
  ~Loader();
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;

  // Keeps `outer` until its loading ends.
  void Begin(NamedObject& outer);
  // A new T that is kept until the loading ends that is under way in its outer, or in one of the
  // outers around it (aborts if there is none).
  template <class T>
  T* New(const Plan& plan) {
    CheckIsLoading(plan.outer);
    T* const object = Factory(heap_).New<T>(plan);
    heap_.SetKeepFlags(object, flag::kLoading);
    return object;
  }
  // Ends a loading: keeps nothing of it any longer, and makes clusters of `outer` and of what is
  // inside it. Returns how many clusters were made; 0 if they wait. Aborts if `outer` is not
  // loading.
  std::uint32_t End(NamedObject& outer);
  // The same without clusters. Does nothing if `outer` is not loading.
  void GiveUp(NamedObject& outer);

  bool IsLoading(const NamedObject& outer) const;
  // Whether anything is loading; for Environment::IsLoading.
  bool IsLoading() const { return !loading_.empty(); }

  // How many loadings wait for the end of a cycle with their clusters.
  std::size_t Waiting() const { return waiting_.size(); }
  // Makes the clusters that wait, and returns their number; 0 if a cycle is pending. The
  // scheduler's notices call it; a program that runs the cycles of its heap by hand calls it after
  // them.
  std::uint32_t MakeWaitingClusters();

 private:
  void CheckIsLoading(const NamedObject* outer) const;
  bool Forget(const NamedObject& outer);
  bool IsPartOfLoading(const NamedObject& object) const;
  void LetGo(NamedObject& outer);
  std::uint32_t MakeClusters(NamedObject& outer);
  Subscriber Subscription();

  Heap& heap_;
  Lock& lock_;
  Notices& notices_;
  std::vector<WeakPtr<NamedObject>> loading_;
  std::vector<WeakPtr<NamedObject>> waiting_;
};

}  // namespace GC_BUILD
}  // namespace gc
