// core/cluster/clusters.h -- objects that live and die as one.
//
// A door has fifty parts that nobody outside refers to, and that nobody changes. Marking them one
// by one, in every cycle, finds out what is known already. A cluster is such a group, made once by
// walking from its root: the trace reaches the root, and has reached all members. What they refer
// to outside was listed when the cluster was made: other clusters, and objects that are marked one
// by one (the *mutable* ones). Reaching the root *activates* the cluster: it reaches what is
// listed.
//
// A member has no colour of its own: its entry carries none of the three bits, and everybody who
// asks for its colour is given its root's (Collector::ColourOf). So the flip has nothing to do for
// members, whoever is hidden with the root is hidden at the same instant, and a cluster costs the
// trace what one object does. The price is one test more for each reference that leads to what is
// not white, while there are clusters; while there are none, one branch that is always the same.
// When a cluster is dissolved, its members take the colour of their root, and are objects like
// others from there on. A root whose trace it is to activate is grey, as it waits in a list.
//
//     the trace       r -> m1 -> m2 are a cluster, and white; x is black
//     the mutator     x.f = m2
//     on its own bit  m2 is shaded, r and m1 are freed, and m2 refers to m1
//     as a cluster    m2 has no bit: r is shaded, and with it all three
//
// A store into a member. The list of what a cluster refers to outside is true when it is made, and
// any store into a member may make it false: what is stored is then kept by nobody. The gate of the
// barrier is therefore open while a trace is pending or clusters exist (S5.5, choice b), and its
// slow path finds out whether the slot is inside of a clustered object, from its address alone
// (member_map.h), so that nobody has to write members in a special way, and nobody can forget to.
// What is stored there and is not in the lists dissolves the cluster, at once, with those that
// refer to it (cluster-store). Adding it to the lists would be right as well, but nothing is ever
// taken out of them but who joins: a slot that is written each frame would keep all that it ever
// held. Slots outside the object (a container's memory) or whose place only their type knows cannot
// be told by address; the fields that show them are *open*, and what they show is reached whenever
// the cluster is activated, and never listed. It costs: a look-up, some ten nanoseconds, for each
// store anywhere while any cluster exists, and a lock if several threads store; a scan of the
// members' open fields in each trace; and a cluster that is stored into is gone until somebody
// makes it again. With no clusters it costs nothing: the gate is the same word. A build without the
// barrier has none.
//
// To activate a cluster, with all that are reached from there, is one unit, as scanning an object
// is; so is to dissolve one. A unit is therefore as long as the lists are, and a slice that has a
// deadline looks at it before and after.
//
// Clusters are made and grown outside of a cycle only (cluster-not-in-cycle), and dissolved at any
// time; while gathering, that waits for the gather's end, for the gather looks at links.
//
// Thread rules: making and growing, as a step of the collector. Stores and barriers of several
// mutators that meet a cluster take `lock`. Lock order: the table lock, then this one.
//
// Upholds: cluster-is-one, cluster-member-barrier, cluster-outward, cluster-store,
// cluster-dissolve-colour, cluster-dissolve-idle, cluster-not-in-cycle, cluster-gather.
// Read next: core/cluster/making.cc.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "core/cluster/cluster_options.h"
#include "core/cluster/member_map.h"
#include "core/object/entry.h"
#include "core/object/flags.h"
#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

using ClusterId = std::uint32_t;  // of a record; reused when its cluster is gone

// What an entry's link says: 0 nothing, above 0 the index of the root, below 0 the record.
constexpr ClusterLink LinkToRoot(Index root) { return static_cast<ClusterLink>(root); }
constexpr ClusterLink LinkToRecord(ClusterId id) { return -1 - static_cast<ClusterLink>(id); }
constexpr bool IsMemberLink(ClusterLink link) { return link > 0; }
constexpr bool IsRootLink(ClusterLink link) { return link < 0; }
constexpr Index RootOf(ClusterLink link) { return static_cast<Index>(link); }
constexpr ClusterId RecordOf(ClusterLink link) { return static_cast<ClusterId>(-1 - link); }

// All lists are sorted, and have nobody twice.
struct Cluster {
  Index root = kNoIndex;             // of a record that is not in use: none
  std::vector<Index> members;        // without the root
  std::vector<Index> mutables;       // objects outside that they refer to, not in clusters then
  std::vector<ClusterId> refers_to;  // other clusters
  std::vector<ClusterId> referred_by;
  std::vector<Index> open;           // the root and members that have open fields
  Index reached_through = kNoIndex;  // who has reachable-in-cluster
  bool activated = false;            // in this cycle; marked and not activated, it is grey
  bool needs_dissolving = false;     // when it may be
  FlagWord joined_with = 0;          // the bit that meant reachable when it was made
  std::size_t bytes = 0;             // of the objects, root included
};

// Why clusters are no longer there.
struct ClusterCounts {
  std::uint64_t made = 0;
  std::uint64_t died = 0;         // the root was not reached
  std::uint64_t dissolved = 0;    // for whatever reason
  std::uint64_t stored_into = 0;  // of these: by a store
};

// Puts a value where it belongs in a sorted list that has it at most once; and takes it out.
template <class T>
void Insert(std::vector<T>& sorted, T value) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), value);
  if (at == sorted.end() || *at != value) sorted.insert(at, value);
}
template <class T>
void Erase(std::vector<T>& sorted, T value) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), value);
  if (at != sorted.end() && *at == value) sorted.erase(at);
}

struct Clusters {
  // Whether there are any. What happens without clusters asks this and nothing else of them.
  bool Any() const { return count.load(std::memory_order_acquire) != 0; }
  Cluster& operator[](ClusterId id) { return records[id]; }
  const Cluster& operator[](ClusterId id) const { return records[id]; }

  ClusterId Acquire();
  void Release(ClusterId id);
  void Recycle();

  std::atomic<std::uint32_t> count{0};
  std::vector<Cluster> records;
  std::vector<ClusterId> free;     // the next one last
  std::vector<ClusterId> reached;  // marked, and to be activated before the unit is over
  bool walking = false;            // links of those that are found lead to no record yet
  bool activating = false;
  bool dissolve_later = false;     // what is flagged waits until the flip is told
  std::vector<ClusterId> flagged;  // that need dissolving
  MemberMap places;
  ClusterOptions options;
  ClusterCounts counts;
  mutable std::mutex lock;
};

}  // namespace GC_BUILD
}  // namespace gc
