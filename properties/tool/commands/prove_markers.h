// properties/tool/commands/prove_markers.h -- litmus tests, and markers that core does not have.
//
// Read next: model/threads/marker/protocol.h.

#pragma once

namespace tool {

struct Markers {
  bool holds = true;      // nothing is wrong, and everything is proved
  bool witnessed = true;  // each fault has its witness, each order is needed or has a reason
};

// Prints what the memory does with the standard litmus tests, and what is known of markers without
// a mutex, which core could have instead of its own. `drawn`: with every test, and each witness
// drawn. `deep`: larger machines, for a minute.
Markers ProveMarkers(bool drawn, bool deep);

}  // namespace tool
