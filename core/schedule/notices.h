// core/schedule/notices.h -- who is told what of a collection, and what telling them cost.
//
// A subscriber runs inside the pause, or beside it, and knows which: each notice is told with the
// collector's lock in a known state. In one cycle each is told once, however many slices the cycle
// takes, and in one order for each way to collect:
//
//     notice        lock | full   begin sliced   begin at once
//     --------------+----+------------------------------------------------------
//     pre-collect   open |  1          1              1
//     started       held |  2          2              2
//     trace-done    held |  3          3              3     before the gather
//     begin-starts  held |  4          5              4
//     begin-done    held |  5          6              5
//     purge-done    held |  6          7              7
//     post-collect  open |  7          4              6     the gather is over
//     complete      open |  8          8              8
//
// Pre-collect comes before the lock is taken, so that who hears it can still wait for a worker.
// Clean-up belongs to no cycle: a scheduled collection was started, and the worlds may drop what is
// null in their lists.
//
// The time of subscribers belongs to the pause, so it is measured one by one. To be subscribed
// twice is the subscriber's mistake, and easily made; both are told, and Duplicates says so.
//
// Thread rules: the collector's thread.   Read next: core/schedule/scheduler.h.

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
  kTraceDone,
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
  bool full;            // a full collection: everything is purged at once
  std::uint64_t cycle;  // from 1
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

  // May be called while a notice is told, and then counts from the next one.
  void Subscribe(Notice notice, const Subscriber& subscriber);
  // Ends one subscription. False if there is none.
  bool Unsubscribe(Notice notice, const Subscriber& subscriber);

  // Tells everybody who had subscribed by now and has not unsubscribed since, in that order.
  void Tell(const Notification& notification);
  // While a notice is told.
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
    std::size_t count;  // of its subscriptions, at least 2
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
