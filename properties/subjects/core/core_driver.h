// properties/subjects/core/core_driver.h -- what the mutator of a judged heap has: objects by their
// names, weak references, referencers.
//
// The table from names to objects holds plain pointers, and is kept by what the objects themselves
// report: when an object is destroyed, its pointer leaves the table at once, and so does its
// address.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/gc.h"
#include "core/inspect/search/address_map.h"
#include "core/inspect/verify/fingerprint.h"
#include "properties/subjects/core/core_containers.h"
#include "properties/subjects/core/core_growing.h"
#include "properties/subjects/core/core_names.h"
#include "properties/subjects/core/list_memory.h"
#include "reference/trace/trace.h"

namespace properties {
namespace {

class Driver {
 public:
  // Each object is made with so many trailing references more than it shows.
  void SetSpare(std::uint32_t spare) { spare_ = spare; }
  void SetPlainKind(const PlainKind& plain) { plain_ = plain; }
  const PlainKind& plain() const { return plain_; }
  // Whether the class of a plain object has no outer until an object gets one. Call it for each
  // run, before it begins.
  void SetGrowing(bool growing) { growing_.Begin(growing); }
  // Drops everything that would use the heap. Call it before the heap is dropped, and Forget after.
  void LetGo(gc::Heap& heap);
  void Forget();

  // Does an operation that creates an object; `from` is the template of a copy.
  void Create(gc::Heap& heap, Witness& witness, const reference::Operation& operation,
              gc::Object* from);
  // Makes an object with the identity of one that is gone. False if another object has its place.
  // If the heap takes a wrong identity, or refuses the right one, `wrong` is set to a sentence.
  bool CreateAgain(gc::Heap& heap, Witness& witness, const reference::Operation& operation,
                   const char*& wrong);
  // Reserves an object, makes a weak reference to it, and gives it up.
  void Abandon(gc::Heap& heap, const reference::Operation& operation);
  void Destroyed(const gc::Object& object, reference::Name name, bool reused);
  // The object's destruction begins: if it is to attempt resurrection, it stores itself now.
  void Part(gc::Heap& heap, reference::Name name);
  // Does what a mutator does to objects that it has; `object` and `target` are those of the
  // operation. Returns false if the heap refused a store.
  bool Mutate(gc::Heap& heap, const reference::Operation& operation, gc::Object* object,
              gc::Object* target);
  // What a read answers; `object` is the holder of a field that is resolved. If an object is still
  // found by a name that it has given up, the answer is null, which the judge sees as wrong.
  gc::Object* Ask(gc::Heap& heap, const reference::Operation& operation, gc::Object* object);

  // The object of this name; null if it is not made yet, or is gone.
  gc::Object* Find(reference::Name name) const {
    return name < names_ ? named_[name].object : nullptr;
  }
  // Whether the mutator made the object or read it weakly since the last step, or holds it.
  bool IsInHand(reference::Name name) const {
    return named_[name].in_hand_since == steps_ || named_[name].local != nullptr;
  }
  void Step() { ++steps_; }
  // By which the heap's count of bytes grew for the objects that exist.
  std::uint64_t bytes() const { return bytes_; }

  std::size_t names() const { return names_; }
  // The names whose objects still exist.
  const std::vector<reference::Name>& Present() const;
  reference::Name NameAt(const gc::Object* address) const;
  // Whether an object was marked garbage since the heap was made.
  bool HasMarkedGarbage() const { return has_marked_garbage_; }
  // Its weak references, in the order of their numbers.
  std::vector<gc::WeakReference> Weaks() const;
  void AddTo(gc::Hasher& hasher, const gc::Heap& heap, bool black_locals) const;

 private:
  void Make(gc::Heap& heap, Witness& witness, const reference::Operation& operation,
            gc::Object* from);
  JudgedObject* NewPlain(gc::Heap& heap, std::uint32_t fields, Witness& witness,
                         reference::Name name) const;
  JudgedObject* NewContainer(gc::Heap& heap, Witness& witness, reference::Name name) const;
  static bool MayRefuse(const gc::Heap& heap);
  void Take(gc::Object& born);
  NamedWeak& Weak(std::uint32_t weak);

  std::uint32_t spare_ = 0;
  PlainKind plain_;
  GrowingClasses growing_;
  std::uint32_t steps_ = 1;
  std::vector<Named> named_;
  std::size_t names_ = 0;  // so many entries of named_ are in use
  std::uint64_t bytes_ = 0;
  bool has_marked_garbage_ = false;
  mutable std::vector<reference::Name> present_;  // may have names of objects that are gone
  gc::AddressMap names_by_address_;
  std::vector<NamedWeak> weaks_;
  std::vector<NamedReferencer> referencers_;
};

void Driver::LetGo(gc::Heap& heap) {
  referencers_.clear();
  weaks_.clear();
  for (std::size_t name = 0; name < names_; ++name) {
    named_[name].strong.clear();
    named_[name].local.reset();
    if (named_[name].object != nullptr && named_[name].constructing) {
      heap.Complete(named_[name].object);
    }
  }
}

void Driver::Forget() {
  for (std::size_t name = 0; name < names_; ++name) named_[name].in_hand_since = 0;
  names_ = 0;
  bytes_ = 0;
  has_marked_garbage_ = false;
  present_.clear();
  steps_ = 1;
  names_by_address_.Clear();
}

// `reused` says whether the address may soon be another object's.
void Driver::Destroyed(const gc::Object& object, reference::Name name, bool reused) {
  if (name < names_ && named_[name].object == &object) {
    named_[name].object = nullptr;
    bytes_ -= named_[name].bytes;
  }
  if (reused) names_by_address_.Erase(&object);
}

NamedWeak& Driver::Weak(std::uint32_t weak) {
  if (weak >= weaks_.size()) weaks_.resize(weak + 1);
  return weaks_[weak];
}

void Driver::Part(gc::Heap& heap, reference::Name name) {
  if (name >= names_) return;
  const Named& parting = named_[name];
  gc::Object* const heir = Find(parting.heir);
  if (heir == nullptr || parting.heir_field >= FieldCount(*heir)) return;
  heap.Store(heir, FieldOf(*heir, parting.heir_field), parting.object);
}

bool Driver::Mutate(gc::Heap& heap, const reference::Operation& operation, gc::Object* object,
                    gc::Object* target) {
  using reference::Verb;
  const reference::Name name = operation.object;
  const MayFail may_fail;
  switch (operation.verb) {
    case Verb::kStore:
      if (JudgedAs(*object).permanent) {
        return !heap.Store(object, FieldOf(*object, operation.field), target);
      }
      FieldOf(*object, operation.field) = target;
      break;
    case Verb::kResurrect:
      named_[name].heir = operation.target;
      named_[name].heir_field = operation.target_field;
      break;
    case Verb::kMove:
      FieldOf(*object, operation.field) = std::move(FieldOf(*target, operation.target_field));
      break;
    case Verb::kSwap:
      swap(FieldOf(*object, operation.field), FieldOf(*target, operation.target_field));
      break;
    case Verb::kAppend:
      InElements(*object, [&](const auto& elements) { elements.Append(target); });
      break;
    case Verb::kErase:
      InElements(*object, [&](const auto& elements) { elements.Erase(operation.field); });
      break;
    case Verb::kTake:
      TakeElements(*object, *target);
      break;
    case Verb::kGarbage:
      heap.MarkGarbage(object);
      has_marked_garbage_ = true;
      break;
    case Verb::kOuter:
      growing_.Grow();
      static_cast<JudgedObject*>(object)->outer = target;
      JudgedAs(*object).has_outer = true;
      break;
    case Verb::kCluster:
      return heap.MakeCluster(object) != 0;
    case Verb::kClusterAdd:
      return heap.AddToCluster(object, target);
    case Verb::kDissolve:
      heap.DissolveClusterOf(object);
      break;
    case Verb::kRename:
      gc::Factory(heap).Rename(static_cast<JudgedNamed&>(*object),
                               {.name = NameInHeap(name, !named_[name].renamed)});
      named_[name].renamed = !named_[name].renamed;
      break;
    case Verb::kRoot:
      heap.AddRoot(object);
      break;
    case Verb::kUnroot:
      heap.RemoveRoot(object);
      break;
    case Verb::kKeep:
      heap.SetKeepFlags(object, gc::flag::kLoading);
      break;
    case Verb::kUnkeep:
      heap.ClearKeepFlags(object, gc::flag::kLoading);
      heap.HandOver(object);
      break;
    case Verb::kComplete:
      heap.Complete(object);
      named_[name].constructing = false;
      break;
    case Verb::kStrongTake:
      named_[name].strong.emplace_back(object);
      break;
    case Verb::kStrongDrop:
      named_[name].strong.pop_back();
      break;
    case Verb::kWeakMake:
      Weak(operation.number) = {gc::WeakPtr<gc::Object>(object), name};
      break;
    case Verb::kWeakCopy:
      Weak(operation.number);
      Weak(operation.number) = Weak(operation.other);
      break;
    case Verb::kReferencerHold:
    case Verb::kReferencerProtect:
      if (operation.number >= referencers_.size()) referencers_.resize(operation.number + 1);
      referencers_[operation.number].Hold(heap, operation, *object);
      break;
    case Verb::kReferencerRelease:
      referencers_[operation.number].Release();
      break;
    case Verb::kReady:
      JudgedAs(*object).ready = operation.flag != 0;
      break;
    case Verb::kHold:
      named_[name].local = std::make_unique<gc::Local<gc::Object>>(heap, object);
      break;
    case Verb::kDrop:
      named_[name].local.reset();
      break;
    case Verb::kFlag:
      heap.SetFlags(object, gc::object_flag::kStandalone);
      break;
    case Verb::kUnflag:
      heap.ClearFlags(object, gc::object_flag::kStandalone);
      break;
    case Verb::kIdentify:
      if (named_[name].identity.remote == 0) named_[name].identity.remote = RemoteOf(name);
      named_[name].identity = heap.IdentityOf(object, named_[name].identity.remote);
      break;
    // These verbs change no object's state here: CoreSubject does them itself.
    case Verb::kCreate:
    case Verb::kWeakRead:
    case Verb::kCollect:
    case Verb::kStart:
    case Verb::kStartKeeping:
    case Verb::kCollectKeeping:
    case Verb::kRecreate:
    case Verb::kBeginByHand:
    case Verb::kTick:
    case Verb::kExpectAlive:
    case Verb::kExpectGone:
    case Verb::kCopy:
    case Verb::kReserve:
    case Verb::kResolve:
    case Verb::kCreateNamed:
    case Verb::kFind:
    case Verb::kEnter:
    case Verb::kLeave:
    case Verb::kTryCollect:
    case Verb::kFrame:
    case Verb::kPermanent:
    case Verb::kPurge:
    case Verb::kAbandon:
    case Verb::kFinishPurge:
    case Verb::kTrim:
      break;
  }
  return true;
}

gc::Object* Driver::Ask(gc::Heap& heap, const reference::Operation& operation, gc::Object* object) {
  gc::Object* found = nullptr;
  if (operation.verb == reference::Verb::kFind) {
    const gc::Factory look_up(heap);
    const bool renamed = named_[operation.object].renamed;
    found = look_up.Find(nullptr, NameInHeap(operation.object, renamed));
    if (look_up.Find(nullptr, NameInHeap(operation.object, !renamed)) != nullptr) found = nullptr;
  } else if (operation.verb == reference::Verb::kResolve) {
    JudgedResolver by(Find(weaks_[operation.number].means));
    found = Resolve(*object, operation.field, by);
  } else {
    found = weaks_[operation.number].reference.Get();
  }
  if (found != nullptr) named_[JudgedAs(*found).name].in_hand_since = steps_;
  return found;
}

const std::vector<reference::Name>& Driver::Present() const {
  std::erase_if(present_, [this](reference::Name name) { return Find(name) == nullptr; });
  return present_;
}

reference::Name Driver::NameAt(const gc::Object* address) const {
  const std::uint32_t name = names_by_address_.Find(address);
  return name == gc::AddressMap::kAbsent ? reference::kDangling : name;
}

std::vector<gc::WeakReference> Driver::Weaks() const {
  std::vector<gc::WeakReference> weaks;
  for (const NamedWeak& weak : weaks_) weaks.push_back(weak.reference);
  return weaks;
}

void Driver::AddTo(gc::Hasher& hasher, const gc::Heap& heap, bool black_locals) const {
  if (growing_.has_grown()) hasher.Add(true);
  for (std::size_t name = 0; name < names_; ++name) {
    const Named& named = named_[name];
    if (named.object == nullptr) continue;
    const bool in_hand = named.in_hand_since == steps_;
    hasher.Add((std::uint64_t{named.object->header().index} << 2) |
               JudgedAs(*named.object).ready << 1 | (in_hand && black_locals));
    hasher.Add(name);
    if (named.renamed) hasher.Add(named.renamed);
    if (named.identity.serial != 0) hasher.Add(~std::uint64_t{name});
    hasher.Add(std::uint64_t{named.heir} << 16 | named.heir_field);
    if (!IsContainer(*named.object)) continue;
    hasher.Add(InElements(*named.object, [](const auto& elements) { return elements.Capacity(); }));
  }
  for (const NamedWeak& weak : weaks_) gc::AddWeak(heap, weak.reference, hasher);
  for (const NamedReferencer& referencer : referencers_) {
    for (const JudgedReferencer* one :
         {static_cast<JudgedReferencer*>(referencer.wrapper.get()),
          static_cast<JudgedReferencer*>(referencer.raw.get()),
          static_cast<JudgedReferencer*>(referencer.protecting.get())}) {
      const reference::Name name = one != nullptr ? one->name() : reference::kNull;
      const bool there = name != reference::kNull && named_[name].object != nullptr;
      hasher.Add(there ? std::uint64_t{name} * 2 + one->IsRegistered() : ~std::uint64_t{0});
    }
  }
}

}  // namespace
}  // namespace properties
