// fuzz/mutation/trace_changes.h -- the ways to change a trace a little, each a function.
//
// What loses an object is an interleaving: a store between two units instead of behind them, a
// cycle that begins before the last purge has ended, a slice of one run in the middle of another.
// Such a run is seldom one byte away from a run that loses nothing, but nearly always one or two
// changed lines away. So the changes made here are changes of lines.
//
// Each change leaves a trace well-formed, and a trace that bytes can express stays one
// (reference/trace/trace_bytes.h). No change makes expectations: they are claims that the author of
// a trace makes. Equal states of `random` make equal changes.
//
// Read next: fuzz/mutation/trace_mutator.h, for how often each is made.

#pragma once

#include "properties/base/random.h"
#include "reference/trace/trace.h"

namespace fuzz {

// Inserts a new operation somewhere; half of the time right behind a step of the collector, since a
// wavefront stands there.
void Insert(reference::Trace& trace, properties::Random& random);
// Inserts a new object somewhere, together with its holder: a root or a store.
void InsertAttached(reference::Trace& trace, properties::Random& random);
// Inserts steps of the collector somewhere: one step, the beginning of a cycle, or a whole cycle.
void InsertCollectorSteps(reference::Trace& trace, properties::Random& random);
// Inserts an escape somewhere, mostly behind a step of the collector: the object that a field
// refers to gets another holder, and then the field is cut; or one move or swap does both. This is
// how objects are lost. The two lines come together because each by itself loses nothing, so a
// fuzzer would not keep one and wait for the other.
void InsertCarry(reference::Trace& trace, properties::Random& random);
// Takes a slice away.
void Erase(reference::Trace& trace, properties::Random& random);
// Inserts a copy of a slice somewhere.
void Duplicate(reference::Trace& trace, properties::Random& random);
// Exchanges two operations, often neighbours.
void SwapTwo(reference::Trace& trace, properties::Random& random);
// Moves a slice to another place.
void MoveSlice(reference::Trace& trace, properties::Random& random);
// Draws one operand of an operation anew.
void ChangeOperand(reference::Trace& trace, properties::Random& random);
// Draws another verb for the same object: a store becomes a move, a root becomes a strong count.
void ChangeVerb(reference::Trace& trace, properties::Random& random);
// Cuts a tick in two and puts an operation between them.
void SplitTick(reference::Trace& trace, properties::Random& random);
// Draws the discipline anew.
void ChangeLocals(reference::Trace& trace, properties::Random& random);
// Flips a bit of the shape. A subject without shapes ignores it.
void ChangeShape(reference::Trace& trace, properties::Random& random);
// Draws a heap that differs from the usual one in one setting, or the usual one. A subject without
// settings ignores it.
void ChangeHeap(reference::Trace& trace, properties::Random& random);

// Inserts a slice of the other trace into this one, or puts it in place of a slice. The objects of
// the inserted slice keep their names, or get new ones, so that it brings its own objects along.
void Splice(reference::Trace& trace, const reference::Trace& other, properties::Random& random);

}  // namespace fuzz
