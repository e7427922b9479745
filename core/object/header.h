// core/object/header.h -- what every managed object carries, and the base that carries it.
//
// The collector needs five things of an object whose address it has: its class, which says where
// the references are; its index in the table; its mark, which a scan finds here without a look at
// the table; how many references trail it; and its heap, since a program may own several. All of
// them in every object would be 32 bytes, as much as many an object has beside them. But heap and
// tail are the same for nearly all: the heap is that of the block in which the object lies, and the
// tail is short, or none. So the header has 16 bytes, and a byte of them says what is around the
// object:
//
//     0 to 127   it is in a block, whose head says whose it is; so many references trail it
//     above      there is a prefix in front of its memory, which says both; so far away
//
//     | head of the block: its heap | ... | header | fields | few references | ... |
//     | prefix: its heap, its tail | header | fields | any number of references |
//
// core/object/owner.h reads both. They are plain data in the lowest layer, which every part of core
// includes.
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

inline constexpr std::size_t kObjectAlignment = 16;

// What is in front of an object's memory, and behind it. It never changes while the object lives.
class Around {
 public:
  static constexpr std::uint32_t kMostTail = 127;
  // An Object begins so near the start of its memory (Class::object_offset).
  static constexpr std::size_t kFarthest = 2048;

  // In a block, with so many trailing references: kMostTail at most.
  static Around Block(std::uint32_t tail) { return Around(static_cast<std::uint8_t>(tail)); }
  // Behind a prefix; the Object begins so many bytes after it ends.
  static Around Prefix(std::size_t object_offset) {
    return Around(static_cast<std::uint8_t>(kPrefixed | object_offset / kObjectAlignment));
  }

  bool HasPrefix() const { return (byte_ & kPrefixed) != 0; }
  std::uint32_t TailInBlock() const { return byte_; }
  // The start of the prefix. Memory is aligned, and so is the prefix, and as long as the alignment.
  std::uintptr_t PrefixOf(std::uintptr_t object) const {
    const std::size_t before = static_cast<std::size_t>(byte_ & kMostTail) + 1;
    return object / kObjectAlignment * kObjectAlignment - before * kObjectAlignment;
  }

 private:
  static constexpr std::uint8_t kPrefixed = 128;
  static_assert(kFarthest == kPrefixed * kObjectAlignment);
  explicit Around(std::uint8_t byte) : byte_(byte) {}
  std::uint8_t byte_;
};

struct Header {
  const Class* type;
  Index index;  // kNoIndex once freed, in builds that can read freed memory
  ObjectFlagWord flags = {};
  MarkByte mark = {};
  Around around = Around::Block(0);
};
static_assert(sizeof(Header) == 16);

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
  Birth(const Header& header, Collector& owner, const Designation* designation = nullptr)
      : header_(header), owner_(owner), designation_(designation) {}
  // Of an object without an index yet.
  Birth(const Class& type, Collector& owner)
      : header_{.type = &type, .index = kNoIndex}, owner_(owner), designation_(nullptr) {}
  Header header_;
  Collector& owner_;
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
                .index = Apart(birth.header_.index),
                .flags = birth.header_.flags,
                .mark = Apart(birth.header_.mark.Load()),
                .around = birth.header_.around} {
    if (birth.registered_ != this) RegisterWith(birth.owner_);
  }
  ~Object() = default;

 private:
  friend class ObjectMemory;
  friend class Population;
  // In core/collect/births.cc.
  void RegisterWith(Collector& owner);
  Header header_;
};
static_assert(sizeof(Object) == sizeof(Header));

}  // namespace GC_BUILD
}  // namespace gc
