// reference/oracle/heap.h -- the heap that a trace describes: names, edges, and the root set.
//
// No colours, no phases, no barrier, no budget: only which object refers to which, and which
// objects are live without a reference. What is reachable is what the plain collector marks.
//
// Checked by: heap_test.cc.
// Read next: reference/oracle/oracle.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "reference/oracle/plain_collector.h"
#include "reference/oracle/reach.h"
#include "reference/trace/trace.h"
#include "reference/variant/members.h"

namespace reference {

// Where an object is in its life, as far as the subject has said.
enum class Life : std::uint8_t { kUnborn, kAlive, kGathered, kBegun, kFinished, kFreed };

// What puts an object in the root set, strong counts and referencers apart.
enum class RootFlag : std::uint8_t {
  kPermanent,     // it is never collected
  kRoot,          // by the mutator
  kKept,          // by a flag of the collector's own
  kConstructing,  // its constructor runs
  kHeld,          // by a local that survives steps
  kMasked,        // by a flag of its author that the mask of this cycle names
};

class Heap {
 public:
  // A field of an object; the holder is kNull if there is none.
  struct Place {
    Name holder = kNull;
    std::uint16_t field = 0;
  };
  struct Object {
    std::vector<Name> fields;
    std::uint32_t strong = 0;  // strong pointers to it
    Life life = Life::kUnborn;
    bool permanent = false;  // these six as RootFlag says
    bool root = false;
    bool kept = false;
    bool constructing = false;
    bool held = false;
    bool masked = false;
    bool flagged = false;    // by its author
    bool begun = false;      // told by hand to begin its destruction
    bool container = false;  // its fields are elements: they may grow and shrink
    bool named = false;      // it can be looked up by its name
    bool ready = true;       // what it answers when asked whether it may finish
    bool garbage = false;    // explicitly marked: references to it do not count
    bool has_outer = false;  // its last field is its outer: never changed, and it always counts
    Name cluster = kNull;    // the root of the cluster that it is in
    Name identity = kNull;   // the first object with its identity; kNull: that was never noted
    std::uint32_t born = 0;  // the number of its birth, of all in this heap
    std::uint32_t gone = 0;  // so many births there had been when it was freed
    Place resurrection;      // where it tries to store itself when its destruction begins

    // Referencers apart: the heap has them in a list.
    bool InRootSet() const {
      return permanent || root || kept || constructing || held || masked || strong > 0;
    }
    bool IsOuter(std::size_t field) const { return has_outer && field + 1 == fields.size(); }
  };
  struct Referencer {
    Name target = kNull;  // kNull: not registered
    bool raw = false;
    bool protecting = false;  // what it reports is kept, garbage or not, and the report stays
    friend bool operator==(const Referencer&, const Referencer&) = default;
  };
  // Objects that live and die as one (clusters.h).
  struct Cluster {
    Name root = kNull;
    std::vector<Name> members;  // the root first
    std::vector<Name> outside;  // kept: objects that were in no cluster
    std::vector<Name> others;   // kept: roots of other clusters
  };

  // Whose references to garbage are cleared. A container's elements are a script's, unless the
  // container shows them by itself: that, like all else, is code's.
  struct Clears {
    bool code = true;
    bool scripts = true;
    bool elements = true;  // of containers

    bool Of(const Object& holder) const { return holder.container ? elements : code; }
    bool Any() const { return code || scripts; }
  };

  // A heap that has grown beyond so many names is large until it is cleared.
  static constexpr std::size_t kPlainUpTo = 256;
  // `members` is the choice of Setting::kMembers.
  void Clear(std::size_t plain_up_to = kPlainUpTo, const Clears& clears = {true, true, true},
             std::uint8_t members = 0);

  // Names are below this; some of them may be unborn.
  std::size_t NameCount() const { return count_; }
  bool Born(Name name) const { return name < count_ && objects_[name].life != Life::kUnborn; }
  // The name is below NameCount().
  const Object& operator[](Name name) const { return objects_[name]; }
  // The same for any name: an unborn object if there is none.
  const Object& At(Name name) const { return Born(name) ? objects_[name] : kUnborn; }
  // The objects that are born and not freed, in the order of names. Names are never used again, so
  // that a walk over all of them would go further in each cycle, however small the heap. Valid
  // until the next change.
  const std::vector<Name>& Present() const;

  // Changes. The objects must be born, the fields in range.
  void Create(Name name, std::uint32_t fields);
  // A new object with the fields of another, and what they hold.
  void Copy(Name name, Name from);
  void SetField(Name name, std::size_t field, Name value);
  void Append(Name name, Name value);
  void Erase(Name name, std::size_t element);
  // The fields of `from` become those of the object, and `from` has none.
  void Take(Name name, Name from);
  void SetOuter(Name name, Name outer);
  void SetGarbage(Name name);
  void SetContainer(Name name) { objects_[name].container = true; }
  void SetNamed(Name name) { objects_[name].named = true; }
  void SetFlagged(Name name, bool flagged) { objects_[name].flagged = flagged; }
  void SetBegun(Name name) { objects_[name].begun = true; }
  void SetIdentity(Name name, Name first) { objects_[name].identity = first; }
  void SetReady(Name name, bool ready) { objects_[name].ready = ready; }
  void SetResurrection(Name name, Place place) { objects_[name].resurrection = place; }
  void SetLife(Name name, Life life) { objects_[name].life = life; }
  void Set(RootFlag flag, Name name, bool on);
  void AddStrong(Name name, int difference);
  void SetReferencer(std::uint32_t referencer, Referencer state);
  // The object is gone: with its fields, its flags, and its cluster if it is the root.
  void Free(Name name);

  // For clusters.h.
  const std::vector<Cluster>& Clusters() const { return clusters_; }
  std::vector<Cluster>& EditClusters();
  void SetCluster(Name name, Name root) { objects_[name].cluster = root; }

  // Of those that are not freed.
  std::size_t GarbageCount() const { return garbage_count_; }
  // How many constructors run.
  std::size_t ConstructingCount() const { return constructing_count_; }
  const Clears& clears() const { return options_.clears; }
  // Whether a collector that sees a store into the field knows whose field that is.
  bool IsClosed(const Object& object, std::size_t field) const {
    if (object.container) return false;
    return object.named || object.IsOuter(field) || reference::IsClosed(options_.members, field);
  }
  // The permanent objects, in the order of their births.
  const std::vector<Name>& Permanent() const { return permanent_; }
  std::size_t ReferencerCount() const { return referencers_.size(); }
  const Referencer& ReferencerAt(std::size_t referencer) const { return referencers_[referencer]; }

  // What is reachable from the root set: for each name 1 or 0. Valid until the next change.
  const std::vector<char>& Reachable() const;
  // The same for one object, which is born. In a large heap this takes no walk.
  bool IsReachable(Name name) const {
    return large_ ? reach_.Reached(name) : Reachable()[name] != 0;
  }
  // Everything that `from` leads to, itself included, in the order of names.
  void Close(Name from, std::vector<Name>& reached) const {
    collector_.Close(*this, from, reached);
  }

  bool IsLarge() const { return large_; }
  // Large heaps only: what changes left unreachable since this was cleared.
  std::vector<Name>& Lost() { return reach_.Lost(); }

 private:
  static const Object kUnborn;

  void BecomeLarge();
  void Shrink(Name name, std::size_t count);
  void ChangeRootSet(Name name, bool before, bool after);

  std::vector<Object> objects_;  // the first count_ are in use; the rest keep their memory
  std::size_t count_ = 0;
  std::uint32_t births_ = 0;
  mutable std::vector<Name> present_;
  mutable bool present_known_ = true;  // none of them is freed, and they are in order
  std::vector<Referencer> referencers_;
  std::vector<Name> permanent_;
  std::vector<Cluster> clusters_;
  std::size_t constructing_count_ = 0;
  std::size_t garbage_count_ = 0;
  mutable PlainCollector collector_;
  mutable std::vector<char> reachable_;
  mutable bool reachable_known_ = false;
  struct Options {
    std::size_t plain_up_to = kPlainUpTo;
    Clears clears = {};
    std::uint8_t members = 0;
  };
  Options options_;
  bool large_ = false;
  Reach reach_;  // if large
};

// The text of a name: a to z, then o26, o27, ...
std::string NameText(Name name);

}  // namespace reference
