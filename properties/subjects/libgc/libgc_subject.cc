// properties/subjects/libgc/libgc_subject.cc -- the collector of Boehm, Demers and Weiser, as a
// library with the C interface.
//
// libgc is conservative: what looks like an address in a stack, in a register or in static data
// keeps an object. So nothing is promised of what dies, and only losses are looked for. But a stale
// address would hide losses too. The adapter therefore gives the collector nothing to search but
// what a trace says: no static data of the process, and of the stack only the adapter's own frames
// of the present call.
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

#define GC_THREADS
#include <gc/gc.h>
#include <gc/gc_mark.h>
#include <gc/gc_typed.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <new>
#include <string>
#include <unordered_map>
#include <vector>

#include "properties/subjects/plugin/tricolour_subject.h"

namespace properties {
namespace {

enum Fault : std::uint32_t {
  kNoFault,
  kStoreWithoutDirtying,
  kMoveWithoutDirtying,
  kGrowWithoutDirtying,
  kResolveWithoutDirtying,
  kMissField,
  kMissRoot,
  kMissLocal,
};
constexpr std::array kFaultNames = {"store-without-dirtying",
                                    "move-without-dirtying",
                                    "grow-without-dirtying",
                                    "resolve-without-dirtying",
                                    "descriptor-misses-the-last-field",
                                    "root-is-not-searched",
                                    "local-is-not-searched"};

// What a shape's bits say.
constexpr std::uint32_t kShareAPage = 1;    // objects are small, and several lie on a page
constexpr std::uint32_t kUntyped = 2;       // every word of an object may be a reference
constexpr std::uint32_t kGenerational = 4;  // two of three cycles take what was old as live
constexpr std::uint32_t kFinalized = 8;     // every other object has a finalizer
constexpr std::uint32_t kLongLinks = 16;    // weak references outlive the finalizer

constexpr std::size_t kMostFields = 64;
constexpr std::size_t kApart = 2064;  // bytes: above half a page, an object has its pages alone
constexpr GC_word kMagic = 0x5AFE0000'00000000u;

// An object: its name as plain data, then its fields. A container has one word, its elements.
struct Cell {
  GC_word mark;  // kMagic and the name

  Cell** Fields() { return reinterpret_cast<Cell**>(this + 1); }
};

struct Named {
  Cell* cell = nullptr;  // null: not made yet, or gone
  std::uint32_t count = 0;
  bool container = false;
  bool rooted = false;
  bool held = false;
  std::vector<Cell**> strong;  // uncollectable cells
};

constexpr std::size_t kRoots = 1 << 14;
// Searched as static roots, by name modulo their number; a run has fewer objects that are rooted.
std::array<Cell*, kRoots> roots;

tricolour_heap* present = nullptr;  // the one whose locals are searched

void PushLocals();
GC_push_other_roots_proc push_others = nullptr;

}  // namespace
}  // namespace properties

struct tricolour_heap {
  using Cell = properties::Cell;
  using Named = properties::Named;
  const tricolour_host* host;
  std::uint32_t fault;
  std::uint32_t shape;
  std::vector<Named> named;
  std::unordered_map<const Cell*, tricolour_name> names;
  std::vector<Cell*> locals;                  // searched: of hold, by name
  std::vector<Cell*> referencers;             // searched: by number
  std::vector<std::unique_ptr<void*>> links;  // not searched: the disappearing links, by number
  bool pending = false;
  bool exhausted = false;
};

namespace properties {
namespace {

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

// Collections are allowed while one of these lives: only the steps of a trace have one.
class Collecting {
 public:
  Collecting() { GC_enable(); }
  ~Collecting() { GC_disable(); }
};

GC_descr DescriptorOf(std::uint32_t fields) {
  static std::array<GC_descr, kMostFields + 1> known = {};
  static std::array<bool, kMostFields + 1> is_known = {};
  if (!is_known[fields]) {
    std::array<GC_word, kMostFields / GC_WORDSZ + 2> bits = {};
    for (std::size_t word = 1; word <= fields; ++word) GC_set_bit(bits.data(), word);
    known[fields] = GC_make_descriptor(bits.data(), fields + 1);
    is_known[fields] = true;
  }
  return known[fields];
}

void Publish(const tricolour_heap& heap, std::uint32_t kind, tricolour_name object) {
  tricolour_event event = {};
  TRICOLOUR_INIT(event);
  event.kind = kind;
  event.object = object;
  heap.host->publish(heap.host->judge, &event);
}

tricolour_name NameIn(const Cell* cell) { return static_cast<tricolour_name>(cell->mark); }

// A finalizer: its heap may be gone.
void Finalize(void* object, void* of) {
  auto* const heap = static_cast<tricolour_heap*>(of);
  if (heap == present) Publish(*heap, TRICOLOUR_FINISHED, NameIn(static_cast<Cell*>(object)));
}

Cell* New(tricolour_heap& heap, std::uint32_t words) {
  std::size_t bytes = sizeof(Cell) + words * sizeof(Cell*);
  if ((heap.shape & kShareAPage) == 0) bytes = std::max(bytes, kApart);
  const std::uint32_t told = heap.fault == kMissField && words > 0 ? words - 1 : words;
  void* const made = (heap.shape & kUntyped) != 0 && heap.fault != kMissField
                         ? GC_malloc(bytes)
                         : GC_malloc_explicitly_typed(bytes, DescriptorOf(told));
  if (made == nullptr) heap.exhausted = true;
  return static_cast<Cell*>(made);
}

void Set(const tricolour_heap& heap, Fault broken, Cell** field, Cell* value) {
  if (heap.fault == broken) {
    *field = value;
  } else {
    GC_ptr_store_and_dirty(field, value);
  }
}

Named* Find(tricolour_heap& heap, tricolour_name name) {
  return name < heap.named.size() ? &heap.named[name] : nullptr;
}

Cell** FieldsOf(const Named& named) {
  return named.container ? named.cell->Fields()[0]->Fields() : named.cell->Fields();
}

// An object with so many fields; none makes it a container, whose elements begin with room for
// four.
Named* Born(tricolour_heap& heap, tricolour_name name, std::uint32_t count, bool container) {
  if (name >= heap.named.size()) heap.named.resize(name + 1);
  Cell* const cell = New(heap, container ? 1 : count);
  if (cell == nullptr) return nullptr;
  cell->mark = kMagic | name;
  if (container) {
    Cell* const elements = New(heap, std::max(4u, count));
    if (elements == nullptr) return nullptr;
    Set(heap, kNoFault, &cell->Fields()[0], elements);
    GC_reachable_here(elements);
  }
  if ((heap.shape & kFinalized) != 0 && name % 2 == 0) {
    GC_register_finalizer_no_order(cell, &Finalize, &heap, nullptr, nullptr);
  }
  heap.named[name] = {.cell = cell, .count = container ? 0 : count, .container = container};
  heap.names[cell] = name;
  return &heap.named[name];
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

void Start(tricolour_heap& heap) {
  if (heap.pending) return;
  const Collecting collecting;
  const GC_word before = GC_get_gc_no();
  GC_start_incremental_collection();
  heap.pending = true;
  if (GC_get_gc_no() != before && GC_collect_a_little() == 0) EndOfCycle(heap);
}

void Tick(tricolour_heap& heap, std::uint32_t units) {
  const Collecting collecting;
  for (std::uint32_t i = 0; i < units && heap.pending; ++i) {
    if (GC_collect_a_little() == 0) EndOfCycle(heap);
  }
}

void Collect(tricolour_heap& heap) {
  while (heap.pending) Tick(heap, 1);
  const Collecting collecting;
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
      Start(heap);
      break;
    case TRICOLOUR_TICK:
      Tick(heap, said.number);
      break;
    case TRICOLOUR_COLLECT:
      Collect(heap);
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

// No cycle is pending, nothing of a run before is alive, and the next cycle is a full one.
void* BeginAnew(void*) {
  const Collecting collecting;
  GC_set_full_freq(0);
  while (GC_collect_a_little() != 0) {
  }
  GC_gcollect();
  while (GC_invoke_finalizers() != 0) {
  }
  return nullptr;
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
  int frame = 0;
  GC_call_with_alloc_lock(&SearchStackFrom, &frame);
  BeginAnew(nullptr);
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
  int frame = 0;
  GC_call_with_alloc_lock(&SearchStackFrom, &frame);
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
