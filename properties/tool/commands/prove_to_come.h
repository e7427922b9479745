// properties/tool/commands/prove_to_come.h -- what is known of threads that core does not have yet.
//
// Read next: model/threads/marker/protocol.h.

#pragma once

namespace tool {

struct ToCome {
  bool holds = true;      // nothing is wrong, and everything is proved
  bool witnessed = true;  // each fault has its witness, each order is needed or has a reason
};

// Prints what the memory does with the standard litmus tests, and what is known of the parallel
// marker to come. `drawn`: with every test, and each witness drawn. `deep`: larger machines, for
// a minute.
ToCome ProveToCome(bool drawn, bool deep);

}  // namespace tool
