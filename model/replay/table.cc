// model/replay/table.cc -- births and deaths of objects in the table.

#include "model/replay/table.h"

namespace model {

using reference::kNull;
using reference::Name;

void Table::Clear() {
  names_.assign(kMaxEntries, kNull);
  entries_.clear();
  field_counts_.clear();
  dangling_ = {};
  free_.clear();
}

Entry Table::TakeEntry(const State& state, bool permanent) {
  if (!free_.empty() && !permanent) {
    const Entry entry = free_.back();
    free_.pop_back();
    return entry;
  }
  for (Entry entry = 0; entry < kMaxEntries; ++entry) {
    if (!Has(state.used, entry)) return entry;
  }
  return kNone;
}

void Table::Bear(const State& state, Name name, Entry entry, std::uint32_t fields) {
  if (name >= entries_.size()) {
    entries_.resize(name + 1, kNone);
    field_counts_.resize(name + 1, 0);
  }
  if (Has(state.released, entry)) entries_[names_[entry]] = kNone;
  names_[entry] = name;
  entries_[name] = entry;
  field_counts_[name] = fields;
}

void Table::BearCopy(const State& state, Name name, Entry entry, Name from) {
  const Entry source = EntryOf(from);
  Bear(state, name, entry, field_counts_[from]);
  dangling_[entry] = dangling_[source];
}

void Table::Free(const State& before, const State& after, Entry entry) {
  free_.push_back(entry);
  entries_[names_[entry]] = kNone;
  dangling_[entry] = {};
  ForEach(after.exists, [&](Entry other) {
    for (std::size_t i = 0; i < kMaxFields; ++i) {
      if (before.field[other][i] == entry) dangling_[other][i] = true;
    }
  });
}

}  // namespace model
