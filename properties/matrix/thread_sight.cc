// properties/matrix/thread_sight.cc -- the answers, as .ci/broken_threads measured them.

#include "properties/matrix/thread_sight.h"

#include <array>
#include <cstddef>

namespace properties {
namespace {

using ThreadFault = model::threads::Fault;

constexpr Seen kYes = Seen::kYes;
constexpr Seen kNo = Seen::kNo;
constexpr Seen kNotThere = Seen::kNotThere;

constexpr std::string_view kOneStep =
    "a section counts itself and looks in one step on one word, so there is nothing to look at "
    "again (what core could do wrong instead is look-then-add)";
constexpr std::string_view kUnderMutex =
    "where workers mark, what they share and count stands under one mutex (what core could do "
    "wrong instead are the faults of marking by workers)";
constexpr std::string_view kTakenAlone =
    "a barrier list is taken only while no section is open; no index is flipped and no push is in "
    "run";
constexpr std::string_view kHangsOnly =
    "no access races; one side sleeps for ever, but only if both meet within a few instructions";
constexpr std::string_view kStrongMachine =
    "the machine that it ran on orders these accesses by itself; that C++ does not is what the "
    "sanitizer knows";
constexpr std::array<ThreadSight, model::threads::kFaultCount> kSights = {{
    {ThreadFault::kNoRecheck, kNotThere, kNotThere, kOneStep, ""},
    {ThreadFault::kLookThenAdd, kNo, kYes,
     "Lock::Enter loads the word, and adds itself in the next step",
     "both must meet within two instructions, and what is lost then must be used later; the "
     "sanitizer sees the race of any two that are not ordered"},
    {ThreadFault::kRecheckRunningOnly, kNotThere, kNotThere, kOneStep, ""},
    {ThreadFault::kRunningBeforeWants, kNotThere, kNotThere, kOneStep, ""},
    {ThreadFault::kLockWithoutFence, kNotThere, kNotThere,
     "both sides change one word, whose changes have one order, so no fence is needed", ""},
    {ThreadFault::kLeaveRelaxed, kNo, kYes, "Lock::Leave subtracts itself relaxed", kStrongMachine},
    {ThreadFault::kBarrierOutsideSection, kYes, kYes, "a mutator's thread opens no section", ""},
    {ThreadFault::kSleepWithoutComparing, kNo, kNo,
     "Lock::EnterSlowly sleeps, whatever the word has become", kHangsOnly},
    {ThreadFault::kLeaveWithoutWaking, kYes, kYes, "Lock::Leave wakes no thread", ""},
    {ThreadFault::kWakeWithoutMutex, kNo, kNo, "Lock::Leave wakes without the mutex", kHangsOnly},
    {ThreadFault::kIgnoreIntent, kYes, kYes, "Lock::Enter looks only whether a slice runs", ""},
    {ThreadFault::kRelaxedPush, kNo, kYes, "a new chunk is put on top relaxed", kStrongMachine},
    {ThreadFault::kRelaxedPop, kNo, kYes, "the chunk on top is read relaxed", kStrongMachine},
    {ThreadFault::kRelaxedBusy, kNotThere, kNotThere, kUnderMutex, ""},
    {ThreadFault::kQueueBeforeBusy, kNotThere, kNotThere, kUnderMutex, ""},
    {ThreadFault::kLeaveABatch, kNotThere, kNotThere, kUnderMutex, ""},
    {ThreadFault::kSwapAnIndex, kNotThere, kNotThere, kTakenAlone, ""},
    {ThreadFault::kFlipWithoutFence, kNotThere, kNotThere, kTakenAlone, ""},
    {ThreadFault::kTakeWhilePushing, kYes, kYes, "Lock::Acquire does not wait for sections", ""},
    {ThreadFault::kBarrierOffLate, kNotThere, kNotThere,
     "the check and the end are one unit of one slice; breaking that needs one thread, and the "
     "judge catches it (the row of the same name among core's rules)",
     ""},
    {ThreadFault::kLoadThenStore, kNo, kYes, "Marks::TryReplace reads the word and stores it",
     "two win one mark only if they write one word within two instructions of each other; under "
     "the sanitizer those take long enough, and a test of core fails"},
    {ThreadFault::kPlainStore, kNo, kNo, "Flags::Set and Clear read the word and store it",
     "load and store are atomic each, so nothing races; a flag is lost only if two threads write "
     "one word within two instructions"},
    {ThreadFault::kGiveWithoutMutex, kNo, kYes, "ParallelMarking::Share takes no mutex",
     "two workers must change the pool within a few instructions of each other; the sanitizer sees "
     "that nothing orders them"},
    {ThreadFault::kEndWithoutWaking, kYes, kYes,
     "ParallelMarking::WorkUntilOver wakes none when it is the last to be idle", ""},
    {ThreadFault::kLeaveWithObjects, kYes, kYes,
     "ParallelMarking::WorkUntilOver gives nothing back when its time is over", ""},
    {ThreadFault::kDropAside, kYes, kYes,
     "ParallelMarking::Run does not take what its workers have put aside", ""},
}};

constexpr bool StandInOrder() {
  for (std::size_t i = 0; i < kSights.size(); ++i) {
    if (static_cast<std::size_t>(kSights[i].fault) != i) return false;
  }
  return true;
}
static_assert(StandInOrder());

}  // namespace

const ThreadSight& ThreadSightOf(ThreadFault fault) {
  return kSights[static_cast<std::size_t>(fault)];
}

}  // namespace properties
