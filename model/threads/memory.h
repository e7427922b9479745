// model/threads/memory.h -- what threads may read: the last write, or whatever C++ allows.
//
// A processor may show a thread an old value, and another thread a new one, until something orders
// them. Here a location is the list of all writes to it in their final order; each thread has, for
// each location, the oldest write that it may still read (its view), and may read that one or any
// later one. A write with release order carries its writer's view; a thread that reads it with
// acquire order takes that view over. A read-modify-write reads a write that no other one has read,
// and stands right behind it. A fence makes all that fenced threads know one thing.
//
//     writer        data = 1; ready = 1 (release)
//     reader        ready -> 1 (acquire); data -> 1, for the view came along; relaxed: 1 or 0
//
// This is the release/acquire part of C++20's memory model with its out-of-thin-air values ruled
// out (RC11), stated operationally; sequentially consistent accesses are not used, but fences are,
// and a fence here orders no more than its own views, which is less than C++ promises: what is safe
// here is safe there. Store buffers are among what it allows. Under `kSequential` every location
// has one write, the last.
//
// Plain accesses must be ordered by something: a thread that reads or writes a location plainly
// without knowing the last write has a data race. That a write does not know of an earlier read is
// not seen by itself; it is, if the two can also happen the other way round.
//
// Read next: program.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace model::threads {

using Value = std::uint8_t;
using Location = std::uint8_t;
using Thread = std::uint8_t;
inline constexpr std::size_t kMaxThreads = 4;
inline constexpr std::size_t kMaxLocations = 8;
inline constexpr std::size_t kMaxWrites = 24;  // to one location, still readable

enum class MemoryModel : std::uint8_t { kSequential, kReleaseAcquire };

enum class Order : std::uint8_t { kRelaxed, kAcquire, kRelease, kAcquireRelease };
constexpr bool Acquires(Order order) {
  return order == Order::kAcquire || order == Order::kAcquireRelease;
}
constexpr bool Releases(Order order) {
  return order == Order::kRelease || order == Order::kAcquireRelease;
}

class Memory {
 public:
  Memory(MemoryModel model, std::size_t threads, const std::vector<Value>& initial);

  // The writes that a thread may read, by their places in the location's order.
  template <typename Visit>
  void ForEachReadable(Thread thread, Location where, Visit&& visit) const {
    for (std::size_t at = views_[thread][where]; at < count_[where]; ++at) visit(at);
  }
  // Those that its read-modify-write may read.
  template <typename Visit>
  void ForEachUpdatable(Thread thread, Location where, Visit&& visit) const {
    ForEachReadable(thread, where, [&](std::size_t at) {
      if (IsUpdatable(where, at)) visit(at);
    });
  }
  bool IsUpdatable(Location where, std::size_t at) const {
    return at + 1u == count_[where] || !writes_[where][at + 1].updates;
  }

  Value At(Location where, std::size_t at) const { return writes_[where][at].value; }
  Value Latest(Location where) const { return At(where, count_[where] - 1u); }
  bool IsLatest(Location where, std::size_t at) const { return at + 1u == count_[where]; }
  // Whether a thread knows of the last write.
  bool Knows(Thread thread, Location where) const {
    return views_[thread][where] + 1u == count_[where];
  }

  void Read(Thread thread, Location where, std::size_t at, Order order);
  // Writes right behind the write `at`, which must not be followed by a read-modify-write.
  void Write(Thread thread, Location where, std::size_t at, Value value, Order order);
  // Reads the write `at` and writes behind it.
  void Update(Thread thread, Location where, std::size_t at, Value value, Order order);
  void Fence(Thread thread);

  // More writes to one location could still be read than are kept: what comes after is not known.
  bool Overflows() const { return overflows_; }

  // A thread that has ended reads nothing any more.
  void Retire(Thread thread);
  // Forgets the writes that no thread can read any more.
  void Forget();
  // Appends everything that matters for the future; reads it back, given which threads have
  // retired.
  void AppendTo(std::string& key) const;
  void ReadFrom(std::string_view key);

 private:
  using View = std::array<std::uint8_t, kMaxLocations>;
  struct Written {
    Value value = 0;
    bool updates = false;  // a read-modify-write of the write before it
    View view = {};
  };

  static void Join(View& view, const View& more);
  template <typename Visit>
  void ForEachView(Visit&& visit);
  void Insert(Location where, std::size_t at, const Written& written);

  MemoryModel model_;
  std::uint8_t threads_;
  std::uint8_t locations_;
  std::array<std::uint8_t, kMaxLocations> count_ = {};
  std::array<std::array<Written, kMaxWrites>, kMaxLocations> writes_ = {};
  std::array<View, kMaxThreads> views_ = {};
  std::array<bool, kMaxThreads> retired_ = {};
  bool overflows_ = false;
  View fenced_ = {};  // what every fence so far knew
};

}  // namespace model::threads
