// properties/subjects/core/core_births.h -- how the objects of a judged heap are made.
//
// The heap counts the bytes of its objects. By how much that count grew is noted with each object,
// so that the judge can ask whether it goes down again by as much.
//
// Included by core_subject.cc only, once for each build of core.

#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include "core/collect/collector.h"
#include "core/gc.h"
#include "properties/subjects/core/core_driver.h"
#include "reference/trace/trace.h"

namespace properties {
namespace {

// A heap that has no memory left has done nothing wrong: the run has no verdict.
template <class T>
T& Made(T* born) {
  if (born == nullptr) throw std::bad_alloc();
  return *born;
}

void Driver::Create(gc::Heap& heap, Witness& witness, const reference::Operation& operation,
                    gc::Object* from) {
  // To make room for it others may be freed, which takes from both counts.
  const std::size_t other = heap.collector().BytesOfObjects() - bytes_;
  Make(heap, witness, operation, from);
  named_[operation.object].bytes = heap.collector().BytesOfObjects() - other - bytes_;
  bytes_ += named_[operation.object].bytes;
}

void Driver::Make(gc::Heap& heap, Witness& witness, const reference::Operation& operation,
                  gc::Object* from) {
  const reference::Name name = operation.object;
  using reference::Verb;
  const Verb verb = operation.verb;
  if (verb == Verb::kCopy && IsContainer(*from)) {
    return AsContainer(plain_.members(), [&]<class T>(auto... kind) {
      T& born = *heap.NewFrom(static_cast<T&>(*from), witness, name, kind...);
      CopyWhatIsNotDescribed(born, static_cast<const T&>(*from));
      Take(born);
    });
  }
  if (verb == Verb::kCreate && operation.number == 0) {
    return Take(Made(NewContainer(heap, witness, name)));
  }
  const std::uint32_t tail = plain_.TailFor(operation.number, spare_);
  if (verb == Verb::kCopy) {
    JudgedObject& born = *plain_.As(plain_.FieldsOf(*from), [&]<class T>() -> JudgedObject* {
      return heap.NewFrom(static_cast<T&>(*from), witness, name);
    });
    plain_.GiveFieldsOf(born, *from);
    born.judged.has_outer = JudgedAs(*from).has_outer;
    born.judged.at_end = JudgedAs(*from).at_end;
    Take(born);
  } else if (verb == Verb::kCreateNamed) {
    Take(*gc::Factory(heap).NewAlone<JudgedNamed>(NameInHeap(name, false),
                                                  operation.number + spare_, witness, name));
  } else if (verb == Verb::kReserve) {
    Take(*plain_.As(operation.number, [&]<class T>() -> JudgedObject* {
      return heap.ReserveWithTail<T>(tail, witness, name);
    }));
    named_[name].constructing = true;
  } else if (verb == Verb::kPermanent) {
    heap.OpenDisregardWindow();
    Take(Made(NewPlain(heap, operation.number, witness, name)));
    JudgedAs(*named_[name].object).permanent = true;
    heap.CloseDisregardWindow();
  } else {
    Take(Made(NewPlain(heap, operation.number, witness, name)));
  }
  Judged& judged = JudgedAs(*named_[name].object);
  if (judged.kind == Kind::kMembers) {
    if (verb == Verb::kCopy) return;
    return plain_.GiveFields(static_cast<JudgedObject&>(*named_[name].object), operation.number);
  }
  judged.spare = spare_;
  // Of a long array every other object uses the end.
  if (verb != Verb::kCopy) judged.at_end = spare_ != 0 && name % 2 != 0;
}

// A heap that has no room first frees what is doomed; so it is refused memory only where nothing
// is.
bool Driver::MayRefuse(const gc::Heap& heap) {
  const bool pending = heap.phase() == gc::Phase::kGathering || heap.PurgePending() ||
                       gc::HasWaiting(heap.collector().purger);
  return !pending;
}

JudgedObject* Driver::NewPlain(gc::Heap& heap, std::uint32_t fields, Witness& witness,
                               reference::Name name) const {
  const MayFail may_fail(MayRefuse(heap));
  const std::uint32_t tail = plain_.TailFor(fields, spare_);
  return plain_.As(fields, [&]<class T>() -> JudgedObject* {
    return heap.TryNewWithTail<T>(tail, witness, name);
  });
}

bool Driver::CreateAgain(gc::Heap& heap, Witness& witness, const reference::Operation& operation,
                         const char*& wrong) {
  const gc::Identity identity = named_[operation.target].identity;
  const std::uint32_t tail = plain_.TailFor(operation.number, spare_);
  const auto make = [&](const gc::Identity& wanted) {
    return plain_.As(operation.number, [&]<class T>() -> JudgedObject* {
      return heap.TryMake<T>({.tail = tail, .identity = &wanted}, witness, operation.object);
    });
  };
  gc::Identity other = identity;
  other.remote += 1;
  if (heap.collector().population.table[identity.index].Occupant() != nullptr) return false;
  const std::size_t before = heap.collector().BytesOfObjects();
  JudgedObject* const stranger = make(other);
  if (stranger != nullptr) wrong = "an identity that was never noted was taken";
  JudgedObject* const born = stranger != nullptr ? stranger : make(identity);
  if (born == nullptr) {
    wrong = "an identity that was noted was refused at a free index";
    return false;
  }
  Take(*born);
  plain_.GiveFields(*born, operation.number);
  if (!plain_.HasMembers()) JudgedAs(*born).spare = spare_;
  Named& named = named_[operation.object];
  named.bytes = heap.collector().BytesOfObjects() - before;
  bytes_ += named.bytes;
  named.identity = identity;
  if (wrong == nullptr && !(heap.IdentityOf(born, identity.remote) == identity)) {
    wrong = "what was made again has another identity";
  }
  for (NamedWeak& weak : weaks_) {
    if (weak.means == reference::kNull) continue;
    if (named_[weak.means].identity == identity) weak.means = operation.object;
  }
  return true;
}

JudgedObject* Driver::NewContainer(gc::Heap& heap, Witness& witness, reference::Name name) const {
  const MayFail may_fail(MayRefuse(heap));
  return AsContainer(plain_.members(), [&]<class T>(auto... kind) -> JudgedObject* {
    return heap.TryNew<T>(witness, name, kind...);
  });
}

void Driver::Abandon(gc::Heap& heap, const reference::Operation& operation) {
  const gc::Reserved<JudgedNamed> given_up =
      gc::Factory(heap).ReserveAlone<JudgedNamed>(NameInHeap(operation.object, false), 0);
  gc::Object* const object = given_up.object();
  Weak(operation.number) = {gc::WeakPtr<gc::Object>(object), operation.object};
}

void Driver::Take(gc::Object& born) {
  const reference::Name name = JudgedAs(born).name;
  if (name >= named_.size()) named_.resize(name + 1);
  if (name >= names_) names_ = name + 1;
  const Kind kind = JudgedAs(born).kind;
  if (kind == Kind::kPlain || kind == Kind::kMembers) growing_.Take(born);
  named_[name].object = &born;
  named_[name].constructing = false;
  named_[name].renamed = false;
  named_[name].heir = reference::kNull;
  named_[name].identity = {};
  present_.push_back(name);
  named_[name].in_hand_since = steps_;
  names_by_address_.Insert(&born, name);
}

}  // namespace
}  // namespace properties
