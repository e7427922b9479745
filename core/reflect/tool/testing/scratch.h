// core/reflect/tool/testing/scratch.h -- headers for the tool to read, in a folder of their own.
//
// Most of the time of a small header goes into the headers that it includes. So these are parsed
// once, and kept in clang's own format; the headers of a test include "engine.h", which then costs
// nothing.

#pragma once

#include <string>
#include <vector>

#include "core/reflect/tool/read/reader.h"

namespace gc::header_tool {

class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  // Writes the file, whose name has no folder, and returns its path.
  std::string Write(const std::string& name, const std::string& text) const;
  std::string PathOf(const std::string& name) const { return folder_ + '/' + name; }
  const std::string& folder() const { return folder_; }
  // For clang: where headers are, and that "engine.h" was parsed already.
  const std::vector<std::string>& arguments() const { return arguments_; }

  Reading ReadText(const std::string& name, const std::string& text,
                   RawPolicy raw = RawPolicy::kRefuse) const;
  // Each finding as a line; places without the folder.
  std::string Said(const Findings& findings) const;

 private:
  std::string folder_;
  std::vector<std::string> arguments_;
};

// The lines of what a header needs around `members` to be the class game::Door, which stand above
// them: members begin in line 9.
std::string Door(const std::string& members);

}  // namespace gc::header_tool
