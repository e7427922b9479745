// properties/subjects/offered/offered_subject.h -- an adapter of this tree behind the C interface.
//
// An adapter in C++ is a reference::Subject. As a library with the C interface it is judged as a
// stranger's is: our own collector, to try the interface; and a Lua of another version than the one
// that the program is compiled for, since one program cannot have the headers of both.
//
//     the judge -> plugin_subject.cc -> the table below -> the adapter -> the collector
//
// What is left out: images of a heap (a search repeats operations instead), and what only the model
// is compared with (Subject::Inspect).
//
// Read next: properties/subjects/plugin/tricolour_subject.h.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "properties/subjects/plugin/tricolour_subject.h"
#include "reference/oracle/subject.h"

namespace properties {

struct Offer {
  std::string name;
  std::string version;
  // The subject that breaks the rule with this number, from 1 on; 0: none.
  std::unique_ptr<reference::Subject> (*make)(std::uint32_t fault) = nullptr;
  std::vector<std::string> faults;  // the names of these rules
  // What differs from the promises of the subject that `make` gives first.
  std::uint32_t collects_until_gone = 0;  // 0: as it promises
  std::uint32_t slowness = 1;
  bool fingerprints = false;
};

// The table of functions. `offer` outlives all that is done with it, and there is one in a library.
const tricolour_subject* TableOf(const Offer& offer, std::uint32_t abi);

}  // namespace properties
