// reference/oracle/heap.cc -- names, edges and the root set, as they change.

#include "reference/oracle/heap.h"

#include <algorithm>
#include <stdexcept>

#include "reference/oracle/clusters.h"

namespace reference {
namespace {

constexpr bool Heap::Object::*MemberOf(RootFlag flag) {
  switch (flag) {
    case RootFlag::kPermanent:
      return &Heap::Object::permanent;
    case RootFlag::kRoot:
      return &Heap::Object::root;
    case RootFlag::kKept:
      return &Heap::Object::kept;
    case RootFlag::kConstructing:
      return &Heap::Object::constructing;
    case RootFlag::kHeld:
      return &Heap::Object::held;
    case RootFlag::kMasked:
      return &Heap::Object::masked;
  }
  return nullptr;
}

// Nothing is left of what had the name before the heap was cleared, but the memory of its fields.
void MakeUnborn(Heap::Object& object) {
  std::vector<Name> fields = std::move(object.fields);
  fields.clear();
  object = {.fields = std::move(fields)};
}

}  // namespace

const Heap::Object Heap::kUnborn;

void Heap::Clear(std::size_t plain_up_to, const Clears& clears, std::uint8_t members) {
  options_ = {plain_up_to, clears, members};
  count_ = births_ = 0;
  present_.clear();
  present_known_ = true;
  referencers_.clear();
  constructing_count_ = 0;
  permanent_.clear();
  garbage_count_ = 0;
  clusters_.clear();
  reachable_known_ = false;
  if (large_) reach_.Clear();
  large_ = false;
}

// From now on reach_ keeps reachability: tells it the edges and the root set that there are.
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
    ChangeRootSet(name, false, object.masked);
    ChangeRootSet(name, false, object.strong > 0);
  }
  for (const Referencer& referencer : referencers_) {
    if (referencer.target != kNull) reach_.AddToRootSet(referencer.target);
  }
  reach_.Lost().clear();
}

void Heap::ChangeRootSet(Name name, bool before, bool after) {
  if (!large_ || before == after) return;
  if (after) {
    reach_.AddToRootSet(name);
  } else {
    reach_.DropFromRootSet(name);
  }
}

void Heap::Create(Name name, std::uint32_t fields) {
  if (name >= objects_.size())
    objects_.resize(std::max<std::size_t>(name + 1, 2 * objects_.size()));
  for (; count_ <= name; ++count_) MakeUnborn(objects_[count_]);
  Object& object = objects_[name];
  object.fields.assign(fields, kNull);
  object.life = Life::kAlive;
  object.born = ++births_;
  present_known_ &= present_.empty() || present_.back() < name;
  present_.push_back(name);
  reachable_known_ = false;
  if (large_) {
    reach_.Create(name, fields);
  } else if (count_ > options_.plain_up_to && clusters_.empty()) {
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

void Heap::SetOuter(Name name, Name outer) {
  Append(name, outer);
  objects_[name].has_outer = true;
}

void Heap::SetGarbage(Name name) {
  garbage_count_ += !objects_[name].garbage;
  objects_[name].garbage = true;
}

void Heap::Set(RootFlag flag, Name name, bool on) {
  bool& now = objects_[name].*MemberOf(flag);
  if (now == on) return;
  ChangeRootSet(name, now, on);
  now = on;
  if (flag == RootFlag::kPermanent) permanent_.push_back(name);  // it stays so
  if (flag == RootFlag::kConstructing) constructing_count_ += on ? 1 : -1;
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
  Set(RootFlag::kConstructing, name, false);
  if (object.cluster == name) BuryCluster(*this, name);
  if (object.cluster != kNull) {
    std::erase(std::ranges::find(clusters_, object.cluster, &Cluster::root)->members, name);
  }
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
  object.masked = object.flagged = false;
  object.gone = births_;
  // If it was not reachable, nothing was reachable by way of it.
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

std::vector<Heap::Cluster>& Heap::EditClusters() {
  reachable_known_ = false;
  return clusters_;
}

const std::vector<char>& Heap::Reachable() const {
  if (reachable_known_) return reachable_;
  collector_.Mark(*this, References::kAll, reachable_);
  for (const Name name : Present()) {
    if (!large_) break;
    if (reach_.Reached(name) == (reachable_[name] != 0)) continue;
    throw std::logic_error("the oracle's two answers differ on whether " + NameText(name) +
                           " is reachable");
  }
  reachable_known_ = true;
  return reachable_;
}

std::string NameText(Name name) {
  if (name == kNull) return "null";
  if (name == kDangling) return "freed memory";
  if (name < 26) return std::string(1, static_cast<char>('a' + name));
  return "o" + std::to_string(name);
}

}  // namespace reference
