// model/replay/table.h -- which object of a trace stands at which entry of the machine's table.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/machine/state.h"
#include "reference/trace/trace.h"

namespace model {

class Table {
 public:
  void Clear();

  // kNone if the object is unborn or freed.
  Entry EntryOf(reference::Name name) const {
    return name < entries_.size() ? entries_[name] : kNone;
  }
  // Of the object that was born in it last.
  reference::Name NameOf(Entry entry) const { return names_[entry]; }
  // Names that were born are below this.
  std::size_t NameCount() const { return entries_.size(); }

  // The entry for an object that is born: one that was given back, or the next; kNone if the table
  // is full. A permanent object takes no entry that another one had.
  Entry TakeEntry(const State& state, bool permanent);
  // The object is born there; the one that was there at birth is forgotten.
  void Bear(const State& state, reference::Name name, Entry entry, std::uint32_t fields);
  // The same, with the fields of another object.
  void BearCopy(const State& state, reference::Name name, Entry entry, reference::Name from);
  // From now on another object may be born there.
  void GiveBack(Entry entry) { free_.push_back(entry); }
  // The object of the entry is freed: what referred to it in `before` refers to freed memory.
  void Free(const State& before, const State& after, Entry entry);

  std::uint32_t& FieldCountOf(reference::Name name) { return field_counts_[name]; }
  std::uint32_t FieldCountOf(reference::Name name) const { return field_counts_[name]; }

  // Whether each field refers to freed memory. Only fields of the doomed do, and they are never
  // stored to again.
  using Dangling = std::array<bool, kMaxFields>;
  Dangling& DanglingOf(Entry entry) { return dangling_[entry]; }
  const Dangling& DanglingOf(Entry entry) const { return dangling_[entry]; }

 private:
  std::vector<reference::Name> names_;       // by entry
  std::vector<Entry> entries_;               // by name
  std::vector<std::uint32_t> field_counts_;  // by name
  std::array<Dangling, kMaxEntries> dangling_ = {};
  std::vector<Entry> free_;
};

}  // namespace model
