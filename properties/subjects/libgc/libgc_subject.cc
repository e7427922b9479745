// properties/subjects/libgc/libgc_subject.cc -- the collector of Boehm, Demers and Weiser, as a
// library with the C interface.
//
// libgc is conservative: what looks like an address in a stack, in a register or in static data
// keeps an object. So nothing is promised of what dies, and only losses are looked for. But a stale
// address would hide losses too. The adapter therefore gives the collector nothing to search but
// what a trace says: no static data of the process, no register, and of the stack only its own
// frames.
//
// In its incremental mode the mutator has a barrier to keep: whoever stores a reference says that
// the page is dirty (GC_ptr_store_and_dirty, "manual" dirty bits). All objects of a page are looked
// at again when one of them is dirty, and so one store would make up for another that was
// forgotten. In most shapes each object therefore has a page of its own.
//
//     root, unroot        a word of a range of static roots (GC_add_roots)
//     strong-take/-drop   an uncollectable cell that refers to the object
//     referencers, hold   words that are pushed by the client (GC_set_push_other_roots)
//     weak references     disappearing links, in memory that is not searched
//     start, tick         GC_start_incremental_collection, GC_collect_a_little
//     collect             what is pending, then GC_gcollect
//
// A death is learnt from mark bits: when a cycle has ended, what is not marked is the sweeper's,
// and the next allocation may have it.
//
// Read next: properties/subjects/plugin/tricolour_subject.h.

#include <array>
#include <cstdint>
#include <cstdio>
#include <new>

#include "properties/subjects/libgc/libgc_heap.h"
#include "properties/subjects/libgc/libgc_steps.h"
#include "properties/subjects/plugin/tricolour_subject.h"

namespace properties {
namespace {

void Append(tricolour_heap& heap, Named& to, Cell* value) {
  Cell* const elements = to.cell->Fields()[0];
  std::uint32_t room = 4;
  while (room < to.count) room *= 2;
  if (to.count == room) {  // grown: a larger array takes the place of the old one
    Cell* const larger = New(heap, 2 * room);
    if (larger == nullptr) return;
    for (std::uint32_t i = 0; i < to.count; ++i) {
      Set(heap, kGrowWithoutDirtying, &larger->Fields()[i], elements->Fields()[i]);
    }
    Set(heap, kGrowWithoutDirtying, &to.cell->Fields()[0], larger);
    GC_reachable_here(larger);
  }
  Set(heap, kGrowWithoutDirtying, &FieldsOf(to)[to.count++], value);
}

void Erase(tricolour_heap& heap, Named& from, std::uint32_t field) {
  Cell** const elements = FieldsOf(from);
  for (std::uint32_t i = field; i + 1 < from.count; ++i) {
    Set(heap, kGrowWithoutDirtying, &elements[i], elements[i + 1]);
  }
  elements[--from.count] = nullptr;
}

// What is moved to where it is stays there.
void Move(const tricolour_heap& heap, Cell** to, Cell** from, bool swap) {
  if (to == from) return;
  Cell* const had = *to;
  Cell* const gets = *from;
  Set(heap, kMoveWithoutDirtying, from, swap ? had : nullptr);
  Set(heap, kMoveWithoutDirtying, to, gets);
}

// `to` takes the array of `from`, which takes the emptied one of `to`.
void Take(tricolour_heap& heap, Named& to, Named& from) {
  if (&to == &from) return;
  std::fill_n(FieldsOf(to), to.count, nullptr);
  Cell* const emptied = to.cell->Fields()[0];
  Set(heap, kGrowWithoutDirtying, &to.cell->Fields()[0], from.cell->Fields()[0]);
  Set(heap, kGrowWithoutDirtying, &from.cell->Fields()[0], emptied);
  to.count = from.count;
  from.count = 0;
}

void Copy(tricolour_heap& heap, tricolour_name name, tricolour_name of) {
  const std::uint32_t count = heap.named[of].count;
  const bool container = heap.named[of].container;
  Named* const born = Born(heap, name, count, container);
  if (born == nullptr) return;
  for (std::uint32_t i = 0; i < count && !heap.exhausted; ++i) {
    Cell* const value = FieldsOf(heap.named[of])[i];
    if (container) {
      Append(heap, *born, value);
    } else {
      Set(heap, kStoreWithoutDirtying, &FieldsOf(*born)[i], value);
    }
  }
}

void DropStrong(Cell** cell) { GC_free(cell); }

void TakeStrong(tricolour_heap& heap, Named& named) {
  auto** const cell = static_cast<Cell**>(GC_malloc_uncollectable(sizeof(Cell*)));
  if (cell == nullptr) {
    heap.exhausted = true;
    return;
  }
  GC_ptr_store_and_dirty(cell, named.cell);
  named.strong.push_back(cell);
}

void Answer(const tricolour_heap& heap, const Cell* cell, tricolour_answer& answer) {
  const auto known = heap.names.find(cell);
  answer.kind = TRICOLOUR_READ;
  answer.object = known == heap.names.end() ? TRICOLOUR_NULL : known->second;
}

void Root(tricolour_heap& heap, tricolour_name name, bool yes) {
  heap.named[name].rooted = yes;
  if (heap.fault != kMissRoot || !yes) {
    roots[name % kRoots] = yes ? heap.named[name].cell : nullptr;
  }
}

void Do(tricolour_heap& heap, const tricolour_operation& said, tricolour_answer& answer) {
  Named* const object = Find(heap, said.object);
  Named* const target = Find(heap, said.target);
  Cell* const value = target == nullptr ? nullptr : target->cell;
  switch (said.verb) {
    case TRICOLOUR_CREATE:
      Born(heap, said.object, said.number, said.number == 0);
      break;
    case TRICOLOUR_COPY:
      Copy(heap, said.object, said.target);
      break;
    case TRICOLOUR_STORE:
      Set(heap, kStoreWithoutDirtying, &FieldsOf(*object)[said.field], value);
      break;
    case TRICOLOUR_MOVE:
    case TRICOLOUR_SWAP:
      Move(heap, &FieldsOf(*object)[said.field], &FieldsOf(*target)[said.target_field],
           said.verb == TRICOLOUR_SWAP);
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
      TakeStrong(heap, *object);
      break;
    case TRICOLOUR_STRONG_DROP:
      DropStrong(object->strong.back());
      object->strong.pop_back();
      break;
    case TRICOLOUR_REFERENCER_HOLD:
      SetWord(heap.referencers, said.number, object->cell);
      break;
    case TRICOLOUR_REFERENCER_RELEASE:
      SetWord(heap.referencers, said.number, nullptr);
      break;
    case TRICOLOUR_HOLD:
      SetWord(heap.locals, said.object, object->cell);
      break;
    case TRICOLOUR_DROP:
      SetWord(heap.locals, said.object, nullptr);
      break;
    case TRICOLOUR_WEAK_MAKE:
      MakeLink(heap, said.number, object->cell);
      break;
    case TRICOLOUR_WEAK_COPY:
      MakeLink(heap, said.number, ReadLink(heap, said.other));
      break;
    case TRICOLOUR_WEAK_READ:
      Answer(heap, ReadLink(heap, said.number), answer);
      break;
    case TRICOLOUR_RESOLVE: {
      Cell* const found = ReadLink(heap, said.number);
      Set(heap, kResolveWithoutDirtying, &FieldsOf(*object)[said.field], found);
      Answer(heap, found, answer);
      break;
    }
    case TRICOLOUR_START:
      Step(heap, 0, &Start);
      break;
    case TRICOLOUR_TICK:
      Step(heap, said.number, &Tick);
      break;
    case TRICOLOUR_COLLECT:
      Step(heap, 0, &Collect);
      break;
  }
}

void Forget(tricolour_heap& heap) {
  for (Named& named : heap.named) {
    for (Cell** const cell : named.strong) DropStrong(cell);
    if (named.cell != nullptr && (heap.shape & kFinalized) != 0) {
      GC_register_finalizer_no_order(named.cell, nullptr, nullptr, nullptr, nullptr);
    }
  }
  for (const std::unique_ptr<void*>& link : heap.links) {
    if (link != nullptr) Unlink(heap, *link);
  }
  roots.fill(nullptr);
}

const tricolour_promises* Promises() {
  static char version[16];
  static tricolour_promises promises = {};
  const unsigned number = GC_get_version();
  std::snprintf(version, sizeof version, "%u.%u.%u", number >> 16, number >> 8 & 0xFF,
                number & 0xFF);
  TRICOLOUR_INIT(promises);
  promises.name = "libgc";
  promises.version = version;
  for (const unsigned verb : {TRICOLOUR_CREATE,
                              TRICOLOUR_COPY,
                              TRICOLOUR_STORE,
                              TRICOLOUR_MOVE,
                              TRICOLOUR_SWAP,
                              TRICOLOUR_APPEND,
                              TRICOLOUR_ERASE,
                              TRICOLOUR_TAKE,
                              TRICOLOUR_ROOT,
                              TRICOLOUR_UNROOT,
                              TRICOLOUR_STRONG_TAKE,
                              TRICOLOUR_STRONG_DROP,
                              TRICOLOUR_REFERENCER_HOLD,
                              TRICOLOUR_REFERENCER_RELEASE,
                              TRICOLOUR_HOLD,
                              TRICOLOUR_DROP,
                              TRICOLOUR_WEAK_MAKE,
                              TRICOLOUR_WEAK_READ,
                              TRICOLOUR_WEAK_COPY,
                              TRICOLOUR_RESOLVE,
                              TRICOLOUR_START,
                              TRICOLOUR_TICK,
                              TRICOLOUR_COLLECT}) {
    promises.verbs |= TRICOLOUR_HAS(verb);
  }
  promises.locals =
      TRICOLOUR_HAS(TRICOLOUR_LOCALS_DEAD) | TRICOLOUR_HAS(TRICOLOUR_LOCALS_RESCANNED);
  promises.shapes = 1;
  promises.one_heap = 1;
  promises.slowness = 100;
  return &promises;
}

tricolour_heap* Create(const tricolour_host* host, const tricolour_header* header) {
  SetUp();
  auto* const heap = new (std::nothrow) tricolour_heap{};
  if (heap == nullptr) return nullptr;
  heap->host = host;
  heap->fault = header->fault;
  heap->shape = header->shape;
  present = nullptr;
  Step(*heap, 0, &BeginAnew);
  GC_set_full_freq((heap->shape & kGenerational) != 0 ? 2 : 0);
  present = heap;
  return heap;
}

void Destroy(tricolour_heap* heap) {
  Forget(*heap);
  if (present == heap) present = nullptr;
  delete heap;
}

void Apply(tricolour_heap* heap, const tricolour_operation* operation, tricolour_answer* answer) {
  Do(*heap, *operation, *answer);
  if (heap->exhausted) answer->kind = TRICOLOUR_EXHAUSTED;
}

// Memory that no longer says whose it is was given to another.
std::int32_t Peek(const tricolour_heap* heap, tricolour_name name, tricolour_name* fields,
                  std::uint32_t room) {
  if (name >= heap->named.size()) return -1;
  const Named& named = heap->named[name];
  if (named.cell == nullptr || named.cell->mark != (kMagic | name)) return -1;
  Cell* const* const held = FieldsOf(named);
  for (std::uint32_t i = 0; i < named.count && i < room; ++i) {
    const auto known = heap->names.find(held[i]);
    fields[i] = held[i] == nullptr           ? TRICOLOUR_NULL
                : known == heap->names.end() ? TRICOLOUR_DANGLING
                                             : known->second;
  }
  return static_cast<std::int32_t>(named.count);
}

const char* HowDone(const tricolour_heap* heap) {
  return (heap->shape & kShareAPage) != 0 ? "on a page with others" : nullptr;
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
