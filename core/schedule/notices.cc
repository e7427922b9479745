#include "core/schedule/notices.h"

#include <algorithm>

namespace gc {
inline namespace GC_BUILD {

namespace {
std::size_t Slot(Notice notice) { return static_cast<std::size_t>(notice); }
}  // namespace

std::string_view NameOf(Notice notice) {
  static constexpr std::array<std::string_view, kNoticeCount> kNames = {
      "pre-collect", "started",      "marking-done", "begin-starts", "begin-done",
      "purge-done",  "post-collect", "complete",     "clean-up"};
  return kNames[Slot(notice)];
}

void Notices::Subscribe(Notice notice, const Subscriber& subscriber) {
  subscriptions_[Slot(notice)].push_back({.cost = {.notice = notice, .subscriber = subscriber}});
}

bool Notices::Unsubscribe(Notice notice, const Subscriber& subscriber) {
  std::vector<Subscription>& list = subscriptions_[Slot(notice)];
  const auto found = std::ranges::find_if(list, [&](const Subscription& one) {
    return !one.gone && one.cost.subscriber == subscriber;
  });
  if (found == list.end()) return false;
  found->gone = true;
  if (!IsTelling()) Forget();
  return true;
}

void Notices::Forget() {
  for (std::vector<Subscription>& list : subscriptions_) {
    std::erase_if(list, [](const Subscription& one) { return one.gone; });
  }
}

// By index, because a subscriber may subscribe others, which can move the list.
void Notices::Tell(const Notification& notification) {
  std::vector<Subscription>& list = subscriptions_[Slot(notification.notice)];
  const std::size_t count = list.size();
  telling_ += 1;
  for (std::size_t i = 0; i < count; ++i) {
    if (list[i].gone) continue;
    const Subscriber subscriber = list[i].cost.subscriber;
    const Nanoseconds before = clock_.Now();
    subscriber.call(subscriber.context, notification);
    const Nanoseconds took = clock_.Now() - before;
    Cost& cost = list[i].cost;
    cost.calls += 1;
    cost.total += took;
    cost.worst = std::max(cost.worst, took);
  }
  telling_ -= 1;
  if (!IsTelling()) Forget();
}

std::vector<Notices::Cost> Notices::Costs() const {
  std::vector<Cost> costs;
  for (const std::vector<Subscription>& list : subscriptions_) {
    for (const Subscription& one : list) {
      if (!one.gone) costs.push_back(one.cost);
    }
  }
  return costs;
}

std::vector<Notices::Duplicate> Notices::Duplicates() const {
  std::vector<Duplicate> duplicates;
  for (const Cost& cost : Costs()) {
    const auto known = std::ranges::find_if(duplicates, [&](const Duplicate& one) {
      return one.notice == cost.notice && one.subscriber == cost.subscriber;
    });
    if (known != duplicates.end()) {
      known->count += 1;
    } else {
      duplicates.push_back({.notice = cost.notice, .subscriber = cost.subscriber, .count = 1});
    }
  }
  std::erase_if(duplicates, [](const Duplicate& one) { return one.count < 2; });
  return duplicates;
}

}  // namespace GC_BUILD
}  // namespace gc
