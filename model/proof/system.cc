// model/proof/system.cc -- puts the actions together.

#include "model/proof/system.h"

namespace model {

using reference::Locals;

System::System(Logic& logic, gc::FaultSet faults, Locals locals, const Shape& shape)
    : Queries(logic, faults, locals, shape) {
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
  AddFlips();
  AddMask();
  AddAbandonment();
  AddBeginByHand();
  AddHeapEnd();
  if (helped_) {
    AddAskedField();
    AddWorkersGather();
    AddDestroyer();
  }
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
