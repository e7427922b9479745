// core/population/colours.h -- what colour an object has now.
//
// The flags of an entry are bits. What they mean depends on the marks of this cycle
// (core/object/mark.h), on the phase, and for a member of a cluster on the entry of its root. This
// file is the only place that puts the three together.
//
// Owns the meaning of the marks, the phase, and the number of clusters; from these it decides
// whether the heap is told of stores. Calls the table and the reports. Thread rules: colours are
// read on any thread of the heap; the meaning of the marks, the phase and the number of clusters
// change in steps and under the lock of clusters.
//
// Upholds: mark-once.
// Read next: core/population/population.h.

#pragma once

#include <atomic>
#include <cstdint>

#include "core/object/cluster_link.h"
#include "core/object/listening.h"
#include "core/object/mark.h"
#include "core/object/table.h"
#include "core/population/phase.h"
#include "core/population/reports.h"

namespace gc {
inline namespace GC_BUILD {

class Colours {
 public:
  Colours(Table& table, Reports& reports) : table_(table), reports_(reports) {}
  Colours(const Colours&) = delete;
  Colours& operator=(const Colours&) = delete;

  const Marks& marks() const { return marks_; }
  // Makes every reachable object white, in constant time.
  void Flip() { marks_.Flip(); }
  Phase phase() const { return phase_; }
  void Enter(Phase phase) {
    phase_ = phase;
    Listen();
  }

  // Whether the heap has any cluster. This is the only question about clusters that code outside of
  // core/cluster asks on a fast path.
  bool HasClusters() const { return clusters_.load(std::memory_order_acquire) != 0; }
  std::uint32_t ClusterCount() const { return clusters_.load(std::memory_order_relaxed); }
  void AddCluster() {
    clusters_.fetch_add(1, std::memory_order_release);
    Listen();
  }
  void RemoveCluster() {
    clusters_.fetch_sub(1, std::memory_order_release);
    Listen();
  }
  void ForgetClusters() {
    clusters_.store(0, std::memory_order_release);
    Listen();
  }

  // The entry that has an object's colour: its own, or that of its cluster's root.
  const Entry& ColourOf(const Entry& entry) const {
    return HasClusters() ? ColourInCluster(entry) : entry;
  }
  bool IsWhite(const Entry& entry) const { return marks_.IsWhite(ColourOf(entry)); }
  // Whether a look-up treats the object as gone. From the end of marking on, every object that
  // marking did not reach is.
  bool IsHidden(const Entry& entry) const {
    const Entry& colour = ColourOf(entry);
    return Marks::IsUnreachable(colour) || (phase_ != Phase::kMarking && marks_.IsWhite(colour));
  }
  // Whether the object will be destroyed; true before the gather has come to its index as well.
  bool IsDoomed(const Entry& entry) const {
    const Entry& colour = ColourOf(entry);
    return Marks::IsUnreachable(colour) || (phase_ == Phase::kGathering && marks_.IsWhite(colour));
  }

  // Makes a white entry reachable; true for the one marker that did it. Any other entry stays as it
  // is, and a disregarded one never gets a colour (mark-once).
  bool Mark(Entry& entry) const {
    if (marks_.TryMark(entry)) return true;
    if (!kFaulty || !MarkWouldEnrol(entry)) return false;
    reports_.Obeys(Rule::kMarkOnce, Fault::kMarkDisregarded, GC_HERE);
    entry.flags.Set(marks_.Reachable());
    return true;
  }
  // The fault mark-disregarded: whether marking would give a disregarded entry a colour.
  bool MarkWouldEnrol(const Entry& entry) const {
    return entry.flags.Has(flag::kDisregarded) && !entry.flags.Has(flag::kReachability) &&
           !reports_.Obeys(Rule::kMarkOnce, Fault::kMarkDisregarded);
  }

  void Recycle() { marks_ = {}; }

 private:
  const Entry& ColourInCluster(const Entry& entry) const;
  // Decides whether the heap is told of stores: while marking, while it has clusters, and in
  // checked builds while gathering.
  void Listen() {
    listening_.Set(phase_ == Phase::kMarking || (kChecked && phase_ == Phase::kGathering) ||
                   HasClusters());
  }

  Table& table_;
  Reports& reports_;
  Marks marks_;
  Phase phase_ = Phase::kIdle;
  std::atomic<std::uint32_t> clusters_{0};
  Listening listening_;
};

}  // namespace GC_BUILD
}  // namespace gc
