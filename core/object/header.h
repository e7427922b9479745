// core/object/header.h -- what every managed object carries, and the base that carries it.
//
// Collecting needs three things of an object that it has in hand: what it is (its class, which says
// where its references are), whose it is (a program may own several heaps), and where its mark is
// (its index in the table). They are plain data at the bottom of the house: everything includes
// this, and this includes nothing.
//
// An object is made by a heap and by nobody else: the base wants a Birth, and only a heap has one.
//
// Read next: core/object/class.h.

#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/build.h"
#include "core/object/object_flags.h"

namespace gc {
inline namespace GC_BUILD {

struct Class;
struct Collector;
struct Designation;
class Factory;
class Heap;
class NamedObject;

// An object's place in its heap's table. Index 0 is reserved: it never has an object.
using Index = std::uint32_t;
inline constexpr Index kNoIndex = 0;

// Tells a reused index from the old: 0 until somebody refers to the object weakly.
using Serial = std::uint32_t;

struct Header {
  const Class* type;
  Collector* owner;
  Index index;         // kNoIndex once the object is freed, where freed memory can still be read
  std::uint32_t tail;  // references in the trailing array, if the class has one
  ObjectFlagWord flags = {};
};
static_assert(sizeof(Header) <= 32);
inline constexpr std::size_t kObjectAlignment = 16;

// The heap's licence to construct one object.
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
  Header header_;
  const Designation* designation_;  // of a named object
};

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
  // Registers the object with its heap: from here on it has an index and a colour.
  explicit Object(const Birth& birth);
  ~Object() = default;

 private:
  friend class ObjectMemory;
  friend struct Collector;
  Header header_;
};
static_assert(sizeof(Object) == sizeof(Header));

}  // namespace GC_BUILD
}  // namespace gc
