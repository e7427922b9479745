// fuzz/process.h -- runs another program, its output into a file.
//
// Read next: fuzz/worth.cc.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fuzz {

// Runs a program with the environment of this process and these variables ("NAME=value") added, and
// waits for its end. Returns its exit status; -1 if it could not be run or was killed by a signal.
int RunProgram(const std::vector<std::string>& arguments, const std::vector<std::string>& variables,
               const std::filesystem::path& output);

}  // namespace fuzz
