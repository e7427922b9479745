// properties/subjects/plugin/plugin_library.h -- a shared library with a collector, loaded and
// checked.
//
// Whatever is wrong with a library is said before a trace is run, in a sentence that tells its
// author what to do: a file that is none, a function that is missing, a promise that cannot be
// kept.
//
// Read next: properties/subjects/plugin/tricolour_subject.h.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "properties/subjects/plugin/tricolour_subject.h"
#include "reference/oracle/subject.h"

namespace properties {

// Never unloaded, since a collector may have started threads.
struct PluginLibrary {
  std::string path;              // as it was named
  tricolour_subject table = {};  // what the library does not have is null
  tricolour_promises said = {};
  reference::Promises promises;  // the same, as the judge reads them
  std::string name;              // of the collector
  std::string version;           // empty: it says none
  std::uint32_t slowness = 1;    // searches try so many times fewer runs
  bool one_heap = false;         // no two heaps at a time
  std::vector<reference::Locals> locals = {reference::Locals::kDead};  // the disciplines it has
  std::vector<std::string> faults;  // by number from 1: the name of number 1 stands first

  // The number of a fault; 0: there is none of that name.
  std::uint32_t FaultNamed(const std::string& fault) const;
};

// Loads the library, once for each path. The alternative is a sentence that says what is wrong.
std::variant<const PluginLibrary*, std::string> LoadPlugin(const std::string& path);

// Loads the library and asks it nothing. What is wrong with it, or nothing.
std::string WhyNotOpened(const std::string& path);

// Checks a table, which need not be of a library. The alternative is the same.
std::variant<PluginLibrary, std::string> CheckPlugin(const std::string& path,
                                                     const tricolour_subject* table);

}  // namespace properties
