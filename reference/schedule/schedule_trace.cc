// reference/schedule/schedule_trace.cc -- the table of verbs.

#include "reference/schedule/schedule_trace.h"

namespace reference::schedule {
namespace {

constexpr VerbEntry kVerbs[] = {
    {Verb::kPlay, "play", Operand::kNone, "a world begins to play"},
    {Verb::kTick, "tick", Operand::kSeconds,
     "a world ticks in a new frame, so much game time later"},
    {Verb::kAgain, "again", Operand::kSeconds, "another world ticks in the same frame"},
    {Verb::kRequest, "request", Operand::kFull, "a collection is requested"},
    {Verb::kDelay, "delay", Operand::kNone, "the next frame is to be skipped"},
    {Verb::kUntil, "until", Operand::kSeconds, "the time until the next timed cycle is set once"},
    {Verb::kUnload, "unload", Operand::kNone, "a level was unloaded"},
    {Verb::kKeep, "keep", Operand::kSwitch, "collections without a mask keep assets, or do not"},
    {Verb::kCollect, "collect", Operand::kHow, "a collection is demanded"},
    {Verb::kTry, "try", Operand::kHow, "a collection is tried"},
    {Verb::kMap, "map", Operand::kNone, "the map changes"},
    {Verb::kSet, "set", Operand::kSetting, "a setting gets a value"},
    {Verb::kMemory, "memory", Operand::kMegabytes, "so much memory is free from here on"},
    {Verb::kLevels, "levels", Operand::kSwitch, "levels wait to be unloaded, or do not"},
    {Verb::kServer, "server", Operand::kSwitch, "this is a dedicated server, or is not"},
    {Verb::kPlayers, "players", Operand::kSwitch, "there are players, or none"},
    {Verb::kLoading, "loading", Operand::kSwitch, "something is being loaded, or is not"},
    {Verb::kSection, "section", Operand::kSwitch,
     "another thread opens its section, and closes it when it is told to or waited for"},
    {Verb::kLive, "live", Operand::kObjects, "objects are made and put into the root set"},
    {Verb::kDrop, "drop", Operand::kObjects, "objects leave the root set"},
    {Verb::kGarbage, "garbage", Operand::kObjects, "objects are made that nothing refers to"},
    {Verb::kAsset, "asset", Operand::kObjects, "the same, of a kind that a mask may keep"},
    {Verb::kCost, "cost", Operand::kMilliseconds, "a subscriber takes so long from here on"},
    {Verb::kAt, "at", Operand::kDeed, "a subscriber does this when the notice is told next"},
    {Verb::kSubscribe, "subscribe", Operand::kNotice, "the subscriber subscribes once more"},
    {Verb::kUnsubscribe, "unsubscribe", Operand::kNotice, "a subscription is given back"},
    {Verb::kSlow, "slow", Operand::kObjects, "garbage is made that may not be ready to finish"},
    {Verb::kReady, "ready", Operand::kSwitch, "such objects are ready from here on, or are not"},
};

}  // namespace

std::span<const VerbEntry> Verbs() {
  static_assert(std::size(kVerbs) == kVerbCount);
  return kVerbs;
}

const VerbEntry& EntryOf(Verb verb) { return kVerbs[static_cast<std::size_t>(verb)]; }

}  // namespace reference::schedule
