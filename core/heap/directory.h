// core/heap/directory.h -- which object has which name, in which outer, of which class.
//
// Objects are looked up by name and outer, listed by outer, and listed by class. All of that hangs
// on one record for each named object, outside the object, so that a heap whose objects have no
// names pays nothing, and so that an object can leave all lists in constant time when its
// destruction begins (S12.1), before its memory is gone.
//
// The directory knows neither colours nor phases: it holds objects weakly and hands out whoever is
// listed. Whether one may still be answered is decided by who asks (core/heap/lookup.cc). Two
// objects may share a name and an outer: a doomed one, until it is removed, and its successor.
//
// An outer may be removed before what is inside it: both are doomed then, and what is inside is
// found by nobody any more.
//
// Thread rules: a lock of its own, taken inside each function and never while another is wanted.
// Read next: core/heap/lookup.cc.

#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/heap/names.h"
#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

// What an object is to the default objects of classes.
using Roles = std::uint8_t;
namespace role {
inline constexpr Roles kDefaultObject = 1u << 0;     // of its class
inline constexpr Roles kDefaultSubobject = 1u << 1;  // made by its outer's constructor
inline constexpr Roles kInsideDefault = 1u << 2;     // a default object is among its outers
inline constexpr Roles kOfDefaults = kDefaultObject | kInsideDefault;
}  // namespace role

class Directory {
 public:
  // Of a named object. 0 is nobody: the outer of what has none.
  using Record = std::uint32_t;
  // Of the instances of one class. 0 is no class.
  using List = std::uint32_t;

  Record Add(Object& object, Record outer, Name name, List instances_of, Roles roles);
  // The object is no longer found, and neither is what is inside it, as inside it.
  void Remove(Record record);
  void Move(Record record, Record outer, Name name);
  // For the first classes, whose own class is not there when they are made.
  void Reclassify(Record record, List instances_of);

  // The first object of that name and outer that accept(Object&) accepts, or null.
  template <class Accept>
  Object* Find(Record outer, Name name, Accept&& accept) const {
    const std::lock_guard lock(mutex_);
    const std::uint32_t hash = HashOf(outer, name);
    if (buckets_.empty()) return nullptr;
    for (Record at = buckets_[hash & (buckets_.size() - 1)]; at != 0; at = rows_[at].same_bucket) {
      const Row& row = rows_[at];
      if (row.outer == outer && row.name == name && accept(*row.object)) return row.object;
    }
    return nullptr;
  }

  // The list of the instances of a class, which is an object itself; and its end.
  List AddClass(Object& type, List super);
  void RemoveClass(List list);

  // Who is listed, in the order in which they were made (of several classes, class by class).
  std::vector<Object*> InstancesOf(List list, bool and_derived) const;
  std::vector<Object*> InsideOf(Record outer) const;

  Roles RolesOf(Record record) const;
  std::size_t size() const;
  // Calls visit(const Object&) for every object that is listed. For core/inspect.
  template <class Visit>
  void ForEach(Visit&& visit) const {
    const std::lock_guard lock(mutex_);
    for (const Row& row : rows_) {
      if (row.object != nullptr) visit(static_cast<const Object&>(*row.object));
    }
  }

  // Interns, prints and makes up names.
  Name Intern(std::string_view text);
  std::optional<Name> NameOf(std::string_view text) const;
  std::string Text(Name name) const;
  // "Door_0", "Door_1": the next one that `like` has not been given.
  Name MakeUp(std::string_view like);

  // Removes everybody, and keeps the names.
  void Clear();

 private:
  static constexpr Record kGone = ~Record{0};  // the outer was removed
  struct Row {
    Object* object = nullptr;  // null: the row is free
    Record outer = 0;
    Name name = {};
    std::uint32_t hash = 0;  // of outer and name, when it was put into its bucket
    Record same_bucket = 0;
    List instances_of = 0;
    Record previous_instance = 0, next_instance = 0;
    Record first_inside = 0, last_inside = 0;
    Record previous_beside = 0, next_beside = 0;
    Roles roles = 0;
  };
  struct Instances {
    Object* type = nullptr;  // null: the class is gone
    List super = 0;
    Record first = 0, last = 0;
    std::uint32_t count = 0;
    bool used = false;
  };

  static std::uint32_t HashOf(Record outer, Name name);
  void PutIntoBucket(Record record);
  void TakeFromBucket(Record record);
  void Grow();
  void PutInside(Record record);
  void TakeFromInside(Record record);
  void PutIntoList(Record record);
  void TakeFromList(Record record);
  bool Derives(List list, List from) const;

  mutable std::mutex mutex_;
  NameTable names_;
  std::vector<Row> rows_{1};            // row 0: what has no outer is inside it
  std::vector<Record> free_;            // rows
  std::vector<Record> buckets_;         // as many as a power of two
  std::vector<Instances> lists_{1};     // list 0 is nobody's
  std::vector<std::uint32_t> made_up_;  // by Name::text: numbers given
};

}  // namespace GC_BUILD
}  // namespace gc
