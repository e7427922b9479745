// core/object/object_flags.h -- the flags of an object that its author and its loader use.
//
// There are two levels of flags. Those that the collector and the threads need are in the table's
// entry (core/object/flags.h), so that a gather reads no object. Those that the game sets are here,
// in the object itself; they describe it and do not keep it alive. A collection may be asked to
// keep the objects that have some of these flags (Heap::Collect(mask)).
//
// Two flags are requests, never found on an object: they are translated into flags of the entry
// when the object is made. Two others say which stage of its end the object has reached.
//
// The numbers are private and may change; tools and files use the names.
//
// Read next: core/object/flags.h.

#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>

#include "core/base/build.h"

namespace gc {
inline namespace GC_BUILD {

using ObjectFlags = std::uint32_t;

namespace object_flag {
inline constexpr ObjectFlags kNone = 0;
inline constexpr ObjectFlags kPublic = 1u << 0;        // may be named from outside its outer
inline constexpr ObjectFlags kStandalone = 1u << 1;    // an asset; kept if a mask says so
inline constexpr ObjectFlags kTransient = 1u << 2;     // is not saved
inline constexpr ObjectFlags kClassDefault = 1u << 3;  // holds the defaults of its class
inline constexpr ObjectFlags kArchetype = 1u << 4;     // a template of others
inline constexpr ObjectFlags kDefaultSubobject = 1u << 5;
inline constexpr ObjectFlags kNeedsInitialization = 1u << 6;
inline constexpr ObjectFlags kNeedsLoad = 1u << 7;
// Requests at creation; translated into flags of the entry.
inline constexpr ObjectFlags kMarkAsRoot = 1u << 8;
inline constexpr ObjectFlags kMarkAsNative = 1u << 9;
// Set by the collector when the object enters the stage.
inline constexpr ObjectFlags kBeginDestroyed = 1u << 10;
inline constexpr ObjectFlags kFinishDestroyed = 1u << 11;
// A copy of the entry's garbage flag, which can be read without the table.
inline constexpr ObjectFlags kMirroredGarbage = 1u << 12;

inline constexpr ObjectFlags kWishes = kMarkAsRoot | kMarkAsNative;
inline constexpr ObjectFlags kLifecycle = kBeginDestroyed | kFinishDestroyed;
// Flags that a new object never inherits, whatever object it is made from.
inline constexpr ObjectFlags kNotAtBirth = kWishes | kLifecycle | kMirroredGarbage;
// Flags that the author may set and clear, and that a mask may name.
inline constexpr ObjectFlags kAuthor = kMarkAsRoot - 1;
// All flags are below this bit; the header has no room for more.
inline constexpr int kBits = 16;
static_assert(kMirroredGarbage >> kBits == 0);
}  // namespace object_flag

struct NamedObjectFlag {
  ObjectFlags flag;
  std::string_view name;
};
inline constexpr std::array kNamedObjectFlags{
    NamedObjectFlag{object_flag::kPublic, "public"},
    NamedObjectFlag{object_flag::kStandalone, "standalone"},
    NamedObjectFlag{object_flag::kTransient, "transient"},
    NamedObjectFlag{object_flag::kClassDefault, "class-default"},
    NamedObjectFlag{object_flag::kArchetype, "archetype"},
    NamedObjectFlag{object_flag::kDefaultSubobject, "default-subobject"},
    NamedObjectFlag{object_flag::kNeedsInitialization, "needs-initialization"},
    NamedObjectFlag{object_flag::kNeedsLoad, "needs-load"},
    NamedObjectFlag{object_flag::kMarkAsRoot, "mark-as-root"},
    NamedObjectFlag{object_flag::kMarkAsNative, "mark-as-native"},
    NamedObjectFlag{object_flag::kBeginDestroyed, "begin-destroyed"},
    NamedObjectFlag{object_flag::kFinishDestroyed, "finish-destroyed"},
    NamedObjectFlag{object_flag::kMirroredGarbage, "mirrored-garbage"},
};

// The flag word in the header. It may be copied only while no other thread can see the object.
class ObjectFlagWord {
 public:
  ObjectFlagWord(ObjectFlags flags = 0) : word_(Short(flags)) {}
  ObjectFlagWord(const ObjectFlagWord& other) : word_(Short(other.Load())) {}
  ObjectFlagWord& operator=(const ObjectFlagWord& other) {
    word_.store(Short(other.Load()), std::memory_order_relaxed);
    return *this;
  }

  ObjectFlags Load() const { return word_.load(std::memory_order_relaxed); }
  bool Has(ObjectFlags flags) const { return (Load() & flags) != 0; }
  // Set and Clear return the flags from before.
  ObjectFlags Set(ObjectFlags flags) {
    return word_.fetch_or(Short(flags), std::memory_order_relaxed);
  }
  ObjectFlags Clear(ObjectFlags flags) {
    return word_.fetch_and(Short(~flags), std::memory_order_relaxed);
  }
  // Sets flags without an atomic step; the caller knows that no other thread writes the word now.
  void SetAlone(ObjectFlags flags) {
    word_.store(Short(Load() | flags), std::memory_order_relaxed);
  }

 private:
  using Word = std::uint16_t;
  static_assert(8 * sizeof(Word) == object_flag::kBits);
  static Word Short(ObjectFlags flags) { return static_cast<Word>(flags); }
  std::atomic<Word> word_;
};

}  // namespace GC_BUILD
}  // namespace gc
