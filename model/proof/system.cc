// model/proof/system.cc -- puts the actions together.

#include "model/proof/system.h"

namespace model {

using reference::Locals;

System::System(Logic& logic, gc::FaultSet faults, Locals locals, bool clusters,
               AssumptionSet unassumed)
    : Changes(logic, faults, locals, clusters, unassumed) {
  AddBirths();
  AddFieldActions();
  AddContainers();
  AddPermanent();
  AddResurrection();
  AddRootSetActions();
  AddWeakActions();
  AddReads();
  AddNamedBirth();
  AddLookUps();
  AddMarkingActions();
  AddScanActions();
  AddGatherActions();
  AddPurgeActions();
  AddIdleTick();
  AddWaitingActions();
  AddGarbage();
  AddOuter();
  if (!clusters_) return;
  AddClusters();
  AddActivation();
}

}  // namespace model
