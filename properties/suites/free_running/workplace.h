// properties/suites/free_running/workplace.h -- a heap in which several threads name objects.
//
// What all threads share: a package for each mutator, which all others search; a hub for each, with
// a chain of pieces behind it, of which the collector's thread makes clusters; and what went wrong.
//
// Read next: named_free_running_test.cc.

#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "core/base/lock.h"
#include "core/gc.h"

namespace properties::free_running {

inline constexpr std::size_t kMutatorsOfNames = 3;

class Tool : public gc::NamedObject {
 public:
  explicit Tool(const gc::Birth& birth) : NamedObject(birth), whole_(this) {}
  bool IsWhole() const { return whole_ == this; }
  gc::ObjectPtr<gc::NamedObject> beside;
  static const gc::Class kClass;
  static constexpr bool kDestroyAnywhere = true;

 private:
  const Tool* whole_;  // the last member, and so constructed last
};
inline const gc::Reference kToolReferences[] = {gc::Reference::To(&Tool::beside, "beside")};
inline const gc::Class Tool::kClass =
    gc::DescribeNamed<Tool>("Tool", gc::NamedObject::kClass, kToolReferences);

struct Piece : gc::Object {
  explicit Piece(const gc::Birth& birth) : Object(birth) {}
  bool CanBeClusterRoot() const noexcept { return true; }
  gc::ObjectPtr<Piece> next;
  static const gc::Class kClass;
};
inline const gc::Reference kPieceReferences[] = {gc::Reference::To(&Piece::next, "next")};
inline const gc::Class Piece::kClass = gc::Describe<Piece>("Piece", kPieceReferences);

// What all threads share: the heap, and what went wrong in it.
class Workplace {
 public:
  explicit Workplace(std::uint32_t workers)
      : heap({.workers = workers, .task_objects = 1, .clusters = {.min_objects = 1}}), make(heap) {
    make.ClassOf<Tool>();
    for (std::size_t i = 0; i < kMutatorsOfNames; ++i) {
      packages[i] = make.New<gc::Package>({.name = "Package " + std::to_string(i)});
      heap.AddRoot(packages[i]);
      heap.AddRoot(hubs[i] = heap.New<Piece>());
    }
    empty = heap.ObjectCount() - static_cast<std::uint32_t>(kMutatorsOfNames);  // without the hubs
  }
  void Complain(const std::string& what) {
    const std::lock_guard hold(mutex_);
    if (complaints_.size() < 20) complaints_.push_back(what);
  }
  std::vector<std::string> Complaints() const {
    const std::lock_guard hold(mutex_);
    return complaints_;
  }

  // Waits a little for another mutator to be in a section too: sections that follow one another are
  // ordered by the heap's lock, and then no race of theirs can be seen. Relaxed, so that it orders
  // nothing itself; and not for ever, since a collector that waits lets none of them in.
  void MeetOthers() {
    inside.fetch_add(1, std::memory_order_relaxed);
    for (int i = 0; i < 200 && inside.load(std::memory_order_relaxed) < 2; ++i) {
      std::this_thread::yield();
    }
  }

  std::atomic<int> inside{0};
  gc::Lock lock;
  gc::Heap heap;
  gc::Factory make;
  std::array<gc::Package*, kMutatorsOfNames> packages{};
  std::array<Piece*, kMutatorsOfNames> hubs{};
  std::uint32_t empty = 0;

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> complaints_;
};

}  // namespace properties::free_running
