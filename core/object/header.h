// core/object/header.h -- what every managed object carries, and the base that carries it.
//
// The collector needs four things of an object whose address it has: its class, which says where
// the references are; its heap, since a program may own several; its index in the table; and its
// mark, which a scan finds here without a look at the table. They are plain data in the lowest
// layer, which every part of core includes.
//
// Only a heap makes objects: the constructor of the base requires a Birth, and only a heap has one.
//
// Read next: core/object/class.h.

#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/index.h"
#include "core/object/mark.h"
#include "core/object/object_flags.h"

namespace gc {
inline namespace GC_BUILD {

struct Class;
class Collector;
struct Designation;
class Factory;
class Heap;
class NamedObject;
class Population;

// Tells the weak references to an object from those to an earlier object at the same index. It is 0
// until the first weak reference to the object is made.
using Serial = std::uint32_t;

struct Header {
  const Class* type;
  Collector* owner;
  Index index;         // kNoIndex once freed, in builds that can read freed memory
  std::uint32_t tail;  // number of references in the trailing array, if any
  ObjectFlagWord flags = {};
  MarkByte mark = {};
};
static_assert(sizeof(Header) <= 32);
inline constexpr std::size_t kObjectAlignment = 16;

// Proof that a heap is constructing the object; only heaps and their factories can make one.
class Birth {
 public:
  Birth(const Birth&) = delete;
  Birth& operator=(const Birth&) = delete;

 private:
  friend class Factory;
  friend class Heap;
  friend class NamedObject;
  friend class Object;
  explicit Birth(const Header& header, const Designation* designation = nullptr)
      : header_(header), designation_(designation) {}
  // Of an object without an index yet.
  Birth(const Class& type, Collector& owner)
      : header_{.type = &type, .owner = &owner, .index = kNoIndex, .tail = 0},
        designation_(nullptr) {}
  Header header_;
  const Designation* designation_;  // name and outer, for a named object; else null
  // The heap knows the object already that will be at this address; null: it does not.
  const void* registered_ = nullptr;
};

// Answers the address, of which the compiler then knows nothing: neither that its memory was not
// read before, nor what is in it.
inline void* Reveal(void* memory) {
#if defined(__GNUC__)
  __asm__ volatile("" : "+r"(memory) : : "memory");
#endif
  return memory;
}

// Answers the value, which the compiler then neither reads nor writes together with its neighbours.
template <class T>
T Apart(T value) {
#if defined(__GNUC__)
  __asm__ volatile("" : "+r"(value));
#endif
  return value;
}

// The base of every managed type. A derived constructor takes the Birth first and hands it on:
//
//     struct Door : gc::Object {
//       explicit Door(const gc::Birth& birth) : Object(birth) {}
//       gc::ObjectPtr<Room> room;
//       static const gc::Class kClass;
//     };
class Object {
 public:
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;
  static void* operator new(std::size_t) = delete;  // Heap::New makes objects
  static void* operator new(std::size_t, void* place) { return place; }
  static void operator delete(void*, void*) {}

  const Header& header() const { return header_; }

 protected:
  static void operator delete(void*) {}  // for virtual destructors; only the heap frees
  // Registers the object with its heap, unless that knows it already.
  //
  // The Birth was written a moment ago, field by field. To read two fields at once, as a compiler
  // likes to, would wait until both have left the processor's store buffer: 5 ns of 24 for an
  // object.
  explicit Object(const Birth& birth)
      : header_{.type = Apart(birth.header_.type),
                .owner = Apart(birth.header_.owner),
                .index = Apart(birth.header_.index),
                .tail = Apart(birth.header_.tail),
                .flags = birth.header_.flags,
                .mark = birth.header_.mark} {
    if (birth.registered_ != this) RegisterWithHeap();
  }
  ~Object() = default;

 private:
  friend class ObjectMemory;
  friend class Population;
  // In core/collect/births.cc.
  void RegisterWithHeap();
  Header header_;
};
static_assert(sizeof(Object) == sizeof(Header));

}  // namespace GC_BUILD
}  // namespace gc
