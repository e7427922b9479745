// properties/subjects/libgc/libgc_steps.h -- the collector of libgc: how it is set up, what it
// searches, its steps, and the weak references that it clears.
//
// Included by libgc_subject.cc only.

#pragma once

#include "properties/subjects/libgc/libgc_heap.h"

namespace properties {
namespace {

GC_push_other_roots_proc push_others = nullptr;

void PushRange(std::vector<Cell*>& words) {
  if (!words.empty()) GC_push_all_eager(words.data(), words.data() + words.size());
}

void PushLocals() {
  if (push_others != nullptr) push_others();
  if (present == nullptr) return;
  PushRange(present->referencers);
  if (present->fault != kMissLocal) PushRange(present->locals);
}

// The search of the stack begins here: what lies above is the judge's.
void* SearchStackFrom(void* frame) {
  GC_stack_base base = {};
  base.mem_base = frame;
  GC_set_stackbottom(nullptr, &base);
  return nullptr;
}

void SetUp() {
  static const bool once = [] {
    GC_set_no_dls(1);
    GC_set_all_interior_pointers(0);
    GC_set_markers_count(1);
    GC_set_manual_vdb_allowed(1);
    GC_set_finalize_on_demand(1);
    GC_set_dont_precollect(1);
    GC_set_time_limit(999'999);  // no clock decides when marking ends
    GC_set_warn_proc(GC_ignore_warn_proc);
    GC_set_oom_fn([](std::size_t) -> void* { return nullptr; });
    GC_INIT();
    GC_clear_roots();
    GC_add_roots(roots.data(), roots.data() + roots.size());
    GC_enable_incremental();
    GC_set_rate(1);
    push_others = GC_get_push_other_roots();
    GC_set_push_other_roots(&PushLocals);
    GC_allow_register_threads();
    GC_disable();
    return true;
  }();
  (void)once;
  if (GC_thread_is_registered() != 0) return;
  GC_stack_base base;
  GC_get_stack_base(&base);
  GC_register_my_thread(&base);
}

// Overwrites what earlier calls left behind where the collector's own frames will be.
[[gnu::noinline]] void ForgetOldFrames() {
  volatile char frame[1 << 13];
  for (volatile char& byte : frame) byte = 0;
}

// Does a step of the collector, which is allowed meanwhile and at no other time. An address that
// the judge or the adapter left in a register or in the stack would keep an object, and hide its
// loss: so registers are emptied, and the stack is searched from here on.
[[gnu::noinline]] void Step(tricolour_heap& heap, std::uint32_t units,
                            void (*work)(tricolour_heap&, std::uint32_t)) {
  ForgetOldFrames();
  void* stack = __builtin_frame_address(0);
#ifdef __x86_64__
  __asm__ volatile(
      "xorl %%ebx, %%ebx\n\txorl %%r12d, %%r12d\n\txorl %%r13d, %%r13d\n\t"
      "xorl %%r14d, %%r14d\n\txorl %%r15d, %%r15d\n\tmovq %%rsp, %0"
      : "=a"(stack)
      :
      : "rbx", "r12", "r13", "r14", "r15", "memory");
#endif
  GC_call_with_alloc_lock(&SearchStackFrom, stack);
  GC_enable();
  work(heap, units);
  GC_disable();
}

// What a cycle that has ended did not mark is given to the sweeper.
void* TellDeaths(void* of) {
  auto& heap = *static_cast<tricolour_heap*>(of);
  for (tricolour_name name = 0; name < heap.named.size(); ++name) {
    Named& named = heap.named[name];
    if (named.cell == nullptr) continue;
    if (GC_base(named.cell) == named.cell && GC_is_marked(named.cell) != 0) continue;
    heap.names.erase(named.cell);
    named.cell = nullptr;
    Publish(heap, TRICOLOUR_FREED, name);
  }
  return nullptr;
}

void EndOfCycle(tricolour_heap& heap) {
  heap.pending = false;
  GC_call_with_alloc_lock(&TellDeaths, &heap);
  GC_invoke_finalizers();
}

void Start(tricolour_heap& heap, std::uint32_t) {
  if (heap.pending) return;
  const GC_word before = GC_get_gc_no();
  GC_start_incremental_collection();
  heap.pending = true;
  if (GC_get_gc_no() != before && GC_collect_a_little() == 0) EndOfCycle(heap);
}

void Tick(tricolour_heap& heap, std::uint32_t units) {
  for (std::uint32_t i = 0; i < units && heap.pending; ++i) {
    if (GC_collect_a_little() == 0) EndOfCycle(heap);
  }
}

void Collect(tricolour_heap& heap, std::uint32_t) {
  while (heap.pending) Tick(heap, 1);
  GC_gcollect();
  EndOfCycle(heap);
}

void SetWord(std::vector<Cell*>& words, std::uint32_t at, Cell* cell) {
  if (at >= words.size()) words.resize(at + 1);
  words[at] = cell;
}

// A weak reference's link, emptied.
void*& LinkOf(tricolour_heap& heap, std::uint32_t number) {
  if (number >= heap.links.size()) heap.links.resize(number + 1);
  std::unique_ptr<void*>& link = heap.links[number];
  if (link == nullptr) link = std::make_unique<void*>(nullptr);
  return *link;
}

void Unlink(const tricolour_heap& heap, void*& link) {
  if (link == nullptr) return;
  if ((heap.shape & kLongLinks) != 0) {
    GC_unregister_long_link(&link);
  } else {
    GC_unregister_disappearing_link(&link);
  }
  link = nullptr;
}

void MakeLink(tricolour_heap& heap, std::uint32_t number, Cell* cell) {
  void*& link = LinkOf(heap, number);
  Unlink(heap, link);
  if (cell == nullptr) return;
  link = cell;
  const int failed = (heap.shape & kLongLinks) != 0
                         ? GC_register_long_link(&link, cell)
                         : GC_general_register_disappearing_link(&link, cell);
  if (failed == GC_NO_MEMORY) heap.exhausted = true;
}

// A link is read under the lock, so that no collection clears it meanwhile.
Cell* ReadLink(tricolour_heap& heap, std::uint32_t number) {
  return static_cast<Cell*>(GC_call_with_alloc_lock(
      [](void* link) { return *static_cast<void**>(link); }, &LinkOf(heap, number)));
}

// No cycle is pending, nothing of a run before is alive, and the count of cycles that were not full
// begins anew: only a cycle that begins in this way sets it back.
void BeginAnew(tricolour_heap&, std::uint32_t) {
  GC_set_full_freq(0);
  while (GC_collect_a_little() != 0) {
  }
  GC_start_incremental_collection();
  while (GC_collect_a_little() != 0) {
  }
  while (GC_invoke_finalizers() != 0) {
  }
}

}  // namespace
}  // namespace properties
