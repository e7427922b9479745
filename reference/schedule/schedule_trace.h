// reference/schedule/schedule_trace.h -- what happens to a scheduler, as a list of operations.
//
// When a collection begins depends on requests, delays, timers, free memory, open sections and
// settings, and on the order in which all of these come. So such a run is data, as a run of a heap
// is (reference/trace/trace.h): it is printed, parsed, made smaller and run again.
//
//     tricolour schedule 1
//     set schedule.interval 60
//     play
//     tick 60           # a frame of 60 seconds: not yet due
//     garbage 3
//     tick 0.125        # due
//
// Nothing depends on a machine. The clock of a run moves on by a millisecond with each unit of the
// collector's work, by what subscribers are said to take, and never otherwise; game time is what
// the trace says. It is a multiple of an eighth of a second, so that sums are exact and a border is
// a border.
//
// Runs are total: what cannot be done is skipped by the oracle's rule (Oracle::Allows), so any line
// may be dropped.
//
// Read next: reference/schedule/schedule_oracle.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace reference::schedule {

enum class Verb : std::uint8_t {
  kPlay,
  kTick,
  kAgain,
  kRequest,
  kDelay,
  kUntil,
  kUnload,
  kKeep,
  kCollect,
  kTry,
  kMap,
  kSet,
  kMemory,
  kLevels,
  kServer,
  kPlayers,
  kLoading,
  kSection,
  kLive,
  kDrop,
  kGarbage,
  kAsset,
  kCost,
  kAt,
  kSubscribe,
  kUnsubscribe,
  kSlow,
  kReady,
};
inline constexpr std::size_t kVerbCount = 28;

// What stands behind a verb.
enum class Operand : std::uint8_t {
  kNone,
  kSeconds,       // of game time: a multiple of an eighth
  kFull,          // the word `full`, or nothing
  kHow,           // the words `full` and `keeping`, or either, or neither
  kSwitch,        // `on` or `off`
  kObjects,       // how many, from 1
  kMegabytes,     // from 0
  kMilliseconds,  // from 0
  kSetting,       // a key and a value
  kDeed,          // a notice, and what a subscriber does when it is told next
  kNotice,
};

struct VerbEntry {
  Verb verb;
  std::string_view word;
  Operand operand;
  std::string_view meaning;
};
// In the order of Verb.
std::span<const VerbEntry> Verbs();
const VerbEntry& EntryOf(Verb verb);

// The notices of a cycle, in the order in which a full collection tells them; the last belongs to
// no cycle.
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
inline constexpr std::array<std::string_view, 9> kNoticeWords = {
    "pre-collect", "started",      "marking-done", "begin-starts", "begin-done",
    "purge-done",  "post-collect", "complete",     "clean-up"};

// What a subscriber does inside a notice.
enum class Deed : std::uint8_t { kRequest, kRequestFull, kDelay, kTry };
inline constexpr std::array<std::string_view, 4> kDeedWords = {"request", "request-full", "delay",
                                                               "try"};

struct Operation {
  Verb verb = Verb::kPlay;
  bool full = false;       // kFull, kHow
  bool on = false;         // kSwitch; kHow: keeping
  std::uint8_t which = 0;  // kSetting: the key; kDeed: the notice
  std::uint8_t deed = 0;   // kDeed
  double number = 0;       // the number, whatever it counts; a setting's value
  friend bool operator==(const Operation&, const Operation&) = default;
};

struct Trace {
  std::vector<Operation> operations;
  friend bool operator==(const Trace&, const Trace&) = default;
};

// The most objects of a heap at a time: their memory is one block, and no list is long.
inline constexpr int kMostObjects = 60;
inline constexpr std::size_t kMostSubscriptions = 3;  // to one notice
inline constexpr double kEighth = 0.125;
inline constexpr double kLongestTime = 1'000'000;  // seconds of game time

}  // namespace reference::schedule
