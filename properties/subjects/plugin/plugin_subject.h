// properties/subjects/plugin/plugin_subject.h -- a collector in a shared library, as a subject.
//
// Read next: properties/subjects/plugin/tricolour_subject.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "properties/subjects/plugin/plugin_library.h"
#include "properties/subjects/plugin/quarantine.h"
#include "reference/oracle/subject.h"

namespace properties {

// The collector of a library, which outlives the subject. `fault`: the number of the rule that it
// breaks; 0: none. `most_bytes`: of the objects of a run that take their memory from the
// quarantine.
std::unique_ptr<reference::Subject> MakePluginSubject(
    const PluginLibrary& library, std::uint32_t fault = 0,
    std::size_t most_bytes = Quarantine::kMostBytes);

// Whether such a subject ever asked the quarantine for memory and got none.
bool WasRefusedMemory(const reference::Subject& plugin);

// A name on the command line: PATH, or PATH@FAULT. A path has a slash or ends in ".so", or it is
// the name of a packaged subject (packaged.h).
struct PluginChoice {
  std::string path;
  std::string fault;  // empty: none
};
std::optional<PluginChoice> PluginChoiceFrom(const std::string& name);

}  // namespace properties
