// properties/suites/free_running/mutator.cc -- the operations of a thread, each with its note.

#include "properties/suites/free_running/mutator.h"

#include <utility>

namespace properties::free_running {

namespace {

constexpr std::size_t kRoots = 6;
constexpr std::size_t kStrong = 4;

}  // namespace

bool Mutator::Burst() {
  const std::uint32_t operations = 1 + Below(20);
  for (std::uint32_t i = 0; i < operations && first_ + made() < end_; ++i) Operate();
  held_.clear();
  return first_ + made() < end_;
}

void Mutator::Operate() {
  switch (Below(18)) {
    case 0:
    case 1:
    case 2:
      return Create();
    case 3:
      return Root(Mine());
    case 4:
      return Unroot();
    case 5:
      return Hold(Any());
    case 6:
      return Send();
    case 7:
    case 8:
    case 9:
      return Receive();
    case 10:
      return Swap();
    case 11:
      return Store(Mine(), Below(kFields), nullptr);
    case 12:
      return Pin();
    case 13:
      return Visit();
    default:
      return Store(Mine(), Below(kFields), Any());
  }
}

// Some objects that it creates are referred to by nothing when the burst ends.
void Mutator::Create() {
  const Name name = first_ + made();
  notes_.emplace_back();
  shared_.Reach(name, Stage::kAlive);
  Item* const item = shared_.heap.New<Item>(shared_, name);
  if (roots_.size() < kRoots && Below(8) == 0) {
    Root(item);
  } else if (Item* const holder = Mine(); holder != nullptr && Below(4) != 0) {
    Store(holder, Below(kFields), item);
  }
  shared_.heap.HandOver(item);
  held_.push_back(item);
}

void Mutator::Root(Item* item) {
  if (item == nullptr || roots_.size() >= kRoots || NoteOf(*item).root) return;
  shared_.heap.AddRoot(item);
  NoteOf(*item).root = true;
  roots_.push_back(item);
}

void Mutator::Unroot() {
  if (roots_.empty()) return;
  std::swap(AnyOf(roots_), roots_.back());
  Item* const item = roots_.back();
  roots_.pop_back();
  shared_.heap.RemoveRoot(item);
  NoteOf(*item).root = false;
  held_.push_back(item);
}

void Mutator::Store(Item* into, std::uint32_t field, Item* value) {
  if (into == nullptr) return;
  into->fields[field] = value;
  NoteOf(*into).fields[field] = value != nullptr ? value->name : kNull;
}

void Mutator::Swap() {
  Item* const a = Mine();
  Item* const b = Mine();
  if (a == nullptr || b == nullptr) return;
  const std::uint32_t i = Below(kFields);
  const std::uint32_t j = Below(kFields);
  swap(a->fields[i], b->fields[j]);
  std::swap(NoteOf(*a).fields[i], NoteOf(*b).fields[j]);
}

void Mutator::Hold(Item* item) {
  if (strong_.size() < kStrong) {
    if (item != nullptr) strong_.emplace_back(item);
    return;
  }
  std::swap(AnyOf(strong_), strong_.back());
  held_.push_back(strong_.back().Get());
  strong_.pop_back();
}

void Mutator::Send() {
  Item* const item = Any();
  if (item == nullptr) return;
  SharedHeap::Mailbox& box = shared_.mailboxes[Below(SharedHeap::kMailboxes)];
  const gc::WeakPtr<Item> weak(item);
  const std::lock_guard hold(box.mutex);
  box.weak = weak;
  box.name = item->name;
}

void Mutator::Receive() {
  SharedHeap::Mailbox& box = shared_.mailboxes[Below(SharedHeap::kMailboxes)];
  gc::WeakPtr<Item> weak;
  Name name = kNull;
  {
    const std::lock_guard hold(box.mutex);
    weak = box.weak;
    name = box.name;
  }
  if (name == kNull) return;
  const bool null_before = shared_.AnsweredNull(name);
  Item* const answer = weak.Get();
  shared_.Answered(name, answer, null_before);
  (answer != nullptr ? answers_ : nulls_) += 1;
  if (answer != nullptr) held_.push_back(answer);
}

// Makes a count of a weak reference, in one step.
void Mutator::Pin() {
  SharedHeap::Mailbox& box = shared_.mailboxes[Below(SharedHeap::kMailboxes)];
  gc::WeakPtr<Item> weak;
  {
    const std::lock_guard hold(box.mutex);
    weak = box.weak;
  }
  gc::StrongPtr<Item> pinned = gc::Pin(weak);
  if (!pinned) return;
  Check(*pinned);
  held_.push_back(pinned.Get());
  if (strong_.size() < kStrong) strong_.push_back(std::move(pinned));
}

// Looks at all objects, and keeps one of them until the burst ends. While other threads construct
// objects, none of those may be shown.
void Mutator::Visit() {
  if (Below(8) != 0) return;
  std::uint32_t until = Below(1 + made());
  Item* kept = nullptr;
  shared_.heap.ForEachObject([&](gc::Object& object) {
    Item& item = static_cast<Item&>(object);
    if (!item.IsWhole()) return shared_.Complain("construction: shown, and not whole", kNull);
    if (!shared_.IsAlive(item.name)) shared_.Complain("safety: shown, and ended", item.name);
    if (until-- == 0) kept = &item;
  });
  if (kept != nullptr) held_.push_back(kept);
}

// Walks from one of its roots or counts, through objects of its own, and returns where it ends.
Item* Mutator::Walk() {
  Item* item = nullptr;
  if (!strong_.empty() && Below(4) == 0) {
    item = AnyOf(strong_).Get();
  } else if (!roots_.empty()) {
    item = AnyOf(roots_);
  }
  for (std::uint32_t steps = Below(6); item != nullptr; --steps) {
    Check(*item);
    if (steps == 0 || !IsMine(*item)) break;
    Item* const next = item->fields[Below(kFields)].Get();
    if (next == nullptr) break;
    item = next;
  }
  return item;
}

Item* Mutator::Any() {
  if (held_.empty() || Below(2) == 0) return Walk();
  Item* const item = AnyOf(held_);
  Check(*item);
  return item;
}

Item* Mutator::Mine() {
  Item* const item = Any();
  return item != nullptr && IsMine(*item) ? item : nullptr;
}

// Checks safety and fields, as far as this thread may look.
void Mutator::Check(const Item& item) {
  if (!shared_.IsAlive(item.name)) shared_.Complain("safety: reachable, and ended", item.name);
  if (!IsMine(item)) return;
  for (std::uint32_t i = 0; i < kFields; ++i) {
    const Item* const value = item.fields[i].Get();
    if ((value != nullptr ? value->name : kNull) == NoteOf(item).fields[i]) continue;
    shared_.Complain("fields: a slot does not hold what was stored", item.name);
  }
}

void Mutator::Tell(reference::Heap& oracle) const {
  for (Name i = 0; i < made(); ++i) {
    for (std::uint32_t field = 0; field < kFields; ++field) {
      oracle.SetField(first_ + i, field, notes_[i].fields[field]);
    }
    oracle.Set(reference::RootFlag::kRoot, first_ + i, notes_[i].root);
  }
  for (const gc::StrongPtr<Item>& strong : strong_) oracle.AddStrong(strong->name, 1);
}

}  // namespace properties::free_running
