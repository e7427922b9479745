// properties/subjects/cppgc/cppgc_heap.h -- the objects of a judged heap of cppgc, how references
// are stored into them, and how they are traced.
//
// Included by cppgc_subject.cc only.

#pragma once

#include <cppgc/allocation.h>
#include <cppgc/cross-thread-persistent.h>
#include <cppgc/garbage-collected.h>
#include <cppgc/heap-consistency.h>
#include <cppgc/heap.h>
#include <cppgc/member.h>
#include <cppgc/persistent.h>
#include <cppgc/testing.h>
#include <cppgc/visitor.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <new>
#include <unordered_map>
#include <vector>

#include "properties/subjects/cppgc/cppgc_worker.h"
#include "properties/subjects/plugin/tricolour_subject.h"

namespace properties {
inline namespace oilpan {

enum Fault : std::uint32_t {
  kNoFault,
  kStoreWithoutBarrier,
  kMoveWithoutBarrier,
  kGrowWithoutBarrier,
  kResolveWithoutBarrier,
  kMissField,
  kMissRoot,
  kMissWeakMember,
};
inline constexpr std::array kFaultNames = {"store-without-barrier",       "move-without-barrier",
                                           "grow-without-barrier",        "resolve-without-barrier",
                                           "trace-misses-the-last-field", "root-is-not-persistent",
                                           "weak-member-is-not-traced"};

// What a shape's bits say.
inline constexpr std::uint32_t kByMutator = 1;     // the mutator marks, in cppgc's own steps
inline constexpr std::uint32_t kFieldByField = 2;  // the marker pauses between fields too
inline constexpr std::uint32_t kWeakMembers = 4;   // weak references are members of an object
inline constexpr std::uint32_t kByHand = 8;        // stores write by themselves, and call a barrier
inline constexpr std::uint32_t kBarrierOfHolder = 16;  // the one that traces the holder once more

inline constexpr std::uint32_t kLarge = 32;  // every other object has a page of its own

inline constexpr std::size_t kLargeBytes = std::size_t{1} << 17;
inline constexpr tricolour_name kMostLarge = 256;                  // later ones are small
inline constexpr std::size_t kMostBytes = std::size_t{256} << 20;  // of a run

class Thing;
using Member = cppgc::Member<Thing>;

// Members behind an object; their number is fixed.
template <typename Owner>
Member* Behind(const Owner* owner) {
  return reinterpret_cast<Member*>(const_cast<Owner*>(owner) + 1);
}

// A container's. All are traced, those too that are not in use.
class Elements final : public cppgc::GarbageCollected<Elements> {
 public:
  Elements(tricolour_heap& heap, std::uint32_t members_in_all) : room(members_in_all), heap_(heap) {
    std::uninitialized_fill_n(members(), room, nullptr);
  }
  ~Elements();
  void Trace(cppgc::Visitor* visitor) const;
  Member* members() const { return Behind(this); }

  const std::uint32_t room;

 private:
  tricolour_heap& heap_;
};

// An object: its name as plain data, then its fields. A container has elements instead.
class Thing final : public cppgc::GarbageCollected<Thing> {
 public:
  Thing(tricolour_heap& heap, tricolour_name name, std::uint32_t count)
      : heap_(heap), name_(name), count_(count) {
    std::uninitialized_fill_n(members(), count, nullptr);
  }
  ~Thing();
  void Trace(cppgc::Visitor* visitor) const;
  Member* members() const { return Behind(this); }

  cppgc::Member<Elements> elements;

 private:
  tricolour_heap& heap_;
  const tricolour_name name_;
  const std::uint32_t count_;
};

// What holds a weak reference on the heap.
class Box final : public cppgc::GarbageCollected<Box> {
 public:
  explicit Box(bool is_traced) : is_traced_(is_traced) {}
  void Trace(cppgc::Visitor* visitor) const {
    if (is_traced_) visitor->Trace(member);
  }

  cppgc::WeakMember<Thing> member;

 private:
  const bool is_traced_;
};

struct Named {
  Thing* thing = nullptr;  // null: not made yet, or gone
  std::uint32_t count = 0;
  bool container = false;
  cppgc::Persistent<Thing> rooted;
  cppgc::Persistent<Thing> held;
  std::vector<cppgc::subtle::CrossThreadPersistent<Thing>> strong;
};

struct Weak {
  cppgc::WeakPersistent<Thing> persistent;
  cppgc::Persistent<Box> box;
  tricolour_name name = TRICOLOUR_NULL;  // of what it referred to when it was made
};

}  // namespace oilpan
}  // namespace properties

struct tricolour_heap {
  const tricolour_host* host = nullptr;
  std::uint32_t fault = 0;
  std::uint32_t shape = 0;
  std::shared_ptr<properties::Surroundings> surroundings;
  std::unique_ptr<cppgc::Heap> heap;
  std::deque<properties::Named> named;
  std::deque<properties::Weak> weak;
  std::deque<cppgc::Persistent<properties::Thing>> referencers;
  std::unordered_map<const properties::Thing*, tricolour_name> names;
  std::vector<tricolour_name> died;  // not told yet
  std::vector<const properties::Elements*> died_elements;
  std::size_t bytes = 0;
  bool pending = false;
  bool marked = false;  // the mutator's last step left nothing to be marked
  bool exhausted = false;
};

namespace properties {
inline namespace oilpan {

inline Thing::~Thing() { heap_.died.push_back(name_); }

inline Elements::~Elements() { heap_.died_elements.push_back(this); }

inline void Thing::Trace(cppgc::Visitor* visitor) const {
  Worker& worker = heap_.surroundings->worker();
  const std::uint32_t missed = heap_.fault == kMissField && count_ > 0 ? 1 : 0;
  for (std::uint32_t i = 0; i + missed < count_; ++i) {
    if (i > 0 && (heap_.shape & kFieldByField) != 0) worker.Pause();
    visitor->Trace(members()[i]);
  }
  visitor->Trace(elements);
  worker.Pause();
}

inline void Elements::Trace(cppgc::Visitor* visitor) const {
  for (std::uint32_t i = 0; i < room; ++i) {
    if (i > 0 && (heap_.shape & kFieldByField) != 0) heap_.surroundings->worker().Pause();
    visitor->Trace(members()[i]);
  }
  heap_.surroundings->worker().Pause();
}

}  // namespace oilpan

namespace {

// An object with so many more bytes behind it; null if the run has had its share.
template <typename T, typename... Arguments>
T* New(tricolour_heap& heap, std::size_t more, Arguments&&... arguments) {
  heap.bytes += sizeof(T) + more;
  if (heap.bytes > kMostBytes) {
    heap.exhausted = true;
    return nullptr;
  }
  return cppgc::MakeGarbageCollected<T>(heap.heap->GetAllocationHandle(),
                                        cppgc::AdditionalBytes(more),
                                        std::forward<Arguments>(arguments)...);
}

Elements* NewElements(tricolour_heap& heap, std::uint32_t room) {
  return New<Elements>(heap, room * sizeof(Member), heap, room);
}

// As a class does that is more clever than Member: it writes, then it tells the collector.
template <typename T>
void SetByHand(const tricolour_heap& heap, const void* holder, cppgc::Member<T>& member, T* value) {
  using Consistency = cppgc::subtle::HeapConsistency;
  new (&member) cppgc::Member<T>(value);  // to construct it anew is no barrier
  Consistency::WriteBarrierParams params;
  if (Consistency::GetWriteBarrierType(&member, value, params) !=
      Consistency::WriteBarrierType::kMarking) {
    return;
  }
  if ((heap.shape & kBarrierOfHolder) != 0) {
    Consistency::SteeleWriteBarrier(params, holder);
  } else {
    Consistency::DijkstraWriteBarrier(params, value);
  }
}

template <typename T>
void Set(const tricolour_heap& heap, Fault broken, const void* holder, cppgc::Member<T>& member,
         T* value) {
  if (heap.fault == broken && broken != kNoFault) {
    new (&member) cppgc::Member<T>(value);
  } else if ((heap.shape & kByHand) != 0) {
    SetByHand(heap, holder, member, value);
  } else {
    member = value;
  }
}

// Where the fields of an object lie.
struct Fields {
  const void* holder;
  Member* members;
};
Fields FieldsOf(const Named& named) {
  if (!named.container) return {named.thing, named.thing->members()};
  const Elements* const elements = named.thing->elements;
  return {elements, elements->members()};
}

Named& Of(tricolour_heap& heap, tricolour_name name) {
  if (name >= heap.named.size()) heap.named.resize(name + 1);
  return heap.named[name];
}

// Null if there is no room.
Named* Born(tricolour_heap& heap, tricolour_name name, std::uint32_t count, bool container) {
  Named& named = Of(heap, name);
  const std::uint32_t fields = container ? 0 : count;
  const bool is_large = (heap.shape & kLarge) != 0 && name % 2 == 0 && name < kMostLarge;
  const std::size_t more = fields * sizeof(Member) + (is_large ? kLargeBytes : 0);
  Thing* const thing = New<Thing>(heap, more, heap, name, fields);
  if (thing == nullptr) return nullptr;
  if (container) {
    Elements* const elements = NewElements(heap, std::max(4u, count));
    if (elements == nullptr) return nullptr;
    thing->elements = elements;
  }
  named.thing = thing;
  named.count = fields;
  named.container = container;
  heap.names[thing] = name;
  return &named;
}

}  // namespace
}  // namespace properties
