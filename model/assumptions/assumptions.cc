// model/assumptions/assumptions.cc -- the table of assumptions, with the test of core that shows
// each.

#include "model/assumptions/assumptions.h"

namespace model {

const std::array<AssumptionEntry, kAssumptionCount>& Assumptions() {
  static constexpr std::array<AssumptionEntry, kAssumptionCount> kEntries = {{
      {.assumption = Assumption::kNamesDieAtSteps,
       .name = "names-die-at-steps",
       .sentence = "the mutator uses an object only if it made it, read it, or reached it from "
                   "what is kept, since the last step of the collector",
       .of_guard = true,
       .test = "CheckedBarrier.AStoreOfADoomedObjectWhileGatheringIsCaughtAndTheObjectNamed",
       .no_test_because = ""},
      {.assumption = Assumption::kDisregardedHoldKept,
       .name = "disregarded-hold-kept",
       .sentence = "a disregarded object is given only what is disregarded, a root, kept or "
                   "counted, whichever way its slot is written",
       .of_guard = true,
       .test = "CheckedAssumptionsDeathTest.ADisregardedObjectThatIsGivenWhatNothingKeepsIsNamed",
       .no_test_because = ""},
      {.assumption = Assumption::kDisregardedKeepRoots,
       .name = "disregarded-keep-roots",
       .sentence = "what a disregarded object refers to stays a root, kept or counted",
       .of_guard = true,
       .test = "CheckedAssumptionsDeathTest.WhatADisregardedObjectRefersToStaysKept",
       .no_test_because = ""},
      {.assumption = Assumption::kCompletedOnce,
       .name = "completed-once",
       .sentence = "a reserved object is completed once, after its constructor has run, and "
                   "nothing else is",
       .of_guard = true,
       .test = "ReserveDeathTest.OnlyWhatIsReservedIsCompleted",
       .no_test_because = ""},
      {.assumption = Assumption::kOneAtATime,
       .name = "one-at-a-time",
       .sentence = "no two operations of the mutator overlap, and none overlaps a step of the "
                   "collector, but for threads in sections of the lock",
       .of_guard = false,
       .test = "CheckedUseDeathTest.ByTwoThreadsAtOnceWithoutALockNamesBoth",
       .no_test_because = ""},
      {.assumption = Assumption::kStepsBetweenOperations,
       .name = "steps-between-operations",
       .sentence = "no step of the collector is asked for from a constructor or a callback",
       .of_guard = false,
       .test = "MisuseDeathTest.CollectingInAConstructor",
       .no_test_because = ""},
      {.assumption = Assumption::kStoresAreSeen,
       .name = "stores-are-seen",
       .sentence = "every reference to an object lies in a field of its holder's schema, which "
                   "does not change, and is written by the pointer type of that field",
       .of_guard = false,
       .test = "VerificationOfTheUnreachable.NamesTheHolderTheFieldAndTheWayFromARoot",
       .no_test_because = ""},
      {.assumption = Assumption::kHeapsAreApart,
       .name = "heaps-are-apart",
       .sentence = "no object refers to one of another heap",
       .of_guard = false,
       .test = "CheckedUseDeathTest.OfAnObjectOfAnotherHeapIsNamedByHolderAndField",
       .no_test_because = ""},
      {.assumption = Assumption::kObjectsStay,
       .name = "objects-stay",
       .sentence = "nothing but the collector destroys or moves an object",
       .of_guard = false,
       .test = "",
       .no_test_because = "objects that are copied, moved or made by operator new do not compile"},
      {.assumption = Assumption::kLocalsAreRegistered,
       .name = "locals-are-registered",
       .sentence = "a raw reference that is used after a step is in a Local, in a discipline that "
                   "has locals",
       .of_guard = false,
       .test = "CheckedUseDeathTest.OfAFreedObjectInAStore",
       .no_test_because = ""},
      {.assumption = Assumption::kReferencersReportAll,
       .name = "referencers-report-all",
       .sentence = "a referencer that is registered reports all that it holds whenever it is "
                   "asked, and leaves before it is gone",
       .of_guard = false,
       .test = "",
       .no_test_because =
           "what a referencer holds beside what it reports is known to its author alone"},
      {.assumption = Assumption::kReportersOnlyReport,
       .name = "reporters-only-report",
       .sentence = "a referencer that is asked changes nothing but the slots that it reports",
       .of_guard = false,
       .test = "FactoryDeathTest.MakingAnObjectInAReporterIsFatalToo",
       .no_test_because = ""},
      {.assumption = Assumption::kCountsBalance,
       .name = "counts-balance",
       .sentence = "a strong count is dropped as often as it was taken",
       .of_guard = false,
       .test = "MisuseDeathTest.DroppingACountThatWasNotTaken",
       .no_test_because = ""},
      {.assumption = Assumption::kCallbacksLeakNothing,
       .name = "callbacks-leak-nothing",
       .sentence = "a destroy callback stores no doomed object where a live one can see it, and "
                   "otherwise changes only doomed objects",
       .of_guard = false,
       .test =
           "CheckedAssumptionsDeathTest.ADoomedObjectThatIsStoredInALiveOneIsNamedWithItsHolder",
       .no_test_because = ""},
      {.assumption = Assumption::kFinishersUseNothing,
       .name = "finishers-use-nothing",
       .sentence = "from finish-destroy on, an object uses no other that is not disregarded",
       .of_guard = false,
       .test = "CheckedTouch.AnObjectThatIsUsedWhileOrAfterItFinishesIsCaughtAndNamed",
       .no_test_because = ""},
      {.assumption = Assumption::kMemorySuffices,
       .name = "memory-suffices",
       .sentence = "an allocation succeeds, or changes nothing",
       .of_guard = false,
       .test = "RoomDeathTest.SaysWhatWasTriedAndNamesNoRule",
       .no_test_because = ""},
      {.assumption = Assumption::kTicksGoOn,
       .name = "ticks-go-on",
       .sentence =
           "steps are asked for again and again, constructors end, and objects become ready",
       .of_guard = false,
       .test = "",
       .no_test_because =
           "a program that asks for no step makes no mistake, and has nothing collected"},
  }};
  return kEntries;
}

}  // namespace model
