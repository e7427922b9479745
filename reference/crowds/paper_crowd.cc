#include "reference/crowds/paper_crowd.h"

#include <algorithm>
#include <utility>

namespace reference::crowds {

Id PaperCrowd::Add(std::uint32_t kind, std::size_t fields, bool root) {
  looked_ = false;
  all_.push_back({.kind = kind, .root = root, .fields = std::vector<Id>(fields, kNobody)});
  return Size() - 1;
}

void PaperCrowd::Store(Id holder, std::size_t field, Id target) {
  looked_ = false;
  all_[holder].fields[field] = target;
}

void PaperCrowd::SetRoot(Id id, bool root) {
  looked_ = false;
  all_[id].root = root;
}

void PaperCrowd::MarkGarbage(Id id, bool garbage) {
  looked_ = false;
  all_[id].garbage = garbage;
}

void PaperCrowd::MakeCluster(const std::vector<Id>& members) {
  looked_ = false;
  for (const Id member : members) all_[member].cluster = Clusters();
  clusters_.push_back(members);
}

void PaperCrowd::DissolveCluster(Id number) {
  looked_ = false;
  const std::vector<Id> members = std::exchange(clusters_[number], {});
  for (const Id member : members) all_[member].cluster = kNobody;
  for (Id other = 0; other < Clusters(); ++other) {
    if (RefersInto(other, members)) DissolveCluster(other);
  }
}

bool PaperCrowd::RefersInto(Id number, const std::vector<Id>& objects) const {
  return std::ranges::any_of(clusters_[number], [&](Id member) {
    return std::ranges::any_of(all_[member].fields, [&](Id target) {
      return std::ranges::find(objects, target) != objects.end();
    });
  });
}

void PaperCrowd::Revive(Id id, bool root) {
  looked_ = false;
  One& one = all_[id];
  one = {.kind = one.kind, .root = root, .fields = std::vector<Id>(one.fields.size(), kNobody)};
}

void PaperCrowd::Settle() {
  for (Id id = 0; id < Size(); ++id) {
    One& one = all_[id];
    one.there = one.there && Lives(id);
    if (one.there || one.cluster == kNobody) continue;
    clusters_[one.cluster].clear();
    one.cluster = kNobody;
  }
  for (const Id id : Living()) {
    for (Id& target : all_[id].fields) {
      if (target != kNobody && (!all_[target].there || (clears_ && all_[target].garbage))) {
        target = kNobody;
      }
    }
  }
}

const std::vector<Id>& PaperCrowd::Living() const {
  Look();
  return living_;
}

bool PaperCrowd::Lives(Id id) const {
  Look();
  return lives_[id];
}

// To reach one of a cluster is to reach all of it.
void PaperCrowd::Look() const {
  if (looked_) return;
  looked_ = true;
  lives_.assign(all_.size(), false);
  std::vector<Id> reached;
  const auto reach = [&](Id id) {
    if (id == kNobody || lives_[id] || !all_[id].there) return;
    lives_[id] = true;
    reached.push_back(id);
  };
  for (Id id = 0; id < Size(); ++id) {
    if (all_[id].root) reach(id);
  }
  for (std::size_t at = 0; at < reached.size(); ++at) {
    const One& one = all_[reached[at]];
    for (const Id target : one.fields) {
      if (target != kNobody && !(clears_ && all_[target].garbage)) reach(target);
    }
    if (one.cluster == kNobody) continue;
    for (const Id fellow : clusters_[one.cluster]) reach(fellow);
  }
  living_.clear();
  for (Id id = 0; id < Size(); ++id) {
    if (lives_[id]) living_.push_back(id);
  }
}

}  // namespace reference::crowds
