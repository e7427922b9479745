// properties/crowds/crowd_locks.h -- how often a call takes the lock of the table.
//
// A call that forgets the lock works, until another thread is in the table at that moment: a run
// of hours may not meet that. But the heap counts how often the lock is taken. So one thread makes
// each call, and the count says whether it was: once in a heap that several threads may use, and
// never where it would keep nobody out.
//
// Included by core_crowds.cc only.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/inspect/verify/fingerprint.h"
#include "properties/crowds/crowd_heap.h"

namespace properties::crowds {
namespace {

class CountedLocks {
 public:
  explicit CountedLocks(CrowdHeap& crowd)
      : crowd_(crowd), sharing_(crowd.heap->collector().population.sharing) {}

  // The object, which is there, is as before afterwards, but that its identity is remembered.
  void Compare(Id id) {
    gc::Heap& heap = *crowd_.heap;
    Being* const body = crowd_.bodies[id];
    const bool root = crowd_.paper.At(id).root;
    crowd_.Same("another thread acts in a heap at rest", sharing_.IsConcurrent(),
                sharing_.lock() != nullptr);
    for (const bool now : {!root, root}) {
      Taken(now ? "AddRoot" : "RemoveRoot", [&] { crowd_.SetRoot(id, now); });
    }
    Taken("SetKeepFlags", [&] { heap.SetKeepFlags(body, gc::flag::kNative); });
    Taken("ClearKeepFlags", [&] { heap.ClearKeepFlags(body, gc::flag::kNative); });
    Taken("SetFlags", [&] { heap.SetFlags(body, gc::object_flag::kPublic); });
    heap.ClearFlags(body, gc::object_flag::kPublic);  // takes none
    CompareStrong(*body);
    CompareIdentity(id);
    CompareReferencer();
    Taken("ReuseIndices", [&] { crowd_.Reuse(crowd_.options.reuse_indices); });
    Taken("ObjectCount", [&] { heap.ObjectCount(); });
    Taken("FindRawFields", [&] { heap.FindRawFields(); });
    Taken("Trim", [&] { crowd_.Step([&] { return heap.Trim(); }); });
    CompareStart();
    gc::Hasher hasher;
    Taken("AddState", [&] { gc::AddState(heap, hasher); });
  }

 private:
  struct Silent : gc::Referencer {
    explicit Silent(gc::Heap& heap) : Referencer(heap, Kind::kWrapper, "silent") {}
    void Report(gc::Reporter&) const override {}
  };

  void CompareStrong(Being& body) {
    std::optional<gc::StrongPtr<Being>> strong;
    Taken("a strong pointer", [&] { strong.emplace(&body); });
    Taken("the end of a strong pointer", [&] { strong.reset(); });
  }
  // A serial is given once, and that takes the lock too. What is forgotten is the identity of none,
  // as its own may be needed to make the object again.
  void CompareIdentity(Id id) {
    Being* const body = crowd_.bodies[id];
    crowd_.heap->IdentityOf(body, id);
    Taken("IdentityOf", [&] { crowd_.heap->IdentityOf(body, id); });
    Taken("Forget", [&] { crowd_.heap->Forget({}); });
  }
  void CompareReferencer() {
    std::optional<Silent> referencer(std::in_place, *crowd_.heap);
    Taken("Register", [&] { referencer->Register(); });
    Taken("the end of a referencer", [&] { referencer.reset(); });
    if (crowd_.options.locals == gc::Locals::kDead) return;
    std::optional<gc::Local<Being>> local;
    Taken("a local", [&] { local.emplace(*crowd_.heap, nullptr); });
    Taken("the end of a local", [&] { local.reset(); });
  }
  // Once, and once more for some of what it finds.
  void CompareStart() {
    const std::uint64_t before = sharing_.TimesTaken();
    crowd_.Step([this] { return crowd_.heap->Start(); });
    crowd_.Same("a cycle begins under the lock of the table", sharing_.TimesTaken() > before,
                sharing_.lock() != nullptr);
    crowd_.Settle();
  }
  template <class Call>
  void Taken(const char* call, Call&& make) {
    const std::uint64_t before = sharing_.TimesTaken();
    make();
    crowd_.Same((std::string("times that the lock of the table is taken by ") + call).c_str(),
                sharing_.TimesTaken() - before, sharing_.lock() != nullptr ? 1 : 0);
  }

  CrowdHeap& crowd_;
  const gc::Sharing& sharing_;
};

inline void CompareLocks(CrowdHeap& crowd) {
  const std::vector<Id>& living = crowd.paper.Living();
  if (living.empty() || living.back() < crowd.permanent) return;
  CountedLocks(crowd).Compare(living.back());
}

}  // namespace
}  // namespace properties::crowds
