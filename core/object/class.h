// core/object/class.h -- what a managed type is: its size, its references, how it ends.
//
// A class is a static description that the user writes once beside the type. Its callbacks are the
// stages of an object's end: begin-destroy detaches the object from other systems and starts
// releasing what it holds there, is-ready returns whether that is done, finish-destroy releases the
// rest. All are noexcept and may be absent. A callback must not make objects, run the collector, or
// store the dying object anywhere.
//
// A mistake in a description would go unnoticed: a callback that is not noexcept, or is private,
// would never be called, and a type that inherits the description of its base would be given memory
// for its base. So Describe refuses the first at compile time, and MustDescribe the second.
//
//     const gc::Reference kDoorReferences[] = {gc::Reference::To(&Door::room, "room")};
//     const gc::Class Door::kClass = gc::Describe<Door>("Door", kDoorReferences);
//
// Upholds: begin-finish-free (with core/purge/purger.cc).   Read next: core/object/table.h.

#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>

#include "core/object/flags.h"
#include "core/object/header.h"
#include "core/object/owner.h"
#include "core/object/property.h"
#include "core/object/schema.h"

namespace gc {
inline namespace GC_BUILD {

// Selects the setting that, beside the one for all clusters, allows a class to be a cluster root.
enum class ClusterKind : std::uint8_t { kOther, kAsset, kActor, kScript };

struct Reflection;
class Assembled;

// Which type a class describes.
struct Described {
  const void* describes = nullptr;         // &kIdentityOf<T> of the type T; null: none
  const Reflection* reflection = nullptr;  // core/reflect/reflection.h; null: not reflected
};

struct Class : Described {
  using Callback = void (*)(Object&) noexcept;
  using Question = bool (*)(Object&) noexcept;

  const char* name = "";
  Schema references;
  std::uint32_t size = 0;           // bytes, without a trailing array
  std::uint32_t object_offset = 0;  // bytes, from the start of the memory to the Object part
  Callback begin_destroy = nullptr;
  Question is_ready = nullptr;  // absent: always ready
  Callback finish_destroy = nullptr;
  Callback destroy = nullptr;  // the destructor; absent: trivial
  // Whether the destructor touches no managed object, and may run on any thread beside the mutator.
  bool destroy_anywhere = false;
  // The cached answer of HasRawFields: not known yet, no raw field, or some.
  enum class Known : std::uint8_t { kNothing, kNone, kSome };
  // With it is computed what the entry of an object without a tail says of its class. The packed
  // schema is made when marking first needs it (core/assembly/assembled.h). A copy of a class has
  // learnt nothing, since it may be changed.
  struct Learnt {
    Learnt() = default;
    Learnt(const Learnt&) {}
    Learnt& operator=(const Learnt&) {
      raw_fields = Known::kNothing;
      entry_flags = 0;
      assembled = nullptr;
      return *this;
    }
    Known raw_fields = Known::kNothing;
    FlagWord entry_flags = 0;
    const Assembled* assembled = nullptr;
  };
  mutable Learnt learnt = {};

  // The first field that is stored without the barrier, or null if there is none.
  const Reference* FirstRaw() const {
    for (const Reference& line : references) {
      if (line.kind == ReferenceKind::kRaw) return &line;
    }
    return nullptr;
  }
  // Aborts, and names the class, if the Object part is too far from the start of its memory to say
  // where that is (Around::kFarthest).
  void CheckOffset() const;
  // Aborts, and names the field, if a line of `references` leads out of the object: then it is a
  // line of another class.
  void CheckReferences() const;
  // Whether it is known already that no field is raw.
  bool IsKnownToBeBarriered() const {
    return std::atomic_ref(learnt.raw_fields).load(std::memory_order_relaxed) == Known::kNone;
  }
  // Whether any field is raw. Computed at the first call, since `references` may be initialised
  // late; the lines are checked then too.
  bool HasRawFields() const {
    const std::atomic_ref known(learnt.raw_fields);
    Known answer = known.load(std::memory_order_relaxed);
    if (answer == Known::kNothing) [[unlikely]] {
      CheckOffset();
      CheckReferences();
      answer = FirstRaw() != nullptr ? Known::kSome : Known::kNone;
      std::atomic_ref(learnt.entry_flags).store(FlagsOfPlain(), std::memory_order_relaxed);
      known.store(answer, std::memory_order_relaxed);
    }
    return answer == Known::kSome;
  }

  // kPlain, with kHalfSlot or without it, if an object ends without code of the user, starts where
  // its memory does, and has a slot of a multiple of 16 bytes (core/memory/blocks.h); else nothing.
  FlagWord FlagsOfPlain() const {
    constexpr std::uint32_t kLargest = 256;
    if (begin_destroy != nullptr) return 0;
    if (is_ready != nullptr) return 0;
    if (finish_destroy != nullptr) return 0;
    if (destroy != nullptr) return 0;
    if (object_offset != 0) return 0;
    if (size > kLargest) return 0;
    return size % 16 == 0 ? flag::kPlain : flag::kPlain | flag::kHalfSlot;
  }
  // The same, known after HasRawFields, and nothing before.
  FlagWord EntryFlags() const {
    return std::atomic_ref(learnt.entry_flags).load(std::memory_order_relaxed);
  }

  // Clusters (core/cluster/clusters.h). If can_be_cluster_root is absent, no object of the class is
  // a cluster root. If can_be_in_cluster is absent, MayBeInClusters answers: actors cannot be
  // members, nor can classes with fields that are stored without the barrier or that show their
  // slots themselves.
  Question can_be_cluster_root = nullptr;
  Question can_be_in_cluster = nullptr;
  ClusterKind cluster_kind = ClusterKind::kOther;
  bool MayBeInClusters() const {
    if (cluster_kind == ClusterKind::kActor) return false;
    for (const Reference& line : references) {
      if (line.kind == ReferenceKind::kRaw || line.kind == ReferenceKind::kShown) return false;
    }
    return true;
  }

  // Only for classes of named objects (core/heap/named_object.h) and reflected ones; else empty.
  const Class* super = nullptr;
  Properties properties = {};
  void (*construct)(void* memory, const Birth& birth) = nullptr;
};

template <class T>
concept HasBeginDestroy = requires(T& object) {
  { object.BeginDestroy() }
  noexcept;
};
template <class T>
concept HasIsReady = requires(T& object) {
  { object.IsReadyForFinishDestroy() }
  noexcept->std::same_as<bool>;
};
template <class T>
concept HasFinishDestroy = requires(T& object) {
  { object.FinishDestroy() }
  noexcept;
};

template <class T>
concept HasCanBeClusterRoot = requires(const T& object) {
  { object.CanBeClusterRoot() }
  noexcept->std::same_as<bool>;
};
template <class T>
concept HasCanBeInCluster = requires(const T& object) {
  { object.CanBeInCluster() }
  noexcept->std::same_as<bool>;
};
template <class T>
concept HasClusterKind = requires {
  { T::kClusterKind } -> std::convertible_to<ClusterKind>;
};

template <class T>
concept IsDestroyedAnywhere = T::kDestroyAnywhere;

// Whether T has a member of the name, its own or a base's, whatever its access and its type. The
// name of a member that is not accessible cannot be asked for, but a second base that has the name
// too makes it ambiguous, and names are looked up before access is checked.
#define GC_NAMES_MEMBER(name)                     \
  struct Decoy##name {                            \
    int name;                                     \
  };                                              \
  template <class T>                              \
  struct With##name : T, Decoy##name {};          \
  template <class T>                              \
  constexpr bool Names##name() {                  \
    if constexpr (std::is_final_v<T>) {           \
      return requires { &T::name; };              \
    } else {                                      \
      return !requires { &With##name<T>::name; }; \
    }                                             \
  }
GC_NAMES_MEMBER(BeginDestroy)
GC_NAMES_MEMBER(IsReadyForFinishDestroy)
GC_NAMES_MEMBER(FinishDestroy)
GC_NAMES_MEMBER(CanBeClusterRoot)
GC_NAMES_MEMBER(CanBeInCluster)
GC_NAMES_MEMBER(kClusterKind)
#undef GC_NAMES_MEMBER

// Its address tells T from every other type.
template <class T>
[[gnu::visibility("default")]] inline constexpr char kIdentityOf = 0;

// Aborts, and names the class that was found and the type.
[[noreturn]] void RefuseDescription(const Class& found, const char* type, std::size_t bytes);

// Aborts unless `type`, which is T::kClass, describes T itself. It does not if T inherited it from
// its base, or if it is used before it is initialised.
template <class T>
void MustDescribe(const Class& type) {
  if (type.describes == &kIdentityOf<T>) [[likely]]
    return;
  RefuseDescription(type, __PRETTY_FUNCTION__, sizeof(T));
}

// The description of T, with its BeginDestroy, IsReadyForFinishDestroy, FinishDestroy,
// CanBeClusterRoot and CanBeInCluster members as callbacks, those that it has. `references` must
// outlive the class.
template <class T>
Class Describe(const char* name, Schema references = {}) {
  static_assert(std::is_base_of_v<Object, T>, "a managed type derives from gc::Object");
  static_assert(
      requires(Object & object) { static_cast<T&>(object); },
      "gc::Object must be a public base, there once, and not virtual");
  static_assert(alignof(T) <= kObjectAlignment, "a managed type is aligned to 16 bytes at most");
  static_assert(sizeof(T) % alignof(void*) == 0);
  static_assert(std::is_nothrow_destructible_v<T>, "the destructor must be public and noexcept");
  static_assert(HasBeginDestroy<T> || !NamesBeginDestroy<T>(),
                "BeginDestroy must be public, without arguments and noexcept, or is never called");
  static_assert(HasIsReady<T> || !NamesIsReadyForFinishDestroy<T>(),
                "IsReadyForFinishDestroy must be public, without arguments, noexcept and a bool");
  static_assert(HasFinishDestroy<T> || !NamesFinishDestroy<T>(),
                "FinishDestroy must be public, without arguments and noexcept, or is never called");
  static_assert(HasCanBeClusterRoot<T> || !NamesCanBeClusterRoot<T>(),
                "CanBeClusterRoot must be public, const, without arguments, noexcept and a bool");
  static_assert(HasCanBeInCluster<T> || !NamesCanBeInCluster<T>(),
                "CanBeInCluster must be public, const, without arguments, noexcept and a bool");
  static_assert(HasClusterKind<T> || !NameskClusterKind<T>(),
                "kClusterKind must be public, static and a gc::ClusterKind");
  Class type;
  type.name = name;
  type.describes = &kIdentityOf<T>;
  type.references = references;
  type.size = sizeof(T);
  type.object_offset = static_cast<std::uint32_t>(ObjectOffset<T>());
  if constexpr (HasBeginDestroy<T>) {
    type.begin_destroy = [](Object& object) noexcept { static_cast<T&>(object).BeginDestroy(); };
  }
  if constexpr (HasIsReady<T>) {
    type.is_ready = [](Object& object) noexcept {
      return static_cast<T&>(object).IsReadyForFinishDestroy();
    };
  }
  if constexpr (HasFinishDestroy<T>) {
    type.finish_destroy = [](Object& object) noexcept { static_cast<T&>(object).FinishDestroy(); };
  }
  if constexpr (!std::is_trivially_destructible_v<T>) {
    type.destroy = [](Object& object) noexcept { static_cast<T&>(object).~T(); };
  }
  if constexpr (IsDestroyedAnywhere<T>) type.destroy_anywhere = true;
  if constexpr (HasCanBeClusterRoot<T>) {
    type.can_be_cluster_root = [](Object& object) noexcept {
      return static_cast<const T&>(object).CanBeClusterRoot();
    };
  }
  if constexpr (HasCanBeInCluster<T>) {
    type.can_be_in_cluster = [](Object& object) noexcept {
      return static_cast<const T&>(object).CanBeInCluster();
    };
  }
  if constexpr (HasClusterKind<T>) type.cluster_kind = T::kClusterKind;
  return type;
}

// Calls visit(ObjectSlot&) for each slot of a line whose field shows its slots itself.
template <class Visit>
[[gnu::noinline]] void ForEachSlotShown(const Reference& line, std::byte* field, Visit& visit) {
  const SlotVisitor visitor(
      [](void* context, ObjectSlot& slot) { (*static_cast<Visit*>(context))(slot); },
      const_cast<void*>(static_cast<const void*>(&visit)));
  line.field->visit(field, visitor);
}

// Calls visit(ObjectSlot&) for each slot that one line of an object's schema names.
template <class Visit>
inline void ForEachSlotOf(const Reference& line, Object& object, Visit&& visit) {
  std::byte* const field = reinterpret_cast<std::byte*>(&object) + line.offset;
  if (line.ShowsItself()) [[unlikely]] {
    return ForEachSlotShown(line, field, visit);
  }
  ObjectSlot* slot = reinterpret_cast<ObjectSlot*>(field);
  const std::uint32_t count = line.kind == ReferenceKind::kTrailing ? TailOf(object) : line.count;
  for (ObjectSlot* const end = slot + count; slot != end; ++slot) visit(*slot);
}

// Calls visit(ObjectSlot&) for each reference slot of an object, in the order of its schema.
template <class Visit>
inline void ForEachSlot(Object& object, Visit&& visit) {
  for (const Reference& line : object.header().type->references) {
    ForEachSlotOf(line, object, visit);
  }
}

// "/Script/Game.Door", which names one type of the program (S4.23); empty for a class that is not
// reflected. Defined in core/reflect/reflection.cc, as the barrier's slow path is in core/collect/.
std::string ReflectedPathOf(const Class& type);

}  // namespace GC_BUILD
}  // namespace gc
