// properties/subjects/plugin/adapter_check.h -- tries an adapter alone, before a collector is
// judged through it.
//
// Most of what goes wrong with a new subject is its adapter: it holds the objects that it names, it
// forgets to tell of a death, a run depends on addresses. Judged, that looks like a bug of the
// collector. So each of these mistakes is looked for by itself, with runs of a few lines, and is
// said in the words of the person that writes an adapter.
//
// Read next: properties/subjects/plugin/tricolour_subject.h.

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "reference/oracle/subject.h"

namespace properties {

// One question that was asked of an adapter.
struct AdapterAnswer {
  std::string question;  // "what is stored is seen by peek"
  std::string wrong;     // one sentence or more; empty: nothing is
  bool asked = true;     // false: the subject has no verbs for it
};

using AdapterFactory = std::function<std::unique_ptr<reference::Subject>()>;

// Makes a subject whose objects find no memory after some hundred of them, if they ask the judge
// for it: an adapter may have memory of its own.
struct StarvedAdapter {
  AdapterFactory make;                                         // may be empty
  std::function<bool(const reference::Subject&)> was_refused;  // whether it asked, and got none
};

// Asks all questions, in order; `before` is called with each before it is asked, since an adapter
// may crash.
std::vector<AdapterAnswer> CheckAdapter(const AdapterFactory& make, const StarvedAdapter& starved,
                                        const std::function<void(const std::string&)>& before);

// What cannot be found in a subject with these promises, a sentence each: for want of verbs, units
// or colours.
std::vector<std::string> WhatIsOutOfReach(const reference::Promises& promises);

}  // namespace properties
