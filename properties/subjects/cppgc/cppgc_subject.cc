// properties/subjects/cppgc/cppgc_subject.cc -- V8's collector for C++ objects, as a library with
// the C interface.
//
// cppgc marks beside the mutator, by steps of the mutator or on a thread of its own, and its
// barrier is the assignment of a Member, which shades the new value. Weak references and holders
// outside of the heap are asked again in the last pause. All of that is public: programs derive
// their classes from GarbageCollected, and say in Trace where their members are.
//
//     root, hold, referencer-hold   a Persistent
//     strong-take, strong-drop      a CrossThreadPersistent for each
//     weak references               a WeakPersistent, or a WeakMember of an object that is held
//     container (create 0)          an object with a Member of its elements, which are one object
//     start                         StartGarbageCollection, of a heap for tests
//     tick N                        N pauses of the marker, see below; the last one ends the cycle
//     collect                       what is pending, then ForceGarbageCollectionSlow
//
// A step of the mutator marks all of a small heap. In half of the shapes therefore the concurrent
// marker marks, and a unit is what it does until it has scanned one more object (cppgc_worker.h).
// No stack is searched, and sweeping is part of the last pause, where destructors tell of deaths.
//
// Read next: properties/subjects/plugin/tricolour_subject.h.

#include <v8-version-string.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include "properties/subjects/cppgc/cppgc_heap.h"
#include "properties/subjects/cppgc/cppgc_steps.h"
#include "properties/subjects/plugin/tricolour_subject.h"

namespace properties {
namespace {

void Append(tricolour_heap& heap, Named& to, Thing* value) {
  const Elements* const elements = to.thing->elements;
  if (to.count == elements->room) {  // grown: larger elements take the place of the old ones
    Elements* const larger = NewElements(heap, 2 * elements->room);
    if (larger == nullptr) return;
    std::uninitialized_copy_n(elements->members(), to.count, larger->members());
    Set(heap, kGrowWithoutBarrier, to.thing, to.thing->elements, larger);
  }
  const Fields fields = FieldsOf(to);
  Set(heap, kGrowWithoutBarrier, fields.holder, fields.members[to.count++], value);
}

void Erase(const tricolour_heap& heap, Named& from, std::uint32_t field) {
  const Fields fields = FieldsOf(from);
  for (std::uint32_t i = field; i + 1 < from.count; ++i) {
    Set(heap, kGrowWithoutBarrier, fields.holder, fields.members[i], fields.members[i + 1].Get());
  }
  fields.members[--from.count] = nullptr;
}

// What is moved to where it is stays there.
void Move(const tricolour_heap& heap, const tricolour_operation& said, bool swap) {
  const Fields to = FieldsOf(heap.named[said.object]);
  const Fields from = FieldsOf(heap.named[said.target]);
  Member& taker = to.members[said.field];
  Member& giver = from.members[said.target_field];
  if (&taker == &giver) return;
  Thing* const had = taker;
  Thing* const gets = giver;
  Set(heap, kMoveWithoutBarrier, from.holder, giver, swap ? had : nullptr);
  Set(heap, kMoveWithoutBarrier, to.holder, taker, gets);
}

// `to` takes the elements of `from`, which takes the emptied ones of `to`.
void Take(const tricolour_heap& heap, Named& to, Named& from) {
  if (&to == &from) return;
  std::fill_n(FieldsOf(to).members, to.count, nullptr);
  Elements* const emptied = to.thing->elements;
  Set(heap, kGrowWithoutBarrier, to.thing, to.thing->elements, from.thing->elements.Get());
  Set(heap, kGrowWithoutBarrier, from.thing, from.thing->elements, emptied);
  to.count = std::exchange(from.count, 0);
}

void Copy(tricolour_heap& heap, tricolour_name name, tricolour_name of) {
  const std::uint32_t count = heap.named[of].count;
  const bool container = heap.named[of].container;
  Named* const born = Born(heap, name, count, container);
  for (std::uint32_t i = 0; i < count && !heap.exhausted; ++i) {
    Thing* const value = FieldsOf(heap.named[of]).members[i];
    if (container) {
      Append(heap, *born, value);
    } else {
      Set(heap, kStoreWithoutBarrier, born->thing, born->thing->members()[i], value);
    }
  }
}

template <typename T>
T& At(std::deque<T>& things, std::uint32_t number) {
  if (number >= things.size()) things.resize(number + 1);
  return things[number];
}

bool HasWeakMembers(const tricolour_heap& heap) {
  return (heap.shape & kWeakMembers) != 0 || heap.fault == kMissWeakMember;
}

Thing* Read(const Weak& weak) {
  return weak.box != nullptr ? weak.box->member.Get() : weak.persistent.Get();
}

// A weak reference is made anew, so that nothing of an older one is seen by a marker.
void MakeWeak(tricolour_heap& heap, std::uint32_t number, Thing* thing, tricolour_name name) {
  Weak& weak = At(heap.weak, number);
  weak.name = name;
  if (!HasWeakMembers(heap)) {
    weak.persistent = thing;
    return;
  }
  Box* const box = New<Box>(heap, 0, heap.fault != kMissWeakMember);
  if (box == nullptr) return;
  box->member = thing;
  weak.box = box;
}

void CopyWeak(tricolour_heap& heap, std::uint32_t to, std::uint32_t from) {
  const Weak& other = At(heap.weak, from);
  MakeWeak(heap, to, Read(other), other.name);
}

void AnswerWeak(tricolour_heap& heap, std::uint32_t number, tricolour_answer& answer) {
  const Weak& weak = At(heap.weak, number);
  answer.kind = TRICOLOUR_READ;
  answer.object = Read(weak) == nullptr ? TRICOLOUR_NULL : weak.name;
}

void Root(Named& named, bool yes, bool misses) {
  if (!yes) {
    named.rooted.Clear();
  } else if (!misses) {
    named.rooted = named.thing;
  }
}

void DoWeak(tricolour_heap& heap, const tricolour_operation& said, tricolour_answer& answer) {
  switch (said.verb) {
    case TRICOLOUR_WEAK_MAKE:
      return MakeWeak(heap, said.number, heap.named[said.object].thing, said.object);
    case TRICOLOUR_WEAK_COPY:
      return CopyWeak(heap, said.number, said.other);
    case TRICOLOUR_WEAK_READ:
      return AnswerWeak(heap, said.number, answer);
    case TRICOLOUR_RESOLVE: {
      const Fields fields = FieldsOf(heap.named[said.object]);
      Set(heap, kResolveWithoutBarrier, fields.holder, fields.members[said.field],
          Read(At(heap.weak, said.number)));
      return AnswerWeak(heap, said.number, answer);
    }
  }
}

void DoSteps(tricolour_heap& heap, const tricolour_operation& said) {
  switch (said.verb) {
    case TRICOLOUR_START:
      return Start(heap);
    case TRICOLOUR_TICK:
      for (std::uint32_t i = 0; i < said.number && heap.pending; ++i) Unit(heap);
      return;
    case TRICOLOUR_COLLECT:
      return Collect(heap);
  }
}

void DoHolders(tricolour_heap& heap, const tricolour_operation& said) {
  switch (said.verb) {
    case TRICOLOUR_ROOT:
    case TRICOLOUR_UNROOT:
      return Root(heap.named[said.object], said.verb == TRICOLOUR_ROOT, heap.fault == kMissRoot);
    case TRICOLOUR_STRONG_TAKE:
      heap.named[said.object].strong.emplace_back(heap.named[said.object].thing);
      return;
    case TRICOLOUR_STRONG_DROP:
      return heap.named[said.object].strong.pop_back();
    case TRICOLOUR_REFERENCER_HOLD:
      At(heap.referencers, said.number) = heap.named[said.object].thing;
      return;
    case TRICOLOUR_REFERENCER_RELEASE:
      return At(heap.referencers, said.number).Clear();
    case TRICOLOUR_HOLD:
      heap.named[said.object].held = heap.named[said.object].thing;
      return;
    case TRICOLOUR_DROP:
      return heap.named[said.object].held.Clear();
  }
}

void DoFields(tricolour_heap& heap, const tricolour_operation& said) {
  Thing* const value = said.target < heap.named.size() ? heap.named[said.target].thing : nullptr;
  switch (said.verb) {
    case TRICOLOUR_CREATE:
      Born(heap, said.object, said.number, said.number == 0);
      return;
    case TRICOLOUR_COPY:
      return Copy(heap, said.object, said.target);
    case TRICOLOUR_STORE: {
      const Fields fields = FieldsOf(heap.named[said.object]);
      return Set(heap, kStoreWithoutBarrier, fields.holder, fields.members[said.field], value);
    }
    case TRICOLOUR_MOVE:
    case TRICOLOUR_SWAP:
      return Move(heap, said, said.verb == TRICOLOUR_SWAP);
    case TRICOLOUR_APPEND:
      return Append(heap, heap.named[said.object], value);
    case TRICOLOUR_ERASE:
      return Erase(heap, heap.named[said.object], said.field);
    case TRICOLOUR_TAKE:
      return Take(heap, heap.named[said.object], heap.named[said.target]);
  }
}

const tricolour_promises* Promises() {
  static tricolour_promises promises = {};
  TRICOLOUR_INIT(promises);
  promises.name = "cppgc";
  promises.version = "V8 " V8_VERSION_STRING;
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
  promises.exact = 1;
  promises.shapes = 1;
  promises.slowness = 100;
  return &promises;
}

// A move loses an object only where the marker has seen the one field and not the other.
std::uint32_t ShapeFor(const tricolour_header& header) {
  if (header.fault != kMoveWithoutBarrier) return header.shape;
  return (header.shape & ~kByMutator) | kFieldByField;
}

tricolour_heap* Create(const tricolour_host* host, const tricolour_header* header) {
  Pages& pages = ThePages();
  auto* const heap = new (std::nothrow) tricolour_heap{};
  if (heap == nullptr) return nullptr;
  heap->host = host;
  heap->fault = header->fault;
  heap->shape = ShapeFor(*header);
  heap->surroundings = std::make_shared<Surroundings>(pages);
  heap->heap = cppgc::Heap::Create(heap->surroundings, OptionsOf(heap->shape));
  return heap;
}

// A pending cycle is ended first: its marker has a stack of its own.
void Destroy(tricolour_heap* heap) {
  EndCycle(*heap);
  delete heap;
}

void Apply(tricolour_heap* heap, const tricolour_operation* operation, tricolour_answer* answer) {
  DoFields(*heap, *operation);
  DoHolders(*heap, *operation);
  DoWeak(*heap, *operation, *answer);
  DoSteps(*heap, *operation);
  if (heap->exhausted) answer->kind = TRICOLOUR_EXHAUSTED;
}

std::int32_t Peek(const tricolour_heap* heap, tricolour_name name, tricolour_name* fields,
                  std::uint32_t room) {
  if (name >= heap->named.size() || heap->named[name].thing == nullptr) return -1;
  const Named& named = heap->named[name];
  const Fields held = FieldsOf(named);
  for (std::uint32_t i = 0; i < named.count && i < room; ++i) {
    const Thing* const thing = held.members[i];
    const auto known = heap->names.find(thing);
    fields[i] = thing == nullptr             ? TRICOLOUR_NULL
                : known == heap->names.end() ? TRICOLOUR_DANGLING
                                             : known->second;
  }
  return static_cast<std::int32_t>(named.count);
}

const char* HowDone(const tricolour_heap* heap) {
  if ((heap->shape & kByHand) == 0) return nullptr;
  return (heap->shape & kBarrierOfHolder) != 0 ? "by hand, with SteeleWriteBarrier"
                                               : "by hand, with DijkstraWriteBarrier";
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
