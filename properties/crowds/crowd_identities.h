// properties/crowds/crowd_identities.h -- objects that are made again, and such as come from
// elsewhere with an index of their own.
//
// Included by core_crowds.cc only.

#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "core/population/stall.h"
#include "properties/crowds/crowd_heap.h"

namespace properties::crowds {
namespace {

class Identities {
 public:
  void Remember(CrowdHeap& crowd, std::uint32_t times, Random& random) {
    const std::vector<Id> living = crowd.paper.Living();
    for (std::uint32_t i = 0; i < times && !living.empty(); ++i) {
      const Id id = random.Pick(std::span(living));
      if (crowd.paper.At(id).kind != 0 || id < crowd.permanent) continue;
      const gc::Identity identity = crowd.heap->IdentityOf(crowd.bodies[id], id);
      crowd.Same("the index of an identity", identity.index, crowd.bodies[id]->header().index);
      crowd.Same("the number of an identity", identity.remote, id);
      remembered_.push_back(identity);
    }
  }

  // Where nothing else has its index.
  void MakeAgain(CrowdHeap& crowd, Random& random) {
    crowd.Settle();
    for (const gc::Identity& identity : remembered_) {
      const Id id = static_cast<Id>(identity.remote);
      if (crowd.paper.At(id).there || !IsFree(crowd, identity.index)) continue;
      Being* const body = Make(crowd, id, identity);
      if (body == nullptr) continue;
      ++crowd.made[0];
      crowd.paper.Revive(id, true);
      crowd.bodies[id] = body;
      crowd.heap->AddRoot(body);
    }
    if (!random.Chance(1, 2)) return;
    for (const gc::Identity& identity : std::exchange(remembered_, {})) {
      crowd.heap->Forget(identity);
      Refused(crowd, "an identity that was forgotten is refused", identity);
    }
  }

  // An index that was never given out, and seldom one in a chunk that is not there yet; the indices
  // between are free from then on.
  void Claim(CrowdHeap& crowd, Random& random) {
    const gc::Index end = crowd.heap->collector().population.table.End();
    if (end >= crowd.heap->collector().population.table.Capacity()) return;
    if (!crowd.weak.empty() && random.Chance(1, 3)) return ClaimAnothers(crowd, end, random);
    gc::Identity identity{.index = end + random.Below(random.Chance(1, 30) ? 70'000 : 100)};
    identity.serial = NextSerial(crowd, random);
    const Id id = crowd.paper.Size();
    const bool fits = identity.index < crowd.heap->collector().population.table.Capacity();
    if (!fits) return;
    ClaimBehind(crowd, identity);
    ClaimForTooLarge(crowd, identity);
    Being* const body = Make(crowd, id, identity);
    if (body == nullptr) return;
    gc::Index free = 0;
    crowd.heap->collector().population.table.Free().ForEach(
        [&](gc::Index index) { free += index >= end && index < identity.index; });
    crowd.Same("free indices below the one that was claimed", free, identity.index - end);
    crowd.Enter(Kind::kPlain, body, 0, true);
  }

  // Such an index, and the serial of an object of this heap, which was not asked for its identity.
  void ClaimAnothers(CrowdHeap& crowd, gc::Index index, Random& random) {
    const gc::Serial serial = random.Pick(std::span(crowd.weak)).second.serial();
    const auto is_it = [serial](const gc::Identity& one) { return one.serial == serial; };
    if (serial == 0 || std::ranges::any_of(remembered_, is_it)) return;
    const gc::Identity identity{.index = index, .serial = serial};
    Refused(crowd, "an object with another one's serial is refused", identity);
  }

 private:
  // One that the heap has given to none: of an earlier heap, or later than all. The last one of the
  // earlier heaps comes first.
  gc::Serial NextSerial(const CrowdHeap& crowd, Random& random) {
    if (random.Chance(1, 2)) return crowd.heap->collector().serials.Last() + random.Between(1, 5);
    if (crowd.noted.last_before != 0 && !has_claimed_that_before_) {
      has_claimed_that_before_ = true;
      return crowd.noted.last_before;
    }
    const gc::Serial last = crowd.heap->collector().serials.Last();
    const gc::Serial step = random.Between(1, 5);
    next_serial_ += step;
    if (next_serial_ > crowd.noted.last_before && next_serial_ <= last) next_serial_ = last + step;
    return next_serial_;
  }
  // An index behind the table is refused, and with it nothing is taken.
  static void ClaimBehind(CrowdHeap& crowd, gc::Identity identity) {
    identity.index = crowd.heap->collector().population.table.Capacity();
    Refused(crowd, "there is no index behind the table", identity);
  }
  // Where there is no room for what an identity is claimed for, the claim is taken back.
  static void ClaimForTooLarge(CrowdHeap& crowd, const gc::Identity& identity) {
    if (crowd.options.max_bytes > 1'000'000) return;
    const auto tail = static_cast<std::uint32_t>(crowd.options.max_bytes / sizeof(void*));
    Refused(crowd, "there is no room for so large an object", identity, tail);
  }
  // No object is made with it, and no serial is given by that.
  static void Refused(CrowdHeap& crowd, const char* what, const gc::Identity& identity,
                      std::uint32_t tail = 0) {
    const gc::Serial last = crowd.heap->collector().serials.Last();
    const Being* const none =
        crowd.MakeOne(Kind::kPlain, crowd.paper.Size(), 0, {.tail = tail, .identity = &identity});
    crowd.Same(what, none == nullptr, true);
    crowd.Same("the last serial after a birth that was refused",
               crowd.heap->collector().serials.Last(), last);
  }
  // Null: the bound on the bytes is reached, or it should have been.
  static Being* Make(CrowdHeap& crowd, Id id, const gc::Identity& identity) {
    Being* const body = crowd.MakeOne(Kind::kPlain, id, 0, {.identity = &identity});
    if (body == nullptr) {
      const std::size_t all = crowd.heap->collector().memory.bytes() + BytesOf(Kind::kPlain);
      crowd.Same("there is no room for an identity", all > crowd.options.max_bytes, true);
    } else {
      crowd.Same("the index that was asked for", body->header().index, identity.index);
    }
    return body;
  }
  static bool IsFree(const CrowdHeap& crowd, gc::Index index) {
    return std::ranges::none_of(crowd.paper.Living(),
                                [&](Id id) { return crowd.bodies[id]->header().index == index; });
  }

  std::vector<gc::Identity> remembered_;
  gc::Serial next_serial_ = 1'000'000;
  bool has_claimed_that_before_ = false;
};

// What is made with an identity has an index of its own, and none of the window's.
inline void CompareWindow(CrowdVerdict& verdict) {
  gc::Heap heap({.max_disregarded = 3, .permanent_bytes = 1000});
  const Being* const first = heap.New<Plain>(0);
  verdict.Same("an object of the window is in the pool",
               gc::kFaulty || heap.collector().memory.pool().Contains(first), true);
  const gc::Identity identity{.index = 9, .serial = 1};
  const Being* const made = heap.TryMake<Plain>({.identity = &identity}, 1);
  verdict.Same("an object with an identity is made in the window", made != nullptr, true);
  verdict.Same("objects in the window, without it", heap.CloseDisregardWindow(), 1);
}

// An identity from an earlier heap serves until it is forgotten, and its serial nobody else.
inline void CompareForgotten(CrowdVerdict& verdict) {
  gc::Stall stall;
  const gc::Stall::Use use(stall);
  {
    gc::Heap before;
    const gc::WeakPtr<Plain> gives_it_a_serial(before.New<Plain>(0));
  }
  gc::Heap heap;
  const gc::Identity identity{.index = 9, .serial = heap.collector().serials.Last()};
  const auto makes = [&heap](gc::Identity one) {
    const bool made = heap.TryMake<Plain>({.identity = &one}, 0) != nullptr;
    heap.Collect();
    heap.FinishPurge({});
    return made;
  };
  for (int i = 0; i < 2; ++i) verdict.Same("an identity serves again", makes(identity), true);
  heap.Forget(identity);
  verdict.Same("an identity that was forgotten serves", makes(identity), false);
  verdict.Same("its serial serves with another index",
               makes({.index = 12, .serial = identity.serial}), false);
  gc::Serials& serials = heap.collector().serials;
  const gc::Serial last = serials.Last();
  constexpr gc::Serial kHalf = ~gc::Serial{0} / 2;
  for (const gc::Serial given : {kHalf, kHalf + 1}) {
    serials.SkipTo(given);
    verdict.Same("more than half of all serials are given", serials.IsUsedUp(), given > kHalf);
  }
  serials.SkipTo(last);
}

// Nothing looks at a plain object as it ends, and its serial ends all the same.
inline void CompareSwept(CrowdVerdict& verdict) {
  gc::Heap heap;
  std::vector<gc::WeakPtr<Plain>> gives_them_serials;
  for (Id id = 0; id < 20; ++id) gives_them_serials.emplace_back(heap.New<Plain>(id));
  for (const gc::WeakPtr<Plain>& one : gives_them_serials) {
    const gc::Entry& entry = heap.collector().population.EntryOf(*one.Get());
    verdict.Same("an object that ends without code of its own is known to",
                 !gc::ObjectMemory::kHasSlots || entry.flags.Has(gc::flag::kPlain), true);
  }
  heap.Collect();
  heap.FinishPurge({});
  const gc::Table& table = heap.collector().population.table;
  std::uint64_t with_serial = 0;
  for (const gc::Index index : table.Indices()) with_serial += table[index].serial.load() != 0;
  verdict.Same("indices of plain objects that have ended, with a serial", with_serial, 0);
}

}  // namespace
}  // namespace properties::crowds
