// properties/subjects/core/core_neighbour.h -- a second heap beside the judged one, in the same
// process and on the same thread.
//
// A heap is an object, and a program may have several. What they share is little: a word that says
// whether any of them wants to be told of stores, pages in which any has clusters, and memory that
// one gives back and another takes. Where a heap takes another's part of that for its own, or gives
// back what is not its own, a run with one heap shows nothing. So a neighbour lives beside it:
//
//     beside=marking    it marks all the time: each store of the judged heap takes the slow path
//     beside=churning   it is dropped and made again, so that blocks go from one to the other;
//                       while it lives it has a cluster, until a store into a member ends it
//
// It does something before each operation, and says if what it has is not what it should have.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/gc.h"

namespace properties {
namespace {

struct Neighbour final : gc::Object {
  explicit Neighbour(const gc::Birth& birth) : Object(birth) {}
  bool CanBeClusterRoot() const noexcept { return true; }
  gc::ObjectPtr<Neighbour> next;
  static const gc::Class kClass;
};
const gc::Reference kNeighbourReferences[] = {gc::Reference::To(&Neighbour::next, "next")};
const gc::Class Neighbour::kClass = gc::Describe<Neighbour>("Neighbour", kNeighbourReferences);

class CoreNeighbour {
 public:
  // `how` is a value of the setting, and not the first.
  explicit CoreNeighbour(std::string_view how) : how_(how) { Open(); }

  // Null, or a sentence on what is wrong with it.
  const char* Live() {
    ++lived_;
    return how_ == "marking" ? Mark() : Churn();
  }

 private:
  static constexpr std::uint32_t kObjects = 3;  // a chain that is kept

  void Open() {
    heap_.reset();
    gc::HeapOptions options;
    options.clusters.min_objects = 1;
    heap_.emplace(options);
    made_ = 0;
    heap_->CloseDisregardWindow();
    own_ = heap_->ObjectCount();
    root_ = heap_->New<Neighbour>();
    heap_->AddRoot(root_);
    root_->next = heap_->New<Neighbour>();
    root_->next->next = heap_->New<Neighbour>();
    if (how_ == "marking") {
      heap_->Start();
    } else {
      heap_->MakeCluster(root_);
    }
  }

  // It stays where the cycle has begun; what it stores is shaded in its own lists.
  const char* Mark() {
    if (heap_->phase() != gc::Phase::kMarking) return "a heap beside it is not marking any more";
    Neighbour* const fresh = heap_->New<Neighbour>();
    fresh->next = root_->next;
    root_->next = fresh;
    made_ += 1;
    if (lived_ % kRound != 0) return nullptr;
    heap_->Collect();
    if (Counted() != kObjects + made_) return "a heap beside it has lost an object";
    if (made_ > kMany) Open();
    heap_->Start();
    return nullptr;
  }

  // Some garbage in each life, freed or left to the end of the heap.
  const char* Churn() {
    Neighbour* const gone = heap_->New<Neighbour>();
    const gc::WeakPtr<Neighbour> weak(gone);
    if (weak.Get() != gone) return "a weak reference of a heap beside it answers wrong";
    if (lived_ % 2 == 0) {
      heap_->Collect();
      if (weak.Get() != nullptr || Counted() != kObjects) {
        return "a heap beside it did not free what is garbage";
      }
    }
    if (heap_->ClusterRootOf(root_->next.Get()) != root_)
      return "a cluster of a heap beside it is gone";
    if (root_->next->next->next != nullptr) return "an object of a heap beside it was written to";
    if (lived_ % kRound != 0) return nullptr;
    root_->next->next->next = heap_->New<Neighbour>();
    if (heap_->ClusterRootOf(root_) != nullptr) return "a store into a heap beside it was missed";
    Open();
    return nullptr;
  }

  std::uint32_t Counted() const { return heap_->ObjectCount() - own_; }

  static constexpr std::uint32_t kRound = 5;  // operations between two rarer deeds
  static constexpr std::uint32_t kMany = 40;  // objects after which it is made anew
  const std::string_view how_;
  std::optional<gc::Heap> heap_;
  std::uint32_t own_ = 0;  // objects that the heap has made for itself
  Neighbour* root_ = nullptr;
  std::uint32_t made_ = 0;  // objects beside the first ones, since it was made
  std::uint32_t lived_ = 0;
};

}  // namespace
}  // namespace properties
