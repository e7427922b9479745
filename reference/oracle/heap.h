// reference/oracle/heap.h -- the heap that a trace describes: names, edges, and what holds them.
//
// No colours, no phases, no barrier, no budget: only which object refers to which, and what is live
// by root. Reachability is the plain closure. Everything else in this room is said in its terms.
//
// Checked by: heap_test.cc, against transitive closure on every heap of up to 4 objects x 2 fields.
// Read next: reference/oracle/oracle.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "reference/oracle/reach.h"
#include "reference/trace/trace.h"

namespace reference {

// Where an object is in its life, as far as the subject has said.
enum class Life : std::uint8_t { kUnborn, kAlive, kGathered, kBegun, kFinished, kFreed };

class Heap {
 public:
  struct Object {
    std::vector<Name> fields;
    std::uint32_t strong = 0;  // strong pointers to it
    Life life = Life::kUnborn;
    bool root = false;
    bool kept = false;          // by a flag of the collector's own
    bool constructing = false;  // its constructor runs
    bool held = false;          // by a local that survives steps
    bool container = false;     // its fields are elements: they may grow and shrink
    bool named = false;         // it can be looked up
    bool permanent = false;     // it is never collected
    bool ready = true;          // what it answers when asked whether it may finish
    bool garbage = false;       // by root: references to it do not count
    // The last field is its outer: never changed, and it counts, garbage or not.
    bool has_outer = false;
    Name cluster = kNull;  // the root of the one that it is in

    // Referencers apart, which are asked one by one.
    bool InRootSet() const {
      return permanent || root || kept || constructing || held || strong > 0;
    }
    bool IsOuter(std::size_t field) const { return has_outer && field + 1 == fields.size(); }
  };
  struct Referencer {
    Name target = kNull;  // kNull: not registered
    bool raw = false;
    bool protecting = false;  // keeps garbage, and is not cleared
    friend bool operator==(const Referencer&, const Referencer&) = default;
  };
  // Objects that live and die as one. It keeps what its objects referred to when they joined it.
  struct Cluster {
    Name root = kNull;
    std::vector<Name> members;  // the root first
    std::vector<Name> outside;  // kept: objects that were in no cluster
    std::vector<Name> others;   // kept: roots of other clusters
  };

  // A heap that has grown beyond so many names is large until it is cleared.
  static constexpr std::size_t kPlainUpTo = 256;
  void Clear(std::size_t plain_up_to = kPlainUpTo);

  // Names are below this; some of them may be unborn.
  std::size_t NameCount() const { return count_; }
  bool Born(Name name) const { return name < count_ && objects_[name].life != Life::kUnborn; }
  const Object& operator[](Name name) const { return objects_[name]; }
  // The names of those that were born and are not freed, in order. Names are never used again: who
  // walks all of them walks further in each cycle, however small the heap. Valid until the next
  // change.
  const std::vector<Name>& Present() const;

  // Changes. The objects must be born, the fields in range.
  void Create(Name name, std::uint32_t fields);
  // A new object with the fields of another, and what they hold.
  void Copy(Name name, Name from);
  void SetField(Name name, std::size_t field, Name value);
  void SetContainer(Name name) { objects_[name].container = true; }
  void SetNamed(Name name) { objects_[name].named = true; }
  void Append(Name name, Name value);
  void Erase(Name name, std::size_t element);
  // The fields of `from` become those of the object, and `from` has none.
  void Take(Name name, Name from);
  void SetPermanent(Name name);
  void SetOuter(Name name, Name outer);
  void SetGarbage(Name name);
  void SetRoot(Name name, bool root);
  void SetKept(Name name, bool kept);
  void SetConstructing(Name name, bool constructing);
  void SetHeld(Name name, bool held);
  void SetReady(Name name, bool ready) { objects_[name].ready = ready; }
  void AddStrong(Name name, int difference);
  void SetReferencer(std::uint32_t referencer, Referencer state);
  void SetLife(Name name, Life life) { objects_[name].life = life; }
  // The object is gone: what it held, and what held it by root, with it.
  void Free(Name name);

  // Of those that are not freed.
  std::size_t GarbageCount() const { return garbage_count_; }
  // What is reachable by the references that count: those to garbage do not, unless it is an
  // outer, or what a raw referencer has by value. For each name 1 or 0.
  std::vector<char> Counting() const;

  // Clusters (heap_clusters.cc); not in large heaps.
  bool MayJoinCluster(Name name) const;
  // Of the object and all that it leads to by way of those that may join.
  void MakeCluster(Name root);
  void JoinCluster(Name root, Name name);
  // With every cluster that refers to it.
  void Dissolve(Name root);
  // The root is dead, and its cluster with it.
  void Bury(Name root);
  // Null if there is none of that root.
  const Cluster* ClusterAt(Name root) const;
  // Whether the cluster keeps the object already.
  bool IsKeptBy(Name root, Name name) const;
  bool KeepsGarbage(Name root) const;
  const std::vector<Cluster>& Clusters() const { return clusters_; }

  // How many constructors run.
  std::size_t ConstructingCount() const { return constructing_count_; }
  std::size_t ReferencerCount() const { return referencer_count_; }
  const Referencer& ReferencerAt(std::size_t referencer) const { return referencers_[referencer]; }

  // The permanent objects, in the order of their births.
  const std::vector<Name>& Permanent() const { return permanent_; }
  // Whether a permanent object refers to this one.
  bool IsHeldByPermanent(Name name) const;

  // Whether something other than a field holds the object: it is permanent, root flag, keep flag, a
  // constructor that runs, strong count, referencer, local.
  bool InRootSet(Name name) const;
  // What is reachable from those: for each name 1 or 0. Valid until the next change.
  const std::vector<char>& Reachable() const;
  // The same for one object, which is born. In a large heap this takes no walk.
  bool IsReachable(Name name) const {
    return large_ ? reach_.Reached(name) : Reachable()[name] != 0;
  }
  bool IsLarge() const { return large_; }
  // Large heaps only: what a change left unreachable, since this was cleared.
  std::vector<Name>& Lost() { return reach_.Lost(); }
  // Everything that `from` leads to, itself included, in the order of names.
  void Close(Name from, std::vector<Name>& reached) const;
  // The shortest path to the object from whatever holds one by root, as "root -> a.1 -> d",
  // with => where it goes on by way of a cluster; empty if there is none.
  std::string PathTo(Name name) const;

 private:
  void CloseFrontier(std::vector<char>& reached) const;
  void BecomeLarge();
  void Shrink(Name name, std::size_t count);
  void ChangeRootSet(Name name, bool before, bool after);
  Cluster& Mutable(Name root);
  void ListOutside(Name name);
  void Forget(Name root);
  // Whoever is reached with an object that is in a cluster, and not by its fields.
  template <class Visit>
  void EachInFate(Name name, const Visit& visit) const {
    if (name != objects_[name].cluster) return visit(objects_[name].cluster);
    const Cluster& cluster = *ClusterAt(name);
    for (const Name member : cluster.members) visit(member);
    for (const Name kept : cluster.outside) visit(kept);
    for (const Name other : cluster.others) visit(other);
  }

  std::vector<Object> objects_;  // the first count_ are in use; the rest keep their memory
  std::size_t count_ = 0;
  mutable std::vector<Name> present_;
  mutable bool present_known_ = true;  // none of them is freed, and they are in order
  std::vector<Referencer> referencers_;
  std::size_t referencer_count_ = 0;
  std::size_t constructing_count_ = 0;
  std::vector<Name> permanent_;
  std::size_t garbage_count_ = 0;
  std::vector<Cluster> clusters_;
  mutable std::vector<char> reachable_;
  mutable bool reachable_known_ = false;
  mutable std::vector<Name> frontier_;
  mutable std::vector<std::uint32_t> closed_in_;  // by name: the last call of Close it was met in
  mutable std::uint32_t closures_ = 0;            // calls of Close
  std::size_t plain_up_to_ = kPlainUpTo;
  bool large_ = false;
  Reach reach_;  // if large
};

// The text of a name: a to z, then o26, o27, ...
std::string NameText(Name name);

}  // namespace reference
