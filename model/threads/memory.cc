// model/threads/memory.cc -- the writes to each location, and the views of threads on them.

#include "model/threads/memory.h"

#include <algorithm>
#include <stdexcept>

namespace model::threads {

Memory::Memory(MemoryModel model, std::size_t threads, const std::vector<Value>& initial)
    : model_(model),
      threads_(static_cast<std::uint8_t>(threads)),
      locations_(static_cast<std::uint8_t>(initial.size())) {
  if (threads > kMaxThreads || initial.size() > kMaxLocations) {
    throw std::length_error("a machine with too many threads or locations");
  }
  for (std::size_t where = 0; where < initial.size(); ++where) {
    count_[where] = 1;
    writes_[where][0].value = initial[where];
  }
}

void Memory::Join(View& view, const View& more) {
  for (std::size_t where = 0; where < kMaxLocations; ++where) {
    view[where] = std::max(view[where], more[where]);
  }
}

// Visits the views of ended threads too: nothing reads by them, but their places must stay inside
// the list.
template <typename Visit>
void Memory::ForEachView(Visit&& visit) {
  for (std::size_t thread = 0; thread < threads_; ++thread) visit(views_[thread]);
  for (std::size_t where = 0; where < locations_; ++where) {
    for (std::size_t at = 0; at < count_[where]; ++at) visit(writes_[where][at].view);
  }
  visit(fenced_);
}

void Memory::Read(Thread thread, Location where, std::size_t at, Order order) {
  View& view = views_[thread];
  view[where] = static_cast<std::uint8_t>(at);
  if (Acquires(order)) Join(view, writes_[where][at].view);
}

void Memory::Insert(Location where, std::size_t at, const Written& written) {
  if (model_ == MemoryModel::kSequential) {
    writes_[where][0] = {.value = written.value};
    return;
  }
  if (count_[where] == kMaxWrites) {
    overflows_ = true;
    return;
  }
  auto& writes = writes_[where];
  const std::size_t place = at + 1;
  for (std::size_t i = count_[where]; i > place; --i) writes[i] = writes[i - 1];
  ++count_[where];
  writes[place] = written;
  ForEachView([&](View& view) {
    if (view[where] >= place) ++view[where];
  });
  // A write knows of itself. The shift above may have moved its own place in its view, so it is
  // set.
  writes[place].view[where] = static_cast<std::uint8_t>(place);
}

void Memory::Write(Thread thread, Location where, std::size_t at, Value value, Order order) {
  Written written{.value = value};
  if (Releases(order)) written.view = views_[thread];
  written.view[where] = 0;
  Insert(where, at, written);
  if (model_ == MemoryModel::kReleaseAcquire && !overflows_) {
    views_[thread][where] = static_cast<std::uint8_t>(at + 1);
  }
}

// The new write carries on the view that the write which it read carried: a release sequence.
void Memory::Update(Thread thread, Location where, std::size_t at, Value value, Order order) {
  Read(thread, where, at, order);
  Written written{.value = value, .updates = true, .view = writes_[where][at].view};
  if (Releases(order)) Join(written.view, views_[thread]);
  written.view[where] = 0;
  Insert(where, at, written);
  if (model_ == MemoryModel::kReleaseAcquire && !overflows_) {
    views_[thread][where] = static_cast<std::uint8_t>(at + 1);
  }
}

void Memory::Fence(Thread thread) {
  Join(fenced_, views_[thread]);
  views_[thread] = fenced_;
}

void Memory::Retire(Thread thread) { retired_[thread] = true; }

void Memory::Forget() {
  if (model_ == MemoryModel::kSequential) return;
  for (std::size_t where = 0; where < locations_; ++where) {
    auto oldest = static_cast<std::uint8_t>(count_[where] - 1);
    for (std::size_t thread = 0; thread < threads_; ++thread) {
      if (!retired_[thread]) oldest = std::min(oldest, views_[thread][where]);
    }
    if (oldest == 0) continue;
    auto& writes = writes_[where];
    std::copy(writes.begin() + oldest, writes.begin() + count_[where], writes.begin());
    count_[where] = static_cast<std::uint8_t>(count_[where] - oldest);
    writes[0].updates = false;
    ForEachView([&](View& view) {
      view[where] = static_cast<std::uint8_t>(view[where] > oldest ? view[where] - oldest : 0);
    });
  }
}

void Memory::AppendTo(std::string& key) const {
  const auto add = [&](std::uint8_t byte) { key.push_back(static_cast<char>(byte)); };
  const auto add_view = [&](const View& view) {
    for (std::size_t where = 0; where < locations_; ++where) add(view[where]);
  };
  for (std::size_t where = 0; where < locations_; ++where) {
    add(count_[where]);
    for (std::size_t at = 0; at < count_[where]; ++at) {
      const Written& written = writes_[where][at];
      add(written.value);
      if (model_ == MemoryModel::kSequential) continue;
      add(written.updates);
      add_view(written.view);
    }
  }
  if (model_ == MemoryModel::kSequential) return;
  for (std::size_t thread = 0; thread < threads_; ++thread) {
    if (!retired_[thread]) add_view(views_[thread]);
  }
  add_view(fenced_);
}

void Memory::ReadFrom(std::string_view key) {
  const auto take = [&] {
    const auto byte = static_cast<std::uint8_t>(key.front());
    key.remove_prefix(1);
    return byte;
  };
  const auto take_view = [&](View& view) {
    for (std::size_t where = 0; where < locations_; ++where) view[where] = take();
  };
  for (std::size_t where = 0; where < locations_; ++where) {
    count_[where] = take();
    for (std::size_t at = 0; at < count_[where]; ++at) {
      Written& written = writes_[where][at];
      written.value = take();
      if (model_ == MemoryModel::kSequential) continue;
      written.updates = take() != 0;
      take_view(written.view);
    }
  }
  if (model_ == MemoryModel::kSequential) return;
  for (std::size_t thread = 0; thread < threads_; ++thread) {
    if (!retired_[thread]) take_view(views_[thread]);
  }
  take_view(fenced_);
}

}  // namespace model::threads
