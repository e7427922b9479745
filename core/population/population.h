// core/population/population.h -- the objects of one heap, and what every component asks about
// them.
//
// Each component of the collector is given the population. It holds the table and the colours of
// the objects, the reports, the heap's lock, and the count of the user's code that is running. The
// shorthands below are the questions that all components ask.
//
// Owns the parts named here, the number of objects, the listeners of the table and the keeper of
// names. Calls listeners and the keeper, and no other component. Thread rules: as each part says;
// Publish and Unpublish are called under the table lock.
//
// Upholds: index-after-free (with core/purge/purger.cc).
// Read next: core/collect/collector.h.

#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/sharing.h"
#include "core/base/striped_counter.h"
#include "core/object/table.h"
#include "core/population/activity.h"
#include "core/population/colours.h"
#include "core/population/name_keeper.h"
#include "core/population/reports.h"
#include "core/population/table_listener.h"

namespace gc {
inline namespace GC_BUILD {

class Population {
 public:
  explicit Population(const Collector* owner) : table(owner) {}
  Population(const Population&) = delete;
  Population& operator=(const Population&) = delete;

  Table table;
  Reports reports{table};
  Sharing sharing;
  Activity activity{sharing, reports};
  Colours colours{table, reports};

  bool Obeys(Rule rule, Fault fault) const { return reports.Obeys(rule, fault); }
  bool Obeys(Rule rule, Fault fault, const char* where) const {
    return reports.Obeys(rule, fault, where);
  }
  // For GC_CHECK; see Reports.
  bool Fail(const Failure& failure) { return reports.Fail(failure); }
  bool Stopped() const { return reports.Stopped(); }
  void Publish(const Event& event) const { reports.Publish(event); }

  // Whether the object is in this heap's table; false for one that was freed, or that is another
  // heap's.
  bool IsLive(const Object& object) const { return table.Has(object); }
  Entry& EntryOf(const Object& object) { return table[object.header().index]; }
  const Entry& EntryOf(const Object& object) const { return table[object.header().index]; }
  // The mark of an object, as the map has it (core/object/mark.h).
  const MarkByte& MarkOf(const Object& object) const { return table.Mark(object.header().index); }
  bool IsWhite(Index index) const { return colours.IsWhite(index); }
  bool IsHidden(Index index) const { return colours.IsHidden(index); }
  bool IsDoomed(Index index) const { return colours.IsDoomed(index); }
  bool IsDoomed(const Object& object) const { return colours.IsDoomed(object.header().index); }
  Phase phase() const { return colours.phase(); }
  const Marks& marks() const { return colours.marks(); }

  // The flags that the object itself carries, to be changed.
  static ObjectFlagWord& FlagsOf(Object& object) { return object.header_.flags; }
  // The mark in the object's header, to be changed.
  static MarkByte& HeaderMark(Object& object) { return object.header_.mark; }

  // The entry was given its object: counts it, and tells the listeners; under the table lock if
  // there are any. Unpublish takes the object from the entry, under the table lock; the index does
  // not become free by that.
  void CountIn(const Object& object) {
    AddCount(1);
    if (!listeners_.empty()) [[unlikely]] {
      Tell(&TableListener::OnCreated, object);
    }
  }
  void Unpublish(Object& object) {
    EntryOf(object).Unpublish();
    TellOfEnd(object);
  }
  // Unpublishes the object and clears the flags of its entry, under the table lock. Leaves the
  // serial to the caller.
  void Remove(Object& object, Index index) {
    Entry& entry = table[index];
    entry.Unpublish();
    TellOfEnd(object);
    table.Mark(index).Store(0);
    entry.flags.Vacate();
    CountOut(1);
  }
  // So many were removed without Remove, where there is no listener.
  void CountOut(std::uint32_t removed) { AddCount(~removed + 1); }
  // Removes an object whose constructor will never run, and retires its serial. Other threads may
  // look at the entry meanwhile; to them the object is under construction until it is gone.
  void GiveUp(Object& object);
  std::uint32_t Count() const { return count_.Sum(); }
  bool HasListeners() const { return !listeners_.empty(); }
  void AddListener(TableListener* listener) { listeners_.push_back(listener); }
  void RemoveListener(TableListener* listener) { std::erase(listeners_, listener); }
  // Whether this thread is telling a listener of an object of this heap.
  bool IsTelling() const;

  // Marks a white object; see Colours::Mark.
  bool Mark(Object& object) { return colours.Mark(object.header_.mark, object.header().index); }
  bool MarkAlone(Object& object) {
    return colours.MarkAlone(object.header_.mark, object.header().index);
  }
  // Gives an object a colour; see Colours::Give.
  void Give(Object& object, MarkBits colour) {
    colours.Give(object.header_.mark, object.header().index, colour);
  }

  // Null as long as no object has a name. A thread that sees the keeper sees it whole.
  NameKeeper* names() const { return seen_names_.load(std::memory_order_acquire); }
  void SetNames(std::unique_ptr<NameKeeper> names) {
    names_ = std::move(names);
    seen_names_.store(names_.get(), std::memory_order_release);
  }
  // The end of a named object begins: from here on no look-up finds it.
  void Unname(Object& object) {
    EntryOf(object).flags.Clear(flag::kNamed);
    names_->Forget(object);
  }

  void Recycle();

 private:
  void TellOfEnd(const Object& object) {
    if (!listeners_.empty()) [[unlikely]] {
      Tell(&TableListener::OnDeleted, object);
    }
  }
  void Tell(void (TableListener::*what)(const Object&, Index) noexcept, const Object& object);

  // Relaxed, since a count orders nothing: a thread that needs it exact excludes those that change
  // it.
  [[gnu::always_inline]] void AddCount(std::uint32_t change) {
    if (sharing.IsConcurrent()) [[unlikely]] {
      count_.Add(change);
    } else {
      count_.AddAlone(change);
    }
  }

  StripedCounter count_;
  std::vector<TableListener*> listeners_;
  std::unique_ptr<NameKeeper> names_;
  std::atomic<NameKeeper*> seen_names_{nullptr};
};

}  // namespace GC_BUILD
}  // namespace gc
