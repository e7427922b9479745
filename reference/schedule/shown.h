// reference/schedule/shown.h -- all that a scheduler shows after one operation, as plain data.
//
// Oracle and subject fill in the same form, and the judge compares the two. What stands here is
// what a program can see: the report of the frame, the queries, and each notice with what can be
// asked inside it.
//
// Read next: reference/schedule/schedule_oracle.h.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reference/schedule/schedule_trace.h"

namespace reference::schedule {

enum class Act : std::uint8_t {
  kNothing,
  kCollectFully,
  kSkipFrame,
  kMarkingSlice,
  kStart,
  kPurgeSlice,
};
inline constexpr std::array<std::string_view, 6> kActWords = {
    "nothing", "collect fully", "skip frame", "marking slice", "start", "purge slice"};

// Reserved: no section can be opened any more, and no slice runs.
enum class LockState : std::uint8_t { kOpen, kReserved, kHeld };
inline constexpr std::array<std::string_view, 3> kLockWords = {"open", "reserved", "held"};

// The call of the program that asked for the collection of a frame.
enum class Asked : std::uint8_t { kNot, kRequest, kUnload, kCollect, kTry, kMap, kInNotice };
inline constexpr std::array<std::string_view, 7> kAskedWords = {
    "nothing", "request", "unload", "collect", "try", "map", "a subscriber"};

// A notice, and what its subscriber sees.
struct Told {
  Notice notice = Notice::kPreCollect;
  bool full = false;
  bool purging_fully = false;
  bool marking = false;  // is pending
  bool purge = false;    // is pending
  bool collecting = false;
  bool names_locked = false;
  bool holds_memory = false;  // only in `complete`
  LockState lock = LockState::kOpen;
  std::uint64_t cycle = 0;
  std::uint64_t milliseconds = 0;  // of the clock of the run
  friend bool operator==(const Told&, const Told&) = default;
};

// The report of the frame.
struct ShownReport {
  std::string_view row = "";
  Act act = Act::kNothing;
  bool started = false;
  Asked asked = Asked::kNot;
  std::uint64_t slices = 0;
  std::uint64_t units = 0;
  std::uint64_t pause = 0;         // in milliseconds
  std::uint64_t longest_step = 0;  // from one reading of the clock to the next, in milliseconds
  friend bool operator==(const ShownReport&, const ShownReport&) = default;
};

// What the queries answer.
struct ShownState {
  bool marking = false;
  bool purge = false;
  bool collecting = false;
  bool names_locked = false;
  bool purging_fully = false;
  LockState lock = LockState::kOpen;
  double elapsed = 0;
  double interval = 0;
  double marking_limit = 0;
  double purge_limit = 0;
  std::uint64_t skipped = 0;
  std::uint64_t cycle = 0;
  std::uint64_t objects = 0;
  friend bool operator==(const ShownState&, const ShownState&) = default;
};

// What has added up since the run began.
struct ShownSums {
  // Of all subscriptions: how often and how long they were called; and how many of them are there
  // twice or more.
  std::uint64_t calls = 0;
  std::uint64_t called_for = 0;  // in milliseconds
  std::uint64_t duplicates = 0;
  // Of full purges: how often they have paused for objects that were not ready, and how many they
  // have given up and named.
  std::uint64_t pauses = 0;
  std::uint64_t given_up = 0;
  std::uint64_t named = 0;
  std::uint64_t named_plain = 0;  // plain pointers, into which a store may go unseen
  std::uint64_t whole_steps = 0;  // full collections, which are one step to a listener
  friend bool operator==(const ShownSums&, const ShownSums&) = default;
};

struct Shown : ShownReport, ShownState, ShownSums {
  std::vector<Told> told;  // the notices of the operation, in order
  bool answer = false;     // of `try` and `unsubscribe`
  bool waited = false;     // for the section, which was closed for that
  bool loading = false;    // is still going on
  friend bool operator==(const Shown&, const Shown&) = default;
};

// One field as words.
struct Field {
  std::string_view name;
  std::string value;
};
// Every field, always the same ones in the same order; the notices are one field each, as far as
// there are any.
std::vector<Field> FieldsOf(const Shown& shown);
std::string TextOf(const Told& told);

}  // namespace reference::schedule
