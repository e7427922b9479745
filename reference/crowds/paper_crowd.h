// reference/crowds/paper_crowd.h -- thousands of objects on paper: what each holds, and which live.
//
// The oracle of traces knows each object and each unit of the collector. Of a crowd nothing is
// known but what the mutator did: what was made and stored, and what is a root. That is enough to
// say which objects a whole collection has to leave, and that these are all.
//
// Read next: properties/crowds/crowds_run.h.

#pragma once

#include <cstdint>
#include <vector>

namespace reference::crowds {

using Id = std::uint32_t;
inline constexpr Id kNobody = ~Id{0};

class PaperCrowd {
 public:
  struct One {
    std::uint32_t kind = 0;
    bool there = true;  // false: a whole collection has freed it
    bool root = false;
    bool garbage = false;
    Id cluster = kNobody;  // the number of its cluster
    std::vector<Id> fields;
  };

  // Whether references to garbage are cleared, and so keep nothing.
  bool Clears() const { return clears_; }
  void SetClears(bool clears) {
    looked_ = false;
    clears_ = clears;
  }
  Id Add(std::uint32_t kind, std::size_t fields, bool root);
  void Store(Id holder, std::size_t field, Id target);
  void SetRoot(Id id, bool root);
  void MarkGarbage(Id id, bool garbage = true);
  // These live and die as one from here on.
  void MakeCluster(const std::vector<Id>& members);
  // And with it each cluster that refers to one of its members, as that one has listed the cluster,
  // and not the member.
  void DissolveCluster(Id number);
  // The dead object is made again, without references.
  void Revive(Id id, bool root);
  // A whole collection has ended: what is not reachable is not there, and what lives holds neither
  // that nor, if such references are cleared, garbage.
  void Settle();

  const One& At(Id id) const { return all_[id]; }
  Id Size() const { return static_cast<Id>(all_.size()); }
  Id Clusters() const { return static_cast<Id>(clusters_.size()); }
  const std::vector<Id>& ClusterAt(Id number) const { return clusters_[number]; }
  // What is reachable, in ascending order. Valid until the next change.
  const std::vector<Id>& Living() const;
  bool Lives(Id id) const;

 private:
  void Look() const;
  bool RefersInto(Id number, const std::vector<Id>& objects) const;

  bool clears_ = true;
  std::vector<One> all_;
  std::vector<std::vector<Id>> clusters_;  // empty: dissolved, or dead
  mutable bool looked_ = false;            // the two below are of now
  mutable std::vector<bool> lives_;
  mutable std::vector<Id> living_;
};

}  // namespace reference::crowds
