// model/explorer/published_lengths.h -- the lengths of the shortest runs that show each fault, as
// they were found.
//
// Of each fault and discipline two numbers are known (shortest_witness.h): the machine's own first
// finding, and the shortest run of a real table that the oracle confirms. They are kept here, so
// that a change of the model that makes a run shorter or longer is noticed: a test searches the
// heaps of 2 x 2 and 3 x 1 again, and Z3 is asked for each first finding (model/bounded).
//
// No larger heap that was searched (3 x 2 and, for clusters, 4 x 1) has a shorter run.
//
// Read next: shortest_witness.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/faults.h"
#include "reference/trace/trace.h"

namespace model {

struct PublishedLength {
  std::uint8_t first_finding = 0;  // operations and units; 0: the fault is harmless
  std::uint8_t confirmed = 0;      // the same, of the shortest run of a real table
  struct Heap {
    std::uint8_t objects = 0;
    std::uint8_t fields = 0;
  } found_in = {};  // the first heap that has the finding
};

struct PublishedLengths {
  gc::Fault fault;
  std::array<PublishedLength, 3> of;  // locals dead, rescanned, black
  constexpr const PublishedLength& In(reference::Locals locals) const {
    return of[static_cast<std::size_t>(locals)];
  }
};

// clang-format off
inline constexpr std::array<PublishedLengths, 66> kPublishedLengths = {{
    {gc::Fault::kStoreWithoutShading, {{{12, 12, {3, 1}}, {10, 10, {2, 2}}, {10, 10, {2, 2}}}}},
    {gc::Fault::kMoveIsFree, {{{12, 12, {3, 1}}, {11, 11, {2, 2}}, {11, 11, {2, 2}}}}},
    {gc::Fault::kSwapIsFree, {{{12, 12, {3, 1}}, {11, 11, {2, 2}}, {11, 11, {2, 2}}}}},
    {gc::Fault::kBlockCopy, {{{11, 11, {3, 1}}, {10, 10, {2, 2}}, {10, 10, {2, 2}}}}},
    {gc::Fault::kTakeBitwise, {{{12, 12, {3, 1}}, {11, 11, {2, 2}}, {11, 11, {2, 2}}}}},
    {gc::Fault::kRootWithoutShading, {{{11, 11, {2, 2}}, {8, 8, {2, 2}}, {8, 8, {2, 2}}}}},
    {gc::Fault::kKeepWithoutShading, {{{11, 11, {2, 2}}, {8, 8, {2, 2}}, {8, 8, {2, 2}}}}},
    {gc::Fault::kCountWithoutShading, {{{11, 11, {2, 2}}, {8, 8, {2, 2}}, {8, 8, {2, 2}}}}},
    {gc::Fault::kRegisterWithoutShading, {{{13, 13, {2, 2}}, {13, 13, {2, 2}}, {}}}},
    {gc::Fault::kSkipRawInFinalPass, {{{11, 11, {2, 2}}, {11, 11, {2, 2}}, {}}}},
    {gc::Fault::kSkipLocalsInFinalPass, {{{}, {12, 12, {2, 2}}, {}}}},
    {gc::Fault::kReadWithoutShading, {{{}, {}, {8, 8, {2, 2}}}}},
    {gc::Fault::kFindWithoutShading, {{{}, {}, {7, 7, {2, 2}}}}},
    {gc::Fault::kResolveWithoutShading, {{{9, 9, {2, 2}}, {9, 9, {2, 2}}, {9, 9, {2, 2}}}}},
    {gc::Fault::kBornWithOtherBit, {{{3, 3, {2, 2}}, {3, 3, {2, 2}}, {3, 3, {2, 2}}}}},
    {gc::Fault::kBornWithNeitherBit, {{{5, 5, {2, 2}}, {5, 5, {2, 2}}, {5, 5, {2, 2}}}}},
    {gc::Fault::kBornWithBothBits, {{{3, 3, {2, 2}}, {3, 3, {2, 2}}, {3, 3, {2, 2}}}}},
    {gc::Fault::kBornWhiteWhileMarking, {{{8, 8, {2, 2}}, {7, 7, {2, 2}}, {6, 6, {2, 2}}}}},
    {gc::Fault::kBornWhiteWhileGathering, {{{11, 12, {2, 2}}, {11, 12, {2, 2}}, {11, 12, {2, 2}}}}},
    {gc::Fault::kShadeWithoutQueueing, {{{12, 12, {3, 1}}, {9, 9, {2, 2}}, {9, 9, {2, 2}}}}},
    {gc::Fault::kQueueTwice, {{{11, 11, {2, 2}}, {8, 8, {2, 2}}, {8, 8, {2, 2}}}}},
    {gc::Fault::kEndBetweenFields, {{{9, 9, {2, 2}}, {9, 9, {2, 2}}, {9, 9, {2, 2}}}}},
    {gc::Fault::kMissASlot, {{{9, 9, {3, 1}}, {9, 9, {3, 1}}, {9, 9, {3, 1}}}}},
    {gc::Fault::kSkipReferencers, {{{11, 11, {2, 2}}, {11, 11, {2, 2}}, {11, 11, {2, 2}}}}},
    {gc::Fault::kLookAtOneList, {{{9, 9, {2, 2}}, {9, 9, {2, 2}}, {9, 9, {2, 2}}}}},
    {gc::Fault::kIgnoreUnfinishedTask, {{{5, 5, {2, 2}}, {5, 5, {2, 2}}, {5, 5, {2, 2}}}}},
    {gc::Fault::kBarrierOffLate, {{{11, 11, {2, 2}}, {11, 11, {2, 2}}, {11, 11, {2, 2}}}}},
    {gc::Fault::kIgnoreUnconstructed, {{{7, 7, {2, 2}}, {7, 7, {2, 2}}, {7, 7, {2, 2}}}}},
    {gc::Fault::kSwapWhileTracing, {{{6, 6, {2, 2}}, {6, 6, {2, 2}}, {6, 6, {2, 2}}}}},
    {gc::Fault::kSwapWhileGathering, {{{8, 8, {2, 2}}, {8, 8, {2, 2}}, {8, 8, {2, 2}}}}},
    {gc::Fault::kMarkDisregarded, {{{12, 12, {2, 2}}, {12, 12, {2, 2}}, {11, 11, {2, 2}}}}},
    {gc::Fault::kAnswerDoomed, {{{6, 6, {2, 2}}, {6, 6, {2, 2}}, {6, 6, {2, 2}}}}},
    {gc::Fault::kFindDoomed, {{{5, 5, {2, 2}}, {5, 5, {2, 2}}, {5, 5, {2, 2}}}}},
    {gc::Fault::kAnswerPending, {{{7, 7, {2, 2}}, {7, 7, {2, 2}}, {7, 7, {2, 2}}}}},
    {gc::Fault::kBarrierRevives, {{{8, 8, {2, 2}}, {8, 8, {2, 2}}, {8, 8, {2, 2}}}}},
    {gc::Fault::kSkipRecycledIndex, {{{13, 13, {2, 2}}, {13, 13, {2, 2}}, {13, 13, {2, 2}}}}},
    {gc::Fault::kSwapUnreachableToo, {{{8, 8, {2, 2}}, {8, 8, {2, 2}}, {8, 8, {2, 2}}}}},
    {gc::Fault::kMarkMemberOnly, {{{9, 9, {2, 2}}, {9, 9, {2, 2}}, {9, 9, {2, 2}}}}},
    {gc::Fault::kReturnEarly, {{{14, 14, {3, 1}}, {11, 11, {2, 2}}, {11, 11, {2, 2}}}}},
    {gc::Fault::kSkipOtherClusters, {{{10, 10, {2, 2}}, {10, 10, {2, 2}}, {10, 10, {2, 2}}}}},
    {gc::Fault::kSkipMutableObjects, {{{11, 11, {3, 1}}, {11, 11, {3, 1}}, {11, 11, {3, 1}}}}},
    {gc::Fault::kStoreSilently, {{{9, 9, {2, 2}}, {9, 9, {2, 2}}, {9, 9, {2, 2}}}}},
    {gc::Fault::kKeepStaleBits, {{{10, 10, {2, 2}}, {10, 10, {2, 2}}, {10, 10, {2, 2}}}}},
    {gc::Fault::kBlackenMembers, {{{14, 14, {3, 1}}, {11, 11, {2, 2}}, {11, 11, {2, 2}}}}},
    {gc::Fault::kKeepStaleBitIdle, {{{16, 16, {2, 2}}, {16, 16, {2, 2}}, {16, 16, {2, 2}}}}},
    {gc::Fault::kClusterInCycle, {{{12, 12, {2, 2}}, {11, 11, {2, 2}}, {11, 11, {2, 2}}}}},
    {gc::Fault::kJudgeByOwnBit, {{{9, 10, {2, 2}}, {9, 10, {2, 2}}, {9, 10, {2, 2}}}}},
    {gc::Fault::kNeitherClearNorFollow, {{{7, 12, {2, 2}}, {7, 12, {2, 2}}, {7, 12, {2, 2}}}}},
    {gc::Fault::kSkipImmutableGarbage, {{{10, 10, {3, 1}}, {10, 10, {3, 1}}, {10, 10, {3, 1}}}}},
    {gc::Fault::kSkipStoredGarbage, {{{11, 11, {2, 2}}, {9, 9, {2, 2}}, {9, 9, {2, 2}}}}},
    {gc::Fault::kKeepSerial, {{{11, 11, {2, 2}}, {11, 11, {2, 2}}, {11, 11, {2, 2}}}}},
    {gc::Fault::kWrapSerial, {{{14, 14, {2, 2}}, {14, 14, {2, 2}}, {14, 14, {2, 2}}}}},
    {gc::Fault::kReleaseAtBegin, {{{8, 8, {2, 2}}, {8, 8, {2, 2}}, {8, 8, {2, 2}}}}},
    {gc::Fault::kHoldManaged, {{{7, 7, {2, 2}}, {7, 7, {2, 2}}, {7, 7, {2, 2}}}}},
    {gc::Fault::kIgnoreOneFlag, {{{6, 6, {2, 2}}, {6, 6, {2, 2}}, {6, 6, {2, 2}}}}},
    {gc::Fault::kNeverLookAgain, {{{9, 9, {2, 2}}, {9, 9, {2, 2}}, {9, 9, {2, 2}}}}},
    {gc::Fault::kBeginTwice, {{{6, 6, {2, 2}}, {6, 6, {2, 2}}, {6, 6, {2, 2}}}}},
    {gc::Fault::kFinishTwice, {{{7, 7, {2, 2}}, {7, 7, {2, 2}}, {7, 7, {2, 2}}}}},
    {gc::Fault::kFinishBeforeBegin, {{{6, 6, {2, 2}}, {6, 6, {2, 2}}, {6, 6, {2, 2}}}}},
    {gc::Fault::kSkipBegin, {{{7, 7, {2, 2}}, {7, 7, {2, 2}}, {7, 7, {2, 2}}}}},
    {gc::Fault::kSkipFinish, {{{8, 8, {2, 2}}, {8, 8, {2, 2}}, {8, 8, {2, 2}}}}},
    {gc::Fault::kFreeEachAtOnce, {{{11, 11, {2, 2}}, {11, 11, {2, 2}}, {11, 11, {2, 2}}}}},
    {gc::Fault::kDropWaiting, {{{9, 9, {2, 2}}, {9, 9, {2, 2}}, {9, 9, {2, 2}}}}},
    {gc::Fault::kFreeUnready, {{{8, 8, {2, 2}}, {8, 8, {2, 2}}, {8, 8, {2, 2}}}}},
    {gc::Fault::kWaitingKeepsReferences, {{{14, 14, {2, 2}}, {14, 14, {2, 2}}, {14, 14, {2, 2}}}}},
    {gc::Fault::kLetItLeak, {{{11, 13, {2, 2}}, {11, 13, {2, 2}}, {11, 13, {2, 2}}}}},
}};
// clang-format on

constexpr const PublishedLengths& PublishedLengthsOf(gc::Fault fault) {
  for (const PublishedLengths& each : kPublishedLengths) {
    if (each.fault == fault) return each;
  }
  return kPublishedLengths.front();  // the test asks that each fault has its line
}

}  // namespace model
