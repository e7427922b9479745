// properties/misuse/verified_misuses.cc -- mistakes past the barrier, which are noticed only by a
// verification of the heap.
//
// No call is wrong here: a field was written as plain memory, or a referencer stands where it would
// die with an object. With the verification that looks for it, the next collection ends the program
// and names the rule, the object and the field.

#include <cstring>
#include <memory>
#include <optional>

#include "core/gc.h"
#include "core/inspect/report/inspector.h"
#include "properties/misuse/item.h"
#include "properties/misuse/misuse.h"

namespace properties::misuse {
namespace {

void StorePastTheBarrier(gc::ObjectPtr<Item>& field, Item* target) {
  std::memcpy(static_cast<void*>(&field), &target, sizeof target);
}

// Object 2 is scanned, object 1 is grey and refers to object 3, which is white.
struct HalfMarked {
  HalfMarked() {
    heap.AddRoot(black);
    heap.AddRoot(grey);
    grey->left = white;
    heap.Start();
    heap.Tick(2);
  }
  gc::Heap heap;
  Item* const grey = heap.New<Item>();
  Item* const black = heap.New<Item>();
  Item* const white = heap.New<Item>();
};

// Has a member that reports what it refers to.
struct Watchtower : gc::Object {
  explicit Watchtower(const gc::Birth& birth) : Object(birth) {}
  struct Watcher : gc::Referencer {
    explicit Watcher(gc::Heap& heap) : Referencer(heap, Kind::kWrapper, "a watcher") {}
    void Report(gc::Reporter&) const override {}
  };
  std::optional<gc::Registered<Watcher>> watcher;
  static const gc::Class kClass;
};
const gc::Class Watchtower::kClass = gc::Describe<Watchtower>("Watchtower");

struct Rack : gc::Object {
  explicit Rack(const gc::Birth& birth) : Object(birth) {}
  gc::ObjectPtr<Item> to[4];
  static const gc::Class kClass;
};
const gc::Reference kRackReferences[] = {gc::Reference::To(&Rack::to, "to")};
const gc::Class Rack::kClass = gc::Describe<Rack>("Rack", kRackReferences);

// A heap that names what it scans, with an item and a rack; and an object of another heap, whose
// index is that of no object here.
struct NamesWhatItScans {
  NamesWhatItScans() {
    heap.AddRoot(item);
    heap.AddRoot(rack);
    rack->to[1] = item;
    elsewhere.New<Item>();
    elsewhere.New<Item>();
    foreign = elsewhere.New<Item>();
  }
  gc::Heap heap{{.names_in_trace = true}}, elsewhere;
  Item* const item = heap.New<Item>();
  Rack* const rack = heap.New<Rack>();
  Item* foreign = nullptr;
};

}  // namespace

std::vector<Misuse> VerifiedMisuses() {
  return {
      {"a field leads past the barrier to an object of another heap",
       {"insertion-barrier", {"Item.right of object 1"}},
       [] {
         NamesWhatItScans at;
         StorePastTheBarrier(at.item->right, at.foreign);
         at.heap.Collect();
       },
       [] {
         NamesWhatItScans at;
         at.item->right = at.item;
         at.heap.Collect();
       }},
      {"an element leads past the barrier to an object of another heap",
       {"insertion-barrier", {"Rack.to[2] of object 2"}},
       [] {
         NamesWhatItScans at;
         StorePastTheBarrier(at.rack->to[2], at.foreign);
         at.heap.Collect();
       },
       [] { NamesWhatItScans().heap.Collect(); }},
      {"a field of a scanned object is written past the barrier",
       {"insertion-barrier", {"Item 3", "Item 2 .right"}},
       [] {
         HalfMarked at;
         const gc::Inspector inspector(at.heap, {.verify = {.unreachable = true}});
         StorePastTheBarrier(at.black->right, at.white);
         at.grey->left = nullptr;
         at.heap.Collect();
       },
       [] {
         HalfMarked at;
         const gc::Inspector inspector(at.heap, {.verify = {.unreachable = true}});
         at.black->right = at.white;
         at.grey->left = nullptr;
         at.heap.Collect();
       }},
      {"a disregarded object refers past the barrier to what may die",
       {"disregarded-is-deep", {"Item"}},
       [] {
         gc::Heap heap({.max_disregarded = 1});
         Item* const early = heap.New<Item>();
         Item* const late = heap.New<Item>();
         StorePastTheBarrier(early->left, late);
         const gc::Inspector inspector(heap, {.verify = {.assumptions_on_full = true}});
         heap.Collect();
       },
       [] {
         gc::Heap heap({.max_disregarded = 1});
         heap.New<Item>();
         heap.New<Item>();
         const gc::Inspector inspector(heap, {.verify = {.assumptions_on_full = true}});
         heap.Collect();
       }},
      {"a referencer lies in an object",
       {"referencer-barrier", {"a watcher"}},
       [] {
         gc::Heap heap;
         Watchtower* const object = heap.New<Watchtower>();
         heap.AddRoot(object);
         object->watcher.emplace(heap);
         const gc::Inspector inspector(heap, {.verify = {.referencers = true}});
         heap.Collect();
       },
       [] {
         gc::Heap heap;
         heap.AddRoot(heap.New<Watchtower>());
         const gc::Registered<Watchtower::Watcher> watcher(heap);
         const gc::Inspector inspector(heap, {.verify = {.referencers = true}});
         heap.Collect();
       }},
  };
}

}  // namespace properties::misuse
