// core/population/colours.h -- what colour an object has now.
//
// The mark of an object is bits. What they mean depends on the cycle (core/object/mark.h), on the
// phase, and for a member of a cluster on the mark of its root: a member has none of its own. This
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

  // This heap's part of the process's word (core/object/listening.h).
  std::uint32_t ListeningPart() const { return listening_.part() + has_clusters_.part(); }

  // The mark that has an object's colour: its own, or that of its cluster's root.
  const MarkByte& ColourOf(Index index) const {
    return HasClusters() ? ColourInCluster(index) : table_.Mark(index);
  }
  // Whether the object has a colour of its own, or never has any; false for a member of a cluster,
  // and for an empty entry.
  bool HasOwn(Index index) const { return table_.Mark(index).Load() != 0; }
  bool IsWhite(Index index) const { return marks_.IsWhite(ColourOf(index)); }
  // Whether a look-up treats the object as gone. From the end of marking on, every object that
  // marking did not reach is.
  bool IsHidden(Index index) const {
    const MarkByte& colour = ColourOf(index);
    return Marks::IsUnreachable(colour) || (phase_ != Phase::kMarking && marks_.IsWhite(colour));
  }
  // Whether the object will be destroyed; true before the gather has come to its index as well.
  bool IsDoomed(Index index) const {
    const MarkByte& colour = ColourOf(index);
    return Marks::IsUnreachable(colour) || (phase_ == Phase::kGathering && marks_.IsWhite(colour));
  }

  // Makes a white object reachable; true for the one marker that did it. Any other object stays as
  // it is, and a disregarded one never gets a colour (mark-once). `header` is the object's.
  bool Mark(MarkByte& header, Index index) const {
    if (marks_.TryMark(header)) {
      Note(index);
      return true;
    }
    if (!kFaulty || !MarkWouldEnrol(index)) return false;
    reports_.Obeys(Rule::kMarkOnce, Fault::kMarkDisregarded, GC_HERE);
    Give(header, index, marks_.Reachable());
    return true;
  }
  // The same where no other thread marks.
  bool MarkAlone(MarkByte& header, Index index) const {
    if (kFaulty) return Mark(header, index);
    if (!marks_.TryMarkAlone(header)) return false;
    Note(index);
    return true;
  }
  // Writes into the map what the one that marked the object wrote into its header.
  void Note(Index index) const {
    MarkByte& byte = table_.Mark(index);
    byte.Store(kFaulty ? Marks::With(byte.Load(), marks_.Reachable()) : marks_.Reachable());
  }
  // The fault mark-disregarded: whether marking would give a disregarded object a colour.
  bool MarkWouldEnrol(Index index) const {
    const MarkBits seen = table_.Mark(index).Load();
    return (seen & mark::kPermanent) != 0 && (seen & mark::kColours) == 0 &&
           !reports_.Obeys(Rule::kMarkOnce, Fault::kMarkDisregarded);
  }
  // Gives an object this colour, whatever it had, in map and header: white or reachable when it
  // leaves its cluster, none when it joins one. No rule allows it where an object is unreachable;
  // two faults do it.
  void Give(MarkByte& header, Index index, MarkBits colour) const {
    MarkByte& byte = table_.Mark(index);
    byte.Store(Marks::With(byte.Load(), colour));
    MarkBits seen = header.Load();
    while (!header.Replace(seen, Marks::With(seen, colour))) {
    }
  }
  // The gather dooms what is white. Only the map is written.
  void Doom(Index index) const {
    MarkByte& byte = table_.Mark(index);
    byte.Store(Marks::With(byte.Load(), mark::kUnreachable));
  }
  // The gather dooms a member with its root.
  void DoomMember(Index index) const { table_.Mark(index).Store(mark::kUnreachable); }

  void Recycle() { marks_ = {}; }

 private:
  const MarkByte& ColourInCluster(Index index) const;
  // Decides whether the heap is told of stores: while marking, while it has clusters, and in
  // checked builds while gathering.
  void Listen() {
    listening_.Set(phase_ == Phase::kMarking || (kChecked && phase_ == Phase::kGathering));
    has_clusters_.Set(HasClusters());
  }

  Table& table_;
  Reports& reports_;
  Marks marks_;
  Phase phase_ = Phase::kIdle;
  std::atomic<std::uint32_t> clusters_{0};
  Listening listening_{kHeapThatMarks};
  Listening has_clusters_{kHeapWithClusters};
};

}  // namespace GC_BUILD
}  // namespace gc
