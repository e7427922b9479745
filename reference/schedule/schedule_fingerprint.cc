// reference/schedule/schedule_fingerprint.cc -- states from which every run shows the same.

#include "reference/schedule/schedule_oracle.h"

namespace reference::schedule {
namespace {

// A plain hash of a list of numbers.
class Sum {
 public:
  void Add(std::uint64_t value) {
    sum_ = (sum_ ^ value) * 0x9e3779b97f4a7c15u;
    sum_ ^= sum_ >> 29;
  }
  void Add(double value) { Add(static_cast<std::uint64_t>(static_cast<std::int64_t>(value * 8))); }
  std::uint64_t value() const { return sum_; }

 private:
  std::uint64_t sum_ = 0x243f6a8885a308d3u;
};

}  // namespace

std::uint64_t Oracle::Fingerprint() const {
  Sum sum;
  heap_.AddTo(sum);
  for (const double value : {around_.free_megabytes, timer_.elapsed, timer_.due_at.value_or(-1)}) {
    sum.Add(value);
  }
  for (std::size_t i = 0; i < kKeyCount; ++i) sum.Add(settings_[static_cast<Key>(i)] * 1000);
  std::uint64_t bits = 1;
  for (const bool bit :
       {around_.levels_wait, around_.server, around_.players, around_.loading, around_.section,
        requests_.collection[0], requests_.collection[1], requests_.forced, requests_.delay,
        program_.playing, program_.keeping, frame_.ticked, cycle_.open, cycle_.full}) {
    bits = bits << 1 | (bit ? 1u : 0u);
  }
  sum.Add(bits);
  for (const Asked first : requests_.first) sum.Add(static_cast<std::uint64_t>(first));
  for (const Subscriber& one : subscribers_) {
    sum.Add(one.deed ? static_cast<std::uint64_t>(*one.deed) : 9u);
    sum.Add(static_cast<std::uint64_t>(one.subscriptions.size()));
  }
  const auto every = static_cast<std::uint64_t>(settings_[Key::kEveryFrames]);
  if (every != 0) sum.Add(frame_.number % every);
  sum.Add(frame_.rests_until > frame_.number ? frame_.rests_until - frame_.number : 0);
  for (const std::uint64_t number :
       {program_.skipped, program_.cost, static_cast<std::uint64_t>(cycle_.told)}) {
    sum.Add(number);
  }
  return sum.value();
}

}  // namespace reference::schedule
