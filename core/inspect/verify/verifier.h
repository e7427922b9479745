// core/inspect/verify/verifier.h -- checks a whole heap against the rules.
//
// It is the collector's own checker, with one clause for each rule whose breach a heap can show. It
// reads the lists and the table, which the judge's oracle does not; the oracle knows what the
// mutator did, which the verifier does not. They find different things, and neither relies on the
// other.
//
// A breach names its rule. Some breaches cannot be told apart in a heap: a black object that refers
// to a white one shows that a reference was stored without being shaded, but not by which
// operation. Such a breach is named after the commonest rule.
//
// References are looked up, never followed (core/inspect/search/address_map.h), and an entry of a
// list counts only if the table agrees.
//
// Read next: core/rules.h.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/check.h"
#include "core/base/paged_list.h"
#include "core/cluster/cluster.h"
#include "core/heap/heap.h"
#include "core/inspect/search/address_map.h"
#include "core/inspect/search/chained.h"
#include "core/inspect/search/edge.h"
#include "core/object/entry.h"

namespace gc {
inline namespace GC_BUILD {

struct Doomed;
class DoomedChain;
class Referencer;

// Call it between two steps of the collector. It keeps its memory from one heap to the next.
class Verifier {
 public:
  // The first breach that it finds, or nothing.
  std::optional<Failure> Verify(const Heap& heap);
  // The reference that the last breach is about; without a holder if it is about none.
  const Edge& edge() const { return edge_; }

 private:
  bool Breach(Rule rule, Index index, const char* sentence);
  bool At(const Edge& edge, bool breached);
  void Prepare();

  // core/inspect/verify/verifier.cc: the wavefront.
  bool CheckLists();
  bool CheckDeferred();
  bool CheckList(const PagedList<Object*>& list);
  bool CheckQueued(const Object* object);
  bool CheckTrace();
  bool CheckReferencers();
  bool CheckReported(const Referencer& referencer, const Object* target);
  bool CheckEntries();
  bool CheckCopies(Index index, const Entry& entry);
  bool CheckColour(Index index, const Entry& entry);
  bool Waits(Index index) const;
  bool IsWhite(Index index) const;
  bool CheckRoot(Index index, const Entry& entry);
  bool CheckEdges(Index index, const Entry& entry);
  // `to`: the index of the target, or AddressMap::kAbsent.
  bool CheckEdge(Index from, const Entry& entry, Index to, const Reference& line);
  static Rule RuleOf(const Entry& target, const Reference& line);
  bool CheckGarbage(Index index, const Entry& entry);

  // core/inspect/verify/verifier_clusters.cc: clusters.
  bool CheckClusters();
  bool CheckLink(Index index, const Entry& entry);
  bool CheckRecord(ClusterId id);
  bool CheckBooks(const Cluster& cluster, Index index);
  bool CheckReached(const Cluster& cluster);
  bool CheckClosure(ClusterId id, Index index);
  bool IsListed(ClusterId id, Index target) const;

  // core/inspect/verify/verifier_construction.cc: objects pending construction, and names.
  bool CheckConstruction();
  bool CheckPending(const Object* object);
  bool CheckDirectory();

  // core/inspect/verify/verifier_purge.cc: destruction and identity.
  bool CheckPurge();
  template <class List>
  bool CheckDoomedList(const List& list, std::size_t from, FlagWord must, FlagWord must_not);
  bool CheckChain(const DoomedChain& chain, FlagWord must, FlagWord must_not);
  bool CheckDoomed(const Doomed& doomed, FlagWord must, FlagWord must_not);
  bool CheckWaiting();
  bool CheckIdentity(Index index, const Entry& entry);
  bool CheckFree();

  const Collector* collector_ = nullptr;
  const Population* heap_ = nullptr;  // the collector's
  Failure breach_{};
  Edge edge_;                         // of the breach
  AddressMap indices_;                // the addresses of all objects in the table
  ChainedIndices chained_;            // entries that link a chain of doomed objects
  std::vector<std::uint8_t> listed_;  // by index: in how many places of lists it stands
  std::size_t unreachable_ = 0;       // unreachable entries in the table
  std::size_t pending_ = 0;           // entries in the table that are pending construction
  std::size_t doomed_ = 0;            // objects in the lists of the purge
};

// The object at an index of the table, or null.
const Object* OccupantOf(const Heap& heap, Index index);

}  // namespace GC_BUILD
}  // namespace gc
