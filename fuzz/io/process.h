// fuzz/io/process.h -- runs another program and writes its output to a file.
//
// Read next: fuzz/cost/detection_cost.cc.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace fuzz {

// Runs a program with the environment of this process and these variables ("NAME=value") added, and
// waits for its end. Returns its exit status; -1 if it could not be run or was killed by a signal.
int RunProgram(const std::vector<std::string>& arguments, const std::vector<std::string>& variables,
               const std::filesystem::path& output);

// Asks the system to load the programs started from here on at the same addresses each time. A
// collector that hashes addresses takes other branches at other addresses, and a fuzzer counts
// branches. False if the system refuses.
bool StandStill();

}  // namespace fuzz
