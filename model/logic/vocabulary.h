// model/logic/vocabulary.h -- the relations that a state of heap and collector consists of.
//
// This is the state of model/machine/state.h for heaps of any size: a mask becomes a unary relation
// of objects, and the fields become one ternary relation. `a` and `b` are the two reachability
// bits, and a flip changes only which of them means reachable.
//
// An object here is an entry of the table: after it is freed, the next object may be born in it.
// Serials are a sort of their own, and a relation says which serials were ever issued.

#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "model/logic/logic.h"

namespace model {

enum class R : std::uint8_t {
  // Flags of the heap.
  kCurrentIsA,
  kMarking,
  kGathering,
  kInitialPending,
  kPurgePending,
  kEndDecided,  // only with a fault: marking ends with the next unit, without another look
  // The table.
  kAlloc,
  kA,
  kB,
  kUnreachable,
  kUsed,
  kField,  // (x, f, y): x.f refers to y
  // The lists.
  kWork,
  kBarrier,
  kTwice,
  kUnvisited,
  kBatch,
  kBegun,
  kFinished,
  kWaiting,
  kPolling,
  // What keeps an object without a reference; and whether it is ready.
  kRoot,
  kKept,
  kConstructing,
  kStrong,
  kHeld,
  kReports,   // (r, x): r reports x
  kSlot,      // (r, x): what r's slot holds, registered or not
  kRaw,       // (r): r is a raw referencer
  kProtects,  // (r): r is a wrapper that is protected, so garbage in it is not cleared
  kReady,
  // Weak references.
  kWeakTo,      // (w, x): w was made for an object in entry x
  kWeakSerial,  // (w, s): w has serial s
  kSerial,      // (x, s): entry x has serial s
  kIssued,      // (s): s was issued
  kLastIssued,  // (s): only with a fault: s was issued last
  // Clusters. A member has its root's colour and places in lists. Here these relations hold for all
  // objects of a cluster alike, so dissolving it changes none of them.
  kTogether,      // (x, y): x and y are in the same cluster; (x, x): x is in a cluster
  kClusterRoot,   // (x): x is a cluster root
  kMutable,       // (x, y): x's cluster lists the object y
  kListsCluster,  // (x, y): x's cluster lists the cluster of y
  kToDissolve,    // (x): its cluster is to be dissolved when the gather is over
  kOpen,  // (f): f is an open field: scanned in each marking; stores into it dissolve no cluster
  kJoinedWithA,  // (x): only with a fault: whether `a` meant reachable when x's cluster was made
  // What a caller asks for in one cycle, or does by hand.
  kAuthored,  // (x): x has a flag of its author, which a caller's mask may name
  kMasked,    // (x): the mask of this cycle names x
  kByHand,    // (x): x was begun by hand, and its own begin unit is still to come
  kDropped,   // the heap was dropped, and its objects end
  kLate,      // (x): x was permanent, and ends last
  // Helpers: what other threads have done, and the collector's thread has not taken over yet.
  kAsked,    // the referencers were asked beside the flip
  kCarried,  // (x): x was reported then
  kFound,    // (x): a worker has doomed x, and has not handed it over
  kHanded,   // (x): the entry is empty, and a worker has still to free the memory
  // Garbage.
  kGarbage,    // (x): x is marked garbage, so most references do not keep it
  kImmutable,  // (f): f is immutable: it keeps garbage too, and is never cleared
  // Ghosts.
  kNamed,
  kFresh,
  kMay,      // may outlive the cycle: a closed set with all that was reachable at the flip
  kCounted,  // may outlive the cycle, though references to garbage do not keep it (ghosts.cc)
  kRefused,  // was asked in this purge, and was not ready
  kDenied,
  kPromised,
  kScanned,
  kToldBegin,   // the object was told to begin its destruction
  kToldFinish,  // the object was told to finish its destruction
  kRecycled,    // only with a fault: the entry was used by an earlier object
  kGone,        // (w): the object for which w was made is freed
  kPermanent,   // is never collected: has neither bit, and is in no list
  kResurrects,  // (x, f, y): only with a fault: x stores itself into y.f when it is begun
};
inline constexpr std::size_t kRelationCount = static_cast<std::size_t>(R::kResurrects) + 1;

struct RelationEntry {
  R relation;
  std::string_view name;
  std::vector<Sort> sorts;
};

// In enumeration order.
const std::array<RelationEntry, kRelationCount>& Vocabulary();

// A state: a relation for each word of the vocabulary.
class Relations {
 public:
  const Relation& operator[](R relation) const { return all_[static_cast<std::size_t>(relation)]; }
  Relation& operator[](R relation) { return all_[static_cast<std::size_t>(relation)]; }

 private:
  std::array<Relation, kRelationCount> all_;
};

// A state about which nothing is known. `prefix` makes its symbols differ from those of other
// states.
Relations SymbolicState(Logic& logic, const std::string& prefix);
// The empty heap, idle.
Relations EmptyHeap(const Logic& logic);

}  // namespace model
