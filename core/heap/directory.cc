#include "core/heap/directory.h"

#include <algorithm>
#include <new>
#include <utility>

#include "core/base/room.h"

namespace gc {
inline namespace GC_BUILD {

std::uint32_t Directory::HashOf(Record outer, Name name) {
  const std::uint64_t key = (std::uint64_t{name.text} << 32 | name.number) * 0x9E3779B97F4A7C15u ^
                            std::uint64_t{outer} * 0xC2B2AE3D27D4EB4Fu;
  return static_cast<std::uint32_t>((key ^ key >> 29) * 0xBF58476D1CE4E5B9u >> 32);
}

void Directory::Fill(Record record, Object& object) {
  const std::lock_guard lock(mutex_);
  rows_[record].object = &object;
  rows_[record].index = object.header().index;
}

Directory::Record Directory::AddRow(Record outer, Name name, List instances_of, Roles roles) {
  Record record = static_cast<Record>(rows_->size());
  if (free_->empty()) {
    if (rows_->size() + 2 > buckets_->size()) Grow();
    // A row that is there can always become free: Remove is called by a purge.
    if (!HasRoom(*free_, rows_->size() + 1 - free_->size())) throw std::bad_alloc();
    rows_->emplace_back();
  } else {
    record = free_->back();
    free_->pop_back();
  }
  Row& row = rows_[record];
  row = {.outer = outer, .name = name, .instances_of = instances_of};
  if ((rows_[outer].roles & role::kOfDefaults) != 0) roles |= role::kInsideDefault;
  row.roles = roles;
  PutIntoBucket(record);
  PutInside(record);
  PutIntoList(record);
  return record;
}

void Directory::Remove(Record record) {
  const std::lock_guard lock(mutex_);
  RemoveRow(record);
}

void Directory::RemoveRow(Record record) {
  TakeFromBucket(record);
  TakeFromInside(record);
  TakeFromList(record);
  for (Record inside = rows_[record].first_inside; inside != 0;) {
    Row& row = rows_[inside];
    row.outer = kGone;  // what was beside it is not asked for any more
    inside = std::exchange(row.next_beside, 0);
  }
  rows_[record] = {};
  PushInRoom(*free_, record);
}

void Directory::MoveRow(Record record, Record outer, Name name) {
  TakeFromBucket(record);
  TakeFromInside(record);
  rows_[record].outer = outer;
  rows_[record].name = name;
  PutIntoBucket(record);
  PutInside(record);
}

void Directory::Reclassify(Record record, List instances_of) {
  const std::lock_guard lock(mutex_);
  TakeFromList(record);
  rows_[record].instances_of = instances_of;
  PutIntoList(record);
}

void Directory::PutIntoBucket(Record record) {
  Row& row = rows_[record];
  row.hash = HashOf(row.outer, row.name);
  row.same_bucket = std::exchange(buckets_[row.hash & (buckets_->size() - 1)], record);
}

void Directory::TakeFromBucket(Record record) {
  Record* at = &buckets_[rows_[record].hash & (buckets_->size() - 1)];
  while (*at != record) at = &rows_[*at].same_bucket;
  *at = std::exchange(rows_[record].same_bucket, 0);
}

// Doubles the table, and puts every record that is in a bucket into its bucket in the new table. A
// record that is being added is in none yet, and is not moved.
void Directory::Grow() {
  std::vector<Record> before(std::max<std::size_t>(16, buckets_->size() * 2));
  before.swap(*buckets_);
  for (Record head : before) {
    while (head != 0) {
      Row& row = rows_[head];
      Record& bucket = buckets_[row.hash & (buckets_->size() - 1)];
      const Record next = std::exchange(row.same_bucket, bucket);
      bucket = head;
      head = next;
    }
  }
}

void Directory::PutInside(Record record) {
  Row& outer = rows_[rows_[record].outer];
  rows_[record].previous_beside = outer.last_inside;
  (outer.last_inside != 0 ? rows_[outer.last_inside].next_beside : outer.first_inside) = record;
  outer.last_inside = record;
}

void Directory::TakeFromInside(Record record) {
  Row& row = rows_[record];
  if (row.outer == kGone) return;
  Row& outer = rows_[row.outer];
  (row.previous_beside != 0 ? rows_[row.previous_beside].next_beside : outer.first_inside) =
      row.next_beside;
  (row.next_beside != 0 ? rows_[row.next_beside].previous_beside : outer.last_inside) =
      row.previous_beside;
  row.previous_beside = row.next_beside = 0;
}

void Directory::PutIntoList(Record record) {
  Instances& list = lists_[rows_[record].instances_of];
  rows_[record].previous_instance = list.last;
  (list.last != 0 ? rows_[list.last].next_instance : list.first) = record;
  list.last = record;
  list.count += 1;
}

// The list of a class that is gone becomes free when its last instance leaves it.
void Directory::TakeFromList(Record record) {
  Row& row = rows_[record];
  Instances& list = lists_[row.instances_of];
  (row.previous_instance != 0 ? rows_[row.previous_instance].next_instance : list.first) =
      row.next_instance;
  (row.next_instance != 0 ? rows_[row.next_instance].previous_instance : list.last) =
      row.previous_instance;
  row.previous_instance = row.next_instance = 0;
  list.count -= 1;
  if (list.count == 0 && list.type == nullptr) list.used = false;
}

Directory::List Directory::AddClass(Object& type, List super) {
  const std::lock_guard lock(mutex_);
  List list = 1;
  while (list < lists_->size() && lists_[list].used) ++list;
  if (list == lists_->size()) lists_->emplace_back();
  lists_[list] = {.type = &type, .super = super, .used = true};
  return list;
}

void Directory::RemoveClass(List list) {
  const std::lock_guard lock(mutex_);
  lists_[list].type = nullptr;
  if (lists_[list].count == 0) lists_[list].used = false;
}

bool Directory::Derives(List list, List from) const {
  while (list != 0 && list != from) list = lists_[list].super;
  return list == from;
}

Roles Directory::RolesOf(Record record) const {
  const std::lock_guard lock(mutex_);
  return rows_[record].roles;
}

std::size_t Directory::size() const {
  const std::lock_guard lock(mutex_);
  return rows_->size() - 1 - free_->size();
}

Name Directory::Intern(std::string_view text) {
  const std::lock_guard lock(mutex_);
  return names_->Intern(text);
}

std::optional<Name> Directory::NameOf(std::string_view text) const {
  const std::lock_guard lock(mutex_);
  return names_->Find(text);
}

std::string Directory::Text(Name name) const {
  const std::lock_guard lock(mutex_);
  return names_->Text(name);
}

Name Directory::MakeUp(std::string_view like) {
  const std::lock_guard lock(mutex_);
  Name name = names_->Intern(like);
  if (name.text >= made_up_->size()) made_up_->resize(name.text + 1);
  name.number = ++made_up_[name.text];
  return name;
}

void Directory::Clear() {
  const std::lock_guard lock(mutex_);
  for (Record record = 1; record < rows_->size(); ++record) {
    if (rows_[record].object != nullptr) RemoveRow(record);
  }
  lists_->assign(lists_->size(), {});
}

// A record stands in three lists: the bucket of its hash, the list of what is inside its outer, and
// the list of its class's instances. A damaged one may lead round in a circle, and each walk ends
// all the same: that along the buckets counts, and in the other lists what is met twice is behind
// another one the second time.
const char* Directory::FirstBreach() const {
  const std::lock_guard lock(mutex_);
  if (free_->size() >= rows_->size()) return "more names are free than there are";
  if (const char* const breach = BreachOfBuckets()) return breach;
  const std::size_t listed = rows_->size() - 1 - free_->size();
  std::size_t inside = 0, gone = 0;
  for (Record outer = 0; outer < rows_->size(); ++outer) {
    gone += rows_[outer].outer == kGone;
    for (Record at = rows_[outer].first_inside, before = 0; at != 0; ++inside) {
      const Row& row = rows_[at];
      if (row.outer != outer || row.previous_beside != before) {
        return "a name is among those of another outer";
      }
      if (row.next_beside == 0 && rows_[outer].last_inside != at) {
        return "the last name in an outer is not the last";
      }
      before = std::exchange(at, row.next_beside);
    }
  }
  return inside + gone != listed ? "a name is not listed in its outer" : BreachOfInstances();
}

const char* Directory::BreachOfBuckets() const {
  const std::size_t listed = rows_->size() - 1 - free_->size();
  std::size_t found = 0;
  for (std::size_t bucket = 0; bucket < buckets_->size(); ++bucket) {
    for (Record at = buckets_[bucket]; at != 0; at = rows_[at].same_bucket, ++found) {
      const Row& row = rows_[at];
      if (found == listed || (row.hash & (buckets_->size() - 1)) != bucket) {
        return "a name is where no look-up finds it";
      }
      if (row.outer != kGone && row.hash != HashOf(row.outer, row.name)) {
        return "a name is looked up by the hash of another";
      }
    }
  }
  return found != listed ? "a name cannot be looked up" : nullptr;
}

const char* Directory::BreachOfInstances() const {
  const std::size_t listed = rows_->size() - 1 - free_->size();
  std::size_t found = 0;
  for (List list = 0; list < lists_->size(); ++list) {
    const Instances& of = lists_[list];
    const std::size_t before_these = found;
    for (Record at = of.first, before = 0; at != 0; ++found) {
      const Row& row = rows_[at];
      if (row.instances_of != list || row.previous_instance != before) {
        return "a named object is among the instances of another class";
      }
      if (row.next_instance == 0 && of.last != at) {
        return "the last named object of a class is not the last";
      }
      before = std::exchange(at, row.next_instance);
    }
    if (found - before_these != of.count) return "the named objects of a class are counted wrongly";
    if (list != 0 && of.used != (of.type != nullptr || of.count != 0)) {
      return "the list of a class is free and in use, or neither";
    }
  }
  return found != listed ? "a named object is not listed by its class" : nullptr;
}

}  // namespace GC_BUILD
}  // namespace gc
