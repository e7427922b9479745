// reference/schedule/decision_lines.cc -- the lines, and the first that fits.

#include "reference/schedule/decision_lines.h"

#include <utility>

namespace reference::schedule {
namespace {

constexpr DecisionLine kLines[] = {
    {"S9.22", "another world ticks, and marking rests",
     [](const Moment& now) { return now.further && now.marking && now.resting; }, Act::kNothing},
    {"S13.2", "another world ticks, and marking is suspended",
     [](const Moment& now) { return now.further && now.marking; }, Act::kMarkingSlice},
    {"S13.1", "another world ticks, and the frame has decided",
     [](const Moment& now) { return now.further; }, Act::kNothing},
    {"S13.5(0)", "a full collection is requested",
     [](const Moment& now) { return now.full_request; }, Act::kCollectFully},
    {"S13.3", "no world plays", [](const Moment& now) { return !now.playing; }, Act::kNothing},
    {"S13.5(1)", "a delay is requested", [](const Moment& now) { return now.delay; },
     Act::kSkipFrame},
    {"S9.22", "marking rests", [](const Moment& now) { return now.marking && now.resting; },
     Act::kNothing},
    {"S13.5(2)", "marking is suspended", [](const Moment& now) { return now.marking; },
     Act::kMarkingSlice},
    {"S13.5(3)", "no purge is pending, and the time is over",
     [](const Moment& now) { return !now.purge && now.time_is_over; }, Act::kStart},
    {"S13.10", "no purge is pending, and a collection is requested",
     [](const Moment& now) { return !now.purge && now.request; }, Act::kStart},
    {"S13.5(4)", "nothing else fits", [](const Moment&) { return true; }, Act::kPurgeSlice},
};

}  // namespace

std::span<const DecisionLine> DecisionLines() { return kLines; }

const DecisionLine& LineFor(const Moment& now, std::optional<std::size_t> left_out) {
  std::size_t at = 0;
  while (at == left_out || !kLines[at].fits(now)) ++at;
  return kLines[at];
}

std::string TextOf(const Moment& now) {
  std::string text;
  const auto add = [&](std::string_view words) {
    if (!text.empty()) text += ", ";
    text += words;
  };
  add(now.further ? "a further tick of the frame" : "the first tick of a frame");
  add(now.playing ? "a world plays" : "no world plays");
  const std::pair<bool, std::string_view> others[] = {
      {now.full_request, "a full collection is requested"},
      {now.request, "a collection is requested"},
      {now.delay, "a delay is requested"},
      {now.marking, "marking is pending"},
      {now.resting, "slices of marking rest"},
      {now.purge, "a gather or a purge is pending"},
      {now.time_is_over, "the time is over"},
  };
  for (const auto& [holds, words] : others) {
    if (holds) add(words);
  }
  return text;
}

}  // namespace reference::schedule
