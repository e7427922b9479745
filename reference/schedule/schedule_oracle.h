// reference/schedule/schedule_oracle.h -- what a scheduler owes its program, said as plainly as we
// can.
//
// After each operation the oracle says all that can be seen of a scheduler: which line of the table
// decided, what was done, each notice in its order with the state of the lock, and every counter.
// It shares no code with the collector, and leaves nothing open but the number of slices that a
// collection at once is counted as.
//
// It follows the pages S13 (the table, timers, requests), S14 (notices), S7 (tries that meet
// sections), S9.2, S11.2 and S12.13 (slices) of the specification.
//
// Read next: reference/schedule/decision_lines.h, reference/schedule/paper_heap.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "reference/schedule/decision_lines.h"
#include "reference/schedule/paper_heap.h"
#include "reference/schedule/paper_settings.h"
#include "reference/schedule/schedule_trace.h"
#include "reference/schedule/shown.h"
#include "reference/schedule/surroundings.h"

namespace reference::schedule {

// What was asked for and is not yet granted.
struct Requests {
  std::array<bool, 2> collection{};  // by whether it is to be full
  std::array<Asked, 2> first{};      // the call that asked first
  bool forced = false;               // a setting asked: the full one waits for sections
  bool delay = false;
};

class Oracle {
 public:
  // `left_out`: a line of the table that this oracle does not know, to show that it is needed.
  explicit Oracle(std::optional<std::size_t> left_out = std::nullopt) : left_out_(left_out) {}

  // Whether the operation can be done; if not, oracle and subject skip it.
  bool Allows(const Operation& operation) const;
  // Does it, and says what must be seen then.
  const Shown& Apply(const Operation& operation);

  // False where `slices` is not laid down: a collection at once may be counted as it likes.
  bool KnowsSlices() const { return frame_.knows_slices; }
  // The line that decided in the last tick, and what it was asked about.
  const DecisionLine& line() const { return *line_; }
  const Moment& moment() const { return moment_; }

  const PaperSettings& settings() const { return settings_; }
  const PaperHeap& heap() const { return heap_; }
  const Surroundings& around() const { return around_; }
  // Game time until a timed cycle is due; below 0: it is due.
  double TimeLeft() const {
    return timer_.due_at.value_or(IntervalOf(settings_, around_)) - timer_.elapsed;
  }
  // The same for states from which every run shows the same. Pauses and numbers of cycles that lie
  // behind do not count.
  std::uint64_t Fingerprint() const;

 private:
  struct Demand {
    bool full = true;
    bool wait = true;
    bool sliced = false;
    bool trim = false;
    bool keeping = false;
  };
  struct Timer {
    double elapsed = 0;
    std::optional<double> due_at;
  };
  struct FrameCount {
    std::uint64_t number = 0;
    bool ticked = false;
    bool knows_slices = true;
    std::uint64_t rests_until = 0;  // no slice of marking before this frame
    std::uint64_t slices = 0;
  };
  // The readings of the clock in a slice. One without a limit (0) reads none.
  struct Readings {
    Readings(double limit, std::uint64_t now);
    const bool limited;
    const std::uint64_t end;
    std::uint64_t last;
  };
  struct CycleState {
    std::uint64_t number = 0;
    std::uint32_t told = 0;
    bool open = false;
    bool full = false;
  };
  struct Subscription {
    std::uint64_t calls = 0;
    std::uint64_t called_for = 0;  // in milliseconds
  };
  struct Running {
    bool busy = false;
    bool fully = false;
    bool collecting = false;
    LockState lock = LockState::kOpen;
  };

  Moment Look(bool further) const;

  void Tick(bool further, double seconds);
  void BeginFrame(double seconds);
  void Do(Act act);
  void StartScheduled(bool full);
  void Request(bool full, Asked by);
  bool Try(bool full, bool keeping, Asked by);
  bool Collect(const Demand& demand, bool scheduled);
  bool MayStart(const Demand& demand, bool scheduled);
  void FinishPending(const Demand& demand);
  void RunCycle(const Demand& demand);

  void MarkOnce();
  void FinishMarking();
  void GatherIsOver();
  void AwaitUnready();
  void MarkingSlice();
  void PurgeSlice();
  void PurgeOnce();
  void Unit();
  bool IsOver(Readings& slice);
  void Slice(double limit, int between_looks);

  void TakeLock(bool collecting);
  void GiveLockBack();
  void TellOnce(Notice notice);
  void Tell(Notice notice, bool full);
  void CallSubscriber(Notice notice, bool full, std::uint64_t cycle);
  void DoInside(Deed deed);
  void Change(const Operation& operation);
  void ShowState();

  const std::optional<std::size_t> left_out_;
  PaperSettings settings_;
  PaperHeap heap_;
  Surroundings around_;
  Requests requests_;
  Timer timer_;
  FrameCount frame_;
  CycleState cycle_;
  Running running_;
  struct Subscriber {
    std::optional<Deed> deed;
    std::vector<Subscription> subscriptions{1};
  };
  std::array<Subscriber, kNoticeWords.size()> subscribers_;
  struct Program {
    bool playing = false;
    bool keeping = false;
    std::uint64_t skipped = 0;
    std::uint64_t cost = 0;  // of a subscriber, in milliseconds
  } program_;
  std::uint64_t now_ = 0;  // the clock, in milliseconds
  Moment moment_;
  const DecisionLine* line_ = &DecisionLines().back();
  Shown shown_;
};

}  // namespace reference::schedule
