// fuzz/io/files.h -- files as bytes, for the programs beside the fuzzers.

#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/mutation/byte_mutator.h"

namespace fuzz {

// The whole file; empty if it cannot be read.
std::optional<Bytes> ReadBytes(const std::filesystem::path& path);
// False if it cannot be written.
bool WriteBytes(const std::filesystem::path& path, const Bytes& bytes);
bool WriteText(const std::filesystem::path& path, const std::string& text);

// The files that the paths name. A folder stands for its files, sorted by name, hidden ones left
// out. A path that does not exist is listed too, so that reading it fails and is reported.
std::vector<std::filesystem::path> FilesOf(const std::vector<std::string>& paths);

}  // namespace fuzz
