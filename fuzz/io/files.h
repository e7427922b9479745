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

// The files that the paths name, those of a folder by name and without hidden ones. A path that is
// not there is among them, so that reading it fails and is told.
std::vector<std::filesystem::path> FilesOf(const std::vector<std::string>& paths);

}  // namespace fuzz
