// model/threads/memory/memory.h -- what a thread may read: the last write, or what C++ allows.
//
// Until something orders them, one thread may read an old value of a location while another reads a
// new one. So a location here is the list of all writes to it, in their final order. For each
// location, each thread has a view: the oldest write that it may still read. It may read that write
// or any later one, and may put a write of its own behind any of them.
//
//   release, acquire     a write with release order carries its writer's view; a thread that reads
//                        the write with acquire order takes the view over
//   read-modify-write    reads a write that no other read-modify-write has read, and comes right
//                        behind it in the list; it carries on the view that the write carried, and
//                        so a release sequence goes on
//   release fence        what the thread writes after it carries the view that it has now
//   acquire fence        takes over the views of what the thread has read before
//   sequential           has a place in a total order, too: total_order.h
//
//     writer        data = 1; ready = 1 (release)
//     reader        ready -> 1 (acquire); data -> 1, as the view came along (relaxed: 1 or 0)
//
// This is C++20's memory model with one thing more: no write is read before it is made, whatever
// the order. C++20 allows that where no value comes out of thin air (each of two threads reads what
// the other writes afterwards); RC11 forbids it, and so does this memory. Under `kSequential` a
// location keeps only its last write.
//
// Two accesses race if one of them is plain, one writes, and neither happened before the other. A
// race is found when the second one is taken.
//
// Read next: program.h.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/threads/memory/order.h"
#include "model/threads/memory/total_order.h"
#include "model/threads/memory/view.h"

namespace model::threads {

// Where an access reads or writes: at or behind a write. A sequentially consistent one comes right
// behind an event of the total order too.
struct Choice {
  std::uint8_t at = 0;
  std::uint8_t event = 0;
};

class Memory {
 public:
  // `plain` are the locations that some thread reads or writes plainly.
  Memory(MemoryModel model, std::size_t threads, const std::vector<Value>& initial,
         const std::vector<bool>& plain);

  // The writes that a thread may read.
  template <typename Visit>
  void ForEachReadable(Thread thread, Location where, Order order, Visit&& visit) const;
  // The writes behind which it may write, and which its read-modify-write may read.
  template <typename Visit>
  void ForEachUpdatable(Thread thread, Location where, Order order, Visit&& visit) const;
  // Where it may put a sequentially consistent fence; `at` has no meaning.
  template <typename Visit>
  void ForEachFence(Thread thread, Visit&& visit) const;

  Value At(Location where, std::size_t at) const { return locations_[where].writes[at].value; }
  Value Latest(Location where) const { return At(where, LatestPlace(where)); }
  std::uint8_t LatestPlace(Location where) const {
    return static_cast<std::uint8_t>(locations_[where].count - 1);
  }
  bool IsLatest(Location where, std::size_t at) const { return at == LatestPlace(where); }

  // Whether an access would race with an earlier one. For plain accesses, and for others where a
  // plain one is possible.
  bool Races(Thread thread, Location where, bool writes, bool plain) const;
  // Says that an access is taken. Comes before Read, Write or Update.
  void Note(Thread thread, Location where, AccessKind kind);

  void Read(Thread thread, Location where, Choice choice, Order order);
  // Writes right behind the write of the choice. The write behind it must not be a
  // read-modify-write of it.
  void Write(Thread thread, Location where, Choice choice, Value value, Order order);
  // Reads a write, and writes behind it.
  void Update(Thread thread, Location where, Choice choice, Value value, Order order);
  void Fence(Thread thread, Choice choice, Order order);

  // Whether there was more to remember than there is room for: what comes after is not known then.
  bool Overflows() const { return overflows_; }

  // A thread that has ended reads nothing any more.
  void Retire(Thread thread) { threads_[thread].retired = true; }
  // What a thread still has before it.
  void SetNeeds(Thread thread, Needs needs) { threads_[thread].needs = needs; }
  // Forgets what can matter no more.
  void Forget();
  // AppendTo appends everything that matters for the future, and ReadFrom reads it back. Before,
  // the threads that have ended must be retired, and the needs of the others set.
  void AppendTo(std::string& key) const;
  void ReadFrom(std::string_view key);

 private:
  struct Written {
    Value value;
    bool updates;  // a read-modify-write of the write before it
    View view;
  };
  // Only the first `count` writes mean anything, and only these are copied.
  struct Cell {
    Cell() = default;
    Cell(const Cell& other) { *this = other; }
    Cell& operator=(const Cell& other);
    std::uint8_t count = 0;
    bool plain = false;
    Accesses done = 0;                       // since the last plain write
    std::array<Written, kMaxWrites> writes;  // NOLINT: the others have no value
  };
  struct Known {
    View now{};       // what happened before the thread's next event
    View acquired{};  // what will have, after an acquire fence
    View released{};  // what had, at the last release fence
    Needs needs;
    bool retired = false;
  };

  bool IsWeak() const { return model_ == MemoryModel::kReleaseAcquire; }
  // Whether some thread may still put an event into the total order.
  bool IsOrdered() const;
  std::uint8_t OldestReadable(Thread thread, Location where) const;
  bool IsUpdatable(Location where, std::size_t at) const {
    return IsLatest(where, at) || !locations_[where].writes[at + 1].updates;
  }
  void Acquire(Thread thread, const View& carried, Order order);
  void Insert(Location where, std::size_t place, const Written& written);
  void NumberBehind(std::size_t event);
  void ForgetWrites();
  void ForgetEvents();
  bool IsHeld(std::size_t event);
  template <typename Visit>
  void ForEachView(Visit&& visit);
  template <typename Self, typename Visit>
  static void ForEachKeyPart(Self& self, Visit&& visit);

  MemoryModel model_;
  std::vector<Known> threads_;
  std::vector<Cell> locations_;
  TotalOrder order_;
  bool overflows_ = false;
};

template <typename Visit>
void Memory::ForEachReadable(Thread thread, Location where, Order order, Visit&& visit) const {
  for (std::size_t at = OldestReadable(thread, where); at <= LatestPlace(where); ++at) {
    if (order != Order::kSequential || !IsWeak()) {
      visit(Choice{static_cast<std::uint8_t>(at)});
      continue;
    }
    for (std::size_t event = threads_[thread].now.event; event <= order_.Size(); ++event) {
      if (order_.AllowsRead(event, where, at)) {
        visit(Choice{static_cast<std::uint8_t>(at), static_cast<std::uint8_t>(event)});
      }
    }
  }
}

template <typename Visit>
void Memory::ForEachUpdatable(Thread thread, Location where, Order order, Visit&& visit) const {
  for (std::size_t at = OldestReadable(thread, where); at <= LatestPlace(where); ++at) {
    if (!IsUpdatable(where, at)) continue;
    if (order != Order::kSequential || !IsWeak()) {
      visit(Choice{static_cast<std::uint8_t>(at)});
      continue;
    }
    for (std::size_t event = threads_[thread].now.event; event <= order_.Size(); ++event) {
      if (order_.AllowsWrite(event, where, at)) {
        visit(Choice{static_cast<std::uint8_t>(at), static_cast<std::uint8_t>(event)});
      }
    }
  }
}

template <typename Visit>
void Memory::ForEachFence(Thread thread, Visit&& visit) const {
  if (!IsWeak()) return visit(Choice{});
  View before = threads_[thread].now;
  const std::uint8_t after = before.event;
  before.Join(threads_[thread].acquired);
  for (std::size_t event = std::max(after, before.fence); event <= order_.Size(); ++event) {
    if (order_.AllowsFence(event, before)) visit(Choice{0, static_cast<std::uint8_t>(event)});
  }
}

}  // namespace model::threads
