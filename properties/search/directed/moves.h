// properties/search/directed/moves.h -- the ways in which an incremental collector goes wrong, as
// moves of the mutator.
//
// A move emits an operation, plans some, or does nothing if it does not fit.
//
// Read next: properties/search/directed/directed_run.h.

#pragma once

#include "properties/search/directed/directed_run.h"

namespace properties::moves {

// Moves that create objects (moves_births.cc). Create puts most objects below another one, for
// depth. Bear creates one in a gap, roots it and puts a white object below it. Copy copies an
// object that has a white reference, and cuts the template's. Reserve puts an object below one
// under construction, cuts its other references, begins a cycle, and lets the constructor end in
// it. Recycle frees the object of a weak reference, and creates one at the same index.
void Create(DirectedRun& run);
void Bear(DirectedRun& run);
void Abandon(DirectedRun& run);
void Copy(DirectedRun& run);
void Reserve(DirectedRun& run);
void Complete(DirectedRun& run);
void Recycle(DirectedRun& run);

// Moves that change what objects refer to (moves_edges.cc). Hide stores a white object into a black
// one, and cuts all other references to it. Carry does the same by one move or swap, which stores
// and cuts at once; Contain by an element of a container, or by moving a whole container.
void Store(DirectedRun& run);
void Cut(DirectedRun& run);
void Hide(DirectedRun& run);
void Carry(DirectedRun& run);
void Contain(DirectedRun& run);

// Moves that hold an object by something other than a field (moves_holders.cc). Adopt hides an
// object by a root, a keep flag, a count or a referencer.
void Adopt(DirectedRun& run);
void Root(DirectedRun& run, bool yes);
void Strong(DirectedRun& run);
void Keep(DirectedRun& run);
void Refer(DirectedRun& run);
void Local(DirectedRun& run);
void Ready(DirectedRun& run, bool yes);
// Flag gives an object a flag of its author, cuts what refers to it, and begins a cycle whose mask
// names it, or completes one.
void Flag(DirectedRun& run);

// Moves that ask for an object (moves_reads.cc). Revive reads a white or doomed object weakly and
// holds it. Find does the same by the object's name; Resolve by a field that is a handle, in a
// black object if there is one.
void WeakMake(DirectedRun& run);
void Revive(DirectedRun& run);
void Find(DirectedRun& run);
void Rename(DirectedRun& run);
void Resolve(DirectedRun& run);

// Moves about how objects live and die (moves_fates.cc). Permanent gives a permanent object
// something to hold, or reaches it in one cycle and not in the next. Resurrect cuts all references
// to an object that stores itself as it dies. Garbage marks an object as garbage, and stores it
// into a black one, or lets an outer or a protecting referencer hold it. Cluster makes a cluster
// and begins a cycle, or stores into a member, or stores a member.
void Permanent(DirectedRun& run);
void Resurrect(DirectedRun& run);
void Garbage(DirectedRun& run);
void Cluster(DirectedRun& run);
void Dissolve(DirectedRun& run);

// Moves that end an object and make it again (moves_identities.cc). Identify notes the identity of
// an object that weak references mean, and lets it go. Recreate makes an object again that is gone,
// and begins a cycle or reads it weakly.
void Identify(DirectedRun& run);
void Recreate(DirectedRun& run);
void BeginByHand(DirectedRun& run);

}  // namespace properties::moves
