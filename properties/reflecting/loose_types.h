// properties/reflecting/loose_types.h -- structs and classes whose members are chosen at run time.
//
// The compiler fixes the members of a type. But a description is data, and what core does with an
// object it does by the description. So a loose type is bytes, and a layout that says which members
// lie where in them; the members themselves are what they are in any class, made by their own
// constructors:
//
//     | header, class, outer, name | int32 | hole | vector of pointers | struct 1: | text | ... |
//
// A struct needs a C++ type of its own, since containers of it are types too. There are kLoose of
// them, each larger than the one before, so that a struct can contain the smaller ones.
//
// Thread rules: one layout at a time, for the whole program, by one thread.
// Read next: properties/reflecting/type_table.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/reflect/reflected.h"

namespace properties::reflecting {

struct TypeEntry;
enum class Mood : std::int8_t;

// A member that has its place.
struct Placed {
  const TypeEntry* entry = nullptr;
  std::int32_t offset = 0;  // bytes from the start of the struct, or from the Object part
};

struct LooseLayout {
  gc::Reflection reflection = {};
  std::vector<gc::Property> properties = {};
  std::vector<gc::Function> functions = {};
  std::vector<Placed> members = {};

  void Construct(std::byte* at) const;
  void Destroy(std::byte* at) const;
  void Copy(std::byte* to, const std::byte* from) const;
};

inline constexpr std::size_t kLoose = 3;
inline constexpr std::uint32_t kLooseBytes[kLoose] = {112, 256, 640};
// What the structs look like at present. Set while no object of such a type exists.
extern LooseLayout loose_structs[kLoose];

template <std::size_t kWhich>
class LooseStruct {
 public:
  LooseStruct() { Layout().Construct(bytes); }
  LooseStruct(const LooseStruct& other) : LooseStruct() { *this = other; }
  LooseStruct& operator=(const LooseStruct& other) {
    if (this != &other) Layout().Copy(bytes, other.bytes);
    return *this;
  }
  ~LooseStruct() { Layout().Destroy(bytes); }

  static LooseLayout& Layout() { return loose_structs[kWhich]; }
  static const gc::Reflection& StaticReflection() { return Layout().reflection; }
  void VisitReferences(const gc::SlotVisitor& visit) {
    gc::VisitStruct(StaticReflection(), this, visit);
  }
  using Contributor = LooseStruct;
  static void ContributeReferences(gc::Entries& entries, std::int64_t at) {
    gc::ContributeStruct(StaticReflection(), entries, at);
  }

  alignas(16) std::byte bytes[kLooseBytes[kWhich]];
};

// A class of named objects. Its objects are constructed and destroyed by the layout that their
// class leads to.
struct LooseClass : gc::Class {
  LooseLayout layout = {};  // its own members
  const LooseClass* above = nullptr;
};

class LooseObject : public gc::NamedObject {
 public:
  explicit LooseObject(const gc::Birth& birth);
  ~LooseObject() = default;
  static const LooseClass& ClassOf(const gc::Object& object) {
    return static_cast<const LooseClass&>(*object.header().type);
  }
  static std::byte* BytesOf(gc::Object& object) { return reinterpret_cast<std::byte*>(&object); }

  // What a class may have as functions (loose_functions.h).
  std::int64_t Sum(std::int8_t a, std::uint32_t b, std::int16_t c);
  void Note(const std::string& text, bool loud);
  gc::ObjectPtr<gc::NamedObject> Choose(gc::ObjectPtr<gc::NamedObject> first,
                                        gc::ObjectPtr<gc::NamedObject> second,
                                        bool takes_second) const;
  std::string Spell(const double& number, Mood mood) noexcept;
  double Half() const noexcept;
  std::vector<std::int32_t> Twice(std::vector<std::int32_t> list);
  void Forget();
};

// Makes the description of a class whose layout has its members, and `size` bytes. The name must
// outlive the class.
void Describe(LooseClass& type, const char* name, std::uint32_t size);

}  // namespace properties::reflecting
