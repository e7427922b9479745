// fuzz/mutation/trace_changes.h -- the ways to change a trace a little, each a function.
//
// What loses an object is an interleaving: a store that stands between two units instead of behind
// them, a cycle that begins before the last purge has ended, a slice of one run in the middle of
// another. Few of these are one byte away from a run that loses nothing; nearly all are one or two
// changes of lines away. So these are the changes made here.
//
// Each leaves a well-formed trace, and one that bytes can say if it was one
// (reference/trace/trace_bytes.h). None makes expectations: they are the claims of whoever wrote
// the trace. Equal states of `random` make equal changes.
//
// Read next: fuzz/mutation/trace_mutator.h, for how often each is made.

#pragma once

#include "properties/base/random.h"
#include "reference/trace/trace.h"

namespace fuzz {

// Puts a new operation somewhere; half of the time right behind a step of the collector, for there
// the wavefront stands.
void Insert(reference::Trace& trace, properties::Random& random);
// Puts a new object somewhere, and what holds it: a root or a store.
void InsertAttached(reference::Trace& trace, properties::Random& random);
// Puts steps of the collector somewhere: one, or the beginning of a cycle, or all of it.
void InsertCollectorSteps(reference::Trace& trace, properties::Random& random);
// Puts a way out somewhere, mostly behind a step of the collector: what a field leads to is given
// another holder, and then the field is cut; or a move or swap does both. This is how objects are
// lost: each line by itself loses nothing, and is not kept for what the other would make of it.
void InsertCarry(reference::Trace& trace, properties::Random& random);
// Takes a slice away.
void Erase(reference::Trace& trace, properties::Random& random);
// Puts a copy of a slice somewhere.
void Duplicate(reference::Trace& trace, properties::Random& random);
// Exchanges two operations, often neighbours.
void SwapTwo(reference::Trace& trace, properties::Random& random);
// Moves a slice to another place.
void MoveSlice(reference::Trace& trace, properties::Random& random);
// Draws one operand of an operation anew.
void ChangeOperand(reference::Trace& trace, properties::Random& random);
// The same object, another verb: a store that becomes a move, a root that becomes a strong count.
void ChangeVerb(reference::Trace& trace, properties::Random& random);
// Cuts a tick in two and puts an operation between them.
void SplitTick(reference::Trace& trace, properties::Random& random);
// Draws the discipline anew.
void ChangeLocals(reference::Trace& trace, properties::Random& random);
// Flips a bit of the shape, of which a subject that has no shapes takes no notice.
void ChangeShape(reference::Trace& trace, properties::Random& random);

// Puts a slice of the other trace somewhere into this one, or in place of a slice of it. The
// slice's objects keep their names, or it brings its own along under new ones.
void Splice(reference::Trace& trace, const reference::Trace& other, properties::Random& random);

}  // namespace fuzz
