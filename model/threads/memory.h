// model/threads/memory.h -- what a thread may read: the last write, or what C++ allows.
//
// Until something orders them, one thread may read an old value of a location while another reads a
// new one. So a location here is the list of all writes to it, in their final order. For each
// location, each thread has a view: the oldest write that it may still read. It may read that write
// or any later one.
//
//   release, acquire     a write with release order carries its writer's view; a thread that reads
//                        the write with acquire order takes the view over
//   read-modify-write    reads a write that no other read-modify-write has read, and comes right
//                        behind it in the list
//   fence                joins the thread's view with the views of all earlier fences
//
//     writer        data = 1; ready = 1 (release)
//     reader        ready -> 1 (acquire); data -> 1, as the view came along (relaxed: 1 or 0)
//
// This is the release/acquire part of C++20's memory model without out-of-thin-air values (RC11).
// It allows what store buffers do. There are no sequentially consistent accesses. There are fences,
// and they order less here than in C++: what is safe here is safe there. Under `kSequential` a
// location keeps only its last write.
//
// A thread that reads or writes a location plainly, and does not know of its last write, has a data
// race. The race of a plain read with a later plain write is found in the run in which the two
// happen the other way round.
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
inline constexpr std::size_t kMaxWrites = 24;  // to one location, that a thread may still read

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
  // The writes that a thread's read-modify-write may read.
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
  // Writes right behind the write `at`. The write behind `at` must not be a read-modify-write of
  // it.
  void Write(Thread thread, Location where, std::size_t at, Value value, Order order);
  // Reads the write `at` and writes behind it.
  void Update(Thread thread, Location where, std::size_t at, Value value, Order order);
  void Fence(Thread thread);

  // Whether a location had more readable writes than kMaxWrites: what comes after is not known
  // then.
  bool Overflows() const { return overflows_; }

  // A thread that has ended reads nothing any more.
  void Retire(Thread thread);
  // Forgets the writes that no thread can read any more.
  void Forget();
  // AppendTo appends everything that matters for the future, and ReadFrom reads it back. The
  // threads that have ended must be retired before.
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
  View fenced_ = {};  // the views of all fences so far, joined
};

}  // namespace model::threads
