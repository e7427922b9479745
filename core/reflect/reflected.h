// core/reflect/reflected.h -- describes a class, a struct or an enumeration by macros.
//
// Into the body goes a macro that declares what the description defines, and gives it access to
// private members (S4.3). Beside the type's functions, at global scope, stands the description:
//
//     class Door : public gc::NamedObject {             // in the header
//       GC_REFLECTED(Door, gc::NamedObject)
//       explicit Door(const gc::Birth& birth) : NamedObject(birth) {}
//       float Open(float speed);
//      private:
//       gc::ObjectPtr<Room> room;
//       float width = 1;
//     };
//
//     GC_DESCRIBE(Door, "/Script/Game",                 // in the source
//                 GC_PROPERTY_OF(room),
//                 GC_PROPERTY_OF(width, gc::property::kTransient),
//                 GC_FUNCTION_OF(Open, "speed"))
//
// A struct has GC_REFLECTED_STRUCT and the same description; GC_DESCRIBE_ENUM(Mood, kCalm, kAngry)
// describes an enumeration, in a header, before it is used. After the macros of a body members are
// public. The header tool writes the same.
//
// What if a member is forgotten? Then its reference is not followed. The members of a struct must
// fill it, so that a forgotten reference does not compile, unless GC_REST stands in the list; what
// is listed twice, or out of its order, ends the program when it begins. A class
// has bases and other members, so its gaps are found at run time (core/reflect/layout.h).
//
// Read next: core/reflect/linking.cc.

#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <vector>

#include "core/heap/heap.h"
#include "core/heap/named_object.h"
#include "core/reflect/property_of.h"
#include "core/reflect/reflection.h"
#include "core/reflect/registry.h"

namespace gc {
inline namespace GC_BUILD {

// Specialised by each description: kName, kModule, and Properties(), Functions() and
// MetadataOfType(), of which the last two may be absent.
template <class T>
struct Reflector;

#define GC_REFLECTED(T, Above)                             \
 public:                                                   \
  using Super = Above;                                     \
  static const gc::Class kClass;                           \
  static const gc::Class& StaticClass() { return kClass; } \
  static const gc::Reflection& StaticReflection();         \
  template <class>                                         \
  friend struct gc::Reflector;

#define GC_REFLECTED_STRUCT(T)                                             \
  static const gc::Reflection& StaticReflection();                         \
  void VisitReferences(const gc::SlotVisitor& visit);                      \
  using Contributor = T;                                                   \
  static void ContributeReferences(gc::Entries& entries, std::int64_t at); \
  template <class>                                                         \
  friend struct gc::Reflector;

// Defines what GC_REFLECTED declares. Reflector<T> must be specialised above.
#define GC_DEFINE_REFLECTED(T)                                                        \
  const gc::Reflection& T::StaticReflection() {                                       \
    static const gc::Reflection& made = *new gc::Reflection(gc::MakeReflection<T>()); \
    return made;                                                                      \
  }                                                                                   \
  const gc::Class T::kClass = gc::DescribeReflected<T>();                             \
  template <>                                                                         \
  const gc::RegisteredType gc::kRegistered<T>{T::StaticReflection()};

// Defines what GC_REFLECTED_STRUCT declares.
#define GC_DEFINE_REFLECTED_STRUCT(T)                                                 \
  const gc::Reflection& T::StaticReflection() {                                       \
    static const gc::Reflection& made = *new gc::Reflection(gc::MakeReflection<T>()); \
    return made;                                                                      \
  }                                                                                   \
  template <>                                                                         \
  const gc::RegisteredType gc::kRegistered<T>{T::StaticReflection()};                 \
  void T::VisitReferences(const gc::SlotVisitor& visit) {                             \
    gc::VisitStruct(StaticReflection(), this, visit);                                 \
  }                                                                                   \
  void T::ContributeReferences(gc::Entries& entries, std::int64_t at) {               \
    gc::ContributeStruct(StaticReflection(), entries, at);                            \
  }
// A type is registered before main, when its class is whole. Descriptions are never destroyed: an
// object with static storage may be collected after main.
template <class T>
extern const RegisteredType kRegistered;

// In a list of members: what is not listed holds no reference, or is not to be followed.
struct Rest {};
#define GC_REST \
  gc::Rest {}
// In a list of members: many casts ask for this class, which gets a bit of its own (S4.23).
struct Castable {};
#define GC_CASTABLE \
  gc::Castable {}

// The lines of a description, in the order of the members.
struct Members {
  std::vector<Property> properties;
  std::vector<Function> functions;
  std::vector<Metadata> metadata;
  bool is_castable = false;
  bool has_rest = false;

  void Add(const Property& property) { properties.push_back(property); }
  void Add(const Function& function) { functions.push_back(function); }
  void Add(const Metadata& said) { metadata.push_back(said); }
  void Add(Castable) { is_castable = true; }
  void Add(Rest) { has_rest = true; }
};

// Lays out the listed members of a struct one behind the other.
struct Filling {
  std::size_t bytes = 0;
  std::size_t alignment = 1;
  bool has_rest = false;

  template <class Line>
  consteval void Add(std::type_identity<Line>) {
    has_rest = has_rest || std::same_as<Line, Rest>;
  }
  template <class Member>
  consteval void Add(std::type_identity<TypedProperty<Member>>) {
    bytes = Aligned(alignof(Member)) + sizeof(Member);
    if (alignof(Member) > alignment) alignment = alignof(Member);
  }
  consteval std::size_t Aligned(std::size_t to) const { return (bytes + to - 1) / to * to; }
};

// Whether the members fill a T, which has no base. Only its last bytes may be no one's, if they
// have no room for a reference: what a large alignment adds could be a member as well.
template <class T, class... Lines>
consteval bool AreAllOf() {
  Filling filling;
  (filling.Add(std::type_identity<Lines>{}), ...);
  const bool is_whole = filling.Aligned(filling.alignment) == sizeof(T) &&
                        filling.Aligned(alignof(void*)) + sizeof(void*) > sizeof(T);
  return filling.has_rest || is_whole || (filling.bytes == 0 && std::is_empty_v<T>);
}

template <class T, class... Lines>
Members MembersOf(const Lines&... lines) {
  static_assert(std::is_base_of_v<Object, T> || AreAllOf<T, Lines...>(),
                "a member of the struct is not listed, or not in its place: list all in the order "
                "of their declaration, or add GC_REST");
  Members members;
  (members.Add(lines), ...);
  return members;
}

// "Door" of "game::Door".
consteval const char* Unqualified(const char* name) {
  const char* last = name;
  for (const char* at = name; *at != 0; ++at) {
    if (*at == ':') last = at + 1;
  }
  return last;
}

// What a Reflector says of its type. Registers it too, under its path.
template <class T>
Reflection MakeReflection() {
  using Description = Reflector<T>;
  Reflection made{.name = Description::kName, .module = Description::kModule, .size = sizeof(T)};
  made.properties = Description::Properties();
  if constexpr (requires { Description::Functions(); }) made.functions = Description::Functions();
  if constexpr (requires { Description::MetadataOfType(); }) {
    made.metadata = Description::MetadataOfType();
  }
  if constexpr (std::is_base_of_v<Object, T>) {
    using Above = typename T::Super;
    static_assert(std::is_base_of_v<Above, T>, "the second argument of GC_REFLECTED is the base");
    made.type = &T::kClass;
    if constexpr (!std::same_as<Above, Object>) made.super_class = &Above::kClass;
    if constexpr (requires { Above::StaticReflection(); }) {
      made.super = &Above::StaticReflection();
      made.cast_flags = made.super->cast_flags;
    }
    if constexpr (!std::is_base_of_v<NamedObject, T> && std::is_constructible_v<T, const Birth&>) {
      made.make = [](Heap& heap) -> Object* { return heap.TryNew<T>(); };
    }
  }
  if constexpr (requires { Description::IsCastable(); }) {
    if (Description::IsCastable()) made.cast_flag = NextCastFlag();
  }
  if constexpr (requires { Description::HasRest(); }) made.has_rest = Description::HasRest();
  made.cast_flags |= made.cast_flag;
  return made;
}

// The lines of a class, and last what it reports itself, if it has a public VisitReferences; that
// of a derived class calls that of its parent (S4.19).
template <class T>
Schema LinesWithReporter(const Reflection& reflection) {
  const Schema lines = LinkedLines(reflection);
  if constexpr (ShowsReferences<T>) {
    const Reference shown[] = {Reference::Shown<T>("VisitReferences")};
    return NamedSchema::Join(lines, shown);
  }
  return lines;
}

template <class T>
Class DescribeReflected() {
  const Reflection& reflection = T::StaticReflection();
  Class type = Describe<T>(reflection.name, LinesWithReporter<T>(reflection));
  type.properties = LinkedProperties(reflection);
  type.super = reflection.super_class;
  type.reflection = &reflection;
  if constexpr (std::is_base_of_v<NamedObject, T> && std::is_constructible_v<T, const Birth&>) {
    type.construct = &ConstructAt<T>;
  }
  return type;
}

// The enumerators of a list "kCalm, kAngry", and of their values.
std::vector<Enumerator> NamedEnumerators(const char* names, std::span<const std::int64_t> values);
template <class E>
std::vector<Enumerator> EnumeratorsOf(const char* names, std::initializer_list<E> values) {
  std::vector<std::int64_t> integers;
  for (const E value : values) integers.push_back(static_cast<std::int64_t>(value));
  return NamedEnumerators(names, integers);
}

// Shows the slots of a struct, member by member.
void VisitStruct(const Reflection& reflection, void* at, const SlotVisitor& visit);
// The same for a packed schema: contributes what each member is (S4.13).
void ContributeStruct(const Reflection& reflection, Entries& entries, std::int64_t at);

#define GC_REFLECTOR(T, kItsModule, ...)                                                   \
  template <>                                                                              \
  struct gc::Reflector<T> {                                                                \
    using Type = T;                                                                        \
    static constexpr const char* kName = gc::Unqualified(#T);                              \
    static constexpr const char* kModule = kItsModule;                                     \
    static const gc::Members& All() {                                                      \
      static const gc::Members& members = *new gc::Members(gc::MembersOf<T>(__VA_ARGS__)); \
      return members;                                                                      \
    }                                                                                      \
    static gc::Properties Properties() { return All().properties; }                        \
    static std::span<const gc::Function> Functions() { return All().functions; }           \
    static std::span<const gc::Metadata> MetadataOfType() { return All().metadata; }       \
    static bool IsCastable() { return All().is_castable; }                                 \
    static bool HasRest() { return All().has_rest; }                                       \
  };

#define GC_DESCRIBE(T, kItsModule, ...)                  \
  GC_REFLECTOR(T, kItsModule __VA_OPT__(, ) __VA_ARGS__) \
  GC_DEFINE_REFLECTED(T)
#define GC_DESCRIBE_STRUCT(T, kItsModule, ...)           \
  GC_REFLECTOR(T, kItsModule __VA_OPT__(, ) __VA_ARGS__) \
  GC_DEFINE_REFLECTED_STRUCT(T)

// In the list of a description: a member, and its flags and metadata if there are any.
#define GC_PROPERTY_OF(member, ...) \
  gc::PropertyIn<Type>(&Type::member, #member __VA_OPT__(, ) __VA_ARGS__)
// A member function, and the names of its parameters.
#define GC_FUNCTION_OF(function, ...) \
  gc::FunctionOf<&Type::function>(#function __VA_OPT__(, {__VA_ARGS__}))

// Describes an enumeration, in a header, at global scope.
#define GC_DESCRIBE_ENUM(E, ...)                                                               \
  template <>                                                                                  \
  struct gc::Enumerated<E> {                                                                   \
    static constexpr const char* kName = gc::Unqualified(#E);                                  \
    static std::span<const gc::Enumerator> Values() {                                          \
      using enum E;                                                                            \
      static const std::vector<gc::Enumerator>& values =                                       \
          *new std::vector<gc::Enumerator>(gc::EnumeratorsOf<E>(#__VA_ARGS__, {__VA_ARGS__})); \
      return values;                                                                           \
    }                                                                                          \
  };

}  // namespace GC_BUILD
}  // namespace gc
