// reference/inspection/paper_clusters.h -- clusters on paper: what lives and dies together.
//
// A cluster is made by a walk over all that its root refers to. From then on it has a list of its
// members, and of what they refer to outside: other clusters, and single objects. It ends when its
// root is doomed, or when it is dissolved, with all that refer to it: by hand, by a store of
// something that it does not list, and because one of its objects or what it refers to is garbage.
//
// Read next: reference/inspection/paper_heap.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace reference::inspection {

inline constexpr int kNone = -1;

class PaperHeap;

struct PaperCluster {
  int root = kNone;
  std::vector<int> members;    // without the root; this and the next by their indices
  std::vector<int> mutables;   // single objects that they refer to
  std::vector<int> refers_to;  // roots of other clusters
  bool waits = false;          // is dissolved when the gather is over
};

struct PaperFigures {
  std::size_t objects = 0, bytes = 0, clusters = 0, mutables = 0, open = 0;
  std::size_t scans_saved = 0, references_saved = 0;
  friend bool operator==(const PaperFigures&, const PaperFigures&) = default;
};

struct PaperClusterCounts {
  std::uint64_t made = 0, died = 0, dissolved = 0, stored_into = 0;
};

class PaperClusters {
 public:
  // How many objects it has; 0 if none was made.
  std::size_t Make(const PaperHeap& heap, int root, std::size_t fewest);
  const PaperCluster* Of(int object) const;
  void NoteStore(int holder, int target, bool gathering);
  // With all that refer to it.
  void Dissolve(int object, bool gathering);
  void GatherIsOver(const PaperHeap& heap);
  PaperFigures FiguresOf(const PaperHeap& heap, const PaperCluster& cluster) const;

  std::vector<PaperCluster>& all() { return all_; }
  const std::vector<PaperCluster>& all() const { return all_; }
  const PaperClusterCounts& counts() const { return counts_; }

 private:
  PaperCluster* Find(int object);
  void DissolveWaiting();

  std::vector<PaperCluster> all_;
  PaperClusterCounts counts_;
};

}  // namespace reference::inspection
