// properties/naming/first_requests.h -- what a heap makes when it is asked for it the first time.
//
// Packages and classes of a heap under a lock are there once, whichever thread asks first. That
// thread does not keep them: they outlive what it has to hand over.
//
//     a worker   ClassOf(Lid): makes it
//     this one                            ClassOf(Lid): the same   ClassOf(Crate): makes it
//
// Label: threads.  Included by core_naming.cc only.

#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/collect/collector.h"
#include "core/inspect/verify/verifier.h"
#include "core/population/stall.h"
#include "properties/naming/crates.h"

namespace properties::naming {
namespace {

// Whether the class of all named objects is found in its package.
inline bool HasItsNames(gc::Factory& make) {
  const gc::ClassObject* const all = make.ClassOf(gc::NamedObject::kClass);
  return make.FindPath("Native/" + all->NameText()) == all;
}

class FirstRequests {
 public:
  // A sentence of what is wrong, or null.
  const char* Breach() {
    OnAWorker([this] {
      package_ = make_.TransientPackage();
      lid_ = make_.ClassOf(Lid::kClass);
    });
    if (make_.TransientPackage() != package_) return "a package that two threads ask for is two";
    if (make_.ClassOf(Lid::kClass) != lid_) return "a class that two threads ask for is two";
    const gc::ClassObject* const crate = make_.ClassOf(Crate::kClass);
    const gc::ClassObject* again = nullptr;
    OnAWorker([&] { again = make_.ClassOf(Crate::kClass); });
    if (again != crate) return "a class that a worker asks for next is another one";
    if (!HasItsNames(make_)) return "the class of all named objects is not in its package";
    std::uint32_t kept = 0;
    heap_.ForEachObject([&](const gc::Object& object) {
      kept += heap_.collector().population.EntryOf(object).flags.Has(gc::flag::kAsync);
    });
    return kept == 0 ? nullptr : "what a worker asked for first is kept by it";
  }

 private:
  static gc::HeapOptions Under(gc::Lock& lock) {
    gc::HeapOptions options;
    options.lock = &lock;
    return options;
  }
  template <class Do>
  void OnAWorker(const Do& one) {
    std::thread([&] {
      const gc::Section section(lock_);
      one();
    }).join();
  }

  gc::Lock lock_;
  gc::Heap heap_{Under(lock_)};
  gc::Factory make_{heap_};
  const gc::Package* package_ = nullptr;
  const gc::ClassObject* lid_ = nullptr;
};

// Two threads that ask first wait as long as another one holds the lock of first requests. A
// sentence of what is wrong, or null.
inline const char* BreachOfWaiting() {
  gc::Lock lock;
  gc::HeapOptions options;
  options.lock = &lock;
  gc::Heap heap(options);
  gc::Factory make(heap);
  std::atomic<bool> one_is_over = false;
  std::vector<std::jthread> threads;
  const auto request = [&](const auto& what) {
    threads.emplace_back([&lock, &one_is_over, what] {
      const gc::Section section(lock);
      what();
      one_is_over = true;
    });
  };
  const gc::FirstRequestLock held(heap.collector().population.sharing);
  request([&make] { make.ClassOf(Crate::kClass); });
  request([&make] { make.TransientPackage(); });
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return one_is_over ? "what is asked for first is made by two threads at once" : nullptr;
}

// An object that is found by its name alone needs no classes; they are made when the first one is
// asked for. A sentence of what is wrong, or null.
struct Alone final : gc::NamedObject {
  Alone(const gc::Birth& birth, int) : NamedObject(birth) {}
  static const gc::Class kClass;
};
const gc::Class Alone::kClass = gc::DescribeNamed<Alone>("Alone", gc::NamedObject::kClass);

inline const char* BreachAfterOneAlone() {
  gc::Heap heap;
  gc::Factory make(heap);
  const Alone* const alone = make.NewAlone<Alone>("alone", 0, 1);
  if (heap.ObjectCount() != 1) return "an object that is alone brings others";
  const gc::ClassObject* const crate = make.ClassOf(Crate::kClass);
  if (make.FindPath("Native/Crate") != crate) return "the first class is not in its package";
  if (!HasItsNames(make)) return "the class of all named objects is not in its package";
  return make.Find(nullptr, "alone") == alone ? nullptr : "an object that is alone is not found";
}

// A heap has the names of its own objects, and none of the heap that had its machinery before. A
// sentence of what is wrong, or null.
inline const char* BreachOfNamesInAStall() {
  gc::Stall stall;
  const gc::Stall::Use use(stall);
  {
    gc::Heap heap;
    gc::Factory(heap).New<Crate>({.name = "First"});
  }
  gc::Heap heap;
  gc::Factory make(heap);
  gc::Package* const package = make.New<gc::Package>({.name = "Package"});
  const Crate* const crate = make.New<Crate>({.outer = package, .name = "Second"});
  if (make.FindPath("Transient/First") != nullptr) return "a name of an earlier heap is found";
  if (make.FindPath("Package/Second") != crate) return "a name of a later heap is not found";
  if (make.Find(nullptr, "Package") != package) return "an outermost name is not found";
  if (!HasItsNames(make)) return "the first class of a later heap is not in its package";
  return gc::Verifier().Verify(heap) ? "the names of a later heap are not sound" : nullptr;
}

// What is not made for want of room leaves no name behind, and no promise of room. A sentence of
// what is wrong, or null.
inline const char* BreachOfLack() {
  constexpr int kTooMany = 2000;
  gc::Heap heap({.max_bytes = 60'000});
  gc::Factory make(heap);
  std::string name;
  const Lid* one = nullptr;
  int made = 0;
  do {
    name = "Lid" + std::to_string(made);
    one = make.TryNew<Lid>({.name = name});
  } while (one != nullptr && ++made < kTooMany);
  if (made == 0 || made == kTooMany) return "a heap has no room, or more than it may have";
  if (make.FindPath("Transient/" + name) != nullptr) return "what was not made has its name";
  if (heap.collector().construction.promised() != 0) return "what was not made is promised room";
  return gc::Verifier().Verify(heap) ? "a heap without room is not sound" : nullptr;
}

// Of the second of its parts not many have room.
struct Stone final : gc::NamedObject {
  explicit Stone(const gc::Birth& birth) : NamedObject(birth) {}
  std::byte weight[100'000];
  static const gc::Class kClass;
};
const gc::Class Stone::kClass = gc::DescribeNamed<Stone>("Stone", gc::NamedObject::kClass);
struct Hamper final : gc::NamedObject {
  explicit Hamper(const gc::Birth& birth) : NamedObject(birth) {
    lid = CreateDefaultSubobject<Lid>("lid");
    stone = CreateDefaultSubobject<Stone>("stone");
  }
  gc::ObjectPtr<Lid> lid;
  gc::ObjectPtr<Stone> stone;
  static const gc::Class kClass;
};
const gc::Reference kHamperReferences[] = {gc::Reference::To(&Hamper::lid, "lid"),
                                           gc::Reference::To(&Hamper::stone, "stone")};
const gc::Class Hamper::kClass =
    gc::DescribeNamed<Hamper>("Hamper", gc::NamedObject::kClass, kHamperReferences);

// What a section makes it keeps; but not the parts of what it could not make. A sentence of what is
// wrong, or null.
inline const char* BreachOfLostParts() {
  constexpr int kTooMany = 10;
  gc::Lock lock;
  gc::HeapOptions options{.max_bytes = 350'000};
  options.lock = &lock;
  gc::Heap heap(options);
  gc::Factory make(heap);
  int made = 0;
  std::thread([&] {
    const gc::Section section(lock);
    while (made < kTooMany && make.TryNew<Hamper>() != nullptr) ++made;
  }).join();
  if (made == 0 || made == kTooMany) return "a heap has no room, or more than it may have";
  lock.Acquire();
  heap.Collect();
  lock.Release();
  int lids = 0;
  heap.ForEachObject([&](const gc::Object& one) { lids += one.header().type == &Lid::kClass; });
  const int of_default_objects = 2;  // that of Lid, and the part of that of Hamper
  return lids == made + of_default_objects ? nullptr : "a part of what was not made is kept";
}

// When its heap is dropped, it looks at what it had inside, and at its own name.
class Curious final : public gc::NamedObject {
 public:
  explicit Curious(const gc::Birth& birth) : NamedObject(birth) {}
  void BeginDestroy() noexcept {
    make->ForEachInside(*this, [](const gc::NamedObject*) { ++found; });
    found += make->FindPath("Transient/Box/Inside") != nullptr;
    make->ForEach(*type(), [](const gc::NamedObject*) { ++found; });
    known += roles() == 0 && PathName() == "Transient/Box";
  }
  static inline gc::Factory* make = nullptr;
  static inline int found = 0, known = 0;
  static const gc::Class kClass;
};
const gc::Class Curious::kClass = gc::DescribeNamed<Curious>("Curious", gc::NamedObject::kClass);

// No name is found any more when a heap is dropped, though the objects are there still. A sentence
// of what is wrong, or null.
inline const char* BreachOfNamesAtTheEnd() {
  Curious::found = Curious::known = 0;
  std::optional<gc::Factory> make;
  {
    gc::Heap heap;
    make.emplace(heap);
    Curious::make = &*make;
    gc::Package* const before = make->New<gc::Package>({.name = "Before"});
    Curious* const box = make->New<Curious>({.name = "Box"});
    for (int i = 0; i < 40; ++i) make->New<Lid>({.outer = box});
    make->New<Lid>({.outer = box, .name = "Inside"});
    make->New<Curious>({.outer = before, .name = "Box"});
  }
  if (Curious::found != 0) return "a name is found while its heap is dropped";
  return Curious::known == 1 ? nullptr : "an object does not know its own name to the end";
}

}  // namespace
}  // namespace properties::naming
