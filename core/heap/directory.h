// core/heap/directory.h -- which object has which name, in which outer, of which class.
//
// Named objects are looked up by name and outer, listed by outer, and listed by class. All of that
// hangs on one record for each named object, outside the object. So a heap whose objects have no
// names pays nothing, and an object can leave all lists in constant time when its destruction
// begins (S12.1), before its memory is freed.
//
// The directory knows neither colours nor phases. It holds objects weakly and yields every object
// that is listed; its caller decides which of them may be answered (core/heap/lookup.cc). Two
// objects may have the same name and outer: a doomed one, until it is removed, and its successor.
//
// An outer may be removed before the objects inside it; all of them are doomed then, and look-ups
// inside the outer no longer find them.
//
// A name is claimed before its object is made. If it were looked up first and listed afterwards,
// two threads could give one name:
//
//     thread 1   "Door" is free                     lists its Door
//     thread 2                   "Door" is free                     lists its Door
//
// A claimed record has no object yet. No look-up yields it, and the name is taken.
//
// Objects are told apart by their indices: the memory of an object that another thread constructs
// must not be read.
//
// Without memory, what adds something throws a std::bad_alloc and has added nothing. Remove and
// RemoveClass need none, and neither does Move.
//
// Thread rules: each function takes the directory's own lock, and takes no other lock while it
// holds it.
//
// Read next: core/heap/lookup.cc.

#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/guarded.h"
#include "core/heap/names.h"
#include "core/object/header.h"

namespace gc {
inline namespace GC_BUILD {

// The part that an object plays among the default objects of classes.
using Roles = std::uint8_t;
namespace role {
inline constexpr Roles kDefaultObject = 1u << 0;     // of its own class
inline constexpr Roles kDefaultSubobject = 1u << 1;  // made by its outer's constructor
inline constexpr Roles kInsideDefault = 1u << 2;     // a default object is among its outers
inline constexpr Roles kOfDefaults = kDefaultObject | kInsideDefault;
}  // namespace role

class Directory {
 public:
  // The number of a named object. 0 is no object: the outer of an object without one.
  using Record = std::uint32_t;
  // The number of the list of one class's instances. 0 is no class.
  using List = std::uint32_t;

  // A record of that name in that outer, without an object; 0 if the name is taken. An object has
  // it if has(Index) is true; other objects of the name are doomed.
  template <class Has>
  Record Claim(Record outer, Name name, List instances_of, Roles roles, Has&& has) {
    const std::lock_guard lock(mutex_);
    return IsTaken(outer, name, has) ? 0 : AddRow(outer, name, instances_of, roles);
  }
  // Gives a claimed record its object.
  void Fill(Record record, Object& object);
  // No look-up finds the object from here on, nor the objects inside it by their outer.
  void Remove(Record record);
  // False if the name is taken, as for Claim.
  template <class Has>
  bool Move(Record record, Record outer, Name name, Has&& has) {
    const std::lock_guard lock(mutex_);
    if (IsTaken(outer, name, has)) return false;
    MoveRow(record, outer, name);
    return true;
  }
  // Moves an object to another class; for the first classes, which are made before "Class" is.
  void Reclassify(Record record, List instances_of);

  // The first object of that name in that outer for which accept(Index) is true, or null.
  template <class Accept>
  Object* Find(Record outer, Name name, Accept&& accept) const {
    const std::lock_guard lock(mutex_);
    const Row* const found = FirstRow(
        outer, name, [&](const Row& row) { return row.object != nullptr && accept(row.index); });
    return found != nullptr ? found->object : nullptr;
  }

  // AddClass makes the list of a class's instances; `type` is the class as an object. RemoveClass
  // is for its end.
  List AddClass(Object& type, List super);
  void RemoveClass(List list);

  // The objects that are listed and for which accept(Index) is true, in the order in which they
  // were made (of several classes, class by class).
  template <class Accept>
  std::vector<Object*> InstancesOf(List of, bool and_derived, Accept&& accept) const {
    const std::lock_guard lock(mutex_);
    std::vector<Object*> found;
    for (List list = 1; list < lists_->size(); ++list) {
      if (!lists_[list].used || !(and_derived ? Derives(list, of) : list == of)) continue;
      for (Record at = lists_[list].first; at != 0; at = rows_[at].next_instance) {
        if (rows_[at].object != nullptr && accept(rows_[at].index)) {
          found.push_back(rows_[at].object);
        }
      }
    }
    return found;
  }
  template <class Accept>
  std::vector<Object*> InsideOf(Record outer, Accept&& accept) const {
    const std::lock_guard lock(mutex_);
    std::vector<Object*> found;
    for (Record at = rows_[outer].first_inside; at != 0; at = rows_[at].next_beside) {
      if (rows_[at].object != nullptr && accept(rows_[at].index)) found.push_back(rows_[at].object);
    }
    return found;
  }

  Roles RolesOf(Record record) const;
  std::size_t size() const;
  // Calls visit(const Object&, Index) for every object that is listed. For core/inspect.
  template <class Visit>
  void ForEach(Visit&& visit) const {
    const std::lock_guard lock(mutex_);
    for (const Row& row : *rows_) {
      if (row.object != nullptr) visit(static_cast<const Object&>(*row.object), row.index);
    }
  }

  // What is wrong in the lists, or null. For the verifier, so that a list that has lost an object
  // is found before anybody looks for that object.
  const char* FirstBreach() const;

  // Interns, prints and makes up names.
  Name Intern(std::string_view text);
  std::optional<Name> NameOf(std::string_view text) const;
  std::string Text(Name name) const;
  // "Door_0", "Door_1": a new name, with the next number that was not given for `like`.
  Name MakeUp(std::string_view like);

  // Removes all objects and classes, and keeps the names. Objects that are still there may ask for
  // the records that they had.
  void Clear();

 private:
  friend struct DirectoryDamage;               // of a test
  static constexpr Record kGone = ~Record{0};  // the outer was removed
  struct Row {
    Object* object = nullptr;  // null: the row is free, or claimed
    Index index = kNoIndex;    // of the object
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
  // The first row of that name in that outer for which is(row) is true, or null.
  template <class Is>
  const Row* FirstRow(Record outer, Name name, Is&& is) const {
    if (buckets_->empty()) return nullptr;
    const std::uint32_t hash = HashOf(outer, name);
    for (Record at = buckets_[hash & (buckets_->size() - 1)]; at != 0; at = rows_[at].same_bucket) {
      const Row& row = rows_[at];
      if (row.outer == outer && row.name == name && is(row)) return &row;
    }
    return nullptr;
  }
  template <class Has>
  bool IsTaken(Record outer, Name name, Has&& has) const {
    return FirstRow(outer, name, [&](const Row& row) {
             return row.object == nullptr || has(row.index);
           }) != nullptr;
  }
  Record AddRow(Record outer, Name name, List instances_of, Roles roles);
  void RemoveRow(Record record);
  void MoveRow(Record record, Record outer, Name name);
  void PutIntoBucket(Record record);
  void TakeFromBucket(Record record);
  void Grow();
  void PutInside(Record record);
  void TakeFromInside(Record record);
  void PutIntoList(Record record);
  void TakeFromList(Record record);
  bool Derives(List list, List from) const;
  const char* BreachOfBuckets() const;
  const char* BreachOfInstances() const;

  mutable Mutex mutex_;
  Guarded<NameTable> names_{mutex_};
  Guarded<std::vector<Row>> rows_{mutex_, 1};         // row 0: holds the objects without an outer
  Guarded<std::vector<Record>> free_{mutex_};         // rows
  Guarded<std::vector<Record>> buckets_{mutex_};      // their number is a power of two
  Guarded<std::vector<Instances>> lists_{mutex_, 1};  // list 0: not used
  // By Name::text: how many numbers were given.
  Guarded<std::vector<std::uint32_t>> made_up_{mutex_};
};

}  // namespace GC_BUILD
}  // namespace gc
