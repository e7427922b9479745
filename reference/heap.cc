// reference/heap.cc -- names, edges, and the plain closure over them.

#include "reference/heap.h"

#include <algorithm>

namespace reference {

void Heap::Clear() {
  count_ = 0;
  referencer_count_ = 0;
  reachable_known_ = false;
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
  object.held = false;
  object.ready = true;
  reachable_known_ = false;
}

void Heap::SetField(Name name, std::size_t field, Name value) {
  objects_[name].fields[field] = value;
  reachable_known_ = false;
}

void Heap::SetRoot(Name name, bool root) {
  objects_[name].root = root;
  reachable_known_ = false;
}

void Heap::SetKept(Name name, bool kept) {
  objects_[name].kept = kept;
  reachable_known_ = false;
}

void Heap::SetHeld(Name name, bool held) {
  objects_[name].held = held;
  reachable_known_ = false;
}

void Heap::AddStrong(Name name, int difference) {
  objects_[name].strong += static_cast<std::uint32_t>(difference);
  reachable_known_ = false;
}

void Heap::SetReferencer(std::uint32_t referencer, Name target, bool raw) {
  if (referencer >= referencers_.size()) referencers_.resize(referencer + 1);
  while (referencer_count_ <= referencer) referencers_[referencer_count_++] = {};
  referencers_[referencer] = {target, raw};
  reachable_known_ = false;
}

void Heap::Free(Name name) {
  Object& object = objects_[name];
  object.fields.clear();
  object.strong = 0;
  object.life = Life::kFreed;
  object.root = false;
  object.kept = false;
  object.held = false;
  // What nothing reached led nobody anywhere.
  if (reachable_known_ && reachable_[name]) reachable_known_ = false;
}

bool Heap::HeldByDecree(Name name) const {
  const Object& object = objects_[name];
  if (object.root || object.kept || object.held || object.strong > 0) return true;
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
  for (Name name = 0; name < count_; ++name) {
    const Object& object = objects_[name];
    if (object.life == Life::kUnborn) continue;
    if (object.root || object.kept || object.held || object.strong > 0) reach(name);
  }
  for (std::size_t i = 0; i < referencer_count_; ++i) {
    if (referencers_[i].target != kNull) reach(referencers_[i].target);
  }
  CloseFrontier(reachable_);
  reachable_known_ = true;
  return reachable_;
}

void Heap::Close(Name from, std::vector<char>& reached) const {
  reached.resize(count_, 0);
  if (reached[from]) return;
  reached[from] = 1;
  frontier_.push_back(from);
  CloseFrontier(reached);
}

// Follows every edge out of the frontier until it is empty.
void Heap::CloseFrontier(std::vector<char>& reached) const {
  while (!frontier_.empty()) {
    const Name name = frontier_.back();
    frontier_.pop_back();
    for (const Name target : objects_[name].fields) {
      if (target == kNull || reached[target]) continue;
      reached[target] = 1;
      frontier_.push_back(target);
    }
  }
}

std::string Heap::PathTo(Name name) const {
  struct Step {
    Name from = kNull;
    std::size_t field = 0;
    bool reached = false;
  };
  std::vector<Step> steps(count_);
  std::vector<Name> queue;
  for (Name root = 0; root < count_; ++root) {
    if (!Born(root) || !HeldByDecree(root)) continue;
    steps[root].reached = true;
    queue.push_back(root);
  }
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const std::vector<Name>& fields = objects_[queue[head]].fields;
    for (std::size_t field = 0; field < fields.size(); ++field) {
      if (fields[field] == kNull || steps[fields[field]].reached) continue;
      steps[fields[field]] = {queue[head], field, true};
      queue.push_back(fields[field]);
    }
  }
  if (name >= count_ || !steps[name].reached) return {};
  std::string path = NameText(name);
  Name first = name;
  for (; steps[first].from != kNull; first = steps[first].from) {
    path = NameText(steps[first].from) + "." + std::to_string(steps[first].field) + " -> " + path;
  }
  const Object& object = objects_[first];
  const char* holder = object.root         ? "root"
                       : object.kept       ? "keep flag"
                       : object.strong > 0 ? "strong"
                       : object.held       ? "local"
                                           : "referencer";
  return std::string(holder) + " -> " + path;
}

std::string NameText(Name name) {
  if (name == kNull) return "null";
  if (name == kDangling) return "freed memory";
  if (name < 26) return std::string(1, static_cast<char>('a' + name));
  return "o" + std::to_string(name);
}

}  // namespace reference
