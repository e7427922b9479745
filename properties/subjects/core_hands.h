// properties/subjects/core_hands.h -- what the mutator of a judged heap has: objects by their
// names, weak references, referencers.
//
// The table from names to objects is plain pointers, kept by what the objects themselves report; an
// object that is gone is gone from the table at once, and its address with it.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/gc.h"
#include "core/inspect/address_map.h"
#include "core/inspect/fingerprint.h"
#include "properties/subjects/core_objects.h"
#include "reference/trace.h"

namespace properties {
namespace {

class Hands {
 public:
  // Lets go of all that would use the heap. Call before the heap is dropped, and Forget after it.
  void LetGo(gc::Heap& heap);
  void Forget();

  // The operation is a birth; `from`: the template of a copy.
  void Create(gc::Heap& heap, Witness& witness, const reference::Operation& operation,
              JudgedObject* from);
  void Destroyed(const JudgedObject& object, bool reused);
  // What a mutator does to objects that it has; `object` and `target` are those of the operation.
  void Mutate(gc::Heap& heap, const reference::Operation& operation, JudgedObject* object,
              JudgedObject* target);
  const JudgedObject* Read(std::uint32_t weak);

  // Null: not made yet, or gone.
  JudgedObject* Find(reference::Name name) const {
    return name < names_ ? named_[name].object : nullptr;
  }
  // Made or weakly read since the last step, or held.
  bool IsInHand(reference::Name name) const {
    return named_[name].in_hand_since == steps_ || named_[name].local != nullptr;
  }
  void Step() { ++steps_; }

  std::size_t names() const { return names_; }
  // Those that Find finds: of all the names there ever were, few.
  const std::vector<reference::Name>& Present() const;
  reference::Name NameAt(const gc::Object* address) const;
  void AddTo(gc::Hasher& hasher, const gc::Heap& heap, bool black_locals) const;

 private:
  struct Named {
    JudgedObject* object = nullptr;
    bool constructing = false;
    std::uint32_t in_hand_since = 0;  // the step after which it was made or weakly read
    std::vector<gc::StrongPtr<JudgedObject>> strong;
    std::unique_ptr<gc::Local<JudgedObject>> local;
  };
  struct NamedReferencer {
    std::unique_ptr<WrapperReferencer> wrapper;
    std::unique_ptr<RawReferencer> raw;
  };

  void Take(JudgedObject& born);
  gc::WeakPtr<JudgedObject>& Weak(std::uint32_t weak);
  void HoldByReferencer(gc::Heap& heap, const reference::Operation& operation,
                        JudgedObject& object);
  void Release(std::uint32_t referencer);

  std::uint32_t steps_ = 1;
  std::vector<Named> named_;
  std::size_t names_ = 0;                         // used of named_
  mutable std::vector<reference::Name> present_;  // and some that are gone by now
  gc::AddressMap names_by_address_;
  std::vector<gc::WeakPtr<JudgedObject>> weaks_;
  std::vector<NamedReferencer> referencers_;
};

void Hands::LetGo(gc::Heap& heap) {
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

void Hands::Forget() {
  for (std::size_t name = 0; name < names_; ++name) named_[name].in_hand_since = 0;
  names_ = 0;
  present_.clear();
  steps_ = 1;
  names_by_address_.Clear();
}

void Hands::Create(gc::Heap& heap, Witness& witness, const reference::Operation& operation,
                   JudgedObject* from) {
  const reference::Name name = operation.object;
  switch (operation.verb) {
    case reference::Verb::kCopy:
      if (!from->is_container) {
        JudgedObject& born = *heap.NewFrom(*from, witness, name);
        born.has_outer = from->has_outer;
        return Take(born);
      }
      return Take(*heap.NewFrom(static_cast<JudgedContainer&>(*from), witness, name));
    case reference::Verb::kReserve:
      Take(*heap.ReserveWithTail<JudgedObject>(operation.number, witness, name));
      named_[name].constructing = true;
      return;
    default:
      if (operation.number == 0) return Take(*heap.New<JudgedContainer>(witness, name));
      return Take(*heap.NewWithTail<JudgedObject>(operation.number, witness, name));
  }
}

void Hands::Take(JudgedObject& born) {
  const reference::Name name = born.name;
  if (name >= named_.size()) named_.resize(name + 1);
  if (name >= names_) names_ = name + 1;
  named_[name].object = &born;
  named_[name].constructing = false;
  present_.push_back(name);
  named_[name].in_hand_since = steps_;
  names_by_address_.Insert(&born, name);
}

// `reused`: its address may soon be another object's.
void Hands::Destroyed(const JudgedObject& object, bool reused) {
  if (object.name < names_) named_[object.name].object = nullptr;
  if (reused) names_by_address_.Erase(&object);
}

gc::WeakPtr<JudgedObject>& Hands::Weak(std::uint32_t weak) {
  if (weak >= weaks_.size()) weaks_.resize(weak + 1);
  return weaks_[weak];
}

void Hands::Mutate(gc::Heap& heap, const reference::Operation& operation, JudgedObject* object,
                   JudgedObject* target) {
  using reference::Verb;
  switch (operation.verb) {
    case Verb::kStore:
      FieldOf(*object, operation.field) = target;
      break;
    case Verb::kMove:
      FieldOf(*object, operation.field) = std::move(FieldOf(*target, operation.target_field));
      break;
    case Verb::kSwap:
      swap(FieldOf(*object, operation.field), FieldOf(*target, operation.target_field));
      break;
    case Verb::kAppend:
      ElementsOf(*object).push_back(target);
      break;
    case Verb::kErase:
      ElementsOf(*object).erase(ElementsOf(*object).begin() + operation.field);
      break;
    case Verb::kTake:
      ElementsOf(*object) = std::move(ElementsOf(*target));
      break;
    case Verb::kGarbage:
      heap.MarkGarbage(object);
      break;
    case Verb::kOuter:
      object->outer = target;
      object->has_outer = true;
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
      break;
    case Verb::kComplete:
      heap.Complete(object);
      named_[object->name].constructing = false;
      break;
    case Verb::kStrongTake:
      named_[object->name].strong.emplace_back(object);
      break;
    case Verb::kStrongDrop:
      named_[object->name].strong.pop_back();
      break;
    case Verb::kWeakMake:
      Weak(operation.number) = object;
      break;
    case Verb::kWeakCopy: {
      Weak(operation.number);
      Weak(operation.number) = Weak(operation.other);
      break;
    }
    case Verb::kReferencerHold:
      HoldByReferencer(heap, operation, *object);
      break;
    case Verb::kReferencerRelease:
      Release(operation.number);
      break;
    case Verb::kReady:
      object->ready = operation.flag != 0;
      break;
    case Verb::kHold:
      named_[object->name].local = std::make_unique<gc::Local<JudgedObject>>(heap, object);
      break;
    case Verb::kDrop:
      named_[operation.object].local.reset();
      break;
    default:
      break;
  }
}

const JudgedObject* Hands::Read(std::uint32_t weak) {
  const JudgedObject* const object = weaks_[weak].Get();
  if (object != nullptr) named_[object->name].in_hand_since = steps_;
  return object;
}

void Hands::HoldByReferencer(gc::Heap& heap, const reference::Operation& operation,
                             JudgedObject& object) {
  if (operation.number >= referencers_.size()) referencers_.resize(operation.number + 1);
  NamedReferencer& referencer = referencers_[operation.number];
  if (operation.flag != 0) {
    if (!referencer.raw) referencer.raw = std::make_unique<RawReferencer>(heap);
    referencer.raw->Hold(object);
  } else {
    if (!referencer.wrapper) referencer.wrapper = std::make_unique<WrapperReferencer>(heap);
    referencer.wrapper->Hold(object);
  }
}

void Hands::Release(std::uint32_t referencer) {
  const NamedReferencer& released = referencers_[referencer];
  if (released.raw) released.raw->Unregister();
  if (released.wrapper) released.wrapper->Unregister();
}

const std::vector<reference::Name>& Hands::Present() const {
  std::erase_if(present_, [this](reference::Name name) { return Find(name) == nullptr; });
  return present_;
}

reference::Name Hands::NameAt(const gc::Object* address) const {
  const std::uint32_t name = names_by_address_.Find(address);
  return name == gc::AddressMap::kAbsent ? reference::kDangling : name;
}

void Hands::AddTo(gc::Hasher& hasher, const gc::Heap& heap, bool black_locals) const {
  for (std::size_t name = 0; name < names_; ++name) {
    const Named& named = named_[name];
    if (named.object == nullptr) continue;
    const bool in_hand = named.in_hand_since == steps_;
    hasher.Add((std::uint64_t{named.object->header().index} << 2) | named.object->ready << 1 |
               (in_hand && black_locals));
    hasher.Add(name);
    // Where the next element makes a container relocate, it is shaded with all the rest.
    if (named.object->is_container) hasher.Add(ElementsOf(*named.object)->capacity());
  }
  for (const gc::WeakPtr<JudgedObject>& weak : weaks_) gc::AddWeak(heap, weak, hasher);
  for (const NamedReferencer& referencer : referencers_) {
    for (const JudgedReferencer* one : {static_cast<JudgedReferencer*>(referencer.wrapper.get()),
                                        static_cast<JudgedReferencer*>(referencer.raw.get())}) {
      const reference::Name name = one != nullptr ? one->name() : reference::kNull;
      const bool there = name != reference::kNull && named_[name].object != nullptr;
      hasher.Add(there ? std::uint64_t{name} * 2 + one->IsRegistered() : ~std::uint64_t{0});
    }
  }
}

}  // namespace
}  // namespace properties
