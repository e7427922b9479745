// model/recheck/meanings.cc -- what each relation means, for readers of the exported system.

#include "model/recheck/system_file.h"

namespace model {

namespace {

struct Meaning {
  R relation;
  std::string_view sentence;
};

constexpr Meaning kMeanings[] = {
    {R::kCurrentIsA, "whether bit a means reachable; a flip changes it"},
    {R::kMarking, "from the flip to the end check"},
    {R::kGathering, "from the end check to the last index"},
    {R::kInitialPending, "the initial references are still to be taken"},
    {R::kPurgePending, "a batch is being destroyed"},
    {R::kEndDecided, "only with a fault: marking ends with the next unit"},
    {R::kAlloc, "an object is in the entry"},
    {R::kA, "the object has bit a"},
    {R::kB, "the object has bit b"},
    {R::kUnreachable, "the object is doomed"},
    {R::kUsed, "the entry is below the high-water mark of the table"},
    {R::kField, "(x, f, y): x.f refers to y"},
    {R::kWork, "the object waits in the work list"},
    {R::kBarrier, "the object waits in the barrier list"},
    {R::kTwice, "only with a fault: the object waits once more"},
    {R::kUnvisited, "the gather has still to visit the entry"},
    {R::kBatch, "the object is in the batch"},
    {R::kBegun, "the collector has begun the object's destruction"},
    {R::kFinished, "the collector has finished the object's destruction"},
    {R::kWaiting, "the object was not ready, and waits to be asked again"},
    {R::kPolling, "the object waits, and this purge has still to ask it"},
    {R::kRoot, "the object is a root"},
    {R::kKept, "the object has a keep flag"},
    {R::kConstructing, "the object's constructor has not run"},
    {R::kStrong, "the object's strong count is above zero"},
    {R::kHeld, "a local of the mutator holds the object"},
    {R::kReports, "(r, x): the referencer r is registered and reports x"},
    {R::kSlot, "(r, x): r's slot holds x, registered or not"},
    {R::kRaw, "the referencer reports a raw reference, whose changes cannot be observed"},
    {R::kProtects, "the referencer's slot is protected, so garbage in it is not cleared"},
    {R::kReady, "the object is ready to finish"},
    {R::kWeakTo, "(w, x): w was made for an object in entry x"},
    {R::kWeakSerial, "(w, n): w has serial n"},
    {R::kSerial, "(x, n): entry x has serial n"},
    {R::kIssued, "the serial was issued"},
    {R::kLastIssued, "only with a fault: the serial was issued last"},
    {R::kTogether, "(x, y): x and y are in one cluster; (x, x): x is in a cluster"},
    {R::kClusterRoot, "the object is the root of its cluster"},
    {R::kMutable, "(x, y): x's cluster lists the object y"},
    {R::kListsCluster, "(x, y): x's cluster lists the cluster of y"},
    {R::kToDissolve, "the object's cluster is dissolved when the gather is over"},
    {R::kOpen, "the field is scanned in each marking; a store into it dissolves no cluster"},
    {R::kJoinedWithA, "only with a fault: bit a meant reachable when the object joined"},
    {R::kGarbage, "the object is marked garbage"},
    {R::kImmutable, "the field keeps garbage too, and is never cleared"},
    {R::kNamed, "the mutator can name the object"},
    {R::kFresh, "the object was created or read since the last step of the collector"},
    {R::kMay,
     "the object may outlive the cycle: it was reachable at the flip, or born or read since"},
    {R::kCounted, "the same, but a reference to garbage does not count if a scan clears it"},
    {R::kRefused, "the object was asked in this purge, and was not ready"},
    {R::kDenied, "a read answered null for the object"},
    {R::kPromised, "a read while gathering led to the object"},
    {R::kScanned, "the object was scanned in this cycle"},
    {R::kToldBegin, "the object was told to begin its destruction"},
    {R::kToldFinish, "the object was told to finish its destruction"},
    {R::kRecycled, "only with a fault: an earlier object used the entry"},
    {R::kGone, "the object for which the weak reference was made is freed"},
    {R::kPermanent, "the object is never collected"},
    {R::kAuthored, "the object has a flag of its author, which a caller's mask may name"},
    {R::kMasked, "the mask of this cycle names the object"},
    {R::kByHand, "the object was begun by hand, and its unit of the purge is still to come"},
    {R::kDropped, "the heap was dropped, and its objects end"},
    {R::kLate, "the object was permanent, and ends last"},
    {R::kAsked, "the referencers were asked beside the flip"},
    {R::kCarried, "a referencer that was asked beside the flip reported the object"},
    {R::kFound, "a worker has doomed the object, and has not handed its list over"},
    {R::kHanded, "the entry is empty, and a worker has still to free the memory of its object"},
    {R::kResurrects, "only with a fault: (x, f, y): x stores itself into y.f when it is begun"},
};

}  // namespace

std::string_view MeaningOf(R relation) {
  for (const Meaning& meaning : kMeanings) {
    if (meaning.relation == relation) return meaning.sentence;
  }
  return {};
}

}  // namespace model
