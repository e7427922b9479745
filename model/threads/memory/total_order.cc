// model/threads/memory/total_order.cc -- puts sequentially consistent events into their order.

#include "model/threads/memory/total_order.h"

#include <algorithm>

namespace model::threads {

bool TotalOrder::AllowsFence(std::size_t place, const View& before) const {
  if (place == size_) return true;
  for (std::size_t where = 0; where < kMaxLocations; ++where) {
    if (2u * before.newest[where] + 1u > entries_[place + 1].bound[where]) return false;
  }
  return true;
}

void TotalOrder::Insert(std::size_t place) {
  for (std::size_t i = size_; i > place; --i) entries_[i + 1] = entries_[i];
  ++size_;
  Entry& entry = entries_[place + 1];
  entry.reached = entries_[place].reached;
  entry.bound = place + 1 < size_ ? entries_[place + 2].bound : kUnbounded;
}

void TotalOrder::Bound(std::size_t place, Location where, std::size_t bound) {
  for (std::size_t i = 1; i <= place; ++i) {
    std::uint8_t& held = entries_[i].bound[where];
    held = std::min(held, static_cast<std::uint8_t>(bound));
  }
}

void TotalOrder::PutRead(std::size_t place, Location where, std::size_t at) {
  Insert(place);
  for (std::size_t i = place + 1; i <= size_; ++i) {
    entries_[i].reached[where] =
        std::max(entries_[i].reached[where], static_cast<std::uint8_t>(at));
  }
  Bound(place + 1, where, 2 * at + 1);
}

void TotalOrder::PutWrite(std::size_t place, Location where, std::size_t at, bool updates) {
  PutRead(place, where, at);
  Bound(place + 1, where, updates ? 2 * at - 1 : 2 * at);
}

void TotalOrder::PutFence(std::size_t place, const View& before) {
  Insert(place);
  for (std::size_t i = place + 1; i <= size_; ++i) {
    for (std::size_t where = 0; where < kMaxLocations; ++where) {
      entries_[i].reached[where] = std::max(entries_[i].reached[where], before.newest[where]);
    }
  }
}

void TotalOrder::Shift(Location where, std::size_t at) {
  for (std::size_t i = 0; i <= size_; ++i) {
    Entry& entry = entries_[i];
    if (entry.reached[where] >= at) ++entry.reached[where];
    if (entry.bound[where] != kNone && entry.bound[where] / 2u >= at) {
      entry.bound[where] = static_cast<std::uint8_t>(entry.bound[where] + 2);
    }
  }
}

void TotalOrder::ForgetWrites(Location where, std::size_t oldest) {
  for (std::size_t i = 0; i <= size_; ++i) {
    std::uint8_t& reached = entries_[i].reached[where];
    reached = static_cast<std::uint8_t>(reached > oldest ? reached - oldest : 0);
    std::uint8_t& bound = entries_[i].bound[where];
    if (bound == kNone) continue;
    bound = static_cast<std::uint8_t>(bound >= 2 * oldest ? bound - 2 * oldest : 0);
  }
}

void TotalOrder::Remove(std::size_t place) {
  for (std::size_t i = place; i < size_; ++i) entries_[i] = entries_[i + 1];
  entries_[0].bound = kUnbounded;  // nothing comes before it any more
  --size_;
}

void TotalOrder::AppendTo(std::string& key, std::size_t locations) const {
  key.push_back(static_cast<char>(size_));
  for (std::size_t i = 0; i <= size_; ++i) {
    for (std::size_t where = 0; where < locations; ++where) {
      key.push_back(static_cast<char>(entries_[i].reached[where]));
      key.push_back(static_cast<char>(entries_[i].bound[where]));
    }
  }
}

void TotalOrder::ReadFrom(std::string_view& key, std::size_t locations) {
  const auto take = [&] {
    const auto byte = static_cast<std::uint8_t>(key.front());
    key.remove_prefix(1);
    return byte;
  };
  size_ = take();
  for (std::size_t i = 0; i <= size_; ++i) {
    for (std::size_t where = 0; where < locations; ++where) {
      entries_[i].reached[where] = take();
      entries_[i].bound[where] = take();
    }
  }
}

}  // namespace model::threads
