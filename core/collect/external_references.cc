// core/collect/external_references.cc -- the two lists, and how referencers are asked.

#include "core/collect/external_references.h"

namespace gc {
inline namespace GC_BUILD {

namespace {

// Marks that referencers are being asked.
class Asking {
 public:
  explicit Asking(bool& asking) : asking_(asking) { asking_ = true; }
  ~Asking() { asking_ = false; }
  Asking(const Asking&) = delete;
  Asking& operator=(const Asking&) = delete;

 private:
  bool& asking_;
};

}  // namespace

void ExternalReferences::Add(Referencer& referencer) {
  const TableLock lock(sharing_);
  auto& [first, last] = *referencers_;
  referencer.previous_ = last;
  (last != nullptr ? last->next_ : first) = &referencer;
  last = &referencer;
}

void ExternalReferences::Remove(Referencer& referencer) {
  const TableLock lock(sharing_);
  auto& [first, last] = *referencers_;
  Referencer* const next = referencer.next_;  // a neighbour that leaves changes both
  Referencer* const previous = referencer.previous_;
  (previous != nullptr ? previous->next_ : first) = next;
  (next != nullptr ? next->previous_ : last) = previous;
  referencer.next_ = nullptr;
}

void ExternalReferences::Add(LocalReference& local) {
  const TableLock lock(sharing_);
  auto& [first, last] = *locals_;
  local.previous_ = last;
  (last != nullptr ? last->next_ : first) = &local;
  last = &local;
}

void ExternalReferences::Remove(LocalReference& local) {
  const TableLock lock(sharing_);
  auto& [first, last] = *locals_;
  (local.previous_ != nullptr ? local.previous_->next_ : first) = local.next_;
  (local.next_ != nullptr ? local.next_->previous_ : last) = local.previous_;
}

void ExternalReferences::Ask(Reporter& to) {
  const Asking asking_now(asking_);
  for (const Referencer* one = FirstReferencer(); one != nullptr; one = one->Next()) one->Ask(to);
}

void ExternalReferences::Ask(const Referencer& one, Reporter& to) {
  const Asking asking_now(asking_);
  one.Ask(to);
}

void ExternalReferences::AskRaw(Reporter& to) {
  const Asking asking_now(asking_);
  for (const Referencer* one = FirstReferencer(); one != nullptr; one = one->Next()) {
    if (one->kind() == Referencer::Kind::kRaw) one->Ask(to);
  }
}

void ExternalReferences::Recycle() {
  referencers_.Peek() = {};
  locals_.Peek() = {};
}

}  // namespace GC_BUILD
}  // namespace gc
