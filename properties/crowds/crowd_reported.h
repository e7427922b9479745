// properties/crowds/crowd_reported.h -- what only a referencer holds lives as long as it says so.
//
// A referencer is asked when there is nothing else to scan, or beside the flip by a worker; lists
// may find no room for what it reports. The heap says how many objects were found by that; they are
// known, as nothing else refers to them.
//
// Included by core_crowds.cc only.

#pragma once

#include <cstdint>
#include <vector>

#include "properties/crowds/crowd_heap.h"
#include "properties/subjects/core/list_memory.h"

namespace properties::crowds {
namespace {

// Reports each of its objects twice.
struct Reporting : gc::Referencer {
  explicit Reporting(gc::Heap& heap) : Referencer(heap, Kind::kWrapper, "reporting") { Register(); }
  ~Reporting() override { Unregister(); }
  void Report(gc::Reporter& to) const override {
    for (int times = 0; times < 2; ++times) {
      for (const gc::ObjectPtr<Being>& slot : slots) to(slot);
    }
  }
  std::vector<gc::ObjectPtr<Being>> slots;
};

struct FoundByReports {
  static void Publish(void* self, const gc::Event& event) {
    if (event.kind != gc::EventKind::kInitialReferences) return;
    static_cast<FoundByReports*>(self)->objects += event.detail;
  }
  std::uint64_t objects = 0;
};

inline void CompareReported(CrowdHeap& crowd, Random& random) {
  gc::Heap& heap = *crowd.heap;
  {
    Reporting reporting(heap);
    for (std::uint32_t i = random.Below(40); i > 0; --i) {
      Being* const body = crowd.MakeOne(Kind::kPlain, crowd.paper.Size(), 0);
      if (body == nullptr) break;
      crowd.Enter(Kind::kPlain, body, 0, /*root=*/false);
      reporting.slots.emplace_back(body);
    }
    FoundByReports found;
    const bool counts = random.Chance(1, 2);
    if (counts) heap.SetEventSink({.publish = FoundByReports::Publish, .context = &found});
    {
      const NoListMemory none(!counts && random.Chance(1, 2));
      crowd.Step([&] { heap.Collect(); });
    }
    heap.SetEventSink({});
    const std::uint64_t lies = crowd.Lies(CrowdLie::kFindsOneMore) ? 1 : 0;
    if (counts) {
      crowd.Same("objects that are found by referencers only", found.objects + lies,
                 reporting.slots.size());
    }
    for (const gc::ObjectPtr<Being>& slot : reporting.slots) {
      crowd.Same("what a referencer reports lives", gc::IsValidLowLevel(slot.Get()), true);
    }
  }
  crowd.Settle();
}

}  // namespace
}  // namespace properties::crowds
