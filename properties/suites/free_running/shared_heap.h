// properties/suites/free_running/shared_heap.h -- a heap that several threads use, with notes about
// each object by its name.
//
// A judged run passes a baton, so that its order can be written down. Here there is no baton:
// threads mutate while the collector's thread takes slices, and their timing is left to the
// machine. What can still be checked is noted for each object by its name, which is never used
// twice: how far its destruction has come, and whether a weak read has answered null for it. Both
// notes are atomic and independent of the heap's locks, so that they show what those locks may
// hide.
//
// Read next: mutator.h.

#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "core/base/lock.h"
#include "core/gc.h"
#include "reference/trace/trace.h"

namespace properties::free_running {

using reference::kNull;
using reference::Name;

inline constexpr std::uint32_t kFields = 3;

class SharedHeap;

// A managed object; each stage of its life is noted.
class Item : public gc::Object {
 public:
  Item(const gc::Birth& birth, SharedHeap& of, Name called)
      : Object(birth), name(called), shared(of), whole_(this) {}
  ~Item();
  void BeginDestroy() noexcept;
  // Some objects are not ready at first.
  bool IsReadyForFinishDestroy() noexcept { return name % 5 != 0 || asked_++ >= 2; }
  void FinishDestroy() noexcept;
  // Whether its constructor has run to its end.
  bool IsWhole() const { return whole_ == this; }

  static const gc::Class kClass;
  static constexpr bool kDestroyAnywhere = true;

  const Name name;
  SharedHeap& shared;
  std::array<gc::ObjectPtr<Item>, kFields> fields;

 private:
  int asked_ = 0;
  const Item* whole_;  // the last member, and so constructed last
};

enum class Stage : std::uint8_t { kUnborn, kAlive, kBegun, kFinished, kGone };

class SharedHeap {
 public:
  // No piece of work is too small to be shared by workers.
  SharedHeap(std::uint32_t names, std::uint32_t workers)
      : stages_(names),
        answered_null_(names),
        heap({.workers = workers, .task_objects = 1, .lock = &lock}) {}

  // Notes that an object has come to a stage; it must be the next after the one before.
  void Reach(Name name, Stage stage);
  bool IsAlive(Name name) const { return stages_[name].load() == Stage::kAlive; }

  // A weak reference that any thread may replace or read.
  struct Mailbox {
    std::mutex mutex;
    gc::WeakPtr<Item> weak;
    Name name = kNull;
  };
  static constexpr std::size_t kMailboxes = 16;
  std::array<Mailbox, kMailboxes> mailboxes;
  // Notes what a weak reference answered, and checks it against all earlier answers.
  void Answered(Name asked, const Item* answer, bool null_before);
  bool AnsweredNull(Name name) const { return answered_null_[name].load(); }

  void Complain(const std::string& what, Name name);
  std::vector<std::string> Complaints() const;

 private:
  std::vector<std::atomic<Stage>> stages_;
  std::vector<std::atomic<bool>> answered_null_;
  mutable std::mutex mutex_;
  std::vector<std::string> complaints_;

 public:
  // These come last and so are destroyed first: objects that die with their heap are noted too.
  gc::Lock lock;
  gc::Heap heap;
};

}  // namespace properties::free_running
