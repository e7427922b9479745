// model/logic/vocabulary.cc -- the name and the sorts of each relation.

#include "model/logic/vocabulary.h"

namespace model {

const std::array<RelationEntry, kRelationCount>& Vocabulary() {
  using enum Sort;
  static const std::array<RelationEntry, kRelationCount> kEntries = {{
      {R::kCurrentIsA, "current-is-a", {}},
      {R::kMarking, "marking", {}},
      {R::kGathering, "gathering", {}},
      {R::kInitialPending, "initial-pending", {}},
      {R::kPurgePending, "purge-pending", {}},
      {R::kEndDecided, "end-decided", {}},
      {R::kAlloc, "alloc", {kObject}},
      {R::kA, "a", {kObject}},
      {R::kB, "b", {kObject}},
      {R::kUnreachable, "unreachable", {kObject}},
      {R::kUsed, "used", {kObject}},
      {R::kField, "field", {kObject, kField, kObject}},
      {R::kWork, "work", {kObject}},
      {R::kBarrier, "barrier", {kObject}},
      {R::kTwice, "twice", {kObject}},
      {R::kUnvisited, "unvisited", {kObject}},
      {R::kBatch, "batch", {kObject}},
      {R::kBegun, "begun", {kObject}},
      {R::kFinished, "finished", {kObject}},
      {R::kWaiting, "waiting", {kObject}},
      {R::kPolling, "polling", {kObject}},
      {R::kRoot, "root", {kObject}},
      {R::kKept, "kept", {kObject}},
      {R::kConstructing, "constructing", {kObject}},
      {R::kStrong, "strong", {kObject}},
      {R::kHeld, "held", {kObject}},
      {R::kReports, "reports", {kReferencer, kObject}},
      {R::kSlot, "slot", {kReferencer, kObject}},
      {R::kRaw, "raw", {kReferencer}},
      {R::kProtects, "protects", {kReferencer}},
      {R::kReady, "ready", {kObject}},
      {R::kWeakTo, "weak-to", {kWeak, kObject}},
      {R::kWeakSerial, "weak-serial", {kWeak, kSerial}},
      {R::kSerial, "serial", {kObject, kSerial}},
      {R::kIssued, "issued", {kSerial}},
      {R::kLastIssued, "last-issued", {kSerial}},
      {R::kTogether, "together", {kObject, kObject}},
      {R::kClusterRoot, "cluster-root", {kObject}},
      {R::kMutable, "mutable", {kObject, kObject}},
      {R::kListsCluster, "lists-cluster", {kObject, kObject}},
      {R::kToDissolve, "to-dissolve", {kObject}},
      {R::kOpen, "open", {kField}},
      {R::kJoinedWithA, "joined-with-a", {kObject}},
      {R::kGarbage, "garbage", {kObject}},
      {R::kImmutable, "immutable", {kField}},
      {R::kNamed, "named", {kObject}},
      {R::kFresh, "fresh", {kObject}},
      {R::kMay, "may", {kObject}},
      {R::kCounted, "counted", {kObject}},
      {R::kRefused, "refused", {kObject}},
      {R::kDenied, "denied", {kObject}},
      {R::kPromised, "promised", {kObject}},
      {R::kScanned, "scanned", {kObject}},
      {R::kToldBegin, "told-begin", {kObject}},
      {R::kToldFinish, "told-finish", {kObject}},
      {R::kRecycled, "recycled", {kObject}},
      {R::kGone, "gone", {kWeak}},
      {R::kPermanent, "permanent", {kObject}},
      {R::kResurrects, "resurrects", {kObject, kField, kObject}},
  }};
  return kEntries;
}

Relations SymbolicState(Logic& logic, const std::string& prefix) {
  Relations state;
  for (const RelationEntry& entry : Vocabulary()) {
    state[entry.relation] = logic.Symbol(prefix + std::string(entry.name), entry.sorts);
  }
  return state;
}

Relations EmptyHeap(const Logic& logic) {
  Relations state;
  const Bool no = logic.False();
  for (const RelationEntry& entry : Vocabulary()) {
    state[entry.relation] = Relation([no](const Terms&) { return no; });
  }
  return state;
}

}  // namespace model
