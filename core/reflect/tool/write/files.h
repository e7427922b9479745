// core/reflect/tool/write/files.h -- files as the tool reads and writes them: whole, and only if
// changed.
//
// Source: S4.1, S5.12.   Read next: core/reflect/tool/run.h.

#pragma once

#include <optional>
#include <span>
#include <string>

namespace gc::header_tool {

// The bytes of the file; empty if it cannot be read.
std::optional<std::string> ReadFile(const std::string& path);

// Leaves a file alone that has this text already, so that nothing which depends on it is made
// anew. Makes the folders above it. Returns what is wrong, empty if nothing is; a file that cannot
// be written is as it was.
std::string WriteIfChanged(const std::string& path, const std::string& text);

// Makes the file new, and empty. False if it cannot be written.
bool Touch(const std::string& path);

// A dependency file as compilers write them for Make and Ninja: each target needs each dependency.
std::string DependencyFile(std::span<const std::string> targets,
                           std::span<const std::string> dependencies);

}  // namespace gc::header_tool
