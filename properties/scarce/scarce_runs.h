// properties/scarce/scarce_runs.h -- runs in which an allocation fails.
//
// Memory runs out once in a program's life, at any call. So a run is repeated with each allocation
// that core, or a container of its user, makes in it: that one fails, or it and all behind it. The
// call says so or does without, nothing is lost, and the run goes on. What was refused is left out
// of the run for the oracle too. A birth is refused only where nothing is doomed, as a heap that
// has no room frees that first.
//
// Read next: properties/subjects/core/list_memory.h, properties/tool/verify/paper_sections.h.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "properties/corpus/corpus.h"
#include "properties/subjects/core/list_memory.h"
#include "reference/oracle/subject.h"
#include "reference/trace/trace.h"

namespace properties {

inline constexpr bool kScarceRunsWork = NoListMemory::kWorks;

struct ScarceRun {
  std::string name;
  reference::Trace trace;
};

// The traces of the corpus in which only these allocations fail, without what they claim of the
// whole run: what was refused need not have been. And each with workers, and with its fields as
// members of each kind.
std::vector<ScarceRun> ScarceRunsOf(const Corpus& corpus);
// Where a sanitizer has the operators no list fails, and an entry that needs that has no fault to
// show.
bool CanShowItsFault(const CorpusEntry& entry);
// A trace of directed random, of core.
ScarceRun DirectedScarceRun(std::uint64_t seed);

struct ScarceVerdict {
  std::uint64_t runs = 0;
  std::uint64_t operations = 0;
  std::uint64_t last = 0;  // the number of the allocation that failed last
  std::string difference;  // the allocation, and what was found then; empty: none
};

// Judges a run with each allocation that it makes in turn, or with some `most` of them if there are
// more: others at each `turn`. If `for_good`, with that one and all behind it.
ScarceVerdict JudgeScarce(const reference::Trace& trace, bool for_good,
                          const std::function<std::unique_ptr<reference::Subject>()>& subject,
                          std::uint64_t most, std::uint64_t turn = 0);

}  // namespace properties
