// properties/base/own_program.h -- the file of the program that runs: what was installed with it
// lies beside it.

#pragma once

#include <filesystem>
#include <system_error>

namespace properties {

// Its path without links; empty if the system does not say.
inline std::filesystem::path OwnProgram() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

// Where an installed program has its files, be they there or not: bin/tricolour has them in
// share/tricolour.
inline std::filesystem::path ShareFolderOf(const std::filesystem::path& program) {
  return program.parent_path().parent_path() / "share" / "tricolour";
}

}  // namespace properties
