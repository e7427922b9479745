// properties/breaks/copy.h -- a copy of the sources with the breaks in it, built apart.
//
// The breaks never touch the project's own files. A file of the copy is only written if its text
// changes, so that what is built from the copy is built again only where a break or its file did.
//
// Read next: properties/breaks/trials.h.

#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "properties/breaks/breaks.h"

namespace properties::breaks {

// Makes `copy` the same as the project at `root`, but for the files of `changed`. What is in the
// copy and not in the project is removed. Returns how many files were written.
std::size_t WriteCopy(const std::filesystem::path& root, const std::filesystem::path& copy,
                      const Tree& changed);

// Configures, if need be, the copy at `work`/tree and builds these programs in `work`/build with so
// many compilers at a time. Returns false if that fails; what was said is in `work`/build.log.
bool BuildCopy(const std::filesystem::path& work, const std::set<std::string>& programs,
               unsigned jobs);

// The file of a program that was built.
std::filesystem::path ProgramFile(const std::filesystem::path& work, const std::string& program);

}  // namespace properties::breaks
