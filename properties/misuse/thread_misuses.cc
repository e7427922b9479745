// properties/misuse/thread_misuses.cc -- mistakes with a lock, its sections, and other threads.

#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>

#include "core/gc.h"
#include "core/memory/memory.h"
#include "properties/misuse/misuse.h"

namespace properties::misuse {
namespace {

struct Shared : gc::Object {
  explicit Shared(const gc::Birth& birth) : Object(birth) {}
  gc::ObjectPtr<Shared> next;
  static const gc::Class kClass;
};
const gc::Reference kSharedReferences[] = {gc::Reference::To(&Shared::next, "next")};
const gc::Class Shared::kClass = gc::Describe<Shared>("Shared", kSharedReferences);

struct Watching : gc::Referencer {
  explicit Watching(gc::Heap& heap) : Referencer(heap, Kind::kRaw, "watching one") {}
  void Report(gc::Reporter&) const override {}
};

template <class Condition>
void Until(Condition&& condition) {
  while (!condition()) std::this_thread::yield();
}
template <class Act>
void Elsewhere(Act&& act) {
  std::thread(act).join();
}

// Both threads of a deadlock wait in this file, and are named with their places.
std::vector<std::string> BothPlaces() {
  return {"deadlock: ",         "waits for the slice to end: thread ", ", whose section is at ",
          "thread_misuses.cc:", "; the collector waits at ",           "thread_misuses.cc:"};
}

std::vector<Misuse> MisusesOfLocks() {
  return {
      {"the collector waits for a section of its own thread",
       {"lock-excludes", {"deadlock", "its section is at ", "thread_misuses.cc:"}},
       [] {
         gc::Lock lock;
         const gc::Section section(lock);
         lock.Acquire();
       },
       [] {
         gc::Lock lock;
         { const gc::Section section(lock); }
         lock.Acquire();
         lock.Release();
       }},
      {"the collector's thread opens a section in a slice",
       {"lock-excludes", {"deadlock", "a section inside a slice: ", "thread_misuses.cc:"}},
       [] {
         gc::Lock lock;
         lock.Acquire();
         const gc::Section section(lock);
       },
       [] {
         gc::Lock lock;
         const gc::Section section(lock), inner(lock);
       }},
      {"a slice begins inside a slice",
       {"lock-excludes", {"a slice of the collector must not begin inside a slice\n"}},
       [] {
         gc::Lock lock;
         lock.Acquire();
         lock.Acquire();
       },
       [] {
         gc::Lock lock;
         lock.Acquire();
         if (lock.TryAcquire()) std::abort();  // which asks, and waits for nothing
         lock.Release();
         if (!lock.TryAcquire()) std::abort();
         lock.Release();
       }},
      {"another thread than the collector's awaits one",
       {"lock-excludes", {"Awaiting by thread "}},
       [] {
         gc::Lock lock;
         Elsewhere([&] { const gc::Awaiting awaiting(lock, std::this_thread::get_id()); });
       }},
      {"a thread that the collector awaits opens a section",
       {"lock-excludes", BothPlaces()},
       [] {
         gc::Lock lock;
         std::atomic<bool> awaited = false;
         lock.Acquire();
         std::thread worker([&] {
           Until([&] { return awaited.load(); });
           const gc::Section section(lock);
         });
         const gc::Awaiting awaiting(lock, worker.get_id());
         awaited = true;
         worker.join();
       },
       [] {
         gc::Lock lock;
         lock.Acquire();
         std::thread worker([&] {});
         {
           const gc::Awaiting awaiting(lock, worker.get_id());
           worker.join();
         }
         lock.Release();
         Elsewhere([&] { const gc::Section section(lock); });
       }},
      {"the collector awaits a thread that waits for its slice to end",
       {"lock-excludes", BothPlaces()},
       [] {
         gc::Lock lock;
         lock.Acquire();
         std::thread worker([&] { const gc::Section section(lock); });
         Until([&] { return lock.Blocked() == 1; });
         const gc::Awaiting awaiting(lock, worker.get_id());
         worker.join();
       },
       [] {
         gc::Lock lock;
         lock.Acquire();
         std::thread worker([&] { const gc::Section section(lock); });
         Until([&] { return lock.Blocked() == 1; });
         const std::string waits = lock.TextOfWaits();
         if (waits.find("thread_misuses.cc:") == waits.npos) std::abort();
         lock.Release();
         worker.join();
         if (!lock.TextOfWaits().empty() || lock.Blocked() != 0) std::abort();
       }},
      {"another thread takes the lock",
       {"lock-excludes", {"only the collector's thread", "Acquire by thread "}},
       [] {
         gc::Lock lock;
         Elsewhere([&] { lock.Acquire(); });
       },
       [] {
         Elsewhere([] {
           gc::Lock lock;
           lock.Acquire();
           lock.Release();
         });
       }},
      {"another thread gives the lock back",
       {"lock-excludes", {"only the collector's thread", "Release by thread "}},
       [] {
         gc::Lock lock;
         lock.Acquire();
         Elsewhere([&] { lock.Release(); });
       }},
      {"sections end in the order in which they began",
       {"lock-excludes", {"reverse order"}},
       [] {
         gc::Lock lock;
         auto first = std::make_unique<gc::Section>(lock);
         const gc::Section second(lock);
         first.reset();
       },
       [] {
         gc::Lock lock, other;
         auto first = std::make_unique<gc::Section>(lock);
         { const gc::Section second(lock), third(other); }
         first.reset();
         if (lock.Sections() != 0 || lock.InSection()) std::abort();
       }},
      {"a lock is dropped before its section",
       {"lock-excludes", {"outlive"}},
       [] {
         auto lock = std::make_unique<gc::Lock>();
         const gc::Section section(*lock);
         lock.reset();
       },
       [] {
         auto lock = std::make_unique<gc::Lock>();
         { const gc::Section section(*lock); }
         lock.reset();
       }},
      {"a lock is dropped in its slice",
       {"lock-excludes", {"outlive"}},
       [] {
         auto lock = std::make_unique<gc::Lock>();
         lock->Acquire();
         lock.reset();
       }},
  };
}

std::vector<Misuse> MisusesOfSharedHeaps() {
  return {
      {"another thread makes an object outside of a section",
       {"lock-excludes",
        {"another thread", "class Shared, outer none, thread ",
         ", outside of marking and gather\n"}},
       [] {
         gc::Lock lock;
         gc::Heap heap({.lock = &lock});
         Elsewhere([&] { heap.New<Shared>(); });
       },
       [] {
         gc::Lock lock;
         gc::Heap heap({.lock = &lock});
         Elsewhere([&] {
           const gc::Section section(lock);
           heap.New<Shared>();
         });
       }},
      {"another thread registers a referencer outside of a section",
       {"referencer-barrier", {"another thread", ": watching one\n"}},
       [] {
         gc::Lock lock;
         gc::Heap heap({.lock = &lock});
         Watching watching(heap);
         Elsewhere([&] { watching.Register(); });
       },
       [] {
         gc::Lock lock;
         gc::Heap heap({.lock = &lock});
         Watching watching(heap);
         Elsewhere([&] {
           const gc::Section section(lock);
           watching.Register();
         });
         watching.Unregister();
       }},
      {"a heap with a lock is collected without it",
       {"lock-excludes", {"a step of a heap with a lock"}},
       [] {
         gc::Lock lock;
         gc::Heap heap({.lock = &lock});
         heap.Collect();
       },
       [] {
         gc::Lock lock;
         gc::Heap heap({.lock = &lock});
         lock.Acquire();
         heap.Collect();
         lock.Release();
       }},
      {"another thread changes the options of a heap",
       {"lock-excludes", {"only the collector's thread changes the options"}},
       [] {
         gc::Lock lock;
         gc::Heap heap({.lock = &lock});
         Elsewhere([&] {
           const gc::Section section(lock);
           heap.Change({.lock = &lock});
         });
       },
       [] {
         gc::Lock lock;
         gc::Heap heap({.lock = &lock});
         heap.Change({.lock = &lock});
       }},
      {"a heap with a lock makes a cluster without it",
       {"lock-excludes", {"makes clusters under it"}},
       [] {
         gc::Lock lock;
         gc::Heap heap({.lock = &lock, .clusters = {.create = true, .min_objects = 1}});
         heap.MakeCluster(heap.New<Shared>());
       }},
      {"a heap is collected under another lock than its own",
       {"lock-excludes", {"under its own lock"}},
       [] {
         gc::Lock lock, other;
         gc::Heap heap({.lock = &lock});
         gc::Environment environment;
         gc::Scheduler scheduler(heap, other, environment, {});
       },
       [] {
         gc::Lock lock;
         gc::Heap heap({.lock = &lock});
         gc::Environment environment;
         gc::Scheduler scheduler(heap, lock, environment, {});
         scheduler.Collect();
       }},
      {"a collection is demanded inside a collection",
       {"", {"inside a collection: Collect\n"}},
       [] {
         gc::Lock lock;
         gc::Heap heap({.lock = &lock});
         gc::Environment environment;
         gc::Scheduler scheduler(heap, lock, environment, {});
         const auto again = [](void* self, const gc::Notification&) {
           static_cast<gc::Scheduler*>(self)->Collect();
         };
         scheduler.notices().Subscribe(gc::Notice::kPreCollect,
                                       {.call = again, .context = &scheduler, .name = "again"});
         scheduler.Collect();
       },
       [] {
         gc::Lock lock;
         gc::Heap heap({.lock = &lock});
         gc::Environment environment;
         gc::Scheduler scheduler(heap, lock, environment, {});
         scheduler.Collect();
         scheduler.Collect();
       }},
  };
}

// What the section was lent would go back to another heap. Where addresses are watched, each object
// has memory of its own, and nothing is lent.
std::vector<Misuse> MisusesOfLoans() {
  if (gc::kAddressesWatched) return {};
  return {
      {"a heap is dropped beside a section that makes objects of it",
       {"lock-excludes", {"must not be dropped beside a section"}},
       [] {
         gc::Lock lock;
         auto heap = std::make_unique<gc::Heap>(gc::HeapOptions{.lock = &lock});
         std::atomic<bool> made{false}, dropped{false};
         std::thread worker([&] {
           const gc::Section section(lock);
           for (int i = 0; i < 2; ++i) heap->New<Shared>();
           made = true;
           Until([&] { return dropped.load(); });
         });
         Until([&] { return made.load(); });
         heap.reset();
         dropped = true;
         worker.join();
       },
       [] {
         gc::Lock lock;
         auto heap = std::make_unique<gc::Heap>(gc::HeapOptions{.lock = &lock});
         Elsewhere([&] {
           const gc::Section section(lock);
           for (int i = 0; i < 2; ++i) heap->New<Shared>();
         });
         heap.reset();
         if (lock.Sections() != 0) std::abort();
       }},
  };
}

}  // namespace

std::vector<Misuse> ThreadMisuses() {
  std::vector<Misuse> all = MisusesOfLocks();
  for (Misuse& one : MisusesOfSharedHeaps()) all.push_back(std::move(one));
  for (Misuse& one : MisusesOfLoans()) all.push_back(std::move(one));
  return all;
}

}  // namespace properties::misuse
