// properties/tool/commands/prove_threads.h -- `prove --threads`: the protocols between threads.
//
// Read next: model/orders/weakening.h, model/threads/table.h.

#pragma once

namespace tool {

// Searches every interleaving of the protocols, with core's memory orders and with each weakened;
// `drawn`: prints the interleavings that go wrong; `deep`: larger machines of the markers that core
// does not have, for a minute. Returns the exit status.
int ProveThreads(bool drawn, bool deep);

}  // namespace tool
