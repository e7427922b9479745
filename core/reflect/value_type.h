// core/reflect/value_type.h -- what the type of a property is, for code that does not know it.
//
// Whoever saves an object, sets one of its properties by name, or shows it in an editor does not
// know its C++ type. A ValueType says what kind of value it is and what it is made of: an array has
// elements, a map has keys as well, a struct has properties. What depends on the C++ type is done
// by the functions of ValueOperations. There is one ValueType for each C++ type, so two values have
// the same type if the addresses of their ValueTypes are equal.
//
// core/reflect/value_types.h makes them from C++ types.
//
// Thread rules: all is constant, but the values are their owner's.
// Read next: core/reflect/value_types.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/object/class.h"

namespace gc {
inline namespace GC_BUILD {

struct Path;
struct Reflection;

// SYSTEM.md S4.5, S4.16.
enum class ValueKind : std::uint8_t {
  kOpaque,  // can be copied, and nothing else is known of it
  kBool,
  kInteger,  // of 1, 2, 4 or 8 bytes
  kReal,     // float or double
  kString,   // std::string
  kEnumeration,
  kStruct,
  kObject,  // ObjectPtr: strong
  kWeak,    // WeakPtr
  kSoft,    // SoftPtr: a path
  kLazy,    // LazyPtr: a path, and strong once it is resolved
  kFixedArray,
  kArray,  // a vector or deque
  kSet,
  kMap,
  kOptional,
  kVariant,
};
inline constexpr std::size_t kValueKinds = 17;
std::string_view NameOf(ValueKind kind);

// One value of an enumeration.
struct Enumerator {
  const char* name = "";
  std::int64_t value = 0;
};

// Receives the parts of a value: for a map the key and the mapped value, else null and the element.
// A key must not be changed.
struct PartVisitor {
  void (*take)(void* context, const void* key, void* element) = nullptr;
  void* context = nullptr;
  void operator()(const void* key, void* element) const { take(context, key, element); }
};

// What a kind does not need is null. A value is given by its address.
struct ValueOperations {
  void (*construct)(void* value) = nullptr;  // in raw memory; null if it has no default
  void (*destroy)(void* value) = nullptr;
  // Assigns, through the barrier where there are references; null if the type cannot be assigned.
  void (*copy)(void* to, const void* from) = nullptr;
  bool (*equal)(const void* a, const void* b) = nullptr;  // null: compare part by part, or not

  // kObject, kWeak, kLazy: the object that is referred to, or null; a weak read shades what it
  // yields, and a lazy one that is not resolved yields null. A store goes through the barrier; the
  // object must be of the target's class.
  Object* (*read)(const void* value) = nullptr;
  void (*set_reference)(void* value, Object* object) = nullptr;
  // kSoft and an unresolved kLazy: the path; empty if there is none.
  std::string_view (*path)(const void* value) = nullptr;
  void (*set_path)(void* value, const Path& path) = nullptr;

  // Containers, optional and variant: the number of parts, and each of them in order.
  std::size_t (*size)(const void* value) = nullptr;
  void (*each)(void* value, const PartVisitor& visit) = nullptr;
  // Containers and optional: afterwards there is no part. Variant: the first choice.
  void (*clear)(void* value) = nullptr;
  // Adds a part: at the end of an array; the value of an optional; a set's element or a map's key
  // and value, where they belong. Null arguments are default values.
  void (*add)(void* value, const void* key, const void* element) = nullptr;
  // Arrays and fixed arrays: the element at an index that is less than the size.
  void* (*at)(void* value, std::size_t index) = nullptr;
  // Variant: which choice there is, and the change to another one with its default value.
  std::size_t (*choice)(const void* value) = nullptr;
  void (*choose)(void* value, std::size_t choice) = nullptr;
};

struct ValueType {
  ValueKind kind = ValueKind::kOpaque;
  bool is_signed = false;  // kInteger
  // Whether the C++ type says where its references are. A struct may have none all the same.
  bool shows_references = false;
  std::uint32_t size = 0;  // bytes
  std::uint32_t alignment = 0;
  std::uint32_t count = 0;             // kFixedArray: elements
  const ValueType* element = nullptr;  // arrays, set, optional; the mapped value of a map
  const ValueType* key = nullptr;      // map
  std::span<const ValueType* const> choices = {};          // variant
  const Reflection& (*structure)() = nullptr;              // struct
  std::span<const Enumerator> (*enumerators)() = nullptr;  // enumeration
  // References: the class of what they refer to; null: any. Aborts if that class is not described
  // itself, since its objects could not be told from those of its base.
  const Class* (*target)() = nullptr;
  const char* enumeration = "";  // name of the enumeration
  ValueOperations operations = {};

  bool IsReference() const { return kind >= ValueKind::kObject && kind <= ValueKind::kLazy; }
  constexpr bool HasParts() const { return kind >= ValueKind::kFixedArray; }
};

// Whether a value of the type may hold a reference that the collector follows. False for a struct
// without any, which the compiler cannot tell.
bool FollowsReferences(const ValueType& type);

// The value of an enumerator or of an integer, as 64 bits; of an unsigned one, its bits.
std::int64_t IntegerOf(const ValueType& type, const void* value);
// False, and nothing is changed, if the value is outside of the type's range.
bool SetInteger(const ValueType& type, void* value, std::int64_t integer);

// What is compared otherwise than usual.
struct Comparing {
  // References, also where they are inside of something; null: by the comparison of their type.
  bool (*references)(const void* context, const ValueType& type, const void* a,
                     const void* b) = nullptr;
  const void* context = nullptr;
  bool with_transient = true;  // false: the transient properties of structs do not count
};

// Whether two values of the type are the same, part by part where the type has no comparison of its
// own. Opaque values without one are never the same. References are the same if they lead to the
// same object. Of two zeros that compare equal only those with the same sign are, and what is no
// number is the same as what is none either: else a sign would be lost where one of two equal
// values is left out, and what was never set would count as set.
bool AreEqual(const ValueType& type, const void* a, const void* b, const Comparing& how = {});

// "int32", "Array of Object of Room": what a message calls the type.
std::string DescriptionOf(const ValueType& type);

}  // namespace GC_BUILD
}  // namespace gc
