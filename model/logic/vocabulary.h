// model/logic/vocabulary.h -- the relations that a state of heap and collector consists of.
//
// The same state as model/machine/state.h, for heaps of any size: masks are unary relations of
// objects, fields are a ternary one. The two reachability bits are the two bits here, `a` and `b`,
// and a flip changes only which of them means reachable.
//
// An object stands for its entry in the table: after it is freed, the next object may be born
// there. Serial numbers are a sort of their own, and which were ever issued is a relation.

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
  kEndDecided,  // a fault's: marking ends with the next unit, without another look
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
  // What keeps an object without a reference, and what it answers.
  kRoot,
  kKept,
  kConstructing,
  kStrong,
  kHeld,
  kReports,   // (r, x)
  kSlot,      // (r, x): what r's slot holds, registered or not
  kRaw,       // (r)
  kProtects,  // (r): a wrapper that keeps garbage, and is not cleared
  kReady,
  // Weak references.
  kWeakTo,      // (w, x)
  kWeakSerial,  // (w, s)
  kSerial,      // (x, s)
  kIssued,      // (s)
  kLastIssued,  // (s): a fault's
  // Clusters. A member has no colour and no place in a list of its own, but its root's: so colours
  // and lists are the same for all of a cluster, and to dissolve one changes none of them.
  kTogether,      // (x, y): are in the same cluster; (x, x): is in one
  kClusterRoot,   // (x)
  kMutable,       // (x, y): x's cluster lists the object y
  kListsCluster,  // (x, y): x's cluster lists the cluster of y
  kToDissolve,    // (x): its cluster is to be dissolved when the gather is over
  kOpen,          // (f): shows itself whenever a cluster is activated, and stores there go unseen
  kJoinedWithA,   // (x): a fault's: the bit that meant reachable when x's cluster was made
  // Garbage.
  kGarbage,    // (x): marked so; references to it do not count
  kImmutable,  // (f): but for this one, which is never cleared
  // Ghosts.
  kNamed,
  kFresh,
  kMay,  // in a set that is closed under references and holds all that was reachable at the flip
  kDenied,
  kPromised,
  kScanned,
  kToldBegin,   // the object was told to begin its destruction
  kToldFinish,  // and to finish it
  kRecycled,    // the entry is in use for the second time at least: a fault's
  kGone,        // (w): the object it was made for was freed
  kPermanent,   // is never collected: has neither bit, and is in no list
  kResurrects,  // (x, f, y): x, when it begins to be destroyed, stores itself into y.f: a fault's
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

// A state of which nothing is known. `prefix` tells it from others.
Relations SymbolicState(Logic& logic, const std::string& prefix);
// The empty heap, idle.
Relations EmptyHeap(const Logic& logic);

}  // namespace model
