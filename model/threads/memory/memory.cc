// model/threads/memory/memory.cc -- the writes to each location, and the views of threads on them.

#include "model/threads/memory/memory.h"

#include <algorithm>
#include <stdexcept>
#include <type_traits>

namespace model::threads {

Memory::Cell& Memory::Cell::operator=(const Cell& other) {
  count = other.count;
  plain = other.plain;
  done = other.done;
  std::copy_n(other.writes.begin(), other.count, writes.begin());
  return *this;
}

Memory::Memory(MemoryModel model, std::size_t threads, const std::vector<Value>& initial,
               const std::vector<bool>& plain)
    : model_(model), threads_(threads), locations_(initial.size()) {
  if (threads > kMaxThreads || initial.size() > kMaxLocations) {
    throw std::length_error("a machine with too many threads or locations");
  }
  for (std::size_t where = 0; where < initial.size(); ++where) {
    Cell& cell = locations_[where];
    cell.count = 1;
    cell.plain = plain[where];
    cell.writes[0] = {.value = initial[where]};
  }
}

// Visits the views of ended threads too: nothing reads by them, but their places must stay inside
// the list.
template <typename Visit>
void Memory::ForEachView(Visit&& visit) {
  for (Known& thread : threads_) {
    visit(thread.now);
    visit(thread.acquired);
    visit(thread.released);
  }
  for (Cell& cell : locations_) {
    for (std::size_t at = 0; at < cell.count; ++at) visit(cell.writes[at].view);
  }
}

bool Memory::IsOrdered() const {
  return std::any_of(threads_.begin(), threads_.end(), [](const Known& known) {
    return !known.retired && (known.needs.sequential_fence || known.needs.sequential_access);
  });
}

std::uint8_t Memory::OldestReadable(Thread thread, Location where) const {
  if (!IsWeak()) return 0;
  const View& view = threads_[thread].now;
  const std::uint8_t newest = view.newest[where];
  return view.fence == 0 ? newest : std::max(newest, order_.ReachedAt(view.fence, where));
}

bool Memory::Races(Thread thread, Location where, bool writes, bool plain) const {
  const Cell& cell = locations_[where];
  if (!cell.plain || !IsWeak()) return false;
  Accesses against = 0;
  for (Thread other = 0; other < threads_.size(); ++other) {
    if (other == thread) continue;
    against |= AccessOf(AccessKind::kPlainWrite, other);
    if (writes) against |= AccessOf(AccessKind::kPlainRead, other);
    if (plain) against |= AccessOf(AccessKind::kAtomicWrite, other);
    if (plain && writes) against |= AccessOf(AccessKind::kAtomicRead, other);
  }
  return (cell.done & against & ~threads_[thread].now.known[where]) != 0;
}

// Where a plain write races with nothing, everything before it is known wherever it is known.
void Memory::Note(Thread thread, Location where, AccessKind kind) {
  Cell& cell = locations_[where];
  if (!cell.plain || !IsWeak()) return;
  const Accesses access = AccessOf(kind, thread);
  cell.done = static_cast<Accesses>(kind == AccessKind::kPlainWrite ? access : cell.done | access);
  ForEachView([&](View& view) { view.known[where] &= static_cast<Accesses>(cell.done & ~access); });
  threads_[thread].now.known[where] |= access;
}

void Memory::Acquire(Thread thread, const View& carried, Order order) {
  Known& known = threads_[thread];
  if (Acquires(order)) known.now.Join(carried);
  if (known.needs.acquire_fence) known.acquired.Join(carried);
}

// All events behind one of the total order have a new number.
void Memory::NumberBehind(std::size_t event) {
  ForEachView([&](View& view) {
    if (view.fence > event) ++view.fence;
    if (view.event > event) ++view.event;
  });
}

void Memory::Read(Thread thread, Location where, Choice choice, Order order) {
  if (!IsWeak()) return;
  View& view = threads_[thread].now;
  view.newest[where] = choice.at;
  Acquire(thread, locations_[where].writes[choice.at].view, order);
  order_.NoteRead(view.fence, where, choice.at);
  if (order != Order::kSequential) return;
  if (order_.IsFull()) return void(overflows_ = true);
  NumberBehind(choice.event);
  order_.PutRead(choice.event, where, choice.at);
  view.event = std::max<std::uint8_t>(view.event, static_cast<std::uint8_t>(choice.event + 1));
}

void Memory::Insert(Location where, std::size_t place, const Written& written) {
  Cell& cell = locations_[where];
  for (std::size_t i = cell.count; i > place; --i) cell.writes[i] = cell.writes[i - 1];
  ++cell.count;
  cell.writes[place] = written;
  ForEachView([&](View& view) {
    if (view.newest[where] >= place) ++view.newest[where];
  });
  order_.Shift(where, place);
  // A write knows of itself. The shift above may have moved its own place in its view, so it is
  // set.
  cell.writes[place].view.newest[where] = static_cast<std::uint8_t>(place);
}

void Memory::Write(Thread thread, Location where, Choice choice, Value value, Order order) {
  Cell& cell = locations_[where];
  if (!IsWeak()) return void(cell.writes[0] = {.value = value});
  if (cell.count == kMaxWrites || (order == Order::kSequential && order_.IsFull())) {
    return void(overflows_ = true);
  }
  const auto place = static_cast<std::uint8_t>(choice.at + 1);
  Known& known = threads_[thread];
  Written written{.value = value, .view = Releases(order) ? known.now : known.released};
  written.view.newest[where] = 0;
  Insert(where, place, written);
  known.now.newest[where] = place;
  order_.NoteWrite(known.now.fence, where, place);
  if (order != Order::kSequential) return;
  NumberBehind(choice.event);
  order_.PutWrite(choice.event, where, place, /*updates=*/false);
  known.now.event = std::max(known.now.event, static_cast<std::uint8_t>(choice.event + 1));
}

// The new write carries on the view that the write which it read carried: a release sequence.
void Memory::Update(Thread thread, Location where, Choice choice, Value value, Order order) {
  Cell& cell = locations_[where];
  if (!IsWeak()) return void(cell.writes[0] = {.value = value});
  if (cell.count == kMaxWrites || (order == Order::kSequential && order_.IsFull())) {
    return void(overflows_ = true);
  }
  const auto place = static_cast<std::uint8_t>(choice.at + 1);
  Known& known = threads_[thread];
  known.now.newest[where] = choice.at;
  Acquire(thread, cell.writes[choice.at].view, order);
  order_.NoteRead(known.now.fence, where, choice.at);
  Written written{.value = value, .updates = true, .view = cell.writes[choice.at].view};
  written.view.Join(Releases(order) ? known.now : known.released);
  written.view.newest[where] = 0;
  Insert(where, place, written);
  known.now.newest[where] = place;
  if (order != Order::kSequential) return;
  NumberBehind(choice.event);
  order_.PutWrite(choice.event, where, place, /*updates=*/true);
  known.now.event = std::max(known.now.event, static_cast<std::uint8_t>(choice.event + 1));
}

void Memory::Fence(Thread thread, Choice choice, Order order) {
  if (!IsWeak()) return;
  Known& known = threads_[thread];
  if (Acquires(order)) known.now.Join(known.acquired);
  if (order != Order::kSequential) {
    if (Releases(order)) known.released = known.now;
    return;
  }
  if (order_.IsFull()) return void(overflows_ = true);
  NumberBehind(choice.event);
  order_.PutFence(choice.event, known.now);
  known.now.fence = static_cast<std::uint8_t>(choice.event + 1);
  known.released = known.now;
  known.now.event = std::max(known.now.event, known.now.fence);
}

void Memory::ForgetWrites() {
  for (std::size_t where = 0; where < locations_.size(); ++where) {
    Cell& cell = locations_[where];
    std::uint8_t oldest = LatestPlace(static_cast<Location>(where));
    for (std::size_t thread = 0; thread < threads_.size(); ++thread) {
      if (threads_[thread].retired) continue;
      oldest = std::min(oldest,
                        OldestReadable(static_cast<Thread>(thread), static_cast<Location>(where)));
    }
    if (oldest == 0) continue;
    std::copy(cell.writes.begin() + oldest, cell.writes.begin() + cell.count, cell.writes.begin());
    cell.count = static_cast<std::uint8_t>(cell.count - oldest);
    cell.writes[0].updates = false;
    ForEachView([&](View& view) {
      std::uint8_t& newest = view.newest[where];
      newest = static_cast<std::uint8_t>(newest > oldest ? newest - oldest : 0);
    });
    order_.ForgetWrites(static_cast<Location>(where), oldest);
  }
}

bool Memory::IsHeld(std::size_t event) {
  bool held = false;
  ForEachView([&](View& view) { held = held || view.fence == event || view.event == event; });
  return held;
}

// Forgets the events before which no thread can put another: what they ask of reads and writes
// becomes part of the views. And two events are taken for one where nothing comes between them.
void Memory::ForgetEvents() {
  // A fence that cannot come before the first event now never can: its thread only learns more.
  const auto first_is_behind_all = [&] {
    return std::all_of(threads_.begin(), threads_.end(), [&](const Known& known) {
      return known.retired || known.now.event >= 1 ||
             (!known.needs.sequential_access &&
              (!known.needs.sequential_fence || !order_.AllowsFence(0, known.now)));
    });
  };
  while (order_.Size() > 0 && first_is_behind_all()) {
    ForEachView([&](View& view) {
      for (std::size_t where = 0; view.fence > 0 && where < locations_.size(); ++where) {
        view.newest[where] =
            std::max(view.newest[where], order_.ReachedAt(1, static_cast<Location>(where)));
      }
    });
    order_.Remove(0);
    ForEachView([&](View& view) {
      if (view.fence > 0) --view.fence;
      if (view.event > 0) --view.event;
    });
  }
  if (!IsOrdered()) order_ = TotalOrder();
  for (std::size_t event = order_.Size(); event >= 1; --event) {
    if (IsHeld(event) || !order_.IsIdle(event)) continue;
    order_.Remove(event);
    ForEachView([&](View& view) {
      if (view.fence > event) --view.fence;
      if (view.event > event) --view.event;
    });
  }
}

void Memory::Forget() {
  if (!IsWeak()) return;
  for (Known& known : threads_) {
    if (known.retired) known = {.retired = true};
    if (!known.needs.release_fence) known.released = View{};
    known.acquired.Join(known.now);
    if (!known.needs.acquire_fence) known.acquired = View{};
  }
  ForgetEvents();
  ForgetWrites();
}

// Calls `visit` with everything of which a key consists, but the total order.
template <typename Self, typename Visit>
void Memory::ForEachKeyPart(Self& self, Visit&& visit) {
  const bool ordered = self.IsOrdered();
  const auto visit_view = [&](auto& view) {
    for (std::size_t where = 0; where < self.locations_.size(); ++where) {
      visit(view.newest[where]);
      if (self.locations_[where].plain) visit(view.known[where]);
    }
    if (!ordered) return;
    visit(view.fence);
    visit(view.event);
  };
  for (auto& cell : self.locations_) {
    visit(cell.count);
    if (cell.plain && self.IsWeak()) visit(cell.done);
    for (std::size_t at = 0; at < cell.count; ++at) {
      auto& written = cell.writes[at];
      visit(written.value);
      if (!self.IsWeak()) continue;
      visit(written.updates);
      visit_view(written.view);
    }
  }
  if (!self.IsWeak()) return;
  for (auto& thread : self.threads_) {
    if (thread.retired) continue;
    visit_view(thread.now);
    if (thread.needs.acquire_fence) visit_view(thread.acquired);
    if (thread.needs.release_fence) visit_view(thread.released);
  }
}

void Memory::AppendTo(std::string& key) const {
  ForEachKeyPart(*this, [&](const auto& part) {
    key.push_back(static_cast<char>(part & 0xff));
    if constexpr (sizeof(part) > 1) key.push_back(static_cast<char>(part >> 8));
  });
  if (IsWeak() && IsOrdered()) order_.AppendTo(key, locations_.size());
}

void Memory::ReadFrom(std::string_view key) {
  const auto take = [&] {
    const auto byte = static_cast<std::uint8_t>(key.front());
    key.remove_prefix(1);
    return byte;
  };
  ForEachKeyPart(*this, [&](auto& part) {
    using Part = std::remove_reference_t<decltype(part)>;
    unsigned value = take();
    if constexpr (sizeof(part) > 1) value |= static_cast<unsigned>(take()) << 8;
    part = static_cast<Part>(value);
  });
  if (IsWeak() && IsOrdered()) order_.ReadFrom(key, locations_.size());
}

}  // namespace model::threads
