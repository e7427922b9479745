// core/reflect/tool/testing/any_text.h -- any text as an annotated header.
//
// A header is somebody's work in progress: words are missing, brackets are open, annotations stand
// at odd places. Whatever it is, the tool must end, and say of each mistake where it is; and what
// it takes, it writes in the same way each time.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gc::header_tool {

// The text stands behind an include of the collector's headers. Its own directives are left out: a
// fuzzer must not read other files of the machine. What is wrong with the tool's answer, as a
// sentence; empty: nothing.
std::string WrongWithReading(std::string_view text);

// The first header of each golden file, with a name that no other one has, in the order of names.
struct GoldenHeader {
  std::string name;
  std::string text;
};
std::vector<GoldenHeader> GoldenHeaders();

}  // namespace gc::header_tool
