// properties/subjects/cppgc/cppgc_steps.h -- the collector of cppgc: how it is set up, its steps,
// and the deaths that it tells of.
//
// Included by cppgc_subject.cc only.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "properties/subjects/cppgc/cppgc_heap.h"

namespace properties {
namespace {

constexpr auto kNoStack = cppgc::EmbedderStackState::kNoHeapPointers;

Pages& ThePages() {
  static Pages pages;
  static NoEvents events(pages);
  static const bool once = [] {
    v8::V8::InitializePlatform(&events);
    cppgc::InitializeProcess(&pages);
    return true;
  }();
  (void)once;
  return pages;
}

cppgc::Heap::HeapOptions OptionsOf(std::uint32_t shape) {
  using cppgc::Heap;
  Heap::HeapOptions options;
  options.stack_support = Heap::StackSupport::kNoConservativeStackScan;
  options.marking_support = (shape & kByMutator) != 0
                                ? Heap::MarkingType::kIncremental
                                : Heap::MarkingType::kIncrementalAndConcurrent;
  options.sweeping_support = Heap::SweepingType::kAtomic;
  options.resource_constraints.initial_heap_size_bytes = 4 * kMostBytes;  // it never begins itself
  return options;
}

// A container whose elements are gone is as good as gone.
std::vector<tricolour_name> FindTorn(const tricolour_heap& heap) {
  std::vector<tricolour_name> torn;
  for (tricolour_name name = 0; name < heap.named.size(); ++name) {
    const Named& named = heap.named[name];
    if (named.thing == nullptr || !named.container) continue;
    if (std::ranges::binary_search(heap.died, name)) continue;
    const Elements* const elements = named.thing->elements;
    if (!std::ranges::binary_search(heap.died_elements, elements)) continue;
    named.thing->elements = nullptr;
    torn.push_back(name);
  }
  return torn;
}

void TellDeath(tricolour_heap& heap, tricolour_name name) {
  Thing*& thing = heap.named[name].thing;
  if (thing == nullptr) return;  // it was torn before
  heap.names.erase(thing);
  thing = nullptr;
  tricolour_event event = {};
  TRICOLOUR_INIT(event);
  event.kind = TRICOLOUR_FREED;
  event.object = name;
  heap.host->publish(heap.host->judge, &event);
}

// Destructors run in the order of addresses, which are not the same in each run.
void TellDeaths(tricolour_heap& heap) {
  std::ranges::sort(heap.died);
  std::ranges::sort(heap.died_elements);
  for (const tricolour_name name : FindTorn(heap)) TellDeath(heap, name);
  for (const tricolour_name name : heap.died) TellDeath(heap, name);
  heap.died.clear();
  heap.died_elements.clear();
}

cppgc::testing::StandaloneTestingHeap Cycle(const tricolour_heap& heap) {
  return cppgc::testing::StandaloneTestingHeap(heap.heap->GetHeapHandle());
}

void Start(tricolour_heap& heap) {
  if (heap.pending) return;
  Cycle(heap).StartGarbageCollection();
  heap.pending = true;
  heap.marked = false;
  if ((heap.shape & kByMutator) == 0) Cycle(heap).ToggleMainThreadMarking(false);
}

// In the last pause the mutator marks whatever the shape says.
void EndCycle(tricolour_heap& heap) {
  if (!heap.pending) return;
  Cycle(heap).ToggleMainThreadMarking(true);
  Cycle(heap).FinalizeGarbageCollection(kNoStack);
  heap.pending = false;
}

void Finish(tricolour_heap& heap) {
  EndCycle(heap);
  TellDeaths(heap);
}

// A unit. Before the marker begins anew it is given what barriers shaded.
void Unit(tricolour_heap& heap) {
  Worker& worker = heap.surroundings->worker();
  if ((heap.shape & kByMutator) != 0) {
    if (heap.marked) return Finish(heap);
    heap.marked = Cycle(heap).PerformMarkingStep(kNoStack);
    return;
  }
  if (!worker.HasWork()) Cycle(heap).PerformMarkingStep(kNoStack);
  if (!worker.HasWork()) return Finish(heap);
  worker.Go();
}

// Fields that refer to what is gone are emptied: to trace them would be the end of the process, and
// the judge would not hear of what was told.
void ForgetTheLost(const tricolour_heap& heap) {
  for (const Named& named : heap.named) {
    if (named.thing == nullptr) continue;
    const Fields fields = FieldsOf(named);
    for (std::uint32_t i = 0; i < named.count; ++i) {
      if (!heap.names.contains(fields.members[i])) fields.members[i] = nullptr;
    }
  }
}

void Collect(tricolour_heap& heap) {
  if (heap.pending) {
    Finish(heap);
    ForgetTheLost(heap);
  }
  heap.heap->ForceGarbageCollectionSlow("properties", "collect", kNoStack);
  TellDeaths(heap);
}

}  // namespace
}  // namespace properties
