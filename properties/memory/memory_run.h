// properties/memory/memory_run.h -- core's blocks and the source of them, its table, lists and
// workers, held against paper.
//
// A judged heap has a few objects, which fill no block. So the allocator is judged by runs of its
// own, in which slots are taken and freed by the hundred, and blocks by themselves. After each
// operation it is compared which block is given, how many bytes are mapped, whether slots overlap,
// are as large as they have to be and keep what is written, and all counts; and no block is taken
// while a hole is left.
//
// Read next: reference/memory/paper_blocks.h, properties/memory/core_memory.cc.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "properties/base/paper_run.h"

namespace properties::memory {

enum class MemoryVerb : std::uint8_t {
  kAllocate,  // size, times
  kFree,      // which, times
  kFreeSize,  // all of a size
  kTrim,
  kAge,
  kRecycle,     // if no slot is in use
  kTakeBlocks,  // times, of a source without slots
  kGiveBlocks,  // which, times
  kTrimSource,
  kAgeSource,
  kKeepOne,
  kLists,      // which kind of list, how it is used
  kTrimHeap,   // workers: with so many but one
  kLend,       // size, how many of a run are used
  kDropHeaps,  // not each time: one of them has very many objects
  kTables,     // seed
  kWorkers,    // seed
  kMap,        // seed
};
inline constexpr std::size_t kMemoryVerbs = 18;

struct MemoryOperation {
  MemoryVerb verb = MemoryVerb::kTrim;
  std::array<std::uint32_t, 2> numbers{};  // what, and how many times
};
using MemoryRun = std::vector<MemoryOperation>;

using MemoryVerdict = PaperVerdict;

// For tests: what the subject answers wrong, to see that it is noticed.
enum class MemoryLie : std::uint8_t {
  kNone,
  kSameSlot,  // gives one twice
  kBytes,     // maps a region too few
  kUsed,      // counts one more slot
  kBlocks,    // counts five more
  kForgets,   // what a list was given
  kNoTrim,    // keeps what it could give back
  kNoDrop,    // keeps a heap
  kLoses,     // an index that came back
  kTwice,     // does a task
  kMapped,    // keeps a source's regions
};

MemoryRun DrawMemoryRun(std::uint64_t seed);
MemoryVerdict JudgeMemory(const MemoryRun& run, MemoryLie lie = MemoryLie::kNone);
// The same difference with as few operations as leaving some out gives.
MemoryRun ShrunkMemory(MemoryRun run, MemoryLie lie = MemoryLie::kNone);
std::string TextOf(const MemoryRun& run);

}  // namespace properties::memory
