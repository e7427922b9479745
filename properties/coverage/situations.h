// properties/coverage/situations.h -- the situations that a search has to meet, by name.
//
// Each is a moment at which a collector can go wrong in a way of its own: a black object takes a
// white one, a weak reference is read in the gather, a cluster is dissolved whose root is grey. A
// generator that no longer meets one of them is worth less than it was, though it tries as many
// traces as before; so `verify` counts them, and a run that misses one of them does not agree.
//
// To add one: a line of kSituations, and a run of directed random that meets it.
// Read next: properties/coverage/coverage.h.

#pragma once

#include <span>
#include <string_view>

#include "properties/coverage/moment.h"

namespace properties {

struct Situation {
  std::string_view name;      // "black-takes-white"
  std::string_view sentence;  // what happens, without a full stop
  reference::VerbSet verbs;   // of the operations at which it may happen
  bool (*holds)(const Moment& moment);
};

// All of them, in the order of the chapters in which they are told: stores, births, holders, reads,
// cycles, deaths, clusters, garbage, lanes.
std::span<const Situation> Situations();

}  // namespace properties
