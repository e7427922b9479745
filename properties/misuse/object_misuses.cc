// properties/misuse/object_misuses.cc -- mistakes with one object, and with what keeps it.

#include "core/gc.h"
#include "core/population/use.h"
#include "properties/misuse/item.h"
#include "properties/misuse/misuse.h"

namespace properties::misuse {
namespace {

// A field that goes past the barrier.
struct Old : gc::Object {
  explicit Old(const gc::Birth& birth) : Object(birth) {}
  Item* raw = nullptr;
  static const gc::Class kClass;
};
const gc::Reference kOldReferences[] = {gc::Reference::ToRaw(&Old::raw, "raw")};
const gc::Class Old::kClass = gc::Describe<Old>("Old", kOldReferences);

}  // namespace

std::vector<Misuse> ObjectMisuses() {
  return {
      {"a rooted object is marked garbage",
       {"garbage-is-nulled",
        {"unroot it", gc::kUseChecked ? "object 2, Item, rooted at " : "object 2, Item\n"}},
       [] {
         gc::Heap heap;
         heap.New<Item>();
         Item* const item = heap.New<Item>();
         heap.AddRoot(item);
         heap.MarkGarbage(item);
       },
       [] {
         gc::Heap heap;
         Item* const item = heap.New<Item>();
         heap.AddRoot(item);
         heap.RemoveRoot(item);
         heap.MarkGarbage(item);
       }},
      {"an object of the disregard window is marked garbage",
       {"garbage-is-nulled", {"disregard window", "object 1, Item\n"}},
       [] {
         gc::Heap heap({.max_disregarded = 1});
         heap.MarkGarbage(heap.New<Item>());
       },
       [] {
         gc::Heap heap({.max_disregarded = 1});
         heap.New<Item>();
         heap.MarkGarbage(heap.New<Item>());
       }},
      {"garbage is taken back while a cycle is pending",
       {"garbage-is-nulled", {"pending", "object 1, Item\n"}},
       [] {
         gc::Heap heap;
         Item* const item = heap.New<Item>();
         heap.MarkGarbage(item);
         heap.Start();
         heap.ClearGarbage(item);
       },
       [] {
         gc::Heap heap;
         Item* const item = heap.New<Item>();
         heap.MarkGarbage(item);
         heap.ClearGarbage(item);
       }},
      {"a flag of the collector's is set by hand",
       {"root-barrier", {"only keep flags may be set", "(object 1, Item)\n"}},
       [] {
         gc::Heap heap;
         heap.SetKeepFlags(heap.New<Item>(), gc::flag::kNative | gc::flag::kRoot);
       }},
      {"a flag of the collector's is cleared by hand",
       {"root-barrier", {"only keep flags may be cleared", "(object 1, Item)\n"}},
       [] {
         gc::Heap heap;
         heap.ClearKeepFlags(heap.New<Item>(), gc::flag::kGarbage);
       }},
      {"a flag that is not the author's is set",
       {"root-barrier", {"author's flags may be set", "(object 1, Item)\n"}},
       [] {
         gc::Heap heap;
         heap.SetFlags(heap.New<Item>(), gc::object_flag::kBeginDestroyed);
       }},
      {"a flag that is not the author's is cleared",
       {"root-barrier", {"author's flags may be cleared", "(object 1, Item)\n"}},
       [] {
         gc::Heap heap;
         heap.ClearFlags(heap.New<Item>(), gc::object_flag::kMirroredGarbage);
       }},
      {"an object begins its end by hand twice",
       {},
       nullptr,
       [] {
         gc::Heap heap;
         Item* const item = heap.New<Item>();
         heap.BeginDestroy(item);
         heap.BeginDestroy(item);  // which changes nothing
       }},
      {"what is complete is completed",
       {"construction-is-kept", {"(object 1, Item)\n"}},
       [] {
         gc::Heap heap;
         heap.Complete(heap.New<Item>());
       }},
      {"an identity is given at an index that has an object",
       {"serial-moves-on", {"has no object: Item\n"}},
       [] {
         gc::Heap heap;
         const gc::Identity identity = heap.IdentityOf(heap.New<Item>());
         heap.Make<Item>({.identity = &identity});
       },
       [] {
         gc::Heap heap;
         const gc::Identity identity = heap.IdentityOf(heap.New<Item>());
         heap.Collect();
         heap.Make<Item>({.identity = &identity});
       }},
      {"a field without a wrapper is followed by a marking in slices",
       {"insertion-barrier", {"wrapper", ": Old.raw\n"}},
       [] {
         gc::Heap heap;
         heap.New<Old>();
         heap.Start();
       },
       [] {
         gc::Heap heap;
         heap.New<Old>();
         heap.Start(gc::object_flag::kNone, gc::Heap::Marking::kAtOnce);
       }},
      {"an object with such a field is made while marking",
       {"insertion-barrier", {"wrapper", ": Old.raw\n"}},
       [] {
         gc::Heap heap;
         heap.Start();
         heap.New<Old>();
       },
       [] {
         gc::Heap heap({.raw_fields = gc::RawFields::kAllow});
         heap.Start();
         heap.New<Old>();
       }},
      {"a slot leads to an object of another heap, and names are asked for",
       {"insertion-barrier", {"Item.right of object 2\n"}},
       [] {
         gc::Heap heap({.names_in_trace = true}), other;
         heap.AddRoot(heap.New<Item>());
         Item* const item = heap.New<Item>();
         heap.AddRoot(item);
         item->right = other.New<Item>();
         heap.Collect();
       }},
      {"a heap whose locals are dead is given one",
       {"weak-read-barrier", {"has no locals"}},
       [] {
         gc::Heap heap;
         const gc::Local<Item> local(heap, heap.New<Item>());
       },
       [] {
         gc::Heap heap({.locals = gc::Locals::kRescanned});
         const gc::Local<Item> local(heap, heap.New<Item>());
       }},
      {"a strong count falls below zero",
       {"strong-barrier", {"below zero", "(object 1, Item)\n"}},
       [] {
         gc::Heap heap;
         Item* const item = heap.New<Item>();
         gc::TakeStrong(*item);
         gc::DropStrong(*item);
         gc::DropStrong(*item);
       }},
  };
}

}  // namespace properties::misuse
