// core/heap/heap.h -- a heap, as its user sees it.
//
// A heap owns objects that refer to one another, and frees those that are not reachable from the
// roots any more, a little at a time. The user makes objects, says which are roots, and calls Tick
// in every frame with a budget in units of work. A cycle begins with Start, whose cost depends on
// the number of roots, and not on the number of objects. The cycle marks what is reachable, gathers
// the rest, and ends those objects in stages: begin-destroy for all, finish-destroy for each that
// is ready, then destructor and memory. "While marking", below, is from Start to the end check.
//
// Misuse aborts with the name of the rule that it breaks and the object. Out of memory is an answer
// (TryNew yields null), or a std::bad_alloc of a call that makes something and has nothing to
// answer; either leaves the heap as it was (S1.31). Stores, steps and whatever ends something never
// fail. A constructor that throws ends the program.
//
// Thread rules: one thread at a time, unless the heap is given a lock (core/base/sharing.h).
//
// Read next: core/collect/cycle.cc.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <source_location>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

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

class Activity;
class Lock;

class Heap {
 public:
  explicit Heap(const HeapOptions& options = {});
  // Ends every object that is left: all begin, all finish (ready or not), all are freed.
  // Referencers and locals of the heap must be gone before, and so must the sections of other
  // threads in which objects of this heap were made; aborts otherwise. Callbacks may ask the heap.
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  // A new T, described by T::kClass and constructed with T(birth, arguments...) in memory that is
  // all zeroes. Until its constructor has returned, no look-up, visit or weak read yields it, on
  // any thread (S2.14). When memory or indices have run out, doomed objects are freed first, or a
  // collection is run (HeapOptions::when_full); if that is not enough, TryNew answers null, and New
  // aborts and says why. Not in a callback of the collector (aborts).
  template <class T, class... Arguments>
  T* New(Arguments&&... arguments) {
    return Made(TryNew<T>(std::forward<Arguments>(arguments)...));
  }
  template <class T, class... Arguments>
  T* TryNew(Arguments&&... arguments) {
    MustDescribe<T>(T::kClass);
    const Construction construction(*collector_, T::kClass);
    if (construction.memory == nullptr) return nullptr;
    return Build<T>(construction, std::forward<Arguments>(arguments)...);
  }
  // The same with `count` references behind the object, null at first, which Tail() yields; T's
  // schema must have a kTrailing line.
  template <class T, class... Arguments>
  T* NewWithTail(std::uint32_t count, Arguments&&... arguments) {
    return Made(TryNewWithTail<T>(count, std::forward<Arguments>(arguments)...));
  }
  template <class T, class... Arguments>
  T* TryNewWithTail(std::uint32_t count, Arguments&&... arguments) {
    return TryMake<T>({.tail = count}, std::forward<Arguments>(arguments)...);
  }
  // The same in two parts: the object stays under construction when its constructor has returned,
  // until Complete. Meanwhile the caller may use it; the heap keeps it and does not scan it, no
  // look-up finds it, marking does not end, and Collect may not be called.
  template <class T, class... Arguments>
  T* ReserveWithTail(std::uint32_t count, Arguments&&... arguments) {
    MustDescribe<T>(T::kClass);
    Construction construction(*collector_, T::kClass, {.tail = count, .in_two_parts = true});
    if (construction.memory == nullptr) OutOfRoom(T::kClass.name);
    T* const object = Build<T>(construction, std::forward<Arguments>(arguments)...);
    construction.GoOn(*object);
    return object;
  }
  void Complete(Object* object);
  // NewWithTail with flags, or with the identity of an object that was freed (BirthOptions). If the
  // serial of the identity is known as another object's, or memory has run out, TryMake answers
  // null and Make aborts. Both abort if the index has an object.
  template <class T, class... Arguments>
  T* Make(const BirthOptions& options, Arguments&&... arguments) {
    return Made(TryMake<T>(options, std::forward<Arguments>(arguments)...));
  }
  template <class T, class... Arguments>
  T* TryMake(const BirthOptions& options, Arguments&&... arguments) {
    MustDescribe<T>(T::kClass);
    const Construction construction(*collector_, T::kClass, options);
    if (construction.memory == nullptr) return nullptr;
    return Build<T>(construction, std::forward<Arguments>(arguments)...);
  }

  // A new T with the values of another: as many trailing references, its properties one by one, and
  // its references through the barrier. It is under construction until it has them. A Factory does
  // this for named objects.
  template <class T, class... Arguments>
  T* NewFrom(T& values_of, Arguments&&... arguments) {
    MustDescribe<T>(T::kClass);
    const Construction construction(*collector_, T::kClass, {.tail = TailOf(values_of)});
    if (construction.memory == nullptr) OutOfRoom(T::kClass.name);
    T* const object = Build<T>(construction, std::forward<Arguments>(arguments)...);
    CopyValues(values_of, *object);
    return object;
  }

  // Stores `target` (null is allowed) into a slot of `holder`, unless that breaks a rule that the
  // barrier cannot check: for code that writes a disregarded object, or that runs in a destroy
  // callback. Answers nothing if it stored; else the rule and the holder, and the slot stays as it
  // was.
  template <class T>
  std::optional<Failure> Store(Object* holder, ObjectPtr<T>& slot,
                               std::type_identity_t<T>* target) {
    std::optional<Failure> forbidden = Forbids(holder, target);
    if (!forbidden) slot = target;
    return forbidden;
  }

  // The root flag is a flag, not a count: one RemoveRoot undoes any number of AddRoot. A doomed
  // object cannot be rooted.
  // A checked build notes the place, for the message of MarkGarbage. A std::bad_alloc if there is
  // no memory; and so SetKeepFlags and SetFlags.
  void AddRoot(Object* object, std::source_location where = std::source_location::current());
  void RemoveRoot(Object* object);
  bool IsRoot(const Object* object) const;
  // From here on several mutator threads use the heap, in sections of this lock, as if the lock had
  // been given with the options; null: one thread again. Called while only one thread uses the
  // heap. Waits for the destructors that run on a worker (S12.11).
  void ShareUnder(Lock* lock);
  // Ends the keeping of an object that another thread than the collector's made: until then it
  // lives without a reference.
  void HandOver(Object* object);

  // Takes over the options that may change while the heap lives (core/collect/heap_options.h says
  // which) and leaves all others as they were. Between steps, on the collector's thread; waits
  // until no section is open, unless the lock is held already. What is eliminated changes with the
  // next cycle, as marking under way has judged some references already; the rest changes at once.
  void Change(const HeapOptions& options);

  // The fields that go past the barrier, of all classes of which the heap has made an object
  // (S5.22). To be asked before marking in slices is chosen.
  std::vector<RawField> FindRawFields() const;

  // Flags of the entry (within flag::kKeep) that keep an object alive for as long as they are set.
  void SetKeepFlags(Object* object, FlagWord flags);
  void ClearKeepFlags(Object* object, FlagWord flags);
  // Flags of the author and the loader (within object_flag::kAuthor), which keep an object only in
  // a cycle whose mask names one of them. Read them with header().flags.
  void SetFlags(Object* object, ObjectFlags flags);
  void ClearFlags(Object* object, ObjectFlags flags);

  // Makes a cluster: objects that live and die as one from here on (core/cluster/clusters.h). Walks
  // from `root` to all that it refers to. Returns how many objects the cluster has, `root`
  // included; 0 if none was made: too few objects, not allowed, no memory, or a marking or a gather
  // is pending.
  std::uint32_t MakeCluster(Object* root);
  // The same by hand: a cluster of the root alone, and one more object in it. False if that cannot
  // be.
  bool AllocateCluster(Object* root);
  bool AddToCluster(Object* root, Object* object);
  // The objects of its cluster, and those of clusters that refer to it, become single objects
  // again. False if the object is in no cluster.
  bool DissolveClusterOf(Object* object);
  // The root of its cluster; null if the object is in none.
  Object* ClusterRootOf(const Object* object) const;
  // From here on clusters are made by these options. If they allow none, those that exist are
  // dissolved: at once, or when the gather that is pending is over.
  void SetClusterOptions(const ClusterOptions& options);
  // Marks an object explicitly as garbage, at any moment of a cycle. From here on it is not valid,
  // and references to it do not count: marking clears those that it comes to
  // (core/heap/garbage.cc). Aborts for a rooted object and for one that is never collected. A root
  // flag that is set later keeps the object, still as garbage.
  void MarkGarbage(Object* object);
  // Takes the mark back. Only while the phase is idle (aborts otherwise).
  void ClearGarbage(Object* object);

  // The identity with which the object can be made again after it was freed (BirthOptions), until
  // Forget. `remote` is a number of the caller's that goes with it.
  Identity IdentityOf(Object* object, std::uint64_t remote = 0);
  void Forget(const Identity& identity);

  // Closes the window of HeapOptions::max_disregarded. Returns how many objects were made while it
  // was open, which is the best value for the setting. OpenDisregardWindow opens it again; false if
  // no room is left. Both are called on the collector's thread; what other threads made in sections
  // that are still open may not be counted yet.
  std::uint32_t CloseDisregardWindow();
  bool OpenDisregardWindow();

  // Whether indices of freed objects are reused; false for callers that rely on the order of
  // indices.
  void ReuseIndices(bool reuse);
  // Listeners of the object table. A listener must be removed before it is destroyed. Both are
  // called while no other thread is in a section.
  void AddListener(TableListener* listener);
  void RemoveListener(TableListener* listener);
  // Calls visit(Object&) for each object that is neither doomed nor under construction, in the
  // order of indices, and shades it while marking. Objects that are made meanwhile at new indices
  // are not visited.
  template <class Visit>
  void ForEachObject(Visit&& visit) {
    for (Index index = 1, end = EndOfTable(); index < end; ++index) {
      if (Object* const object = Found(index)) visit(*object);
    }
  }

  // How a cycle that Start begins is marked. kInSlices: the mutator runs between the ticks; with
  // raw fields, what HeapOptions::raw_fields says happens. kAtOnce: the caller lets no mutator run
  // before marking has ended, so raw fields are sound (S5.10).
  enum class Marking : std::uint8_t { kInSlices, kAtOnce };
  // Begins a cycle. Objects with any of the author's flags in `mask` are roots of this cycle. Does
  // nothing and answers false while marking or a gather is pending.
  bool Start(ObjectFlags mask = object_flag::kNone, Marking marking = Marking::kInSlices);
  // Does up to `budget` units of the work that is pending and returns how many. Stops at the end of
  // a cycle. If nothing is pending, asks the objects of the waiting list once whether they are
  // ready.
  Work Tick(Work budget);
  // The same until nothing is pending, a cycle ends or the deadline has passed; at least one unit,
  // if there is work.
  Work TickUntil(const Deadline& deadline);
  // Finishes what is pending, then runs one whole cycle; the mask holds for both. Not while an
  // object is under construction (aborts).
  void Collect(ObjectFlags mask = object_flag::kNone);

  // Does up to `budget` units of a gather or a purge that is pending, and no marking. True when
  // neither is pending any more.
  bool Purge(Work budget = kUnlimited);
  bool PurgeUntil(const Deadline& deadline);
  // Does the whole purge, then asks the objects of the waiting list again and again, until all are
  // gone or the grace time is over. The result names the objects that still wait then.
  Unready FinishPurge(const Deadline& grace);
  // Gives back the memory that the heap keeps for later: empty blocks, and the room of lists that
  // is not in use. For moments when a pause does no harm. A step; objects stay where they are.
  void Trim();
  // Calls an object's begin-destroy now; a later purge does not repeat it. The object must not be
  // doomed (aborts). References to it stay.
  void BeginDestroy(Object* object);

  Phase phase() const;
  bool PurgePending() const;
  std::uint32_t ObjectCount() const;

  // Under Locals::kBlack only: to be called with each reference that the mutator loads from the
  // heap and keeps as a local. Shades it while marking.
  template <class T>
  T* Loaded(T* object) {
    ShadeLoaded(object);
    return object;
  }

  void SetEventSink(EventSink sink);

  // The first failed check, or null. Only the faulty build goes on after one; the heap then ignores
  // every call.
  const Failure* failure() const;
  // True: obeys every rule from now on; false: commits the faults of the options again. Only in the
  // faulty build.
  void ObeyAll(bool all);

  // For core/inspect.
  const Collector& collector() const { return *collector_; }
  Collector& collector() { return *collector_; }

 private:
  // Zeroed memory and an index for one object. While this lives, a constructor counts as running,
  // and the object as under construction.
  struct Construction {
    Construction(Collector& owner, const Class& type, const BirthOptions& options);
    // The same without options, as by far the most births are.
    Construction(Collector& owner, const Class& type);
    ~Construction();
    static void* Allocate(Collector& of, const Class& type, const BirthOptions& options,
                          Index& index);
    // The object stays under construction, until Complete.
    void GoOn(Object& object);
    Collector& owner;
    const Activity* const use;  // checked builds: see core/population/use.h
    Index index = kNoIndex;
    void* memory;  // null: out of memory, or of indices
    Birth birth;
    bool goes_on = false;
  };
  // Constructs the object in its memory, which is zeroed (S3.2). Compilers may hold that memory has
  // no defined contents before and after a constructor that leaves it alone, and drop the zeroes;
  // so its address is shown to them as one that is read and written elsewhere.
  //
  // The heap knows the object as soon as its base is constructed, and could not take it back: so an
  // exception of the constructor ends the program here.
  template <class T, class... Arguments>
  // NOLINTNEXTLINE(bugprone-exception-escape)
  static T* Build(const Construction& construction, Arguments&&... arguments) noexcept {
    T* const object = new (Reveal(construction.memory))
        T(construction.birth, std::forward<Arguments>(arguments)...);
    Reveal(object);
    return object;
  }
  void ShadeLoaded(Object* object);
  std::optional<Failure> Forbids(Object* holder, Object* target);
  static void CopyValues(Object& from, Object& to);
  void OutOfRoom(const char* class_name) const;
  Index EndOfTable() const;
  Object* Found(Index index);
  template <class T>
  T* Made(T* object) const {
    if (object == nullptr) OutOfRoom(T::kClass.name);
    return object;
  }

  std::unique_ptr<Collector> collector_;
};

// The trailing references of an object that was made with some.
template <class T>
std::span<ObjectPtr<Object>> Tail(T& object) {
  return {reinterpret_cast<ObjectPtr<Object>*>(&object + 1), TailOf(object)};
}

}  // namespace GC_BUILD
}  // namespace gc
