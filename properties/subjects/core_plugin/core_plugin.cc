// properties/subjects/core_plugin/core_plugin.cc -- our own collector, as a stranger would offer
// it.
//
// What the C interface cannot say, it cannot be judged by, and nobody notices: the verdict is
// "agree". So our own collector is judged through it as well. Its adapter of this tree is put
// behind the table of functions, in a shared library that the program loads as it loads any other;
// every run must then show the same as without the detour, and every fault that is caught without
// it must be caught with it (core_plugin_test.cc).
//
// The library has the faulty build alone, which obeys every rule until it is told otherwise.
//
// Read next: properties/subjects/offered/offered_subject.h.

#include <iterator>

#include "properties/base/fault_names.h"
#include "properties/subjects/core/core_subject.h"
#include "properties/subjects/offered/offered_subject.h"

namespace properties {
namespace {

std::unique_ptr<reference::Subject> MakeOurs(std::uint32_t fault) {
  const bool known = fault != 0 && fault <= std::size(gc::kFaults);
  return MakeFaultyCoreSubject(known ? gc::FaultSet(gc::kFaults[fault - 1].fault) : gc::FaultSet());
}

Offer OfferOfCore() {
  Offer offer{.name = "core", .version = "through its own plug-in", .make = &MakeOurs};
  for (const gc::FaultEntry& entry : gc::kFaults) offer.faults.push_back(NameOf(entry.fault));
  offer.fingerprints = true;
  return offer;
}

}  // namespace
}  // namespace properties

extern "C" const tricolour_subject* tricolour_subject_entry(std::uint32_t abi) {
  static const properties::Offer offer = properties::OfferOfCore();
  return properties::TableOf(offer, abi);
}
