// reference/oracle/heap.cc -- names, edges, and the plain closure over them.

#include "reference/oracle/heap.h"

#include <algorithm>
#include <stdexcept>

namespace reference {

void Heap::Clear(std::size_t plain_up_to) {
  plain_up_to_ = plain_up_to;
  count_ = 0;
  present_.clear();
  present_known_ = true;
  referencer_count_ = 0;
  constructing_count_ = 0;
  permanent_.clear();
  garbage_count_ = 0;
  clusters_.clear();
  reachable_known_ = false;
  if (large_) reach_.Clear();
  large_ = false;
}

// Tells the edges and roots that there are to what keeps reachability from now on.
void Heap::BecomeLarge() {
  large_ = true;
  for (Name name = 0; name < count_; ++name) reach_.Create(name, objects_[name].fields.size());
  for (Name name = 0; name < count_; ++name) {
    const Object& object = objects_[name];
    for (std::size_t field = 0; field < object.fields.size(); ++field) {
      reach_.SetField(name, field, object.fields[field]);
    }
    ChangeRootSet(name, false, object.permanent);
    ChangeRootSet(name, false, object.root);
    ChangeRootSet(name, false, object.kept);
    ChangeRootSet(name, false, object.constructing);
    ChangeRootSet(name, false, object.held);
    ChangeRootSet(name, false, object.strong > 0);
  }
  for (std::size_t i = 0; i < referencer_count_; ++i) {
    if (referencers_[i].target != kNull) reach_.AddToRootSet(referencers_[i].target);
  }
  reach_.Lost().clear();
}

void Heap::ChangeRootSet(Name name, bool before, bool after) {
  if (!large_ || before == after) return;
  after ? reach_.AddToRootSet(name) : reach_.DropFromRootSet(name);
}

void Heap::Create(Name name, std::uint32_t fields) {
  if (name >= objects_.size())
    objects_.resize(std::max<std::size_t>(name + 1, 2 * objects_.size()));
  for (; count_ <= name; ++count_) {
    Object& unborn = objects_[count_];
    unborn.fields.clear();
    unborn.life = Life::kUnborn;
  }
  Object& object = objects_[name];
  object.fields.assign(fields, kNull);
  object.strong = 0;
  object.life = Life::kAlive;
  object.root = false;
  object.kept = false;
  object.constructing = false;
  object.held = false;
  object.container = false;
  object.named = false;
  object.permanent = false;
  object.ready = true;
  object.garbage = false;
  object.has_outer = false;
  object.cluster = kNull;
  present_known_ &= present_.empty() || present_.back() < name;
  present_.push_back(name);
  reachable_known_ = false;
  if (large_) {
    reach_.Create(name, fields);
  } else if (count_ > plain_up_to_ && clusters_.empty()) {
    BecomeLarge();
  }
}

void Heap::Copy(Name name, Name from) {
  const std::vector<Name> fields = objects_[from].fields;
  Create(name, static_cast<std::uint32_t>(fields.size()));
  objects_[name].container = objects_[from].container;
  objects_[name].has_outer = objects_[from].has_outer;
  for (std::size_t field = 0; field < fields.size(); ++field) SetField(name, field, fields[field]);
}

void Heap::SetField(Name name, std::size_t field, Name value) {
  objects_[name].fields[field] = value;
  if (large_) reach_.SetField(name, field, value);
  reachable_known_ = false;
}

void Heap::Append(Name name, Name value) {
  std::vector<Name>& fields = objects_[name].fields;
  fields.push_back(kNull);
  if (large_) reach_.Resize(name, fields.size());
  SetField(name, fields.size() - 1, value);
  reachable_known_ = false;
}

void Heap::Erase(Name name, std::size_t element) {
  std::vector<Name>& fields = objects_[name].fields;
  for (std::size_t i = element; i + 1 < fields.size(); ++i) SetField(name, i, fields[i + 1]);
  Shrink(name, fields.size() - 1);
}

void Heap::Take(Name name, Name from) {
  const std::vector<Name> taken = objects_[from].fields;
  Shrink(name, 0);
  for (const Name value : taken) Append(name, value);
  Shrink(from, 0);
}

void Heap::Shrink(Name name, std::size_t count) {
  std::vector<Name>& fields = objects_[name].fields;
  for (std::size_t i = count; i < fields.size(); ++i) SetField(name, i, kNull);
  fields.resize(count);
  if (large_) reach_.Resize(name, count);
  reachable_known_ = false;
}

void Heap::SetPermanent(Name name) {
  ChangeRootSet(name, objects_[name].permanent, true);
  objects_[name].permanent = true;
  permanent_.push_back(name);
  reachable_known_ = false;
}

void Heap::SetOuter(Name name, Name outer) {
  Append(name, outer);
  objects_[name].has_outer = true;
}

void Heap::SetGarbage(Name name) {
  garbage_count_ += !objects_[name].garbage;
  objects_[name].garbage = true;
}

void Heap::SetRoot(Name name, bool root) {
  ChangeRootSet(name, objects_[name].root, root);
  objects_[name].root = root;
  reachable_known_ = false;
}

void Heap::SetKept(Name name, bool kept) {
  ChangeRootSet(name, objects_[name].kept, kept);
  objects_[name].kept = kept;
  reachable_known_ = false;
}

void Heap::SetConstructing(Name name, bool constructing) {
  bool& now = objects_[name].constructing;
  if (now == constructing) return;
  ChangeRootSet(name, now, constructing);
  now = constructing;
  constructing ? ++constructing_count_ : --constructing_count_;
  reachable_known_ = false;
}

void Heap::SetHeld(Name name, bool held) {
  ChangeRootSet(name, objects_[name].held, held);
  objects_[name].held = held;
  reachable_known_ = false;
}

void Heap::AddStrong(Name name, int difference) {
  const std::uint32_t before = objects_[name].strong;
  objects_[name].strong += static_cast<std::uint32_t>(difference);
  ChangeRootSet(name, before > 0, objects_[name].strong > 0);
  reachable_known_ = false;
}

void Heap::SetReferencer(std::uint32_t referencer, Referencer state) {
  if (referencer >= referencers_.size()) referencers_.resize(referencer + 1);
  while (referencer_count_ <= referencer) referencers_[referencer_count_++] = {};
  const Name before = referencers_[referencer].target;
  if (state.target != kNull) ChangeRootSet(state.target, false, true);
  if (before != kNull) ChangeRootSet(before, true, false);
  referencers_[referencer] = state;
  reachable_known_ = false;
}

void Heap::Free(Name name) {
  Object& object = objects_[name];
  object.fields.clear();
  if (large_) {
    reach_.Free(name);
    object.fields.shrink_to_fit();  // small heaps keep the memory for the next run
  }
  SetConstructing(name, false);
  if (object.cluster == name) Bury(name);
  if (object.cluster != kNull) std::erase(Mutable(object.cluster).members, name);
  object.cluster = kNull;
  garbage_count_ -= object.garbage;
  object.garbage = false;
  object.has_outer = false;
  object.strong = 0;
  object.life = Life::kFreed;
  present_known_ = false;
  object.permanent = false;
  std::erase(permanent_, name);
  object.root = false;
  object.kept = false;
  object.held = false;
  // What nothing reached led nobody anywhere.
  if (reachable_known_ && reachable_[name]) reachable_known_ = false;
}

const std::vector<Name>& Heap::Present() const {
  if (present_known_) return present_;
  std::erase_if(present_, [this](Name name) { return objects_[name].life == Life::kFreed; });
  if (!std::is_sorted(present_.begin(), present_.end())) {
    std::sort(present_.begin(), present_.end());
  }
  present_known_ = true;
  return present_;
}

bool Heap::IsHeldByPermanent(Name name) const {
  return std::any_of(permanent_.begin(), permanent_.end(), [&](Name holder) {
    const std::vector<Name>& fields = objects_[holder].fields;
    return std::find(fields.begin(), fields.end(), name) != fields.end();
  });
}

bool Heap::InRootSet(Name name) const {
  const Object& object = objects_[name];
  if (object.InRootSet()) return true;
  const auto end = referencers_.begin() + static_cast<std::ptrdiff_t>(referencer_count_);
  return std::any_of(referencers_.begin(), end,
                     [name](const Referencer& referencer) { return referencer.target == name; });
}

const std::vector<char>& Heap::Reachable() const {
  if (reachable_known_) return reachable_;
  reachable_.assign(count_, 0);
  const auto reach = [this](Name name) {
    if (reachable_[name]) return;
    reachable_[name] = 1;
    frontier_.push_back(name);
  };
  for (const Name name : Present()) {
    const Object& object = objects_[name];
    if (object.InRootSet()) reach(name);
  }
  for (std::size_t i = 0; i < referencer_count_; ++i) {
    if (referencers_[i].target != kNull) reach(referencers_[i].target);
  }
  CloseFrontier(reachable_);
  for (const Name name : Present()) {
    if (!large_) break;
    if (reach_.Reached(name) == (reachable_[name] != 0)) continue;
    throw std::logic_error("the oracle's two answers differ on whether " + NameText(name) +
                           " is reachable");
  }
  reachable_known_ = true;
  return reachable_;
}

void Heap::Close(Name from, std::vector<Name>& reached) const {
  closed_in_.resize(std::max(closed_in_.size(), count_), 0);
  if (++closures_ == 0) {  // the count has come round
    std::fill(closed_in_.begin(), closed_in_.end(), 0);
    closures_ = 1;
  }
  closed_in_[from] = closures_;
  reached.assign(1, from);
  const auto reach = [&](Name target) {
    if (target == kNull || closed_in_[target] == closures_) return;
    closed_in_[target] = closures_;
    reached.push_back(target);
  };
  for (std::size_t head = 0; head < reached.size(); ++head) {
    const Object& object = objects_[reached[head]];
    for (const Name target : object.fields) reach(target);
    if (object.cluster != kNull) EachInFate(reached[head], reach);
  }
  std::sort(reached.begin(), reached.end());
}

// Follows every edge out of the frontier until it is empty.
void Heap::CloseFrontier(std::vector<char>& reached) const {
  while (!frontier_.empty()) {
    const Name name = frontier_.back();
    frontier_.pop_back();
    const auto reach = [&](Name target) {
      if (target == kNull || reached[target]) return;
      reached[target] = 1;
      frontier_.push_back(target);
    };
    for (const Name target : objects_[name].fields) reach(target);
    if (objects_[name].cluster != kNull) EachInFate(name, reach);
  }
}

std::string NameText(Name name) {
  if (name == kNull) return "null";
  if (name == kDangling) return "freed memory";
  if (name < 26) return std::string(1, static_cast<char>('a' + name));
  return "o" + std::to_string(name);
}

}  // namespace reference
