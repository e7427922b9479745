// core/schedule/notices.h -- the notices of a collection, their subscribers, and the time they
// take.
//
// A subscriber must know whether it runs inside the pause: each notice is told with the collector's
// lock in a known state. In one cycle each notice is told once, however many slices the cycle
// takes. The order depends on the way to collect:
//
//     notice        lock | full   begin sliced   begin at once
//     --------------+----+------------------------------------------------------
//     pre-collect   open |  1          1              1
//     started       held |  2          2              2
//     marking-done  held |  3          3              3     before the gather
//     begin-starts  held |  4          5              4
//     begin-done    held |  5          6              5
//     purge-done    held |  6          7              7
//     post-collect  open |  7          4              6     the gather is over
//     complete      open |  8          8              8
//
// Pre-collect is told before the lock is taken: the subscriber's thread may open sections, and in a
// collection that is demanded it can still wait for a worker thread. In a try other threads open no
// section any more (core/schedule/scheduler.h). Clean-up belongs to no cycle: it says that a
// scheduled collection was started, and that the worlds may drop null entries from their lists.
//
// The time of subscribers belongs to the pause, so it is measured for each. A subscriber that
// subscribes twice, by mistake, is called twice, and Duplicates reports it.
//
// Thread rules: the collector's thread only.   Read next: core/schedule/cycle_notices.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/build.h"
#include "core/base/clock.h"

namespace gc {
inline namespace GC_BUILD {

enum class Notice : std::uint8_t {
  kPreCollect,
  kStarted,
  kMarkingDone,
  kBeginStarts,
  kBeginDone,
  kPurgeDone,
  kPostCollect,
  kComplete,
  kCleanUp,
};
inline constexpr std::size_t kNoticeCount = 9;
std::string_view NameOf(Notice notice);

struct Notification {
  Notice notice;
  bool full;            // the collection is full: it purges everything at once
  std::uint64_t cycle;  // the number of the cycle, from 1
};

struct Subscriber {
  void (*call)(void* context, const Notification& notification) = nullptr;
  void* context = nullptr;
  const char* name = "";

  friend bool operator==(const Subscriber& a, const Subscriber& b) {
    return a.call == b.call && a.context == b.context;
  }
};

class Notices {
 public:
  explicit Notices(Clock clock) : clock_(clock) {}

  // A subscription that is made while a notice is told begins with the next notice.
  void Subscribe(Notice notice, const Subscriber& subscriber);
  // Ends one subscription. Returns false if there is none.
  bool Unsubscribe(Notice notice, const Subscriber& subscriber);

  // Calls the subscribers in the order in which they subscribed, but none that was unsubscribed
  // before its turn.
  void Tell(const Notification& notification);
  // Whether a notice is being told.
  bool IsTelling() const { return telling_ != 0; }

  struct Cost {
    Notice notice;
    Subscriber subscriber;
    std::uint64_t calls = 0;
    Nanoseconds total = 0;
    Nanoseconds worst = 0;
  };
  std::vector<Cost> Costs() const;

  struct Duplicate {
    Notice notice;
    Subscriber subscriber;
    std::size_t count;  // the number of its subscriptions, at least 2
  };
  std::vector<Duplicate> Duplicates() const;

 private:
  struct Subscription {
    Cost cost;
    bool gone = false;
  };
  void Forget();

  const Clock clock_;
  std::array<std::vector<Subscription>, kNoticeCount> subscriptions_;
  std::uint32_t telling_ = 0;
};

}  // namespace GC_BUILD
}  // namespace gc
