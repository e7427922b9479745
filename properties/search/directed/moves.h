// properties/search/directed/moves.h -- the ways in which an incremental collector goes wrong, each
// as the mutator would make it.
//
// A move emits an operation, plans some, or does nothing where it does not fit.
//
// Read next: properties/search/directed/directed_run.h.

#pragma once

#include "properties/search/directed/directed_run.h"

namespace properties::moves {

// Objects that are made (moves_births.cc).
void Create(DirectedRun& run);   // mostly below another object, for depth
void Bear(DirectedRun& run);     // in a gap; roots the newborn, hangs something white below it
void Copy(DirectedRun& run);     // from one that refers to something white; cuts the template
void Reserve(DirectedRun& run);  // hangs something below an object whose constructor runs, cuts the
                                 // rest, begins a cycle, and lets the constructor end in it
void Complete(DirectedRun& run);
void Recycle(DirectedRun& run);  // frees what a weak reference means, and creates one in its place

// What objects refer to (moves_edges.cc).
void Store(DirectedRun& run);
void Cut(DirectedRun& run);
void Hide(DirectedRun& run);   // stores a white object where the collector has been, and cuts every
                               // other way to it
void Carry(DirectedRun& run);  // the same by one move or swap, which stores and cuts at once
void Contain(DirectedRun& run);  // the same by an element of a container, or by a whole container
                                 // that is moved

// What holds an object and is no field (moves_holders.cc).
void Adopt(DirectedRun& run);  // hides an object by a root, a keep flag, a count or a referencer
void Root(DirectedRun& run, bool yes);
void Strong(DirectedRun& run);
void Keep(DirectedRun& run);
void Refer(DirectedRun& run);
void Local(DirectedRun& run);
void Ready(DirectedRun& run, bool yes);

// What is asked for (moves_reads.cc).
void WeakMake(DirectedRun& run);
void Revive(DirectedRun& run);   // reads a white or doomed object weakly and keeps what was read
void Find(DirectedRun& run);     // the same by its name
void Resolve(DirectedRun& run);  // the same by a field that is a handle, black if there is one

// How objects live and die (moves_fates.cc).
void Permanent(DirectedRun& run);  // gives a permanent object something to hold, or reaches it in
                                   // one cycle and not in the next
void Resurrect(DirectedRun& run);  // cuts every way to an object that stores itself into another as
                                   // it dies
void Garbage(DirectedRun& run);    // marks something as garbage, and stores it where the collector
                                   // has been; or lets an outer or a protecting referencer hold it
void Cluster(DirectedRun& run);  // makes a cluster and begins a cycle; stores into a member, or has
                                 // one found in it
void Dissolve(DirectedRun& run);

}  // namespace properties::moves
