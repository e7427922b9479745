// properties/misuse/heap_misuses.cc -- mistakes with a whole heap: its end, its callbacks, its
// room.

#include <cstdlib>
#include <functional>
#include <memory>
#include <utility>

#include "core/gc.h"
#include "properties/misuse/busy.h"
#include "properties/misuse/item.h"
#include "properties/misuse/misuse.h"

namespace properties::misuse {
namespace {

// The indices and slots of objects that are gone: a birth takes them without a look at anything
// else.
void LeaveAtHand(gc::Heap& heap) {
  for (int i = 0; i < 3; ++i) heap.New<Item>();
  heap.Collect();
}

struct Ear : gc::TableListener {
  void OnCreated(const gc::Object&, gc::Index) noexcept override {
    std::exchange(act, [] {})();
  }
  void OnDeleted(const gc::Object&, gc::Index) noexcept override {}
  std::function<void()> act = [] {};
};

// Is asked whether it may be in a cluster.
struct Meddler : gc::Object {
  explicit Meddler(const gc::Birth& birth) : Object(birth) {}
  bool CanBeClusterRoot() const noexcept { return true; }
  bool CanBeInCluster() const noexcept {
    if (in_callback) std::exchange(in_callback, nullptr)();
    return true;
  }
  gc::ObjectPtr<Meddler> next;
  static const gc::Class kClass;
};
const gc::Reference kMeddlerReferences[] = {gc::Reference::To(&Meddler::next, "next")};
const gc::Class Meddler::kClass = gc::Describe<Meddler>("Meddler", kMeddlerReferences);

// A walk for a cluster comes to an object that meddles with another one, which is in a cluster.
void MeddleInAWalk(void (*meddle)(gc::Heap&, Item& member, Item& loose)) {
  gc::Heap heap({.clusters = {.create = true, .min_objects = 1}});
  Item* const member = heap.New<Item>();
  Item* const loose = heap.New<Item>();
  heap.AllocateCluster(member);
  Meddler* const root = heap.New<Meddler>();
  root->next = heap.New<Meddler>();
  in_callback = [&heap, member, loose, meddle] { meddle(heap, *member, *loose); };
  heap.MakeCluster(root);
}

void Fill(gc::Heap& heap) {
  for (std::uint32_t i = 0; i < 65'535; ++i) heap.New<Busy>();
}

}  // namespace

std::vector<Misuse> HeapMisuses() {
  return {
      {"a heap is dropped before a strong pointer",
       {"strong-barrier", {"strong pointers", ": Item\n"}},
       [] {
         auto heap = std::make_unique<gc::Heap>();
         const gc::StrongPtr<Item> strong(heap->New<Item>());
         heap.reset();
       },
       [] {
         gc::Heap heap;
         const gc::StrongPtr<Item> strong(heap.New<Item>());
       }},
      {"a heap is dropped before a referencer",
       {"referencer-barrier", {": asked one\n"}},
       [] {
         auto heap = std::make_unique<gc::Heap>();
         const Asked asked(*heap);
         heap.reset();
       },
       [] {
         gc::Heap heap;
         const Asked asked(heap);
       }},
      {"a heap is dropped in a callback of its own",
       {"scan-is-atomic", {"dropped"}},
       [] {
         auto heap = std::make_unique<gc::Heap>();
         heap->New<Busy>();
         in_callback = [&heap] { heap.reset(); };
         heap->Collect();
       },
       [] {
         gc::Heap heap;
         auto other = std::make_unique<gc::Heap>();
         heap.New<Busy>();
         in_callback = [&other] { other.reset(); };
         heap.Collect();
       }},
      {"a heap is dropped where its events are heard",
       {"scan-is-atomic", {"dropped"}},
       [] {
         auto heap = std::make_unique<gc::Heap>();
         heap->SetEventSink({.publish =
                                 [](void* self, const gc::Event&) {
                                   static_cast<std::unique_ptr<gc::Heap>*>(self)->reset();
                                 },
                             .context = &heap});
         heap->Collect();
       }},
      {"a heap is dropped while an object is reserved",
       {"end-needs-empty", {"pending construction"}},
       [] {
         gc::Heap heap;
         heap.ReserveWithTail<Item>(0);
       },
       [] {
         gc::Heap heap;
         heap.Complete(heap.ReserveWithTail<Item>(0));
       }},
      {"a whole cycle is asked for while an object is reserved",
       {"end-needs-empty", {"pending construction", "(object 2, Item)\n"}},
       [] {
         gc::Heap heap;
         heap.New<Item>();
         heap.ReserveWithTail<Item>(0);
         heap.Collect();
       },
       [] {
         gc::Heap heap;
         Item* const item = heap.ReserveWithTail<Item>(0);
         heap.Start();
         heap.Complete(item);
         heap.Collect();
       }},
      {"a cluster is made in a constructor",
       {"scan-is-atomic", {"no cluster"}},
       [] {
         gc::Heap heap({.clusters = {.create = true, .min_objects = 1}});
         Item* const item = heap.New<Item>();
         in_callback = [&] { heap.MakeCluster(item); };
         heap.New<Busy>(true);
       }},
      {"an object that is asked whether it may be in a cluster dissolves one",
       {"cluster-is-one", {"must not change one"}},
       [] {
         MeddleInAWalk(
             [](gc::Heap& heap, Item& member, Item&) { heap.DissolveClusterOf(&member); });
       },
       [] { MeddleInAWalk([](gc::Heap&, Item&, Item& loose) { loose.left = &loose; }); }},
      {"an object that is asked whether it may be in a cluster marks a member garbage",
       {"cluster-is-one", {"must not change one"}},
       [] {
         MeddleInAWalk([](gc::Heap& heap, Item& member, Item&) { heap.MarkGarbage(&member); });
       }},
      {"an object that is asked whether it may be in a cluster ends all of them",
       {"cluster-is-one", {"must not change one"}},
       [] {
         MeddleInAWalk(
             [](gc::Heap& heap, Item&, Item&) { heap.SetClusterOptions({.create = false}); });
       }},
      {"an object that is asked whether it may be in a cluster stores into one",
       {"cluster-is-one", {"must not change one"}},
       [] { MeddleInAWalk([](gc::Heap&, Item& member, Item& loose) { member.left = &loose; }); }},
      {"an object is made by a callback of the collector",
       {"scan-is-atomic", {"must not be made", "class Item, outer none, thread ", ", outside of "}},
       [] {
         gc::Heap heap;
         heap.New<Busy>();
         in_callback = [&heap] { heap.New<Item>(); };
         heap.Collect();
       },
       [] {
         gc::Heap heap, other;
         heap.New<Busy>();
         in_callback = [&other] { other.New<Item>(); };
         heap.Collect();
       }},
      {"an object is made by a callback of the collector, and all that it needs is at hand",
       {"scan-is-atomic", {"must not be made", "class Item, outer none, thread ", ", outside of "}},
       [] {
         gc::Heap heap;
         LeaveAtHand(heap);
         heap.New<Busy>();
         in_callback = [&heap] { heap.New<Item>(); };
         heap.Collect();
       },
       [] {
         gc::Heap heap, other;
         LeaveAtHand(other);
         heap.New<Busy>();
         in_callback = [&other] { other.New<Item>(); };
         heap.Collect();
       }},
      {"an object is made by a callback at the end of its heap",
       {"scan-is-atomic", {"must not be made", "class Item, outer none, thread ", ", outside of "}},
       [] {
         gc::Heap heap;
         heap.New<Busy>();
         in_callback = [&heap] { heap.New<Item>(); };
       },
       [] {
         gc::Heap other, heap;
         heap.New<Busy>();
         in_callback = [&other] { other.New<Item>(); };
       }},
      {"an object is made by a referencer that is asked",
       {"scan-is-atomic", {"class Item, outer none, thread ", ", while marking\n"}},
       [] {
         gc::Heap heap;
         const Asked asked(heap);
         in_callback = [&heap] { heap.New<Item>(); };
         heap.Collect();
       }},
      {"a referencer leaves while referencers are asked",
       {"referencer-barrier", {"while referencers are asked: asked one\n"}},
       [] {
         gc::Heap heap;
         auto asked = std::make_unique<Asked>(heap);
         in_callback = [&asked] { asked->Unregister(); };
         heap.Collect();
       },
       [] {
         gc::Heap heap;
         auto asked = std::make_unique<Asked>(heap);
         heap.Start();
         asked->Unregister();
       }},
      {"a listener of the table is null",
       {"", {"AddListener was given null"}},
       [] {
         gc::Heap heap;
         heap.AddListener(nullptr);
       }},
      {"a listener of the table makes an object",
       {"", {"a listener", ": Item\n"}},
       [] {
         gc::Heap heap;
         Ear ear;
         ear.act = [&heap] { heap.New<Item>(); };
         heap.AddListener(&ear);
         heap.New<Item>();
       },
       [] {
         gc::Heap heap;
         Ear ear;
         heap.AddListener(&ear);
         heap.New<Item>();
         heap.RemoveListener(&ear);
       }},
      {"a disregarded object refers to what may die",
       {},
       nullptr,
       [] {
         gc::Heap heap({.max_disregarded = 1});
         Item* const early = heap.New<Item>();
         Item* const late = heap.New<Item>();
         if (!heap.Store(early, early->left, late)) std::abort();
         heap.AddRoot(late);
         if (heap.Store(early, early->left, late)) std::abort();
         heap.Collect();
       }},
      {"there is no index left",
       {"",
        {"65535 objects of at most 65535 (max_objects is 1)\n", "what was doomed is freed",
         "65534 Busy\n", "1 Item\n", "Heap::New, class Item\n"}},
       [] {
         gc::Heap heap({.max_objects = 1, .dump_classes_when_full = true});
         heap.New<Item>();
         for (int i = 0; i < 65'534; ++i) heap.New<Busy>();
         heap.New<Item>();
       },
       [] {
         gc::Heap heap(
             {.max_objects = 1, .notices = {.say = [](void*, const gc::CapacityNotice&) {}}});
         Fill(heap);
         if (heap.TryNew<Item>() != nullptr) std::abort();
       }},
      {"there is no memory left, and a collection frees none",
       {"", {"out of memory: ", " bytes in 2 objects", "a whole collection", "class Item\n"}},
       [] {
         gc::Heap heap({.max_bytes = 2 * sizeof(Item), .when_full = gc::WhenFull::kCollect});
         for (int i = 0; i < 3; ++i) heap.AddRoot(heap.New<Item>());
       },
       [] {
         gc::Heap heap({.max_bytes = 2 * sizeof(Item), .when_full = gc::WhenFull::kCollect});
         for (int i = 0; i < 9; ++i) heap.New<Item>();
       }},
      {"there is no memory left in a constructor",
       {"", {"a constructor or a callback runs", "class Item\n"}},
       [] {
         gc::Heap heap({.max_bytes = sizeof(Busy), .when_full = gc::WhenFull::kCollect});
         in_callback = [&heap] { heap.New<Item>(); };
         heap.New<Busy>(true);
       }},
      {"there is no memory left, and an object is reserved",
       {"", {"an object is under construction", "class Item\n"}},
       [] {
         gc::Heap heap({.max_bytes = sizeof(Item), .when_full = gc::WhenFull::kCollect});
         heap.ReserveWithTail<Item>(0);
         heap.New<Item>();
       }},
      {"there is no memory left for an object that is to be reserved",
       {"", {"out of memory: ", "Heap::New, class Item\n"}},
       [] {
         gc::Heap heap({.max_bytes = sizeof(Item)});
         heap.AddRoot(heap.New<Item>());
         heap.ReserveWithTail<Item>(0);
       },
       [] {
         gc::Heap heap({.max_bytes = sizeof(Item)});
         heap.Complete(heap.ReserveWithTail<Item>(0));
       }},
      {"there is no memory left for the copy of an object",
       {"", {"out of memory: ", "Heap::New, class Item\n"}},
       [] {
         gc::Heap heap({.max_bytes = sizeof(Item)});
         Item* const item = heap.New<Item>();
         heap.AddRoot(item);
         heap.NewFrom(*item);
       },
       [] {
         gc::Heap heap({.max_bytes = 2 * sizeof(Item)});
         Item* const item = heap.New<Item>();
         heap.AddRoot(item);
         heap.NewFrom(*item);
       }},
      {"there is no memory left for an object with an identity",
       {"", {"out of memory: ", "Heap::New, class Item\n"}},
       [] {
         gc::Heap heap({.max_bytes = sizeof(Item)});
         heap.AddRoot(heap.New<Item>());
         const gc::Identity identity{.index = 7, .serial = 1'000'000'000};
         heap.Make<Item>({.identity = &identity});
       },
       [] {
         gc::Heap heap({.max_bytes = sizeof(Item)});
         const gc::Identity identity{.index = 7, .serial = 1'000'000'000};
         heap.Make<Item>({.identity = &identity});
       }},
      {"there is no memory for the first classes",
       {"", {"out of memory: ", "Factory::New, class Class\n"}},
       [] {
         gc::Heap heap({.max_bytes = 8});
         gc::Factory(heap).TransientPackage();
       },
       [] {
         gc::Heap heap;
         gc::Factory(heap).TransientPackage();
       }},
  };
}

}  // namespace properties::misuse
