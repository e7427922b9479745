// model/replay/table.h -- knows which object of a trace has which entry of the machine.

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
  // The name of the object that was born in the entry last.
  reference::Name NameOf(Entry entry) const { return names_[entry]; }
  // All names that were born are below this number.
  std::size_t NameCount() const { return entries_.size(); }

  // The entry for a new object: one that was given back, or the next unused one; kNone if the table
  // is full. A permanent object always gets an unused one.
  Entry TakeEntry(const State& state, bool permanent);
  // Notes that the object is born in the entry. The entry's earlier object is forgotten.
  void Bear(const State& state, reference::Name name, Entry entry, std::uint32_t fields);
  // Like Bear, with the fields of another object.
  void BearCopy(const State& state, reference::Name name, Entry entry, reference::Name from);
  // From now on another object may be born in the entry.
  void GiveBack(Entry entry) { free_.push_back(entry); }
  // The object of the entry is freed: fields that referred to it in `before` refer to freed memory.
  void Free(const State& before, const State& after, Entry entry);

  std::uint32_t& FieldCountOf(reference::Name name) { return field_counts_[name]; }
  std::uint32_t FieldCountOf(reference::Name name) const { return field_counts_[name]; }

  // For each field, whether it refers to freed memory. Only fields of doomed objects do, and no
  // store changes these.
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
