// properties/subjects/plugin/adapter_promises.h -- is each promise of an adapter kept at all?
//
// A verb that is promised and does nothing looks like a collector that loses references; a promise
// of events that are never published looks like one that does not collect. Each is asked for here
// with a few operations, of an adapter alone.
//
// Each question answers what is wrong, in one sentence; empty: nothing is.
//
// Read next: properties/subjects/plugin/adapter_check.h.

#pragma once

#include <string>

#include "reference/oracle/subject.h"

namespace properties {

// After swap, copy, append and the verbs of births, peek shows what must then be held.
std::string ChangesAreSeen(reference::Subject& subject);
// The same of append, erase and take. Needs `append`.
std::string ContainersAreSeen(reference::Subject& subject);
// A strong reference, a holder outside and a keep flag each keep an object, and let go of it.
std::string HoldersHold(reference::Subject& subject);
// With `units` and `staged_destruction`: the events of a cycle and of an end are published.
std::string PromisedEventsAreTold(reference::Subject& subject);
// The least verbs answer TRICOLOUR_DONE.
std::string AnswersAreKnown(reference::Subject& subject);
// Heaps that a `collect` leaves different have different fingerprints. Nothing is asked of a
// subject without.
std::string FingerprintsDiffer(reference::Subject& subject);

}  // namespace properties
