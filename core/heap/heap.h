// core/heap/heap.h -- a heap, as its user sees it.
//
// A heap owns objects that refer to one another, and frees those that nothing refers to any more,
// a little at a time. The user makes objects, says which are roots, and calls Tick in every frame
// with a budget in units of work. A cycle begins with Start (which is fast, whatever the heap's
// size), traces, gathers what was not reached, and ends those objects in stages: begin-destroy for
// all, finish-destroy for each that is ready, then destructor and memory.
//
// Misuse aborts with the name of the rule that it breaks and the object. Running out of memory is
// an answer (TryNew). Constructors must not throw.
//
// Thread rules: one thread at a time, unless the heap is given a lock (core/base/sharing.h).
// Read next: core/collect/cycle.cc.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include "core/base/check.h"
#include "core/base/deadline.h"
#include "core/base/work.h"
#include "core/collect/heap_options.h"
#include "core/fault_set.h"
#include "core/object/capacity_notice.h"
#include "core/object/class.h"
#include "core/object/flags.h"
#include "core/object/header.h"
#include "core/object/identity.h"
#include "core/pointer/local.h"
#include "core/pointer/object_ptr.h"
#include "core/population/event.h"
#include "core/population/phase.h"
#include "core/population/table_listener.h"
#include "core/purge/unready.h"
#include "core/rules.h"

namespace gc {
inline namespace GC_BUILD {

class Lock;

class Heap {
 public:
  explicit Heap(const HeapOptions& options = {});
  // Ends every object that is left: all begin, all finish (ready or not), all are freed.
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  // A new T, from T::kClass and T(birth, arguments...). New aborts when memory or indices have run
  // out; TryNew answers null.
  template <class T, class... Arguments>
  T* New(Arguments&&... arguments) {
    return Made(TryNewWithTail<T>(0, std::forward<Arguments>(arguments)...));
  }
  template <class T, class... Arguments>
  T* TryNew(Arguments&&... arguments) {
    return TryNewWithTail<T>(0, std::forward<Arguments>(arguments)...);
  }
  // The same with `count` references behind the object, null at first; T's schema has a kTrailing
  // line, and Tail() gives them.
  template <class T, class... Arguments>
  T* NewWithTail(std::uint32_t count, Arguments&&... arguments) {
    return Made(TryNewWithTail<T>(count, std::forward<Arguments>(arguments)...));
  }
  template <class T, class... Arguments>
  T* TryNewWithTail(std::uint32_t count, Arguments&&... arguments) {
    return TryMake<T>({.tail = count}, std::forward<Arguments>(arguments)...);
  }
  // The same in two parts: the object stays under construction when its constructor has returned,
  // until Complete. Meanwhile whoever made it may use it as it is; it is kept, nobody scans or
  // finds it, no trace ends, and no whole cycle may be asked for.
  template <class T, class... Arguments>
  T* ReserveWithTail(std::uint32_t count, Arguments&&... arguments) {
    T* const object = NewWithTail<T>(count, std::forward<Arguments>(arguments)...);
    BeginConstruction(object);
    return object;
  }
  void Complete(Object* object);
  // NewWithTail with flags, or as an object that was there before (see BirthOptions). TryMake
  // answers null, and Make aborts, also when that is refused: when the serial is known as another
  // object's. That the index has an object is a mistake of the caller's.
  template <class T, class... Arguments>
  T* Make(const BirthOptions& options, Arguments&&... arguments) {
    return Made(TryMake<T>(options, std::forward<Arguments>(arguments)...));
  }
  template <class T, class... Arguments>
  T* TryMake(const BirthOptions& options, Arguments&&... arguments) {
    const Construction construction(*collector_, T::kClass, options);
    if (construction.memory == nullptr) return nullptr;
    return new (construction.memory) T(construction.birth, std::forward<Arguments>(arguments)...);
  }

  // A new T that has what another has: as many trailing references, its properties one by one, and
  // its references through the barrier. Objects with a name are made so by a Factory.
  template <class T, class... Arguments>
  T* NewFrom(T& values_of, Arguments&&... arguments) {
    T* const object =
        NewWithTail<T>(values_of.header().tail, std::forward<Arguments>(arguments)...);
    CopyValues(values_of, *object);
    return object;
  }

  // Stores into a slot of `holder`, unless a rule that the barrier cannot know forbids it: for
  // whoever writes a disregarded object, or writes in a destroy callback. Answers what was broken,
  // and on whom; then the slot stays as it was.
  template <class T>
  std::optional<Failure> Store(Object* holder, ObjectPtr<T>& slot,
                               std::type_identity_t<T>* target) {
    std::optional<Failure> forbidden = Forbids(*holder, target);
    if (!forbidden) slot = target;
    return forbidden;
  }

  // A flag, not a count.
  void AddRoot(Object* object);
  void RemoveRoot(Object* object);
  bool IsRoot(const Object* object) const;
  // From here on several mutator threads use the heap, in sections of this lock, as if it had been
  // given with the options; null: one thread again. On the only thread that uses the heap now.
  void ShareUnder(Lock* lock);
  // An object that another thread than the collector's made is kept until it is handed over.
  void HandOver(Object* object);

  // The first field that goes past the barrier, of any class that the heap has made an object of:
  // to be asked before a trace in slices is chosen.
  std::optional<RawField> FindRawField() const;

  // Flags of the entry that keep an object alive for as long as they stand (flag::kKeep).
  void SetKeepFlags(Object* object, FlagWord flags);
  void ClearKeepFlags(Object* object, FlagWord flags);
  // Flags of the author and the loader (object_flag::kAuthor); read them with header().flags.
  void SetFlags(Object* object, ObjectFlags flags);
  void ClearFlags(Object* object, ObjectFlags flags);

  // Objects that live and die as one from here on (core/cluster/clusters.h); not while a trace or a
  // gather is pending. Walks from `root` to all that it refers to, and answers how many objects the
  // cluster has, its root included; 0 if none was made.
  std::uint32_t MakeCluster(Object* root);
  // The same by hand: a cluster of the root alone, and one more object in it. False if that cannot
  // be.
  bool AllocateCluster(Object* root);
  bool AddToCluster(Object* root, Object* object);
  // Its members, and those of clusters that refer to it, are objects like others again. False if it
  // is in none.
  bool DissolveClusterOf(Object* object);
  // Null if it is in no cluster.
  Object* ClusterRootOf(const Object* object) const;
  void SetClusterOptions(const ClusterOptions& options);
  // By decree: from now on it is not valid, and references to it do not count; a trace that comes
  // to one clears it (core/heap/garbage.cc). Not for a rooted object, nor one that is never
  // collected; at any moment of a cycle. Who roots it afterwards keeps it, as it is.
  void MarkGarbage(Object* object);
  // Takes that back, between cycles only.
  void ClearGarbage(Object* object);

  // What an object needs to be made again when it is gone, and no longer.
  Identity IdentityOf(Object* object, std::uint64_t remote = 0);
  void Forget(const Identity& identity);

  // Closes the window of HeapOptions::max_disregarded, and answers how many objects were made while
  // it was open: what the setting should be. It can be opened again; false: there is no room left.
  std::uint32_t CloseDisregardWindow();
  bool OpenDisregardWindow();

  // Whether released indices are reused, for whoever relies on the order of indices.
  void ReuseIndices(bool reuse);
  // The listener must be removed before it is gone.
  void AddListener(TableListener* listener);
  void RemoveListener(TableListener* listener);
  // Calls visit(Object&) for each object that is neither doomed nor under construction, in the
  // order of indices, and shades it while a trace is pending. What is made meanwhile is not
  // visited.
  template <class Visit>
  void ForEachObject(Visit&& visit) {
    for (Index index = 1, end = EndOfTable(); index < end; ++index) {
      if (Object* const object = Found(index)) visit(*object);
    }
  }

  // Begins a cycle. Does nothing and answers false while a trace or a gather is pending. Objects
  // with any of the author's flags in `mask` are roots of this cycle.
  bool Start(ObjectFlags mask = object_flag::kNone);
  // Does up to `budget` units of the work that is pending and answers how many. Stops at the end of
  // a cycle. Idle, asks once those who were not ready to finish; else does nothing.
  Work Tick(Work budget);
  // The same, until nothing is pending, a cycle ends or the deadline has passed; at least a unit.
  Work TickUntil(const Deadline& deadline);
  // Finishes what is pending, then runs one whole cycle; the mask holds for both.
  void Collect(ObjectFlags mask = object_flag::kNone);

  // Does up to `budget` units of a gather or a purge that is pending, and none of a trace. True
  // when neither is pending any more.
  bool Purge(Work budget = kUnlimited);
  bool PurgeUntil(const Deadline& deadline);
  // The whole purge, and then asks those who were not ready, again and again, until nobody waits or
  // the grace time is over. Who still waits then is named.
  Unready FinishPurge(const Deadline& grace);
  // Begins an object's end by hand, once; when it is collected, that is not repeated. It must not
  // be doomed already. Whoever refers to it still does.
  void BeginDestroy(Object* object);

  Phase phase() const;
  bool PurgePending() const;
  std::uint32_t ObjectCount() const;

  // Under Locals::kBlack: what the mutator loaded from the heap and goes on using. Shades it if a
  // trace is pending.
  template <class T>
  T* Loaded(T* object) {
    ShadeLoaded(object);
    return object;
  }

  void SetEventSink(EventSink sink);

  // Whether a check has failed. Only the faulty build outlives that: it does nothing any more.
  const Failure* failure() const;
  // Obeys every rule from now on, or commits the faults given again. Only the faulty build.
  void ObeyAll(bool all);

  // For core/inspect.
  const Collector& collector() const { return *collector_; }
  Collector& collector() { return *collector_; }

 private:
  // Memory and an index for one object, and word that its constructor is running.
  struct Construction {
    Construction(Collector& owner, const Class& type, const BirthOptions& options);
    ~Construction();
    Collector& owner;
    Index index = kNoIndex;
    void* const memory;  // null: out of memory, or of indices
    const Birth birth;
  };
  void BeginConstruction(Object* object);
  void ShadeLoaded(Object* object);
  std::optional<Failure> Forbids(Object& holder, Object* target);
  static void CopyValues(Object& from, Object& to);
  void OutOfMemory() const;
  Index EndOfTable() const;
  Object* Found(Index index);
  template <class T>
  T* Made(T* object) const {
    if (object == nullptr) OutOfMemory();
    return object;
  }

  std::unique_ptr<Collector> collector_;
};

// The trailing references of an object that was made with some.
template <class T>
std::span<ObjectPtr<Object>> Tail(T& object) {
  return {reinterpret_cast<ObjectPtr<Object>*>(&object + 1), object.header().tail};
}

}  // namespace GC_BUILD
}  // namespace gc
