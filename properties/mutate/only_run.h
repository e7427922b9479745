// properties/mutate/only_run.h -- one run at a time where several would spoil each other's build.
//
// Read next: properties/mutate/mutate_main.cc.

#pragma once

#include <filesystem>
#include <string>

namespace properties::mutate {

// Holds a lock on a file for as long as it lives, or until its process ends.
class OnlyRun {
 public:
  // Makes the file if it is not there; its folder must be.
  explicit OnlyRun(const std::filesystem::path& file);
  ~OnlyRun();
  OnlyRun(const OnlyRun&) = delete;
  OnlyRun& operator=(const OnlyRun&) = delete;

  // One sentence; empty: this is the only run.
  const std::string& error() const { return error_; }

 private:
  int file_ = -1;
  std::string error_;
};

}  // namespace properties::mutate
