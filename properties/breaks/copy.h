// properties/breaks/copy.h -- a copy of the sources with the breaks in it, and its build.
//
// The breaks never touch the project's own files. A file of the copy is written only if its text
// changes: so a later build compiles only files that changed, by a break or in the project.
//
// Read next: properties/breaks/trials.h.

#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "properties/breaks/breaks.h"

namespace properties::breaks {

// Makes `copy` equal to the project at `root`, except for the files in `changed`, of which the
// project may lack some. Other files that only the copy has are removed. Returns how many files
// were written.
std::size_t WriteCopy(const std::filesystem::path& root, const std::filesystem::path& copy,
                      const Tree& changed);

struct CopyBuild {
  unsigned jobs = 1;      // compilers at a time
  std::string flags;      // of the compiler
  bool goes_on = false;   // compiles all that can be, whatever fails
  bool is_quiet = false;  // says nothing of errors
};

// Configures the copy at `work`/tree if that was not done yet, and builds these programs in
// `work`/build. Returns false if that fails; the output is in `work`/build.log.
bool BuildCopy(const std::filesystem::path& work, const std::set<std::string>& programs,
               const CopyBuild& options);

// The command, for a shell, that builds them in a copy that is configured.
std::string BuildCommand(const std::filesystem::path& work, const std::set<std::string>& programs,
                         const CopyBuild& options);

// The file of a program that was built.
std::filesystem::path ProgramFile(const std::filesystem::path& work, const std::string& program);

}  // namespace properties::breaks
