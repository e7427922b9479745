// properties/subjects/mruby/mruby_subject.cc -- the collector of mruby, as a library with the C
// interface.
//
// mruby marks incrementally, in three colours and two whites, and sweeps in steps. Its barriers are
// public, and extensions that write into objects call them: mrb_field_write_barrier shades the
// target of a black object, mrb_write_barrier makes the object grey again. Both are judged, beside
// the functions that call them (mrb_ary_set, mrb_hash_set, mrb_iv_set).
//
//     create N            an array, a hash or an object with instance variables, by the shape
//     create 0            an array that grows: append, erase, take
//     root, unroot        a global variable
//     strong-take/-drop   mrb_gc_register, mrb_gc_unregister
//     start, tick N       mrb_incremental_gc, in its smallest steps
//     collect             what is pending, then mrb_full_gc
//
// A step marks ten references, so each object has ten more that hold nil: then a step scans one.
// The interpreter's own classes are marked within `start`.
//
// The adapter gives mruby its memory. What is freed is filled and not used again in the same heap,
// so a dead object is known by its tag, whether its page still exists or not.
//
// Read next: properties/subjects/plugin/tricolour_subject.h.

#include <mruby/version.h>

#include <array>
#include <cstdint>
#include <new>

#include "properties/subjects/mruby/mruby_heap.h"
#include "properties/subjects/plugin/tricolour_subject.h"

namespace properties {
namespace {

void Append(tricolour_heap& heap, Named& to, mrb_value value) {
  if (heap.fault == kAppendWithoutBarrier) {
    mrb_ary_push(heap.mrb, ValueOf(to.object), mrb_nil_value());
    SetByHand(heap, to, to.count, value, false);
  } else {
    mrb_ary_push(heap.mrb, ValueOf(to.object), value);
  }
  to.count += 1;
}

void Erase(tricolour_heap& heap, Named& from, std::uint32_t field) {
  mrb_ary_splice(heap.mrb, ValueOf(from.object), field, 1, mrb_ary_new(heap.mrb));
  from.count -= 1;
}

void Take(tricolour_heap& heap, Named& to, Named& from) {
  if (&to == &from) return;
  mrb_ary_replace(heap.mrb, ValueOf(to.object), ValueOf(from.object));
  mrb_ary_clear(heap.mrb, ValueOf(from.object));
  to.count = from.count;
  from.count = 0;
}

void Copy(tricolour_heap& heap, tricolour_name name, tricolour_name of) {
  const Named from = heap.named[of];
  Named& born = Born(heap, name, from.grows ? 0 : from.count, from.tag);
  for (std::uint32_t i = 0; i < from.count; ++i) {
    const mrb_value value = Field(heap, from, i);
    if (from.grows) {
      Append(heap, born, value);
    } else {
      Set(heap, born, i, value);
    }
  }
}

void Move(const tricolour_heap& heap, const tricolour_operation& said, bool swap) {
  const Named& to = heap.named[said.object];
  const Named& from = heap.named[said.target];
  if (to.object == from.object && said.field == said.target_field) return;
  const mrb_value had = Field(heap, to, said.field);
  const mrb_value gets = Field(heap, from, said.target_field);
  Set(heap, to, said.field, gets);
  Set(heap, from, said.target_field, swap ? had : mrb_nil_value());
}

void TellDeaths(tricolour_heap& heap) {
  for (tricolour_name name = 0; name < heap.named.size(); ++name) {
    Named& named = heap.named[name];
    if (named.object == nullptr || named.object->tt == named.tag) continue;
    heap.names.erase(named.object);
    named.object = nullptr;
    tricolour_event event = {};
    TRICOLOUR_INIT(event);
    event.kind = TRICOLOUR_FREED;
    event.object = name;
    heap.host->publish(heap.host->judge, &event);
  }
}

// Collections are allowed in steps alone.
void Step(tricolour_heap& heap, void (*collect)(mrb_state*)) {
  heap.mrb->gc.disabled = FALSE;
  collect(heap.mrb);
  heap.mrb->gc.disabled = TRUE;
  TellDeaths(heap);
}

bool IsPending(const tricolour_heap& heap) { return heap.mrb->gc.state != MRB_GC_STATE_ROOT; }

// Whether all that is marked next is mruby's own.
bool MarksItself(const tricolour_heap& heap) {
  const mrb_gc& gc = heap.mrb->gc;
  return gc.state == MRB_GC_STATE_MARK && gc.gray_list != nullptr &&
         !heap.names.contains(gc.gray_list);
}

void Start(tricolour_heap& heap) {
  if (IsPending(heap)) return;
  do {
    Step(heap, &mrb_incremental_gc);
  } while (MarksItself(heap));
}

void Collect(tricolour_heap& heap) {
  while (IsPending(heap)) Step(heap, &mrb_incremental_gc);
  Step(heap, &mrb_full_gc);
}

void Root(const tricolour_heap& heap, tricolour_name name, bool yes) {
  const mrb_sym symbol = SymbolOf(heap.mrb, '$', name);
  if (!yes) return mrb_gv_remove(heap.mrb, symbol);
  if (heap.fault != kMissRoot) mrb_gv_set(heap.mrb, symbol, ValueOf(heap.named[name].object));
}

void Do(tricolour_heap& heap, const tricolour_operation& said) {
  mrb_state* const mrb = heap.mrb;
  Named* const object = said.object < heap.named.size() ? &heap.named[said.object] : nullptr;
  Named* const target = said.target < heap.named.size() ? &heap.named[said.target] : nullptr;
  const mrb_value value = target == nullptr ? mrb_nil_value() : ValueOf(target->object);
  switch (said.verb) {
    case TRICOLOUR_CREATE:
      Born(heap, said.object, said.number, said.number == 0 ? MRB_TT_ARRAY : TagFor(heap));
      break;
    case TRICOLOUR_COPY:
      Copy(heap, said.object, said.target);
      break;
    case TRICOLOUR_STORE:
      Set(heap, *object, said.field, value);
      break;
    case TRICOLOUR_MOVE:
    case TRICOLOUR_SWAP:
      Move(heap, said, said.verb == TRICOLOUR_SWAP);
      break;
    case TRICOLOUR_APPEND:
      Append(heap, *object, value);
      break;
    case TRICOLOUR_ERASE:
      Erase(heap, *object, said.field);
      break;
    case TRICOLOUR_TAKE:
      Take(heap, *object, *target);
      break;
    case TRICOLOUR_ROOT:
    case TRICOLOUR_UNROOT:
      Root(heap, said.object, said.verb == TRICOLOUR_ROOT);
      break;
    case TRICOLOUR_STRONG_TAKE:
      mrb_gc_register(mrb, ValueOf(object->object));
      break;
    case TRICOLOUR_STRONG_DROP:
      mrb_gc_unregister(mrb, ValueOf(object->object));
      break;
    case TRICOLOUR_START:
      Start(heap);
      break;
    case TRICOLOUR_TICK:
      for (std::uint32_t i = 0; i < said.number && IsPending(heap); ++i) {
        Step(heap, &mrb_incremental_gc);
      }
      break;
    case TRICOLOUR_COLLECT:
      Collect(heap);
      break;
  }
}

// The mode is changed as a program changes it: old objects are black in the one, and must be white
// in the other when a cycle begins.
void LeaveGenerations(mrb_state* mrb) {
  const mrb_value collector = mrb_obj_value(mrb_module_get(mrb, "GC"));
  mrb_funcall(mrb, collector, "generational_mode=", 1, mrb_false_value());
}

const tricolour_promises* Promises() {
  static tricolour_promises promises = {};
  TRICOLOUR_INIT(promises);
  promises.name = "mruby";
  promises.version = MRUBY_VERSION;
  for (const unsigned verb :
       {TRICOLOUR_CREATE, TRICOLOUR_COPY, TRICOLOUR_STORE, TRICOLOUR_MOVE, TRICOLOUR_SWAP,
        TRICOLOUR_APPEND, TRICOLOUR_ERASE, TRICOLOUR_TAKE, TRICOLOUR_ROOT, TRICOLOUR_UNROOT,
        TRICOLOUR_STRONG_TAKE, TRICOLOUR_STRONG_DROP, TRICOLOUR_START, TRICOLOUR_TICK,
        TRICOLOUR_COLLECT}) {
    promises.verbs |= TRICOLOUR_HAS(verb);
  }
  promises.exact = 1;
  promises.shapes = 1;
  promises.slowness = 50;
  return &promises;
}

tricolour_heap* Create(const tricolour_host* host, const tricolour_header* header) {
  auto* const heap = new (std::nothrow) tricolour_heap{};
  if (heap == nullptr) return nullptr;
  heap->host = host;
  heap->fault = header->fault;
  heap->shape = header->shape;
  heap->mrb =
      mrb_open_core([](mrb_state*, void* old, std::size_t bytes,
                       void* arena) { return static_cast<Arena*>(arena)->Resize(old, bytes); },
                    &heap->arena);
  if (heap->mrb == nullptr) {
    delete heap;
    return nullptr;
  }
  mrb_gc& gc = heap->mrb->gc;
  mrb_full_gc(heap->mrb);
  if ((heap->shape & kGenerational) == 0) LeaveGenerations(heap->mrb);
  gc.disabled = TRUE;
  gc.step_ratio = 1;
  heap->protected_before = mrb_gc_arena_save(heap->mrb);
  return heap;
}

// All that mruby has lies in the arena.
void Destroy(tricolour_heap* heap) { delete heap; }

void Apply(tricolour_heap* heap, const tricolour_operation* operation, tricolour_answer* answer) {
  if (heap->arena.IsFull()) {
    answer->kind = TRICOLOUR_EXHAUSTED;
    return;
  }
  Do(*heap, *operation);
  mrb_gc_arena_restore(heap->mrb, heap->protected_before);
}

std::int32_t Peek(const tricolour_heap* heap, tricolour_name name, tricolour_name* fields,
                  std::uint32_t room) {
  if (name >= heap->named.size() || heap->named[name].object == nullptr) return -1;
  const Named& named = heap->named[name];
  for (std::uint32_t i = 0; i < named.count && i < room; ++i) {
    const RBasic* const held = ObjectOf(Field(*heap, named, i));
    const auto known = heap->names.find(held);
    fields[i] = held == nullptr              ? TRICOLOUR_NULL
                : known == heap->names.end() ? TRICOLOUR_DANGLING
                                             : known->second;
  }
  return static_cast<std::int32_t>(named.count);
}

const char* HowDone(const tricolour_heap* heap) {
  if ((heap->shape & kByHand) == 0) return nullptr;
  return (heap->shape & kBarrierOfAll) != 0 ? "by hand, with mrb_write_barrier"
                                            : "by hand, with mrb_field_write_barrier";
}

const char* FaultName(std::uint32_t number) {
  return number >= 1 && number <= kFaultNames.size() ? kFaultNames[number - 1] : nullptr;
}

}  // namespace
}  // namespace properties

extern "C" const tricolour_subject* tricolour_subject_entry(std::uint32_t abi) {
  static const tricolour_subject table = {
      .size = sizeof table,
      .abi = TRICOLOUR_ABI,
      .promises = &properties::Promises,
      .create = &properties::Create,
      .destroy = &properties::Destroy,
      .apply = &properties::Apply,
      .peek = &properties::Peek,
      .how_done = &properties::HowDone,
      .fault_name = &properties::FaultName,
  };
  return abi == TRICOLOUR_ABI ? &table : nullptr;
}
