#include "properties/memory/core_tables.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/object/entry.h"
#include "core/object/table.h"
#include "properties/subjects/core/list_memory.h"
#include "reference/memory/paper_table.h"

namespace properties::memory {
namespace {

using reference::memory::kIndicesOfChunk;
using reference::memory::kNone;
using reference::memory::PaperTable;

constexpr int kChangesOfATable = 120;
constexpr std::uint32_t kMostAtOnce = 40;
// Longer lists are compared item by item now and then.
constexpr std::size_t kMostInOrder = 2000;

class TableJudge {
 public:
  TableJudge(std::uint64_t seed, bool lies, PaperVerdict& verdict)
      : random_(Mix(seed)), lies_(lies), verdict_(verdict) {}

  void Judge() {
    for (int heap = 0; heap < 2 && Agrees(); ++heap) {
      Open();
      for (int i = 0; i < kChangesOfATable && Agrees(); ++i) {
        Change();
        Compare();
      }
      CompareMarks();
      table_.Recycle();
      CompareRecycled();
    }
  }

 private:
  bool Agrees() const { return verdict_.difference.empty(); }
  void Same(const char* what, std::uint64_t said, std::uint64_t should) {
    verdict_.Same(what, said, should);
  }
  std::uint32_t Some() { return 1 + random_.Below(kMostAtOnce); }

  void Open() {
    const bool chunks = random_.Chance(1, 3);
    const std::uint32_t most = chunks ? random_.Below(3 * kIndicesOfChunk) : random_.Below(200);
    const std::uint32_t low = random_.Chance(1, 2) ? 0 : random_.Below(30);
    const bool reuse = random_.Chance(3, 4);
    const bool at_once = random_.Chance(1, 3);
    table_.Open(most, {.low = low, .preallocate = at_once, .reuse = reuse});
    paper_.Open(most, low, reuse);
    used_.clear();
    Compare();
    if (at_once) CompareBlock();
  }
  // Chunks that were made at once lie side by side.
  void CompareBlock() {
    const auto* const first = reinterpret_cast<const std::byte*>(&table_[0]);
    for (gc::Index index = 0; index < table_.Capacity(); index += kIndicesOfChunk) {
      const auto* const chunk = reinterpret_cast<const std::byte*>(&table_[index]);
      Same("where a chunk lies that was made at once", static_cast<std::uint64_t>(chunk - first),
           std::uint64_t{index / kIndicesOfChunk} * sizeof(gc::Chunk));
    }
  }

  void Change() {
    switch (random_.Below(12)) {
      case 0:
        return AcquireLow();
      case 1:
        if (!random_.Chance(1, 20)) return;
        return Claim(random_.Below(paper_.capacity + 2));
      case 2:
      case 3:
        return Claim(paper_.end + random_.Below(20));
      case 4:
        return Claim(random_.Below(paper_.end + 1));
      case 5:
      case 6:
      case 7:
        return Release();
      case 8:
        return GiveBack();
      case 9:
        return Trim();
      case 10:
        if (random_.Chance(1, 60)) return FillUp();
        if (random_.Chance(1, 2)) SetReuse(!paper_.reuses);
        return;
      default:
        for (std::uint32_t i = Some(); i-- > 0;) Acquire();
    }
  }

  gc::Index Acquire() {
    const bool quick = table_.HasReleased();
    const std::uint32_t should = paper_.Acquire();
    const gc::Index index =
        quick && random_.Chance(1, 2) ? table_.AcquireReleased() : table_.Acquire();
    if (index != should) Same("the index that is given", index, should);
    Use(should);
    return should;
  }
  // Its object writes into what was the place of a free index.
  void Use(gc::Index index) {
    if (index == kNone || !Agrees()) return;
    if (table_[index].Occupant() != nullptr) Same("objects of an index that is given", 1, 0);
    table_[index].strong.store(random_.Below(50), std::memory_order_relaxed);
    used_.push_back(index);
  }
  void AcquireLow() {
    const std::uint32_t should = paper_.AcquireLow();
    Same("the low index that is given", table_.AcquireLow(), should);
    if (should != kNone && random_.Chance(1, 3)) {
      table_.GiveBack(should);
      paper_.GiveBack(should);
    }
  }
  void Claim(gc::Index index) {
    const bool should = paper_.Claim(index);
    Same("an index is given to the one that asks for it", table_.Claim(index), should);
    if (should) Use(index);
  }
  void Release() {
    const bool room = !NoListMemory::kWorks || random_.Chance(2, 3);
    for (std::uint32_t i = Some(); i-- > 0 && !used_.empty();) {
      const std::size_t at = random_.Below(static_cast<std::uint32_t>(used_.size()));
      const gc::Index index = used_[at];
      used_[at] = used_.back();
      used_.pop_back();
      Release(index, room);
    }
  }
  // Without memory there may be room on the list all the same.
  void Release(gc::Index index, bool memory) {
    const std::size_t before = table_.Free().size();
    if (!lies_ || random_.Chance(4, 5)) {
      const FailingAllocation none(0, true);
      const MayFail fails(!memory);
      table_.Release(index);
    }
    const bool is_listed = table_.Free().size() > before;
    if (memory) Same("an index that came back is free", is_listed, true);
    paper_.Release(index, is_listed);
  }
  void GiveBack() {
    const gc::Index index = Acquire();
    if (index == kNone || !Agrees()) return;
    used_.pop_back();
    table_.GiveBack(index);
    paper_.GiveBack(index);
  }
  void Trim() {
    table_.Trim();
    paper_.ListSpilled();
  }
  void SetReuse(bool reuse) {
    paper_.reuses = reuse;
    table_.SetReuse(reuse);
  }
  // To the last one that there is, which may be one that was not used.
  void FillUp() {
    if (paper_.capacity > kIndicesOfChunk) return;
    while (paper_.end + 1 < paper_.capacity && Agrees()) Acquire();
    SetReuse(random_.Chance(1, 2));
    GiveBack();
    SetReuse(true);
    Compare();
    while (!paper_.IsFull() && Agrees()) Acquire();
    Compare();
    Acquire();
  }

  void Compare() {
    if (!Agrees()) return;
    Same("the end of the indices", table_.End(), paper_.end);
    Same("the highest index but one", table_.Capacity(), paper_.capacity);
    Same("the first index behind the low ones", table_.First(), paper_.first);
    Same("low indices in use", table_.LowUsed(), paper_.next_low - 1);
    Same("low indices are left", table_.HasLow(), paper_.next_low < paper_.first);
    Same("an index is low", table_.IsLow(paper_.first), false);
    Same("an index before it is low", table_.IsLow(paper_.first - 1), true);
    Same("the table is full", table_.IsFull(), paper_.IsFull());
    Same("free indices", table_.Free().size(), paper_.released.size());
    if (paper_.released.size() > kMostInOrder && !random_.Chance(1, 40)) return;
    std::vector<gc::Index> free;
    table_.Free().ForEach([&free](gc::Index index) { free.push_back(index); });
    Same("free indices in their order", free == paper_.released, true);
  }

  void CompareMarks() {
    std::vector<gc::MarkBits> paper(std::min<std::size_t>(paper_.end, 400));
    for (gc::Index index = 1; index < paper.size(); ++index) {
      if (random_.Chance(1, 3)) continue;
      paper[index] = static_cast<gc::MarkBits>(1u << random_.Below(6));
      table_.Mark(index).Store(paper[index]);
    }
    for (int i = 0; i < 60 && Agrees() && paper.size() > 1; ++i) {
      const auto size = static_cast<std::uint32_t>(paper.size());
      const gc::Index from = 1 + random_.Below(size - 1);
      const gc::Index end = from + random_.Below(size - from + 1);
      const auto bits = static_cast<gc::MarkBits>(1u << random_.Below(6));
      const bool or_none = random_.Chance(1, 2);
      const auto is_sought = [&](gc::MarkBits seen) {
        return (seen & bits) != 0 || (or_none && seen == 0);
      };
      const auto found = std::find_if(paper.begin() + from, paper.begin() + end, is_sought);
      Same("where a mark is found", table_.FindMark(from, end, bits, or_none),
           static_cast<std::uint64_t>(found - paper.begin()));
    }
    for (const gc::Index index : used_) {
      table_.Cluster(index).store(-3, std::memory_order_relaxed);
      table_[index].serial.store(7, std::memory_order_relaxed);
      table_[index].flags.Initialise(gc::flag::kRoot);
    }
  }
  // The next heap finds nothing of this one.
  void CompareRecycled() {
    Same("indices of a table that was emptied", table_.End(), 1);
    Same("its free indices", table_.Free().size(), 0);
    Same("its low indices", table_.LowUsed(), 0);
    table_.Open(1);
    for (const gc::Index index : used_) {
      if (index >= kIndicesOfChunk || !Agrees()) continue;
      if (!table_.Claim(index)) continue;
      const gc::Entry& entry = table_[index];
      Same("flags of an entry that was emptied", entry.flags.Load(), 0);
      Same("its serial", entry.serial.load(), 0);
      Same("its mark", table_.Mark(index).Load(), 0);
      Same("its cluster", static_cast<std::uint64_t>(table_.LinkOf(index)), 0);
    }
    table_.Recycle();
  }

  Random random_;
  const bool lies_;
  PaperVerdict& verdict_;
  gc::Table table_;
  PaperTable paper_;
  std::vector<gc::Index> used_;  // not the low ones
};

// An entry of a layout, beside an address and flags.
template <class AnEntry>
class EntryJudge {
 public:
  EntryJudge(std::uint64_t seed, PaperVerdict& verdict) : random_(Mix(seed)), verdict_(verdict) {}

  void Judge() {
    for (int i = 0; i < kChangesOfATable && verdict_.difference.empty(); ++i) {
      Change();
      Compare();
    }
  }

 private:
  // Several, or one; none that is no flag.
  gc::FlagWord SomeFlags() {
    const gc::FlagWord all = (gc::FlagWord{1} << gc::kFlagBits) - 1;
    return random_.Chance(1, 2) ? gc::FlagWord{1} << random_.Below(gc::kFlagBits)
                                : random_.Below(all + 1);
  }
  void Change() {
    const gc::FlagWord bits = SomeFlags();
    switch (random_.Below(8)) {
      case 0:
        if (object_ != nullptr) return;
        entry_.flags.Initialise(bits);
        flags_ = bits;
        return;
      case 1:
        return Publish();
      case 2:
        entry_.flags.Set(bits);
        flags_ |= bits;
        return;
      case 3:
        entry_.flags.SetAlone(bits);
        flags_ |= bits;
        return;
      case 4:
        entry_.flags.Clear(bits);
        flags_ &= ~bits;
        return;
      case 5:
        entry_.flags.Finish(bits);
        flags_ &= ~bits;
        return;
      case 6:
        entry_.flags.FinishAlone(bits);
        flags_ &= ~bits;
        return;
      default:
        return Leave();
    }
  }
  // The object is known by its address alone.
  void Publish() {
    if (object_ != nullptr) return;
    const std::uint64_t address = (std::uint64_t{random_.Below(1u << 31)} << 14 | 8) * 8;
    object_ = reinterpret_cast<gc::Object*>(address & 0xffff'ffff'fff8);
    entry_.Publish(*object_);
  }
  void Leave() {
    if (random_.Chance(1, 2)) {
      entry_.Unpublish();
    } else {
      entry_.Empty();
      flags_ = 0;
    }
    object_ = nullptr;
  }
  void Compare() {
    const gc::FlagWord asked = SomeFlags();
    verdict_.Same("flags of an entry", entry_.flags.Load(), flags_);
    verdict_.Same("flags that are acquired", entry_.flags.Acquire(), flags_);
    verdict_.Same("an entry has one of some flags", entry_.flags.Has(asked), (flags_ & asked) != 0);
    verdict_.Same("an entry has its object", entry_.Occupant() == object_, true);
  }

  Random random_;
  PaperVerdict& verdict_;
  AnEntry entry_;
  gc::Object* object_ = nullptr;
  gc::FlagWord flags_ = 0;
};

// An index that comes and goes leaves holes on the list, which must not grow with them.
void CompareCircle(PaperVerdict& verdict) {
  gc::FreeIndices free;
  for (gc::Index index = 1; index <= 6; ++index) free.Push(index);
  const auto circle = [&free](int times) {
    for (int i = 0; i < times; ++i) {
      free.Take(7, free.Push(7), [](gc::Index, gc::FreeIndices::Place) {});
    }
  };
  circle(20);
  const CountedAllocations counted;
  circle(200);
  verdict.Same("allocations of an index that comes and goes", counted.count(), 0);
}

}  // namespace

void CompareTables(std::uint64_t seed, bool lies, PaperVerdict& verdict) {
  TableJudge(seed, lies, verdict).Judge();
  CompareCircle(verdict);
  EntryJudge<gc::PackedEntry>(seed, verdict).Judge();
  EntryJudge<gc::PlainEntry>(seed, verdict).Judge();
}

}  // namespace properties::memory
