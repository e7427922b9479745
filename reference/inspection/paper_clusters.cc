#include "reference/inspection/paper_clusters.h"

#include <algorithm>

#include "reference/inspection/paper_heap.h"

namespace reference::inspection {

namespace {

bool Has(const std::vector<int>& list, int object) { return std::ranges::count(list, object) != 0; }

bool MayJoin(const PaperObject& object) {
  return !object.gone && !object.doomed && !object.garbage && object.keeps <= 1;
}

// Without null, each once, by their indices.
void Settle(const PaperHeap& heap, std::vector<int>& list) {
  std::ranges::sort(list, {}, [&heap](int object) { return heap.At(object).index; });
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace

PaperCluster* PaperClusters::Find(int object) {
  const auto is_in = [object](const PaperCluster& one) {
    return one.root == object || Has(one.members, object);
  };
  const auto at = std::ranges::find_if(all_, is_in);
  return at == all_.end() ? nullptr : &*at;
}

const PaperCluster* PaperClusters::Of(int object) const {
  return const_cast<PaperClusters*>(this)->Find(object);
}

std::size_t PaperClusters::Make(const PaperHeap& heap, int root, std::size_t fewest) {
  if (!heap.At(root).type->may_lead || !MayJoin(heap.At(root)) || Find(root) != nullptr) return 0;
  std::vector<int> found{root};
  for (std::size_t next = 0; next < found.size(); ++next) {
    for (const auto& line : heap.At(found[next]).slots) {
      for (const int to : line) {
        if (to == kNone || Has(found, to) || Find(to) != nullptr) continue;
        if (MayJoin(heap.At(to)) && heap.At(to).type->may_join) found.push_back(to);
      }
    }
  }
  if (found.size() < fewest) return 0;
  PaperCluster made;
  made.root = root;
  made.members.assign(found.begin() + 1, found.end());
  for (const int object : found) {
    const PaperObject& one = heap.At(object);
    for (std::size_t line = 0; line < one.slots.size(); ++line) {
      if (one.type->lines[line].open) continue;
      for (const int to : one.slots[line]) {
        if (to == kNone || Has(found, to)) continue;
        const PaperCluster* const other = Find(to);
        (other == nullptr ? made.mutables : made.refers_to)
            .push_back(other == nullptr ? to : other->root);
      }
    }
  }
  for (auto* const list : {&made.members, &made.mutables, &made.refers_to}) Settle(heap, *list);
  all_.push_back(made);
  ++counts_.made;
  return found.size();
}

void PaperClusters::NoteStore(int holder, int target, bool gathering) {
  const PaperCluster* const cluster = Find(holder);
  if (cluster == nullptr || target == kNone || cluster->waits) return;
  const PaperCluster* const other = Find(target);
  const bool listed = Has(cluster->mutables, target) || other == cluster ||
                      (other != nullptr && Has(cluster->refers_to, other->root));
  if (listed) return;
  ++counts_.stored_into;
  Dissolve(holder, gathering);
}

void PaperClusters::Dissolve(int object, bool gathering) {
  PaperCluster* const cluster = Find(object);
  if (cluster == nullptr) return;
  cluster->waits = true;
  if (!gathering) DissolveWaiting();
}

void PaperClusters::DissolveWaiting() {
  for (bool changed = true; changed;) {
    changed = false;
    for (PaperCluster& one : all_) {
      const auto waits = [this](int root) { return Find(root)->waits; };
      if (one.waits || std::ranges::none_of(one.refers_to, waits)) continue;
      one.waits = changed = true;
    }
  }
  counts_.dissolved += std::erase_if(all_, [](const PaperCluster& one) { return one.waits; });
}

void PaperClusters::GatherIsOver(const PaperHeap& heap) {
  std::vector<int> dead;
  for (const PaperCluster& one : all_) {
    if (heap.At(one.root).doomed) dead.push_back(one.root);
  }
  const auto is_dead = [&dead](int root) { return Has(dead, root); };
  counts_.died += std::erase_if(all_, [&](const PaperCluster& one) { return is_dead(one.root); });
  for (PaperCluster& one : all_) std::erase_if(one.refers_to, is_dead);
  DissolveWaiting();
}

// One scan stands for the whole cluster; objects with open fields are scanned all the same. What
// the lists name is followed once for all references to it.
PaperFigures PaperClusters::FiguresOf(const PaperHeap& heap, const PaperCluster& cluster) const {
  PaperFigures figures;
  figures.objects = cluster.members.size() + 1;
  figures.clusters = cluster.refers_to.size();
  figures.mutables = cluster.mutables.size();
  std::vector<int> objects = cluster.members;
  objects.push_back(cluster.root);
  std::size_t closed = 0;
  for (const int object : objects) {
    const PaperObject& one = heap.At(object);
    figures.bytes += one.bytes;
    bool open = false;
    for (std::size_t line = 0; line < one.slots.size(); ++line) {
      if (one.type->lines[line].open) {
        open = true;
      } else {
        closed += one.slots[line].size() -
                  static_cast<std::size_t>(std::ranges::count(one.slots[line], kNone));
      }
    }
    figures.open += open;
  }
  const std::size_t followed = figures.clusters + figures.mutables;
  const std::size_t members = cluster.members.size();
  figures.scans_saved = figures.open < members ? members - figures.open : 0;
  figures.references_saved = followed < closed ? closed - followed : 0;
  return figures;
}

}  // namespace reference::inspection
