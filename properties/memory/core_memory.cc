// properties/memory/core_memory.cc -- core's blocks and their source, used beside places on paper.

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string>
#include <vector>

#include "core/memory/blocks.h"
#include "properties/memory/core_dropped.h"
#include "properties/memory/core_lists.h"
#include "properties/memory/core_mapped.h"
#include "properties/memory/core_tables.h"
#include "properties/memory/core_trim.h"
#include "properties/memory/core_workers.h"
#include "properties/memory/memory_run.h"
#include "reference/memory/paper_blocks.h"

namespace properties::memory {
namespace {

using reference::memory::kBlockBytes;
using reference::memory::PaperSlots;
using reference::memory::PaperSource;

// Small ones of which many words of a head are needed, and large ones of which few fill a block.
constexpr std::size_t kSizes[] = {1, 16, 17, 120, 256, 257, 1000, 2048, 5000, 8192};
constexpr std::size_t kMostSlots = 3000, kMostBlocks = 400;
constexpr std::size_t kMany = gc::Blocks::kSpares + 2;  // blocks of which not all are kept
// Of 120 times, heaps are dropped this often: there are very many objects in one.
constexpr std::uint32_t kReally = 8;

std::uintptr_t AddressOf(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

class MemoryJudge {
 public:
  explicit MemoryJudge(MemoryLie lie) : lie_(lie) {}
  ~MemoryJudge() {
    for (void* const block : taken_) alone_.Give(block);
  }

  MemoryVerdict Judge(const MemoryRun& run) {
    for (const MemoryOperation& operation : run) {
      Apply(operation);
      ++verdict_.applied;
      Compare();
      if (!verdict_.difference.empty()) break;
    }
    return verdict_;
  }

 private:
  struct Slot {
    std::byte* start = nullptr;
    std::size_t bytes = 0;
    std::uint8_t filled = 0;  // with this
  };

  void Same(const char* what, std::uint64_t said, std::uint64_t should) {
    verdict_.Same(what, said, should);
  }
  void Holds(const char* what, bool does) { Same(what, does, true); }

  void Apply(const MemoryOperation& operation) {
    const auto [what, more] = operation.numbers;
    const std::uint32_t times = more + 1;
    switch (operation.verb) {
      case MemoryVerb::kAllocate:
        for (std::uint32_t i = 0; i < times && slots_.size() < kMostSlots; ++i) {
          Allocate(kSizes[what % std::size(kSizes)]);
        }
        return;
      case MemoryVerb::kFree:
        for (std::uint32_t i = 0; i < times && !slots_.empty(); ++i) {
          Free((what + std::size_t{i} * 7) % slots_.size());
        }
        return;
      case MemoryVerb::kFreeSize:
        return FreeSize(kSizes[what % std::size(kSizes)]);
      case MemoryVerb::kTrim:
        blocks_.Trim();
        Same("blocks after a trim", blocks_.blocks(), paper_.Blocks());
        Holds("bytes after a trim are those of regions in use",
              source_.bytes() <= paper_.Blocks() * reference::memory::kRegionBytes);
        return FillAndFree(kSizes[what % std::size(kSizes)]);
      case MemoryVerb::kAge:
        return blocks_.Age();
      case MemoryVerb::kRecycle:
        if (!slots_.empty()) return;
        blocks_.Recycle();
        return Holds("few blocks are kept by the next heap",
                     blocks_.blocks() <= gc::Blocks::kSpares);
      case MemoryVerb::kTakeBlocks:
        for (std::uint32_t i = 0; i < 2 * times && taken_.size() < kMostBlocks; ++i) Take();
        return;
      case MemoryVerb::kGiveBlocks:
        for (std::uint32_t i = 0; i < 4 * times && !taken_.empty(); ++i) {
          Give((what + std::size_t{i} * 5) % taken_.size());
        }
        return;
      case MemoryVerb::kTrimSource:
        alone_.Trim();
        return paper_source_.Trim();
      case MemoryVerb::kAgeSource:
        for (std::uint32_t i = 0; i < 1 + times % 4; ++i) {
          alone_.Age();
          paper_source_.Age();
          Compare();
        }
        return;
      case MemoryVerb::kLists:
        return CompareLists(what, what * 128u + more, lie_ == MemoryLie::kForgets, verdict_);
      case MemoryVerb::kTables:
        return CompareTables(what * 128u + more, lie_ == MemoryLie::kLoses, verdict_);
      case MemoryVerb::kWorkers:
        return CompareWorkers(what * 128u + more, lie_ == MemoryLie::kTwice, verdict_);
      case MemoryVerb::kTrimHeap:
        return CompareTrimmed(1 + what % 3, lie_ == MemoryLie::kNoTrim, verdict_);
      case MemoryVerb::kLend:
        return Lend(kSizes[what % std::size(kSizes)], more % 3 == 0 ? more % 2 : more);
      case MemoryVerb::kDropHeaps:
        if (more < kReally || lie_ == MemoryLie::kNoDrop) {
          CompareDropped(lie_ == MemoryLie::kNoDrop, verdict_);
        }
        return;
      case MemoryVerb::kMap:
        return CompareMapped(what * 128u + more, lie_ == MemoryLie::kMapped, verdict_);
      case MemoryVerb::kKeepOne:
        alone_.KeepOne();
        return paper_source_.KeepOne();
    }
  }

  void Allocate(std::size_t bytes) {
    const std::size_t size_class = gc::Blocks::ClassOf(bytes);
    const auto before = blocks_.StatisticsOf(size_class);
    const bool from_run = slots_.size() % 3 == 0;
    void* memory = from_run ? blocks_.AllocateFromRun(bytes) : nullptr;
    if (memory == nullptr) memory = blocks_.Allocate(bytes);
    if (!Enter(memory, bytes)) return;
    const auto after = blocks_.StatisticsOf(size_class);
    Holds("a hole is filled first", before.used == before.slots || after.blocks == before.blocks);
  }

  // False if it is no slot for so many bytes.
  bool Enter(void* memory, std::size_t bytes) {
    const std::size_t size_class = gc::Blocks::ClassOf(bytes);
    if (lie_ == MemoryLie::kSameSlot && !slots_.empty()) memory = slots_.back().start;
    Holds("there is memory", memory != nullptr);
    if (memory == nullptr) return false;
    const std::size_t holds = gc::Blocks::BytesOfSlot(memory);
    const std::uintptr_t inside = AddressOf(memory) % kBlockBytes;
    Holds("a slot is large enough", holds >= bytes);
    Holds("a slot is no larger than it has to be",
          size_class == 0 || gc::Blocks::kSlotBytes[size_class - 1] < bytes);
    Holds("a slot is aligned", inside % 16 == 0);
    Holds("a slot lies in its block", inside >= 64 && inside + holds <= kBlockBytes);
    Holds("slots do not overlap", paper_.Add(AddressOf(memory), holds));
    if (!verdict_.difference.empty()) return false;
    Slot& slot = slots_.emplace_back();
    slot = {static_cast<std::byte*>(memory), bytes, static_cast<std::uint8_t>(++fill_)};
    std::memset(slot.start, slot.filled, bytes);
    return true;
  }

  // Another thread takes slots of a run, up to so many; and an older one may be freed, and others
  // taken, before the rest is taken back.
  void Lend(std::size_t bytes, std::uint32_t most) {
    gc::Blocks::Run run;
    const std::size_t size_class = gc::Blocks::ClassOf(bytes);
    if (!blocks_.Lend(size_class, run)) return Holds("there is memory", false);
    const std::size_t before = slots_.size();
    while (run.free != 0 && slots_.size() < before + most) {
      if (!Enter(gc::Blocks::TakeFrom(run, size_class), bytes)) break;
    }
    if (most % 2 == 1) FreeOneOf(size_class, before);
    for (std::uint32_t i = 0; i < most / 4 && most % 3 == 1; ++i) Allocate(bytes);
    blocks_.TakeBack(run);
    Same("what is left of a run that was taken back", run.free, 0);
  }

  void FreeOneOf(std::size_t size_class, std::size_t end) {
    for (std::size_t i = 0; i < end; ++i) {
      if (gc::Blocks::ClassOf(slots_[i].bytes) == size_class) return Free(i);
    }
  }
  void Free(std::size_t at) {
    const Slot slot = slots_[at];
    Holds("what was written stays",
          std::all_of(slot.start, slot.start + slot.bytes,
                      [&](std::byte one) { return one == std::byte{slot.filled}; }));
    blocks_.Free(slot.start);
    paper_.Remove(AddressOf(slot.start));
    slots_[at] = slots_.back();
    slots_.pop_back();
  }

  // As many blocks of a size as are needed to see how many are kept, if that are not too many
  // slots.
  void FillAndFree(std::size_t bytes) {
    const std::size_t size_class = gc::Blocks::ClassOf(bytes);
    const std::size_t most = slots_.size() + kMany * gc::Blocks::kSlotsPerBlock[size_class];
    if (most > kMostSlots) return;
    while (slots_.size() < most && verdict_.difference.empty()) Allocate(bytes);
    FreeSize(bytes);
  }

  // Of many blocks that become empty, a few are kept for whoever needs one next.
  void FreeSize(std::size_t bytes) {
    const std::size_t size_class = gc::Blocks::ClassOf(bytes);
    const auto before = blocks_.StatisticsOf(size_class);
    bool alone = true;
    for (std::size_t i = slots_.size(); i-- > 0;) {
      if (slots_[i].bytes == bytes) {
        Free(i);
      } else {
        alone = alone && gc::Blocks::ClassOf(slots_[i].bytes) != size_class;
      }
    }
    if (!alone || before.blocks < kMany || before.used == 0) return;
    std::size_t blocks = 0;
    for (std::size_t i = 0; i < gc::Blocks::kClasses; ++i) blocks += blocks_.StatisticsOf(i).blocks;
    Same("spare blocks", blocks_.blocks() - blocks, gc::Blocks::kSpares);
  }

  void Take() {
    const auto should = paper_source_.Next();
    void* const block = alone_.Take();
    Holds("a block is aligned", block != nullptr && AddressOf(block) % kBlockBytes == 0);
    if (block == nullptr) return;
    if (should) Same("the block that is given", AddressOf(block), *should);
    paper_source_.Taken(AddressOf(block));
    taken_.push_back(block);
    *static_cast<volatile char*>(block) = 1;  // it is mapped
  }
  void Give(std::size_t at) {
    alone_.Give(taken_[at]);
    paper_source_.Give(AddressOf(taken_[at]));
    taken_[at] = taken_.back();
    taken_.pop_back();
  }

  void Compare() {
    std::size_t blocks = 0, used = 0;
    for (std::size_t i = 0; i < gc::Blocks::kClasses; ++i) {
      const auto said = blocks_.StatisticsOf(i);
      blocks += said.blocks;
      used += said.used;
      Same("whether a class has blocks", blocks_.HasBlocksOf(i), said.blocks != 0);
      Same("slots of a class", said.slots, said.blocks * gc::Blocks::kSlotsPerBlock[i]);
    }
    Same("slots in use", used + (lie_ == MemoryLie::kUsed), slots_.size());
    const std::size_t all = blocks_.blocks() + (lie_ == MemoryLie::kBlocks ? 5 : 0);
    Holds("blocks are in a class, or spare", all >= blocks && all - blocks <= gc::Blocks::kSpares);
    Holds("few blocks hold nothing", blocks <= paper_.Blocks() + std::size(kSizes));
    Same("bytes that are mapped",
         alone_.bytes() - (lie_ == MemoryLie::kBytes && !taken_.empty() ? 1 : 0),
         paper_source_.bytes());
  }

  const MemoryLie lie_;
  MemoryVerdict verdict_;
  gc::BlockSource source_;
  gc::Blocks blocks_{source_};
  PaperSlots paper_;
  std::vector<Slot> slots_;
  std::size_t fill_ = 0;
  gc::BlockSource alone_;
  PaperSource paper_source_;
  std::vector<void*> taken_;
};

}  // namespace

MemoryVerdict JudgeMemory(const MemoryRun& run, MemoryLie lie) {
  return MemoryJudge(lie).Judge(run);
}

}  // namespace properties::memory
