// properties/crowds/crowd_heap.h -- a heap, the crowd in it, and the same on paper.
//
// Included by core_crowds.cc only, which is compiled over two builds of core.
//
// A body is read only while the paper says that it lives: all others may be gone at any step.

#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "core/collect/collector.h"
#include "core/gc.h"
#include "core/inspect/report/class_counts.h"
#include "properties/base/random.h"
#include "properties/crowds/crowd_kinds.h"
#include "properties/crowds/crowd_options.h"
#include "properties/crowds/crowds_run.h"

namespace properties::crowds {
namespace {

using reference::crowds::kNobody;
using reference::crowds::PaperCrowd;

class CrowdHeap {
 public:
  // The bits of `seed` choose the options.
  CrowdHeap(std::uint64_t seed, CrowdVerdict& verdict, CrowdLie lies)
      : lie(lies), options(OptionsBy(seed, lock, heard)), verdict_(verdict) {
    heap.emplace(options);
    Beside::Begin(heap->collector().population.sharing, options);
    noted.last_before = heap->collector().serials.Last();
    MakePermanent();
    Same("objects in the window", heap->CloseDisregardWindow(), bodies.size());
    noted.in_window = static_cast<std::uint32_t>(bodies.size());
    permanent = options.max_disregarded;
  }
  ~CrowdHeap() {
    if (listening) heap->RemoveListener(&heard);
    weak.clear();
    ends.heap_ends = true;
    heap.reset();
    Same("heaps that want to be told of stores in the end", gc::heaps_listening.load(), told);
    Same("objects that were destroyed in the end", ends.destroyed,
         made[Number(Kind::kEnder)] + made[Number(Kind::kCaller)] + made[Number(Kind::kAnywhere)]);
    Same("objects that began their end", ends.begun, made[Number(Kind::kCaller)]);
    Same("objects that finished", ends.finished, made[Number(Kind::kCaller)]);
    Same("objects that begin or finish, and their flags do not say so", ends.unflagged, 0);
  }
  CrowdHeap(const CrowdHeap&) = delete;
  CrowdHeap& operator=(const CrowdHeap&) = delete;

  bool Lies(CrowdLie one) const { return lie == one; }
  static std::uint32_t Number(Kind kind) { return static_cast<std::uint32_t>(kind); }
  void Same(const char* what, std::uint64_t said, std::uint64_t should) {
    verdict_.Same(what, said, should);
  }

  // Null: the bound on the bytes is reached.
  Being* MakeOne(Kind kind, Id id, std::uint32_t tail, const gc::BirthOptions& birth = {}) {
    switch (kind) {
      case Kind::kPlain:
        if (birth.identity == nullptr && birth.flags == 0) return heap->TryNew<Plain>(id);
        return heap->TryMake<Plain>(birth, id);
      case Kind::kLarge:
        return heap->TryNew<Large>(id);
      case Kind::kHuge:
        return heap->TryNew<Huge>(id);
      case Kind::kTailed:
        return heap->TryNewWithTail<Tailed>(tail, id);
      case Kind::kEnder:
        return heap->TryNew<Ender>(id, ends);
      case Kind::kCaller:
        return heap->TryNew<Caller>(id, ends);
      case Kind::kAnywhere:
        return heap->TryNew<Anywhere>(id, ends);
      case Kind::kShower:
        return heap->TryNew<Shower>(id);
      case Kind::kRaw:
        noted.asked_for_raw = true;
        return heap->TryNew<Raw>(id);
      case Kind::kAsset:
        return heap->TryNew<Asset>(id);
      case Kind::kActor:
        return heap->TryNew<Actor>(id);
      case Kind::kScript:
        return heap->TryNew<Script>(id);
      case Kind::kListed:
        return heap->TryNew<Listed>(id, tail);
    }
    return nullptr;
  }
  // Adds what was made to the paper.
  void Enter(Kind kind, Being* body, std::uint32_t tail, bool root) {
    const std::size_t fields = HasMore(kind) ? 2 + tail : kind == Kind::kRaw ? 3 : 2;
    paper.Add(Number(kind), fields, root);
    bodies.push_back(body);
    ++made[Number(kind)];
    const gc::Index index = body->header().index;
    Holds("an index that is given is new", options.reuse_indices || !noted.given.contains(index));
    noted.given.insert(index);
    if (root && !Lies(CrowdLie::kForgetsARoot)) heap->AddRoot(body);
  }
  void Store(Id holder, std::size_t field, Id target) {
    paper.Store(holder, field, target);
    if (Lies(CrowdLie::kLosesAStore)) return;
    SlotOf(holder, field) = target == kNobody ? nullptr : bodies[target];
  }
  // A slot that the mutator may store into.
  gc::ObjectPtr<Being>& SlotOf(Id holder, std::size_t field) {
    Being& body = *bodies[holder];
    if (field < 2) return body.fields[field];
    if (paper.At(holder).kind == Number(Kind::kListed))
      return static_cast<Listed&>(body).At(field - 2);
    return reinterpret_cast<gc::ObjectPtr<Being>&>(gc::Tail(static_cast<Tailed&>(body))[field - 2]);
  }
  std::size_t StorableFields(Id id) const {
    const PaperCrowd::One& one = paper.At(id);
    if (one.cluster != kNobody) return 0;
    return one.kind == Number(Kind::kRaw) ? 2 : one.fields.size();
  }
  void Reuse(bool reuse) {
    options.reuse_indices = reuse;
    heap->ReuseIndices(reuse);
  }
  void SetRoot(Id id, bool root) {
    paper.SetRoot(id, root);
    if (root) {
      heap->AddRoot(bodies[id]);
    } else if (!Lies(CrowdLie::kKeepsARoot)) {
      heap->RemoveRoot(bodies[id]);
    }
    Same("it is a root", Lies(CrowdLie::kKeepsARoot) || heap->IsRoot(bodies[id]) == root, true);
  }
  // There was no room for an object. What lives fills the bytes that there may be, then; what is
  // dead too is known after a collection.
  void Lack(Kind kind, std::uint32_t tail) {
    const std::size_t bytes =
        BytesOf(kind) + (kind == Kind::kTailed ? std::size_t{tail} * sizeof(void*) : 0);
    Settle();
    const bool fits = heap->collector().memory.bytes() + bytes <= options.max_bytes;
    Being* const again = MakeOne(kind, paper.Size(), tail);
    Same("there is room again", again != nullptr, fits);
    if (again != nullptr) Enter(kind, again, tail, true);
  }
  // Whether it must not be marked garbage: it is held by a plain pointer, which is not cleared, or
  // from inside of a cluster, which would end.
  bool MustStay(Id id) const {
    if (std::ranges::find(noted.behind_clusters, id) != noted.behind_clusters.end()) return true;
    return std::ranges::any_of(paper.Living(), [&](Id holder) {
      const PaperCrowd::One& one = paper.At(holder);
      return one.kind == Number(Kind::kRaw) && one.fields[2] == id;
    });
  }

  // Takes a step of the collector, under the lock if there is one.
  template <class Do>
  auto Step(const Do& one) {
    gc::Lock* const held = heap->collector().population.sharing.lock();
    if (held != nullptr) held->Acquire();
    struct Release {
      gc::Lock* const lock;
      ~Release() {
        if (lock != nullptr) lock->Release();
      }
    } const release{held};
    return one();
  }
  // A whole collection, until everything is gone that can go.
  void Settle() {
    Step([this] { heap->Collect(); });
    std::size_t waiting = 1;
    for (int i = 0; i < 4 && waiting != 0; ++i) {  // some are ready when they are asked again
      const gc::Unready unready = Step([this] { return heap->FinishPurge({}); });
      CompareUnready(unready);
      waiting = unready.count;
    }
    Same("objects that are not ready in the end", waiting, 0);
    paper.Settle();
    CompareAll();
  }

  // What still waits is named, each once, and is of the class that may not be ready.
  void CompareUnready(const gc::Unready& unready) {
    Same("objects that are named of those that wait", unready.culprits.size(),
         std::min(unready.count, gc::Unready::kNamed));
    std::set<gc::Index> distinct;
    for (const gc::Unready::Culprit& one : unready.culprits) {
      Holds("what waits is of the class that may wait", one.type == &Caller::kClass);
      Holds("it is named once", distinct.insert(one.index).second);
      const gc::Object* const there = heap->collector().population.table[one.index].Occupant();
      Holds("it is still there", there != nullptr && there->header().type == &Caller::kClass);
    }
  }

  // What is reachable is as it was made and as it was stored.
  void CompareLiving() {
    for (const Id id : paper.Living()) {
      const PaperCrowd::One& one = paper.At(id);
      Being& body = *bodies[id];
      if (!Holds("a body that lives has its number", body.id == id)) return;
      Holds("it is in the table", gc::IsValidLowLevelFast(&body) && gc::IsValidLowLevel(&body));
      Holds("it is valid", gc::IsValid(&body) != one.garbage);
      for (std::size_t field = 0; field < one.fields.size(); ++field) CompareField(id, field);
      if (!verdict_.difference.empty()) return;
    }
    for (const auto& [id, reference] : weak) {
      const bool may_be_hidden = paper.At(id).garbage;
      const Being* const read = may_be_hidden ? reference.GetEvenIfGarbage() : reference.Get();
      if (paper.Lives(id)) Holds("a weak reference leads to what lives", read == bodies[id]);
      if (!paper.At(id).there) Holds("a weak reference to the dead is null", read == nullptr);
    }
  }

  // After a whole collection: and nothing else is there.
  void CompareAll() {
    CompareLiving();
    std::array<std::uint32_t, kKinds> living{};
    std::size_t bytes = 0;
    for (const Id id : paper.Living()) {
      const PaperCrowd::One& one = paper.At(id);
      ++living[one.kind];
      bytes += BytesOf(static_cast<Kind>(one.kind));
      if (one.kind == Number(Kind::kTailed)) bytes += (one.fields.size() - 2) * sizeof(void*);
    }
    Same("objects", heap->ObjectCount() + (Lies(CrowdLie::kCountsOneMore) ? 1 : 0),
         paper.Living().size());
    Same("bytes", heap->collector().memory.bytes() + (Lies(CrowdLie::kBytes) ? 8 : 0), bytes);
    CompareSlots();
    std::uint32_t counted = 0, shown = 0;
    for (const gc::ClassCount& one : gc::CountClasses(*heap)) {
      counted += one.objects;
      Same("of these doomed", one.doomed, 0);
    }
    Same("objects by class", counted, paper.Living().size());
    heap->ForEachObject([&](gc::Object& object) {
      const Id id = static_cast<Being&>(object).id;
      shown += id < bodies.size() && bodies[id] == &object;
    });
    Same("objects that a visit shows", shown, paper.Living().size());
    const auto dead = [&](Kind kind) { return made[Number(kind)] - living[Number(kind)]; };
    Same("destroyed", ends.destroyed + (Lies(CrowdLie::kEndsOneMore) ? 1 : 0),
         dead(Kind::kEnder) + dead(Kind::kCaller) + dead(Kind::kAnywhere));
    Same("begun", ends.begun, dead(Kind::kCaller));
    Same("finished", ends.finished, dead(Kind::kCaller));
    std::vector<gc::RawField> raw_fields;  // also if there was no room for one
    if (noted.asked_for_raw) raw_fields = {{"Raw", "plain"}, {"Raw", "unused"}};
    Holds("fields that go past the barrier are known", heap->FindRawFields() == raw_fields);
    if (!listening) {
      return Same("what a listener that has left is told", heard.births + heard.deaths, 0);
    }
    if (Lies(CrowdLie::kTellsOfNoDeath) && heard.deaths > 0) --heard.deaths;
    Same("objects that a listener knows of", present_then + heard.births - heard.deaths,
         paper.Living().size());
  }

  const CrowdLie lie;
  PaperCrowd paper;
  std::vector<Being*> bodies;  // by id
  Ends ends;
  Heard heard;
  bool listening = false;
  std::uint32_t present_then = 0;  // when the listener came
  std::vector<std::pair<Id, gc::WeakPtr<Being>>> weak;
  std::array<std::uint32_t, kKinds> made{};
  Id permanent = 0;                                       // the first of them are
  const std::uint32_t told = gc::heaps_listening.load();  // of stores: other heaps
  struct Noted {
    std::uint32_t in_window = 0;      // objects that were made in the window
    std::set<gc::Index> given;        // indices that objects have or had
    std::vector<Id> behind_clusters;  // objects to which members refer
    bool asked_for_raw = false;
    gc::Serial last_before = 0;  // the last serial of the heaps before it
  } noted;
  gc::Lock lock;
  gc::HeapOptions options;
  std::optional<gc::Heap> heap;

 private:
  // While the window is open, here or on another thread. A few more than it has room for are made
  // as usual, and counted too; in a section of their own, so that they are lent what they need.
  void MakePermanent() {
    const std::uint32_t more = options.max_disregarded % 4 * 3;
    const auto make = [this](std::uint32_t many, std::size_t fields) {
      for (std::uint32_t i = 0; i < many; ++i) {
        bodies.push_back(heap->New<Plain>(paper.Add(0, fields, true)));
      }
    };
    const bool beside = options.lock != nullptr && options.max_disregarded % 2 == 1;
    if (beside) {
      std::thread([&] {
        for (const bool as_usual : {false, true}) {
          const gc::Section section(lock);
          make(as_usual ? more : options.max_disregarded, as_usual ? 2 : 0);
        }
      }).join();
    } else {
      make(options.max_disregarded, 0);
      make(more, 2);
    }
    for (Being* const one : bodies) {
      if (beside) heap->HandOver(one);
      const bool is_low = one->id < options.max_disregarded;
      Holds("what is made in the window is disregarded, as far as there is room",
            heap->collector().population.table.IsLow(one->header().index) == is_low);
      if (!is_low) heap->AddRoot(one);
      noted.given.insert(one->header().index);
    }
    made[0] += static_cast<std::uint32_t>(bodies.size());
  }
  bool Holds(const char* what, bool does) {
    Same(what, does, true);
    return does;
  }

  // Each object that fits has one slot of a block, and there is no other in use.
  void CompareSlots() {
    if (permanent != 0 || gc::kFaulty || gc::kAddressesWatched) return;  // some are in no block
    std::size_t used = 0, should = 0;
    for (std::size_t i = 0; i < gc::Blocks::kClasses; ++i) {
      used += heap->collector().memory.blocks().StatisticsOf(i).used;
    }
    for (const Id id : paper.Living()) {
      const PaperCrowd::One& one = paper.At(id);
      if (one.fields.size() > kShort) return;  // it may be too large with its tail
      should += one.kind != Number(Kind::kHuge);
    }
    Same("slots of blocks in use", used, should);
  }

  // A reference to garbage may have been cleared, and then it is.
  void CompareField(Id holder, std::size_t field) {
    const PaperCrowd::One& one = paper.At(holder);
    const Id target = one.fields[field];
    const bool raw = one.kind == Number(Kind::kRaw) && field == 2;
    const Being* const there =
        raw ? static_cast<Raw&>(*bodies[holder]).plain : SlotOf(holder, field).Get();
    if (target == kNobody) {
      Holds("an empty field is empty", there == nullptr);
    } else if (there == nullptr && paper.At(target).garbage && paper.Clears()) {
      paper.Store(holder, field, kNobody);
    } else {
      Holds("a field holds what was stored", there == bodies[target]);
    }
  }

  static constexpr std::size_t kShort = 100;  // fields: so many fit a slot in any case
  CrowdVerdict& verdict_;
};

}  // namespace
}  // namespace properties::crowds
