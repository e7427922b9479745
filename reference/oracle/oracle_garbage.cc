// reference/oracle/oracle_garbage.cc -- what garbage by decree means: references to it do not
// count.
//
// THE ORACLE IS WRITTEN TO BE BELIEVED. A mistake would have to be made twice, in two different
// ways, to go unseen.

#include "reference/oracle/oracle.h"

namespace reference {

namespace {

// What ends something that the mutator has; nothing is loaded for it, and nothing stored.
bool Unshaded(Verb verb) {
  return verb == Verb::kUnroot || verb == Verb::kUnkeep || verb == Verb::kStrongDrop ||
         verb == Verb::kDrop || verb == Verb::kReady;
}

}  // namespace

// What the mutator does something with while a trace is pending may live through it, and so may all
// that it leads to: references to garbage that are not scanned any more are not cleared either.
void Oracle::Touch(const Operation& operation) {
  if (stage_ != Stage::kMarking || heap_.GarbageCount() == 0) return;
  if (Unshaded(operation.verb)) return;
  // A holder that is written to is not shaded, unless loading it shades it.
  const bool shades_object = operation.verb != Verb::kStore || header_.locals == Locals::kBlack;
  if (shades_object && CanName(operation.object)) Touch(operation.object);
  if (operation.target != kNull && CanName(operation.target)) Touch(operation.target);
}

void Oracle::Touch(Name object) {
  heap_.Close(object, scratch_);
  for (const Name name : scratch_) notes_[name].must_go = false;
}

// A holder is scanned: what it refers to and does not count is null from now on.
void Oracle::ClearGarbageIn(Name object) {
  for (std::size_t field = 0; field < heap_[object].fields.size(); ++field) {
    const Name target = heap_[object].fields[field];
    if (target == kNull || !IsGarbage(target) || heap_[object].IsOuter(field)) continue;
    heap_.SetField(object, field, kNull);
  }
  heap_.Lost().clear();  // lost by a step of the collector, and so to the mutator too
}

void Oracle::ClearReportedGarbage() {
  for (std::uint32_t i = 0; i < heap_.ReferencerCount(); ++i) {
    const auto [target, raw, protecting] = heap_.ReferencerAt(i);
    if (target == kNull || !IsGarbage(target) || raw || protecting) continue;
    heap_.SetReferencer(i, {});
  }
  heap_.Lost().clear();
}

}  // namespace reference
