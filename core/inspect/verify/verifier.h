// core/inspect/verify/verifier.h -- a whole heap, held against the rules.
//
// The collector's own checker: one clause for each rule that a heap can show the breach of. It
// knows the lists and the table, which the judge's oracle does not, and it does not know what the
// mutator did, which the oracle does; the two find different things, and neither trusts the other.
//
// A breach names the rule that it is a breach of. Some breaches look alike on a heap: a black
// object that refers to a white one says that a reference came there without being shaded, not by
// which operation; it is named after the commonest.
//
// References are looked up, never followed (core/inspect/search/address_map.h), and what is in a
// list is believed only if the table agrees.
//
// Read next: core/rules.h.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/check.h"
#include "core/cluster/clusters.h"
#include "core/heap/heap.h"
#include "core/inspect/search/address_map.h"
#include "core/object/entry.h"

namespace gc {
inline namespace GC_BUILD {

struct Doomed;
class Referencer;

// Keeps its scratch memory from one heap to the next. Call it between collector steps.
class Verifier {
 public:
  // The first breach that is found, or none.
  std::optional<Failure> Verify(const Heap& heap);

 private:
  bool Breach(Rule rule, Index index, const char* sentence);
  void Prepare();

  // verifier.cc: the wavefront.
  bool CheckLists();
  bool CheckList(const std::vector<Object*>& list);
  bool CheckTrace();
  bool CheckReferencers();
  bool CheckReported(const Referencer& referencer, const Object* target);
  bool CheckEntries();
  bool CheckColour(Index index, const Entry& entry);
  bool Waits(Index index) const;
  bool CheckRoot(Index index, const Entry& entry);
  bool CheckEdges(Index index, const Entry& entry);
  bool CheckEdge(Index from, const Entry& entry, const Object* target, const Reference& line);
  static Rule RuleOf(const Entry& target, const Reference& line);
  bool CheckGarbage(Index index, const Entry& entry);

  // verifier_clusters.cc: what clusters rely on.
  bool CheckClusters();
  bool CheckLink(Index index, const Entry& entry);
  bool CheckRecord(ClusterId id);
  bool CheckBooks(const Cluster& cluster, Index index);
  bool CheckReached(const Cluster& cluster);
  bool CheckClosure(ClusterId id, Index index);
  bool IsListed(ClusterId id, Index target) const;

  // verifier_construction.cc: what is pending construction, and what has a name.
  bool CheckConstruction();
  bool CheckPending(const Object* object);
  bool CheckDirectory();

  // verifier_purge.cc: destruction and identity.
  bool CheckPurge();
  bool CheckDoomedList(const std::vector<Doomed>& list, std::size_t from, FlagWord must,
                       FlagWord must_not);
  bool CheckDoomed(const Doomed& doomed, FlagWord must, FlagWord must_not);
  bool CheckWaiting();
  bool CheckIdentity(Index index, const Entry& entry);
  bool CheckFree();

  const Collector* collector_ = nullptr;
  Failure breach_{};
  AddressMap indices_;                // of every object in the table
  std::vector<std::uint8_t> listed_;  // by index: times it waits in a list
  std::size_t unreachable_ = 0;       // entries in the table
  std::size_t pending_ = 0;           // the same, of those under construction
  std::size_t doomed_ = 0;            // in the lists of the purge
};

// The object at an index, or null.
const Object* OccupantOf(const Heap& heap, Index index);

}  // namespace GC_BUILD
}  // namespace gc
